"""Memory files as they are told: what a person wrote in place of a description of ours that says otherwise.

Owns which files have to be asked about. Promises to load the rules of descriptions only where one of them does not
stand in its file word for word. Only reads.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from extractor.commands.finding import maybe_reader
from extractor.config.settings import Settings

if TYPE_CHECKING:
    from extractor.archive.reader import Reader

_DESCRIPTION = re.compile(rb"^description:[ \t]*(?P<mark>[\"']?)(?P<said>.+?)\.?(?P=mark)[ \t]*\r?$", re.M)


def told(settings: Settings, folders: Mapping[Path, Mapping[str, bytes]]) -> dict[Path, dict[str, bytes]]:
    """The files (bytes by name) of memory folders as they are told. Raises StoreFailed."""
    reader = maybe_reader(settings) if any(map(_is_doubtful, _all(folders))) else None
    if reader is None:
        return {folder: dict(files) for folder, files in folders.items()}
    try:
        return {folder: told_in(reader, folder, files) for folder, files in folders.items()}
    finally:
        reader.close()


def told_in(reader: Reader, folder: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a memory folder as they are told. Raises StoreFailed."""
    if not any(map(_is_doubtful, files.values())):
        return dict(files)
    from extractor.archive.of_runs import written_into
    from extractor.memory.described import all_told

    return all_told(files, written_into(reader.statements, os.path.realpath(folder), files))


def _all(folders: Mapping[Path, Mapping[str, bytes]]) -> list[bytes]:
    return [data for files in folders.values() for data in files.values()]


def _is_doubtful(data: bytes) -> bool:
    """Whether a file has a description that is no line of its body."""
    found = _DESCRIPTION.search(data)
    if found is None:
        return b"description" in data
    line = re.compile(rb"^" + re.escape(found["said"]) + rb"\.?[ \t]*\r?$", re.M)
    return line.search(data, found.end()) is None
