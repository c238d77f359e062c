"""Messages and sessions as the archive's rows tell them.

Owns the values that leave the archive and how a row becomes one. Promises that a long session is read in
little more than the time SQLite takes. Never asks the database itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from extractor.archive.database import Row, Value
from extractor.domain import Kind, Message, MessageKey, Milliseconds, Passed, SessionId, Speaker
from extractor.transcripts.source import BoundaryKind

SESSION = "id, client, session, cwd, project, version, grown"


WAITING = """messages.kind = 'text' AND messages.sidechain = 0
    AND messages.speaker IN ('human', 'human-headless') AND messages.passed IS NOT 'learned'
    AND trim(messages.text, ' ' || char(9, 10, 11, 12, 13)) <> ''"""
"""A person's words that no run took in: the same terms as the index `messages_waiting`."""

SHOWN_TEXT = """CASE WHEN m.kind IN ('text', 'tool_call') OR (m.kind = 'notice' AND m.text IN ('[image]', '[document]'))
    OR (m.kind = 'summary' AND m.sidechain = 0) THEN m.text ELSE '' END"""

END = """(SELECT max(d.kind) FROM boundaries d WHERE d.transcript = b.transcript AND d.position = b.position + 1
    AND d.kind IN ('cancelled', 'aborted'))"""
"""How a turn ended: noted one place behind the message it ended with, which is marked `turn_ended`."""


class Standing(NamedTuple):
    """A message at its place in a session."""

    id: int
    """Row of the message in the archive."""
    message: Message
    passed: Passed | None
    turn_ended: bool
    end: BoundaryKind | None = None
    """How the turn ended, where it did not end of itself."""
    transcript: int = 0
    """Row of the transcript it stands in."""
    position: int = 0
    """Its place there; later ones are higher, with gaps. A message told again keeps its own while it stands."""


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """What is known of a session as a whole."""

    id: int
    client: str
    session: SessionId
    cwd: str | None
    project: str | None
    version: str | None
    grown: Milliseconds
    """When its newest transcript was last written."""


@dataclass(frozen=True, slots=True)
class Project:
    """The project a working directory lies in."""

    root: str
    is_seen: bool
    """The directory exists: what it belongs to was looked up, not taken from its name."""


_SPEAKERS = {speaker.value: speaker for speaker in Speaker}
_KINDS = {kind.value: kind for kind in Kind}
_PASSED = {why.value: why for why in Passed}

# A named tuple's own constructor takes twice as long, and a long session has tens of thousands of messages.
_key, _message = partial(tuple.__new__, MessageKey), partial(tuple.__new__, Message)
_stand = partial(tuple.__new__, Standing)


def standing_of(row: Row, ends_here: bool) -> Standing:
    """A row of messages as it stands. `ends_here`: nothing of its exchange follows in another transcript."""
    (
        number, client, uuid, block, speaker, kind, text, at, reply, tool, call, path, failed, ends, aside,
        passed, turn_ended, transcript, end, position,
    ) = row  # fmt: skip
    message = _message(
        (
            _key((client, uuid, block)), _SPEAKERS[str(speaker)], _KINDS[str(kind)], text, at, reply, tool, call,
            path, bool(failed), bool(ends), bool(aside),
        )
    )  # fmt: skip
    why = _PASSED[str(passed)] if passed else None
    broken = BoundaryKind(str(end)) if end else None
    return _stand((number, message, why, bool(turn_ended) or ends_here, broken, transcript, position))


def session_of_row(row: Row) -> SessionInfo:
    """A row of sessions."""
    return SessionInfo(
        as_int(row[0]), str(row[1]), SessionId(str(row[2])), as_text(row[3]), as_text(row[4]), as_text(row[5]),
        Milliseconds(as_int(row[6])),
    )  # fmt: skip


def as_int(value: Value) -> int:
    """A number as SQLite gives it; anything else is nought."""
    return int(value) if isinstance(value, (int, float)) else 0


def as_text(value: Value) -> str | None:
    """A text as SQLite gives it."""
    return None if value is None else str(value)
