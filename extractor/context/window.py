"""The recent window: the newest whole exchanges, as a model that goes on would read them.

Owns what is shown of an exchange and which of several sessions fit. Promises that no exchange is cut, that
the newest are taken first and stand in the order of time, and that no text can pose as another message. Pure.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.history.budget import BYTES_PER_TOKEN
from extractor.history.dispatch import asked
from extractor.history.exchanges import Exchange
from extractor.history.levels import Level, Leveller
from extractor.history.summary import quoted
from extractor.history.transitions import Reason, Tally, for_model
from extractor.moment import utc

SUB_AGENT = 600
"""Characters told of what a sub-agent was sent for, and of what it brought back."""

_LABELS = {Speaker.HUMAN: "person", Speaker.HUMAN_HEADLESS: "person (script)", Speaker.ASSISTANT: "agent"}

_TITLES = {
    Kind.CALL: "(the agent sent a sub-agent)",
    Kind.RESULT: "(the sub-agent's answer)",
    Kind.SUMMARY: "(what the client kept of the conversation before)",
}


_BROKEN = {
    Reason.CANCELLED: "[CANCELLED] the person interrupted here",
    Reason.ABORTED: "[ABORTED] the agent broke off here",
}


class Seen(NamedTuple):
    """An exchange as it is given."""

    key: MessageKey
    """Of its first message."""
    session: str
    """The session's short name."""
    start: Milliseconds
    at: Milliseconds
    """When its newest message was said."""
    requests: int
    text: str

    @property
    def heading(self) -> str:
        """What stands before it where another session's stood last."""
        return f"## Session {self.session}, {utc(self.start)[:10]}"

    @property
    def bytes(self) -> int:
        """What it takes with its heading."""
        return len("## Session , 2026-03-02") + _bytes(self.session) + _bytes(self.text) + 2


class Read(NamedTuple):
    """The end of a session."""

    exchanges: Sequence[Seen]
    """In order."""
    is_whole: bool
    """Nothing stands before them."""


class Source(NamedTuple):
    """A session exchanges are taken from."""

    newest: Milliseconds
    """No message of it is newer."""
    read: Callable[[int], Read]
    """Its newest exchanges; those that are not among them would not fit into so many tokens besides."""


class Part(NamedTuple):
    """What was said of a part of a session that is not shown: a summary or a closed stretch."""

    start: Milliseconds
    text: str


class Window(NamedTuple):
    """What is given of recent conversation."""

    parts: tuple[Part, ...] = ()
    exchanges: tuple[Seen, ...] = ()
    """In the order of time."""
    too_large: tuple[Seen, ...] = ()
    """Exchanges that would not fit by themselves."""
    is_whole: bool = True
    """Nothing was left out."""

    @property
    def requests(self) -> int:
        """A person's messages in it."""
        return sum(seen.requests for seen in self.exchanges)

    @property
    def text(self) -> str:
        """As a model reads it."""
        lines = [part.text for part in self.parts]
        session = ""
        for seen in self.exchanges:
            if seen.session != session:
                session = seen.session
                lines.append(seen.heading)
            lines.append(seen.text)
        return "".join(f"{line}\n" for line in lines)


