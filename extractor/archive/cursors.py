"""Cursors: how far each session was understood.

Owns one row a session, and the same beside the state file, so that cursors outlive it. Promises that a
cursor moves only inside the transaction its caller opened for the memory commit, and that the copy beside
never runs ahead of it. Never resolves a cursor: `extraction.sight` does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from extractor import fs
from extractor.archive.database import Database
from extractor.domain import Cursor, Milliseconds, SessionId

FILE = "cursors.jsonl"
"""Name of the copy in the state folder: one line a move, the last of a session counts. It holds no words."""


@dataclass(frozen=True, slots=True)
class _Line:
    client: str
    session: str
    uuid: str
    block: int
    count: int
    at: int
    archive: str


@cache
def _lines() -> TypeAdapter[_Line]:
    return TypeAdapter(_Line)


class Cursors:
    """The cursors of all sessions, by the session's row in the archive."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._beside = db.path.with_name(FILE)
        self._moved: dict[int, None] = {}

    def get(self, session_id: int, session: SessionId) -> tuple[Cursor, str] | None:
        """The session's cursor and the id of the archive it was moved in; None before the first run."""
        found = self._db.row(
            "SELECT uuid, block, count, at, archive FROM cursors WHERE session_id = ?", (session_id,)
        )
        if found is None:
            found = self._db.row(
                """SELECT e.uuid, e.block, e.count, e.at, e.archive FROM earlier_cursors e
                   JOIN sessions s ON s.client = e.client AND s.session = e.session WHERE s.id = ?""",
                (session_id,),
            )
        if found is None:
            return None
        at = Milliseconds(int(str(found[3])))
        return Cursor(session, str(found[0]), int(str(found[1])), int(str(found[2])), at), str(found[4])

    def move(self, session_id: int, cursor: Cursor, archive: str, now: Milliseconds) -> None:
        """Put the session's cursor there."""
        self._db.run(
            """INSERT INTO cursors VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT(session_id) DO UPDATE SET
               uuid = excluded.uuid, block = excluded.block, count = excluded.count, at = excluded.at,
               archive = excluded.archive, moved = excluded.moved""",
            (session_id, cursor.uuid, cursor.block, cursor.count, cursor.at, archive, now),
        )
        self._moved[session_id] = None

    def save(self) -> None:
        """Write the cursors that moved beside the state file. Raises StoreFailed: the next call writes them.

        Not while a transaction is open: what it moved may still be taken back.
        """
        assert not self._db.in_transaction, "a cursor is told beside the state file when it has moved there"
        for session_id in list(self._moved):
            # Inside a transaction: no other process rewrites the file meanwhile.
            with self._db.transaction():
                found = self._db.row(
                    """SELECT s.client, s.session, c.uuid, c.block, c.count, c.at, c.archive FROM cursors c
                       JOIN sessions s ON s.id = c.session_id WHERE c.session_id = ?""",
                    (session_id,),
                )
                if found is not None:
                    names = ("client", "session", "uuid", "block", "count", "at", "archive")
                    line = json.dumps(dict(zip(names, found, strict=True)))
                    fs.append_private(self._beside, (line + "\n").encode())
            del self._moved[session_id]

    def shorten(self) -> None:
        """Leave one line a session beside the state file where there are more than twice as many. Raises StoreFailed."""
        sessions = self._db.number(
            "SELECT (SELECT count(*) FROM cursors) + (SELECT count(*) FROM earlier_cursors)"
        )
        if len(_read(self._beside)) <= 2 * sessions:
            return
        with self._db.transaction():
            kept = self._kept().values()
            if len(kept) < len(_read(self._beside)):
                fs.write_atomic(self._beside, b"".join(_lines().dump_json(line) + b"\n" for line in kept))

    def take_over(self) -> int:
        """In a state file that was just made: take over the cursors an earlier one left beside it.

        Returns how many. A line that was cut off is passed over: that session is understood once more.
        Raises StoreFailed where they cannot be read.
        """
        kept = self._kept()
        with self._db.transaction():
            self._db.run_many(
                "INSERT OR REPLACE INTO earlier_cursors VALUES(?, ?, ?, ?, ?, ?, ?)",
                [(k.client, k.session, k.uuid, k.block, k.count, k.at, k.archive) for k in kept.values()],
            )
        return len(kept)

    def _kept(self) -> dict[tuple[str, str], _Line]:
        """The last line of each session beside the state file."""
        kept: dict[tuple[str, str], _Line] = {}
        for text in _read(self._beside):
            try:
                line = _lines().validate_json(text)
            except ValidationError:
                continue  # cut off by a crash: the line before it of that session counts
            kept[line.client, line.session] = line
        return kept


def _read(path: Path) -> list[bytes]:
    return (fs.read_private(path) or b"").splitlines()
