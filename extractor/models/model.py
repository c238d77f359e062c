"""The Protocol every model answers to, and the words of a conversation with one.

Owns requests, replies and tool calls as plain values, independent of any SDK.
Promises that a reply never carries more than the model said. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from extractor.domain import NO_USAGE, MemoryType, Milliseconds, Usage
from extractor.history.exchanges import Exchange


class Stop(StrEnum):
    """Why a reply ended."""

    END_TURN = "end_turn"
    TOOL_USE = "tool_use"
    MAX_TOKENS = "max_tokens"
    REFUSAL = "refusal"
    REJECTED = "rejected"
    """The other side refused the request itself (a 400, an input too long): no reply was made."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model is told of it. `schema` is a JSON Schema of its input."""

    name: str
    description: str
    schema: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call in a reply. `input` is whatever the model sent: it is validated by the tool, not before."""

    id: str
    name: str
    input: JsonValue


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """The answer to one call."""

    call: str
    text: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said in one turn."""

    text: str
    calls: tuple[ToolCall, ...]
    stop: Stop
    usage: Usage = NO_USAGE
    detail: str = ""
    """On REFUSAL and REJECTED: the reason given, for the run's record."""
    has_thoughts: bool = False
    """Whether it held blocks that are neither words nor calls."""
    rest: int = 0
    """How many of the last new exchanges it leaves to the session's next run."""
    lacks_input: bool = False
    """Whether its usage leaves out the plain input tokens: those of the cache are not all of it."""
    is_too_long: bool = False
    """On REJECTED: it was too much at once, and less of it would do."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing came back: no block of any kind."""
        return not (self.text or self.calls or self.has_thoughts)


@dataclass(frozen=True, slots=True)
class Turn:
    """A reply and the answers to its calls."""

    reply: Reply
    outcomes: tuple[ToolOutcome, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A sentence that stands in a memory file."""

    text: str
    said: Milliseconds | None = None
    """When the words it rests on were said last; None where no run recorded that: then a person may have written it."""
    since: Milliseconds | None = None
    """From when on it stands at the latest: where `said` is None, when a run last wrote the file; None: not known."""


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """One memory file as the sub-agent is shown it: by name, type and description."""

    file: str
    type: MemoryType | None
    description: str
    sentences: tuple[Known, ...] = ()
    """What it says, for rules that read it: no part of a prompt."""
    is_personal: bool = False
    """It stands in the person's own folder, which every project of theirs reads."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Briefing:
    """What an extraction is about, as values: what the prompt renders and the offline rules read."""

    older: tuple[Exchange, ...]
    """Exchanges already understood: context, not material."""
    newer: tuple[Exchange, ...]
    """Exchanges after the cursor: the material."""
    manifest: tuple[ManifestEntry, ...]
    today: date
    """The date where the person is (the machine's time zone)."""


@dataclass(frozen=True, slots=True)
class Request:
    """One call. `stable` parts begin byte for byte like the session's previous request."""

    system: str
    tools: tuple[ToolSpec, ...]
    stable: tuple[str, ...]
    """Text blocks of the older exchanges, one each: the cache mark stands after the last."""
    fresh: str
    """Manifest, today's date and the new exchanges."""
    briefing: Briefing
    turns: tuple[Turn, ...] = field(default=())
    max_output: int = 4096
    """Most tokens the reply may have."""

    def after(self, turns: Sequence[Turn]) -> Request:
        """The same request, after these turns."""
        return Request(
            self.system, self.tools, self.stable, self.fresh, self.briefing, tuple(turns), self.max_output
        )


class Model(Protocol):
    """Answers a request with one reply.

    Raises ModelUnavailable for outages, limits, time-outs and cut connections (the run pauses and is
    tried again), ConfigError for a key or an address that cannot work.
    """

    @property
    def name(self) -> str:
        """As the ledger names it."""
        ...

    @property
    def is_paid(self) -> bool:
        """Whether a call may cost money: decides if the ledger's ceiling applies."""
        ...

    def reply(self, request: Request) -> Reply:
        """One reply to the request."""
        ...


@dataclass(frozen=True, slots=True)
class Errand:
    """What a fork of a session is sent to do."""

    session: str
    """Id of the session that is forked, as its client names it."""
    fork: str
    """Id the fork goes by: a uuid."""
    cwd: str | None
    """Where the session worked."""
    prompt: str
    scratch: Path
    """The only folder it may read and write in."""
    kept_out: tuple[str, ...] = ()
    """Folders the client itself would let it write to."""


@dataclass(frozen=True, slots=True)
class Returned:
    """How an errand went. With a problem nothing it wrote counts."""

    replies: int
    usage: Usage
    problem: str = ""
    is_unbilled: bool = False
    """Whether no token can have been counted: the client did not take the session up."""
    at_worst: str = ""
    """What is wrong where the problem is so with every session, and what helps; empty: it tells nothing of the client."""


class Fork(Protocol):
    """Sends a session of the person's own client on an errand, in one call.

    Raises ModelUnavailable for outages, limits, time-outs and a client that fails, ConfigError where there
    is no client.
    """

    @property
    def name(self) -> str:
        """As the ledger names it."""
        ...

    def context(self, session: str) -> int | None:
        """Tokens the session holds now; None where the client cannot take it up again."""
        ...

    def send(self, errand: Errand) -> Returned:
        """Fork the session and let it work in the scratch folder until it ends."""
        ...

    def close(self) -> None:
        """End what is still under way."""
        ...