def window(sources: Sequence[Source], budget: int, parts: Sequence[Part] = ()) -> Window:
    """The newest exchanges in at most `budget` tokens.

    `parts`: what stands for older ones, in order; those are shown that begin before the oldest exchange. They
    have at most a third of the budget, the newest first, and no more than the newest exchange leaves them.
    """
    room = int(budget * BYTES_PER_TOKEN)
    found = _taken(sources, room, room)
    if found.is_whole or not parts:
        return found
    newest = max(found.exchanges[::-1], key=lambda seen: seen.at).bytes if found.exchanges else 0
    kept = _newest(parts, min(room // 3, room - newest))
    found = _taken(sources, room, room - sum(_bytes(part.text) + 1 for part in kept))
    oldest = found.exchanges[0].start if found.exchanges else None
    shown = tuple(part for part in kept if oldest is None or part.start < oldest)
    return Window(shown, found.exchanges, found.too_large, is_whole=False)


def _newest(parts: Sequence[Part], room: int) -> list[Part]:
    kept: list[Part] = []
    for part in reversed(parts):
        room -= _bytes(part.text) + 1
        if room < 0:
            break
        kept.append(part)
    return kept[::-1]


def _taken(sources: Sequence[Source], whole: int, room: int) -> Window:
    """The newest exchanges in so many bytes, whichever session they stand in.

    `whole`: what is larger is too large, however much room is left.
    """
    waiting = [(-source.newest, number) for number, source in enumerate(sources)]
    heapq.heapify(waiting)
    read: dict[int, tuple[list[Seen], bool]] = {}
    taken: dict[MessageKey, Seen] = {}
    too_large: list[Seen] = []
    is_more = False
    while waiting and not is_more:
        number = waiting[0][1]
        if number not in read:
            found = sources[number].read(int(room / BYTES_PER_TOKEN) + 1)
            read[number] = list(found.exchanges), found.is_whole
        else:
            seen = read[number][0].pop()
            if seen.bytes > whole:
                too_large.append(seen)
            elif seen.key not in taken:  # a fork holds the same exchange
                is_more = seen.bytes > room
                if not is_more:
                    taken[seen.key] = seen
                    room -= seen.bytes
        left, is_whole = read[number]
        if left:
            heapq.heapreplace(waiting, (-left[-1].at, number))
        else:
            is_more = is_more or not is_whole
            heapq.heappop(waiting)
    oldest_first = list(taken.values())[::-1]
    ordered = sorted(oldest_first, key=lambda seen: seen.start)
    return Window((), tuple(ordered), tuple(too_large[::-1]), not is_more and not too_large)


# ---------------------------------------------------------------- one exchange


def seen(exchange: Exchange, session: str, ends: Mapping[MessageKey, Reason] | None = None) -> Seen:
    """An exchange as the project level shows it: what was said whole, a run of tool work as one line, no output.

    `session`: its short name. `ends`: why a request ended after a message.
    """
    said, level = exchange.messages, Leveller().level
    lines: list[str] = []
    run: list[Message] = []
    for message in said:
        if level(message) is not Level.PROJECT:
            run.append(message)
        elif told := _told(message):
            lines += (*_left_out(run), *told)
            run.clear()
        if ends and (why := _BROKEN.get(ends.get(message.key, Reason.REQUEST_COMPLETE))):
            lines += (*_left_out(run), why)
            run.clear()
    lines += _left_out(run)
    return Seen(
        key=said[0].key,
        session=session,
        start=said[0].at,
        at=exchange.at,
        requests=sum(m.is_human and not m.sidechain for m in said),
        text="\n".join(lines),
    )


def _left_out(run: Sequence[Message]) -> list[str]:
    """What stands for a run of tool work."""
    if not run:
        return []
    tally = Tally.of(run)
    return [for_model(tally, Reason.REQUEST_COMPLETE)] if tally.actions else []


def _told(message: Message) -> list[str]:
    """A message line by line. Only the first begins at the margin."""
    text = message.text
    if message.kind is Kind.TEXT:
        title = _LABELS.get(message.speaker, "system")
    else:
        title = _TITLES.get(message.kind, message.speaker.value)
        if message.kind in (Kind.CALL, Kind.RESULT):
            text = quoted(asked(text) if message.kind is Kind.CALL else text, SUB_AGENT)
    if not text.strip():
        return []
    return [
        f"{title}, {_minute(message.at // 60_000)}:",
        *(f"  {line}" for line in text.strip("\n").splitlines()),
    ]


@lru_cache(1_000)
def _minute(number: int) -> str:
    """A minute since 1970, in UTC. Much is said in the same one."""
    return utc(Milliseconds(number * 60_000))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
