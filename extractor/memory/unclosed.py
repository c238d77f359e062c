"""Front matter whose closing line was lost.

Owns what tells it from a text that begins with a rule. Promises that a file which says nothing of the kind is never
taken for one. Never mends it: a person does.
"""

from __future__ import annotations

import re
from itertools import takewhile

from extractor.memory import front_matter

UNCLOSED = "its front matter is not closed: write `---` in a line of its own below its keys"
"""What is wrong, and what to do."""

_KEY = re.compile(r"(?:name|description|metadata)[ \t]*:(?=\s)")
"""A key every memory file of ours or of the client's has."""


def is_unclosed(text: str) -> bool:
    """Whether a file's text begins with front matter that does not end."""
    parts = front_matter.split(text)
    lines = front_matter.lines_of(parts.body)
    if parts.has_block or not lines or lines[0].rstrip() != "---":
        return False
    return any(_KEY.match(line) for line in takewhile(str.strip, lines[1:]))
