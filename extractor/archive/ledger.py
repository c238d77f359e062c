"""The ledger: tokens and money reserved before a call and reconciled after it.

Owns what was spent, on which day and for which project. Promises that a reservation that would pass a
ceiling is refused and that one never reconciled (a crash, a time-out) goes on counting as spent. Never
calls a model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from extractor.archive.database import Database, Value
from extractor.archive.spending import COST, TOKENS, Spending
from extractor.domain import Milliseconds, Usage

PROJECT = "SELECT s.project FROM runs r JOIN sessions s ON s.id = r.session_id WHERE r.id = ?"


UNDER_WAY = 900_000
"""Milliseconds for which a reservation may be of a call that is under way still; an older one is taken for spent."""


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
    held: int = 0
    """What of it is only set aside, for calls of other runs that may be under way."""

    @property
    def may_be_freed(self) -> bool:
        """There is room for the call where those under way use little of what was set aside for them."""
        return self.held > 0 and self.spent - self.held + self.needed <= self.most

    @property
    def fits_a_day(self) -> bool:
        """A day on which nothing else is spent has room for the call and what its run spent before it."""
        return self.own + self.needed <= self.most


class LedgerTable(Spending):
    """Implements the Ledger that `models.metered` needs."""

    def __init__(self, db: Database, clock: Callable[[], Milliseconds]) -> None:
        super().__init__(db)
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
            all_of = f"SELECT {sum_of} FROM ledger l {scope or 'WHERE l.day = ?'}"
            spent = self._db.number(all_of, values)
            if spent + needed > most:
                own = f"SELECT {sum_of} FROM ledger l WHERE l.day = ? AND l.run = ?"
                held = f"{all_of} AND l.run <> ? AND l.input IS NULL AND l.at > ?"
                yield Refused(
                    ceiling,
                    most,
                    spent,
                    needed,
                    self._db.number(own, (call.day, call.run)),
                    self._db.number(held, (*values, call.run, self._clock() - UNDER_WAY)),
                )

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
