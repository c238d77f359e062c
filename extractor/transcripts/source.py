"""What a transcript can say, and what every client's module must do.

Owns the records (Said, Replaced, Withdrawn, Boundary, Parked) and the Source Protocol.
Promises that a checkpoint means something only to the source that made it. Never reads a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Protocol

from extractor.domain import Message, Milliseconds, Transcript


class Said(NamedTuple):
    """A message stands in the transcript. Seen again (a fork, a re-read) it is the same message."""

    message: Message


@dataclass(frozen=True, slots=True)
class Replaced:
    """The client rewrote a message in place: the same key, new words."""

    message: Message


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The person took back a stretch of the conversation: these lines no longer count in this transcript."""

    uuids: tuple[str, ...]
    in_session: bool = False
    """They stand in other transcripts of this session, and count no longer there."""


class BoundaryKind(StrEnum):
    """Marks a client sets between stretches of a conversation."""

    TURN_END = "turn-end"
    """The client says the agent's turn is over."""
    CANCELLED = "cancelled"
    """The person interrupted the agent: its turn is over."""
    ABORTED = "aborted"
    """The agent's reply broke off with an error of its API: its turn is over."""
    COMPACTION = "compaction"
    RESTART = "restart"
    """The file was shortened, replaced or rewritten: what follows is its whole content again. What it says no more may
    have been moved out of the way, as logs are."""
    ANEW = "anew"
    """A client's own store tells its conversation from the start: what it tells no more was taken back."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A mark between messages, at the place where it stands."""

    kind: BoundaryKind
    at: Milliseconds


@dataclass(frozen=True, slots=True)
class Parked:
    """What could not be used, and why: never an exception, always counted."""

    reason: str
    offset: int
    """Where the line begins, in bytes."""
    size: int
    """Length of the line in bytes."""


UNKNOWN_FORM = "no line has a shape this client is known to write"
"""Why a whole transcript is parked: the client may be newer than this program."""

UNHEARD = "the agent ended turns, and no prompt to them was found"
"""Why a transcript is parked that is known but for its prompts: the client may write them in a new form."""

STRANGE = (UNKNOWN_FORM, UNHEARD)
"""Reasons that speak of a client's form, not of a line."""

Record = Said | Replaced | Withdrawn | Boundary | Parked


class Move(NamedTuple):
    """The session goes on in another directory."""

    record: int
    """Number of the first record of the reading that was said there."""
    cwd: str


START_OF_TIME = Milliseconds(0)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one read brought: records in file order and the checkpoint after them."""

    records: list[Record]
    checkpoint: str
    """Opaque to everyone but the source that made it."""
    more: bool = False
    """The quota ended the read: there is more to be had at once."""
    held: int = 0
    """Bytes of an unterminated last line held back until it is finished."""
    cwd: str | None = None
    """Working directory of the session, where the records told it."""
    version: str | None = None
    """Version of the client that wrote the newest line."""
    modified: Milliseconds = START_OF_TIME
    """When the file was last written."""
    moves: tuple[Move, ...] = ()
    """Where its records were said, in order; what stands before the first of them in `cwd`."""


class Source(Protocol):
    """One client's transcripts. `read` raises TranscriptError only where the file cannot be opened."""

    @property
    def client(self) -> str:
        """Name of the client: part of every message's identity."""
        ...

    @property
    def unlisted(self) -> tuple[str, ...]:
        """Folders the newest walk could not list, one line each with the reason."""
        ...

    def roots(self) -> list[Path]:
        """The directories in which transcripts appear, whether they exist yet or not."""
        ...

    def transcripts(self) -> Iterator[Transcript]:
        """Every transcript there is, found by a walk of the roots."""
        ...

    def owns(self, path: Path) -> Transcript | None:
        """The transcript a path is, or None when it is not one of this client's."""
        ...

    def holds(self, path: Path, /) -> bool:
        """Whether a path is one of this client's and holds many transcripts: only a walk finds which of them changed."""
        ...

    def read(self, transcript: Transcript, checkpoint: str | None, quota: int, now: Milliseconds) -> Reading:
        """What is new since `checkpoint` (None: from the start), at most about `quota` bytes of it."""
        ...
