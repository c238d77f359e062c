"""What stands at a name in a memory folder, and why it is not used.

Owns the line for each kind of thing that is no memory file. Promises that every refusal says what to do. Never
opens anything.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from extractor.errors import MemoryConflict, StoreFailed, printable
from extractor.fs.failures import store_failure


class FileInfo(NamedTuple):
    """What the folder knows of a file: times in nanoseconds since 1970 UTC, size in bytes."""

    mtime_ns: int
    ctime_ns: int
    size: int
    ino: int


@dataclass(frozen=True, slots=True)
class Listing:
    """The names in a folder: plain files, and for every other name the one line why it is not used."""

    files: tuple[str, ...]
    refused: dict[str, str] = field(default_factory=dict)


def refusal(path: Path, status: os.stat_result, user: int) -> str | None:
    """Why what stands at `path` is not used; None for a plain file of `user`, or of root."""
    shown = printable(str(path))
    if stat.S_ISLNK(status.st_mode):
        return f"{shown} is a symbolic link: put the file itself there"
    if not stat.S_ISREG(status.st_mode):
        return f"{shown} is not a plain file: move it elsewhere"
    if status.st_uid not in (0, user):
        return f"{shown} belongs to another user ({status.st_uid}): put a copy of your own there instead"
    if status.st_nlink > 1:
        return f"{shown} has {status.st_nlink} hard links: put a copy there instead"
    if any("\ud800" <= char <= "\udfff" for char in path.name):
        return f"{shown}: the name is not UTF-8: rename it"
    return None


def unreadable(path: Path, error: OSError) -> MemoryConflict | StoreFailed:
    """What it means that the file at `path` could not be read: it is at fault, or the disk is."""
    if error.errno == errno.ELOOP:
        return MemoryConflict(f"{path} is a symbolic link: put the file itself there")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENXIO, errno.ENODEV):
        return MemoryConflict(f"{path} cannot be read: check its owner and mode")
    return store_failure(error, "read", path)
