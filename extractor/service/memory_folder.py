"""One memory folder on disk: read, committed to and given its index.

Owns the folder's store and lock, and what was cut short in it. Promises that a half-written commit is brought
to its end before anything else is written. Never decides what a memory says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Protocol

from extractor import fs
from extractor.domain import Milliseconds, Reach
from extractor.errors import ExtractorError, StoreFailed
from extractor.extraction.folders import spellings
from extractor.memory.changeset import ChangeSet
from extractor.memory.described import all_told
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import BEGIN, Entry, decode, entry_lines, not_listed, own_text, render
from extractor.memory.journal import Intent, IntentState, Journal
from extractor.memory.listing import entries
from extractor.memory.no_text import NO_TEXT, is_no_text
from extractor.memory.outside import IndexNotes, line_hash, told_lines
from extractor.memory.pins import PinRoom
from extractor.memory.snapshot import Snapshot
from extractor.memory.store import CommitResult, Store
from extractor.memory.team import team_entries
from extractor.memory.unfinished import unfinished
from extractor.service.rivals import Rivals

LOCK_SECONDS = 5.0
"""How long to wait for another process's commit."""

INDEX_TRIES = 5
"""Times the index is rendered anew when a person saves it at the same moment."""

MOST_TOLD = 5
"""Files that cannot be read of which each is named in `status`."""


def _nothing(_folder: str, _files: Mapping[str, bytes]) -> Mapping[str, Collection[str]]:
    return {}


class Told(Protocol):
    """A home whose facts an index tells too."""

    def told(self) -> Mapping[str, bytes]:
        """Its files' bytes, by name, as they are told."""
        ...

    def stamp(self) -> tuple[object, ...]:
        """What it looks like from outside."""
        ...


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
        self._header = header
        self._tz = tz
        self._notes = notes
        self._others = others
        self._written = written
        self._rivals = Rivals(clock)
        self.pins: PinRoom | None = None
        """How much room pinned files have; None: nobody looks."""
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
        self.index_problem = self._render(store)
        return self.index_problem

    def is_ours(self) -> bool:
        """Whether the index holds our block, or held it when we last wrote it: then a person, their editor or version
        control took it out since. A folder we never wrote to is left alone.
        """
        if fs.no_folder(self._place):
            return False
        index = self._snapshot().index
        holds = index is not None and BEGIN in decode(index)
        return holds or bool(self._notes and self._notes.own(self.path))

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
        index = None if fs.no_folder(self._place) else self._snapshot().index
        return own_text(decode(index), self._header) if index is not None else ""

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
        today = datetime.fromtimestamp(self._clock() / 1000, self._tz).date()
        shared = tuple(folder.stamp() for folder in self._others().values())
        return (today, shared, *sorted((name, status.st_mtime_ns, status.st_size) for name, status in seen))

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

    def _render(self, store: Store) -> str | None:
        today = datetime.fromtimestamp(self._clock() / 1000, self._tz).date()
        for _ in range(INDEX_TRIES):
            seen = store.snapshot()
            existing = seen.index
            unread = _unread(problems := {**seen.problems, **self._unfit(seen.files, existing)})
            if INDEX_FILE in problems:
                return unread
            told = self._as_told(seen.files)
            listed = [*entries(told, self._tz), *self._shared(told)]
            made = render(
                decode(existing) if existing is not None else None,
                listed,
                today=today,
                header=self._header,
            )
            if made.text is None:
                return unread
            if self._rivals.win(
                decode(existing or b""), made.own, [x for e in listed for x in entry_lines(e)]
            ):
                return "; ".join(line for line in (self._overwritten(), unread) if line)
            wrote = store.write_index(existing, made.text)
            if wrote.problem:
                return wrote.problem
            if wrote.written:
                self._rivals.wrote(made.own)
                self._note(decode(existing or b""), made.text, made.own)
                warning = self._warning(made.own_text_too_large, made.left_out)
                left_out = self.pins.pins(seen.files).problem if self.pins else None
                pins = f"{self._place}: {left_out}" if left_out else None
                return "; ".join(line for line in (warning, pins, unread) if line) or None
        return f"{self._place / INDEX_FILE} is being saved again and again: it is rendered when that ends"

    def _unfit(self, files: Mapping[str, bytes], index: bytes | None) -> dict[str, str]:
        """A line for each file that is no text, or that was left unfinished: what is no sentence may be read as one."""
        none = [name for name, data in {**files, INDEX_FILE: index or b""}.items() if is_no_text(data)]
        each = ((name, unfinished(data.decode("utf-8", "replace"))) for name, data in files.items())
        told = {name: f"{self._place / name} {NO_TEXT}" for name in none}
        return told | {name: f"{self._place / name}: {reason}" for name, reason in each if reason}

    def _as_told(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        return all_told(files, self._written(self.path, files))

    def _shared(self, own: Mapping[str, bytes]) -> list[Entry]:
        """What the index tells of the other homes, beside the folder's own files. Raises StoreFailed."""
        others = {reach: folder.told() for reach, folder in self._others().items()}
        team = others.pop(Reach.TEAM, {})
        return [
            *(
                replace(entry, home=reach.value)
                for reach, files in others.items()
                for entry in entries(files, self._tz)
            ),
            *team_entries(team, [own, *others.values()], self._tz),
        ]

    def _note(self, before: str, after: str, own: Sequence[str]) -> None:
        """Note the lines of our block, and what of others' stood in its place."""
        if self._notes is None:
            return
        ours = self._notes.own(self.path)
        # Where it is not known what stood there before, all of it may have been ours.
        gone = {line_hash(line) for line in told_lines(before)} - set(map(line_hash, told_lines(after)))
        gone = gone - ours if ours else set()
        self._notes.wrote(self.path, set(map(line_hash, own)), gone, self._clock())

    def _overwritten(self) -> str:
        index = self._place / INDEX_FILE
        return f"another service writes {index} too and it was left as that wrote it: let one of them keep the folder"

    def _warning(self, too_large: bool, left_out: int) -> str | None:
        index = self._place / INDEX_FILE
        if too_large:
            return f"your own text in {index} fills it: shorten it, {not_listed(left_out)}"
        if left_out:
            return f"{index} is full: {not_listed(left_out)}; merge or delete some"
        return None


def _unread(problems: Mapping[str, str]) -> str | None:
    """What is told of memory files that cannot be used, the index first."""
    lines = [problems[name] for name in sorted(problems, key=lambda name: (name != INDEX_FILE, name))]
    more = len(lines) - MOST_TOLD
    return (
        "; ".join([*lines[:MOST_TOLD], *([f"and {more} more files like these"] if more > 0 else [])]) or None
    )
