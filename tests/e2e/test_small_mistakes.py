"""What a person types by mistake, or is surprised by, is answered in a line that helps."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from tests.support.machine import Scratch

PORT, MOCK, TABS = "The staging port is 8080.", "Never mock the database.", "Use tabs in Go files."


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path / "home")
    for said in (PORT, MOCK, TABS):
        assert made.command("remember", said).returncode == 0
    return made


def test_undo_tells_of_newer_runs_of_which_nothing_stands(scratch: Scratch) -> None:
    (scratch.memory / "use-tabs-go-files.md").unlink()
    shown = scratch.command("undo", "--dry-run")
    assert "newer and passed over, since nothing of it stands any more: run 3" in shown.stdout + shown.stderr
    assert "-Never mock the database." in shown.stdout
    assert json.loads(scratch.command("undo", "--dry-run", "--json").stdout)["passed_over"] == [3]


def test_a_file_that_a_person_removed_holds_up_no_undo_of_what_was_done_before(scratch: Scratch) -> None:
    assert scratch.command("remember", "--name", "use-tabs-go-files", "Use spaces in YAML.").returncode == 0
    (scratch.memory / "use-tabs-go-files.md").unlink()
    shown = scratch.command("undo", "--dry-run")
    assert "newer and passed over, since nothing of it stands any more: run 4, 3" in shown.stdout
    assert "-Never mock the database." in shown.stdout
    assert "somebody removed it since" in scratch.command("undo", "4", "--yes").stderr


def test_what_is_not_brought_back_is_told_once(scratch: Scratch) -> None:
    changed, *gone = sorted(scratch.memory.glob("[!M]*.md"))
    changed.write_text("")
    for each in gone:
        each.unlink()
    told = scratch.command("undo", "--vanished", "--yes").stdout
    assert told.count("brought back: ") == len(gone)
    assert told.count("stays as it is") == 1


def test_what_an_undo_leaves_is_told_once(scratch: Scratch) -> None:
    one, other = sorted(scratch.memory.glob("[!M]*.md"))[:2]
    assert scratch.command("pin", one.name, other.name).returncode == 0
    one.write_text(f"{one.read_text()}\nMine.\n")
    told = scratch.command("undo", "--yes", "--only-unchanged").stdout
    assert "is undone in part" in told
    assert told.count("was edited since") == 1


def test_a_file_s_runs_are_found_by_its_whole_path(scratch: Scratch) -> None:
    path = str(scratch.memory / "use-tabs-go-files.md")
    by_path, by_name = (scratch.command("log", each) for each in (path, "use-tabs-go-files"))
    assert by_path.stdout == by_name.stdout
    assert by_path.stdout.startswith("3  ")


@pytest.mark.parametrize("command", [("show",), ("why",), ("log",), ("forget", "--yes"), ("pin",)])
def test_the_index_is_told_apart_from_a_memory_file(scratch: Scratch, command: tuple[str, ...]) -> None:
    told = scratch.command(*command, "MEMORY.md")
    assert told.returncode == 1
    assert "is the index, which is rendered" in told.stderr


def test_nothing_is_kept_of_a_memory_folder_as_of_a_project(scratch: Scratch) -> None:
    told = scratch.command("remember", "The key rotates monthly.", cwd=scratch.memory)
    assert told.returncode == 1
    assert "is a memory folder: give the command in its project's directory" in told.stderr


def test_one_folder_that_others_may_write_to_keeps_nothing_else_back(scratch: Scratch) -> None:
    assert scratch.command("remember", "I prefer short answers.").returncode == 0
    (personal,) = {Path(line) for line in scratch.command("list").stdout.splitlines() if "personal" in line}
    personal.chmod(0o777)
    for words in (("list",), ("list", "--all"), ("recall", "port"), ("context",)):
        told = scratch.command(*words)
        assert told.returncode == 0, told.stderr
        assert PORT in told.stdout.replace("*", "")
        assert "other users may write to the folder" in told.stdout + told.stderr
    assert json.loads(scratch.command("recall", "port", "--json").stdout)["not_looked_into"]


def test_where_memory_goes_is_told_when_there_is_something_to_learn(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    assert "memory is written to" not in scratch.command("once").stdout
    session = scratch.session()
    session.turn(MOCK)
    os.utime(session.path, (0, 0))
    assert f"memory is written to {scratch.memory}" in scratch.command("once").stdout
    assert "memory is written to" not in scratch.command("once").stdout


@pytest.mark.parametrize(
    ("place", "is_folder", "told"),
    [
        ("state", False, "is a file where a folder is wanted: move it elsewhere"),
        ("state/state.db", True, "is not a plain file: move it elsewhere"),
    ],
)
def test_what_stands_in_the_way_is_named(tmp_path: Path, place: str, is_folder: bool, told: str) -> None:
    scratch = Scratch(tmp_path / "home")
    path = scratch.state.parent / place.replace("state", scratch.state.name, 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir() if is_folder else path.write_text("x")
    for words in (("once",), ("remember", PORT), ("status",)):
        done = scratch.command(*words)
        assert f"{path} {told}" in done.stdout + done.stderr, words


@pytest.mark.parametrize("command", ["remember", "recall"])
@pytest.mark.parametrize(
    ("said", "way"),
    [("- floats are banned", "'floats are banned'"), ("-5 is the floor", "-- '-5 is the floor'")],
)
def test_a_sentence_that_begins_with_a_dash_is_told_how_to_be_written(
    scratch: Scratch, command: str, said: str, way: str
) -> None:
    told = scratch.command(command, said)
    assert told.returncode == 2
    assert f"write `extractor {command} {way}`" in told.stderr
    assert scratch.command(command, *shlex.split(way)).returncode == 0


def test_a_list_that_begins_with_a_dash_is_told_how_to_be_given(scratch: Scratch) -> None:
    told = scratch.command("remember", "- floats are banned\n- amounts are cents")
    assert told.returncode == 2
    assert "write -- before it, `extractor remember -- …`" in told.stderr
    kept = scratch.command("remember", "--", "- floats are banned\n- amounts are cents").stdout
    assert ": Floats are banned.\n" in kept
    assert ": Amounts are cents.\n" in kept


def test_a_name_in_capitals_is_known_again(scratch: Scratch) -> None:
    told = scratch.command("show", "USE-TABS-GO")
    assert "did you mean use-tabs-go-files?" in told.stderr


@pytest.mark.parametrize("command", ["show", "why", "log", "pin", "unpin"])
def test_a_file_is_named_that_has_the_word_that_was_given_for_its_name(
    scratch: Scratch, command: str
) -> None:
    told = scratch.command(command, "tabs")
    assert told.returncode == 1
    assert "there is no memory file tabs.md" in told.stderr
    assert "did you mean use-tabs-go-files?" in told.stderr


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("search", "port"), "recall"),
        (("rm", "staging-port"), "forget"),
        (("uninstall",), "service uninstall"),
        (("help",), "--help"),
        (("help", "recall"), "recall --help"),
    ],
)
def test_another_tool_s_word_is_answered_with_the_command_that_does_it(
    scratch: Scratch, words: tuple[str, ...], meant: str
) -> None:
    told = scratch.command(*words)
    assert told.returncode == 2
    assert f"there is no command {words[0]}: " in told.stderr
    assert f"`extractor {meant}`" in told.stderr
    assert scratch.command(*meant.split(), *(() if meant.endswith("help") else ("--help",))).returncode == 0


def test_forget_names_no_command_that_then_refuses(scratch: Scratch) -> None:
    (scratch.memory / "mine.md").write_text("---\nname: mine\n---\n\nOf my own hand alone.\n")
    own = "mine.md: it is your own, delete it yourself"
    assert own in scratch.command("forget", "mine", "--yes").stderr
    told = scratch.command("forget", "staging-port", "--yes").stderr
    command = shlex.split(told.partition("`")[2].partition("`")[0])
    assert command == ["extractor", "forget", "staging-port.md"]
    assert scratch.command(*command[1:], "--yes").returncode == 0
