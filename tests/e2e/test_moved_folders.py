"""Memory folders that are reached by another path, with the real command."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from extractor.transcripts.paths import slug
from tests.support.machine import Scratch, Session

RULE = "Always run the integration tests against a real database, never mocks."
OTHER = "Remember: the billing service Zweig deploys on Tuesdays only."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path / "home")
    session = made.session()
    session.turn(RULE)
    session.turn(OTHER)
    assert made.command("once").returncode == 0
    assert len(made.files()) == 3
    return made


def file_of(scratch: Scratch, word: str) -> str:
    (found,) = (name for name, text in scratch.files().items() if name != "MEMORY.md" and word in text)
    return found


def link_client_folder(scratch: Scratch) -> None:
    dotfiles = scratch.home / "dotfiles"
    dotfiles.mkdir()
    (scratch.home / ".claude").rename(dotfiles / "claude")
    (scratch.home / ".claude").symlink_to(dotfiles / "claude")


def a_minute_later(scratch: Scratch) -> None:
    with closing(sqlite3.connect(scratch.state / "state.db")) as db, db:
        db.execute("UPDATE statements SET missing = missing - 61000 WHERE missing IS NOT NULL")


def test_behind_a_link_everything_is_known_as_before(scratch: Scratch) -> None:
    rule, other = file_of(scratch, "database"), file_of(scratch, "Zweig")
    link_client_folder(scratch)
    for words in (("why", rule), ("show", rule)):
        told = scratch.command(*words).stdout
        assert f"> {RULE}" in told
        assert "own words" not in told
    assert "written neither" not in scratch.command("status").stdout

    (scratch.memory / other).unlink()
    assert "stands in" in scratch.command("once").stderr
    a_minute_later(scratch)
    again = scratch.command("once")
    assert again.returncode == 0
    assert "stands in" not in again.stderr  # it is told once
    (scratch.state / "state.db").unlink()
    assert scratch.command("once").returncode == 0
    assert not any("Zweig" in text for text in scratch.files().values())
    assert rule in scratch.files()


def test_forgetting_behind_a_link_says_what_it_does(scratch: Scratch) -> None:
    other = file_of(scratch, "Zweig")
    link_client_folder(scratch)
    done = scratch.command("forget", "Zweig", "--yes")
    assert done.returncode == 0, done.stderr
    assert other not in scratch.files()
    assert "take it out there" not in done.stdout
    assert "take them out there" not in done.stdout


@pytest.mark.parametrize("is_read_first", [False, True])
def test_a_project_that_was_renamed_with_its_folder_keeps_its_history(
    scratch: Scratch, is_read_first: bool
) -> None:
    rule = file_of(scratch, "database")
    store = scratch.home / "store"
    scratch.project.rename(store)
    moved = scratch.home / ".claude" / "projects" / slug(str(store))
    scratch.transcripts.rename(moved)
    if is_read_first:
        assert f"> {RULE}" in scratch.command("why", rule, cwd=store).stdout
        assert "written neither" not in scratch.command("status", cwd=store).stdout
    assert scratch.command("once", cwd=store).returncode == 0
    assert "vanished" not in scratch.command("status", cwd=store).stdout
    undone = scratch.command("undo", "1", "--yes", cwd=store)
    assert undone.returncode == 0, undone.stderr
    assert [path.name for path in (moved / "memory").glob("*.md")] == ["MEMORY.md"]
    assert scratch.command("undo", "2", "--yes", cwd=store).returncode == 0
    done = scratch.command("forget", "Zweig", "--yes", cwd=store)
    assert "take them out there" not in done.stdout
    assert not any("Zweig" in path.read_text() for path in (moved / "memory").glob("*.md"))


@pytest.mark.parametrize("is_linked", [False, True])
def test_a_home_that_was_moved_keeps_its_history(scratch: Scratch, tmp_path: Path, is_linked: bool) -> None:
    at = scratch.memory.relative_to(scratch.home)
    scratch.home.rename(tmp_path / "new")
    new = Scratch(tmp_path / "new")
    if is_linked:
        scratch.home.symlink_to(new.home)
    assert new.command("once").returncode == 0
    told = new.command("status").stdout
    assert "vanished" not in told
    assert "written neither" not in told
    undone = new.command("undo", "1", "--yes")
    assert undone.returncode == 0, undone.stderr
    assert os.listdir(new.home / at) == ["MEMORY.md"]


def test_a_project_removed_on_purpose_is_still_asked_about(scratch: Scratch) -> None:
    other = scratch.home / ".claude" / "projects" / slug(str(scratch.home / "other")) / "memory"
    other.mkdir(parents=True)
    (other / file_of(scratch, "database")).write_text("We write our tests in Python.\n")
    shutil.rmtree(scratch.memory)
    assert scratch.command("once").returncode == 0
    assert "vanished with its 2 memory files" in scratch.command("status").stdout


@pytest.mark.parametrize("is_known_there", [False, True])
def test_a_file_a_person_moved_to_another_project_is_corrected_by_what_is_said_there(
    scratch: Scratch, is_known_there: bool
) -> None:
    other = scratch.home / "other"
    other.mkdir()
    there = scratch.transcripts.parent / slug(str(other))
    there.mkdir()
    session = Session(there / "one.jsonl", "one", str(other))
    if is_known_there:
        session.turn("Never use sudo in scripts.")
        assert scratch.command("once").returncode == 0
    (there / "memory").mkdir(exist_ok=True)
    name = file_of(scratch, "database")
    (scratch.memory / name).rename(there / "memory" / name)
    later = "Stop running the integration tests against a real database, mocks are fine."
    session.turn(later)
    assert scratch.command("once").returncode == 0
    told = "".join(path.read_text() for path in (there / "memory").glob("*.md"))
    assert later in (there / "memory" / name).read_text()
    assert RULE not in told
