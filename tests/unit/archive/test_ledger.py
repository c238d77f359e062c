"""Tokens are bounded before they are spent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.ledger import LedgerTable
from extractor.domain import Milliseconds, Usage


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[LedgerTable]:
    db = Database.open(tmp_path / "state.db", Milliseconds(1))
    yield LedgerTable(db, lambda: Milliseconds(5))
    db.close()


def test_a_call_that_could_pass_the_ceiling_is_refused(ledger: LedgerTable) -> None:
    assert ledger.reserve("2026-03-02", 1, "m", 600, 10, ceiling=1_000) is not None
    assert ledger.reserve("2026-03-02", 1, "m", 401, 10, ceiling=1_000) is None
    assert ledger.reserve("2026-03-02", 1, "m", 400, 10, ceiling=1_000) is not None


def test_what_was_really_used_takes_the_place_of_what_was_reserved(ledger: LedgerTable) -> None:
    held = ledger.reserve("2026-03-02", 1, "m", 900, 10, ceiling=1_000)
    assert held is not None
    ledger.reconcile(held, Usage(input=50, cached=20, written=30, output=7))
    spent = ledger.spent("2026-03-02")
    assert (spent.calls, spent.input, spent.cached, spent.output) == (1, 100, 20, 7)


def test_a_reservation_never_reconciled_goes_on_counting(ledger: LedgerTable) -> None:
    ledger.reserve("2026-03-02", 1, "m", 900, 10, ceiling=1_000)
    assert ledger.spent("2026-03-02").input == 900
    assert ledger.reserve("2026-03-02", 2, "m", 200, 10, ceiling=1_000) is None


def test_each_day_has_its_own_ceiling(ledger: LedgerTable) -> None:
    ledger.reserve("2026-03-02", 1, "m", 900, 10, ceiling=1_000)
    assert ledger.reserve("2026-03-03", 1, "m", 900, 10, ceiling=1_000) is not None
