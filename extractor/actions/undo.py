"""Undo: a run's files as they were before it.

Owns what may be taken back and the order in which it is. Promises all or nothing, that a person's or a
later run's text is never overwritten, and that an undo can itself be undone. Never moves a cursor.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extractor import fs
from extractor.actions.fate import Fate
from extractor.actions.folder import Folder
from extractor.actions.removals import brought_back, look_if_gone
from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.run_log import Entry
from extractor.archive.runs import Finished
from extractor.domain import Milliseconds
from extractor.errors import ConfigError, ExtractorError, MemoryConflict
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.store import Store


@dataclass(frozen=True, slots=True)
class Planned:
    """What an undo would do, for a person to look at first."""

    run: int
    """The run to take back."""
    folder: str
    changes: ChangeSet
    """From what stands now to what stood before the run."""
    left: tuple[str, ...]
    """One line for each file that was changed, renamed or moved to another folder since and stays as it is."""
    only_unchanged: bool
    passed_over: tuple[int, ...] = ()
    """Later runs that stand and were passed over, newest first: moves, which are taken back by their number alone."""
    unchanged: tuple[int, ...] = ()
    """Later runs that were passed over because nothing of them stands any more, newest first."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo did."""

    run: int
    """The run that records it: undoing that brings everything back again."""
    undoes: int
    folder: str
    changes: tuple[FileChange, ...]
    lines: tuple[str, ...]
    """What a person should be told."""


