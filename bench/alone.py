"""`python -m bench.alone`: which messages are kept that stand by themselves.

Owns the lists of messages, and how they are counted. Promises the real way of a message, in a scratch home for each.
Never judges wording: only whether anything came of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from bench.later_words import learned, listed

LISTS = Path(__file__).parent / "messages"


class Alone(BaseModel):
    """A message of a person, with nothing before it."""

    id: str
    keep: bool
    """Whether it is worth remembering, or of the moment."""
    text: str


def messages(file: Path) -> list[Alone]:
    """The messages of a list. Raises ValueError, one line."""
    return listed(file, TypeAdapter(list[Alone]))


def main(argv: Sequence[str] | None = None) -> int:
    """Print for each list how many messages are kept, and with `--each` those that are not as they should be."""
    parser = argparse.ArgumentParser(prog="python -m bench.alone")
    parser.add_argument("lists", nargs="*", type=Path, help="lists of messages; none: all that are there")
    parser.add_argument("--each", action="store_true", help="every message that is wrongly kept or left out")
    asked = parser.parse_args(argv)
    files = asked.lists or sorted(LISTS.glob("*.json"))
    try:
        lists = [(file, messages(file)) for file in files]
    except ValueError as error:
        parser.error(str(error))
    for file, each_message in lists:
        told = [(message, learned(message.text)[0]) for message in each_message]
        kept = sum(bool(said) for message, said in told if message.keep)
        wrongly = sum(bool(said) for message, said in told if not message.keep)
        worth = sum(message.keep for message, _ in told)
        print(f"{file.stem:8} kept {kept} of {worth}, wrongly {wrongly} of {len(told) - worth}")
        for message, said in told if asked.each else ():
            if message.keep is not bool(said):
                print(f"  {message.id} {'left out' if message.keep else 'kept'}: {message.text}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
