"""The search for what was said.

Owns the questions put to the text index and the reading of what stands around a hit. Promises that a
query's cost is bounded by the plan, not by how often its words were ever said; that of the beginning of a word
grows with all that begins so. Never decides the order.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extractor.archive.begun import begun, is_settled
from extractor.archive.closeup import CloseUp, told
from extractor.archive.database import Database, Row, Value
from extractor.archive.index_query import IndexQuery
from extractor.archive.instead import instead
from extractor.archive.scope import EVERYWHERE, Scope, of_sessions
from extractor.archive.standing import as_int, as_text
from extractor.archive.way import WAYS
from extractor.domain import Kind, Milliseconds, Speaker
from extractor.history.pieces import PAUSE
from extractor.memory.redaction.placeholders import FORGOTTEN, PRIVATE
from extractor.recall.meaning import Kin
from extractor.recall.plan import BUDGET, CANDIDATES, weight
from extractor.recall.query import Query, Term, is_among_others, is_spelled, spelled
from extractor.recall.ranking import HEAD, READ, SHIPPED, SHORT, Candidate, Times, Weights, ranked

NEAR = 40
"""Rows of the archive among which the next words of a conversation are looked for: calls and output lie between."""

NAMED = 1.0
"""Of a name written otherwise: how much a match counts against one of a query's words."""

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


_BESIDE = """CASE WHEN m.kind = 'text' AND m.client NOT IN ({ways}) THEN (SELECT n.id FROM membership b
    CROSS JOIN messages n ON n.id = b.message AND n.kind = 'text'
    WHERE b.transcript = (SELECT min(transcript) FROM membership WHERE message = m.id)
    AND b.message BETWEEN {low} AND {high} AND {later}.at - (SELECT max(h.at) FROM membership g
        CROSS JOIN messages h ON h.id = g.message WHERE g.transcript = b.transcript
        AND g.message BETWEEN min(n.id, m.id) AND max(n.id, m.id) - 1) < {pause}
    ORDER BY b.message {order} LIMIT 1) END"""
