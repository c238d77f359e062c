"""The digest: a table of contents of past work, the newest fullest.

Owns the ladder from a full entry to a month in one line, and the headings. Promises never to exceed its
budget, that newer work is never told more coarsely than older, and a count of what is left out. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from enum import IntEnum
from typing import NamedTuple

from extractor.domain import Milliseconds
from extractor.history.budget import BYTES_PER_TOKEN, estimate
from extractor.history.summary import counted, quoted
from extractor.moment import local, offset

MORE = (
    "To read more: `extractor recall WORDS --session NAME` searches one of these sessions, without --session all"
    " that was ever said; `extractor history NAME` shows a session."
)

_OTHERS = (0.35, 0.25, 0.2, 0.2)
"""How the other rungs share what full entries leave."""

FULLEST = (1.0, 0.6, 0.3)
"""Shares of the room full entries may take: the first with which nothing is left out, else the last."""


class Rung(IntEnum):
    """How much of a piece of work is told, the fullest first."""

    FULL = 0
    LINE = 1
    DAY = 2
    """What was done in a day, in one line."""
    WEEK = 3
    MONTH = 4


_WORDS = {Rung.FULL: 200, Rung.LINE: 100, Rung.DAY: 60, Rung.WEEK: 40, Rung.MONTH: 0}
"""Characters told of what a piece is about."""

DETAIL = 200
"""Characters of what else a full entry tells, each."""

_NAMED = 3
"""Pieces of a day or a week of which is told what they are about."""


class Work(NamedTuple):
    """A piece of work."""

    session: str
    """The session's id."""
    name: str
    """Its short name, by which commands find it."""
    start: Milliseconds
    end: Milliseconds
    requests: int
    tokens: int
    words: str
    """What it was about; empty where the words were taken out."""
    details: tuple[str, ...] = ()
    """What else a full entry tells."""
    project: str = ""
    """Where it was done; empty where that goes without saying."""
    is_current: bool = False
    """Done in the session the digest is made for."""


class Entry(NamedTuple):
    """One entry of a digest and what it stands for."""

    section: str
    rung: Rung
    works: tuple[Work, ...]
    text: str


class Digest(NamedTuple):
    """A digest."""

    entries: tuple[Entry, ...]
    """Newest first, but for those of the current session, which lead."""
    left_out: int
    """Pieces of work no entry stands for."""
    text: str

    @property
    def tokens(self) -> int:
        """Of the whole text."""
        return estimate(self.text)


def digest(works: Sequence[Work], now: Milliseconds, tz: tzinfo, budget: int, older: int = 0) -> Digest:
    """The digest of these pieces of work, at most `budget` tokens of it.

    `tz`: where the person is; it says when a day ends, and times are told in it. `older`: pieces of work that
    are older than all of these.
    """
    ordered = sorted(works, key=lambda w: (not w.is_current, -w.start, w.name))
    here = datetime.fromtimestamp(now / 1000, UTC).astimezone(tz)
    days, zone = _Days(here.date(), tz), str(timezone(here.utcoffset() or timedelta()))
    room = int(budget * BYTES_PER_TOKEN) - _bytes(_tail(len(ordered) + older, zone))
    entries: list[Entry] = []
    # What cannot all be told is told in the usual shares at once.
    is_too_much = older > 0 or sum(map(_name_bytes, ordered)) > room
    for share in (FULLEST[-1:] if is_too_much else FULLEST) if room >= 0 and ordered else ():
        entries = list(_entries(ordered, days, room, share))
        if sum(len(entry.works) for entry in entries) == len(ordered):
            break
    left_out = len(ordered) + older - sum(len(entry.works) for entry in entries)
    text = _text(entries, left_out, zone) if room >= 0 and (ordered or older) else ""
    return Digest(tuple(entries), left_out, text)


def _text(entries: Sequence[Entry], left_out: int, zone: str) -> str:
    lines: list[str] = []
    section = ""
    for entry in entries:
        if entry.section != section:
            section = entry.section
            lines.append(_heading(section))
        lines.append(entry.text)
    return "".join(f"{line}\n" for line in lines) + _tail(left_out, zone)


def _heading(section: str) -> str:
    return f"## {section}"


def _tail(left_out: int, zone: str) -> str:
    told = (
        f"{counted(left_out, 'older piece')} of work not listed; the archive holds all of it.\n"
        if left_out
        else ""
    )
    return f"{told}Times are those where the person is, now {zone}.\n{MORE}\n"


def _name_bytes(work: Work) -> int:
    return len(work.name) + len(", ")


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


# ---------------------------------------------------------------- the ladder


def _entries(works: Sequence[Work], days: _Days, room: int, share: float) -> Iterator[Entry]:
    """Entries for the newest work first, as far as the room (bytes) reaches. `share`: that of full entries."""
    place, left, section = 0, 0.0, ""
    for rung in Rung:
        left += room * _share(rung, share)
        while place < len(works):
            group = _group(works, place, rung, days)
            entry = _fitting(group, rung, days, left, section)
            if entry is None:
                break
            left -= _cost(entry, section)
            section = entry.section
            place += len(entry.works)
            yield entry


def _share(rung: Rung, full: float) -> float:
    """The rung's part of the room; what it does not use is the next one's."""
    return full if rung is Rung.FULL else (1 - full) * _OTHERS[rung - 1]


def _group(works: Sequence[Work], place: int, rung: Rung, days: _Days) -> Sequence[Work]:
    """The pieces from this place on that stand in one entry."""
    if rung <= Rung.LINE:
        return works[place : place + 1]
    first, behind = works[place], place + 1
    since = days.since(first, rung)
    while behind < len(works) and works[behind].is_current == first.is_current:
        if days.of(works[behind]) < since:
            break
        behind += 1
    return works[place:behind]


