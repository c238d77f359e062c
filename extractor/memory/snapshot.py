"""A memory folder as it stands at one moment.

Owns what of a folder is read and how much. Promises that what cannot be read is a problem of that file alone.
Never writes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from extractor import fs
from extractor.errors import ConfigError, MemoryConflict, StoreFailed
from extractor.memory.file_name import INDEX_FILE

READ_LIMIT = 1 << 20
"""Bytes of the largest file that is read."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The folder at one moment."""

    files: Mapping[str, bytes]
    """The bytes of every readable `*.md` but the index, by name."""
    index: bytes | None
    problems: Mapping[str, str]
    """What is not used, by name: one line each."""


def snapshot(root: fs.Root) -> Snapshot:
    """Read the folder. Raises StoreFailed."""
    listing = root.names()
    files: dict[str, bytes] = {}
    problems = {name: line for name, line in listing.refused.items() if is_markdown(name)}
    for name in filter(is_markdown, listing.files):
        try:
            data = root.read(name, READ_LIMIT)
        except MemoryConflict as error:
            problems[name] = str(error)
            continue
        if data is not None:
            files[name] = data
    return Snapshot(files, files.pop(INDEX_FILE, None), problems)


def read_folder(path: Path) -> tuple[dict[str, bytes], list[str]]:
    """A folder's memory files and one line for each that cannot be used. Only reads; absent is empty.

    What stands in the folder's place and is none is one line too.
    """
    if fs.no_folder(path):
        return {}, [f"{path} is no folder: move it elsewhere"] if path.exists() else []
    with fs.Root.open(path, create=False) as root:
        seen = snapshot(root)
    return dict(seen.files), list(seen.problems.values())


def read_if_open(path: Path) -> tuple[dict[str, bytes], list[str]]:
    """The same, for one folder of many: where it cannot be entered, or others may write there, that is its one line."""
    try:
        return read_folder(path)
    except (ConfigError, StoreFailed) as error:
        return {}, [str(error)]


def holding(path: Path, holds: Callable[[bytes], bool]) -> list[tuple[Path, str]]:
    """A folder's memory files, and its index, of whose bytes `holds` is so, and each that cannot be used, with why.

    Only reads. Raises StoreFailed.
    """
    if fs.no_folder(path):
        return []
    with fs.Root.open(path, create=False) as root:
        seen = snapshot(root)
    index = {INDEX_FILE: seen.index} if seen.index is not None else {}
    found = [(path / name, "") for name, data in {**seen.files, **index}.items() if holds(data)]
    place = f"{root.path}{os.sep}"
    unread = ((path / name, line.removeprefix(f"{place}{name}")) for name, line in seen.problems.items())
    return [*found, *((each, f"it{why}" if why.startswith(" ") else why) for each, why in unread)]


def is_markdown(name: str) -> bool:
    """Whether a file of this name is one of memory."""
    return name.lower().endswith(".md")
