"""A folder below a root in a place that others fill."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor import fs
from extractor.errors import ConfigError

PARTS = ("one", "two")


def test_a_folder_that_is_not_there_is_none_and_is_not_made(tmp_path: Path) -> None:
    assert fs.folder_below(tmp_path, PARTS) is None
    assert fs.folder_below(tmp_path / "gone", PARTS) is None
    assert list(tmp_path.iterdir()) == []


def test_one_that_is_wanted_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    made = fs.folder_below(tmp_path, PARTS, create=True)
    assert made is not None
    with made as folder:
        folder.create("a.md", b"x", ".extractor-1")
    assert (tmp_path / "one" / "two" / "a.md").read_bytes() == b"x"
    assert (tmp_path / "one").stat().st_mode & 0o777 == 0o700


def test_links_to_the_root_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real" / "one" / "two").mkdir(parents=True, mode=0o700)
    (tmp_path / "way").symlink_to(tmp_path / "real")
    found = fs.folder_below(tmp_path / "way", PARTS)
    assert found is not None
    with found as folder:
        assert folder.path == tmp_path / "real" / "one" / "two"


@pytest.mark.parametrize("nth", [0, 1])
@pytest.mark.parametrize("create", [False, True])
def test_a_link_below_the_root_is_not_followed(tmp_path: Path, nth: int, create: bool) -> None:
    (tmp_path / "elsewhere" / "two").mkdir(parents=True)
    way = tmp_path.joinpath("root", *PARTS[: nth + 1])
    way.parent.mkdir(parents=True)
    way.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConfigError, match="symbolic link, which is not followed"):
        fs.folder_below(tmp_path / "root", PARTS, create=create)
    assert list((tmp_path / "elsewhere" / "two").iterdir()) == []


@pytest.mark.parametrize("create", [False, True])
def test_a_fifo_or_a_file_in_the_way_is_told_and_does_not_block(tmp_path: Path, create: bool) -> None:
    os.mkfifo(tmp_path / "one")
    with pytest.raises(ConfigError, match="is no folder"):
        fs.folder_below(tmp_path, PARTS, create=create)
    (tmp_path / "one").unlink()
    (tmp_path / "one").write_text("")
    with pytest.raises(ConfigError, match="is no folder"):
        fs.folder_below(tmp_path, PARTS, create=create)


@pytest.mark.parametrize("nth", [0, 1])
def test_one_that_others_may_write_to_is_refused(tmp_path: Path, nth: int) -> None:
    tmp_path.joinpath(*PARTS).mkdir(parents=True)
    tmp_path.joinpath(*PARTS[: nth + 1]).chmod(0o777)
    with pytest.raises(ConfigError, match="other users may write"):
        fs.folder_below(tmp_path, PARTS)


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir(mode=0o777)
    (tmp_path / "one").chmod(0o777)
    before = len(os.listdir("/dev/fd"))
    for _ in range(5):
        with pytest.raises(ConfigError):
            fs.folder_below(tmp_path, PARTS)
        assert fs.folder_below(tmp_path, ("other",)) is None
    assert len(os.listdir("/dev/fd")) == before


def test_a_folder_is_fuller_than_so_many_names_or_it_is_not(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}").mkdir()
    with fs.Root.open(tmp_path) as folder:
        assert folder.is_fuller(4)
        assert not folder.is_fuller(5)
        assert folder.is_fuller(4)
        assert len(folder.names().refused) == 5
