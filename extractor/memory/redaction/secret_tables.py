"""Tables: values below a heading that is a secret's name.

Owns how rows are told: Markdown's, those that databases and terminals print, and ones separated by tabs or commas. Promises
to read a bounded number of rows, and none behind a heading that stands there again. Never looks for names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_margins import MARGIN, margin_before
from extractor.memory.redaction.secret_places import is_bare_pass
from extractor.memory.redaction.secret_values import is_drawn, is_made_up, is_unlike_words, looks_secret
from extractor.memory.redaction.secret_words import Name

_AROUND = " \t\r\"'`*"
_LABEL = re.compile(r"[\s\"'`*]*(?:#|[^\W\d_][\w .()#/-]{0,30})?[\s\"'`*]*")
_UNSPACED = re.compile(r"\"?[^\W\d_][\w.-]{0,30}(?: [\w.-]{1,30}){0,3}\"?\r?")
"""A heading where commas separate, which stand in sentences and code too."""
_RULE = re.compile(r"[-+|:=\u2500-\u257f\s]+")
"""The line below the headings."""
_ENDS = re.compile(rb"[\"'`*\\\] ]{0,40}[|,)?\t\r\n]")
"""What stands behind a heading."""
_MOST_OF_HEADINGS, _MOST_OF_ROW, _MOST_ROWS, _LEAST = 400, 1_000, 200, 8


def may_head(low: bytes, name: Name) -> bool:
    """Whether a name stands where a heading could."""
    return _ENDS.match(low, name.end) is not None and not is_bare_pass(low, name)


def in_column(text: str, name: Name) -> Iterator[Span]:
    """The secrets below a name, where it heads a column."""
    ends = text.find("\n", name.end, name.end + _MOST_OF_HEADINGS)
    if ends < 0:
        return
    margin = margin_before(text, name.start)
    begins = (
        margin.end() if margin else text.rfind("\n", max(0, name.start - _MOST_OF_HEADINGS), name.start) + 1
    )
    if begins < name.start - _MOST_OF_HEADINGS:
        return
    headings = text[begins:ends]
    sign = next((each for each in "|│┃\t," if each in headings), None)
    if sign is not None:
        label = _UNSPACED if sign == "," else _LABEL
        if all(label.fullmatch(cell) for cell in headings.lstrip().split(sign)):
            column = text.count(sign, begins, name.start)
            rows = _rows(text, ends + 1, has_margin=margin is not None)
            below = "│" if sign == "┃" else sign
            yield from _below(text, rows, headings.split(sign), below, column, name.kind)


def _rows(text: str, at: int, has_margin: bool) -> Iterator[tuple[int, int]]:
    """Where the rows below a heading begin and end, behind what a viewer or a quotation puts before each."""
    for _ in range(_MOST_ROWS):
        end = text.find("\n", at, at + _MOST_OF_ROW)
        last = end if end >= 0 else min(len(text), at + _MOST_OF_ROW)
        margin = MARGIN.match(text, at, last) if has_margin else None
        yield (margin.end() if margin else at), last
        if end < 0:
            return
        at = end + 1


def _below(
    text: str, rows: Iterator[tuple[int, int]], headings: list[str], sign: str, column: int, kind: str
) -> Iterator[Span]:
    for at, end in rows:
        row = text[at:end]
        cells = row.split(sign)
        if len(cells) == len(headings) and cells[column] != headings[column]:
            value = cells[column].strip(_AROUND)
            if _is_odd(value) and looks_secret(value, False, kind):
                begins = text.index(value, at + sum(map(len, cells[:column])) + column)
                yield Span(begins, begins + len(value), kind)
        elif not _RULE.fullmatch(row):
            return


def _is_odd(value: str) -> bool:
    """Whether what stands in a cell is one word that is unlike any, for most cells hold words."""
    if len(value) < _LEAST or any(map(str.isspace, value)) or not is_unlike_words(value):
        return False
    return is_made_up(value) or is_drawn(value)
