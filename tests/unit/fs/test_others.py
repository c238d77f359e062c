from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from extractor import fs
from extractor.errors import ConfigError, MemoryConflict, StoreFailed
from extractor.fs.kernel import Kernel
from extractor.fs.others import LARGEST, temp_name
from tests.unit.fs.test_ownership import given_away


def test_a_replaced_file_keeps_the_mode_it_is_given_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("old")
    fs.replace_file(path, b"old", b"new", 0o640)
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    fs.replace_file(tmp_path / "made", None, b"x")
    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o600
    fs.replace_file(path, b"new", None)
    assert [each.name for each in tmp_path.iterdir()] == ["made"]


@pytest.mark.parametrize(("before", "after"), [(b"else", b"new"), (None, b"new"), (b"else", None)])
def test_what_changed_meanwhile_stays(tmp_path: Path, before: bytes | None, after: bytes | None) -> None:
    path = tmp_path / "file"
    path.write_text("theirs")
    with pytest.raises(MemoryConflict, match="meanwhile"):
        fs.replace_file(path, before, after)
    assert path.read_text() == "theirs"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_file_made_at_the_last_moment_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    real = Kernel.rename_exclusive

    def late(kernel: Kernel, source: str, target: str, at: int) -> None:
        path.write_text("theirs")
        real(kernel, source, target, at)

    monkeypatch.setattr(Kernel, "rename_exclusive", late)
    with pytest.raises(MemoryConflict, match="made meanwhile"):
        fs.replace_file(path, None, b"ours")
    assert path.read_text() == "theirs"


def test_where_a_name_cannot_be_taken_in_one_step_a_hard_link_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(_kernel: Kernel, source: str, target: str, at: int) -> None:
        raise OSError(errno.EINVAL, "not here")

    monkeypatch.setattr(Kernel, "rename_exclusive", unsupported)
    fs.replace_file(tmp_path / "file", None, b"ours")
    assert fs.look_at(tmp_path / "file").data == b"ours"


def test_a_link_swapped_in_is_neither_followed_nor_replaced(tmp_path: Path) -> None:
    target, path = tmp_path / "target", tmp_path / "file"
    target.write_text("old")
    path.symlink_to(target)
    with pytest.raises(StoreFailed):
        fs.replace_file(path, b"old", b"new")
    assert target.read_text() == "old"
    assert path.is_symlink()
    assert not (tmp_path / temp_name(path)).exists()


def test_what_stands_there_is_told(tmp_path: Path) -> None:
    assert fs.look_at(tmp_path / "none").is_absent
    assert fs.look_at(tmp_path / "none" / "deeper").is_absent
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder").chmod(0o750)
    folder = fs.look_at(tmp_path / "folder")
    assert (folder.is_folder, folder.is_empty, folder.mode) == (True, True, 0o750)
    (tmp_path / "folder" / "x").touch()
    assert not fs.look_at(tmp_path / "folder").is_empty
    (tmp_path / "link").symlink_to("nowhere")
    assert fs.look_at(tmp_path / "link").link == "nowhere"
    (tmp_path / "file").write_bytes(b"")
    assert not any(fs.look_at(tmp_path / name).is_absent for name in ("folder", "link", "file"))


def test_a_file_with_a_second_name_a_read_only_one_and_a_pipe_are_left_as_they_are(tmp_path: Path) -> None:
    for name, mode in (("linked", 0o600), ("read-only", 0o444)):
        (tmp_path / name).write_text("theirs")
        (tmp_path / name).chmod(mode)
    (tmp_path / "second").hardlink_to(tmp_path / "linked")
    os.mkfifo(tmp_path / "pipe")
    for name, why in (
        ("linked", "has 2 hard links"),
        ("read-only", "is read-only"),
        ("pipe", "is no plain file"),
    ):
        with pytest.raises(ConfigError, match=rf"{name} {why}: it was left as it is"):
            fs.look_at(tmp_path / name)


