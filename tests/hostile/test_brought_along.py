"""A repository or an archive brings files along that speak for the person: no other project's memory is told or filled."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from extractor.transcripts.paths import slug
from tests.support.machine import Scratch, Session

RULE = "Never deploy the zanzibar service on Fridays."
COMMANDS = (["list"], ["context"], ["context", "--hook", "claude-code"], ["status"], ["once"])


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path / "home")
    (made.project / ".git").mkdir()
    made.session().turn(RULE)
    assert made.command("once").returncode == 0
    assert any("zanzibar" in text for text in made.files().values())
    return made


@pytest.fixture
def evil(scratch: Scratch) -> Path:
    """A folder somebody else filled, in which a person works."""
    folder = scratch.home / "evil"
    (folder / ".claude").mkdir(parents=True)
    return folder


def spoken_in(scratch: Scratch, folder: Path, text: str) -> None:
    name = "0b0d7f0e-8a94-4c43-9d53-7c0f4c1c1a11"
    place = scratch.home / ".claude/projects" / slug(str(folder))
    place.mkdir(exist_ok=True)
    Session(place / f"{name}.jsonl", name, str(folder)).turn(text)


def is_kept_apart(scratch: Scratch, evil: Path) -> bool:
    """Whether what is told in the folder knows nothing of the other project, and what is said there stays there."""
    before = scratch.files()
    spoken_in(scratch, evil, "Always use tabs in the quagga parser.")
    told = [scratch.command(*words, cwd=evil, timeout=30) for words in COMMANDS]
    after = scratch.command("list", cwd=evil)
    assert "quagga" in after.stdout
    assert not any("zanzibar" in each.stdout for each in [*told, after])
    return scratch.files() == before


def test_local_settings_that_name_another_project_s_memory_are_told_and_not_followed(
    scratch: Scratch, evil: Path
) -> None:
    local = evil / ".claude/settings.local.json"
    local.write_text(json.dumps({"autoMemoryDirectory": f"~/{scratch.memory.relative_to(scratch.home)}"}))
    assert is_kept_apart(scratch, evil)
    line = f"{local} names {scratch.memory} as memory, which is not used: "
    assert f"problem: {line}" in scratch.command("status").stdout
    assert line in "".join(json.loads(scratch.command("status", "--json").stdout)["problems"])
    (stage,) = (
        each for each in scratch.command("doctor", cwd=evil).stdout.splitlines() if "memory folder" in each
    )
    assert line in stage


def test_nothing_is_written_into_a_folder_of_other_files_that_local_settings_name(
    scratch: Scratch, evil: Path
) -> None:
    keys = scratch.home / ".ssh"
    keys.mkdir(mode=0o700)
    (keys / "known_hosts").write_text("a host")
    (evil / ".claude/settings.local.json").write_text('{"autoMemoryDirectory": "~/.ssh"}')
    assert is_kept_apart(scratch, evil)
    assert os.listdir(keys) == ["known_hosts"]


@pytest.mark.parametrize("device", ["/dev/ptmx", None])
def test_local_settings_that_never_end_hold_nothing_up(
    scratch: Scratch, evil: Path, device: str | None
) -> None:
    local = evil / ".claude/settings.local.json"
    if device is None:
        os.mkfifo(local)
    else:
        local.symlink_to(device)
    assert is_kept_apart(scratch, evil)


def test_a_git_file_that_claims_another_repository_makes_no_work_tree_of_it(
    scratch: Scratch, evil: Path
) -> None:
    (evil / ".git").write_text("gitdir: meta\n")
    (evil / "meta").mkdir()
    (evil / "meta/gitdir").write_text("../.git\n")
    (evil / "meta/commondir").write_text("../../shop/.git\n")
    assert is_kept_apart(scratch, evil)
