"""What is said and asked for directly, on the command line or over MCP, as the archive keeps it.

Owns one session a project and way for it. Promises that words said there are archived like any other, and
that no run learns from them a second time. Never writes a memory file.
"""

from __future__ import annotations

import hashlib

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.standing import Project
from extractor.archive.way import Way
from extractor.domain import Kind, Message, MessageKey, Milliseconds, Passed, SessionId, Transcript
from extractor.transcripts.source import Boundary, BoundaryKind, Reading, Said


class Direct:
    """The sessions of what is asked for directly, one a project and way."""

    def __init__(self, db: Database, messages: Messages) -> None:
        self._db = db
        self._messages = messages

    def session(self, way: Way, project: str) -> int:
        """The row of a project's session; it is made when first asked for."""
        with self._db.transaction():
            self._db.run(
                "INSERT INTO sessions(client, session, cwd, project) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (way, session_name(way, project), project, project),
            )
            return self._db.number(
                "SELECT id FROM sessions WHERE client = ? AND session = ?", (way, session_name(way, project))
            )

    def say(self, way: Way, project: str, text: str, uuid: str, now: Milliseconds) -> MessageKey:
        """Archive words under an id of their own, as understood already. Returns their key."""
        key = MessageKey(way.value, uuid, 0)
        said = Message(key, way.speaker, Kind.TEXT, text, now)
        name = session_name(way, project)
        transcript = Transcript(way.value, f"{way}:{name}", SessionId(name))
        reading = Reading([Said(said), Boundary(BoundaryKind.TURN_END, now)], uuid, modified=now)
        with self._db.transaction():
            self.session(way, project)
            self._messages.store(transcript, reading, Project(project, is_seen=True))
            self._messages.pass_over(self._messages.rows_of(key), Passed.LEARNED)
        return key


def session_name(way: Way, project: str) -> str:
    """The id of a project's session."""
    return f"{way}-{hashlib.sha256(project.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"
