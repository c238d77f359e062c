"""The search for what was said.

Owns the questions put to the text index and the reading of what stands around a hit. Promises that a
query's cost is bounded by the plan, not by how often its words were ever said. Never decides the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.archive.closeup import CloseUp, all_of, any_of, told
from extractor.archive.database import Database, Value
from extractor.archive.standing import as_int, as_text
from extractor.domain import Kind, Milliseconds, Speaker
from extractor.memory.redact import FORGOTTEN, PRIVATE
from extractor.recall.plan import CANDIDATES, COUNTED, Plan, planned, weight
from extractor.recall.query import Query, Term
from extractor.recall.ranking import HEAD, READ, SHIPPED, SHORT, Candidate, Weights, ranked

NEAR = 12
"""Rows of a transcript that are passed over on the way to the next words of a conversation."""

SPOKEN = "m.kind IN ('text', 'summary')"
"""What is said, not done."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where and when is searched; None: everywhere, always."""

    since: Milliseconds | None = None
    """From this moment on."""
    until: Milliseconds | None = None
    """Before this moment."""
    project: str | None = None
    """A project's root, or the end of its path."""
    session: str | None = None
    """A session's id, or its beginning."""
    speakers: tuple[Speaker, ...] = ()
    client: str | None = None

    @property
    def is_of_sessions(self) -> bool:
        """Some sessions only."""
        return not (self.project is None and self.session is None and self.client is None)


EVERYWHERE = Scope()


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


@dataclass(frozen=True, slots=True)
class _Near:
    """A candidate's words and those beside it."""

    candidate: Candidate
    texts: tuple[str, str, str]
    beside: tuple[int, ...]
    """Rows of the messages before and after it."""


