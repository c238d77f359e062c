"""What a name on the command line means among the memory files."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.commands.finding import NoMemory, check_project, find_memory
from extractor.config.settings import Settings, load
from extractor.errors import ConfigError

SUDO = b"---\nname: never-use-sudo\ndescription: Never use sudo.\nmetadata:\n  type: feedback\n---\n\nNever use sudo.\n"


def settings(home: Path, **files: bytes) -> Settings:
    folder = home / "memory"
    folder.mkdir()
    for name, data in files.items():
        (folder / f"{name.replace('_', '-')}.md").write_bytes(data)
    return load({"memory_dir": str(folder)}, {"HOME": str(home)}).settings


def test_a_file_is_found_by_its_name_and_by_the_name_it_gives_itself(tmp_path: Path) -> None:
    own = settings(tmp_path, sudo_in_scripts=SUDO)
    for name in ("sudo-in-scripts", "sudo-in-scripts.md", "never-use-sudo"):
        assert find_memory(own, {}, name)[1] == "sudo-in-scripts.md"


def test_the_name_that_two_files_give_themselves_is_nobody_s(tmp_path: Path) -> None:
    own = settings(tmp_path, one=SUDO, two=SUDO)
    with pytest.raises(NoMemory):
        find_memory(own, {}, "never-use-sudo")


def test_a_name_that_is_nearly_one_is_answered_with_that_one(tmp_path: Path) -> None:
    own = settings(tmp_path, sudo_in_scripts=SUDO)
    with pytest.raises(
        ConfigError, match=r"no memory file sudo-in-script\.md: did you mean sudo-in-scripts\? "
    ):
        find_memory(own, {}, "sudo-in-script")
    with pytest.raises(ConfigError, match=r"no memory file prices\.md: `extractor list --all`"):
        find_memory(own, {}, "prices")


def test_a_whole_path_as_other_commands_print_it_means_that_file(tmp_path: Path) -> None:
    own = settings(tmp_path, sudo_in_scripts=SUDO)
    for path in (tmp_path / "memory/sudo-in-scripts.md", tmp_path / "memory/sudo-in-scripts"):
        assert find_memory(own, {}, str(path))[1] == "sudo-in-scripts.md"
    with pytest.raises(NoMemory):
        find_memory(own, {}, str(tmp_path / "elsewhere/sudo-in-scripts.md"))


def test_who_stands_in_a_directory_that_is_gone_is_told_to_change_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(ConfigError, match="does not exist any more: change to another one"):
        check_project(load({}, {"HOME": str(tmp_path)}).settings)
