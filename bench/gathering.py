"""`python -m bench.gathering`: the labelled sessions that other projects publish, out of clones of their repositories.

Owns the table of the sessions (`bench/published.json`) and how a history kept as Markdown becomes a session
in the plain format. Promises the bytes the labels speak about, by their SHA-256, or one line for each that is not
to be had. Asks no network: the clones are made by whoever runs it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

TABLE = Path(__file__).with_name("published.json")
"""Which sessions there are."""
_TURN = re.compile(r"(?m)^_\*\*([^*\n]+)\*\*_\s*$")
"""How a history names who speaks next: `_**User (2026-03-06 19:16Z)**_`."""
_FOLDED = re.compile(r"(?s)<(think|details|tool-use)\b.*?</\1>")
_MARKUP = re.compile(r"</?(?:details|tool-use|summary)[^>]*>")
_RULE = "---"
_DAY = re.compile(r"20\d\d-\d\d-\d\d")
_NAMED = 6
"""Characters of a hash that the ids of a history's messages begin with."""


class Published(BaseModel, frozen=True):
    """A session somebody published: where it stands, and what it is once it is read from there."""

    file: str
    sha256: str
    """Of the session, for a history after it was converted."""
    repository: str
    """`owner/name` on GitHub."""
    licence: str
    blob: str
    """Git's name of the file's bytes: the same whatever is committed after it."""
    path: str


@dataclass(frozen=True, slots=True)
class _Turn:
    role: str
    words: str


def published() -> list[Published]:
    """The table. Raises ValueError where it does not keep its form."""
    return TypeAdapter(list[Published]).validate_json(TABLE.read_bytes())


def from_history(text: str, path: str) -> bytes:
    """A SpecStory history as a session in the plain format: what was said, without tool calls and thinking.

    Its day is that of the file's name, its messages stand a minute apart: only their order is known.
    """
    name = hashlib.sha256(path.encode()).hexdigest()[:_NAMED]
    day = _DAY.search(path)
    begun = datetime.fromisoformat(f"{day[0] if day else '2026-01-01'}T09:00:00").replace(tzinfo=UTC)
    lines: list[str] = []
    for number, turn in enumerate(_turns(text)):
        at = (begun + timedelta(minutes=number)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        line: dict[str, str | bool] = {
            "uuid": f"{name}-{number:03d}", "role": turn.role, "content": turn.words, "timestamp": at
        }  # fmt: skip
        if not number:
            line["cwd"] = "/home/dev/project"
        if turn.role == "assistant":
            line["end_turn"] = True
        lines.append(json.dumps(line, ensure_ascii=False))
    return ("\n".join(lines) + "\n").encode()


def _turns(text: str) -> Iterator[_Turn]:
    """Who said what, the agent's pieces in a row as one."""
    parts = _TURN.split(text)
    held: list[str] = []
    for who, body in zip(parts[1::2], parts[2::2], strict=True):
        if "sidechain" in who:
            continue
        is_user = who.startswith("User")
        words = _without_rules(body)
        if not is_user:
            words = _MARKUP.sub("", _FOLDED.sub("", words).strip()).strip()
        if not words:
            continue
        if not is_user:
            held.append(words)
            continue
        if held:
            yield _Turn("assistant", "\n\n".join(held))
            held = []
        yield _Turn("user", words)
    if held:
        yield _Turn("assistant", "\n\n".join(held))


def _without_rules(body: str) -> str:
    """A turn without the rules that part it from the next."""
    words = body.strip()
    while words.endswith(f"\n{_RULE}"):
        words = words.removesuffix(_RULE).strip()
    return words


def gathered(session: Published, clones: Path) -> bytes:
    """The session's bytes. Raises ValueError, one line, where they are not to be had or not the ones labelled."""
    clone = clones / session.repository
    found = subprocess.run(
        ["git", "-C", str(clone), "cat-file", "blob", session.blob], capture_output=True, check=False
    )
    if found.returncode:
        raise ValueError(
            f"{session.file}: no {session.path} in {clone}: clone https://github.com/{session.repository} there"
        )
    data = found.stdout
    if session.path.endswith(".md"):
        data = from_history(data.decode("utf-8", "replace"), session.path)
    if hashlib.sha256(data).hexdigest() != session.sha256:
        raise ValueError(f"{session.file}: {session.path} of {session.repository} is not what was labelled")
    return data


def main(words: Sequence[str] | None = None) -> int:
    """Write every session that is to be had; returns 1 where one is not."""
    parser = argparse.ArgumentParser(prog="python -m bench.gathering", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--clones", type=Path, required=True, metavar="DIR", help="holds OWNER/NAME, clones")
    parser.add_argument("--into", type=Path, required=True, metavar="DIR", help="where the sessions are put")
    options = parser.parse_args(words)
    options.into.mkdir(parents=True, exist_ok=True)
    missing = 0
    for session in published():
        try:
            (options.into / session.file).write_bytes(gathered(session, options.clones))
        except ValueError as error:
            print(error, file=sys.stderr)
            missing += 1
    print(f"{len(published()) - missing} sessions in {options.into}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
