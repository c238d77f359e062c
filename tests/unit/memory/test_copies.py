"""Copies beside the memory: everything but memory files, what is ours, and what git packed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor import fs
from extractor.memory.copies import BOUNDS, copies

WORD = b"Zanzibar"


def put(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\0" + WORD)


def named(folder: Path) -> list[str]:
    return [
        str(path.relative_to(os.path.realpath(folder))) for path, _ in copies(folder, lambda d: WORD in d)
    ]


def test_what_holds_it_beside_the_memory_is_named_and_memory_is_not(tmp_path: Path) -> None:
    put(tmp_path, "rule.md", "MEMORY.md", f"{fs.TEMP_PREFIX}1", ".git/COMMIT_EDITMSG")
    beside = [".rule.md.swp", "#rule.md#", "rule.md.orig", ".trash/rule.md", "old/MEMORY.md"]
    put(tmp_path, *beside)
    (tmp_path / "rule.txt").write_bytes(b"Nothing of it.")
    assert sorted(named(tmp_path)) == sorted(beside)


def test_a_folder_that_is_a_link_is_looked_into_and_told_by_its_real_path(tmp_path: Path) -> None:
    put(tmp_path / "real", "rule.md~")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert [path for path, _ in copies(tmp_path / "link", lambda d: WORD in d)] == [
        tmp_path / "real" / "rule.md~"
    ]


def test_a_copy_too_large_to_be_read_is_told_with_the_reason(tmp_path: Path) -> None:
    large = tmp_path / "backup.tar"
    with large.open("wb") as file:
        file.truncate(BOUNDS.size + 1)
    ((path, problem),) = copies(tmp_path, lambda d: WORD in d)
    assert (path, problem) == (large, "it is larger than 1,048,576 bytes")


@pytest.mark.parametrize("name", ["gone", "file"])
def test_what_is_no_folder_holds_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(WORD)
    assert named(tmp_path / name) == []
