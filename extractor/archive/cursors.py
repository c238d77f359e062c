"""Cursors: how far each session was understood.

Owns one row a session. Promises that a cursor moves only inside the transaction its caller opened for
the memory commit. Never resolves a cursor: `extraction.cursor` does.
"""

from __future__ import annotations

from extractor.archive.database import Database
from extractor.domain import Cursor, Milliseconds, SessionId


class Cursors:
    """The cursors of all sessions, by the session's row in the archive."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, session_id: int, session: SessionId) -> tuple[Cursor, str] | None:
        """The session's cursor and the id of the archive it was moved in; None before the first run."""
        found = self._db.row(
            "SELECT uuid, block, count, at, archive FROM cursors WHERE session_id = ?", (session_id,)
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
