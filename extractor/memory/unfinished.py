"""What keeps a memory file from being read as it is meant, until a person ends or mends it.

Owns what tells front matter whose closing line was lost or whose lines end as they did on old Macs, and a merge
that waits for an answer, from other text.
Promises that a file which says nothing of the kind is never taken for one. Never mends it: a person does.
"""

from __future__ import annotations

import re
from itertools import takewhile

from extractor.memory import front_matter
from extractor.memory.front_matter import lines_of

UNCLOSED = "its front matter is not closed: write `---` in a line of its own below its keys"
CONFLICT = (
    "it holds an open merge conflict: choose between its sides and take out the lines `<<<<<<<` to `>>>>>>>`"
)
OLD_ENDS = (
    "its lines end as those of old Macs did, so its front matter is not read: save it with Unix line ends"
)
"""What is wrong, and what to do."""

_KEY = re.compile(r"(?:name|description|metadata)[ \t]*:(?=\s)")
"""A key every memory file of ours or of the client's has."""
_OLD_FRONT = re.compile(rf"{front_matter.BOM}?---[ \t]*\r[^\r]*:")
"""What has a carriage return alone for an end of line, with a key below it."""
_SIDES = re.compile(
    r"^<{7}(?: .*)?\r?\n(?:(?!<{7}|={7}\r?$|>{7}).*\n)*={7}\r?\n(?:(?!<{7}|={7}\r?$|>{7}).*\n)*>{7}(?: .*)?$",
    re.MULTILINE,
)


def unfinished(text: str) -> str | None:
    """What a person has to end in a file's text before anything is written to it; None where nothing."""
    if has_conflict(text):
        return CONFLICT
    if _OLD_FRONT.match(text) and "\n" not in text:
        return OLD_ENDS
    return UNCLOSED if is_unclosed(text) else None


def is_unclosed(text: str) -> bool:
    """Whether a file's text begins with front matter that does not end."""
    parts = front_matter.split(text)
    lines = lines_of(parts.body)
    if parts.has_block or not lines or lines[0].rstrip() != "---":
        return False
    return any(_KEY.match(line) for line in takewhile(str.strip, lines[1:]))


def has_conflict(text: str) -> bool:
    """Whether version control left both sides of a merge in a file's text."""
    return "<<<<<<<" in text and _SIDES.search(text) is not None
