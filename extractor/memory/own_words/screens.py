"""Screens: what was copied out of the window of an agent, or of a terminal.

Owns the marks with which Claude Code draws an agent's words, its calls and their results, and what a server greets with.
Promises to leave lists with the same bullets alone where nothing else of a screen stands beside them. Never does I/O.
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
_GREETS = re.compile(
    r"\s*(?:Welcome to (?:Ubuntu|Debian|Fedora|Alpine|openSUSE)\b|\* (?:Documentation|Management|Support): +https?://"
    r"|System information as of )"
)
"""How a server begins to greet who logs in (Ubuntu's `update-motd`)."""
_GREETED = re.compile(
    r"\s*(?:\* (?:Documentation|Management|Support): |System information as of "
    r"|(?:System load|Usage of /|Memory usage|Swap usage|Processes|Users logged in):"
    r"|(?:\d+ |no )?(?:additional |security )*updates? can(?:not)? be (?:applied|installed)|Expanded Security Maintenance"
    r"|To see these additional updates|Enable ESM Apps|Learn more about enabling ESM|\*{3} System restart required"
    r"|\* (?:Strictly confined|Introducing) |https://ubuntu\.com/|Last login: )",
    re.IGNORECASE,
)
"""The lines it goes on with, other text between them."""


def screen(lines: Lines, number: int) -> int:
    """An agent's words with what is set in below them, where one of the lines is surely drawn."""
    if not _SPOKEN.match(lines[number]) or (number and _SPOKEN.match(lines[number - 1])):
        return number  # with the line above it was looked at already
    end, is_sure = number, False
    while end < len(lines) and (is_sure or end < number + _FAR) and _DRAWN.match(lines[end]):
        is_sure = is_sure or _SURE.match(lines[end]) is not None
        end += 1
    return end if is_sure else number


def banner(lines: Lines, number: int) -> int:
    """What a server greets with who logs in, up to the last of its lines: programs write it, with blank lines between."""
    if not _GREETS.match(lines[number]):
        return number
    near = range(number, min(number + _FAR, len(lines)))
    return max((n for n in near if _GREETED.match(lines[n])), default=number) + 1
