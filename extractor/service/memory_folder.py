"""One memory folder on disk: read, committed to and given its index.

Owns the folder's store and lock, and what was cut short in it. Promises that a half-written commit is brought
to its end before anything else is written. Never decides what a memory says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import tzinfo
from pathlib import Path

from extractor import fs
from extractor.domain import Milliseconds, Reach
from extractor.errors import ExtractorError, StoreFailed
from extractor.extraction.folders import spellings
from extractor.memory.changeset import ChangeSet
from extractor.memory.described import all_told
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.journal import Intent, IntentState, Journal
from extractor.memory.outside import IndexNotes
from extractor.memory.pins import PinRoom
from extractor.memory.snapshot import Snapshot
from extractor.memory.store import CommitResult, Store
from extractor.service.folder_index import FolderIndex, Told

LOCK_SECONDS = 5.0
"""How long to wait for another process's commit."""


def _nothing(_folder: str, _files: Mapping[str, bytes]) -> Mapping[str, Collection[str]]:
    return {}


class MemoryFolder:
    """One memory folder, a project's or the personal one. It is made when something is first written to it."""

    def __init__(
        self,
        path: Path,
        journal: Journal,
        clock: Callable[[], Milliseconds],
        header: str,
        tz: tzinfo,
        notes: IndexNotes | None = None,
        others: Callable[[], Mapping[Reach, Told]] = dict,
        written: Callable[[str, Mapping[str, bytes]], Mapping[str, Collection[str]]] = _nothing,
    ) -> None:
        """`others`: the homes whose facts the index tells too. `written`: what runs wrote into each file that is of
        runs, by the folder's path and its files.
        """
        self._place = Path(os.path.realpath(path))
        self.path = str(self._place)
        self.spellings = spellings(path, self._place)
        self._journal = journal
        self._clock = clock
        self._others = others
        self._written = written
        self._index = FolderIndex(self._place, clock, header, tz, notes, others, self._as_told)
        self.index_problem: str | None = None
        """What was wrong with the index when it was last rendered."""
        self._root: fs.Root | None = None
        self._store: Store | None = None
        self._users = 0
        """How many hold the store just now."""
        self._is_cut_short = False
        """Something begun here failed half-way: it is brought to its end before anything else is written."""
        self._untold: list[str] = []
        """What that came to and a person should be told."""

    @property
    def pins(self) -> PinRoom | None:
        """How much room pinned files have; None: nobody looks."""
        return self._index.pins

    @pins.setter
    def pins(self, room: PinRoom | None) -> None:
        self._index.pins = room

    def is_called(self, path: Path) -> None:
        """Note another path that leads here: an agent may name it."""
        if str(path) not in self.spellings:
            self.spellings = tuple(sorted({*self.spellings, *spellings(path, self._place)}))

    def snapshot(self) -> Mapping[str, bytes]:
        """Every readable memory file's bytes, by name; empty while there is no folder."""
        return {} if fs.no_folder(self._place) else self._snapshot().files

    def told(self) -> Mapping[str, bytes]:
        """The same, each file as it is told: none with a description that says again what stands there no more."""
        return self._as_told(self.snapshot())

    def commit(self, run: int, changes: ChangeSet) -> CommitResult:
        """Put the changes on disk; a person's edits win. Raises StoreFailed, ConfigError."""
        with self.held() as store:
            return store.commit(run, changes)

    @contextmanager
    def held(self) -> Iterator[Store]:
        """The folder's store, for as long as no other process of ours may write there.

        Raises StoreFailed, ConfigError. Nothing of this object that writes may be called meanwhile.
        """
        store = self._open(create=True)
        assert self._root is not None
        self._users += 1
        try:
            with self._root.lock(LOCK_SECONDS):
                if not self._root.is_at(self._place):
                    # `projects join` held it: what is written there now would stand where nobody reads.
                    raise StoreFailed(f"{self._place} was moved away at that moment: try again")
                if self._is_cut_short:
                    self._untold += store.recover().lines
                self._is_cut_short = True
                yield store
                self._is_cut_short = False
        finally:
            self._users -= 1

    def refresh_index(self) -> str | None:
        """Render MEMORY.md anew; one line when it cannot be written, or cannot hold or read everything."""
        try:
            with self.held() as store:
                self.render(store)
        except ExtractorError as error:
            self.index_problem = str(error)
        return self.index_problem

    def render(self, store: Store) -> str | None:
        """The same in the store that is held already. Raises StoreFailed."""
        self.index_problem = self._index.render(store)
        return self.index_problem

    def is_ours(self) -> bool:
        """Whether the index holds our block, or held it when we last wrote it: then a person, their editor or version
        control took it out since. A folder we never wrote to is left alone.
        """
        if fs.no_folder(self._place):
            return False
        return self._index.is_ours(self._snapshot().index)

    def recover(self) -> CommitResult:
        """Bring to an end what a crash cut short here. Raises StoreFailed, ConfigError.

        A folder that became a link is another one's; with nothing open in it, it came to its end before that. In one
        that is gone nothing is made again.
        """
        if not (begun := self._begun()) and os.path.islink(self._place):
            return CommitResult((), ())
        if fs.no_folder(self._place):
            return self._given_up(begun)
        with self.held() as store:
            return store.recover()

    def sweep(self) -> tuple[str, ...]:
        """Drop displaced copies that are no longer needed, and end what another process was cut off in.

        Returns what a person should be told.
        """
        begun = self._begun()
        if fs.no_folder(self._place):
            return self._given_up(begun).lines
        with self.held() as store:
            self._untold += [*store.recover().lines, *store.sweep(self._clock()).lines]
        lines, self._untold = tuple(self._untold), []
        return lines

    def own_index(self) -> str:
        """What people wrote into the index; empty where there is none."""
        return self._index.own_text(None if fs.no_folder(self._place) else self._snapshot().index)

    def tells(self, holds: Callable[[bytes], bool]) -> bool:
        """Whether `holds` is so of the index or of a displaced copy, asked while nobody of us writes there."""
        if fs.no_folder(self._place):
            return False
        with self.held() as store:
            return store.tells(holds)

    def drop_copies(self, holds: Callable[[bytes], bool]) -> tuple[str, ...]:
        """Drop every displaced copy for which `holds`, whoever may still write to it.

        Returns the names of other files beside the memory files for which it does: people's own.
        """
        with self.held() as store:
            store.recover()
            store.sweep(self._clock())
            return store.drop_copies(holds)

    def stamp(self) -> tuple[object, ...]:
        """What the folder looks like from outside: names, times, sizes, and the day deadlines pass by."""
        try:
            with os.scandir(self._place) as found:
                seen = [(e.name, e.stat(follow_symlinks=False)) for e in found if e.name.endswith(".md")]
        except OSError:
            return ()  # not there, or not to be looked into: nothing to compare
        shared = tuple(folder.stamp() for folder in self._others().values())
        return (
            self._index.today(),
            shared,
            *sorted((name, status.st_mtime_ns, status.st_size) for name, status in seen),
        )

    def let_go(self) -> None:
        """Give the folder's descriptor back, unless it is held: it is opened again when it is used."""
        if not self._users:
            self.close()

    def close(self) -> None:
        """Let go of the folder."""
        if self._root is not None:
            self._root.close()
        self._root = self._store = None

    # ------------------------------------------------------------ inside

    def _begun(self) -> list[Intent]:
        """What was begun here and may not have come to its end."""
        found = (each for each in self._journal.unfinished() if each.folder == self.path)
        return [each for each in found if each.state is IntentState.OPEN]

    def _given_up(self, begun: Sequence[Intent]) -> CommitResult:
        """What was begun in a folder that has gone since goes with it: one that is made there later is another one."""
        for intent in begun:
            self._journal.mark(intent.id, IntentState.KEPT_HUMAN)
        lost = tuple(each.file for each in begun if each.file != INDEX_FILE)
        names = ", ".join(each.file for each in begun if each.file in lost and each.after is not None)
        line = f"{self._place} is gone, and with it what was to be written there: {names}"
        return CommitResult((), lost, (line,) if names else ())

    def _snapshot(self) -> Snapshot:
        return self._open(create=False).snapshot()

    def _open(self, *, create: bool) -> Store:
        """The store over the folder that stands there now: a person may have removed and made it again."""
        if self._root is not None and not self._root.is_at(self._place):
            self.close()
        if self._store is None:
            self._root = fs.Root.open(self._place, create=create, is_real=True)
            self._store = Store(self._root, self._journal, self._clock)
        return self._store

    def _as_told(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        return all_told(files, self._written(self.path, files))
