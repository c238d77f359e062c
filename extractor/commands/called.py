"""What a client tells a command it calls by itself: JSON on standard input.

Owns the reading of it. Promises that only the working directory and why a session begins are taken from it.
Never fails on what it says.
"""

from __future__ import annotations

import json
import os
from typing import TextIO

MOST_READ = 1_000_000
"""Characters of it that are read."""


def enter(told: TextIO) -> str:
    """Go to the working directory a client names as `cwd`; stay where it names none.

    Returns why the session begins, the client's `source`: startup, resume, clear, compact or fork; empty where
    it does not say. Raises OSError where the directory cannot be entered.
    """
    if told.isatty():
        return ""
    try:
        given = json.loads(told.read(MOST_READ) or "{}")
    except (ValueError, RecursionError):
        return ""
    if not isinstance(given, dict):
        return ""
    cwd, source = given.get("cwd"), given.get("source")
    if isinstance(cwd, str) and cwd.startswith("/"):
        os.chdir(cwd)
    return source if isinstance(source, str) else ""
