"""Tokens and money are bounded before they are spent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.ledger import UNDER_WAY, Call, Ceiling, Ceilings, LedgerTable, Refused
from extractor.archive.spending import Spent
from extractor.domain import Milliseconds, Usage

DAY, NEXT = "2026-03-02", "2026-03-03"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    db = Database.open(tmp_path / "state.db", Milliseconds(1))
    for number, project in enumerate(("/home/dev/shop", "/home/dev/blog"), start=1):
        db.run(
            "INSERT INTO sessions(id, client, session, project) VALUES(?, 'plain', ?, ?)",
            (number, f"s{number}", project),
        )
        db.run(
            """INSERT INTO runs(id, session_id, model, folder, started, exchanges) VALUES(?, ?, 'm', '/f', 1, 1)""",
            (number, number),
        )
    yield db
    db.close()


@pytest.fixture
def ledger(db: Database) -> LedgerTable:
    return LedgerTable(db, lambda: Milliseconds(5))


def call(tokens: int, run: int = 1, day: str = DAY, cost: int | None = None) -> Call:
    return Call(day, run, "m", tokens, 10, cost)


def test_a_call_that_could_pass_the_ceiling_is_refused(ledger: LedgerTable) -> None:
    most = Ceilings(1_000)
    assert isinstance(ledger.reserve(call(600), most), int)
    assert ledger.reserve(call(401), most) == Refused(Ceiling.TOKENS, 1_000, 600, 401, 600)
    assert isinstance(ledger.reserve(call(400), most), int)


def test_what_was_really_used_takes_the_place_of_what_was_reserved(ledger: LedgerTable) -> None:
    held = ledger.reserve(call(900, cost=5_000), Ceilings(1_000))
    assert isinstance(held, int)
    assert ledger.spent(DAY) == Spent(1, 900, 0, 0, 10, 5_000)
    ledger.reconcile(held, Usage(input=50, cached=20, written=30, output=7), 120)
    assert ledger.spent(DAY) == Spent(1, 100, 20, 30, 7, 120)


def test_a_reservation_never_reconciled_goes_on_counting(ledger: LedgerTable) -> None:
    ledger.reserve(call(900), Ceilings(1_000))
    assert ledger.spent(DAY).input == 900
    assert ledger.reserve(call(200, run=2), Ceilings(1_000)) == Refused(
        Ceiling.TOKENS, 1_000, 900, 200, 0, 900
    )


def test_what_is_set_aside_for_a_call_that_may_be_under_way_is_told_from_what_is_spent(db: Database) -> None:
    now = [5]
    ledger, most = LedgerTable(db, lambda: Milliseconds(now[0])), Ceilings(1_000, project_tokens=900)
    booked = ledger.reserve(call(300, run=2), most)
    assert isinstance(booked, int)
    ledger.reconcile(booked, Usage(input=300), None)
    ledger.reserve(call(600, run=2), most)

    def refused(tokens: int, run: int) -> Refused:
        told = ledger.reserve(call(tokens, run), most)
        assert isinstance(told, Refused)
        return told

    assert (refused(200, 1).held, refused(200, 1).may_be_freed, refused(800, 1).may_be_freed) == (
        600,
        True,
        False,
    )
    assert (refused(200, 2).ceiling, refused(200, 2).held, refused(200, 2).own) == (Ceiling.TOKENS, 0, 900)
    now[0] += UNDER_WAY
    assert (refused(200, 1).held, refused(200, 1).may_be_freed) == (0, False)


def test_what_another_project_has_set_aside_leaves_a_project_no_more_room(db: Database) -> None:
    ledger, most = LedgerTable(db, lambda: Milliseconds(5)), Ceilings(10_000, project_tokens=1_000)
    booked = ledger.reserve(call(900, run=1), most)
    assert isinstance(booked, int)
    ledger.reconcile(booked, Usage(input=900), None)
    ledger.reserve(call(900, run=2), most)
    assert ledger.reserve(call(200, run=1), most) == Refused(Ceiling.PROJECT, 1_000, 900, 200, 900)


def test_each_day_has_its_own_ceiling(ledger: LedgerTable) -> None:
    ledger.reserve(call(900), Ceilings(1_000))
    assert isinstance(ledger.reserve(call(900, day=NEXT), Ceilings(1_000)), int)
    assert ledger.spent(DAY, NEXT).input == 1_800


def test_money_is_bounded_like_tokens(ledger: LedgerTable) -> None:
    most = Ceilings(1_000_000, cost=1_000)
    assert isinstance(ledger.reserve(call(10, cost=700), most), int)
    assert ledger.reserve(call(10, cost=301), most) == Refused(Ceiling.COST, 1_000, 700, 301, 700)
    assert isinstance(ledger.reserve(call(10, cost=300), most), int)


def test_a_project_has_a_ceiling_of_its_own(ledger: LedgerTable) -> None:
    most = Ceilings(10_000, project_tokens=1_000)
    assert isinstance(ledger.reserve(call(900, run=1), most), int)
    assert isinstance(ledger.reserve(call(900, run=2), most), int)
    assert ledger.reserve(call(200, run=2), most) == Refused(Ceiling.PROJECT, 1_000, 900, 200, 900)


def test_what_was_spent_is_told_for_each_project_and_unknown_prices_are_counted(ledger: LedgerTable) -> None:
    most = Ceilings(10_000)
    first = ledger.reserve(call(100, run=1, cost=50), most)
    second = ledger.reserve(call(300, run=2), most)
    assert isinstance(first, int)
    assert isinstance(second, int)
    ledger.reconcile(first, Usage(input=80, output=1), 40)
    ledger.reconcile(second, Usage(input=200, output=2), None)
    assert ledger.by_project(DAY, DAY) == [
        ("/home/dev/blog", Spent(1, 200, 0, 0, 2, 0, 1)),
        ("/home/dev/shop", Spent(1, 80, 0, 0, 1, 40, 0)),
    ]
    assert ledger.spent(DAY) == Spent(2, 280, 0, 0, 3, 40, 1)
    assert ledger.by_project(NEXT, NEXT) == []


def test_what_a_run_used_is_told_apart_with_what_is_only_reserved(ledger: LedgerTable) -> None:
    first = ledger.reserve(call(100, cost=500), Ceilings(1_000))
    assert isinstance(first, int)
    ledger.reconcile(first, Usage(input=60, output=7), 120)
    ledger.reserve(call(200, cost=900), Ceilings(1_000))
    ledger.reserve(call(300, run=2), Ceilings(1_000))
    assert ledger.of_run(1) == Spent(2, 260, 0, 0, 17, 1_020)
    assert ledger.of_run(1) + ledger.of_run(2) == ledger.spent(DAY)
    assert ledger.of_run(3) == Spent()
