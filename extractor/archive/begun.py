"""Messages in which a word begins as somebody typed it, read one by one where the index cannot say.

Owns the reading of what the index brings up for a beginning. Promises that it is bounded, however often words of
the same stem were said. Never decides how a beginning is looked for.
"""

from __future__ import annotations

from typing import NamedTuple

from extractor.archive.closeup import is_exact, told
from extractor.archive.database import Database
from extractor.archive.standing import as_int
from extractor.archive.stems import opened
from extractor.recall.beginnings import begins
from extractor.recall.query import Term
from extractor.recall.within import times

MOST = 20_000
"""Messages that are read for one beginning, the newest."""

MOST_CHARACTERS = 30_000_000
"""Characters that are read for one beginning."""


class Begun(NamedTuple):
    """What was found for the beginning of a word."""

    rows: tuple[int, ...]
    """Messages with a word that begins so, the newest first."""
    oldest: int
    """The row down to which all were read."""
    is_all: bool
    """Nothing was left unread."""


def is_settled(db: Database, term: Term) -> bool:
    """Whether the index alone can say which messages hold a term: no doubtful word was ever said."""
    if is_exact(term):
        return True
    sql = "SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? LIMIT 1"
    return db.row(sql, (opened(term).doubtful,)) is None


def begun(db: Database, term: Term, low: int, high: int, enough: int = MOST) -> Begun:
    """The messages between two rows with a word that begins so; `enough`: how many end the search."""
    rows: list[int] = []
    at, count, characters = high + 1, 0, 0
    for row, text in db.each(
        """SELECT f.row, m.text FROM (SELECT rowid AS row FROM messages_fts WHERE messages_fts MATCH ?
           AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?) f CROSS JOIN messages m ON m.id = f.row""",
        (told(term), low, high, MOST),
    ):
        at, count, characters = as_int(row), count + 1, characters + len(str(text))
        if begins(str(text), term):
            rows.append(at)
        if len(rows) >= enough or characters >= MOST_CHARACTERS:
            return Begun(tuple(rows), at, is_all=False)
    return Begun(tuple(rows), at, is_all=count < MOST)


def holds(db: Database, row: int, term: Term) -> bool:
    """Whether a message holds a term, a word that begins so where it is a beginning."""
    if term.is_within:
        text = db.row("SELECT text FROM messages WHERE id = ?", (row,))
        return text is not None and times(str(text[0]), term) > 0
    sql = """SELECT m.text FROM messages_fts f CROSS JOIN messages m ON m.id = f.rowid
             WHERE messages_fts MATCH ? AND f.rowid = ?"""
    found = db.row(sql, (told(term), row))
    return found is not None and (is_exact(term) or begins(str(found[0]), term))
