"""The machine's clock and time zone, handed to everything that needs the time.

Owns the two readings. Promises milliseconds UTC and the zone the person lives in. Never sleeps.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

from extractor.domain import Milliseconds

LOCALTIME = Path("/etc/localtime")
"""Where a system keeps the rules of its time zone (tzfile(5))."""
EARLIEST = Milliseconds(1_767_225_600_000)
"""2026-01-01 UTC: a clock before it was not set."""
_Stamp = tuple[int, int, int]


def now_ms() -> Milliseconds:
    """Now."""
    return Milliseconds(time.time_ns() // 1_000_000)


def local_zone() -> tzinfo:
    """The machine's time zone with its rules, so that a day of last summer is reckoned in summer time.

    Where the rules are not found, today's offset. What it returns follows the machine: a service outlives a journey.
    """
    return zone_of(os.environ.get("TZ", ""))


def zone_of(named: str) -> tzinfo:
    """The zone of a process on this machine, by its variable TZ; empty where it has none."""
    return _zone(named) if named else LocalZone(LOCALTIME)


class LocalZone(tzinfo):
    """The zone whose rules a file holds at each moment; today's offset while it holds none."""

    def __init__(self, rules: Path) -> None:
        self._rules = rules

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        """The offset at a moment."""
        return self._now().utcoffset(at)

    def dst(self, at: datetime | None) -> timedelta | None:
        """How much of the offset is summer time."""
        return self._now().dst(at)

    def tzname(self, at: datetime | None) -> str | None:
        """The zone's short name at a moment."""
        return self._now().tzname(at)

    def fromutc(self, at: datetime) -> datetime:
        """The local time of a moment that is told in UTC."""
        now = self._now()
        return now.fromutc(at.replace(tzinfo=now)).replace(tzinfo=self)

    def _now(self) -> tzinfo:
        try:
            stat = os.stat(self._rules)
        except OSError:
            return _offset()
        return _rules(self._rules, (stat.st_dev, stat.st_ino, stat.st_mtime_ns))


@lru_cache(maxsize=8)
def _rules(path: Path, _stamp: _Stamp) -> tzinfo:
    """The rules in a file, read anew whenever it is another one."""
    try:
        with open(path, "rb") as file:
            return ZoneInfo.from_file(file)
    except (OSError, ValueError):
        return _offset()


@lru_cache(maxsize=8)
def _zone(named: str) -> tzinfo:
    try:
        return ZoneInfo(named.removeprefix(":"))
    except (OSError, ValueError, LookupError):
        return _offset()


def _offset() -> tzinfo:
    try:
        return datetime.now(UTC).astimezone().tzinfo or UTC
    except ValueError:  # a day or more: there is no such zone
        return UTC


def today() -> date:
    """The date where the person is."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).astimezone(local_zone()).date()
