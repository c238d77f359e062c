"""One query over one scope, as the text index is asked.

Owns the questions put to the index. Promises that what a query costs is bounded by its plan, not by how often
its words were ever said. Never decides the order of what is found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from extractor.archive.closeup import CloseUp, all_of, any_of, told
from extractor.archive.database import Database
from extractor.archive.scope import Scope, conditions
from extractor.archive.standing import as_int
from extractor.memory.placeholders import FORGOTTEN, PRIVATE
from extractor.recall.meaning import Kin
from extractor.recall.plan import COUNTED, WEIGHED, Plan, planned
from extractor.recall.query import Query, Term


class IndexQuery:
    """One query over one scope, as the index is asked."""

    def __init__(
        self,
        db: Database,
        query: Query,
        scope: Scope,
        bounds: tuple[int, int],
        budget: int,
        kin: Sequence[Kin] = (),
    ) -> None:
        self._db = db
        self._budget = budget
        self._query = query
        self._low, self._high = bounds
        self.span = max(1, self._high - self._low + 1)
        """Rows that are searched, or a few more."""
        self._where, self._values = conditions(scope)
        if _find_nothing_said((*query.wanted, *(each.term for each in kin))):
            self._where += f" AND m.text NOT IN ('{FORGOTTEN}', '{PRIVATE}')"
        self.counts = {term: self._count(term) for term in query.wanted}
        self.counts |= {each.term: self._count(each.term) for each in kin if self._is_bounded(each.term)}
        self.kin = tuple(each for each in kin if self.counts.get(each.term))
        """Words near to those of the query that were ever said."""

    def _count(self, term: Term) -> int:
        """Messages that hold a term; where they are many, told from how densely they stand."""
        found = self._db.row(
            """SELECT count(*), max(rowid) FROM (SELECT rowid FROM messages_fts WHERE messages_fts MATCH ?
               AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?)""",
            (told(term), self._low, self._high, COUNTED),
        )
        count, last = (as_int(found[0]), as_int(found[1])) if found else (0, 0)
        return count if count < COUNTED else max(count, count * self.span // max(1, last - self._low + 1))

    def _is_bounded(self, term: Term) -> bool:
        """Whether the index goes through few messages for a term: several tokens in a row need a rare one."""
        return len(term.tokens) == 1 or any(self._count(Term((each,))) < COUNTED for each in term.tokens)

    def candidates(self, most: int) -> list[int]:
        """Rows worth a closer look, at most so many."""
        terms, needed = self._query.words, self._query.phrases
        if needed:
            # All phrases are needed, so the words only say which of many are looked at.
            asked = [[all_of(needed), any_of(terms)]] if terms else []
            found = (row for each in (*asked, [all_of(needed)]) for row in self._newest(each, most))
            return list(dict.fromkeys(found))[:most]
        plan = planned(terms, self.counts, self._budget)
        together = self._by_sets(plan, most) if plan.common else []
        alone = self._ranked(any_of(plan.rare), most) if plan.rare else []
        # Where both are many each has its half: what holds several terms, and what holds a telling one.
        best = list(dict.fromkeys([*together[: max(most // 2, most - len(alone))], *alone]))[:most]
        return list(dict.fromkeys([*best, *self._near(most // 2)])) if self.kin else best

    def _near(self, most: int) -> list[int]:
        """Messages that hold words near to those of the query."""
        plan = planned([each.term for each in self.kin], self.counts, self._budget)
        return self._ranked(any_of(plan.rare), most) if plan.rare else []

    def _by_sets(self, plan: Plan, most: int) -> list[int]:
        """Messages that hold several terms; where there is but one and that is common, the newest with it."""
        rows: dict[int, None] = {}
        for held in plan.sets:
            if len(rows) >= most:
                break
            rows |= dict.fromkeys(self._shortest(all_of(held), most))
        for term in () if plan.rare else plan.common:
            if len(rows) < most:
                rows |= dict.fromkeys(self._newest([told(term)], most))
        return list(rows)

    def _shortest(self, expression: str, most: int) -> list[int]:
        newest = self._newest([expression], WEIGHED)
        if len(newest) <= most:
            return newest
        # The index keeps each message's number of tokens, so written that the bytes sort as the numbers do.
        found = self._db.rows(
            """SELECT d.id FROM json_each(?) c CROSS JOIN messages_fts_docsize d ON d.id = c.value
               ORDER BY d.sz, d.id DESC LIMIT ?""",
            (json.dumps(newest), most),
        )
        return [as_int(row) for (row,) in found]

    def _ranked(self, expression: str, most: int) -> list[int]:
        return self._rows([expression], "rank", most)

    def _newest(self, expressions: Sequence[str], most: int) -> list[int]:
        return self._rows(expressions, "messages_fts.rowid DESC", most)

    def _rows(self, expressions: Sequence[str], order: str, most: int) -> list[int]:
        match = " AND ".join(expressions)
        if self._query.excluded:
            match = f"({match}) NOT {any_of(self._query.excluded)}"
        join = "JOIN messages m ON m.id = messages_fts.rowid" if self._where else ""
        found = self._db.rows(
            f"""SELECT messages_fts.rowid FROM messages_fts {join} WHERE messages_fts MATCH ?
                AND messages_fts.rowid BETWEEN ? AND ? {self._where} ORDER BY {order} LIMIT ?""",
            (match, self._low, self._high, *self._values, most),
        )
        return [as_int(row) for (row,) in found]

    def allowed(self, rows: Iterable[int]) -> list[int]:
        """Those of the rows that lie in the scope and hold all that is needed, nothing that is excluded."""
        kept = sorted(row for row in rows if self._low <= row <= self._high)
        if self._where:
            sql = f"SELECT count(*) FROM messages m WHERE m.id = ? {self._where}"
            kept = [row for row in kept if self._db.number(sql, (row, *self._values))]
        if self._query.phrases:
            kept = [row for row in kept if self._holds(row, all_of(self._query.phrases))]
        if self._query.excluded:
            kept = [row for row in kept if not self._holds(row, any_of(self._query.excluded))]
        return kept

    def _holds(self, row: int, expression: str) -> bool:
        sql = "SELECT count(*) FROM messages_fts WHERE messages_fts MATCH ? AND rowid = ?"
        return self._db.number(sql, (expression, row)) > 0


def _find_nothing_said(terms: Sequence[Term]) -> bool:
    """Whether one of the terms finds what stands for words that were taken out: there may be thousands of those."""
    with CloseUp() as closer:
        return any(closer.counts(terms, [(1, (FORGOTTEN, "")), (2, (PRIVATE, ""))]))
