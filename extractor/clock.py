"""The machine's clock and time zone, handed to everything that needs the time.

Owns the two readings. Promises milliseconds UTC and the zone the person lives in. Never sleeps.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, date, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from extractor.domain import Milliseconds

LOCALTIME = "/etc/localtime"
"""Where a system keeps the rules of its time zone (tzfile(5))."""


def now_ms() -> Milliseconds:
    """Now."""
    return Milliseconds(time.time_ns() // 1_000_000)


def local_zone() -> tzinfo:
    """The machine's time zone with its rules, so that a day of last summer is reckoned in summer time.

    Where the rules are not found, today's offset.
    """
    return _zone(os.environ.get("TZ", ""))


@cache
def _zone(named: str) -> tzinfo:
    try:
        if named:
            return ZoneInfo(named.removeprefix(":"))
        with open(LOCALTIME, "rb") as rules:
            return ZoneInfo.from_file(rules)
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
