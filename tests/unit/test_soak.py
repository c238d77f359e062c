"""The soak's table: what was counted stands in it, and only its own part of the page is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.soak import BEGIN, END, SUITES, Row, _put, _table
from tests.support.tally import tally

REPOSITORY = Path(__file__).resolve().parents[2]


def test_a_row_tells_cases_and_violations() -> None:
    table = _table([Row("Nothing is lost", 1_000, 2)], is_quick=False, seconds=90)
    assert "| Nothing is lost | 1,000 | 2 |" in table
    assert "commit" in table.splitlines()[0]


def test_the_table_takes_the_place_of_the_one_before_and_of_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Promises\n\nText.\n")
    _put(page, "first")
    once = page.read_text()
    page.write_text(once + "\nAfter.\n")
    _put(page, "second")
    text = page.read_text()
    assert text == f"# Promises\n\nText.\n\n## Tried\n\n{BEGIN}\n\nsecond\n\n{END}\n\nAfter.\n"


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
