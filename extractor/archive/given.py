"""What an agent was given to read in a session: the texts that neither it nor a person said.

Owns which messages those are. Promises all of them, also those that were withdrawn since: what was read
stays read. A result that carries a person's answers holds nobody else's words: it is none. Only reads.
"""

from __future__ import annotations

from extractor.archive.database import Database
from extractor.archive.standing import as_int
from extractor.domain import Milliseconds

_GIVEN = "(m.kind IN ('tool_result', 'summary', 'notice', 'context') OR m.speaker IN ('tool', 'system'))"
_ANSWERED = """(m.kind = 'tool_result' AND EXISTS (SELECT 1 FROM messages a WHERE a.uuid = m.uuid
    AND a.client = m.client AND a.kind = 'text' AND a.speaker IN ('human', 'human-headless')))"""
"""The client's own account of questions and answers, or of a denial and its reason: said on the same line."""


class GivenTexts:
    """Tool output, what sub-agents brought, and what the client put into a conversation."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, session_id: int) -> tuple[tuple[Milliseconds, str], ...]:
        """The texts of a session and of its sub-agents, each with its time."""
        found = self._db.rows(
            f"""SELECT DISTINCT m.id, m.at, m.text FROM transcripts t JOIN membership b ON b.transcript = t.id
                JOIN messages m ON m.id = b.message
                WHERE t.session_id = ? AND {_GIVEN} AND m.text <> '' AND NOT {_ANSWERED}""",
            (session_id,),
        )
        return tuple((Milliseconds(as_int(at)), str(text)) for _, at, text in found)
