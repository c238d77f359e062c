"""The soak's table: what was counted stands in it, and only its own part of the page is replaced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.soak import BEGIN, END, PAGE, SUITES, Row, Suite, _put, _read, _table
from tests.support.tally import tally

REPOSITORY = Path(__file__).resolve().parents[2]


LOST = Row("Nothing is lost", 1_000, 2, "2026-01-02, abc1234, full")
SUITE = Suite("soak", "tests/unit/test_soak.py")
TORN = Row("Nothing is torn", 7, 0, "2026-01-03, def5678, quick")


def test_a_row_tells_cases_violations_and_what_was_tried_when() -> None:
    assert "| Nothing is lost | 1,000 | 2 | 2026-01-02, abc1234, full |" in _table([LOST])


def test_a_row_takes_the_place_of_its_promise_s_and_of_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Promises\n\nText.\n")
    _put(page, [LOST, TORN], SUITE)
    page.write_text(page.read_text() + "\nAfter.\n")
    again = Row(LOST.promise, 50, 0, "2026-01-04, fed9876, full")
    _put(page, [again], SUITE)
    assert page.read_text() == (
        f"# Promises\n\nText.\n\n## Tried\n\n{BEGIN}\n\n{_table([again, TORN])}\n\n{END}\n\nAfter.\n"
    )


def promised() -> list[list[str]]:
    """The rows of the page's first table, cell by cell."""
    _, _, table = PAGE.read_text(encoding="utf-8").partition("| --- | --- |\n")
    rows = table.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]


def test_every_promise_names_the_tests_that_can_fail_for_it() -> None:
    rows = promised()
    assert len(rows) >= 40
    assert [row for row in rows if len(row) != 2] == []
    assert [promise for promise, tests in rows if "`tests/" not in tests] == []


def test_every_test_a_promise_names_is_there() -> None:
    for promise, tests in promised():
        folder = REPOSITORY
        for name in re.findall(r"`(tests/[\w/.]+|test_\w+\.py)`", tests):
            # A bare name stands in the folder of the file named before it.
            place = REPOSITORY / name if "/" in name else folder / name
            assert place.exists(), f"{promise}: {name}"
            folder = place.parent


def test_a_suite_that_failed_stands_in_the_table_until_it_passes(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Promises\n")
    elsewhere = Row("A promise of " + "another suite", 3, 0, "2026-01-01, aaa0000, full")
    _put(page, [TORN, elsewhere], SUITE)
    for tried in ("2026-01-04, bad0000, full", "2026-01-05, bad0001, full"):
        _put(page, [Row(SUITE.fault, 0, 1, tried)], SUITE, in_vain=tried)
        assert f"| 7 | 0 | {TORN.tried}; did not pass {tried} |" in page.read_text()
    text = page.read_text()
    assert f"| {SUITE.fault} | 0 | 1 | 2026-01-05, bad0001, full |" in text
    assert _table([elsewhere]).splitlines()[-1] in text.splitlines()
    again = Row(TORN.promise, 7, 0, "2026-01-06, fix0000, full")
    _put(page, [again], SUITE)
    assert page.read_text().endswith(f"{BEGIN}\n\n{_table([again, elsewhere])}\n\n{END}\n")


def test_every_promise_of_the_page_is_known_by_the_suite_that_tries_it() -> None:
    rows = _read(PAGE.read_text(encoding="utf-8").partition(BEGIN)[2])
    assert len(rows) > 10
    promises = {row.promise for row in rows} - {suite.fault for suite in SUITES}
    assert [each for each in promises if sum(suite.tries(each) for suite in SUITES) != 1] == []


def test_every_suite_stands_where_it_is_looked_for_and_reads_its_variables() -> None:
    for suite in SUITES:
        text = (REPOSITORY / suite.tests).read_text()
        assert [name for name in suite.full if name not in text] == []


def test_a_violation_is_counted_and_fails_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "tally.jsonl"
    monkeypatch.setenv("EXTRACTOR_TALLY", str(place))
    with pytest.raises(AssertionError, match="1 of 2 cases"), tally("It holds") as counted:
        counted.case()
        counted.case("it does not")
    with pytest.raises(AssertionError, match="nothing was tried"), tally("It holds"):
        pass
    assert place.read_text().splitlines()[0] == '{"promise": "It holds", "cases": 2, "violations": 1}'
