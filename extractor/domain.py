"""The words of the project as frozen types.

Owns what the other rooms speak about: speakers, messages, cursors, memory types, projects.
Promises that values are immutable and carry their units. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, NewType

SessionId = NewType("SessionId", str)
"""A conversation, by the transcript's own id (for Claude Code the file's stem)."""

Milliseconds = NewType("Milliseconds", int)
"""A moment: milliseconds since 1970-01-01 UTC."""

NO_DIRECTORY = "/unknown"
"""The project of the sessions that named no directory."""


UUID_LENGTH = 36
"""Characters of a uuid as it is written."""


QUESTION_TOOLS: Mapping[str, str] = MappingProxyType(
    {
        "claude-code": "AskUserQuestion",
        "codex": "request_user_input",
        "gemini": "ask_user",
        "opencode": "question",
    }
)
"""By client, the tool of its own that asks the person: its result holds their answers and nobody else's words."""


class Speaker(StrEnum):
    """Who said a message: the trust label of everything that follows from it."""

    HUMAN = "human"
    HUMAN_HEADLESS = "human-headless"
    """The prompt of a scripted run: archived, learned from only with `learn_headless`."""
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


class Kind(StrEnum):
    """What a message is made of."""

    TEXT = "text"
    THINKING = "thinking"
    CALL = "tool_call"
    RESULT = "tool_result"
    SUMMARY = "summary"
    """A compaction summary: a model's words, whatever role the client stores it under."""
    NOTICE = "notice"
    """What the client put into the conversation: caveats, slash commands, hook text, interruptions."""
    CONTEXT = "context"
    """Text handed to a model from outside the conversation, with its source."""
    TRANSITION = "transition"
    """What stands where detail was left out."""
    COMMAND = "command"
    """A slash command a person gave the client."""
    MARK = "mark"
    """A place in a conversation somebody gave a name."""
    REWIND = "rewind"
    """The person took back what was said after a place."""
    METADATA = "metadata"
    """What is known of a session as a whole."""


class MessageKey(NamedTuple):
    """A message's identity: the same wherever a fork or a resumed session copies it."""

    client: str
    uuid: str
    block: int

    @property
    def short(self) -> str:
        """The id a model is shown and cites: both ends of the uuid, and the block if not the first.

        Both ends, because uuids made in one burst share their beginning (version 7) or their end (version 1).
        An id that is no uuid is shown whole.
        """
        uuid = self.uuid
        head = uuid[:8] + uuid[-8:] if len(uuid) == UUID_LENGTH and uuid.count("-") == 4 else uuid
        return head if self.block == 0 else f"{head}.{self.block}"


class Message(NamedTuple):
    """One thing said by one speaker.

    A named tuple rather than a frozen dataclass: one is built for every content block ever read, and
    building a dataclass of this width costs more than decoding the JSON it came from.
    """

    key: MessageKey
    speaker: Speaker
    kind: Kind
    text: str
    at: Milliseconds
    reply: str | None = None
    """What the blocks of one assistant reply share (`message.id`)."""
    tool: str | None = None
    """Name of the tool called, on a call."""
    call: str | None = None
    """Id that joins a tool call and its result."""
    path: str | None = None
    """The file a tool call writes, as the client gave it."""
    failed: bool = False
    """On a result: the tool reported an error or was denied."""
    ends_turn: bool = False
    """The model said itself that its turn ended here."""
    sidechain: bool = False
    """Part of a sub-agent's conversation."""

    @property
    def is_human(self) -> bool:
        """True where a person's own words stand, typed or scripted."""
        return self.kind is Kind.TEXT and self.speaker in (Speaker.HUMAN, Speaker.HUMAN_HEADLESS)

    @property
    def is_visible(self) -> bool:
        """True where an extraction's input shows the words: human and assistant text of the main thread."""
        return (
            self.kind is Kind.TEXT
            and not self.sidechain
            and self.speaker in (Speaker.HUMAN, Speaker.HUMAN_HEADLESS, Speaker.ASSISTANT)
        )


class Transcript(NamedTuple):
    """What a client wrote of one conversation: one file (or one row set) the daemon follows."""

    client: str
    path: str
    session: SessionId
    sidechain: bool = False
    """The transcript of a sub-agent: archived, never learned from."""
    folder: str | None = None
    """Name of the client's folder it stands in: the slug that helps to tell the project's cwd."""
    stamp: tuple[int, int] | None = None
    """When it last changed and a count that grows with it, where its file does not tell: it holds others too."""
    is_whole: bool = False
    """No other file is of its session: one of the same name somewhere else is of another."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Messages understood of a session: the last visible one, and how many visible ones there were."""

    session: SessionId
    uuid: str
    block: int
    count: int
    at: Milliseconds
    """Time of the newest message understood."""


class MemoryType(StrEnum):
    """The closed taxonomy."""

    USER = "user"
    FEEDBACK = "feedback"
    PROJECT = "project"
    REFERENCE = "reference"


class Reach(StrEnum):
    """Where a fact holds."""

    PERSONAL = "personal"
    """Wherever the person works."""
    PROJECT = "project"
    TEAM = "team"
    """For whoever works on the project: it stands in the repository."""

    def named(self, file: str) -> str:
        """What a file that stands there is called where the project has one of its name."""
        return f"{self}-{file}"


MIN_QUOTE = 12
"""Characters a quote must have, unless it is the whole message or a numbered part of it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One quote a statement rests on: the short id of a message and words that stand in it."""

    message: str
    quote: str


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of a memory file, with the evidence that gives it a witness."""

    text: str
    evidence: tuple[Evidence, ...]
    replaces: str | None = None
    """The exact sentence of the file this one takes the place of."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one model call, as the API counts them."""

    input: int = 0
    cached: int = 0
    written: int = 0
    output: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input + other.input,
            self.cached + other.cached,
            self.written + other.written,
            self.output + other.output,
        )

    @property
    def total_input(self) -> int:
        """All tokens sent: plain, read from the cache and written to it."""
        return self.input + self.cached + self.written


NO_USAGE = Usage()


class Passed(StrEnum):
    """Why a message needs no further understanding. A message without one still waits."""

    LEARNED = "learned"
    """A run took it in and its memory commit stands."""
    OLD = "old"
    """Said before `learn_since`: learned from only when its transcript is named to `once`."""
    HEADLESS = "headless"
    """A script's prompt, waiting behind `learn_headless`."""
    AGENT_WROTE = "agent-wrote"
    """The agent itself wrote to the memory folder in this exchange."""
    SET_ASIDE = "set-aside"
    """Could not be understood; kept for another try by hand."""
