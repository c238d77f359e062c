"""The way from a root to a file: links count up to the root, and nowhere below it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from extractor import fs
from extractor.errors import TranscriptError
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.plain import Plain
from extractor.transcripts.source import Source


def text(root: Path, path: Path) -> bytes:
    fd = fs.open_below(root, path)
    try:
        return os.read(fd, 100)
    finally:
        os.close(fd)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root" / "a" / "b").mkdir(parents=True)
    (tmp_path / "root" / "a" / "b" / "f.jsonl").write_bytes(b"inside")
    (tmp_path / "outside" / "b").mkdir(parents=True)
    (tmp_path / "outside" / "b" / "f.jsonl").write_bytes(b"outside")
    return tmp_path / "root"


def test_a_file_is_opened_through_real_folders(root: Path) -> None:
    assert text(root, root / "a" / "b" / "f.jsonl") == b"inside"


def test_a_link_on_the_way_to_the_root_is_resolved(root: Path) -> None:
    (root.parent / "dotfiles").symlink_to(root)
    named = root.parent / "dotfiles"
    assert text(named, named / "a" / "b" / "f.jsonl") == b"inside"


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_link_below_the_root_is_refused(root: Path, depth: int) -> None:
    place = root.joinpath(*("a", "b", "f.jsonl")[: depth + 1])
    target = root.parent.joinpath("outside", *("b", "f.jsonl")[:depth])
    place.rename(root / "moved")
    place.symlink_to(target)
    with pytest.raises(OSError, match=r".*") as refused:
        fs.open_below(root, root / "a" / "b" / "f.jsonl")
    assert refused.value.errno == errno.ELOOP


def test_what_is_not_there_says_so(root: Path) -> None:
    with pytest.raises(FileNotFoundError):
        fs.open_below(root, root / "a" / "gone" / "f.jsonl")


@pytest.mark.parametrize("name", ["../outside/b/f.jsonl", "a/../../outside/b/f.jsonl", "a\0.jsonl"])
def test_no_name_leads_upwards(root: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        fs.open_below(root, root / name)


@pytest.mark.parametrize("make", [lambda home: ClaudeCode(home), lambda home: Plain([home / "projects"])])
def test_no_source_reads_through_a_linked_folder(tmp_path: Path, make: type[ClaudeCode]) -> None:
    source: Source = make(tmp_path)
    folder = tmp_path / "projects" / "-shop"
    folder.mkdir(parents=True)
    (folder / "s.jsonl").write_text('{"role": "user", "content": "hello"}\n')
    (transcript,) = source.transcripts()
    folder.rename(tmp_path / "outside")
    folder.symlink_to(tmp_path / "outside")
    with pytest.raises(TranscriptError, match="symbolic link"):
        source.read(transcript, None, 1 << 20, 0)
    assert list(source.transcripts()) == []


def test_folders_are_made_private_and_never_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "link").symlink_to("outside")
    with pytest.raises(OSError, match=r".*") as refused:
        fs.Kernel().open_folder(tmp_path / "link" / "a" / "b", create=True)
    assert refused.value.errno == errno.ELOOP
    assert os.listdir(tmp_path / "outside") == []


def test_a_first_look_names_the_plain_files_that_begin_with_a_word(tmp_path: Path) -> None:
    for name, text in (
        ("b.md", "x pinned"),
        ("a.md", "pinned"),
        ("late.md", "x" * 20 + "pinned"),
        ("a.txt", "pinned"),
    ):
        (tmp_path / name).write_text(text)
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "link.md").symlink_to("a.md")
    (tmp_path / "secret.md").write_text("pinned")
    (tmp_path / "secret.md").chmod(0o000)
    os.mkfifo(tmp_path / "pipe.md")
    found = fs.holding(tmp_path, ".md", b"pinned", 20)
    assert [name for name in found if name != "secret.md"] == ["a.md", "b.md"]
    with pytest.raises(OSError, match="No such file"):
        fs.holding(tmp_path / "none", ".md", b"pinned", 20)


@pytest.mark.parametrize("stands", ["a FIFO", "a folder", "a link", "a link above", "too much", "nothing"])
def test_only_a_small_plain_file_below_the_root_is_read(root: Path, stands: str) -> None:
    file = root / "a" / "settings.json"
    if stands == "a FIFO":
        os.mkfifo(file)
    elif stands == "a folder":
        file.mkdir()
    elif stands == "a link":
        file.symlink_to(root / "a" / "b" / "f.jsonl")
    elif stands == "a link above":
        (root.parent / "outside" / "settings.json").write_text("{}")
        (root / "a").rename(root / "moved")
        (root / "a").symlink_to(root.parent / "outside")
    elif stands == "too much":
        file.write_bytes(b"x" * 101)
    assert fs.read_plain(file, root, most=100) is None


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/ptmx", "/dev/tty"])
def test_a_device_is_not_opened_wherever_a_link_leads(tmp_path: Path, device: str) -> None:
    (tmp_path / "link").symlink_to(device)
    assert fs.read_plain(tmp_path / "link") is None
    assert fs.read_plain(tmp_path / "link", tmp_path) is None


def test_a_plain_file_is_read_whole_and_a_person_s_own_link_is_followed(root: Path) -> None:
    (root / "a" / "large").write_bytes(b"x" * 200_000)
    (root / "link").symlink_to("a/large")
    assert fs.read_plain(root / "a" / "large", root) == b"x" * 200_000
    assert fs.read_plain(root / "link") == b"x" * 200_000
    assert fs.read_plain(root / "link", most=200_000) == b"x" * 200_000
    assert fs.read_plain(root / "link", most=199_999) is None
