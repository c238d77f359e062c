"""Committing: what a run made of the memory put on disk, and the record of it.

Owns the order of plan, files and record, in one folder or two. Promises that all files of a run are begun
before the first one moves, that the cursor moves with the record, and that a file a person saved meanwhile
is tried once more on their text. Never judges an edit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.provenance import Quote
from extractor.archive.runs import Finished, Plan
from extractor.domain import Message, Milliseconds
from extractor.extraction.homes import Part, Seen
from extractor.extraction.job import Job
from extractor.memory import store
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.workspace import Accepted

ELSEWHERE = "kept in another home"
"""What the log says of a run whose facts stand in no folder of the project."""


@dataclass(frozen=True, slots=True)
class _Put:
    """What was put on disk."""

    parts: tuple[Part, ...]
    lost: frozenset[tuple[str, str]]
    """Folder and file of what a person saved first."""

    def stands(self, path: str) -> list[FileChange]:
        """What stands of it in a folder."""
        return [
            change
            for part in self.parts
            if part.folder.path == path
            for change in part.changes.changes
            if (path, change.file) not in self.lost
        ]

    @property
    def conflicts(self) -> list[str]:
        """The names shown of what was lost."""
        return [
            part.shown.get(change.file, change.file)
            for part in self.parts
            for change in part.changes.changes
            if (part.folder.path, change.file) in self.lost
        ]


class Committing:
    """Puts a run's changes on disk. Runs in the thread that owns the archive."""

    def __init__(self, archive: Archive, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._clock = clock

    def nothing(self, job: Job, done: Finished) -> None:
        """Record a run that changes nothing: the cursor moves all the same.

        A project without an index gets one where there is something to tell of other homes.
        """
        self._complete(job.run, _plan(job, job.batch.folder.path, (), done, leads=True))
        if job.seen.elsewhere and not job.batch.folder.is_ours():
            self._render(job)

    def commit(self, job: Job, changes: ChangeSet, done: Finished) -> Finished:
        """Put the changes on disk and record them; returns what the run did. Raises StoreFailed, ConfigError."""
        homes, workspace = job.batch.homes, job.workspace
        parts = homes.parts(changes, job.seen)
        runs = self._open(job, parts)
        leading = runs[parts[0].folder.path]
        with self._archive.db.transaction():
            for part in parts:
                path = part.folder.path
                planned = _counted(_own(done, runs[path], job), part.changes.changes)
                quotes = _quotes(job, workspace.accepted, parts, path)
                self._archive.runs.plan(
                    runs[path], _plan(job, path, quotes, planned, leads=runs[path] == leading)
                )
        put = self._put(parts, runs)
        accepted = [a for a in workspace.accepted if a.file not in put.conflicts]
        refused: list[str] = []
        if put.conflicts:
            # A person changed these files since they were read: the edits are tried once more on the new text.
            put, more, refused = self._again(job, put, runs)
            accepted += more
        self._record(job, put, runs, accepted, done, leading, refused)
        self._render(job)
        stands = [change for path in runs for change in put.stands(path)]
        whole = replace(_counted(done, stands), refusals=(*done.refusals, *refused))
        return whole if stands else replace(whole, outcome=Outcome.CONFLICT)

    def resume(self, job: Job) -> bool:
        """Bring to an end what was cut short: the files first, then the record; False where none were written.

        Raises StoreFailed or ConfigError while the fault lasts.
        """
        for folder in job.batch.homes.all:
            folder.recover()
        runs = self._archive.runs
        plans = [(run, p) for run, p in runs.unfinished_plans() if p.session_id == job.batch.session.id]
        for run, plan in plans:
            self._complete(run, plan)
        for run in runs.open_beside(job.run):
            if plans:
                runs.finish(run, Finished(Outcome.NOTHING, detail=ELSEWHERE), self._clock())
            elif run != job.run:
                runs.finish(run, Finished(Outcome.INTERRUPTED), self._clock())
        if plans:
            self._render(job)
        return bool(plans)

    # ------------------------------------------------------------ inside

    def _open(self, job: Job, parts: Sequence[Part]) -> dict[str, int]:
        """The number of the run in each folder, by path: a second one is opened beside the first."""
        project, now = job.batch.folder.path, self._clock()
        return {
            part.folder.path: job.run
            if part.folder.path == project
            else self._archive.runs.start_beside(job.run, part.folder.path, now)
            for part in parts
        }

    def _put(self, parts: Sequence[Part], runs: Mapping[str, int]) -> _Put:
        if len(parts) == 1:
            (part,) = parts
            results = [part.folder.commit(runs[part.folder.path], part.changes)]
        else:
            with ExitStack() as held:
                # Always in the same order, or two who hold one each would wait for each other.
                ordered = sorted(parts, key=lambda part: part.folder.path)
                stores = {part.folder.path: held.enter_context(part.folder.held()) for part in ordered}
                results = store.commit_together(
                    [store.Part(stores[p.folder.path], runs[p.folder.path], p.changes) for p in parts]
                )
        lost = {(part.folder.path, f) for part, r in zip(parts, results, strict=True) for f in r.conflicts}
        return _Put(tuple(parts), frozenset(lost))

    def _again(self, job: Job, put: _Put, runs: dict[str, int]) -> tuple[_Put, list[Accepted], list[str]]:
        """The edits of lost files once more; with what then stands, the accepted and the refused ones."""
        homes = job.batch.homes
        seen: Seen = homes.seen()
        elsewhere = {name: at.reach for name, at in seen.elsewhere.items()}
        workspace, refused = job.workspace.replay(seen.files, put.conflicts, elsewhere)
        workspace, kept = workspace.without_large_removal()
        parts = homes.parts(workspace.changes(), seen)
        runs.update(self._open(job, [part for part in parts if part.folder.path not in runs]))
        again = self._put(parts, runs) if parts else _Put((), frozenset())
        lost = again.conflicts
        refused += [*kept, *(f"{file}: a person's edit came first" for file in lost)]
        accepted = [a for a in workspace.accepted if a.file not in lost]
        stood = tuple(_without(part, put.lost) for part in put.parts)
        return _Put((*stood, *again.parts), again.lost), accepted, refused

    def _record(
        self,
        job: Job,
        put: _Put,
        runs: Mapping[str, int],
        accepted: Sequence[Accepted],
        done: Finished,
        leading: int,
        refused: Sequence[str],
    ) -> None:
        told = replace(done, refusals=(*done.refusals, *refused))
        with self._archive.db.transaction():
            for path, run in runs.items():
                stands = put.stands(path)
                own = _counted(_own(told, run, job), stands)
                own = own if stands else replace(own, outcome=Outcome.CONFLICT)
                quotes = _quotes(job, accepted, put.parts, path)
                self._complete(run, _plan(job, path, quotes, own, leads=run == leading))
            if job.run not in runs.values():
                about = replace(told, detail=told.detail or f"{ELSEWHERE}: run {leading}")
                self._complete(job.run, _plan(job, job.batch.folder.path, (), about, leads=False))

    def _complete(self, run: int, plan: Plan) -> None:
        self._archive.complete(run, plan, self._clock())

    def _render(self, job: Job) -> None:
        """Render each index anew, the project's last: it tells what stands in the others."""
        for folder in reversed(job.batch.homes.all):
            problem = folder.refresh_index()
            self._archive.problem(f"index:{folder.path}", problem, self._clock())


def _without(part: Part, lost: frozenset[tuple[str, str]]) -> Part:
    left = tuple(c for c in part.changes.changes if (part.folder.path, c.file) not in lost)
    return replace(part, changes=ChangeSet(left))


def _own(done: Finished, run: int, job: Job) -> Finished:
    """What a run did as its own record says it: replies and tokens stand once, with the first run."""
    return done if run == job.run else Finished(done.outcome, detail=done.detail)


def _plan(job: Job, path: str, quotes: tuple[Quote, ...], done: Finished, *, leads: bool) -> Plan:
    batch = job.batch
    rows, cursor = (batch.rows, batch.cursor) if leads else ((), None)
    return Plan(batch.session.id, path, rows, cursor, quotes, done)


def _quotes(job: Job, accepted: Sequence[Accepted], parts: Sequence[Part], path: str) -> tuple[Quote, ...]:
    """What the accepted statements of a folder's files rest on."""
    if not accepted:
        return ()
    names = {
        part.shown.get(change.file, change.file): (part.folder.path, change.file)
        for part in parts
        for change in part.changes.changes
    }
    by_id: dict[str, Message] = {
        m.key.short: m for e in (*job.batch.older, *job.batch.exchanges) for m in e.visible
    }
    found: list[Quote] = []
    for a in accepted:
        home, file = names.get(a.file, (job.batch.folder.path, a.file))
        if home == path:
            said = ((by_id[e.message], e.quote) for e in a.evidence if e.message in by_id)
            found += [Quote(file, a.statement, m.key, quote, m.at) for m, quote in said]
    return tuple(found)


def _counted(done: Finished, changes: Sequence[FileChange]) -> Finished:
    added = sum(c.before is None for c in changes)
    removed = sum(c.after is None for c in changes)
    changed = len(changes) - added - removed
    return replace(done, outcome=Outcome.LEARNED, added=added, removed=removed, changed=changed)
