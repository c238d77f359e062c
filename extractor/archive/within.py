"""Messages that hold something in the midst of a word, read one by one: the index knows whole words.

Owns the reading. Promises that it is bounded, however much was said. Never decides what is looked for within words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from extractor.archive.begun import Begun
from extractor.archive.database import Database, Value
from extractor.archive.standing import as_int
from extractor.memory.redaction.placeholders import FORGOTTEN, PRIVATE
from extractor.recall.query import Term
from extractor.recall.within import held

MOST = 20_000
"""Messages that are read, the newest: of what was said, not of what tools were given or gave."""

MOST_PASSED = 200_000
"""Rows among which those are looked for."""

MOST_CHARACTERS = 30_000_000
"""Characters that are read."""


def within(
    db: Database,
    terms: Collection[Term],
    bounds: tuple[int, int],
    where: str = "",
    values: Sequence[Value] = (),
    enough: int = MOST,
) -> dict[Term, Begun]:
    """The messages between two rows that hold the terms; `enough`: how many of each end the search.

    `where`: conditions on `m`, each led in by AND.
    """
    rows: dict[Term, list[int]] = {term: [] for term in terms}
    low, high = max(bounds[0], bounds[1] - MOST_PASSED + 1), bounds[1]
    at, count, characters, is_all = high + 1, 0, 0, low == bounds[0]
    for row, text in (
        db.each(
            f"""SELECT m.id, m.text FROM messages m WHERE m.id BETWEEN ? AND ? AND m.kind IN ('text', 'summary')
            AND m.text NOT IN ('{FORGOTTEN}', '{PRIVATE}')
            {where} ORDER BY m.id DESC LIMIT ?""",
            (low, high, *values, MOST),
        )
        if terms
        else ()
    ):
        at, count, characters = as_int(row), count + 1, characters + len(str(text))
        for term in held(str(text), terms):
            rows[term].append(at)
        if characters >= MOST_CHARACTERS or all(len(found) >= enough for found in rows.values()):
            is_all = False
            break
    is_all = is_all and count < MOST
    return {term: Begun(tuple(found), at, is_all) for term, found in rows.items()}