"""The nearest words in the same transcript, of the same piece of work. What is asked for directly answers nothing."""


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
        kin = (*(Kin(name, NAMED) for name in query.names), *kin)
        asked = IndexQuery(self._db, query, scope, bounds, self._budget, kin)
        rows = asked.candidates(max(CANDIDATES, 2 * limit))
        return self._closely(query, rows, asked, weights)[:limit]

    def missing(self, query: Query) -> tuple[Term, ...]:
        """The words of a query that stand in no message, whoever said it where; a name stands in any spelling.

        None of letters that are written without spaces: it may stand in the middle of what the index takes for a word.
        """
        whole = [name for name in query.names if not name.is_within]
        absent = [term for term in query.words if not (is_among_others(term) or self._stands(term))]
        names = [spelled(name) for name in whole if self._stands(name)] if absent else []
        return tuple(term for term in absent if not is_spelled(term, names))

    def worths(self, words: Sequence[Term]) -> dict[Term, float]:
        """How much each of these words tells, by how seldom it was said anywhere; of those that were."""
        newest = self._db.number("SELECT max(id) FROM messages")
        asked = Query(tuple(term for term in words if not (term.is_prefix or term.is_within)))
        counts = IndexQuery(self._db, asked, EVERYWHERE, (0, newest), self._budget).counts
        return {term: weight(count, newest) for term, count in counts.items() if count}

    def instead(self, missing: Sequence[Term]) -> dict[Term, tuple[Term, ...]]:
        """What was said in the place of words that are `missing`: within others, or but for a slip of the hand."""
        return instead(self._db, missing) if missing else {}

    def _stands(self, term: Term) -> bool:
        if not is_settled(self._db, term):
            found = begun(self._db, term, 0, self._db.number("SELECT max(id) FROM messages"), enough=1)
            return bool(found.rows) or not found.is_all
        return (
            self._db.row("SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? LIMIT 1", (told(term),))
            is not None
        )

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
                """SELECT (SELECT min(message) FROM membership WHERE transcript = :transcript),
                   (SELECT max(message) FROM membership WHERE transcript = :transcript)""",
                {"transcript": transcript},
            )
            if row is not None and row[0] is not None:
                first, last = min(first, as_int(row[0])), max(last, as_int(row[1]))
        return (first, last) if first <= last else None

    # ------------------------------------------------------------ the closer look

    def _closely(
        self, query: Query, rows: Sequence[int], asked: IndexQuery, weights: Weights
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
        heads = self._heads(sorted({other for row in answers for other in theirs[row].sides} - set(texts)))
        texts |= {row: head for row, (_, head) in heads.items()}
        people = {row for row, each in (read | theirs).items() if each.speaker is Speaker.HUMAN}
        people |= {row for row, (speaker, _) in heads.items() if speaker is Speaker.HUMAN}
        wanted = (*query.wanted, *(each.term for each in asked.kin))
        with CloseUp() as closer:
            matches = closer.counts(wanted, [(row, _halves(text)) for row, text in texts.items()])
        worths = [weight(asked.counts[term], asked.span) for term in wanted]
        for number, each in enumerate(asked.kin, start=len(query.wanted)):
            worths[number] *= each.worth
        _grant(matches, worths, [row for row in rows if row in read])
        sizes = {row: min(HEAD, len(text)) for row, text in texts.items()}
        candidates = [_candidate(row, each, sizes) for row, each in read.items()]
        found = ranked(candidates, matches, worths, weights, people)
        return [(candidate.id, score) for candidate, score in found]

    def _read(self, rows: Sequence[int]) -> dict[int, _Read]:
        """Messages with their words; none whose words were taken out."""
        found = self._db.rows(
            f"""SELECT m.id, m.speaker, m.kind, m.at, length(m.text), substr(m.text, 1, {READ}),
                {_BESIDE.format(low="m.id - :near", high="m.id - 1", order="DESC", pause=PAUSE, later="m", ways=WAYS)},
                {_BESIDE.format(low="m.id + 1", high="m.id + :near", order="ASC", pause=PAUSE, later="n", ways=WAYS)}
                FROM json_each(:rows) c CROSS JOIN messages m ON m.id = c.value
                WHERE m.text NOT IN ('{FORGOTTEN}', '{PRIVATE}')""",
            {"rows": json.dumps(rows), "near": NEAR},
        )
        return {as_int(row[0]): _read(row) for row in found}

    def _heads(self, rows: Sequence[int]) -> dict[int, tuple[Speaker, str]]:
        """Who said something, and its beginning."""
        found = self._db.rows(
            """SELECT m.id, m.speaker, substr(m.text, 1, ?) FROM json_each(?) c
               CROSS JOIN messages m ON m.id = c.value""",
            (HEAD, json.dumps(rows)),
        )
        return {as_int(row): (Speaker(str(speaker)), str(head)) for row, speaker, head in found}

    # ------------------------------------------------------------ what was found

    def found(self, row: int, score: float = 0.0, scope: Scope = EVERYWHERE) -> Found | None:
        """A message and where it was first read, in the scope where it stands there: a fork holds it too."""
        order, values = _first_in(scope)
        known = self._db.row(
            f"""SELECT m.uuid, m.client, s.session, s.project, m.speaker, m.kind, m.at, m.text
                FROM messages m JOIN membership b ON b.message = m.id JOIN transcripts t ON t.id = b.transcript
                JOIN sessions s ON s.id = t.session_id WHERE m.id = ? ORDER BY {order} LIMIT 1""",
            (row, *values),
        )
        if known is None:
            return None
        uuid, client, session, project, speaker, kind, at, text = known
        return Found(
            row, str(uuid), str(client), str(session), as_text(project), Speaker(str(speaker)), Kind(str(kind)),
            Milliseconds(as_int(at)), str(text), score,
        )  # fmt: skip

    def around(self, row: int, exchanges: int, scope: Scope = EVERYWHERE) -> list[Found]:
        """What was said in the exchange a message stands in, and in so many around it, in order.

        `exchanges`: 1 is its own, 2 one more on either side. `scope`: as in `found`.
        """
        order, values = _first_in(scope)
        place = self._db.row(
            f"""SELECT t.id, b.position FROM membership b JOIN transcripts t ON t.id = b.transcript
                JOIN sessions s ON s.id = t.session_id WHERE b.message = ? ORDER BY {order} LIMIT 1""",
            (row, *values),
        )
        if place is None:
            return []
        transcript, here = as_int(place[0]), as_int(place[1])
        before = self._prompts(transcript, row, ("<=", here, "DESC"), exchanges)
        after = self._prompts(transcript, row, (">", here, "ASC"), exchanges)
        standing = self._db.rows(
            f"""SELECT m.id FROM membership b CROSS JOIN messages m ON m.id = b.message
                WHERE b.transcript = :transcript AND b.position >= :first AND (:end IS NULL OR b.position < :end)
                AND ((b.live > 0 AND {SPOKEN}) OR m.id = :row) ORDER BY b.position""",
            {
                "transcript": transcript,
                "first": before[-1] if before else 0,
                "end": after[-1] if len(after) == exchanges else None,
                "row": row,
            },
        )
        return [each for (one,) in standing if (each := self.found(as_int(one), scope=scope)) is not None]

    def _prompts(self, transcript: int, row: int, side: tuple[str, int, str], most: int) -> list[int]:
        """Places of the prompts on one side of a message, itself among them, the nearest first."""
        sign, here, order = side
        found = self._db.rows(
            f"""SELECT b.position FROM membership b CROSS JOIN messages m ON m.id = b.message
                WHERE b.transcript = ? AND b.position {sign} ? AND (b.live > 0 OR m.id = ?) AND m.kind = 'text'
                AND m.speaker IN ('human', 'human-headless') ORDER BY b.position {order} LIMIT ?""",
            (transcript, here, row, most),
        )
        return [as_int(position) for (position,) in found]


def _first_in(scope: Scope) -> tuple[str, list[Value]]:
    """The order of `s` and `t` in which the first one lies in the scope, if one does."""
    where, values = of_sessions(scope)
    return (f"({where}) DESC, t.id" if where else "t.id"), values


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
