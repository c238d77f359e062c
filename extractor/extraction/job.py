"""The values of one extraction: what it may touch, what a run takes in, and the run under way.

Owns the Protocol an extraction needs of what people removed. Promises that a
workspace has one owner at a time. Never does anything itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from extractor.archive.standing import SessionInfo
from extractor.domain import Cursor, Message
from extractor.extraction.closing import Ends
from extractor.extraction.homes import Folder, Homes, Seen
from extractor.extraction.summarise import SumUp
from extractor.extraction.views import Views
from extractor.history.exchanges import Exchange
from extractor.history.summary import Summary
from extractor.history.timeline import Folding
from extractor.memory.gate.tombstones import Tombstone
from extractor.memory.workspace import Workspace
from extractor.models.model import Request


class Removed(Protocol):
    """What people removed from memory folders, as an extraction asks for it."""

    def look(self, folder: Folder) -> int:
        """Notice what was removed since."""
        ...

    def tombstones_on(self, messages: Iterable[Message]) -> Mapping[str, Sequence[Tombstone]]:
        """What may not be learned from these messages again, by short id."""
        ...


class Step(NamedTuple):
    """What is recorded once an exchange and those before it are understood."""

    rows: tuple[int, ...]
    """Its messages."""
    cursor: Cursor | None
    """Where the cursor stands then."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What one run would take in, and what it needs for that."""

    session: SessionInfo
    homes: Homes
    exchanges: tuple[Exchange, ...]
    older: tuple[Exchange, ...]
    steps: tuple[Step, ...]
    """One for each exchange."""
    still_waiting: int
    """Exchanges that wait behind this batch."""
    waiting_tokens: int
    """Tokens of all exchanges that wait, this batch's included."""
    views: Views
    """What is shown of the session's exchanges."""
    stored: Summary | None = None
    """The newest summary a model made of what still stands of the session."""
    ends: Ends = field(default_factory=dict)
    """Where the person interrupted, or the agent broke off."""

    @property
    def folder(self) -> Folder:
        """The project's memory folder."""
        return self.homes.project

    @property
    def rows(self) -> tuple[int, ...]:
        """The messages that are understood with the batch."""
        return tuple(row for step in self.steps for row in step.rows)

    @property
    def cursor(self) -> Cursor | None:
        """Where the cursor stands once the batch is understood."""
        return self.steps[-1].cursor

    def without(self, rest: int) -> Batch:
        """The batch without so many of its last exchanges, which go on waiting. It keeps one at least."""
        left = max(1, len(self.exchanges) - rest)
        waiting = self.still_waiting + len(self.exchanges) - left
        return replace(self, exchanges=self.exchanges[:left], steps=self.steps[:left], still_waiting=waiting)

    def tokens(self, folding: Folding) -> int:
        """Estimated tokens of its exchanges."""
        return sum(self.views.of(exchange, folding).tokens for exchange in self.exchanges)


@dataclass(frozen=True, slots=True)
class Later:
    """Nothing to take in yet."""

    seconds: float | None
    """When to look again; None: not before the transcript grows."""


class Counted(NamedTuple):
    """What had been done to a session's homes, by path."""

    written: Mapping[str, int]
    """Runs that wrote to each that is shared with other projects."""
    forgotten: Mapping[str, int]
    """Sentences and runs of each that were forgotten."""


@dataclass(frozen=True, slots=True)
class Job:
    """A run under way. The workspace belongs to the model's thread until the conversation is over."""

    run: int
    batch: Batch
    workspace: Workspace
    seen: Seen
    """The files it began with, and which of them are personal."""
    request: Request
    counted: Counted
    """What had been done to its homes when it began."""
    sum_up: SumUp
    """What a model may sum up for the next run."""


class Brief(NamedTuple):
    """What a model is given."""

    workspace: Workspace
    """What its tools act on."""
    seen: Seen
    """The memory files as they stood."""
    request: Request
    summed_up: tuple[Message, ...]
    """Messages of the lead-in that a summary by the rules stands for."""
