"""Screens: what was copied out of the window of an agent.

Owns the marks with which Claude Code draws an agent's words, its calls and their results. Promises to leave lists
with the same bullets alone where nothing else of a screen stands beside them. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.own_words.lines import Lines

_SPOKEN = re.compile(r"\s*[⏺●] ?\S")
_SURE = re.compile(r"\s*[⏺⎿]")
"""A line nobody types: an agent's words on one system, a result."""
_DRAWN = re.compile(r"\s*[⏺●⎿✻✢✽]|[ \t]{2,}|\s*$")
_FAR = 60
"""Lines that are looked at for a sure one."""


def screen(lines: Lines, number: int) -> int:
    """An agent's words with what is set in below them, where one of the lines is surely drawn."""
    if not _SPOKEN.match(lines[number]) or (number and _SPOKEN.match(lines[number - 1])):
        return number  # with the line above it was looked at already
    end, is_sure = number, False
    while end < len(lines) and (is_sure or end < number + _FAR) and _DRAWN.match(lines[end]):
        is_sure = is_sure or _SURE.match(lines[end]) is not None
        end += 1
    return end if is_sure else number
