"""One query over one scope, as the text index is asked.

Owns the questions put to the index. Promises that what a query costs is bounded by its plan, not by how often
its words were ever said. Never decides the order of what is found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from extractor.archive.begun import Begun, begun, holds, is_settled
from extractor.archive.closeup import CloseUp, all_of, any_of, told
from extractor.archive.database import Database
from extractor.archive.scope import Scope, conditions
from extractor.archive.standing import as_int
from extractor.archive.within import within
from extractor.memory.redaction.placeholders import FORGOTTEN, PRIVATE
from extractor.recall.meaning import Kin
from extractor.recall.plan import COUNTED, WEIGHED, Plan, planned, weight
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
        asked = (*query.wanted, *(each.term for each in kin))
        inside = [term for term in asked if term.is_within]
        self._begun = within(db, inside, bounds, self._where, self._values) | self._held(query.wanted)
        """Messages that hold what stands in words or begins them, of which the index alone cannot say where it is."""
        self._left_out = self._held(query.excluded) | {
            term: Begun((), self._high + 1, is_all=False) for term in query.excluded if term.is_within
        }
        self.counts = {term: self._count(term) for term in query.wanted}
        near = [each.term for each in kin if each.term.is_within or self._is_bounded(each.term)]
        self._begun |= self._held(near)
        self.counts |= {term: self._count(term) for term in near}
        self.kin = tuple(each for each in kin if self.counts.get(each.term))
        """Words near to those of the query that were ever said."""

    def _held(self, terms: Iterable[Term]) -> dict[Term, Begun]:
        """Of beginnings; what must not stand in a word is looked for in each message that is found."""
        return {
            term: begun(self._db, term, self._low, self._high)
            for term in terms
            if not term.is_within and not is_settled(self._db, term)
        }

    def _count(self, term: Term) -> int:
        """Messages that hold a term; where they are many, told from how densely they stand."""
        if (known := self._begun.get(term)) is not None:
            read = max(1, self._high - known.oldest + 1)
            return len(known.rows) if known.is_all else len(known.rows) * self.span // read
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
        if any(term.is_within for term in needed):
            return self._holding_phrases(most)
        if needed:
            # All phrases are needed, so the words only say which of many are looked at.
            asked = [[all_of(needed), any_of(terms)]] if terms else []
            found = (row for each in (*asked, [all_of(needed)]) for row in self._newest(each, most))
            return list(dict.fromkeys(found))[:most]
        plan = planned(terms, self.counts, self._budget)
        together = self._by_sets(plan, most) if plan.common else []
        # What holds several terms, and what holds a telling one.
        best = _shared(together, self._alone(plan.rare, most), most)
        return list(dict.fromkeys([*best, *self._near(most // 2)])) if self.kin else best

    def _near(self, most: int) -> list[int]:
        """Messages that hold words near to those of the query, or one of its words within others."""
        whole = [each.term for each in self.kin if not each.term.is_within]
        plan = planned(whole, self.counts, self._budget)
        return _shared(self._alone(plan.rare, most), self._inside(most), most)

    def _inside(self, most: int) -> list[int]:
        """Messages that hold words within others, those first that hold what tells most."""
        scores: dict[int, float] = {}
        for term, worth in self.kin:
            for row in self._begun[term].rows if term.is_within else ():
                scores[row] = scores.get(row, 0.0) + worth * weight(self.counts[term], self.span)
        best = sorted(scores, key=lambda row: (-scores[row], -row))[: 2 * most]
        kept = set(self.allowed(best))
        return [row for row in best if row in kept][:most]

    def _holding_phrases(self, most: int) -> list[int]:
        """The newest messages that hold all phrases, of which some may stand within words."""
        inside = [term for term in self._query.phrases if term.is_within]
        rows = set.intersection(*(set(self._begun[term].rows) for term in inside))
        newest = sorted(rows, reverse=True)[:WEIGHED]
        whole = self._newest([all_of(self._query.phrases)], most)
        return sorted(self.allowed({*newest, *whole}), reverse=True)[:most]

    def _alone(self, rare: Sequence[Term], most: int) -> list[int]:
        """Messages that hold any of the terms, ranked by the index as far as it knows where they stand."""
        known = [term for term in rare if term not in self._begun]
        begun = [self._newest([told(term)], most, [term]) for term in rare if term in self._begun]
        newest = sorted({row for rows in begun for row in rows}, reverse=True)
        return _shared(self._ranked(any_of(known), most) if known else [], newest, most)

    def _by_sets(self, plan: Plan, most: int) -> list[int]:
        """Messages that hold several terms; where there is but one and that is common, the newest with it."""
        rows: dict[int, None] = {}
        for held in plan.sets:
            if len(rows) >= most:
                break
            rows |= dict.fromkeys(self._shortest(held, most))
        for term in () if plan.rare else plan.common:
            if len(rows) < most:
                rows |= dict.fromkeys(self._newest([told(term)], most, [term]))
        return list(rows)

    def _shortest(self, held: Sequence[Term], most: int) -> list[int]:
        newest = self._newest([all_of(held)], WEIGHED, held)
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

    def _newest(self, expressions: Sequence[str], most: int, held: Sequence[Term] = ()) -> list[int]:
        """`held`: terms of which each message must hold those the index cannot tell."""
        return self._rows(expressions, "messages_fts.rowid DESC", most, held)

    def _rows(
        self, expressions: Sequence[str], order: str, most: int, held: Sequence[Term] = ()
    ) -> list[int]:
        match = " AND ".join(expressions)
        told_out = [term for term in self._query.excluded if term not in self._left_out]
        if told_out:
            match = f"({match}) NOT {any_of(told_out)}"
        among = [self._begun[term].rows for term in held if term in self._begun]
        lists = [*among, *(each.rows for each in self._left_out.values())]
        # The plus keeps SQLite from asking the index anew for each row.
        read = "".join(
            f" AND +messages_fts.rowid {'IN' if number < len(among) else 'NOT IN'} (SELECT value FROM json_each(?))"
            for number in range(len(lists))
        )
        join = "JOIN messages m ON m.id = messages_fts.rowid" if self._where else ""
        found = self._db.rows(
            f"""SELECT messages_fts.rowid FROM messages_fts {join} WHERE messages_fts MATCH ?
                AND messages_fts.rowid BETWEEN ? AND ? {read} {self._where} ORDER BY {order} LIMIT ?""",
            (match, self._low, self._high, *map(json.dumps, lists), *self._values, most),
        )
        return [row for (one,) in found if self._is_free(row := as_int(one))]

    def _is_free(self, row: int) -> bool:
        """Whether a message holds no beginning that is left out, where not all that may hold it were read."""
        return not any(
            not known.is_all and row < known.oldest and holds(self._db, row, term)
            for term, known in self._left_out.items()
        )

    def allowed(self, rows: Iterable[int]) -> list[int]:
        """Those of the rows that lie in the scope and hold all that is needed, nothing that is excluded."""
        kept = sorted(row for row in rows if self._low <= row <= self._high)
        if self._where:
            sql = f"SELECT count(*) FROM messages m WHERE m.id = ? {self._where}"
            kept = [row for row in kept if self._db.number(sql, (row, *self._values))]
        for term in self._query.phrases:
            kept = [row for row in kept if holds(self._db, row, term)]
        for term in self._query.excluded:
            kept = [row for row in kept if not holds(self._db, row, term)]
        return kept


def _shared(first: Sequence[int], second: Sequence[int], most: int) -> list[int]:
    """Rows of both, so many together; where both are many each has its half."""
    return list(dict.fromkeys([*first[: max(most // 2, most - len(second))], *second]))[:most]


def _find_nothing_said(terms: Sequence[Term]) -> bool:
    """Whether one of the terms finds what stands for words that were taken out: there may be thousands of those."""
    with CloseUp() as closer:
        return any(closer.counts(terms, [(1, (FORGOTTEN, "")), (2, (PRIVATE, ""))]))
