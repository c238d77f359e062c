"""What people do and say on the command line, as the archive keeps it.

Owns one session a project for it. Promises that words said there are archived like any other, and that no
run learns from them a second time. Never writes a memory file.
"""

from __future__ import annotations

import hashlib

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.standing import Project
from extractor.domain import Kind, Message, MessageKey, Milliseconds, Passed, SessionId, Speaker, Transcript
from extractor.transcripts.source import Boundary, BoundaryKind, Reading, Said

CLIENT = "command-line"
"""The client such a session belongs to."""

MODEL = "none"
"""What stands for a model in a run that a person held."""


class CommandLine:
    """The sessions of the command line, one a project."""

    def __init__(self, db: Database, messages: Messages) -> None:
        self._db = db
        self._messages = messages

    def session(self, project: str) -> int:
        """The row of a project's session; it is made when first asked for."""
        name = _name(project)
        with self._db.transaction():
            self._db.run(
                "INSERT INTO sessions(client, session, cwd, project) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (CLIENT, name, project, project),
            )
            return self._db.number("SELECT id FROM sessions WHERE client = ? AND session = ?", (CLIENT, name))

    def say(self, project: str, text: str, uuid: str, now: Milliseconds) -> MessageKey:
        """Archive a person's words under an id of their own, as understood already. Returns their key."""
        key = MessageKey(CLIENT, uuid, 0)
        said = Message(key, Speaker.HUMAN, Kind.TEXT, text, now)
        name = _name(project)
        transcript = Transcript(CLIENT, f"{CLIENT}:{name}", SessionId(name))
        reading = Reading([Said(said), Boundary(BoundaryKind.TURN_END, now)], uuid, modified=now)
        with self._db.transaction():
            self.session(project)
            self._messages.store(transcript, reading, Project(project, is_seen=True))
            self._messages.pass_over(self._messages.rows_of(key), Passed.LEARNED)
        return key


def _name(project: str) -> str:
    return f"{CLIENT}-{hashlib.sha256(project.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"
