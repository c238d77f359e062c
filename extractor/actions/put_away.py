"""Put away: a memory file taken out at somebody's word, so that it can be brought back.

Owns which files may go this way. Promises that nothing is erased: the journal keeps the file, the archive
what was said. Never touches a person's own file or a pinned one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from extractor.actions.by_hand import ByHand, Done, Wanted
from extractor.actions.folder import Folder
from extractor.archive.archive import Archive
from extractor.archive.way import Way
from extractor.domain import Milliseconds
from extractor.errors import ConfigError
from extractor.memory.changeset import FileChange
from extractor.memory.gate.quotes import stands_in
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.taking_out import holds_typed


class PutAway:
    """Takes memory files out of a folder."""

    def __init__(self, archive: Archive, way: Way, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._by_hand = ByHand(archive, way, clock)

    def plan(self, folder: Folder, file: str) -> MemoryFile:
        """What would go. Raises ConfigError where the file is not there or may not go this way."""
        return self._allowed(folder.path, folder.snapshot(), file)

    def carry_out(self, folder: Folder, project: str, file: str) -> Done:
        """Take it out. Raises ConfigError as `plan` does, with nothing changed."""

        def make(files: Mapping[str, bytes]) -> Wanted:
            self._allowed(folder.path, files, file)
            return Wanted((FileChange(file, files[file], None),), detail=f"put away {file}")

        return self._by_hand.change(folder, project, make)

    def _allowed(self, path: str, files: Mapping[str, bytes], file: str) -> MemoryFile:
        if file not in files:
            raise ConfigError(f"there is no memory file {file} in {path}: give the exact name")
        if file not in self._archive.statements.files(path):
            raise ConfigError(f"{Path(path) / file} is a person's own file: only they delete it")
        read = parse(files[file])
        written = [each.statement for each in self._archive.statements.of_folder(path)]
        quotes = self._archive.provenance.quotes()
        if holds_typed(files[file], written, lambda said: stands_in(said, quotes)):
            raise ConfigError(f"{Path(path) / file} holds a person's own words: only they delete it")
        if read.pinned:
            raise ConfigError(f"{file} is pinned: unpin it first, if the person wants it gone")
        return read