class Search:
    """Finds messages by their words."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def best(
        self, query: Query, scope: Scope = EVERYWHERE, limit: int = 10, weights: Weights = SHIPPED
    ) -> list[tuple[int, float]]:
        """Rows of the messages that say most of what is looked for, best first, each with its score."""
        bounds = self._bounds(scope)
        if bounds is None:
            return []
        asked = _Asked(self._db, query, scope, bounds)
        rows = asked.candidates(max(CANDIDATES, 2 * limit))
        return self._closely(query, rows, asked, weights)[:limit]

    def _bounds(self, scope: Scope) -> tuple[int, int] | None:
        """The rows between which the messages of these sessions lie; None where there is no such session."""
        newest = self._db.number("SELECT max(id) FROM messages")
        if not scope.is_of_sessions:
            return 0, newest
        where, values = _of_sessions(scope)
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
        near = {row: each for row in rows if (each := self._near(row)) is not None}
        # An answer may hold none of the words of its question.
        beside = {other for each in near.values() for other in each.beside} - set(near)
        for row in asked.allowed(beside):
            each = self._near(row)
            if each is not None and len(each.texts[0]) < SHORT:
                near[row] = each
        with CloseUp() as closer:
            closer.add((row, each.texts) for row, each in near.items())
            wanted = query.wanted
            matches = closer.counts(wanted)
        worths = [weight(asked.counts[term], asked.span) for term in wanted]
        self._grant(matches, worths, rows, near)
        candidates = [each.candidate for each in near.values()]
        return [(found.id, score) for found, score in ranked(candidates, matches, worths, weights)]

    def _grant(
        self,
        matches: list[dict[tuple[int, int], int]],
        worths: Sequence[float],
        rows: Iterable[int],
        near: dict[int, _Near],
    ) -> None:
        """One match of the commonest term for those the index found by words behind what was read."""
        least = min(range(len(worths)), key=lambda number: worths[number])
        for row in rows:
            if row in near and not any((row, 0) in found for found in matches):
                matches[least][row, 0] = 1

    def _near(self, row: int) -> _Near | None:
        found = self._db.row(
            "SELECT speaker, kind, at, length(text), substr(text, 1, ?) FROM messages WHERE id = ?", (READ, row)
        )
        if found is None or found[4] in (FORGOTTEN, PRIVATE):
            return None
        kind, length, text = Kind(str(found[1])), as_int(found[3]), str(found[4])
        sides: list[list[tuple[int, str]]] = [[], []]
        if kind is Kind.TEXT:
            sides = [self._beside(row, "<", "DESC"), self._beside(row, ">", "ASC")]
        heads = [side[0][1] if side and length < SHORT else "" for side in sides]
        size = length + sum(map(len, heads))
        candidate = Candidate(row, Speaker(str(found[0])), kind, Milliseconds(as_int(found[2])), size)
        return _Near(candidate, (text, *heads), tuple(side[0][0] for side in sides if side))

    def _beside(self, row: int, side: str, order: str) -> list[tuple[int, str]]:
        """The nearest words in the same transcript: row and head."""
        found = self._db.row(
            f"""SELECT m.id, substr(m.text, 1, ?) FROM
                (SELECT message FROM membership
                 WHERE transcript = (SELECT min(transcript) FROM membership WHERE message = ?)
                 AND message {side} ? ORDER BY message {order} LIMIT ?) b
                CROSS JOIN messages m ON m.id = b.message WHERE m.kind = 'text' ORDER BY m.id {order} LIMIT 1""",
            (HEAD, row, row, NEAR),
        )
        return [(as_int(found[0]), str(found[1]))] if found else []

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
        place = self._db.row(
            "SELECT min(transcript) FROM membership WHERE message = ?", (row,)
        )
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

    def __init__(self, db: Database, query: Query, scope: Scope, bounds: tuple[int, int]) -> None:
        self._db = db
        self._query = query
        self._low, self._high = bounds
        self.span = max(1, self._high - self._low + 1)
        """Rows that are searched, or a few more."""
        self._where, self._values = _conditions(scope)
        self.counts = {term: self._count(term) for term in query.wanted}

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
        """Rows worth a closer look, at most about twice so many."""
        terms, needed = self._query.words, self._query.phrases
        if needed:
            # All phrases are needed, so the words only order what holds them.
            return self._newest([all_of(needed), any_of(terms)] if terms else [all_of(needed)], most) or (
                self._newest([all_of(needed)], most)
            )
        plan = planned(terms, self.counts)
        rows = dict.fromkeys(self._ranked(any_of(plan.rare), most) if plan.rare else ())
        if plan.common:
            rows |= dict.fromkeys(self._by_quorum(plan, most))
        return list(rows)

    def _by_quorum(self, plan: Plan, most: int) -> list[int]:
        rows: dict[int, None] = {}
        for sets in plan.quorums:
            if len(rows) >= most:
                return list(rows)
            rows |= dict.fromkeys(self._newest([f"({' OR '.join(map(all_of, sets))})"], most))
        for term in () if plan.rare else plan.common:
            if len(rows) < most:
                rows |= dict.fromkeys(self._newest([told(term)], most))
        return list(rows)

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


def _conditions(scope: Scope) -> tuple[str, list[Value]]:
    """The scope as conditions on `m`, each led in by AND; empty: everywhere."""
    parts: list[str] = []
    values: list[Value] = []
    for moment, sign in ((scope.since, ">="), (scope.until, "<")):
        if moment is not None:
            parts.append(f"AND m.at {sign} ?")
            values.append(moment)
    if scope.speakers:
        parts.append(f"AND m.speaker IN ({', '.join('?' * len(scope.speakers))})")
        values += scope.speakers
    if scope.is_of_sessions:
        where, more = _of_sessions(scope)
        parts.append(
            f"""AND EXISTS(SELECT 1 FROM membership b JOIN transcripts t ON t.id = b.transcript
                JOIN sessions s ON s.id = t.session_id WHERE b.message = m.id AND {where})"""
        )
        values += more
    return " ".join(parts), values


def _of_sessions(scope: Scope) -> tuple[str, list[Value]]:
    """The scope as conditions on `s`."""
    parts: list[str] = []
    values: list[Value] = []
    if scope.client is not None:
        parts.append("s.client = ?")
        values.append(scope.client)
    if scope.session is not None:
        parts.append("substr(s.session, 1, length(?)) = ?")
        values += [scope.session, scope.session]
    if scope.project is not None:
        parts.append("(s.project = ? OR substr(s.project, -length(?) - 1) = '/' || ?)")
        values += [scope.project] * 3
    return " AND ".join(parts), values
