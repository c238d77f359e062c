"""What becomes of a sentence when a later one says otherwise, as the bench tells it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import alone
from bench.later_words import LISTS, Became, Pair, became, main, pairs

FIRST = "We use pnpm in this project, always."


@pytest.mark.parametrize(
    ("relation", "second", "result"),
    [
        ("replaces", "We use bun now, not pnpm.", Became.RIGHT),
        ("replaces", "Looks good, thanks.", Became.STALE),
        ("beside", "Always run the linter before you commit.", Became.RIGHT),
        ("beside", "We use bun now, not pnpm.", Became.TAKEN),
        ("once", "Looks good, thanks.", Became.RIGHT),
        ("once", "Always run the linter before you commit.", Became.KEPT),
    ],
)
def test_the_memory_is_read_after_each_message(relation: str, second: str, result: Became) -> None:
    pair = Pair.model_validate({"id": "1", "relation": relation, "first": FIRST, "second": second})
    assert became(pair) is result


def test_a_first_message_that_is_not_kept_tells_nothing() -> None:
    pair = Pair(id="1", relation="replaces", first="Looks good, thanks.", second=FIRST)
    assert became(pair) is Became.NEVER


def test_the_table_counts_each_relation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = [{"id": "1", "relation": "replaces", "first": FIRST, "second": "We use bun now, not pnpm."}]
    (tmp_path / "two.json").write_text(json.dumps(made))
    assert main([str(tmp_path / "two.json"), "--each"]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first.split() == ["two", "replaces", "1:", "1", "as", "it", "should", "be"]


def test_the_lists_that_are_shipped_can_be_read() -> None:
    lists = {file.stem: pairs(file) for file in LISTS.glob("*.json")}
    assert {name: len(each) for name, each in lists.items()} == {
        "own": 60, "first": 90, "second": 90, "third": 70, "fourth": 70, "fifth": 75, "sixth": 70,
        "seventh": 80,
    }  # fmt: skip
    for each in lists.values():
        assert len({pair.id for pair in each}) == len(each)


@pytest.mark.parametrize("command", [main, alone.main])
@pytest.mark.parametrize("held", [None, "no list", "1", '{"id": "1"}', '[{"id": "1"}]'])
def test_a_list_that_cannot_be_read_is_told_in_a_line(
    command: Callable[[list[str]], int], held: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.json"
    if held is not None:
        file.write_text(held)
    with pytest.raises(SystemExit):
        command([str(file)])
    assert str(file) in capsys.readouterr().err.splitlines()[-1]
