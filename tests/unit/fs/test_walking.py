"""A walk through a folder of others: bounded, over no link, and what it did not read is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor import fs
from extractor.fs.walking import Bounds

ROOM = Bounds(names=100, depth=3, size=1_000, total=10_000)


def found(folder: Path, bounds: Bounds = ROOM) -> tuple[dict[str, bytes], list[str]]:
    """What was read, by its path below the folder, and what is told of the rest."""
    seen = list(fs.walk_files(folder, bounds, lambda path: path.name == ".git"))
    read = {str(each.path.relative_to(folder)): each.data for each in seen if each.data is not None}
    return read, [f"{each.path.relative_to(folder)}: {each.problem}" for each in seen if each.problem]


def test_every_plain_file_is_read_also_in_folders_and_with_a_dot(tmp_path: Path) -> None:
    (tmp_path / ".versions" / "old").mkdir(parents=True)
    for name in ("a.md", ".a.md.swp", ".versions/a~1.md", ".versions/old/b.md"):
        (tmp_path / name).write_text(name)
    read, told = found(tmp_path)
    assert read == {name: name.encode() for name in read}
    assert list(read) == [".a.md.swp", "a.md", ".versions/a~1.md", ".versions/old/b.md"]
    assert told == []


def test_no_link_is_followed_and_no_pipe_is_waited_for(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "x").write_text("x")
    (inside / "folder").symlink_to(outside)
    (inside / "file").symlink_to(outside / "x")
    (inside / "loop").symlink_to(inside)
    os.mkfifo(inside / "pipe")
    assert found(inside) == ({}, [])


def test_a_folder_that_is_passed_by_is_not_entered(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x").write_text("x")
    assert found(tmp_path) == ({}, [])


@pytest.mark.parametrize(
    ("bounds", "read", "told"),
    [
        (Bounds(5, 3, 1_000, 10_000), {"a", "b"}, "deep: more than 5 names were found"),
        (Bounds(100, 1, 1_000, 10_000), {"a", "b"}, "deep: it lies deeper than 1 folder"),
        (Bounds(100, 3, 4, 10_000), {"a", "deep/1", "deep/2"}, "b: it is larger than 4 bytes"),
        (
            Bounds(100, 3, 1_000, 9),
            {"a"},
            "b: the files are larger than 9 bytes together, and 2 more with it",
        ),
    ],
)
def test_what_is_beyond_the_bounds_is_not_read_and_told(
    tmp_path: Path, bounds: Bounds, read: set[str], told: str
) -> None:
    (tmp_path / "deep").mkdir()
    for name, size in (("a", 3), ("b", 9), ("deep/1", 1), ("deep/2", 1), ("deep/3", 0)):
        (tmp_path / name).write_bytes(b"x" * size)
    seen, problems = found(tmp_path, bounds)
    assert set(seen) - {"deep/3"} == read
    assert problems == [told]


def test_what_may_not_be_read_is_told_once_with_how_many_more(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).write_bytes(b"x" * 11)
    assert found(tmp_path, Bounds(100, 3, 10, 100)) == (
        {},
        ["a: it is larger than 10 bytes, and 2 more with it"],
    )


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert found(tmp_path / "gone") == ({}, [])
