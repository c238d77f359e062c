"""`pin`, `unpin` with the real command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.machine import Scratch


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path / "home")
    made.memory.mkdir(parents=True)
    (made.memory / "notes.md").write_text("My own notes.\n")
    (made.memory / "long.md").write_text("---\nname: long\n---\n" + "Many words. " * 400)
    return made


def test_a_file_is_pinned_shown_told_and_unpinned(scratch: Scratch) -> None:
    done = scratch.command("pin", "notes")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "notes.md is pinned",
        "pinned files take 14 of 100,000 tokens",
        "`extractor undo 1` takes it back",
    ]
    assert (scratch.memory / "notes.md").read_text() == (
        "---\nmetadata:\n  pinned: true\n---\nMy own notes.\n"
    )
    again = scratch.command("pin", "notes.md", "--json")
    (told,) = json.loads(again.stdout)
    assert (again.returncode, told["already"], told["run"]) == (0, ["notes.md"], None)
    assert "notes.md  14 tokens" in scratch.command("pin").stdout
    assert "by hand" in scratch.command("log").stdout
    assert "pinned notes.md" in scratch.command("log", "notes").stdout
    assert scratch.command("undo", "--yes").returncode == 0
    assert (scratch.memory / "notes.md").read_text() == "My own notes.\n"
    assert scratch.command("unpin", "notes").stdout.startswith("notes.md is not pinned: nothing to do")


@pytest.mark.parametrize("name", ["../notes.md", "/etc/passwd.md", ".hidden", "none"])
def test_a_name_that_is_no_file_of_the_memory_is_one_line(scratch: Scratch, name: str) -> None:
    done = scratch.command("pin", name)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("extractor: ")


def test_a_hand_edit_beyond_the_room_is_left_out_and_named(scratch: Scratch) -> None:
    scratch.settings["EXTRACTOR_PIN_TOKENS"] = "100"
    refused = scratch.command("pin", "long")
    assert refused.returncode == 1
    assert "there is room for 100" in refused.stderr
    assert scratch.command("pin", "notes").returncode == 0
    long = scratch.memory / "long.md"
    long.write_text(long.read_text().replace("name: long", "pinned: yes"))
    told = scratch.command("pin").stdout
    assert "(left out)" in told
    assert "long.md  (no type, pinned)" in scratch.command("list").stdout
    assert "unpin or compact one" in told
    assert scratch.command("unpin", "long").returncode == 0
    assert long.read_text().startswith("---\npinned: false\n---\n")


def test_a_pin_beyond_its_part_of_a_small_prompt_is_refused_and_told(scratch: Scratch) -> None:
    assert scratch.command("pin", "long").returncode == 0
    scratch.settings["EXTRACTOR_CONTEXT_TOKENS"] = "200"
    refused = scratch.command("pin", "notes")
    assert (refused.returncode, "there is room for 100" in refused.stderr) == (1, True), refused
    assert "of 100 tokens, so not every prompt holds long.md" in scratch.command("status").stdout


def test_where_one_of_two_homes_lacks_a_file_nothing_is_pinned_in_either(scratch: Scratch) -> None:
    assert scratch.command("remember", "--type", "user", "I live in Lisbon.").returncode == 0
    done = scratch.command("pin", "lives-lisbon", "none")
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "none.md" in done.stderr
    assert "pinned" not in scratch.command("list").stdout
    assert scratch.command("pin", "lives-lisbon", "notes").returncode == 0
    assert scratch.command("list").stdout.count("pinned") == 2


def test_where_files_of_two_folders_are_named_each_sum_says_of_which_it_is(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path)
    scratch.command("remember", "The staging port is 8080.")
    scratch.command("remember", "--type", "user", "My name is Maria.")
    names = [line.split()[0] for line in scratch.command("list").stdout.splitlines() if ".md" in line]
    shown = scratch.command("pin", *names).stdout
    sums = [line for line in shown.splitlines() if line.startswith("pinned files take")]
    assert len(sums) == 2
    assert all(" tokens in /" in line for line in sums)
