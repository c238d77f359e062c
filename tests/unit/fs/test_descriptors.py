"""A service that runs for months opens files for months: whatever comes of it, each is closed again."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from extractor import fs
from extractor.errors import ExtractorError


def made(folder: Path) -> None:
    """A folder in which something of every kind stands."""
    (folder / "file").write_bytes(b"words\n")
    (folder / "folder").mkdir()
    (folder / "folder" / "inside").write_bytes(b"words\n")
    (folder / "link").symlink_to("file")
    os.mkfifo(folder / "pipe")
    (folder / "large").write_bytes(b"x" * 200_000)


def in_scratch(path: Path) -> None:
    with fs.scratch(path, "copies", {"a.md": b"words\n"}) as place:
        fs.read_scratch(place, 100)
        raise OSError("the model's program ended")


def set_aside_log(path: Path) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    try:
        fs.start_anew(path, fd)
    finally:
        os.close(fd)


def opened_below(path: Path) -> None:
    os.close(fs.open_below(path.parent, path))


def locked(path: Path) -> None:
    with fs.instance_lock(path):
        fs.lock_holder(path)


def a_root(path: Path) -> None:
    with fs.Root.open(path) as root:
        root.names()
        root.read("inside", 100)
        root.has_writer("inside")
        root.create("new.md", b"words\n", ".extractor-new")


ACTS: tuple[Callable[[Path], object], ...] = (
    opened_below,
    lambda path: fs.read_plain(path, path.parent),
    lambda path: fs.read_plain(path, most=3),
    lambda path: fs.holding(path, "", b"words", 20),
    fs.look_at,
    lambda path: fs.replace_file(path, b"words\n", b"others\n"),
    lambda path: fs.make_link(path, Path("file")),
    lambda path: fs.set_folder_aside(path, "before"),
    in_scratch,
    fs.claim_private,
    fs.read_private,
    lambda path: fs.write_atomic(path, b"words\n"),
    lambda path: fs.append_private(path, b"words\n"),
    set_aside_log,
    fs.make_private_dir,
    locked,
    a_root,
)


@pytest.mark.parametrize("name", ["file", "folder", "link", "pipe", "large", "absent", "absent/below"])
@pytest.mark.parametrize("nth", range(len(ACTS)))
def test_nothing_stays_open_of_what_was_done_with_a_path_or_refused(
    tmp_path: Path, nth: int, name: str
) -> None:
    made(tmp_path)
    before = os.listdir("/dev/fd")
    with contextlib.suppress(ExtractorError, OSError, ValueError):
        ACTS[nth](tmp_path / name)
    assert os.listdir("/dev/fd") == before
