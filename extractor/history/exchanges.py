"""Exchanges: a human message and all that answers it, atomic.

Owns the cut of a session's messages into exchanges and the question whether one is settled.
Promises that order is kept and no message is in two exchanges or in none. Never reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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


class Opening(NamedTuple):
    """Where a session can be cut anew without what stands before, as long as that stays as it is."""

    at: int
    """Index of the message that opens the exchange: all before it are in earlier ones, all behind it are not."""
    number: int
    """Of the exchange it opens."""


class Cut(NamedTuple):
    """A session's messages in exchanges."""

    exchanges: list[Exchange]
    openings: list[Opening]
    """In order. An exchange a queued prompt opened has none, nor has the first."""


class _Cutter:
    """Collects messages into exchanges, one after the other."""

    def __init__(self, reach: Sequence[int], reply: str | None) -> None:
        self.cut: list[Exchange] = []
        self.openings: list[Opening] = []
        self.current: list[Message] = []
        self.queued: list[Message] = []
        self.reach = reach
        self.held = -1
        """Index up to which nothing may be cut."""
        self.is_dangling = False
        """The reply that was written last has calls whose results are not there at all."""
        self.reply = reply
        self.was_agent = False
        self.is_answered = False
        """Something that is not the person's stands in the current exchange."""
        self.ended = False

    def close(self) -> None:
        if self.current:
            self.cut.append(Exchange(tuple(self.current), self.ended))
        self.current, self.is_answered, self.ended = [], False, False

    def take(self, index: int, message: Message) -> None:
        if message.is_human and not message.sidechain:
            self.was_agent = False
            if index < self.held or (self.is_dangling and not self.ended):
                self.queued.append(message)
                return
            if self.queued:  # behind a turn's end nothing is waited for: they come first
                self._open_queued()
                self.is_dangling = False
            if self.ended or self.is_answered:
                self.close()
                self.openings.append(Opening(index, len(self.cut)))
                self.is_dangling = False
        self._follow(index, message)
        self.current.append(message)
        self.is_answered = self.is_answered or not message.is_human

    def _follow(self, index: int, message: Message) -> None:
        """Know what is open. An agent that goes on speaking will never get the results that are missing."""
        if message.sidechain:
            return
        is_agent = message.speaker is Speaker.ASSISTANT
        if is_agent and self.is_dangling and (message.ends_turn or not self._goes_on(message)):
            self.is_dangling = False
            self.release(index - 1)
        if is_agent:
            self.reply = message.reply
        self.was_agent = is_agent
        self.held = max(self.held, self.reach[index])
        if message.kind is Kind.CALL and message.call and self.reach[index] < 0:
            self.is_dangling = True

    def _goes_on(self, message: Message) -> bool:
        """Whether it belongs to the reply before. Without an id, what follows without a break does."""
        return message.reply == self.reply and (message.reply is not None or self.was_agent)

    def release(self, index: int) -> None:
        """Let queued prompts open their exchange, once nothing they wait for is open."""
        if self.queued and not self.is_dangling and index >= self.held:
            self._open_queued()

    def _open_queued(self) -> None:
        self.close()
        self.current, self.queued = self.queued, []


def _reach(messages: Sequence[Message], ends: Collection[int] = ()) -> list[int]:
    """For each message the index of the last one it must stay together with; -1 where there is none.

    A call and its result, and the blocks of one reply (which a client may write with results between). A
    reply that ended its turn does not go on: some services give every reply the same id.
    """
    found = [-1] * len(messages)
    result_of: dict[str, int] = {}
    following: tuple[str | None, int] = (None, -1)
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        if message.sidechain:
            continue
        if message.kind is Kind.RESULT:
            if message.call:
                result_of[message.call] = index
        elif message.speaker is Speaker.ASSISTANT and message.kind is not Kind.SUMMARY:
            if message.kind is Kind.CALL and message.call:
                found[index] = result_of.get(message.call, -1)
            reply, at = following
            is_over = message.ends_turn or index in ends
            if message.reply is not None and message.reply == reply and not is_over:
                found[index] = max(found[index], at)
            following = message.reply, index
    return found


def units(messages: Sequence[Message]) -> list[tuple[Message, ...]]:
    """The smallest pieces a conversation may be cut into: no call without its result, no reply in two."""
    found: list[tuple[Message, ...]] = []
    start, held = 0, -1
    for index, reach in enumerate(_reach(messages)):
        held = max(held, reach)
        if index >= held:
            found.append(tuple(messages[start : index + 1]))
            start = index + 1
    if start < len(messages):
        found.append(tuple(messages[start:]))
    return found


def exchanges(messages: Iterable[Message], turn_ends: Iterable[int] = ()) -> list[Exchange]:
    """Cut messages into exchanges.

    `turn_ends` holds the indices of messages after which the client marked the end of a turn.
    A human message opens an exchange, unless tool calls are still open: a prompt queued while tools run
    belongs to the turn that is running, and opens its exchange once their results have arrived. Human
    messages that follow one another with nothing between them share one exchange. A call and its result,
    and the blocks of one reply, are never in two exchanges.
    """
    return cut(tuple(messages), set(turn_ends)).exchanges


def cut(messages: Sequence[Message], ends: Collection[int], reply: str | None = None) -> Cut:
    """`exchanges`, with the places where the cut can be taken up again.

    `reply`: what the last reply before these messages was called, where they begin at an opening.
    """
    cutter = _Cutter(_reach(messages, ends), reply)
    for index, message in enumerate(messages):
        cutter.take(index, message)
        if index in ends:
            cutter.ended = True
            cutter.is_dangling = False
        cutter.release(index)
    cutter.current.extend(cutter.queued)
    cutter.close()
    return Cut(cutter.cut, cutter.openings)


def reaches_back(after: Sequence[Message], before: Sequence[Message], is_over: Callable[[int], bool]) -> bool:
    """Whether a message must, or may have to, stay together with one that stands before an opening.

    `is_over`: whether a turn ended after a message of `before`. May err on the side of True.
    """
    called: set[tuple[str, bool]] = set()
    lost: set[str] = set()
    for message in after:
        if not message.call:
            continue
        if message.kind is Kind.CALL:
            called.add((message.call, message.sidechain))
        elif message.kind is Kind.RESULT and (message.call, message.sidechain) not in called:
            lost.add(message.call)
    if lost and any(m.kind is Kind.CALL and m.call in lost for m in before):
        return True
    first = next((m for m in after if _is_reply(m)), None)
    if first is None or first.reply is None:
        return False
    for index in range(len(before) - 1, -1, -1):
        if _is_reply(before[index]):
            last = before[index]
            return last.reply == first.reply and not (last.ends_turn or is_over(index))
    return False


def last_reply(messages: Sequence[Message]) -> str | None:
    """What the last reply in these messages is called."""
    found = (m for m in reversed(messages) if m.speaker is Speaker.ASSISTANT and not m.sidechain)
    last = next(found, None)
    return last.reply if last else None


def _is_reply(message: Message) -> bool:
    return (
        message.speaker is Speaker.ASSISTANT
        and not message.sidechain
        and message.kind not in (Kind.RESULT, Kind.SUMMARY)
    )


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
