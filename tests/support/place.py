"""Folders in memory, for tests in which no disk is tried."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ENOUGH = 1 << 30
"""Bytes that must be free in memory."""


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder of its own, in memory where there is room: what is synced there costs nothing."""
    shared = Path("/dev/shm")
    is_roomy = os.access(shared, os.W_OK) and _free(shared) > ENOUGH
    with tempfile.TemporaryDirectory(prefix="extractor-test-", dir=shared if is_roomy else None) as folder:
        yield Path(folder).resolve()


def cannot_be_looked_at(path: Path) -> None:
    """Have it be so of `path`, for root too: a link to a name longer than any file system takes."""
    path.symlink_to("x" * 300)


def in_two_spellings(below: Path) -> tuple[Path, Path]:
    """A folder that is found in both forms of Unicode, as on macOS: composed, and decomposed, as the disk has it."""
    composed, decomposed = below / "Gr\u00f6\u00dfe", below / "Gro\u0308\u00dfe"
    decomposed.mkdir()
    if not composed.exists():
        composed.symlink_to(decomposed)
    return composed, decomposed


def _free(folder: Path) -> int:
    told = os.statvfs(folder)
    return told.f_bavail * told.f_frsize
