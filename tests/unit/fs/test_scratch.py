"""Scratch folders are private, read without following anything, and gone afterwards."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from extractor.errors import StoreFailed
from extractor.fs import read_scratch, scratch, sweep_scratch


def test_it_holds_the_copies_and_is_the_owners_alone(tmp_path: Path) -> None:
    with scratch(tmp_path / "forks", "one", {"a.md": b"a", "b.md": b""}) as path:
        assert read_scratch(path, 10) == {"a.md": b"a", "b.md": b""}
        modes = [stat.S_IMODE(each.stat().st_mode) for each in (path.parent, path, path / "a.md")]
        assert modes == [0o700, 0o700, 0o600]
    assert list((tmp_path / "forks").iterdir()) == []


def test_it_is_gone_after_an_error_too(tmp_path: Path) -> None:
    with pytest.raises(KeyError), scratch(tmp_path, "one", {"a.md": b"a"}) as path:
        (path / "below").mkdir()
        raise KeyError
    assert not (tmp_path / "one").exists()


def test_what_is_no_plain_file_of_the_size_is_told_and_not_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("x")
    with scratch(tmp_path / "forks", "one", {"fits.md": b"1234567890"}) as path:
        (path / "large.md").write_bytes(b"12345678901")
        (path / "folder").mkdir()
        (path / "link.md").symlink_to(outside)
        os.link(outside, path / "hard.md")
        os.mkfifo(path / "pipe.md")
        found = read_scratch(path, 10)
    assert found.pop("fits.md") == b"1234567890"
    assert found == dict.fromkeys(("folder", "hard.md", "large.md", "link.md", "pipe.md"))
    assert outside.read_text() == "x"


def test_what_killed_processes_left_is_removed_and_no_link_is_followed(tmp_path: Path) -> None:
    outside, parent = tmp_path / "outside", tmp_path / "forks"
    for folder in (outside, parent / "left/below"):
        folder.mkdir(parents=True)
        (folder / "a.md").write_text("a")
    (parent / "left/link").symlink_to(outside)
    (parent / "link").symlink_to(outside)
    sweep_scratch(parent)
    assert [p.name for p in parent.iterdir()] == ["link"]
    assert (outside / "a.md").exists()
    sweep_scratch(tmp_path / "none")


def test_one_name_is_held_by_one(tmp_path: Path) -> None:
    with scratch(tmp_path, "one", {"a.md": b"a"}) as path:
        with pytest.raises(StoreFailed), scratch(tmp_path, "one", {}):
            pass
        assert (path / "a.md").exists()
