"""What sub-agents did: their calls, which stand in sessions of their own.

Owns which sub-agents may be a session's. Promises none too few: where a client does not say whose a sub-agent
is, those of the same project count. Only reads.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.archive.database import Database
from extractor.archive.standing import SessionInfo, as_int, as_text
from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker

_OWN = "(s.session > :session || '/' AND s.session < :session || '0')"
"""A sub-agent named after its session (`ID/agent-…`): '0' follows '/'."""

_NAMED = """EXISTS (SELECT 1 FROM sessions o WHERE o.client = s.client AND instr(s.session, '/') > 0
    AND o.session = substr(s.session, 1, instr(s.session, '/') - 1))"""
"""A sub-agent that is named after some session."""

_IS_AGENT = """(t.sidechain = 1 OR (SELECT m.sidechain FROM membership b JOIN messages m ON m.id = b.message
    WHERE b.transcript = t.id ORDER BY b.position LIMIT 1) = 1)"""

_NEAR = f"""SELECT s.id, 1 AS own FROM sessions s WHERE s.client = :client AND {_OWN}
    UNION ALL SELECT s.id, 0 FROM sessions s WHERE s.client = :client AND s.project IS :project AND s.has_agent = 1
    AND s.id <> :id AND NOT {_OWN} AND NOT {_NAMED}"""
"""The sessions that may hold a sub-agent of one: found by indexes, however many others there are."""

_FAILED = """EXISTS (SELECT 1 FROM messages f JOIN membership c ON c.message = f.id
    WHERE f.failed = 1 AND f.call = m.call AND c.transcript = b.transcript)"""


class SubAgents:
    """The calls of sub-agents, as the guard asks for them."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def calls(
        self, info: SessionInfo, since: Milliseconds, until: Milliseconds, names: Sequence[str]
    ) -> list[Message]:
        """Calls of a session's sub-agents that hold one of these names and did not fail.

        Of what was done from `since` on and before `until`. A call without a result counts.
        """
        if not names:
            return []
        held = " OR ".join(
            f"instr(replace(coalesce(m.path, m.text), '\\', '/'), :name{number})"
            for number in range(len(names))
        )
        # A transcript that vanished since has no time.
        found = self._db.rows(
            f"""SELECT m.client, m.uuid, m.block, m.text, m.at, m.tool, m.call, m.path
                FROM ({_NEAR}) s CROSS JOIN transcripts t ON t.session_id = s.id
                CROSS JOIN membership b ON b.transcript = t.id CROSS JOIN messages m ON m.id = b.message
                WHERE (t.modified >= :since OR t.modified = 0) AND coalesce(t.first, 0) < :until AND (s.own OR {_IS_AGENT})
                AND m.kind = 'tool_call' AND m.at >= :since AND m.at < :until AND ({held}) AND NOT {_FAILED}""",
            {
                "id": info.id,
                "client": info.client,
                "session": info.session,
                "project": info.project,
                "since": since,
                "until": until,
                **{f"name{number}": name for number, name in enumerate(names)},
            },
        )
        return [
            Message(
                MessageKey(str(client), str(uuid), as_int(block)), Speaker.ASSISTANT, Kind.CALL, str(text),
                Milliseconds(as_int(at)), None, as_text(tool), as_text(call), as_text(path), sidechain=True,
            )
            for client, uuid, block, text, at, tool, call, path in found
        ]  # fmt: skip
