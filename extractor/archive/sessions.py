"""Sessions of the archive, and which of them wait.

Owns how a session is found: by its row, its id, a transcript or a message. Only reads.
"""

from __future__ import annotations

from extractor.archive.database import Database
from extractor.archive.scope import Scope, of_sessions
from extractor.archive.standing import SESSION, WAITING, SessionInfo, as_int, session_of_row
from extractor.domain import MessageKey, Transcript


class SessionTable:
    """The sessions whose transcripts were read."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of_row(self, session_id: int) -> SessionInfo | None:
        """A session by its row."""
        found = self._db.row(
            f"SELECT {SESSION} FROM sessions WHERE id = ?",
            (session_id,),
        )
        return session_of_row(found) if found else None

    def meant(self, name: str) -> list[SessionInfo]:
        """The sessions a name may mean, the newest first: those of this id; where there is none, those that begin so.

        Their sub-agents (`ID/agent-…`) do not count.
        """
        found = self._db.rows(
            f"""SELECT {SESSION} FROM sessions s WHERE substr(session, 1, length(:name)) = :name AND :name <> ''
                AND (session = :name OR NOT EXISTS (SELECT 1 FROM sessions o WHERE o.client = s.client
                    AND o.client <> 'plain' AND substr(s.session, 1, length(o.session) + 1) = o.session || '/'
                    AND substr(o.session, 1, length(:name)) = :name))
                ORDER BY grown DESC, session""",
            {"name": name},
        )
        named = [session_of_row(row) for row in found]
        return [each for each in named if each.session == name] or named

    def of_transcript(self, transcript: Transcript) -> SessionInfo | None:
        """The session a transcript that was read before belongs to."""
        found = self._db.row(
            f"SELECT {SESSION} FROM sessions WHERE id = (SELECT session_id FROM transcripts WHERE path = ?)",
            (transcript.path,),
        )
        return session_of_row(found) if found else None

    def of_message(self, key: MessageKey) -> str:
        """The session a message was first read in; empty when it is not in the archive."""
        found = self._db.row(
            """SELECT s.session FROM messages m JOIN membership b ON b.message = m.id
               JOIN transcripts t ON t.id = b.transcript JOIN sessions s ON s.id = t.session_id
               WHERE m.uuid = ? AND m.block = ? AND m.client = ? ORDER BY t.id LIMIT 1""",
            (key.uuid, key.block, key.client),
        )
        return str(found[0]) if found else ""

    def of_message_live(self, message: int, scope: Scope) -> list[int]:
        """Rows of the sessions of a scope in which a message, by its row, stands now; a fork holds it too."""
        where, values = of_sessions(scope)
        found = self._db.rows(
            f"""SELECT s.id FROM membership b JOIN transcripts t ON t.id = b.transcript
                JOIN sessions s ON s.id = t.session_id WHERE b.message = ? AND b.live > 0
                {f"AND {where}" if where else ""} GROUP BY s.id ORDER BY min(t.id)""",
            (message, *values),
        )
        return [as_int(session) for (session,) in found]

    def waiting(self) -> list[int]:
        """Sessions in which a person's words wait to be understood, those waiting longest first.

        Of a session and its forks, in which the same words wait, that comes first in which they were read first.
        """
        # CROSS JOIN keeps SQLite from beginning with all of membership: few messages wait, and an index has them.
        found = self._db.rows(
            f"""SELECT t.session_id FROM messages CROSS JOIN membership b ON b.message = messages.id AND b.live > 0
                CROSS JOIN transcripts t ON t.id = b.transcript AND t.sidechain = 0
                WHERE {WAITING} AND messages.passed IS NULL GROUP BY t.session_id
                ORDER BY min(messages.at), min(t.id)"""
        )
        return [as_int(session) for (session,) in found]

    def is_behind(self, session_id: int) -> bool:
        """Whether a transcript of the session has been read only in part."""
        return bool(
            self._db.number(
                "SELECT count(*) FROM transcripts WHERE session_id = ? AND more = 1", (session_id,)
            )
        )
