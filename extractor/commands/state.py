"""The state file and the clock, as commands that only look use them.

Owns the opening for reading and today's date. Promises to load nothing an extraction needs. Never writes.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, tzinfo

from extractor.archive.archive import Archive
from extractor.config import Settings
from extractor.domain import Milliseconds

LOCK = "extractor.lock"
"""Name of the instance lock in the state folder."""


def now_ms() -> Milliseconds:
    """The machine's clock."""
    return Milliseconds(time.time_ns() // 1_000_000)


def local_zone() -> tzinfo:
    """The machine's time zone."""
    return datetime.now(UTC).astimezone().tzinfo or UTC


def today() -> date:
    """The date where the person is."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).astimezone(local_zone()).date()


def read_archive(settings: Settings) -> Archive:
    """The state file, for reading only. Raises StoreFailed when there is none or it is damaged."""
    return Archive.open_readonly(settings.state_dir)
