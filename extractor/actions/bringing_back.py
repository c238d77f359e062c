"""Bringing back what is missed: files that vanished or became what they were, as runs wrote them last.

Owns the answer "that was not meant" to the question `removals` asks. Promises that nothing a person wrote since is
overwritten, and that it stands in the log and can be undone. Never asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractor import fs
from extractor.actions.by_hand import ByHand, Done, Wanted
from extractor.actions.folder import Folder
from extractor.actions.recording import is_cut_short, record_cut_short
from extractor.actions.removals import Removals, brought_back
from extractor.actions.rewriting import Going, without
from extractor.archive.archive import Archive
from extractor.archive.way import Way
from extractor.domain import Milliseconds
from extractor.memory.changeset import FileChange
from extractor.memory.described import as_told
from extractor.memory.gate.phrases import Phrases

BACK = " brought back"
"""How the log tells of a run that brought files back, behind their names."""


@dataclass(frozen=True, slots=True)
class Missed:
    """What can be brought back into one folder."""

    folder: str
    changes: tuple[FileChange, ...]
    """From what stands now to what a run wrote last."""
    left: tuple[str, ...]
    """A line for each file that is not brought back."""


class BringingBack:
    """Brings back what is missed. `folder_at` gives the memory folder at a resolved path."""

    def __init__(
        self,
        archive: Archive,
        removals: Removals,
        folder_at: Callable[[str], Folder],
        clock: Callable[[], Milliseconds],
    ) -> None:
        self._archive = archive
        self._clock = clock
        self._removals = removals
        self._folder_at = folder_at
        self._by_hand = ByHand(archive, Way.COMMAND_LINE, clock)

    def is_cut_short(self) -> bool:
        """Whether something begun in a memory folder has not come to its end: `finish` brings it there."""
        return is_cut_short(self._archive)

    def finish(self) -> tuple[Done, ...]:
        """Bring to an end what was cut short; returns what was brought back by that.

        Raises StoreFailed, ConfigError.
        """
        runs = record_cut_short(self._archive, self._folder_at, self._clock)
        entries = [entry for run in runs if (entry := self._archive.run_log.entry(run))]
        done = tuple(
            Done(each.run, each.folder, self._archive.journal.net(each.run))
            for each in entries
            if each.detail.endswith(BACK)
        )
        for each in done:
            self._removals.look_at(each.folder)
        return done

    def plan(self, only: str | None = None) -> tuple[Missed, ...]:
        """What is missed in each folder, or in that at the resolved path `only`; those in which nothing is are left out."""
        paths = [path for path in self._archive.statements.folders() if only in (None, path)]
        missed = {path: self._removals.missed(path) for path in paths}
        return tuple(self._of(path, list(files)) for path, files in missed.items() if files)

    def carry_out(self, missed: Missed, project: str) -> Done:
        """Write the files. One that was changed since the plan stays as it is, and so does one of whose words some were
        forgotten.

        Raises ConfigError, StoreFailed, and MemoryConflict where a file is being saved again and again.
        """

        def back(live: Mapping[str, bytes]) -> Wanted:
            names = [each.file for each in missed.changes if live.get(each.file) == each.before]
            still = self._of(missed.folder, names).changes
            changes = tuple(
                each
                for each in missed.changes
                if each in still and not self._archive.forgetting.takes_from([each.after])
            )
            return Wanted(changes, detail=f"{', '.join(c.file for c in changes)}{BACK}")

        done = self._by_hand.change(self._folder_at(missed.folder), project, back)
        self._removals.look_at(missed.folder)
        return done

    def _of(self, path: str, names: Sequence[str]) -> Missed:
        folder = self._folder_at(path)
        files = dict(folder.snapshot())
        changes: list[FileChange] = []
        left = (
            [f"{path} is gone: files of your own that stood in it do not come back"]
            if fs.no_folder(path)
            else []
        )
        for name in names:
            now = files.get(name)
            after = self._without_removed(
                path, FileChange(name, now, self._archive.journal.last_text(path, name))
            )
            if problem := self._hindered(folder, files, FileChange(name, now, after)):
                left.append(f"{Path(path) / name}: {problem}")
            elif after is not None:
                changes.append(FileChange(name, now, after))
                files[name] = after
        return Missed(path, tuple(changes), tuple(left))

    def _without_removed(self, path: str, change: FileChange) -> bytes | None:
        """What the file becomes, without the sentences a person had taken out before; None where nothing is left."""
        gone = brought_back(self._archive, path, change)
        if change.after is None or not gone:
            return change.after
        ours = [each.statement for each in self._archive.statements.of_folder(path)]
        made = without(change.after, Going.of(ours, gone, Phrases(())))
        return None if made is None else as_told(change.file, made, gone)

    def _hindered(self, folder: Folder, files: Mapping[str, bytes], change: FileChange) -> str:
        """Why a file is not brought back; empty where it is."""
        if change.after is None:
            return (
                "what a run wrote there last is not kept any more, or was taken out by hand:"
                " `extractor forget --vanished` ends the question"
            )
        if change.before is not None and change.before not in self._archive.journal.texts(
            folder.path, change.file
        ):
            return "it was written to since and stays as it is: what went from it is not brought back"
        if change.before == change.after:
            return "a run wrote to it since, and it stays as it is: what went from it is not brought back"
        return (folder.pins.refusal(files, change.file, change.after) or "") if folder.pins else ""