def test_a_file_of_another_user_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("theirs")
    given_away(tmp_path / "file")
    with pytest.raises(ConfigError, match="belongs to another user"):
        fs.look_at(tmp_path / "file")


def test_a_file_too_large_to_be_settings_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(ConfigError, match="larger than"):
        fs.look_at(tmp_path / "file")


def test_folders_are_made_and_only_empty_ones_removed(tmp_path: Path) -> None:
    wanted = tmp_path / "a" / "b"
    missing = fs.missing_folders(wanted)
    assert missing == (tmp_path.resolve() / "a", tmp_path.resolve() / "a" / "b")
    for folder in missing:
        fs.make_folder(folder, 0o700)
        fs.make_folder(folder, 0o755)
    assert wanted.stat().st_mode & 0o777 == 0o700
    assert fs.missing_folders(wanted) == ()
    assert not fs.remove_empty_folder(tmp_path / "a")
    assert fs.remove_empty_folder(wanted)
    assert fs.remove_empty_folder(wanted), "gone is as good"
    (tmp_path / "file").touch()
    assert not fs.remove_empty_folder(tmp_path / "file")


def test_a_link_is_made_where_nothing_stands_and_taken_where_it_still_leads_there(tmp_path: Path) -> None:
    link = tmp_path / "link"
    fs.make_link(link, tmp_path / "one")
    with pytest.raises(MemoryConflict):
        fs.make_link(link, tmp_path / "two")
    with pytest.raises(MemoryConflict):
        fs.remove_link(link, str(tmp_path / "two"))
    fs.remove_link(link, str(tmp_path / "one"))
    with pytest.raises(MemoryConflict):
        fs.remove_link(link, str(tmp_path / "one"))


def test_a_left_over_of_a_killed_write_is_swept_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("theirs")
    (tmp_path / temp_name(path)).write_text("half")
    fs.sweep(path)
    fs.sweep(path)
    fs.sweep(path / "no" / "folder")
    assert os.listdir(tmp_path) == ["file"]


def test_a_folder_is_set_aside_under_a_name_that_is_free(tmp_path: Path) -> None:
    for n, name in enumerate(("memory-before", "memory-before-2")):
        (tmp_path / "memory").mkdir()
        (tmp_path / "memory/kept.md").write_text(str(n))
        assert fs.set_folder_aside(tmp_path / "memory", "before") == tmp_path / name
        assert (tmp_path / name / "kept.md").read_text() == str(n)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["memory-before", "memory-before-2"]


def test_an_empty_folder_goes_instead_of_being_set_aside(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    assert fs.set_folder_aside(tmp_path / "memory", "before") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["link", "file", "nothing"])
def test_what_is_no_folder_is_not_set_aside(tmp_path: Path, kind: str) -> None:
    (tmp_path / "there").mkdir()
    if kind == "link":
        (tmp_path / "memory").symlink_to(tmp_path / "there")
    elif kind == "file":
        (tmp_path / "memory").write_text("mine")
    before = sorted(each.name for each in tmp_path.iterdir())
    with pytest.raises(MemoryConflict, match="left as it is"):
        fs.set_folder_aside(tmp_path / "memory", "before")
    assert sorted(each.name for each in tmp_path.iterdir()) == before


def test_what_the_finder_leaves_goes_with_a_folder_and_never_without_it(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        (tmp_path / name / ".DS_Store").write_bytes(b"Bud1")
    (tmp_path / "three" / "a.md").write_text("mine")
    assert fs.look_at(tmp_path / "one").is_empty
    assert fs.remove_empty_folder(tmp_path / "one")
    assert fs.set_folder_aside(tmp_path / "two", "aside") is None
    assert not fs.look_at(tmp_path / "three").is_empty
    assert not fs.remove_empty_folder(tmp_path / "three")
    assert sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*")) == [
        "three", "three/.DS_Store", "three/a.md",
    ]  # fmt: skip
