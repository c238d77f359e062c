"""How a moment is written.

Owns the forms for people, for programs and for models. Promises that every number of milliseconds has all of them.
Pure: never asks what time it is, nor where.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, tzinfo

from extractor.domain import Milliseconds

_LATEST = 253_402_128_000_000
"""A day before the year 10000, so that every zone can tell it."""

_UNITS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"))


def local(at: Milliseconds, tz: tzinfo) -> str:
    """For people, where they are, to the minute: `2026-03-02 10:14`."""
    return _utc(at).astimezone(tz).strftime("%Y-%m-%d %H:%M")


def offset(at: Milliseconds, tz: tzinfo) -> str:
    """How far the clock where a person is was from UTC then: `+0100`."""
    return f"{_utc(at).astimezone(tz):%z}"


def utc(at: Milliseconds) -> str:
    """For models, where no place is known, to the minute: `2026-03-02 09:14Z`."""
    return f"{_utc(at):%Y-%m-%d %H:%M}Z"


def with_weekday(at: Milliseconds, tz: tzinfo) -> str:
    """For models that read "by Friday", where the person is: `Monday 2026-03-02 10:14 +0100`."""
    return f"{_utc(at).astimezone(tz):%A %Y-%m-%d %H:%M %z}"


def iso(at: Milliseconds) -> str:
    """For programs, in `--json` as in a memory file: `2026-03-02T09:14:05.120Z`."""
    return f"{_utc(at):%Y-%m-%dT%H:%M:%S}.{_told(at) % 1000:03d}Z"


def of_iso(text: str) -> Milliseconds:
    """The moment that `iso` wrote."""
    return Milliseconds(round(datetime.fromisoformat(text).timestamp() * 1000))


def midnight(now: Milliseconds, tz: tzinfo) -> Milliseconds:
    """When the day of a moment began where the person is; the first time where the clock shows it twice."""
    day = datetime.fromtimestamp(now / 1000, UTC).astimezone(tz).date()
    return Milliseconds(int(datetime.combine(day, time(), tz).timestamp() * 1000))


def ago(age: int) -> str:
    """How long ago it was, from milliseconds, in the largest unit that fits: `3 h ago`."""
    for size, unit in _UNITS:
        if age >= size:
            return f"{age // size} {unit} ago"
    return "just now"


def _utc(at: Milliseconds) -> datetime:
    return datetime.fromtimestamp(_told(at) // 1000, UTC)


def _told(at: Milliseconds) -> int:
    """The nearest moment that can be told."""
    return min(max(at, 0), _LATEST)
