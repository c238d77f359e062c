"""The machine's clock and time zone, handed to everything that needs the time.

Owns the two readings. Promises milliseconds UTC and the zone the person lives in. Never sleeps.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, tzinfo

from extractor.domain import Milliseconds


def now_ms() -> Milliseconds:
    """Now."""
    return Milliseconds(time.time_ns() // 1_000_000)


def local_zone() -> tzinfo:
    """The machine's time zone."""
    return datetime.now(UTC).astimezone().tzinfo or UTC


def today() -> date:
    """The date where the person is."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).astimezone(local_zone()).date()
