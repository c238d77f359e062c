"""Margins: what viewers, searches and comparisons write before each line, and what stands on the next line without it.

Owns the forms of margins: numbers, a file's name and a number, marks of a quotation, a change or a comment. Promises to
look at a bounded number of lines below a name, and only where a name ends its line. Never judges a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.bared import Bared, Instead, without

MARGIN = re.compile(
    r"[ \t]{0,12}(?:(?:[\w./@-]{1,120}?[:-])?L?\d{1,6}(?:→|[ \t]{0,2}[│|]|\t|[:-])|[>+#-]|//)"
)
_EACH = re.compile(f"^{MARGIN.pattern}", re.MULTILINE)
"""It is the same kind of sign on each line, though a search writes another one before lines beside those it found."""
_NAME_ENDS = re.compile(rb"[^a-z0-9\r\n]{0,16}\r?\n")
"""What stands behind a name whose value may be on the next line."""
_MOST_BEHIND = 18
_OPEN = ('":"', '": "')
"""Before a string in JSON."""
_MOST_BEFORE, _MOST_BELOW, _MOST_LINES = 200, 900, 6
"""Characters of a line before a name, of the lines below it, and how many of these are looked at."""


def may_go_on(low: bytes, end: int) -> bool:
    """Whether a name that ends there ends its line, so that the value may stand on the next. `low`: as bytes."""
    return low.find(b"\n", end, end + _MOST_BEHIND) >= 0 and _NAME_ENDS.match(low, end) is not None


def _line_begins(text: str, at: int) -> int:
    """Where the line with this place begins, as far back as one looks."""
    return text.rfind("\n", max(0, at - _MOST_BEFORE), at) + 1


def margin_before(text: str, at: int) -> re.Match[str] | None:
    """The margin of the line with this place, or of the string of JSON whose first line it is."""
    begins = _line_begins(text, at)
    if begins == 0 and at > _MOST_BEFORE:
        begins = at - _MOST_BEFORE
    elif margin := MARGIN.match(text, begins, at):
        return margin
    for sign in _OPEN:
        string = text.rfind(sign, begins, at)
        if string >= 0 and (margin := MARGIN.match(text, string + len(sign), at)):
            return margin
    return None


def below_margin(text: str, at: int) -> Bared | None:
    """The line with this place and some below it without their margins. None where they have none."""
    first = margin_before(text, at)
    if first is None:
        return None
    stop = at + _MOST_BELOW
    margins = [(*first.span(), ""), *_margins(text, text.find("\n", at, stop) + 1, stop)]
    if len(margins) < 2:
        return None
    ends = text.find("\n", margins[-1][1], stop) + 1
    return without(text, first.start(), ends or min(len(text), stop), margins)


def unmargined(text: str, at: int) -> Bared | None:
    """The whole text without the margins of its lines, where the line with this place has one."""
    if margin_before(text, at) is None:
        return None
    return without(text, 0, len(text), [(*margin.span(), "") for margin in _EACH.finditer(text)])


def _margins(text: str, at: int, ends: int) -> Iterator[Instead]:
    """The margins of the lines from the one that begins there on, up to one without."""
    for _ in range(_MOST_LINES):
        margin = MARGIN.match(text, at, ends)
        if margin is None:
            return
        yield *margin.span(), ""
        at = text.find("\n", margin.end(), ends) + 1
        if at == 0:
            return