def _fitting(group: Sequence[Work], rung: Rung, days: _Days, room: float, section: str) -> Entry | None:
    """The entry of these pieces; on the last rung of as many as fit, the newest. None where there is no room."""
    entry = _entry(group, rung, days)
    if _cost(entry, section) <= room:
        return entry
    least, most = 0, len(group) if rung is Rung.MONTH else 1
    while most - least > 1:
        middle = (least + most) // 2
        is_fitting = _cost(_entry(group[:middle], rung, days), section) <= room
        least, most = (middle, most) if is_fitting else (least, middle)
    return _entry(group[:least], rung, days) if least else None


def _cost(entry: Entry, section: str) -> int:
    heading = 0 if entry.section == section else _bytes(_heading(entry.section)) + 1
    return heading + _bytes(entry.text) + 1


# ---------------------------------------------------------------- one entry


def _entry(works: Sequence[Work], rung: Rung, days: _Days) -> Entry:
    if rung is Rung.FULL:
        text = _full(works[0], days.tz)
    elif rung is Rung.LINE:
        text = _line(works[0], days.tz)
    else:
        text = _together(works, rung, days)
    return Entry(days.section(works[0]), rung, tuple(works), text)


def _full(work: Work, tz: tzinfo) -> str:
    head = f"- {_lasted(work, tz)}, session {work.name}, {counted(work.requests, 'request')}"
    lines = [f"{head}, about {work.tokens:,} tokens: {_about(work, Rung.FULL)}"]
    return "\n".join([*lines, *(f"  - {quoted(detail, DETAIL)}" for detail in work.details)])


def _lasted(work: Work, tz: tzinfo) -> str:
    """From when until when; with the zones where the clock was set in between, so that no hour seems to run back."""
    since, until = local(work.start, tz), local(work.end, tz)
    before, after = offset(work.start, tz), offset(work.end, tz)
    if until[:10] == since[:10]:
        until = until[11:]
        if before != after:
            return f"{since} {before} to {until} {after}"
    return since if since.endswith(until) else f"{since} to {until}"


def _line(work: Work, tz: tzinfo) -> str:
    return f"- {local(work.start, tz)} {work.name}, ~{_rough(work.tokens)} tokens: {_about(work, Rung.LINE)}"


def _together(works: Sequence[Work], rung: Rung, days: _Days) -> str:
    tokens = f"~{_rough(sum(work.tokens for work in works))} tokens"
    if len(works) == 1:
        told = f"- {days.range(works)} {works[0].name}, {tokens}"
        return f"{told}: {_about(works[0], rung)}" if _WORDS[rung] and works[0].words else told
    sessions = list(dict.fromkeys(work.name for work in works))
    told = (
        f"- {days.range(works)}: {len(works)} pieces of work in {counted(len(sessions), 'session')}, {tokens}"
    )
    # The largest pieces say most of a day; they are told in the order of time.
    largest = sorted((w for w in works if w.words), key=lambda w: (-w.tokens, -w.start, w.name))[:_NAMED]
    if largest and _WORDS[rung]:
        told += ": " + "; ".join(_about(work, rung) for work in works if work in largest)
    return f"{told} ({', '.join(sessions)})"


def _about(work: Work, rung: Rung) -> str:
    place = f"[{work.project}] " if work.project else ""
    return place + (quoted(work.words, _WORDS[rung]) or "(no words of a person are kept)")


def _rough(tokens: int) -> str:
    """A number of tokens, no more exact than the estimate is."""
    if tokens < 1_000:
        return str(tokens)
    return f"{tokens / 1_000:.0f}k" if tokens < 999_500 else f"{tokens / 1_000_000:.1f}M"


# ---------------------------------------------------------------- days


QUARTER = 900_000
"""Milliseconds."""


class _Days:
    """The days of the person's calendar, and the sections they make."""

    def __init__(self, today: date, tz: tzinfo) -> None:
        self.tz = tz
        yesterday, monday = today - timedelta(days=1), today - timedelta(days=today.weekday())
        self._sections = (
            (today, f"Today, {today}"),
            (yesterday, f"Yesterday, {yesterday}"),
            (monday, f"This week, since {monday}"),
        )
        self._known: dict[int, date] = {}
        """By quarters of an hour: no time zone changes within one."""

    def of(self, work: Work) -> date:
        """The day it was begun."""
        quarter = work.start // QUARTER
        day = self._known.get(quarter)
        if day is None:
            at = datetime.fromtimestamp(quarter * QUARTER // 1_000, UTC)
            day = self._known[quarter] = at.astimezone(self.tz).date()
        return day

    def section(self, work: Work) -> str:
        """The heading it stands under."""
        if work.is_current:
            return "This session"
        day = self.of(work)
        for first, name in self._sections:
            if day >= first:
                return name
        return "Older"

    def since(self, work: Work, rung: Rung) -> date:
        """The first day of what stands in one entry with it."""
        day = first = self.of(work)
        if rung is Rung.WEEK:
            first = day - timedelta(days=day.weekday())
        elif rung is Rung.MONTH:
            first = day.replace(day=1)
        if work.is_current:
            return first
        return max(first, next((begin for begin, _ in self._sections if day >= begin), first))

    def range(self, works: Sequence[Work]) -> str:
        """The days of an entry."""
        first, last = self.of(works[-1]), self.of(works[0])
        return f"{last}" if first == last else f"{first} to {last}"
