"""The ledger: tokens and money reserved before a call and reconciled after it.

Owns what was spent, on which day and for which project. Promises that a reservation that would pass a
ceiling is refused and that one never reconciled (a crash, a time-out) goes on counting as spent. Never
calls a model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass
from enum import StrEnum

from extractor.archive.database import Database, Value
from extractor.domain import Milliseconds, Usage

TOKENS = "coalesce(sum(CASE WHEN l.input IS NULL THEN l.reserved_input ELSE l.input + l.cached + l.written END), 0)"
COST = "coalesce(sum(CASE WHEN l.input IS NULL THEN l.reserved_cost ELSE l.cost END), 0)"
SPENT = f"""count(l.id), {TOKENS}, coalesce(sum(l.cached), 0), coalesce(sum(l.written), 0),
    coalesce(sum(coalesce(l.output, l.reserved_output)), 0), {COST},
    coalesce(sum(l.input IS NOT NULL AND l.cost IS NULL OR l.input IS NULL AND l.reserved_cost IS NULL), 0)"""
PROJECT = "SELECT s.project FROM runs r JOIN sessions s ON s.id = r.session_id WHERE r.id = ?"


class Ceiling(StrEnum):
    """What a call may not pass. All are of a day."""

    TOKENS = "daily_input_tokens"
    COST = "daily_cost"
    PROJECT = "project_daily_input_tokens"


@dataclass(frozen=True, slots=True)
class Ceilings:
    """How much a day may use; None: no bound of that kind."""

    tokens: int
    """Input tokens."""
    cost: int | None = None
    """Micro-dollars."""
    project_tokens: int | None = None
    """Input tokens of one project."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is to be made, at its worst."""

    day: str
    """ISO date where the person is."""
    run: int
    model: str
    input: int
    output: int
    cost: int | None
    """Micro-dollars; None: the price is not known."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A ceiling leaves no room for the call. Tokens, or micro-dollars of the cost."""

    ceiling: Ceiling
    most: int
    spent: int
    needed: int
    own: int
    """What of it the same run spent."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What calls used, in tokens."""

    calls: int = 0
    input: int = 0
    """All input: plain, cached, written to the cache, and reservations never reconciled."""
    cached: int = 0
    written: int = 0
    output: int = 0
    cost: int = 0
    """Micro-dollars of the calls whose price is known."""
    unpriced: int = 0
    """Calls whose price is not known."""

    def __add__(self, other: Spent) -> Spent:
        return Spent(*map(sum, zip(astuple(self), astuple(other), strict=True)))


class LedgerTable:
    """Implements the Ledger that `models.metered` needs."""

    def __init__(self, db: Database, clock: Callable[[], Milliseconds]) -> None:
        self._db = db
        self._clock = clock

    def reserve(self, call: Call, ceilings: Ceilings) -> int | Refused:
        """Set aside the worst case of a call; what refuses it, when a ceiling would be passed."""
        with self._db.transaction():
            refused = next(self._passed(call, ceilings), None)
            if refused is not None:
                return refused
            made = self._db.run(
                """INSERT INTO ledger(day, run, model, at, reserved_input, reserved_output, reserved_cost)
                   VALUES(?, ?, ?, ?, ?, ?, ?)""",
                (call.day, call.run, call.model, self._clock(), call.input, call.output, call.cost),
            )
            return made.lastrowid or 0

    def _passed(self, call: Call, ceilings: Ceilings) -> Iterator[Refused]:
        """The ceilings the call would pass."""

        def check(
            ceiling: Ceiling, most: int | None, needed: int, sum_of: str, scope: str = ""
        ) -> Iterator[Refused]:
            if most is None:
                return
            values: list[Value] = [call.day]
            if scope:
                values.append(self._project(call.run))
            spent = self._db.number(f"SELECT {sum_of} FROM ledger l {scope or 'WHERE l.day = ?'}", values)
            if spent + needed > most:
                own = f"SELECT {sum_of} FROM ledger l WHERE l.day = ? AND l.run = ?"
                yield Refused(ceiling, most, spent, needed, self._db.number(own, (call.day, call.run)))

        of_project = """JOIN runs r ON r.id = l.run JOIN sessions s ON s.id = r.session_id
            WHERE l.day = ? AND s.project IS ?"""
        yield from check(Ceiling.TOKENS, ceilings.tokens, call.input, TOKENS)
        yield from check(Ceiling.COST, ceilings.cost, call.cost or 0, COST)
        yield from check(Ceiling.PROJECT, ceilings.project_tokens, call.input, TOKENS, of_project)

    def _project(self, run: int) -> Value:
        found = self._db.row(PROJECT, (run,))
        return found[0] if found else None

    def reconcile(self, reservation: int, usage: Usage, cost: int | None) -> None:
        """Put what a call really used in place of what was reserved for it. `cost`: micro-dollars."""
        with self._db.transaction():
            self._db.run(
                "UPDATE ledger SET input = ?, cached = ?, written = ?, output = ?, cost = ? WHERE id = ?",
                (usage.input, usage.cached, usage.written, usage.output, cost, reservation),
            )

    def spent(self, since: str, until: str | None = None) -> Spent:
        """What was spent from one day to another (ISO dates, both counted); None: on that day alone."""
        found = self._db.row(
            f"SELECT {SPENT} FROM ledger l WHERE l.day BETWEEN ? AND ?", (since, until or since)
        )
        return _spent(found or ())

    def of_run(self, run: int) -> Spent:
        """What the calls of a run used."""
        return _spent(self._db.row(f"SELECT {SPENT} FROM ledger l WHERE l.run = ?", (run,)) or ())

    def by_project(self, since: str, until: str) -> list[tuple[str, Spent]]:
        """What was spent for each project, the dearest in tokens first."""
        found = self._db.rows(
            f"""SELECT coalesce(s.project, s.cwd, '(directory unknown)'), {SPENT} FROM ledger l
                JOIN runs r ON r.id = l.run JOIN sessions s ON s.id = r.session_id
                WHERE l.day BETWEEN ? AND ? GROUP BY 1 ORDER BY 3 DESC, 1""",
            (since, until),
        )
        return [(str(row[0]), _spent(row[1:])) for row in found]


def _spent(row: tuple[Value, ...]) -> Spent:
    return Spent(*(int(str(value)) for value in row))
