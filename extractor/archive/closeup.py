"""A few texts looked at closely: indexed by themselves, in memory, as the archive's index reads words.

Owns that small index. Promises exact counts of where each term stands, and that nothing of it reaches a
disk. Never knows where the texts came from.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from types import TracebackType

from extractor.recall.excerpt import CLOSE, OPEN, bare
from extractor.recall.query import Term

TOKENIZER = "porter unicode61 remove_diacritics 2"
"""The archive's own: a word found there is found here."""


class CloseUp:
    """Texts in columns, by id. To be used in a `with` statement."""

    def __init__(self, columns: int = 3) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        names = ", ".join(f"c{number}" for number in range(columns))
        self._marks = ", ".join("?" * (columns + 1))
        self._names = names
        self._db.execute(f"CREATE VIRTUAL TABLE texts USING fts5({names}, tokenize='{TOKENIZER}')")
        self._db.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(texts, instance)")
        self._db.execute(f"CREATE VIRTUAL TABLE asked USING fts5(word, tokenize='{TOKENIZER}')")
        self._db.execute("CREATE VIRTUAL TABLE stems USING fts5vocab(asked, instance)")

    def __enter__(self) -> CloseUp:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def add(self, rows: Iterable[tuple[int, Sequence[str]]]) -> None:
        """Take texts in: an id and one text a column."""
        self._db.execute("BEGIN")
        self._db.executemany(
            f"INSERT INTO texts(rowid, {self._names}) VALUES({self._marks})",
            ((row, *map(bare, texts)) for row, texts in rows),
        )
        self._db.execute("COMMIT")

    def counts(self, terms: Sequence[Term]) -> list[dict[tuple[int, int], int]]:
        """How often each term stands in each text, by id and column; of several tokens in a row: once or not."""
        words = [term for term in terms if len(term.tokens) == 1 and not term.is_prefix]
        self._db.execute("DELETE FROM asked")
        self._db.executemany(
            "INSERT INTO asked(rowid, word) VALUES(?, ?)",
            [(number, words[number].tokens[0]) for number in range(len(words))],
        )
        stems: dict[Term, list[str]] = {}
        for number, stem in self._db.execute("SELECT doc, term FROM stems ORDER BY doc, offset"):
            stems.setdefault(words[int(number)], []).append(str(stem))
        return [
            self._of_word(stems[term][0]) if len(stems.get(term, ())) == 1 else self._of_phrase(term)
            for term in terms
        ]

    def _of_word(self, stem: str) -> dict[tuple[int, int], int]:
        found = self._db.execute("SELECT doc, col, count(*) FROM terms WHERE term = ? GROUP BY 1, 2", (stem,))
        return {(int(row), int(str(column)[1:])): int(times) for row, column, times in found}

    def _of_phrase(self, term: Term) -> dict[tuple[int, int], int]:
        found: dict[tuple[int, int], int] = {}
        for column, name in enumerate(self._names.split(", ")):
            sql = "SELECT rowid FROM texts WHERE texts MATCH ?"
            for (row,) in self._db.execute(sql, (f"{name} : {told(term)}",)):
                found[int(row), column] = 1
        return found

    def marked(self, row: int, terms: Sequence[Term]) -> str:
        """The first column of a text with its matches between marks."""
        sql = "SELECT highlight(texts, 0, ?, ?) FROM texts WHERE texts MATCH ? AND rowid = ?"
        found = self._db.execute(sql, (OPEN, CLOSE, any_of(terms), row)).fetchone() if terms else None
        if found is None:
            found = self._db.execute("SELECT c0 FROM texts WHERE rowid = ?", (row,)).fetchone()
        return str(found[0]) if found else ""


def told(term: Term) -> str:
    """A term as the index is asked for it. Tokens hold letters and digits only, so nothing needs escaping."""
    return f'"{" ".join(term.tokens)}"{"*" if term.is_prefix else ""}'


def any_of(terms: Iterable[Term]) -> str:
    """Any of the terms."""
    return f"({' OR '.join(map(told, terms))})"


def all_of(terms: Iterable[Term]) -> str:
    """All of the terms."""
    return f"({' AND '.join(map(told, terms))})"
