"""Exchanges: a human message and all that answers it, atomic.

Owns the cut of a session's messages into exchanges and the question whether one is settled.
Promises that order is kept and no message is in two exchanges or in none. Never reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    def at(self) -> Milliseconds:
        """Time of the newest message in it."""
        return max(m.at for m in self.messages)

    @property
    def visible(self) -> tuple[Message, ...]:
        """The messages an extraction's input shows."""
        return tuple(m for m in self.messages if m.is_visible)


class _Cutter:
    """Collects messages into exchanges, one after the other."""

    def __init__(self) -> None:
        self.cut: list[Exchange] = []
        self.current: list[Message] = []
        self.queued: list[Message] = []
        self.open: dict[str, str | None] = {}
        """Calls without a result yet, and the reply each stands in."""
        self.ended = False

    def close(self) -> None:
        if self.current:
            self.cut.append(Exchange(tuple(self.current), self.ended))
        self.current, self.ended = [], False

    def take(self, message: Message) -> None:
        if message.is_human and not message.sidechain:
            if self.open and not self.ended:
                self.queued.append(message)
                return
            if self.ended or any(not m.is_human for m in self.current):
                self.close()
                self.open.clear()
        self._follow_calls(message)
        self.current.append(message)

    def _follow_calls(self, message: Message) -> None:
        """Know which calls are open. An agent that goes on speaking will never get their results."""
        if message.sidechain:
            return
        if message.speaker is Speaker.ASSISTANT and self.open:
            dead = [call for call, reply in self.open.items() if reply != message.reply or message.ends_turn]
            for call in dead:
                del self.open[call]
            self.release()
        if message.kind is Kind.CALL and message.call:
            self.open[message.call] = message.reply
        if message.kind is Kind.RESULT and message.call:
            self.open.pop(message.call, None)

    def release(self) -> None:
        """Let queued prompts open their exchange, once nothing they wait for is open."""
        if self.queued and not self.open:
            self.close()
            self.current, self.queued = self.queued, []


def exchanges(messages: Iterable[Message], turn_ends: Iterable[int] = ()) -> list[Exchange]:
    """Cut messages into exchanges.

    `turn_ends` holds the indices of messages after which the client marked the end of a turn.
    A human message opens an exchange, unless tool calls are still open: a prompt queued while tools run
    belongs to the turn that is running, and opens its exchange once their results have arrived. Human
    messages that follow one another with nothing between them share one exchange.
    """
    ends = set(turn_ends)
    cutter = _Cutter()
    for index, message in enumerate(messages):
        cutter.take(message)
        if index in ends:
            cutter.ended = True
            cutter.open.clear()
        cutter.release()
    cutter.current.extend(cutter.queued)
    cutter.close()
    return cutter.cut


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
