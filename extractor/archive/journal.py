"""The journal: what is about to be done to memory files, written down before it is done.

Owns the intents and the bytes they replace. Promises that an intent is durable before its file moves.
Never touches a file.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.archive.database import Database, Row
from extractor.domain import Milliseconds
from extractor.memory.journal import Intent, IntentState


class JournalTable:
    """Implements the Journal that `memory.store` needs."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def open(self, intents: Sequence[Intent]) -> None:
        """Write intents down, all or none, before any of their files moves."""
        with self._db.transaction():
            self._db.run_many(
                "INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [(i.id, i.run, i.folder, i.file, i.temp, i.before, i.after, i.state, i.at) for i in intents],
            )

    def mark(self, intent_id: str, state: IntentState) -> None:
        """Note how far an intent has come."""
        with self._db.transaction():
            self._db.run("UPDATE journal SET state = ? WHERE id = ?", (state, intent_id))

    def unfinished(self) -> list[Intent]:
        """Intents whose files may not be what they should be, or whose displaced copies still stand."""
        return [
            _intent(row)
            for row in self._db.rows(
                """SELECT id, run, folder, file, temp, before, after, state, at FROM journal
                   WHERE state IN ('open', 'applied') ORDER BY at, rowid"""
            )
        ]


def _intent(row: Row) -> Intent:
    before, after = row[5], row[6]
    return Intent(
        id=str(row[0]),
        run=int(str(row[1])),
        folder=str(row[2]),
        file=str(row[3]),
        temp=str(row[4]),
        before=before if isinstance(before, bytes) else None,
        after=after if isinstance(after, bytes) else None,
        state=IntentState(str(row[7])),
        at=Milliseconds(int(str(row[8]))),
    )
