"""Copies of memory files that stand beside them: what editors, programs that sync and people leave.

Owns which files of a memory folder are looked into that are no memory, and how far. Promises that each is named by
its real path. Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from extractor import fs
from extractor.memory.snapshot import READ_LIMIT, is_markdown

BOUNDS = fs.Bounds(names=10_000, depth=5, size=READ_LIMIT, total=16 << 20)
"""How far a memory folder is looked through: an editor's and a sync tool's copies are many times less."""

PASSED_BY = ".git"
"""Holds what was committed, packed: a search for words finds nothing there, and its repository is named instead."""


def copies(folder: Path, holds: Callable[[bytes], bool]) -> Iterator[tuple[Path, str]]:
    """The files in a memory folder, and in every folder in it, that are neither memory nor ours and of whose bytes
    `holds` is so; last, where some were not read, one of them and why. What is no folder holds none.
    """
    if fs.no_folder(folder):
        return
    place = Path(os.path.realpath(folder))

    def is_passed_by(path: Path) -> bool:
        return path.name == PASSED_BY or (path.parent == place and not is_beside(path.name))

    for each in fs.walk_files(place, BOUNDS, is_passed_by):
        if each.problem or holds(each.data or b""):
            yield each.path, each.problem


def is_beside(name: str) -> bool:
    """Whether what has this name in a memory folder is neither a memory file nor a temporary file of ours."""
    if name.startswith("."):
        return not name.startswith(fs.TEMP_PREFIX)
    return not is_markdown(name)