class Undo:
    """Takes runs back. `folder_at` gives the memory folder at a resolved path."""

    def __init__(
        self,
        archive: Archive,
        folder_at: Callable[[str], Folder],
        clock: Callable[[], Milliseconds],
    ) -> None:
        self._archive = archive
        self._folder_at = folder_at
        self._clock = clock
        self._fate = Fate(archive)

    def plan(
        self, run: int | None = None, *, only_unchanged: bool = False, folder: str | None = None
    ) -> Planned:
        """What undoing `run` would change; None: the newest extraction that stands (in `folder`, if given).

        One whose files are all as they were before it, or gone, is passed over then: there is nothing of it to take back.
        One that was cut short is ended first: what stands then is what can be taken back.

        Raises ConfigError when there is nothing to undo or no room for what it pins, MemoryConflict when a file
        was changed since, unless `only_unchanged`: then such files are left as they are.
        """
        self.end_cut_short()
        wanted, unchanged = (run, ()) if run is not None else self._newest(folder)
        entry = self._entry(wanted, folder, unchanged)
        net = self._net(entry)
        live = self._folder_at(entry.folder).snapshot()
        changes: list[FileChange] = []
        left: list[str] = []
        moved: list[str] = []
        for change in net:
            now = live.get(change.file)
            if now != change.before and brought_back(self._archive, entry.folder, _reversed(change)):
                path = Path(entry.folder) / change.file
                left.append(f"{path} would hold a sentence again that was removed by hand (it stays removed)")
            elif now == change.after:
                changes.append(_reversed(change))
            elif now != change.before or self._fate.new_name(entry, change, live):
                left.append(self._fate.told(entry, change, live))
            elif came := self._fate.brought_by(entry, change):
                path = Path(entry.folder) / change.file
                moved.append(f"{path} was moved to {came.folder} and stays there (undo run {came.run} first)")
        if left and not (only_unchanged and changes):
            advice = "; add --only-unchanged to undo the other files" if changes else ""
            raise MemoryConflict(f"run {entry.run} was not undone: {'; '.join(left)}{advice}")
        if not changes and moved:
            raise MemoryConflict(f"run {entry.run} was not undone: {'; '.join(moved)}")
        if not changes:
            raise ConfigError(f"the files of run {entry.run} are as they were before it: nothing to undo")
        made = ChangeSet(tuple(changes))
        self._check_pins(entry.run, self._folder_at(entry.folder), live, made)
        passed = tuple(self._archive.run_log.moves(entry.run, folder)) if run is None else ()
        return Planned(entry.run, entry.folder, made, (*left, *moved), only_unchanged, passed, unchanged)

    def carry_out(self, planned: Planned) -> Undone:
        """Do it. A file changed since the plan was made ends it with nothing changed: MemoryConflict.

        Raises ConfigError where words of it were forgotten meanwhile, and StoreFailed where the disk fails: nothing is
        begun where the folder cannot be written, and what was begun is brought to its end by `recover`.
        """
        folder = self._folder_at(planned.folder)
        look_if_gone(self._archive, folder, self._clock)
        with folder.held() as store:
            planned, edited = self._checked(planned, store)
            self._check_pins(planned.run, folder, store.snapshot().files, planned.changes)
            store.try_writing()
            run = self._archive.runs.start_undo(planned.run, self._clock())
            result = store.commit(run, planned.changes)
            done = self._close(
                folder, store, run, planned.run, result.conflicts, takes_back=not planned.only_unchanged
            )
        saved = (
            f"{Path(folder.path) / f} was saved at that moment and left so"
            for f in (*edited, *result.conflicts)
        )
        lines = (*result.lines, *saved, *folder.sweep())
        if done.outcome is Outcome.CONFLICT:
            names = ", ".join(result.conflicts)
            raise MemoryConflict(
                f"run {planned.run} was not undone: {names} was saved at that moment: look at it, then try again"
            )
        return Undone(run, planned.run, planned.folder, self._archive.journal.net(run), lines)

    def cut_short(self) -> tuple[tuple[int, str], ...]:
        """The runs of which an undo was begun and is not finished, each with its folder. Nothing is done."""
        entries = (self._archive.run_log.entry(run) for run, _ in self._archive.runs.unfinished_undos())
        return tuple((e.undoes, e.folder) for e in entries if e and e.undoes is not None)

    def end_cut_short(self) -> tuple[Undone, ...]:
        """Bring to an end every undo that was cut short; returns those by which files are taken back now.

        One that had not begun to move a file, or that a person's save stopped, took nothing back: its run can be
        undone as before. Raises StoreFailed, ConfigError.
        """
        ended = (self._end(run, path) for run, path in self._archive.runs.unfinished_undos())
        return tuple(each for each in ended if each and each.changes)

    def recover(self) -> tuple[str, ...]:
        """Bring to an end every undo a crash cut short; returns what a person should be told.

        One in a folder that cannot be used stays for the next undo or start.
        """
        lines: list[str] = []
        for run, path in self._archive.runs.unfinished_undos():
            try:
                ended = self._end(run, path)
            except ExtractorError as error:
                lines.append(str(error))
                continue
            lines += ended.lines if ended else ()
            if ended and ended.changes:
                lines.append(f"the undo of run {ended.undoes}, which was cut short, is finished")
        return tuple(lines)

    def _end(self, run: int, path: str) -> Undone | None:
        """Bring one to its end; None where nothing of it is left to do. Raises StoreFailed, ConfigError."""
        if fs.no_folder(path):
            self._archive.runs.finish(run, Finished(Outcome.INTERRUPTED), self._clock())
            return None
        folder = self._folder_at(path)
        with folder.held() as store:
            entry = self._archive.run_log.entry(run)
            if entry is None or entry.undoes is None or entry.outcome:
                return None  # it was under way in another process, and is done now
            lines = store.recover().lines
            self._close(folder, store, run, entry.undoes, (), takes_back=True)
        lines = (*lines, *folder.sweep())
        return Undone(run, entry.undoes, path, self._archive.journal.net(run), lines)

    # ------------------------------------------------------------ what may be undone

    def _entry(self, wanted: int | None, folder: str | None, passed: Sequence[int]) -> Entry:
        if wanted is None:
            moves = self._archive.run_log.moves(folder=folder)
            but = (
                f" but moves of files (`extractor undo {moves[0]}` takes the last one back)" if moves else ""
            )
            of_none = ", and of those that are not undone nothing stands any more" if passed else ""
            raise ConfigError(
                f"no run that changed memory is left to undo{of_none}{but}: `extractor log` shows all"
            )
        entry = self._archive.run_log.entry(wanted)
        if entry is None:
            raise ConfigError(f"there is no run {wanted}: `extractor log` shows those that changed memory")
        if entry.outcome == Outcome.UNSHARED:
            names = shlex.join(change.file for change in self._archive.journal.net(wanted)) or "NAME"
            raise ConfigError(
                f"run {wanted} took files back from a team's folder, where they are gone: `extractor share {names}`"
                " puts them there again"
            )
        if entry.undone_by is not None and not entry.is_partly:
            raise ConfigError(
                f"run {wanted} is undone already: `extractor undo {entry.undone_by}` brings back what it wrote"
            )
        return entry

    def _newest(self, folder: str | None) -> tuple[int | None, tuple[int, ...]]:
        """The newest run something of which stands, and those before it of which nothing does."""
        journal, live = self._archive.journal, dict[str, Mapping[str, bytes]]()
        passed: list[int] = []
        for run in self._archive.run_log.standing(folder):
            net, entry = journal.net(run), self._archive.run_log.entry(run)
            if entry is None or (not net and not journal.is_kept(run)):
                return run, tuple(passed)  # why that cannot be taken back is told
            if entry.folder not in live:
                live[entry.folder] = self._folder_at(entry.folder).snapshot()
            files = live[entry.folder]
            if entry.outcome == Outcome.SHARED and all(c.file in files for c in net):
                continue  # all of it came back from the team since
            if any(self._stands(entry, change, files) for change in net):
                return run, tuple(passed)
            passed.append(run)
        return None, tuple(passed)

    def _stands(self, entry: Entry, change: FileChange, live: Mapping[str, bytes]) -> bool:
        """Whether anything is left of what a run made of a file: nothing is of a file that a person removed."""
        if self._fate.new_name(entry, change, live):
            return True
        if change.after is not None and not fs.exists(Path(entry.folder) / change.file):
            return False
        return live.get(change.file) != change.before

    def _net(self, entry: Entry) -> tuple[FileChange, ...]:
        self._check_words(entry.run, ())
        net = self._archive.journal.net(entry.run)
        if net:
            return net
        if entry.added + entry.changed + entry.removed and not self._archive.journal.is_kept(entry.run):
            raise ConfigError(
                f"what run {entry.run} replaced is not kept any more: change the files in {entry.folder} by hand"
            )
        raise ConfigError(f"run {entry.run} changed no memory file: nothing to undo")

    def _checked(self, planned: Planned, store: Store) -> tuple[Planned, Sequence[str]]:
        """The plan as far as it still fits, and the files that were saved since: a person may have thought for long."""
        live = store.snapshot().files
        fitting = tuple(c for c in planned.changes.changes if live.get(c.file) == c.before)
        self._check_words(planned.run, fitting)
        edited = [c.file for c in planned.changes.changes if c not in fitting]
        if edited and not (planned.only_unchanged and fitting):
            raise MemoryConflict(
                f"run {planned.run} was not undone: {Path(planned.folder) / edited[0]} has just been changed: "
                "look at it, then try again"
            )
        return replace(planned, changes=ChangeSet(fitting)), edited

    def _check_words(self, run: int, changes: Sequence[FileChange]) -> None:
        """Raises ConfigError where words of a run were forgotten, or are being."""
        is_going = self._archive.forgetting.takes_from(change.after for change in changes)
        if is_going or self._archive.runs.is_forgotten(run):
            raise ConfigError(
                f"run {run} cannot be undone: some of its words were forgotten, and that is not taken back"
            )

    @staticmethod
    def _check_pins(run: int, folder: Folder, live: Mapping[str, bytes], wanted: ChangeSet) -> None:
        """Raises ConfigError where pinned files would exceed their room."""
        if folder.pins is None:
            return
        changed = {change.file: change.after for change in wanted.changes}
        kept = {name: data for name, data in live.items() if name not in changed}
        made = {**kept, **{name: after for name, after in changed.items() if after is not None}}
        for name, after in changed.items():
            before = {name: live[name]} if name in live else {}
            others = {other: data for other, data in made.items() if other != name}
            refused = folder.pins.refusal({**others, **before}, name, after) if after is not None else None
            if refused:
                largest = folder.pins.largest(kept)
                way = f"`extractor unpin {shlex.quote(largest)}`" if largest else "set `pin_tokens` higher"
                raise ConfigError(f"run {run} was not undone: {refused}; make room first: {way}")

    # ------------------------------------------------------------ the record

    def _close(
        self,
        folder: Folder,
        store: Store,
        run: int,
        undone: int,
        conflicts: Iterable[str],
        *,
        takes_back: bool,
    ) -> Finished:
        """Record what became of it; where a person's save came between and `takes_back`, put the rest back."""
        journal = self._archive.journal
        lost = {*conflicts, *journal.left_to_people(run)}
        net = journal.net(run)
        if lost and takes_back and net:
            store.commit(run, ChangeSet(tuple(_reversed(change) for change in net)))
            net = journal.net(run)
        live = store.snapshot().files
        taken = {change.file for change in net}
        entry = self._archive.run_log.entry(undone)
        is_whole = all(
            c.file in taken
            or (live.get(c.file) == c.before and not (entry and self._fate.is_elsewhere(entry, c, live)))
            for c in journal.net(undone)
        )
        added, removed = sum(c.before is None for c in net), sum(c.after is None for c in net)
        done = Finished(
            _outcome(bool(net), bool(lost), is_whole),
            added=added,
            removed=removed,
            changed=len(net) - added - removed,
        )
        problem = folder.render(store)
        with self._archive.db.transaction():
            self._archive.runs.finish(run, done, self._clock())
            self._archive.problem(f"index:{folder.path}", problem, self._clock())
        return done


def _outcome(did_something: bool, lost: bool, is_whole: bool) -> Outcome:
    if not did_something:
        return Outcome.CONFLICT if lost else Outcome.INTERRUPTED
    return Outcome.UNDONE if is_whole else Outcome.PARTLY_UNDONE


def _reversed(change: FileChange) -> FileChange:
    return FileChange(change.file, change.after, change.before)
