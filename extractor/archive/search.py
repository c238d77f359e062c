"""The search for what was said.

Owns the questions put to the text index and the reading of what stands around a hit. Promises that a
query's cost is bounded by the plan, not by how often its words were ever said. Never decides the order.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extractor.archive.closeup import CloseUp, all_of, any_of, told
from extractor.archive.database import Database, Row
from extractor.archive.scope import EVERYWHERE, Scope, conditions, of_sessions
from extractor.archive.standing import as_int, as_text
from extractor.domain import Kind, Milliseconds, Speaker
from extractor.memory.redact import FORGOTTEN, PRIVATE
from extractor.recall.meaning import Kin
from extractor.recall.plan import BUDGET, CANDIDATES, COUNTED, WEIGHED, Plan, planned, weight
from extractor.recall.query import Query, Term
from extractor.recall.ranking import HEAD, READ, SHIPPED, SHORT, Candidate, Times, Weights, ranked

NEAR = 40
"""Rows of the archive among which the next words of a conversation are looked for: calls and output lie between."""

SPOKEN = "m.kind IN ('text', 'summary')"
"""What is said, not done."""


@dataclass(frozen=True, slots=True)
class Found:
    """A message that was found, and where it stands."""

    id: int
    """Its row."""
    key: str
    """Its uuid."""
    client: str
    session: str
    project: str | None
    speaker: Speaker
    kind: Kind
    at: Milliseconds
    text: str
    score: float = 0.0


class _Read(NamedTuple):
    """A message as it was read for a closer look."""

    speaker: Speaker
    kind: Kind
    at: Milliseconds
    length: int
    """Characters of the whole of it."""
    text: str
    """Its beginning."""
    sides: tuple[int, int]
    """Rows of the messages before and after it; 0 where there is none."""

    @property
    def is_short(self) -> bool:
        """Too short to be understood by itself."""
        return self.kind is Kind.TEXT and self.length < SHORT


_BESIDE = """CASE WHEN m.kind = 'text' THEN (SELECT n.id FROM membership b
    CROSS JOIN messages n ON n.id = b.message AND n.kind = 'text'
    WHERE b.transcript = (SELECT min(transcript) FROM membership WHERE message = m.id)
    AND b.message BETWEEN {low} AND {high} ORDER BY b.message {order} LIMIT 1) END"""
"""The nearest words in the same transcript."""


class Search:
    """Finds messages by their words."""

    def __init__(self, db: Database, budget: int = BUDGET) -> None:
        """`budget`: how many messages the index may rank for one query."""
        self._db = db
        self._budget = budget

    def best(
        self,
        query: Query,
        scope: Scope = EVERYWHERE,
        limit: int = 10,
        weights: Weights = SHIPPED,
        kin: Sequence[Kin] = (),
    ) -> list[tuple[int, float]]:
        """Rows of the messages that say most of what is looked for, best first, each with its score.

        `kin`: words near to those of the query, which count too.
        """
        bounds = self._bounds(scope)
        if bounds is None or not query.wanted:
            return []
        asked = _Asked(self._db, query, scope, bounds, self._budget, kin)
        rows = asked.candidates(max(CANDIDATES, 2 * limit))
        return self._closely(query, rows, asked, weights)[:limit]

    def _bounds(self, scope: Scope) -> tuple[int, int] | None:
        """The rows between which the messages of these sessions lie; None where there is no such session."""
        newest = self._db.number("SELECT max(id) FROM messages")
        if not scope.is_of_sessions:
            return 0, newest
        where, values = of_sessions(scope)
        first, last = newest + 1, -1
        for (transcript,) in self._db.rows(
            f"SELECT t.id FROM transcripts t JOIN sessions s ON s.id = t.session_id WHERE {where}", values
        ):
            row = self._db.row(
                """SELECT (SELECT min(message) FROM membership WHERE transcript = ?1),
                   (SELECT max(message) FROM membership WHERE transcript = ?1)""",
                (transcript,),
            )
            if row is not None and row[0] is not None:
                first, last = min(first, as_int(row[0])), max(last, as_int(row[1]))
        return (first, last) if first <= last else None

    # ------------------------------------------------------------ the closer look

    def _closely(
        self, query: Query, rows: Sequence[int], asked: _Asked, weights: Weights
    ) -> list[tuple[int, float]]:
        read = self._read(rows)
        # An answer may hold none of the words of its question.
        beside = {other for each in read.values() for other in each.sides if other} - set(read)
        theirs = self._read(sorted(beside))
        answers = asked.allowed(row for row, each in theirs.items() if each.is_short)
        texts = {row: each.text for row, each in read.items()}
        texts |= {row: each.text[:HEAD] for row, each in theirs.items() if not each.is_short}
        texts |= {row: theirs[row].text for row in theirs if theirs[row].is_short}
        read |= {row: theirs[row] for row in answers}
        texts |= self._heads(sorted({other for row in answers for other in theirs[row].sides} - set(texts)))
        wanted = (*query.wanted, *(each.term for each in asked.kin))
        with CloseUp() as closer:
            matches = closer.counts(wanted, [(row, _halves(text)) for row, text in texts.items()])
        worths = [weight(asked.counts[term], asked.span) for term in wanted]
        for number, each in enumerate(asked.kin, start=len(query.wanted)):
            worths[number] *= each.worth
        _grant(matches, worths, [row for row in rows if row in read])
        sizes = {row: min(HEAD, len(text)) for row, text in texts.items()}
        found = ranked([_candidate(row, each, sizes) for row, each in read.items()], matches, worths, weights)
        return [(candidate.id, score) for candidate, score in found]

    def _read(self, rows: Sequence[int]) -> dict[int, _Read]:
        """Messages with their words; none whose words were taken out."""
        found = self._db.rows(
            f"""SELECT m.id, m.speaker, m.kind, m.at, length(m.text), substr(m.text, 1, {READ}),
                {_BESIDE.format(low="m.id - ?2", high="m.id - 1", order="DESC")},
                {_BESIDE.format(low="m.id + 1", high="m.id + ?2", order="ASC")}
                FROM json_each(?1) c CROSS JOIN messages m ON m.id = c.value
                WHERE m.text NOT IN ('{FORGOTTEN}', '{PRIVATE}')""",
            (json.dumps(rows), NEAR),
        )
        return {as_int(row[0]): _read(row) for row in found}

    def _heads(self, rows: Sequence[int]) -> dict[int, str]:
        found = self._db.rows(
            """SELECT m.id, substr(m.text, 1, ?) FROM json_each(?) c
               CROSS JOIN messages m ON m.id = c.value""",
            (HEAD, json.dumps(rows)),
        )
        return {as_int(row): str(head) for row, head in found}

    # ------------------------------------------------------------ what was found

    def found(self, row: int, score: float = 0.0) -> Found | None:
        """A message and where it was first read."""
        known = self._db.row(
            """SELECT m.uuid, m.client, s.session, s.project, m.speaker, m.kind, m.at, m.text
               FROM messages m JOIN membership b ON b.message = m.id JOIN transcripts t ON t.id = b.transcript
               JOIN sessions s ON s.id = t.session_id WHERE m.id = ? ORDER BY t.id LIMIT 1""",
            (row,),
        )
        if known is None:
            return None
        uuid, client, session, project, speaker, kind, at, text = known
        return Found(
            row, str(uuid), str(client), str(session), as_text(project), Speaker(str(speaker)), Kind(str(kind)),
            Milliseconds(as_int(at)), str(text), score,
        )  # fmt: skip

    def around(self, row: int, exchanges: int) -> list[Found]:
        """What was said in the exchange a message stands in, and in so many around it, in order.

        `exchanges`: 1 is its own, 2 one more on either side.
        """
        place = self._db.row("SELECT min(transcript) FROM membership WHERE message = ?", (row,))
        if place is None or place[0] is None:
            return []
        standing = self._db.rows(
            f"""SELECT b.message, m.speaker IN ('human', 'human-headless') AND m.kind = 'text', {SPOKEN}
                FROM membership b JOIN messages m ON m.id = b.message
                WHERE b.transcript = ? AND (b.live = 1 OR b.message = ?) ORDER BY b.position""",
            (place[0], row),
        )
        rows = [as_int(message) for message, _, _ in standing]
        begins = [number for number, each in enumerate(standing) if each[1]]
        here = rows.index(row)
        own = sum(1 for begin in begins if begin <= here) - 1
        first = begins[max(0, own - exchanges + 1)] if begins and own >= 0 else 0
        behind = own + exchanges
        last = begins[behind] if behind < len(begins) else len(rows)
        wanted = [rows[n] for n in range(first, last) if standing[n][2] or rows[n] == row]
        return [each for message in wanted if (each := self.found(message)) is not None]


class _Asked:
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
        self.counts = {term: self._count(term) for term in query.wanted}
        self.counts |= {each.term: self._count(each.term) for each in kin}
        self.kin = tuple(each for each in kin if self.counts[each.term])
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


def _read(row: Row) -> _Read:
    sides = (as_int(row[6]), as_int(row[7]))
    return _Read(
        Speaker(str(row[1])),
        Kind(str(row[2])),
        Milliseconds(as_int(row[3])),
        as_int(row[4]),
        str(row[5]),
        sides,
    )


def _candidate(row: int, read: _Read, heads: Mapping[int, int]) -> Candidate:
    """A message as a candidate. `heads`: characters of the beginnings that are read along."""
    before, after = read.sides if read.is_short else (0, 0)
    size = read.length + heads.get(before, 0) + heads.get(after, 0)
    return Candidate(row, read.speaker, read.kind, read.at, size, before, after)


def _halves(text: str) -> tuple[str, str]:
    """What is read along with a neighbour, and the rest; no word is cut in two."""
    if len(text) <= HEAD:
        return text, ""
    space = text.rfind(" ", 0, HEAD)
    cut = space if space > 0 else HEAD
    return text[:cut], text[cut:]


def _grant(matches: Sequence[dict[int, Times]], worths: Sequence[float], rows: Iterable[int]) -> None:
    """One match of the commonest term for those the index found by words behind what was read."""
    least = matches[min(range(len(worths)), key=lambda number: worths[number])]
    for row in rows:
        if not any(row in found for found in matches):
            least[row] = (0, 1)
