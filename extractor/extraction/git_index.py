"""Whether git tracks a file at the root of a repository, or would show it as new.

Owns the reading of git's index and of what a repository ignores. Promises that git itself is not run: a repository's
settings can make it run anything. Never writes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from extractor import fs
from extractor.extraction.repository import git_dir

_HEAD, _STAT, _FLAGS, _LARGEST = 12, 40, 2, 256 * 1024 * 1024
_SUMS = (20, 32)
"""Bytes of a checksum: of SHA-1, and of a repository made with SHA-256."""
_SPLIT = b"link"
"""The extension of an index whose other part stands in another file."""


def is_tracked(root: Path, name: str) -> bool:
    """Whether the index of the repository at `root` lists `name`, a path relative to it; False where unknown."""
    return _lists(_tracked(root) or (), name)


def may_be_tracked(root: Path, name: str) -> bool:
    """Whether the index of the repository at `root` lists `name`, a path relative to it; True where unknown."""
    tracked = _tracked(root)
    return tracked is None or _lists(tracked, name)


def _lists(tracked: Iterable[bytes], name: str) -> bool:
    return fs.spelled(name) in {fs.spelled(os.fsdecode(each)) for each in tracked}


def is_shown_as_new(root: Path, name: str) -> bool:
    """Whether git tells of a file at the root that it does not track; of one that is there, only where that is known."""
    if not (root / ".git").exists() or _is_ignored(root, name):
        return False
    return not (root / name).exists() or _tracked(root) is not None


def _tracked(root: Path) -> set[bytes] | None:
    """Every path the index lists; None where that cannot be told."""
    own = git_dir(root)
    index = own / "index" if own else None
    if index is None or not os.path.lexists(index):
        return set()  # no repository, or one to which nothing was added yet
    data = fs.read_plain(index, most=_LARGEST) or b""
    read = (_of_form(data, size) for size in _SUMS)
    return next((names for names in read if names is not None), None)


def _of_form(data: bytes, size: int) -> set[bytes] | None:
    """Every path an index lists whose checksums have that size; None where it is of another form, or but a part of one."""
    try:
        names, at = _names(data, size)
        while at < len(data) - size:
            if data[at : at + 4] == _SPLIT:
                return None
            at += 8 + int.from_bytes(data[at + 4 : at + 8])
    except (ValueError, IndexError):
        return None
    return names if at == len(data) - size else None


def _is_ignored(root: Path, name: str) -> bool:
    """Whether the repository's own lists hide a file at its root: the last pattern that means it decides."""
    means = [wanted for wanted, pattern in _patterns(root) if fnmatchcase(name, pattern)]
    return bool(means) and means[-1]


def _patterns(root: Path) -> Iterator[tuple[bool, str]]:
    """What may mean a file at the root, the list that counts most last; False: it is shown after all."""
    own = git_dir(root) or root / ".git"
    for file in (own / "info" / "exclude", root / ".gitignore"):
        lists = (fs.read_plain(file) or b"").decode("utf-8", "surrogateescape")
        for line in map(str.rstrip, lists.splitlines()):
            pattern = line.removeprefix("!").removeprefix("**/").removeprefix("/").removeprefix("\\")
            if pattern and not line.startswith("#") and "/" not in pattern:
                yield not line.startswith("!"), pattern


def _names(data: bytes, size: int) -> tuple[set[bytes], int]:
    """Every path an index of version 2, 3 or 4 lists, and where they end; `size`: bytes of a checksum.

    Raises ValueError or IndexError where it is none.
    """
    if data[:4] != b"DIRC":
        raise ValueError("no index")
    version, count = int.from_bytes(data[4:8]), int.from_bytes(data[8:12])
    if version not in (2, 3, 4):
        raise ValueError("an unknown version")
    names: set[bytes] = set()
    at, last = _HEAD, b""
    for _ in range(count):
        start, at = at, at + _STAT + size + _FLAGS
        if data[at - 2] & 0x40:
            at += 2
        if version == 4:
            strip, at = _varint(data, at)
            end = data.index(b"\0", at)
            last, at = last[: len(last) - strip] + data[at:end], end + 1
        else:
            end = data.index(b"\0", at)
            last = data[at:end]
            at = start + (end - start + 8) // 8 * 8
        names.add(last)
    return names, at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    byte = data[at]
    value = byte & 0x7F
    while byte & 0x80:
        at += 1
        byte = data[at]
        value = ((value + 1) << 7) | (byte & 0x7F)
    return value, at + 1
