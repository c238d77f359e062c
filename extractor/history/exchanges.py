"""Exchanges: a human message and all that answers it, atomic.

Owns the cut of a session's messages into exchanges and the question whether one is settled.
Promises that order is kept and no message is in two exchanges or in none. Never reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.domain import Kind, Message, Milliseconds, Speaker

QUIET_AFTER_END_TURN = 2_000
"""Milliseconds of quiet after `end_turn` until an exchange counts as settled."""

QUIET_WITHOUT_END = 60_000
"""Milliseconds of quiet after which an exchange counts as settled whatever its last message says."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Messages in order. The first is a human's, except where an answer goes on after the cursor."""

    messages: tuple[Message, ...]
    turn_ended: bool = False
    """The client itself marked the end of the turn after the last message."""

    @property
    def has_human_words(self) -> bool:
        """True where a person's words stand in it, typed or scripted."""
        return any(m.is_human and m.text.strip() for m in self.messages)

    @property
    def is_headless(self) -> bool:
        """True where every human word in it is a script's."""
        speakers = {m.speaker for m in self.messages if m.is_human}
        return bool(speakers) and Speaker.HUMAN not in speakers

    @property
    def last(self) -> Message:
        """The newest message in it."""
        return self.messages[-1]

    @property
    def at(self) -> Milliseconds:
        """Time of the newest message in it."""
        return max(m.at for m in self.messages)

    @property
    def visible(self) -> tuple[Message, ...]:
        """The messages an extraction's input shows."""
        return tuple(m for m in self.messages if m.is_visible)


def exchanges(messages: Iterable[Message], turn_ends: Iterable[int] = ()) -> list[Exchange]:
    """Cut messages into exchanges.

    `turn_ends` holds the indices of messages after which the client marked the end of a turn.
    A human message opens an exchange, unless tool calls are still open: a prompt queued while tools run
    belongs to the turn that is running, and opens its exchange once their results have arrived. Human
    messages that follow one another with nothing between them share one exchange.
    """
    ends = set(turn_ends)
    cut: list[Exchange] = []
    current: list[Message] = []
    queued: list[Message] = []
    open_calls: set[str] = set()
    ended = False

    def close() -> None:
        nonlocal current, ended
        if current:
            cut.append(Exchange(tuple(current), ended))
        current, ended = [], False

    for index, message in enumerate(messages):
        if message.kind is Kind.CALL and message.call:
            open_calls.add(message.call)
        if message.kind is Kind.RESULT and message.call:
            open_calls.discard(message.call)
        if message.is_human and not message.sidechain:
            if open_calls and not ended:
                queued.append(message)
                continue
            if any(not m.is_human for m in current) or ended:
                close()
                open_calls.clear()
        current.append(message)
        if index in ends:
            ended = True
            open_calls.clear()
        if queued and not open_calls:
            close()
            current, queued = queued, []
    current.extend(queued)
    close()
    return cut


def open_calls(exchange: Exchange) -> set[str]:
    """Ids of tool calls in the exchange whose results have not arrived."""
    calls = {m.call for m in exchange.messages if m.kind is Kind.CALL and m.call}
    return calls - {m.call for m in exchange.messages if m.kind is Kind.RESULT and m.call}


def is_settled(exchange: Exchange, followed: bool, quiet: int) -> bool:
    """Whether nothing more is expected in the exchange.

    `followed`: another exchange stands after it. `quiet`: milliseconds since the transcript last grew.
    """
    if exchange.turn_ended or followed or quiet >= QUIET_WITHOUT_END:
        return True
    answers = [m for m in exchange.messages if m.kind in (Kind.TEXT, Kind.CALL) and not m.sidechain]
    says_end = bool(answers) and answers[-1].ends_turn
    return says_end and not open_calls(exchange) and quiet >= QUIET_AFTER_END_TURN


def settled(cut: Sequence[Exchange], quiet: int) -> list[Exchange]:
    """The leading exchanges that are settled; an unsettled one holds back what follows it."""
    ready: list[Exchange] = []
    for number, exchange in enumerate(cut, start=1):
        if not is_settled(exchange, number < len(cut), quiet):
            break
        ready.append(exchange)
    return ready
