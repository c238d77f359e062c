"""Put away: out of the memory, and to be brought back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.actions.put_away import PutAway
from extractor.actions.undo import Undo
from extractor.archive.way import Way
from extractor.errors import ConfigError
from extractor.memory.pinning import with_pin
from tests.support.scripted import Desk, says
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold, keep

PROJECT = "/home/dev/shop"
RULE = "Never mock the database in tests."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    session = made.said("s", human("h1", RULE), agent("a1"))
    hold(made, session, keep("rule.md"), says())
    yield made
    made.close()


def test_a_file_goes_and_comes_back_as_it_was(desk: Desk) -> None:
    before = desk.files()
    away = PutAway(desk.archive, Way.MCP, desk.clock)
    assert away.plan(desk.folder, "rule.md").statements == (RULE,)
    assert desk.files() == before
    done = away.carry_out(desk.folder, PROJECT, "rule.md")
    assert "rule.md" not in desk.files()
    assert "rule.md" not in desk.files()["MEMORY.md"]
    for _ in range(2):
        desk.removals.look(desk.folder)
        desk.clock.pass_by(61)
    assert not desk.archive.tombstones.is_on(RULE), "no person removed it"
    undo = Undo(desk.archive, lambda _path: desk.folder, desk.clock)
    assert undo.carry_out(undo.plan()).undoes == done.run
    assert desk.files() == before


def test_a_file_with_a_persons_comment_stays(desk: Desk) -> None:
    rule = desk.path / "rule.md"
    rule.write_text(f"{rule.read_text()}\n<!-- ask Ana first -->\n")
    with pytest.raises(ConfigError, match="person's own words"):
        PutAway(desk.archive, Way.MCP, desk.clock).carry_out(desk.folder, PROJECT, "rule.md")


def test_a_sentence_a_person_put_into_a_comment_counts_as_removed(desk: Desk) -> None:
    rule = desk.path / "rule.md"
    rule.write_text(rule.read_text().replace(f"\n{RULE}\n", f"\nUse tabs.\n\n<!--\n\n{RULE}\n\n-->\n"))
    assert desk.removals.look(desk.folder) == 1
    assert desk.archive.tombstones.is_on(RULE)


def test_what_a_person_wrote_or_pinned_stays(desk: Desk) -> None:
    (desk.path / "mine.md").write_text("Mine.\n")
    rule = desk.path / "rule.md"
    rule.write_bytes(with_pin(rule.read_bytes(), True))
    away = PutAway(desk.archive, Way.MCP, desk.clock)
    for file, told in (("mine.md", "own file"), ("rule.md", "is pinned"), ("none.md", "exact name")):
        with pytest.raises(ConfigError, match=told):
            away.carry_out(desk.folder, PROJECT, file)
    assert {"mine.md", "rule.md"} <= desk.files().keys()
