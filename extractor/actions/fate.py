"""Where the files of a run are, when they are not where it left them.

Owns how a file is found that was moved, renamed or shared since, and what a person is told of it. Only reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from extractor.archive.archive import Archive
from extractor.archive.of_runs import files_of_runs
from extractor.archive.outcome import Outcome
from extractor.archive.run_log import Entry
from extractor.memory.changeset import FileChange
from extractor.memory.memory_file import sentences_in


class Fate:
    """What became of the files of runs since. `live` is always what stands in the folder now (bytes by name)."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def brought_by(self, entry: Entry, change: FileChange) -> Entry | None:
        """The run that brought a file of this one to another folder, where it stands there by that run still."""
        later = self._archive.journal.later_run(entry.run, entry.folder, change.file)
        left = self._archive.run_log.entry(later) if later and change.before is None else None
        if left is None or left.outcome != Outcome.MOVED:
            return None
        went = {gone.file: gone.before for gone in self._archive.journal.net(left.run)}
        for run in range(left.run - 1, entry.run, -1):
            came = self._archive.run_log.entry(run)
            if came is None or came.outcome != Outcome.MOVED or came.folder == entry.folder:
                continue
            if any(brought.after == went.get(change.file) for brought in self._archive.journal.net(run)):
                return came if came.undone_by is None else None
        return None

    def is_elsewhere(self, entry: Entry, change: FileChange, live: Mapping[str, bytes]) -> bool:
        """Whether a file of the run stands in another folder or under another name now."""
        return bool(self.brought_by(entry, change) or self.new_name(entry, change, live))

    def new_name(self, entry: Entry, change: FileChange, live: Mapping[str, bytes]) -> str | None:
        """The name a person gave to a file of the run since, where what the run wrote stands under that."""
        if change.after is None or change.file in live:
            return None
        if self._archive.journal.later_run(entry.run, entry.folder, change.file):
            return None
        wrote = sentences_in(change.after) - sentences_in(change.before)
        statements = self._archive.statements
        others = files_of_runs(statements, entry.folder, live) - statements.files(entry.folder)
        return next((n for n in sorted(others) if n in live and wrote & sentences_in(live[n])), None)

    def told(self, entry: Entry, change: FileChange, live: Mapping[str, bytes]) -> str:
        """Why a file is left as it is, with its path and what to do."""
        file, now = change.file, live.get(change.file)
        path = Path(entry.folder) / file
        if name := self.new_name(entry, change, live):
            return f"{path} is called {name} now (somebody renamed it since: change that by hand)"
        later = self._archive.journal.later_run(entry.run, entry.folder, file)
        wrote = {c.file: c.after for c in self._archive.journal.net(later)} if later else {}
        if later and wrote.get(file, b"") == now:
            came = self._archive.run_log.entry(later)
            if came is not None and came.outcome == Outcome.UNSHARED:
                return f"{path} came back from a team otherwise than it went (change it by hand)"
            if first := self._to_undo_first(entry, change, now):
                return f"run {first} changed {path} since (undo that first)"
        if now is None:
            return f"{path} is gone or cannot be read (somebody removed it since)"
        return f"{path} was edited since (change it by hand)"

    def _to_undo_first(self, entry: Entry, change: FileChange, now: bytes | None) -> int | None:
        """The later run by whose undo, and those of older ones behind it, what the run wrote stands again.

        None where there is none: somebody saved the file in between.
        """
        journal, log = self._archive.journal, self._archive.run_log
        later = journal.runs_in(entry.folder, entry.run + 1, change.file)[::-1]
        standing = [
            run for run in later if (its := log.entry(run)) and (its.undone_by is None or its.is_partly)
        ]
        wrote = [(run, each) for run in standing for each in journal.net(run) if each.file == change.file]
        first: int | None = None
        text = now
        while text != change.after:
            found = next(((run, each) for run, each in wrote if each.after == text), None)
            if found is None:
                return None
            wrote = [each for each in wrote if each[0] < found[0]]
            first, text = first or found[0], found[1].before
        return first
