"""What a client tells a command it calls by itself: JSON on standard input.

Owns the reading of it. Promises that only the working directory and why a session begins are taken from it, and that a
pipe nobody closes holds up no session. Never fails on what it says.
"""

from __future__ import annotations

import json
import os
import select
import time
from typing import TextIO

MOST_READ = 1_000_000
"""Bytes of it that are read."""

WITHIN = 1.0
"""Seconds it is waited for: a client writes it at once, and whoever else calls the command may never close the pipe."""

_PART = 65_536


def enter(told: TextIO) -> str:
    """Go to the working directory a client names as `cwd`; stay where it names none.

    Returns why the session begins, the client's `source`: startup, resume, clear, compact or fork; empty where
    it does not say. Raises OSError where the directory cannot be entered.
    """
    if told.isatty():
        return ""
    given = _read(told.fileno())
    if not isinstance(given, dict):
        return ""
    cwd, source = given.get("cwd"), given.get("source")
    if isinstance(cwd, str) and cwd.startswith("/"):
        os.chdir(cwd)
    return source if isinstance(source, str) else ""


def _read(number: int) -> object:
    """The JSON that stands behind a descriptor, once it is whole; None where it is none, or is not whole in time."""
    said, until = b"", time.monotonic() + WITHIN
    while len(said) < MOST_READ and select.select([number], [], [], max(0.0, until - time.monotonic()))[0]:
        part = os.read(number, _PART)
        said += part
        if not part or said.rstrip().endswith(b"}"):
            try:
                return json.loads(said.decode("utf-8", "surrogateescape"))
            except (ValueError, RecursionError):
                if not part:
                    return None
    return None
