"""What a pass tells of what was done beside learning."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.commands.passes import learn_once
from extractor.config.settings import load
from tests.support.scripted import Desk
from tests.support.talk import agent, human
from tests.unit.extraction.test_committing import (
    DAY,
    RULE,
    Killed,
    a_person_writes,
    cut_off,
    thought,
    two_files,
)


@pytest.mark.parametrize("as_json", [True, False])
def test_a_run_that_was_cut_short_and_is_finished_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    desk = Desk(tmp_path)
    session = desk.said("s", human("h1", f"{RULE} {DAY}"), agent("a1"))
    job, conversation = thought(desk, session, *two_files())
    a_person_writes(desk.path / "b.md", "Mine.\n")
    cut_off(desk, job, conversation, Killed())
    desk.close()
    places = {"memory_dir": str(desk.path), "state_dir": str(tmp_path / "state")}
    settings = load(places, {"HOME": str(tmp_path)}).settings

    def passed() -> str:
        assert (
            learn_once(
                settings, {}, None, dry_run=False, set_aside=False, yes=True, as_json=as_json, quiet=False
            )
            == 0
        )
        return capsys.readouterr().out

    first, second = passed(), passed()
    if as_json:
        assert (json.loads(first)["runs_finished"], json.loads(second)["runs_finished"]) == (1, 0)
    else:
        assert "1 run that was cut short is finished: `extractor log` tells what came of it" in first
        assert "cut short" not in second
