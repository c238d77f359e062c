"""A few texts looked at closely: indexed by themselves, in memory, as the archive's index reads words.

Owns that small index. Promises exact counts of where each term stands, and that nothing of it reaches a
disk. Never knows where the texts came from.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from types import TracebackType

from extractor.archive.stems import TOKENIZER, Stems, either, opened
from extractor.recall.beginnings import begins, written
from extractor.recall.counting import word_counts
from extractor.recall.excerpt import CLOSE, OPEN, bare
from extractor.recall.query import Term, forms
from extractor.recall.ranking import Times
from extractor.recall.within import marked_within, times


class CloseUp:
    """Texts in two halves, by id. To be used in a `with` statement."""

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        self._db.execute(f"CREATE VIRTUAL TABLE texts USING fts5(head, rest, tokenize='{TOKENIZER}')")
        self._stems = Stems(self._db)

    def __enter__(self) -> CloseUp:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def add(self, rows: Iterable[tuple[int, tuple[str, str]]]) -> None:
        """Take texts in: an id and the two halves."""
        self._db.execute("BEGIN")
        self._db.executemany(
            "INSERT INTO texts(rowid, head, rest) VALUES(?, ?, ?)",
            ((row, bare(head), bare(rest)) for row, (head, rest) in rows),
        )
        self._db.execute("COMMIT")

    def counts(
        self, terms: Sequence[Term], rows: Sequence[tuple[int, tuple[str, str]]]
    ) -> list[dict[int, Times]]:
        """How often each term stands in the halves of each text, by id; of phrases and beginnings: once or not."""
        words = word_counts([term for term in terms if not term.is_within], rows, self._stems.of)
        words |= {term: _times_within(term, rows) for term in terms if term.is_within}
        others = [term for term in terms if term not in words]
        if others:
            self.add(rows)
        return [words[term] if term in words else self._holding(term, rows) for term in terms]

    def _holding(self, term: Term, rows: Sequence[tuple[int, tuple[str, str]]]) -> dict[int, Times]:
        def those(column: str) -> set[int]:
            sql = "SELECT rowid FROM texts WHERE texts MATCH ?"
            return {int(row) for (row,) in self._db.execute(sql, (f"{column} : {told(term)}",))}

        head, rest = those("head"), those("rest")
        if not is_exact(term):
            head &= {row for row, (text, _) in rows if begins(text, term)}
            rest &= {row for row, (_, text) in rows if begins(text, term)}
        return {row: (int(row in head), int(row in rest)) for row in head | rest}

    def marked(self, row: int, terms: Sequence[Term]) -> str:
        """A text with its matches between marks."""
        found = self._db.execute("SELECT head || rest FROM texts WHERE rowid = ?", (row,)).fetchone()
        text = str(found[0]) if found else ""
        whole = [term for term in terms if not term.is_within]
        held = [each for term in whole for each in ([term] if is_exact(term) else written(text, term))]
        sql = "SELECT highlight(texts, 0, ?, ?) || highlight(texts, 1, ?, ?) FROM texts WHERE texts MATCH ? AND rowid = ?"
        found = (
            self._db.execute(sql, (OPEN, CLOSE, OPEN, CLOSE, any_of(held), row)).fetchone() if held else None
        )
        marked = str(found[0]) if found else text
        inside = [term for term in terms if term.is_within]
        return marked_within(marked, inside) if inside else marked


def _times_within(term: Term, rows: Sequence[tuple[int, tuple[str, str]]]) -> dict[int, Times]:
    counted = ((row, (times(head, term), times(rest, term))) for row, (head, rest) in rows)
    return {row: found for row, found in counted if any(found)}


def told(term: Term) -> str:
    """A term as the index is asked for it. Tokens hold letters and digits only, so nothing needs escaping.

    Of the beginning of a word more is asked for than begins so, unless it `is_exact`.
    """
    if term.is_prefix:
        return opened(term).asked
    return either([f'"{form}"' for form in forms(" ".join(term.tokens))])


def is_exact(term: Term) -> bool:
    """Whether all that the index may bring up holds the term."""
    return not term.is_prefix or not opened(term).doubtful


def any_of(terms: Iterable[Term]) -> str:
    """Any of the terms."""
    return f"({' OR '.join(map(told, terms))})"


def all_of(terms: Iterable[Term]) -> str:
    """All of the terms."""
    return f"({' AND '.join(map(told, terms))})"
