"""What was spent: tokens and money of the calls in the ledger.

Owns the sums, by day, run and project. Promises that a reservation nobody reconciled counts as spent. Only reads.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from extractor.archive.database import Database, Value

TOKENS = "coalesce(sum(CASE WHEN l.input IS NULL THEN l.reserved_input ELSE l.input + l.cached + l.written END), 0)"
COST = "coalesce(sum(CASE WHEN l.input IS NULL THEN l.reserved_cost ELSE l.cost END), 0)"
SPENT = f"""count(l.id), {TOKENS}, coalesce(sum(l.cached), 0), coalesce(sum(l.written), 0),
    coalesce(sum(coalesce(l.output, l.reserved_output)), 0), {COST},
    coalesce(sum(l.input IS NOT NULL AND l.cost IS NULL OR l.input IS NULL AND l.reserved_cost IS NULL), 0)"""


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


class Spending:
    """The sums of the ledger."""

    def __init__(self, db: Database) -> None:
        self._db = db

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
