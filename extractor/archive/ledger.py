"""The ledger: tokens reserved before a call and reconciled after it.

Owns what was spent on which day. Promises that a reservation that would pass the ceiling is refused and
that one never reconciled (a crash, a time-out) goes on counting as spent. Never calls a model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from extractor.archive.database import Database
from extractor.domain import Milliseconds, Usage

SPENT = "coalesce(sum(CASE WHEN input IS NULL THEN reserved_input ELSE input + cached + written END), 0)"


@dataclass(frozen=True, slots=True)
class Spent:
    """What a day's calls used, in tokens."""

    calls: int
    input: int
    """All input: plain, cached, written to the cache, and reservations never reconciled."""
    cached: int
    output: int


class LedgerTable:
    """Implements the Ledger that `models.metered` needs."""

    def __init__(self, db: Database, clock: Callable[[], Milliseconds]) -> None:
        self._db = db
        self._clock = clock

    def reserve(
        self, day: str, run: int, model: str, input_tokens: int, output_tokens: int, ceiling: int
    ) -> int | None:
        """Set aside the worst case of a call on this day; None when the ceiling would be passed."""
        with self._db.transaction():
            spent = self._db.number(f"SELECT {SPENT} FROM ledger WHERE day = ?", (day,))
            if spent + input_tokens > ceiling:
                return None
            made = self._db.run(
                """INSERT INTO ledger(day, run, model, at, reserved_input, reserved_output)
                   VALUES(?, ?, ?, ?, ?, ?)""",
                (day, run, model, self._clock(), input_tokens, output_tokens),
            )
            return made.lastrowid

    def reconcile(self, reservation: int, usage: Usage) -> None:
        """Put what a call really used in place of what was reserved for it."""
        with self._db.transaction():
            self._db.run(
                "UPDATE ledger SET input = ?, cached = ?, written = ?, output = ? WHERE id = ?",
                (usage.input, usage.cached, usage.written, usage.output, reservation),
            )

    def spent_by(self, run: int) -> int:
        """Input tokens a run has used or still holds in reserve."""
        return self._db.number(f"SELECT {SPENT} FROM ledger WHERE run = ?", (run,))

    def spent(self, day: str) -> Spent:
        """What was spent on a day."""
        found = self._db.row(
            f"""SELECT count(*), {SPENT}, coalesce(sum(cached), 0), coalesce(sum(coalesce(output,
                reserved_output)), 0) FROM ledger WHERE day = ?""",
            (day,),
        )
        numbers = [int(str(value)) for value in found or (0, 0, 0, 0)]
        return Spent(*numbers)
