"""A copy of a table in a small file beside the state file: what has to outlive it.

Owns which of the two is the newer one. Promises that no line is lost to a state file older than the copy, and that none
comes back that was taken away since. Never knows what a line says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from pydantic import TypeAdapter, ValidationError

from extractor import fs
from extractor.archive.database import Database, Value


@dataclass(frozen=True, slots=True)
class _Head:
    """First line of a copy: the state file it was written by, and after how many changes of the table."""

    archive: str
    changes: int


@dataclass(frozen=True, slots=True)
class Newer:
    """What a copy holds that the state file, being older or another one, may not."""

    lines: tuple[str, ...]
    changes: int
    is_later: bool
    """Written by this very state file after it was as it is now: what is not in it was taken away since."""


@cache
def _heads() -> TypeAdapter[_Head]:
    return TypeAdapter(_Head)


class Beside:
    """One copy. Every change of the table is `changed`, in its transaction, and `save`d after it."""

    def __init__(self, db: Database, name: str) -> None:
        self._db = db
        self._path = db.path.with_name(name)
        self._note = f"changes of {name}"

    def changed(self) -> None:
        """Count a change."""
        self._count(self._changes() + 1)

    def save(self, lines: Iterable[Mapping[str, Value]]) -> None:
        """Write the copy, if it says something else. Inside a transaction. Raises StoreFailed."""
        text = self._text(lines)
        if text != self._read():
            fs.write_atomic(self._path, text)

    def is_saved(self, lines: Iterable[Mapping[str, Value]]) -> bool:
        """Whether the copy says just this. Raises StoreFailed."""
        return self._text(lines) == self._read()

    def newer(self) -> Newer | None:
        """The copy, where the state file has not seen all of it; None where the state file is the newer one.

        Raises StoreFailed.
        """
        lines = self._read().decode("utf-8", "replace").splitlines()
        head = _head(lines[0]) if lines else None
        if head is None:
            # Written by an earlier version, which did not say when.
            return Newer(tuple(lines), 0, is_later=False) if lines else None
        is_own = head.archive == self._archive()
        if is_own and head.changes <= self._changes():
            return None
        return Newer(tuple(lines[1:]), head.changes, is_own)

    def caught_up(self, newer: Newer) -> None:
        """Note, in its transaction, that the table holds the copy now."""
        changes = self._changes()
        self._count(newer.changes if newer.is_later else max(changes, newer.changes) + 1)

    def _text(self, lines: Iterable[Mapping[str, Value]]) -> bytes:
        changes, told = self._changes(), [json.dumps(line) for line in lines]
        if told or changes:
            told.insert(0, json.dumps({"archive": self._archive(), "changes": changes}))
        return "".join(f"{line}\n" for line in told).encode()

    def _archive(self) -> str:
        found = self._db.row("SELECT value FROM meta WHERE name = 'archive'")
        return str(found[0]) if found else ""

    def _changes(self) -> int:
        return self._db.number("SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?", (self._note,))

    def _count(self, changes: int) -> None:
        self._db.run(
            "INSERT INTO meta VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
            (self._note, str(changes)),
        )

    def _read(self) -> bytes:
        return fs.read_private(self._path) or b""


def _head(line: str) -> _Head | None:
    try:
        return _heads().validate_json(line)
    except ValidationError:
        return None
