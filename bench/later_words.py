"""`python -m bench.later_words`: what becomes of a sentence when a later one says otherwise.

Owns the lists of pairs of messages and how the memory is read after each. Promises the real way of a message, in a
scratch home for each pair. Never judges wording: only whether sentences came, went and stayed.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from extractor.config.settings import Settings
from extractor.domain import Milliseconds
from extractor.memory.memory_file import parse
from extractor.moment import iso
from extractor.service.once import once
from extractor.wiring.parts import build

LISTS = Path(__file__).parent / "corrections"
START = Milliseconds(1_790_000_000_000)
DAY = 86_400_000
Entry = TypeVar("Entry", bound=BaseModel)


class Pair(BaseModel):
    """Two messages of one person in one project, on two days."""

    id: str
    relation: Literal["replaces", "beside", "once"]
    """Whether the second one takes the first one's place, holds beside it, or is of the moment."""
    first: str
    second: str


class Became(StrEnum):
    """What the memory says after both."""

    RIGHT = "as it should be"
    BOTH = "the older one stands beside"
    STALE = "only the older one stands"
    LOST = "the older one went and nothing came"
    TAKEN = "the older one was taken away"
    KEPT = "what was of the moment stands"
    NEVER = "the first was not kept"


def listed(file: Path, form: TypeAdapter[list[Entry]]) -> list[Entry]:
    """The entries of a list. Raises ValueError, one line, where it cannot be read or has another form."""
    try:
        return form.validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(f"{file}: {'.'.join(map(str, first['loc']))} {first['msg']}") from error
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from error


def pairs(file: Path) -> list[Pair]:
    """The pairs of a list. Raises ValueError, one line."""
    return listed(file, TypeAdapter(list[Pair]))


def became(pair: Pair) -> Became:
    """What the memory says once both messages of a pair were learned from, one after the other."""
    before, after = learned(pair.first, pair.second)
    if not before:
        return Became.NEVER
    stays, comes = before <= after, bool(after - before)
    if pair.relation == "replaces":
        return (Became.BOTH if comes else Became.STALE) if stays else Became.RIGHT if comes else Became.LOST
    if not stays:
        return Became.TAKEN
    if pair.relation == "once":
        return Became.KEPT if comes else Became.RIGHT
    return Became.RIGHT if comes else Became.STALE


def learned(*messages: str) -> list[frozenset[str]]:
    """The sentences that stand after each of several messages, a day apart, in a scratch home."""
    with tempfile.TemporaryDirectory(prefix="extractor-later-") as scratch:
        return _learned(Path(scratch).resolve(), messages)


def _learned(home: Path, messages: Sequence[str]) -> list[frozenset[str]]:
    settings = Settings(
        state_dir=home / "state",
        data_dir=home / "data",
        claude_dir=home / "claude",
        memory_dir=home / "memory",
        model="offline",
    )
    clock = _Clock()
    parts = build(settings, {"HOME": str(home), "PATH": os.environ["PATH"]}, clock)
    try:
        found: list[frozenset[str]] = []
        for number, text in enumerate(messages):
            clock.now = Milliseconds(START + (number + 1) * DAY)
            file = _written(home, number, text)
            once(parts.archive, parts.intake, parts.learning, [parts.named(file)], lambda *_: None)
            found.append(frozenset(_standing(home)))
    finally:
        parts.close()
    return found


class _Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> Milliseconds:
        return self.now


def _written(home: Path, number: int, text: str) -> Path:
    """A session of the message and an answer, an hour before the clock."""
    at = Milliseconds(START + (number + 1) * DAY - 3_600_000)
    said = (("user", text, at), ("assistant", "ok", at + 1000))
    lines = [
        json.dumps(
            {"uuid": f"{number}-{role}", "role": role, "content": words, "timestamp": iso(Milliseconds(when))}
        )
        for role, words, when in said
    ]
    file = home / f"day-{number}.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    os.utime(file, (at / 1000, at / 1000))
    return file


def _standing(home: Path) -> Iterator[str]:
    """The sentences of the memory files: the project's and the person's own."""
    for file in sorted(home.rglob("*.md")):
        if file.name != "MEMORY.md":
            yield from parse(file.read_bytes()).statements


def main(argv: Sequence[str] | None = None) -> int:
    """Print a table of the lists, and with `--each` every pair that did not become as it should."""
    parser = argparse.ArgumentParser(prog="python -m bench.later_words")
    parser.add_argument("lists", nargs="*", type=Path, help="lists of pairs; none: all that are there")
    parser.add_argument("--each", action="store_true", help="every pair that did not become as it should")
    asked = parser.parse_args(argv)
    files = asked.lists or sorted(LISTS.glob("*.json"))
    try:
        lists = [(file, pairs(file)) for file in files]
    except ValueError as error:
        parser.error(str(error))
    for file, each_pair in lists:
        told = [(pair, became(pair)) for pair in each_pair]
        for relation in ("replaces", "beside", "once"):
            counted = Counter(result for pair, result in told if pair.relation == relation)
            row = ", ".join(f"{counted[each]} {each.value}" for each in Became if counted[each])
            print(f"{file.stem:8} {relation:9} {sum(counted.values()):3}: {row}")
        for pair, result in told if asked.each else ():
            if result is not Became.RIGHT:
                print(f"  {pair.id} {pair.relation}: {result.value}\n    {pair.first}\n    {pair.second}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
