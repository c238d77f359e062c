"""Removals: machine-written sentences that are gone from a memory folder, and no run took them.

Owns what counts as removed by a person (or an agent of theirs) and what that leaves behind: tombstones.
Promises that what comes back lifts its own. Never writes to a memory folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from extractor import fs
from extractor.actions.missed import Sight, question
from extractor.archive.archive import Archive
from extractor.archive.statements import Written
from extractor.domain import Message, Milliseconds
from extractor.errors import ExtractorError
from extractor.memory.changeset import FileChange
from extractor.memory.gate.tombstones import Tombstone, tombstone, words
from extractor.memory.gate.witnesses import folded
from extractor.memory.memory_file import sentences, sentences_in

GONE = 60_000
"""Milliseconds for which a file must be gone before that counts: editors and version control move files."""


class Looked(Protocol):
    """A memory folder that is only looked at."""

    path: str

    def snapshot(self) -> Mapping[str, bytes]:
        """Every readable memory file's bytes, by name."""
        ...


class Removals:
    """Looks for what people removed. `folder_at` gives the memory folder at a resolved path."""

    def __init__(
        self,
        archive: Archive,
        folder_at: Callable[[str], Looked],
        clock: Callable[[], Milliseconds],
        follow: Callable[[], None] = lambda: None,
    ) -> None:
        """`follow` goes before a look at every folder: what is known of one that was moved goes along."""
        self._archive = archive
        self._folder_at = folder_at
        self._clock = clock
        self._follow = follow
        self._seen: dict[str, object] = {}

    def look_everywhere(self) -> None:
        """Look at every folder runs wrote to that looks different or in which a file is missed."""
        self._follow()
        missed = {written.folder for written in self._archive.statements.missing()}
        for path in self._archive.statements.folders():
            stamp = (_stamp(path), self._clock() // GONE if path in missed else 0)
            if self._seen.get(path) == stamp:
                continue
            try:
                self.look(self._folder_at(path))
            except ExtractorError as error:
                self._archive.problem(f"removals:{path}", str(error), self._clock())
                continue
            if not self._archive.journal.is_writing(path):
                self._seen[path] = stamp

    def look_at(self, path: str, *, is_meant: bool = False) -> int:
        """`look` at the folder at a resolved path."""
        return self.look(self._folder_at(path), is_meant=is_meant)

    def missed(self, path: str) -> dict[str, int]:
        """Files that are missed in the folder at a resolved path, and how many sentences of runs went with each.

        One that became what it was before counts where `look` asks about it.
        """
        folder = self._folder_at(path)
        sight = self._sight(folder, self._archive.statements.of_folder(folder.path))
        if sight is None:
            return {}
        gone = {**sight.vanished, **sight.asked}
        return {file: len({words(each.statement) for each in gone[file]}) for file in sorted(gone)}

    def look(self, folder: Looked, *, is_meant: bool = False) -> int:
        """Look at one folder; returns how many sentences turned out to be removed.

        `is_meant`: a person said that all that vanished was removed on purpose.
        """
        written = self._archive.statements.of_folder(folder.path)
        if not written:
            self._archive.problem(f"removals:{folder.path}", None, self._clock())
            return 0
        sight = self._sight(folder, written)
        if sight is None:
            return 0
        now, asked = self._clock(), {} if is_meant else sight.asked
        removed = [*sight.removed, *(e for f, es in sight.returned.items() if f not in asked for e in es)]
        pending = [e for f, es in sight.returned.items() if f in asked for e in es]
        for file, each in ((f, e) for f, entries in sight.vanished.items() for e in entries):
            is_sure = each.missing is not None and now - each.missing >= GONE
            (removed if is_meant or (is_sure and file not in asked) else pending).append(each)
        with self._archive.db.transaction():
            self._settle(folder.path, sight, removed, pending, now)
            self._note_went(folder.path, sight, is_meant, now)
            line = question(folder.path, sight) if asked else None
            self._archive.problem(f"removals:{folder.path}", line, now)
        self._archive.tombstones.save()
        return len({words(each.statement) for each in removed})

    def tombstones_on(self, messages: Iterable[Message]) -> dict[str, list[Tombstone]]:
        """`tombstones_on` of its archive."""
        return tombstones_on(self._archive, messages)

    # ------------------------------------------------------------ inside

    def _sight(self, folder: Looked, written: Sequence[Written]) -> Sight | None:
        """None where the folder cannot be judged now: it cannot be looked at, or a write in it is under way."""
        is_gone = fs.no_folder(folder.path)
        try:
            names = frozenset[str]() if is_gone else frozenset(os.listdir(folder.path))
        except OSError:
            return None
        files = folder.snapshot()
        said = {name: sentences_in(data) for name, data in files.items()}
        # A write that was cut short in a folder that went comes to no end.
        if self._archive.journal.is_writing(folder.path) and not is_gone:
            return None
        newest = next(iter(self._archive.journal.runs_in(folder.path, 0)), 1)
        sight = Sight(said, names, newest, is_gone, self._archive.whereabouts.went(folder.path))
        missed: list[Written] = []
        for each in written:
            if sight.holds(each.statement):
                sight.standing.append(each)
            elif each.stands != 0:
                missed.append(each)
        kept = {each.file for each in sight.standing}
        for each in missed:
            self._sort(sight, each, kept, folder.path)
        self._tell_returned(sight, files, folder.path)
        return sight

    def _note_went(self, folder: str, sight: Sight, is_meant: bool, now: Milliseconds) -> None:
        """Note that a folder went as a whole, for as long as it is not answered: another may stand there soon."""
        is_open = bool(sight.missed if sight.is_gone else sight.went_along) and not is_meant
        at = now if sight.is_gone else sight.went
        self._archive.whereabouts.note_went(folder, at if is_open else None)

    def _tell_returned(self, sight: Sight, files: Mapping[str, bytes], folder: str) -> None:
        """Tell what was taken out of a file from what is not in it because the file is what it was before.

        What was missed already counts as the latter, though somebody wrote into the file since.
        """
        lost = {each.file for each in sight.removed if each.file in files}
        old = {file for file in lost if files[file] in self._archive.journal.texts(folder, file)}
        removed, sight.removed = sight.removed, []
        for each in removed:
            if each.file in old or each.missing is not None:
                sight.returned.setdefault(each.file, []).append(each)
            else:
                sight.removed.append(each)

    def _sort(self, sight: Sight, each: Written, kept: set[str], folder: str) -> None:
        if each.file in sight.names and each.file not in sight.said:
            return  # there, but it cannot be read: nothing is known
        if not self._stood(each, folder):
            sight.dropped.append(each)
        elif sight.said.get(each.file) or each.file in kept:
            sight.removed.append(each)
        else:
            # Gone, or empty for the moment an editor takes to fill it again.
            sight.vanished.setdefault(each.file, []).append(each)

    def _stood(self, each: Written, folder: str) -> bool:
        """Whether the newest run that put this sentence into the folder or took it out put it in."""
        journal = self._archive.journal
        for run in journal.runs_in(folder, each.stands + 1 if each.stands else each.run):
            net = journal.net(run)
            before = any(_holds(change.before, each.statement) for change in net)
            after = any(_holds(change.after, each.statement) for change in net)
            if before != after:
                return after
        return bool(each.stands)

    def _settle(
        self,
        folder: str,
        sight: Sight,
        removed: Sequence[Written],
        pending: Sequence[Written],
        now: Milliseconds,
    ) -> None:
        statements, tombstones = self._archive.statements, self._archive.tombstones
        _lift(self._archive, folder, {each.statement for each in sight.standing if not each.stands})
        statements.mark(
            [e for e in sight.standing if e.stands != sight.newest or e.missing is not None],
            sight.newest,
            None,
        )
        statements.mark(sight.dropped, 0, None)
        for each in pending:
            if each.missing is None:
                statements.mark([each], each.stands, now)
        tombstones.add([_stone(each) for each in removed], now)
        statements.mark(removed, 0, None)


def tombstones_on(archive: Archive, messages: Iterable[Message]) -> dict[str, list[Tombstone]]:
    """What the gate must refuse, by short id: tombstones, and quotes of sentences whose files are missed."""
    shown = {message.key: message.key.short for message in messages}
    found = {shown[key]: list(s) for key, s in archive.tombstones.on(shown).items()}
    for each in archive.statements.missing():
        if each.key in shown:
            found.setdefault(shown[each.key], []).append(_stone(each))
    return found


def look_if_gone(archive: Archive, folder: Looked, clock: Callable[[], Milliseconds]) -> None:
    """Look at a folder that went, before a write makes another in its place: what went with it is asked about."""
    if fs.no_folder(folder.path):
        Removals(archive, lambda _path: folder, clock).look(folder)


def lift(archive: Archive, folder: str, *statements: str) -> int:
    """Take away the tombstones that these sentences left: a person wants them again in `folder`.

    What was removed in another folder stays removed. Returns how many.
    """
    with archive.db.transaction():
        lifted = _lift(archive, folder, statements)
    archive.tombstones.save()
    return lifted


def brought_back(archive: Archive, folder: str, change: FileChange) -> tuple[str, ...]:
    """The statements of runs in a folder that a change brings back, though a person removed them since.

    One that was said anew, and written again, was not: what it rested on before does not count.
    """
    stands = sentences_in(change.after)
    brought = stands - sentences_in(change.before)
    newest = {words(each.statement): each for each in archive.statements.of_folder(folder)}
    return tuple(
        each.statement
        for each in newest.values()
        if (wanted := sentences(each.statement)) <= stands
        and wanted & brought
        and archive.tombstones.holds(_stone(each))
    )


def _lift(archive: Archive, folder: str, statements: Iterable[str]) -> int:
    # What is forgotten, or older than the state file, belongs to no folder any more.
    wanted = {words(each): each for each in statements if archive.tombstones.is_on(each)}
    stones: dict[bool, set[Tombstone]] = {True: set(), False: set()}
    for path in archive.statements.folders() if wanted else ():
        known = archive.statements.of_folder(path)
        stones[path == folder] |= {_stone(each) for each in known if words(each.statement) in wanted}
    return archive.tombstones.lift(wanted.values(), stones[False] - stones[True])


def _stone(each: Written) -> Tombstone:
    return tombstone(each.key, folded(each.quote), each.statement)


def _holds(data: bytes | None, statement: str) -> bool:
    if data is None:
        return False
    wanted = sentences(statement)
    return bool(wanted) and wanted <= sentences_in(data)


def _stamp(path: str) -> tuple[object, ...]:
    try:
        with os.scandir(path) as found:
            seen = [(e.name, e.stat(follow_symlinks=False)) for e in found if e.name.endswith(".md")]
    except OSError:
        return (fs.no_folder(path),)  # gone, or not to be looked at
    return tuple(sorted((name, status.st_mtime_ns, status.st_size) for name, status in seen))
