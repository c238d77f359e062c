from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from extractor.extraction.git_index import is_shown_as_new, is_tracked, may_be_tracked

NAMES = ["a.txt", "opencode.json", "opencode.jsonc", "web/opencode.json", "ümlaut", "x" * 200, "opencode.js"]


@pytest.mark.parametrize("kept", ["sha1", "sha256"])
@pytest.mark.parametrize("version", [2, 3, 4])
def test_what_git_tracks_is_read_from_its_index_without_git(tmp_path: Path, version: int, kept: str) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q", f"--object-format={kept}")
    for name in NAMES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "new").write_text("x")
    git("add", *[name for name in NAMES if name != "opencode.jsonc"])
    if version == 3:
        git("add", "--intent-to-add", "new")
    git("update-index", "--index-version", str(version))
    assert (tmp_path / ".git/index").read_bytes()[4:8] == version.to_bytes(4)
    assert [name for name in NAMES if is_tracked(tmp_path, name)] == [
        n for n in NAMES if n != "opencode.jsonc"
    ]
    assert not is_tracked(tmp_path, "json")
    assert is_tracked(tmp_path, "new") is (version == 3)
    assert may_be_tracked(tmp_path, "opencode.json")
    assert not may_be_tracked(tmp_path, "opencode.jsonc")


def test_what_stands_in_the_other_part_of_a_split_index_may_be_tracked(tmp_path: Path) -> None:
    file = repository(tmp_path)
    file.write_text("{}")
    for words in (["add", file.name], ["update-index", "--split-index"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    assert may_be_tracked(tmp_path, file.name)
    assert not is_tracked(tmp_path, file.name)
    assert not is_shown_as_new(tmp_path, file.name)


def test_where_nothing_was_added_yet_nothing_may_be_tracked(tmp_path: Path) -> None:
    assert not may_be_tracked(tmp_path, "opencode.json")
    assert not may_be_tracked(repository(tmp_path).parent, "opencode.json")


@pytest.mark.parametrize(
    "data", [None, b"", b"DIRC", b"DIRC\0\0\0\2\0\0\0\3" + b"x" * 100, b"DIRC\0\0\0\x09" + b"\0" * 40]
)
def test_of_an_index_nobody_can_read_nothing_is_told(tmp_path: Path, data: bytes | None) -> None:
    (tmp_path / ".git").mkdir()
    if data is not None:
        (tmp_path / ".git/index").write_bytes(data)
    assert not is_tracked(tmp_path, "opencode.json")
    assert may_be_tracked(tmp_path, "opencode.json") is (data is not None)


def test_the_index_of_a_submodule_stands_where_its_git_file_says(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q", "--separate-git-dir", str(tmp_path / "kept"))
    (tmp_path / "opencode.json").write_text("{}")
    git("add", "opencode.json")
    assert is_tracked(tmp_path, "opencode.json")


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/ptmx", None])
def test_an_index_that_is_no_plain_file_is_not_opened(tmp_path: Path, device: str | None) -> None:
    index = tmp_path / ".git/index"
    index.parent.mkdir()
    if device is None:
        os.mkfifo(index)
    else:
        index.symlink_to(device)
    assert not is_tracked(tmp_path, "opencode.json")


def repository(root: Path) -> Path:
    root.mkdir(exist_ok=True)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True, capture_output=True)
    return root / "opencode.json"
