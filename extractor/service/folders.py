"""Every memory folder in use, and when each is looked at again.

Owns one object a folder and the times at which an index is rendered anew. Promises that a file a person
is saving is not read before it has been still for a second.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from extractor import fs
from extractor.domain import Milliseconds
from extractor.errors import ExtractorError
from extractor.memory.journal import Journal
from extractor.memory.pins import PinRoom
from extractor.service.memory_folder import MemoryFolder

MOST_OPEN = 64
"""Folders kept open, those used last: each holds a descriptor, and a process has about a thousand."""

AT_ONCE = 20
"""Indexes rendered in one go: more would keep the service from hearing that it should stop."""

STILL = 1_000
"""Milliseconds without a change before a folder is read: editors truncate a file before they fill it."""


class Folders:
    """Every memory folder in use, and when each is looked at again."""

    def __init__(
        self,
        make: Callable[[Path], MemoryFolder],
        journal: Journal,
        reaching: Callable[[], Callable[[str], bool]] = lambda: lambda _path: True,
    ) -> None:
        """`reaching`: tells, as things stand when it is asked for, whether memory is kept in a folder, links resolved.

        The index and the copies of any other stay.
        """
        self._make = make
        self._journal = journal
        self._reaching = reaching
        self._folders: dict[str, MemoryFolder] = {}
        self._stamps: dict[str, object] = {}
        self._due: dict[str, int] = {}
        self._used: dict[str, None] = {}
        """The folders that may be open, the one used last at the end."""
        self._unseen: set[str] = set()
        """Folders that could not be looked at when their index was to be rendered."""
        self._pins: PinRoom | None = None

    def give_room(self, pins: PinRoom) -> None:
        """How much room pinned files have in each folder, from now on."""
        self._pins = pins
        for folder in self._each():
            folder.pins = pins

    def get(self, path: Path) -> MemoryFolder:
        """The folder at a path, always the same object."""
        # Where a path leads is asked every time: a folder may have become a link to another project's.
        real = os.path.realpath(path)
        folder = self._folders.get(real)
        if folder is None:
            folder = self._folders[real] = self._make(path)
            folder.pins = self._pins
        folder.is_called(path)
        self._use(real)
        return folder

    def _use(self, real: str) -> None:
        """Note that a folder is used, and let go of the one that was not for the longest time."""
        self._used.pop(real, None)
        self._used[real] = None
        if len(self._used) > MOST_OPEN:
            del self._used[next(iter(self._used))]
            for path, folder in self._folders.items():
                # One that somebody kept and used again is open too.
                if path not in self._used:
                    folder.let_go()

    def recover(self) -> list[str]:
        """Bring to an end what a crash cut short, in every folder the journal names; one line a problem."""
        lines: list[str] = []
        for path in sorted({intent.folder for intent in self._journal.unfinished()}):
            try:
                lines += self.get(Path(path)).recover().lines
            except ExtractorError as error:
                lines.append(str(error))
        return lines

    def changed(self, path: Path, now: Milliseconds) -> None:
        """A wake-up: something happened to a file; its folder is looked at once it has been still."""
        folder = self._folders.get(os.path.realpath(path.parent))
        if folder is not None and path.suffix == ".md":
            self._due[folder.path] = now + STILL

    def look(self, now: Milliseconds) -> None:
        """The truth behind the wake-ups: folders that look different are due."""
        for folder in self._each():
            stamp = folder.stamp()
            if self._stamps.get(folder.path) != stamp or folder.index_problem:
                self._stamps[folder.path] = stamp
                self._due.setdefault(folder.path, now + STILL)

    def set_back(self, by: int) -> None:
        """The clock was set back by so many milliseconds: what is due comes as much earlier."""
        self._due = {path: at - by for path, at in self._due.items()}

    def next_due(self) -> int | None:
        """Milliseconds: when the next folder is due; None when none is."""
        return min(self._due.values(), default=None)

    def render_due(self, now: Milliseconds) -> Iterator[tuple[str, str | None]]:
        """Render the index of folders that are due and ours, `AT_ONCE` of them; with each, a line on what is wrong.

        The others stay due.
        """
        due = [path for path, at in self._due.items() if at <= now][:AT_ONCE]
        for path in due:
            del self._due[path]
        yield from self.render(due)

    def render(self, paths: Iterable[str]) -> Iterator[tuple[str, str | None]]:
        """Render the index of each of these folders that is ours; with each, one line about what is wrong."""
        for path in self._ours(paths):
            folder = self.get(Path(path))
            try:
                is_ours = folder.is_ours()
            except ExtractorError as error:
                # What could not be looked at is due again at the next look.
                self._unseen.add(path)
                folder.index_problem = str(error)
                yield path, folder.index_problem
                continue
            if is_ours:
                yield path, folder.refresh_index()
            elif folder.index_problem and (path in self._unseen or fs.no_folder(path)):
                folder.index_problem = None
                yield path, None
            self._unseen.discard(path)

    def render_first(self, paths: Iterable[str]) -> Iterator[tuple[str, str | None]]:
        """Render the index of each of these folders that is there, though it holds none of ours yet."""
        for path in self._ours(paths):
            if not fs.no_folder(path):
                yield path, self.get(Path(path)).refresh_index()

    def sweep(self) -> list[str]:
        """Drop displaced copies that are no longer needed; returns what a person should be told."""
        lines: list[str] = []
        for path in self._ours(sorted({each.folder for each in self._journal.unfinished()})):
            try:
                lines += self.get(Path(path)).sweep()
            except ExtractorError as error:
                lines.append(str(error))
        return lines

    def close(self) -> None:
        """Let go of every folder."""
        for folder in self._each():
            folder.close()

    def _ours(self, paths: Iterable[str]) -> Iterator[str]:
        """Those of the folders that are ours; in one that is gone there is nothing to write."""
        reaches = self._reaching()
        return (path for path in paths if reaches(os.path.realpath(path)) or fs.no_folder(path))

    def _each(self) -> list[MemoryFolder]:
        return list(self._folders.values())
