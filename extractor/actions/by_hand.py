"""What a person changes by a command: committed, recorded and told like every other change of memory.

Owns the order of these steps. Promises that such a change stands in the log, can be undone, and that a file
saved at the same moment is never overwritten. Never decides what changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from extractor import fs
from extractor.actions.folder import Folder
from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.provenance import Quote
from extractor.archive.runs import Finished, Plan
from extractor.archive.way import MODEL, Way
from extractor.domain import NO_USAGE, Milliseconds, Usage
from extractor.errors import MemoryConflict, StoreFailed
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.store import Store

TRIES = 5
"""Times a change is made anew when a person saves a file at the same moment."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to change in a folder, and why it may stand there."""

    changes: tuple[FileChange, ...] = ()
    quotes: tuple[Quote, ...] = ()
    """What new sentences rest on."""
    detail: str = ""
    """One line for the log."""
    usage: Usage = NO_USAGE
    """What a model was paid for it."""
    outcome: Outcome = Outcome.BY_HAND
    """How the log calls it."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was changed."""

    run: int | None
    """The run that records it, the last one where it took several; None where nothing had to change."""
    folder: str
    changes: tuple[FileChange, ...] = ()
    """Of every run it took, in order."""
    lines: tuple[str, ...] = ()
    """What a person should be told."""


class ByHand:
    """Carries out what a person wants changed in a memory folder."""

    def __init__(self, archive: Archive, way: Way, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._way = way
        self._clock = clock

    def change(
        self,
        folder: Folder,
        project: str,
        wanted: Callable[[Mapping[str, bytes]], Wanted],
        run: int | None = None,
    ) -> Done:
        """Commit what `wanted` makes of the folder's files (bytes by name); it may be asked again.

        `run`: one that is open already. Raises what `wanted` raises with nothing changed, ConfigError, and
        MemoryConflict where a file is being saved again and again, or a link or anything else that is no memory file
        stands in its place. Raises StoreFailed with nothing changed, too, unless it says that it is done later.
        """
        if fs.no_folder(folder.path):
            from extractor.actions.removals import look_if_gone  # not for every write to load

            look_if_gone(self._archive, folder, self._clock)
        lines: list[str] = []
        stands: tuple[FileChange, ...] = ()
        recorded: int | None = None
        for _ in range(TRIES):
            with folder.held() as store:
                lines += store.recover().lines
                self._archive.complete_plans(folder.path, self._clock())
                live = store.snapshot()
                store.try_writing()
                asked = wanted(live.files)
                if not asked.changes:
                    return Done(recorded, folder.path, stands, tuple(lines))
                for change in asked.changes:
                    if change.file in live.problems:
                        raise MemoryConflict(live.problems[change.file])
                run = run or self._start(folder, project)
                with self._told_if_begun(run):
                    done, conflicts = self._commit(folder, store, project, run, asked)
            lines += done.lines
            stands += done.changes
            if not conflicts:
                return Done(run, folder.path, stands, (*lines, *_swept(folder)))
            recorded, run = run if done.changes else recorded, None
        raise MemoryConflict(f"{Path(folder.path) / conflicts[0]} is being saved again and again: close it")

    def _start(self, folder: Folder, project: str) -> int:
        session = self._archive.direct.session(self._way, project)
        return self._archive.runs.start(session, MODEL, folder.path, 0, self._clock())

    def _commit(
        self, folder: Folder, store: Store, project: str, run: int, asked: Wanted
    ) -> tuple[Done, Sequence[str]]:
        session = self._archive.direct.session(self._way, project)
        planned = Plan(session, folder.path, (), None, asked.quotes, _finished(asked.changes, asked))
        self._archive.runs.plan(run, planned)
        result = store.commit(run, ChangeSet(asked.changes))
        stands = tuple(c for c in asked.changes if c.file in result.applied)
        quotes = tuple(q for q in asked.quotes if q.file not in result.conflicts)
        problem = folder.render(store)
        with self._archive.db.transaction():
            self._archive.complete(
                run, replace(planned, quotes=quotes, done=_finished(stands, asked)), self._clock()
            )
            self._archive.problem(f"index:{folder.path}", problem, self._clock())
        return Done(run, folder.path, stands, result.lines), result.conflicts

    @contextmanager
    def _told_if_begun(self, run: int) -> Iterator[None]:
        """What fails inside says so where the run is done later all the same."""
        try:
            yield
        except StoreFailed as error:
            if not self._is_begun(run):
                raise
            raise StoreFailed(
                f"{error}; what was asked for is on record, and is done once that is mended"
            ) from error

    def _is_begun(self, run: int) -> bool:
        """Whether the run's changes stand in the journal, whose next reader brings them to their end."""
        try:
            return any(intent.run == run for intent in self._archive.journal.unfinished())
        except StoreFailed:
            return False  # what failed is the state file itself


def _swept(folder: Folder) -> tuple[str, ...]:
    """What a person should be told once all is done; that copies could not be dropped yet undoes nothing."""
    try:
        return folder.sweep()
    except StoreFailed as error:
        return (str(error),)


def _finished(changes: Sequence[FileChange], asked: Wanted) -> Finished:
    added, removed = sum(c.before is None for c in changes), sum(c.after is None for c in changes)
    return Finished(
        asked.outcome if changes else Outcome.CONFLICT,
        turns=int(asked.usage != NO_USAGE),
        usage=asked.usage,
        added=added,
        removed=removed,
        changed=len(changes) - added - removed,
        detail=asked.detail,
    )
