"""What is known of a person is known in every project."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from tests.support.machine import Scratch

SAID = "Always answer me in German, please."
RULE = "Never mock the database in tests."


@pytest.fixture
def machine(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path)
    session = made.session()
    session.turn(f"{SAID} {RULE}")
    old = time.time() - 60
    os.utime(session.path, (old, old))
    assert made.command("once").returncode == 0
    return made


def personal(machine: Scratch) -> dict[str, str]:
    place = machine.home / ".local" / "share" / "extractor" / "personal"
    return {f.name: f.read_text() for f in sorted(place.glob("*.md"))} if place.is_dir() else {}


def test_how_to_talk_to_a_person_stands_with_them_and_a_rule_of_the_project_with_the_project(
    machine: Scratch,
) -> None:
    assert any(SAID in text for name, text in personal(machine).items() if name != "MEMORY.md")
    assert any(RULE in text for name, text in machine.files().items() if name != "MEMORY.md")
    assert not any(RULE in text for text in personal(machine).values())
    assert f"- (personal) {SAID}" in machine.files()["MEMORY.md"]


def test_another_project_is_told_what_holds_everywhere_and_nothing_else(machine: Scratch) -> None:
    other = machine.home / "other"
    other.mkdir()
    told = machine.command("context", cwd=other).stdout
    assert SAID in told
    assert RULE not in told


def test_what_is_remembered_of_the_person_reaches_every_index_at_once(machine: Scratch) -> None:
    other = machine.home / "other"
    other.mkdir()
    machine.command("remember", "--type", "user", "I live in Lisbon.", cwd=other)
    assert any("lives in Lisbon" in text for text in personal(machine).values())
    assert "- (personal) The user lives in Lisbon." in machine.files()["MEMORY.md"]


def test_what_is_removed_from_the_personal_folder_leaves_every_index(machine: Scratch) -> None:
    (name,) = [name for name in personal(machine) if name != "MEMORY.md"]
    assert machine.command("forget", name, "--yes").returncode == 0
    assert SAID not in machine.files()["MEMORY.md"]


def test_all_a_personal_file_says_reaches_another_project_and_leaves_it_when_it_is_forgotten(
    machine: Scratch,
) -> None:
    (name,) = [name for name in personal(machine) if name != "MEMORY.md"]
    also = "Use metric units when you answer me."
    said = machine.command("remember", "--type", "feedback", "--name", name.removesuffix(".md"), also)
    assert said.returncode == 0, said.stderr
    assert f"- (personal) {SAID} {also}" in machine.files()["MEMORY.md"]
    assert machine.command("forget", "metric units", "--yes").returncode == 0
    assert f"- (personal) {SAID}\n" in machine.files()["MEMORY.md"]


@pytest.mark.parametrize("named", ["trombonist", "trombonist.md"])
def test_what_is_forgotten_of_a_person_stands_in_no_project_and_in_no_copy_of_its_index(
    machine: Scratch, named: str
) -> None:
    def holding() -> list[Path]:
        places = (machine.home / ".claude", machine.home / ".local", machine.state)
        files = {f for place in places for f in place.rglob("*") if f.is_file() and f.suffix != ".jsonl"}
        return sorted(f for f in files if b"trombonist" in f.read_bytes().lower())

    assert machine.command("remember", "I am a trombonist.").returncode == 0
    assert "- (personal) I am a trombonist." in machine.files()["MEMORY.md"], machine.files()
    assert holding()
    done = machine.command("forget", named, "--yes")
    assert done.returncode == 0, done.stderr
    assert holding() == []
    assert SAID in machine.files()["MEMORY.md"]


def test_what_a_person_corrects_in_a_personal_file_is_told_in_the_projects_index(machine: Scratch) -> None:
    (name,) = [name for name in personal(machine) if name != "MEMORY.md"]
    path = machine.home / ".local/share/extractor/personal" / name
    before, body = path.read_text().rsplit(SAID, 1)
    path.write_text(f"{before}The user is not who this said.{body}")
    assert machine.command("once").returncode == 0
    index = machine.files()["MEMORY.md"]
    assert "- (personal) The user is not who this said." in index
    assert SAID not in index


def test_what_is_known_of_the_person_is_recalled_in_every_project(machine: Scratch) -> None:
    other = machine.home / "other"
    other.mkdir()
    told = machine.command("recall", "answer", "--project", str(other)).stdout
    assert "/personal\n  Always *answer* me in German, please." in told
    assert RULE not in machine.command("recall", "database", "--project", str(other)).stdout


def test_a_file_of_the_person_s_with_the_name_of_one_of_the_project_is_pinned_and_unpinned_by_its_own_name(
    machine: Scratch,
) -> None:
    place = machine.home / ".local/share/extractor/personal"
    (place / "port.md").write_text("---\nname: port\npinned: true\n---\n\nI sail from port.\n")
    (machine.memory / "port.md").write_text("The port is 8080.\n")
    assert "personal-port.md" in machine.command("pin").stdout
    assert "personal-port.md" not in machine.command("unpin", "port").stdout
    assert "port.md is unpinned" in machine.command("unpin", "personal-port").stdout
    assert "port.md" not in machine.command("pin").stdout


def test_why_and_list_know_the_personal_files_in_every_project(machine: Scratch) -> None:
    other = machine.home / "other"
    other.mkdir()
    listed = json.loads(machine.command("list", "--json", cwd=other).stdout)
    (file,) = [each["file"] for each in listed]
    told = machine.command("why", file, cwd=other).stdout
    assert SAID in told


def test_pins_of_both_homes_share_one_budget(machine: Scratch) -> None:
    machine.settings["EXTRACTOR_PIN_TOKENS"] = "120"
    (name,) = [name for name in personal(machine) if name != "MEMORY.md"]
    (rule,) = [name for name in machine.files() if name != "MEMORY.md"]
    assert machine.command("pin", name).returncode == 0
    refused = machine.command("pin", rule)
    assert refused.returncode != 0
    assert "was not pinned" in refused.stderr


@pytest.fixture
def before(tmp_path: Path) -> Scratch:
    """A machine that Claude Code came to after something was learned."""
    made = Scratch(tmp_path)
    shutil.rmtree(made.home / ".claude")
    assert made.command("remember", "The staging port is 8080.").returncode == 0
    assert not made.memory.exists()
    made.transcripts.mkdir(parents=True)
    return made


def test_what_was_learned_before_claude_code_came_stays_in_sight_and_is_found_where_it_looks(
    before: Scratch,
) -> None:
    assert "8080" in before.command("list").stdout
    assert "8080" in before.command("context").stdout
    assert before.command("once").returncode == 0
    assert before.memory.is_symlink()
    assert "8080" in before.files()["MEMORY.md"]
    assert before.command("remember", "The live port is 9090.").returncode == 0
    assert len(before.files()) == 3
    part = before.command("projects", "part").stdout
    assert "has a memory of its own" in part
    shutil.rmtree(before.home / ".claude")
    assert all(port in before.command("list").stdout for port in ("8080", "9090"))


def test_what_the_client_kept_meanwhile_and_what_was_learned_before_are_one_memory(before: Scratch) -> None:
    before.memory.mkdir()
    (before.memory / "deploys.md").write_text("Deploys only happen on Tuesdays.\n")
    (before.memory / "MEMORY.md").write_text("- [Deploys](deploys.md)\n")
    ours = next((before.home / ".local/share/extractor/projects").glob("*/memory"))
    (ours / "MEMORY.md").write_text("My own words.\n" + (ours / "MEMORY.md").read_text())
    assert before.command("once").returncode == 0
    assert {"deploys.md", "staging-port.md", "MEMORY.md"} == set(before.files())
    assert ours.resolve() == before.memory
    told = before.command("status").stdout
    assert "its MEMORY.md too, is in" in told
    assert "staging-port.md" in before.command("log").stdout
    assert before.command("once").returncode == 0
    assert "its MEMORY.md too, is in" not in before.command("status").stdout


@pytest.fixture
def pair(before: Scratch) -> tuple[Scratch, Path]:
    """Two projects joined before Claude Code came."""
    shutil.rmtree(before.home / ".claude")
    other = before.home / "other"
    other.mkdir()
    assert before.command("remember", "Deploys only happen on Tuesdays.", cwd=other).returncode == 0
    assert before.command("projects", "join", str(other), "--yes").returncode == 0
    before.transcripts.mkdir(parents=True)
    return before, other


def test_what_was_joined_before_claude_code_came_stays_joined_and_in_sight(
    pair: tuple[Scratch, Path],
) -> None:
    machine, other = pair
    for _ in range(2):
        for project in (machine.project, other):
            told = machine.command("list", cwd=project).stdout
            assert all(words in told for words in ("8080", "Tuesdays")), told
        assert machine.command("once").returncode == 0
    assert machine.memory.is_symlink()


def test_what_is_parted_after_claude_code_came_is_told_in_the_other_project_no_more(
    pair: tuple[Scratch, Path],
) -> None:
    machine, other = pair
    assert machine.command("once").returncode == 0
    for project in (machine.project, other):
        assert machine.command("projects", "part", "--yes", cwd=project).returncode == 0
    machine.session().turn("The zebrafish port is 9090, always.")
    assert machine.command("once").returncode == 0
    assert "zebrafish" not in machine.command("recall", "zebrafish", "--project", str(other)).stdout
    assert "zebrafish" in machine.command("recall", "zebrafish", "--project", str(machine.project)).stdout


def test_with_the_setting_off_all_stands_in_the_project(tmp_path: Path) -> None:
    machine = Scratch(tmp_path, {"EXTRACTOR_PERSONAL_MEMORY": "false"})
    session = machine.session()
    session.turn(SAID)
    assert machine.command("once", str(session.path)).returncode == 0
    assert personal(machine) == {}
    assert any(SAID in text for name, text in machine.files().items() if name != "MEMORY.md")


def test_what_a_project_knew_of_the_person_before_moves_when_the_setting_is_turned_on(tmp_path: Path) -> None:
    machine = Scratch(tmp_path, {"EXTRACTOR_PERSONAL_MEMORY": "false"})
    machine.command("remember", "--type", "user", "I live in Lisbon.")
    assert any("Lisbon" in text for text in machine.files().values())
    del machine.settings["EXTRACTOR_PERSONAL_MEMORY"]
    done = machine.command("once")
    assert done.returncode == 0
    place = machine.home / ".local/share/extractor/personal"
    (name,) = [name for name in personal(machine) if name != "MEMORY.md"]
    assert f"{name} went from {machine.memory} to {place}\n" in done.stdout
    assert list(machine.files()) == ["MEMORY.md"]
    assert any("Lisbon" in text for name, text in personal(machine).items() if name != "MEMORY.md")
    log = machine.command("log").stdout
    assert "moved" in log
    assert "came from" in log


def stands(home: Path) -> dict[Path, tuple[bytes, int]]:
    """Every file beside the state of a home, and when it was written."""
    files = (path for path in home.rglob("*") if path.is_file() and "state" not in path.parts)
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def test_a_copied_home_writes_nothing_into_the_one_it_was_copied_from(
    machine: Scratch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert machine.command("remember", "--type", "user", "I live in Lisbon.").returncode == 0
    copy = Scratch(shutil.copytree(machine.home, tmp_path_factory.mktemp("copies") / "home", symlinks=True))
    before = stands(machine.home)
    for words in (("once",), ("remember", "I am a trombonist."), ("once",)):
        done = copy.command(*words)
        assert done.returncode == 0, done.stderr
        assert stands(machine.home) == before, words
    assert all(any(fact in text for text in personal(copy).values()) for fact in ("Lisbon", "trombonist"))


def test_a_pass_into_a_folder_of_its_own_leaves_every_projects_index_alone(machine: Scratch) -> None:
    before = machine.files()["MEMORY.md"]
    machine.session().turn("Deploys only happen on Tuesdays.")
    elsewhere = machine.home / "elsewhere"
    assert machine.command("once", "--memory-dir", str(elsewhere)).returncode == 0
    assert "Tuesdays" in (elsewhere / "MEMORY.md").read_text()
    assert machine.files()["MEMORY.md"] == before
    assert machine.command("status").stdout.count("problem") == 0
