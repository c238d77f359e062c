"""Options in a table: what a message puts up for choice row by row.

Owns which table is one of options, and the name each row gives its option. Promises names as they stand in the
message, and none from a row that says more than its name tells. Takes time linear in the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import NOT, NOT_PICTURED, SHORT_NOT

_HEADS = frozenset(
    {"option", "options", "choice", "choices", "approach", "approaches", "alternative", "alternatives"}
)
"""How the first column of a table of options is headed."""
_RULE = re.compile(r"[|:\- \t]+")
_KEY = re.compile(r"(?:option[ \t]+)?(?P<key>\d{1,2}|[a-h])(?:[.):][ \t]+(?P<name>\S.*))?", re.IGNORECASE)
_FENCE = ("```", "~~~")
_LIMITS = Expression(
    rf"\b(?:{NOT}|ne|non|cannot|without|only|unless|until|except|if|but|ohne|nur|außer|wenn|aber|sin|solo|sólo|salvo|si|pero"
    rf"|sans|sauf|mais|senza)\b|{SHORT_NOT}|[不别没]|只"
    rf"|[{NOT_PICTURED}]"
)
"""What takes back or limits what stands beside it."""


def tabled(message: str) -> dict[str, str]:
    """The options of the last table of a message, by key in lower case; empty where it is none of options.

    Its first column is headed so, its keys run on from 1 or A, and it stands in no block of code. A row that says
    "not", "only" or the like beside its name has no name: without the rest it would say something else.
    """
    tables = list(_tables(message))
    if not tables or len(tables[-1]) < 4 or "<!--" in message:
        return {}
    head, rule, *rows = tables[-1]
    if not _RULE.fullmatch(rule) or not {cell.strip("* ").lower() for cell in _cells(head)[:2]} & _HEADS:
        return {}
    read = [_option(_cells(row)) for row in rows]
    keys = [key for key, _ in read]
    runs_on = keys in (
        [str(n) for n in range(1, len(keys) + 1)],
        [chr(ord("a") + n) for n in range(len(keys))],
    )
    return {key: name for key, name in read if name and name in message} if runs_on else {}


def _tables(message: str) -> Iterator[list[str]]:
    """The lines of each table outside of code."""
    fenced, table = False, list[str]()
    for line in message.split("\n"):
        bare = line.strip()
        if bare.startswith(_FENCE):
            fenced = not fenced
        is_row = bare.startswith("|") and bare.endswith("|") and len(bare) > 2 and not fenced
        if is_row:
            table.append(bare)
        elif table:
            yield table
            table = []
    if table:
        yield table


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row[1:-1].split("|")]


def _option(cells: list[str]) -> tuple[str, str]:
    """Key and name of a row; the name empty where the row says more than it."""
    match = _KEY.fullmatch(_bare(cells[0]))
    if match is None:
        return "", ""
    inside, rest = match["name"], cells[1:]
    if inside is None:
        if not rest:
            return "", ""
        inside, rest = _bare(rest[0]), rest[1:]
    is_whole = not _LIMITS.search(" ".join(rest)) and "*" not in inside
    return match["key"].lower(), inside if is_whole else ""


def _bare(cell: str) -> str:
    """A cell without the marks around all of it."""
    return cell[2:-2].strip() if len(cell) > 4 and cell.startswith("**") and cell.endswith("**") else cell
