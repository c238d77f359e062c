"""Lines of a message as forms of paste are looked for in them.

Owns where a paragraph and a run of one form end, and how a time and a day are written. Promises time linear in the
lines it passes. Never judges what a line is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Lines = Sequence[str]

TIME = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp]\.?[Mm]\.?)?"
"""A time of the day, as machines write it."""
DAY = r"(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})"
"""A date, as machines write it."""


def paragraph_end(lines: Lines, number: int) -> int:
    """The number of the next blank line, or of the end."""
    while number < len(lines) and lines[number].strip():
        number += 1
    return number


def run(lines: Lines, number: int, form: re.Pattern[str]) -> int:
    """The number of the first line from here that has not this form."""
    while number < len(lines) and form.match(lines[number]):
        number += 1
    return number
