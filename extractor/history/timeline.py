"""The timeline: a session's messages with their levels, and a transition at every boundary.

Owns where transitions stand and when a long run is folded. Promises that messages keep their order and
their level, that no transition stands between a call and its result, and that only transitions are added.
Never leaves a message out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.history.levels import Level, Leveller
from extractor.history.transitions import Reason, Tally, Transition, for_model, for_person


class Item(NamedTuple):
    """A message at its level, or a transition."""

    message: Message
    level: Level | None
    transition: Transition | None = None

    def at_level(self, level: Level) -> Self:
        """The same item at this level."""
        return self._replace(level=level)


@dataclass(frozen=True, slots=True)
class Folding:
    """When a run that goes on is folded: a transition is put after what there is of it."""

    items: int = 20
    """Task items."""
    actions: int = 10
    """Tool calls."""


_ENDS = {
    Reason.CANCELLED: "[CANCELLED] the person interrupted here",
    Reason.ABORTED: "[ABORTED] the agent broke off here",
    Reason.SESSION_END: "[SESSION END]",
    Reason.MANUAL: "[CLOSED] by hand",
    Reason.TIME_LIMIT: "[CLOSED] after a long silence",
    Reason.SIZE_LIMIT: "[CLOSED] for its size",
}


class Timeline:
    """Grows by what is added; `items` is the whole of it, transitions included."""

    def __init__(self, folding: Folding | None = None) -> None:
        self.items: list[Item] = []
        self._folding = folding or Folding()
        self._run: list[Message] = []
        """Task items no transition stands for yet."""
        self._actions = 0
        self._request = Tally()
        """What the transitions since the last human message stand for."""
        self._open: set[str] = set()
        """Calls without a result."""
        self._reply: str | None = None
        self._main_reply: str | None = None
        self._was_agent = False
        """The main thread's last message is the agent's."""
        self._at = Milliseconds(0)

    def add(self, message: Message, level: Level) -> None:
        """Append a message. A run that ends with it, or has become too long before it, is closed first."""
        is_task = level is Level.TASK
        if self._run or self._open:
            self._before(message, is_task)
        if message.is_human and not message.sidechain and not self._open:
            self._complete()
        self._follow(message)
        self._at = message.at
        self.items.append(Item(message, level))
        if is_task:
            self._run.append(message)
            self._actions += message.kind is Kind.CALL

    def end(self, reason: Reason, level: Level = Level.PROJECT, note: str | None = None) -> None:
        """A request or the session ends here. `note`: a line for people, in place of the counts.

        A session that ends, or whose stretch is closed, returns to the global level: hand that in.
        """
        self._open.clear()
        if self._actions:
            self._close(reason, Level.PROJECT)
        if reason is Reason.REQUEST_COMPLETE:
            self._complete(note)
            return
        tally, self._request = self._request, Tally()
        self._put(
            Transition(level, self._at, reason, tally, _ENDS[reason], note or for_person(tally, reason))
        )

    def close_run(self, is_over: bool = False) -> None:
        """Nothing follows for now: let a transition stand for the run at the end, unless it still goes on.

        `is_over`: nothing follows ever; results that are missing will not come.
        """
        if self._actions and (is_over or not self._open):
            self._close(Reason.REQUEST_COMPLETE, Level.PROJECT)

    def _before(self, message: Message, is_task: bool) -> None:
        """Close the run where the message that comes ends it or finds it too long."""
        if message.speaker is Speaker.ASSISTANT and not message.sidechain and not self._goes_on(message):
            # An agent that goes on with another reply will never get these results.
            self._open.clear()
        if self._open or not self._actions:
            return
        if not is_task:
            self._close(Reason.REQUEST_COMPLETE, Level.PROJECT)
            return
        is_long = len(self._run) >= self._folding.items or self._actions >= self._folding.actions
        goes_on = message.reply is not None and message.reply == self._reply
        if is_long and not goes_on and message.kind is not Kind.RESULT:
            self._close(Reason.SIZE_LIMIT, Level.PROJECT)

    def _goes_on(self, message: Message) -> bool:
        """Whether it belongs to the reply before. Without an id, what follows without a break does."""
        return message.reply == self._main_reply and (message.reply is not None or self._was_agent)

    def _follow(self, message: Message) -> None:
        if not message.sidechain:
            self._was_agent = message.speaker is Speaker.ASSISTANT
            if self._was_agent:
                self._main_reply = message.reply
        if message.speaker is Speaker.ASSISTANT:
            self._reply = message.reply
        if message.call is None:
            return
        if message.kind is Kind.CALL:
            self._open.add(message.call)
        elif message.kind is Kind.RESULT:
            self._open.discard(message.call)

    def _close(self, reason: Reason, level: Level) -> None:
        tally = Tally.of(self._run)
        self._run, self._actions = [], 0
        self._request += tally
        self._put(Transition(level, self._at, reason, tally, for_model(tally, reason, level)))

    def _complete(self, note: str | None = None) -> None:
        """The completion note of a request in which something was done."""
        tally, self._request = self._request, Tally()
        if not tally.actions and note is None:
            return
        told = note or for_person(tally, Reason.REQUEST_COMPLETE)
        self._put(Transition(Level.PROJECT, self._at, Reason.REQUEST_COMPLETE, tally, f"[DONE] {told}", told))

    def _put(self, transition: Transition) -> None:
        last = self.items[-1].message.key if self.items else MessageKey("", "start", 0)
        key = MessageKey(last.client, f"{last.uuid}+{last.block}", len(self.items))
        message = Message(key, Speaker.SYSTEM, Kind.TRANSITION, transition.for_model, transition.at)
        self.items.append(Item(message, transition.level, transition))


def timeline(
    messages: Iterable[Message],
    ends: Mapping[int, Reason] | None = None,
    folding: Folding | None = None,
    is_over: bool = False,
) -> list[Item]:
    """A session's timeline. `ends`: why a request ended after the message at this index.

    `is_over`: nothing more is expected, so that a call without a result keeps no run open.
    """
    line, leveller, ends = Timeline(folding), Leveller(), ends or {}
    add, level = line.add, leveller.level
    for index, message in enumerate(messages):
        add(message, level(message))
        if index in ends:
            line.end(ends[index])
    line.close_run(is_over)
    return line.items
