"""Entries: the pieces of a running history, and what is attached to them.

Owns their kinds, roles and fields, and how each is told to a model. Promises that an entry never changes:
compression makes a new one. Never holds more than was handed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pydantic import JsonValue

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.history.levels import Level
from extractor.history.summary import Summary


class EntryType(StrEnum):
    """What an entry is."""

    MESSAGE = "message"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    CONTEXT = "context"
    """Text from outside the conversation, with its source."""
    SUMMARY = "summary"
    COMMAND = "command"
    """A slash command a person gave."""
    MARK = "mark"
    """A place somebody gave a name."""
    REWIND = "rewind"
    """The person went back to an earlier entry."""
    METADATA = "metadata"
    """What is known of the session as a whole."""


class Role(StrEnum):
    """Who an entry comes from."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


class AttachmentKind(StrEnum):
    """What is attached."""

    IMAGE = "image"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture or a file in a prompt."""

    kind: AttachmentKind
    media_type: str
    data: str
    """Base64."""

    @property
    def marker(self) -> str:
        """What stands in its place once it has left the prompt."""
        return f"[{self.kind.value}]"


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece of a running history."""

    id: str
    type: EntryType
    role: Role
    text: str
    at: Milliseconds
    tokens: int
    level: Level = Level.TASK
    tool: str | None = None
    call: str | None = None
    """Joins a call and its result."""
    failed: bool = False
    is_compressed: bool = False
    """A summary stands for it."""
    summary_id: str | None = None
    """On a compressed entry: the summary that stands for it."""
    summary: Summary | None = None
    """On a summary: what it is."""
    attachments: tuple[Attachment, ...] = ()
    metadata: Mapping[str, JsonValue] = field(default_factory=dict)

    def compressed_into(self, summary_id: str) -> Entry:
        """The same entry, with a summary standing for it."""
        return replace(self, is_compressed=True, summary_id=summary_id)

    def as_message(self) -> Message:
        """The entry as the rest of history reads it."""
        speaker, kind = _SAID[self.type]
        if self.type is EntryType.MESSAGE:
            speaker = _SPEAKER[self.role]
            kind = Kind.TEXT if self.role is not Role.SYSTEM else Kind.CONTEXT
        text = self.summary.shown() if self.summary else self.text
        if self.type is EntryType.CONTEXT:
            text = f"[CONTEXT from {self.metadata.get('source')}]\n{text}"
        return Message(
            MessageKey("history", self.id, 0), speaker, kind, text, self.at, None, self.tool, self.call, None,
            self.failed,
        )  # fmt: skip


_SPEAKER = {
    Role.USER: Speaker.HUMAN,
    Role.ASSISTANT: Speaker.ASSISTANT,
    Role.TOOL: Speaker.TOOL,
    Role.SYSTEM: Speaker.SYSTEM,
}

_SAID = {
    EntryType.MESSAGE: (Speaker.HUMAN, Kind.TEXT),
    EntryType.TOOL_CALL: (Speaker.ASSISTANT, Kind.CALL),
    EntryType.TOOL_RESULT: (Speaker.TOOL, Kind.RESULT),
    EntryType.CONTEXT: (Speaker.SYSTEM, Kind.CONTEXT),
    EntryType.SUMMARY: (Speaker.SYSTEM, Kind.SUMMARY),
    EntryType.COMMAND: (Speaker.SYSTEM, Kind.COMMAND),
    EntryType.MARK: (Speaker.SYSTEM, Kind.MARK),
    EntryType.REWIND: (Speaker.SYSTEM, Kind.REWIND),
    EntryType.METADATA: (Speaker.SYSTEM, Kind.METADATA),
}

LEVELS = {
    EntryType.MESSAGE: Level.PROJECT,
    EntryType.TOOL_CALL: Level.TASK,
    EntryType.TOOL_RESULT: Level.TASK,
    EntryType.CONTEXT: Level.PROJECT,
    EntryType.SUMMARY: Level.PROJECT,
    EntryType.COMMAND: Level.TASK,
    EntryType.MARK: Level.TASK,
    EntryType.REWIND: Level.TASK,
    EntryType.METADATA: Level.GLOBAL,
}
"""The level an entry has where its maker names none."""

UNSPOKEN = frozenset({EntryType.COMMAND, EntryType.MARK, EntryType.REWIND, EntryType.METADATA})
"""What is kept beside the conversation and never sent to a model."""
