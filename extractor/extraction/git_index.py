"""Whether git tracks a file of a repository.

Owns the reading of git's index. Promises that git itself is not run: a repository's settings can make it run
anything. Never writes.
"""

from __future__ import annotations

import os
from pathlib import Path

from extractor import fs
from extractor.extraction.repository import git_dir

_HEAD, _FIXED, _LARGEST = 12, 62, 256 * 1024 * 1024


def told(client: str, root: Path, path: Path) -> tuple[str, ...]:
    """What a person should know where a change names this machine in a file others may get with the repository."""
    if is_tracked(root, path.name):
        return (
            f"{client}: git tracks {path}: leave the change out of your commits, the path is this machine's",
        )
    if (root / ".git").exists() and not path.exists():
        return (f"{client}: git will show {path} as new: `{path.name}` in .git/info/exclude hides it",)
    return ()


def is_tracked(root: Path, name: str) -> bool:
    """Whether the index of the repository at `root` lists `name`, a path relative to it; False where unknown."""
    try:
        own = git_dir(root)
        data = fs.read_plain(own / "index", most=_LARGEST) if own else None
        return data is not None and fs.spelled(name) in {
            fs.spelled(os.fsdecode(each)) for each in _names(data)
        }
    except (OSError, ValueError, IndexError):
        return False  # no repository, or an index of a form not known: nothing can be told


def _names(data: bytes) -> set[bytes]:
    """Every path an index of version 2, 3 or 4 lists. Raises ValueError or IndexError where it is none."""
    if data[:4] != b"DIRC":
        raise ValueError("no index")
    version, count = int.from_bytes(data[4:8]), int.from_bytes(data[8:12])
    if version not in (2, 3, 4):
        raise ValueError("an unknown version")
    names: set[bytes] = set()
    at, last = _HEAD, b""
    for _ in range(count):
        start, at = at, at + _FIXED
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
    return names


def _varint(data: bytes, at: int) -> tuple[int, int]:
    byte = data[at]
    value = byte & 0x7F
    while byte & 0x80:
        at += 1
        byte = data[at]
        value = ((value + 1) << 7) | (byte & 0x7F)
    return value, at + 1
