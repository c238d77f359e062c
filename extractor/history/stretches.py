"""Stretches: parts of a session that were closed, and the little that stays at hand of them.

Owns when a stretch is due, what is kept of it and how many are kept. Promises that a stretch ends between
two exchanges. Never removes a message: the archive holds them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from extractor.domain import Kind, Message, MessageKey, Milliseconds
from extractor.history.exchanges import Exchange
from extractor.history.levels import Level, Leveller
from extractor.history.summary import Summariser, counted, summed_up
from extractor.history.timeline import Folding, timeline
from extractor.history.transitions import Reason, Tally
from extractor.moment import utc

SUMMARY_TOKENS = 400
"""Most tokens of a stretch's summary."""

MILESTONES = 40
"""Most milestones kept of a stretch, the newest."""

FILES = 200
"""Most touched files kept of a stretch, the newest; the count tells of the rest."""

SHOWN = 5
"""Milestones and files a model is told."""


@dataclass(frozen=True, slots=True)
class StretchLimits:
    """When a stretch is closed, and how much stays at hand."""

    project_items: int = 50
    requests: int = 30
    idle: int = 3_600_000
    """Milliseconds without a message."""
    kept: int = 10
    """Closed stretches at hand."""
    kept_bytes: int = 5_000_000
    """Bytes of all that is at hand."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What is at hand of a closed stretch."""

    last: MessageKey
    """Its last message."""
    start: Milliseconds
    end: Milliseconds
    reason: Reason
    summary: str
    milestones: tuple[str, ...]
    """Lines for people, oldest first."""
    files: tuple[str, ...]
    """Paths that were written to, the one written last at the end."""
    messages: int
    requests: int
    actions: int
    tokens: int
    """Of everything in it."""
    more_files: int = 0
    """Paths written to before those of `files`."""

    @property
    def files_written(self) -> int:
        """How many paths were written to."""
        return len(self.files) + self.more_files

    @property
    def bytes(self) -> int:
        """What it takes to keep it."""
        return sum(len(t.encode("utf-8", "replace")) for t in (self.summary, *self.milestones, *self.files))

    def shown(self) -> str:
        """As a model reads it."""
        lines = [
            f"[CLOSED {utc(self.start)} to {utc(self.end)}: {counted(self.requests, 'request')},"
            f" {counted(self.actions, 'tool call')}, {counted(self.files_written, 'file')} written; {self.reason.value}]",
            self.summary,
            *(f"- {line}" for line in self.milestones[-SHOWN:]),
        ]
        return "\n".join(lines)


def due(exchanges: Sequence[Exchange], now: Milliseconds, limits: StretchLimits) -> tuple[int, Reason] | None:
    """How many of these exchanges make the oldest stretch that is to be closed, and why; None: none yet.

    Hand in only exchanges that are understood: none leaves a history before.
    """
    leveller = Leveller()
    items = requests = 0
    for count, exchange in enumerate(exchanges, start=1):
        items += sum(leveller.level(m) is Level.PROJECT for m in exchange.messages)
        requests += sum(m.is_human and not m.sidechain for m in exchange.messages)
        following = exchanges[count].messages[0].at if count < len(exchanges) else now
        if following - exchange.at >= limits.idle:
            return count, Reason.TIME_LIMIT
        if items >= limits.project_items or requests >= limits.requests:
            return count, Reason.SIZE_LIMIT
    return None


def close(
    exchanges: Sequence[Exchange],
    reason: Reason,
    ends: Mapping[MessageKey, Reason] | None = None,
    folding: Folding | None = None,
    write: Summariser | None = None,
) -> Stretch:
    """What stays at hand of these exchanges.

    `ends`: why a request ended after a message. `write`: None for a summary by the rules.

    Raises what `write` raises; ValueError where there is nothing to close.
    """
    said, ends = [m for e in exchanges for m in e.messages], ends or {}
    if not said:
        raise ValueError("nothing to close")
    milestones = [
        f"{utc(i.transition.at)} {i.transition.for_person}"
        for i in timeline(said, {n: ends[m.key] for n, m in enumerate(said) if m.key in ends}, folding)
        if i.transition and i.transition.for_person
    ]
    files = _written(said)
    made = summed_up(said, (), SUMMARY_TOKENS, "", write)
    return Stretch(
        last=said[-1].key,
        start=made.start,
        end=made.end,
        reason=reason,
        summary=made.text,
        milestones=tuple(milestones[-MILESTONES:]),
        files=files[-FILES:],
        messages=len(said),
        requests=sum(m.is_human and not m.sidechain for m in said),
        actions=Tally.of(said).actions,
        tokens=made.tokens_before,
        more_files=max(0, len(files) - FILES),
    )


def _written(said: Iterable[Message]) -> tuple[str, ...]:
    """Every path written to, once, in the order they were last written to."""
    paths: dict[str, None] = {}
    for message in said:
        if message.kind is Kind.CALL and message.path:
            paths.pop(message.path, None)
            paths[message.path] = None
    return tuple(paths)


def kept(stretches: Iterable[Stretch], limits: StretchLimits) -> list[Stretch]:
    """The newest stretches that stay at hand, in order."""
    found: list[Stretch] = []
    room = limits.kept_bytes
    for stretch in list(stretches)[::-1][: limits.kept]:
        room -= stretch.bytes
        if room < 0:
            break
        found.append(stretch)
    return found[::-1]


def open_part(exchanges: Sequence[Exchange], closed: Iterable[MessageKey]) -> int:
    """Where the open part of a session begins: behind the newest closed stretch whose end still stands.

    `closed`: the last messages of the closed stretches, newest first. A rewind may have taken one back.
    """
    wanted = list(closed)
    place: dict[MessageKey, int] = {}
    for number in range(len(exchanges), 0, -1) if wanted else ():
        for message in exchanges[number - 1].messages:
            place.setdefault(message.key, number)
        if wanted[0] in place:
            break
    return next((place[key] for key in wanted if key in place), 0)
