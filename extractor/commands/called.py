"""What a client tells a command it calls by itself: JSON on standard input.

Owns the reading of it. Promises that only the working directory is taken from it. Never fails on what it says.
"""

from __future__ import annotations

import json
import os
from typing import TextIO

MOST_READ = 1_000_000
"""Characters of it that are read."""


def enter(told: TextIO) -> None:
    """Go to the working directory a client names as `cwd`; stay where it names none. Raises OSError."""
    if told.isatty():
        return
    try:
        given = json.loads(told.read(MOST_READ) or "{}")
    except (ValueError, RecursionError):
        return
    cwd = given.get("cwd") if isinstance(given, dict) else None
    if isinstance(cwd, str) and cwd.startswith("/"):
        os.chdir(cwd)
