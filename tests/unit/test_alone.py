"""Which messages are kept that stand by themselves, as the bench tells it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.alone import LISTS, main, messages


def test_what_is_kept_and_left_out_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = [
        {"id": "1", "keep": True, "text": "We use pnpm in this project, always."},
        {"id": "2", "keep": True, "text": "Looks good, thanks."},
        {"id": "3", "keep": False, "text": "Looks good, thanks."},
        {"id": "4", "keep": False, "text": "Always run the linter before you commit."},
    ]
    (tmp_path / "four.json").write_text(json.dumps(made))
    assert main([str(tmp_path / "four.json"), "--each"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "four     kept 1 of 2, wrongly 1 of 2",
        "  2 left out: Looks good, thanks.",
        "  4 kept: Always run the linter before you commit.",
    ]


@pytest.mark.parametrize(
    ("name", "count", "kept"),
    [("first", 140, 70), ("second", 160, 80), ("third", 160, 80), ("fourth", 120, 80)],
)
def test_the_lists_that_are_shipped_can_be_read(name: str, count: int, kept: int) -> None:
    listed = messages(LISTS / f"{name}.json")
    assert (len(listed), sum(each.keep for each in listed)) == (count, kept)
    assert len({each.id for each in listed}) == len(listed)
