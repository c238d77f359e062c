"""What an agent was given to read in a session: the texts that neither it nor a person said.

Owns which messages those are. Promises all of them, also those that were withdrawn since: what was read
stays read. What a tool that asks the person brought back is none: it holds nobody else's words. Only reads.
"""

from __future__ import annotations

from extractor.archive.database import Database
from extractor.archive.standing import as_int
from extractor.domain import QUESTION_TOOLS, Milliseconds
from extractor.memory.gate.packed import PackedTexts

_GIVEN = "(m.kind IN ('tool_result', 'summary', 'notice', 'context') OR m.speaker IN ('tool', 'system'))"


class GivenTexts:
    """Tool output, what sub-agents brought, and what the client put into a conversation."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, session_id: int) -> PackedTexts:
        """The texts of a session and of its sub-agents, each with its time."""
        asked = self._questions(session_id)
        # The ids first: to tell rows apart SQLite would hold every text of the session at once.
        found = self._db.each(
            f"""SELECT m.at, m.text, m.client, m.kind, m.call FROM messages m
                WHERE m.id IN (SELECT b.message FROM transcripts t JOIN membership b ON b.transcript = t.id
                WHERE t.session_id = ?) AND {_GIVEN} AND m.text <> ''""",
            (session_id,),
        )
        return PackedTexts(
            (Milliseconds(as_int(at)), str(text))
            for at, text, client, kind, call in found
            if kind != "tool_result" or (client, call) not in asked
        )

    def _questions(self, session_id: int) -> set[tuple[object, object]]:
        """Client and id of the calls of a session that asked the person."""
        calls = self._db.rows(
            """SELECT DISTINCT m.client, m.call, m.tool FROM transcripts t
               JOIN membership b ON b.transcript = t.id JOIN messages m ON m.id = b.message
               WHERE t.session_id = ? AND m.kind = 'tool_call' AND m.call IS NOT NULL""",
            (session_id,),
        )
        return {(client, call) for client, call, tool in calls if (client, tool) in QUESTION_TOOLS.items()}
