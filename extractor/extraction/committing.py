"""Committing: what a run made of the memory put on disk, and the record of it.

Owns the order of plan, files and record, in one folder or two. Promises that all files of a run are begun
before the first one moves, that the cursor moves with the record, that a file a person saved meanwhile is tried
once more on their text and by another run where that does not fit, and that all this comes to the same end wherever
it is cut short. Never judges an edit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

from extractor.archive.archive import Archive
from extractor.archive.cut_short import left_to_people
from extractor.archive.outcome import Outcome
from extractor.archive.provenance import Quote
from extractor.archive.runs import Finished, Plan
from extractor.domain import Message, Milliseconds
from extractor.errors import defect
from extractor.extraction.another_try import AGAIN, SAVED_FIRST, AnotherTry, given_up, is_missing
from extractor.extraction.homes import Folder, Part, Seen
from extractor.extraction.job import Job
from extractor.extraction.second_look import SecondLook
from extractor.memory import store
from extractor.memory.changeset import FileChange
from extractor.memory.redaction.placeholders import FORGOTTEN
from extractor.memory.store import Store
from extractor.memory.workspace import Accepted

ELSEWHERE = "kept in another home"
"""What the log says of a run whose facts stand in no folder of the project."""

Quotes = Mapping[str, tuple[Quote, ...]]
"""What the sentences written in each folder rest on, by its path."""


@dataclass(frozen=True, slots=True)
class _Commit:
    """A commit that was begun: what its files are to become, and what is to be recorded of them."""

    job: Job
    done: Finished
    runs: Mapping[str, int]
    """The number of the run in each folder, by path."""
    leading: int
    """The run whose record moves the cursor."""
    parts: tuple[Part, ...]
    quotes: Quotes
    refused: tuple[str, ...] = ()
    is_again: bool = False
    """What a person saved first was tried again."""
    waits: bool = False
    """Some of that does not fit their text: the messages go on waiting, for another run."""
    given_up: tuple[str, ...] = ()
    """Files of which something was not written, and no run tries it again."""


class _Held:
    """The folders that are held, each with its store."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._stores: dict[str, Store] = {}

    def hold(self, folders: Sequence[Folder]) -> None:
        """Hold these, too. Always in the same order, or two who hold one each would wait for each other."""
        for folder in sorted(folders, key=lambda folder: folder.path):
            if folder.path not in self._stores:
                self._stores[folder.path] = self._stack.enter_context(folder.held())

    def recover(self) -> None:
        for each in self._stores.values():
            each.recover()

    def begin(self, parts: Sequence[Part], runs: Mapping[str, int]) -> store.Begun:
        """Write down what is to become of the files."""
        return store.begin_together(
            [store.Part(self._stores[p.folder.path], runs[p.folder.path], p.changes) for p in parts]
        )


class Committing:
    """Puts a run's changes on disk. Runs in the thread that owns the archive."""

    def __init__(self, archive: Archive, second_look: SecondLook, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._second_look = second_look
        self._clock = clock
        self._another_try = AnotherTry(archive)
        self._begun: dict[int, _Commit] = {}
        """Commits that were begun and not recorded yet, by the number of the run."""

    def nothing(self, job: Job, done: Finished) -> None:
        """Record a run that changes nothing: the cursor moves all the same.

        A project without an index gets one where there is something to tell of other homes.
        """
        plan = _plan(job, job.batch.folder.path, (), done, leads=True)
        self._archive.complete_all([(job.run, plan)], self._clock(), _kept(job, done) if done.detail else {})
        if job.seen.elsewhere and not job.batch.folder.is_ours():
            self._render(job)

    def commit(self, job: Job, parts: Sequence[Part], done: Finished) -> Finished:
        """Put the changes on disk and record them; returns what the run did. Raises StoreFailed, ConfigError.

        Its folders are held from the first question to the record: nobody else of us looks at what is half done.
        """
        with self._holding([part.folder for part in parts]) as held:
            with self._archive.db.transaction():
                if (stopped := self._stopped(job, parts, done)) is not None:
                    self._archive.runs.finish(job.run, stopped, self._clock())
                    return stopped
                commit = self._opened(job, parts, done)
                self._write_plans(commit)
                begun = held.begin(commit.parts, commit.runs)
            self._begun[job.run] = commit
            begun.carry_out()
            done = self._end(commit, held)
        self._render(job)
        return done

    def has_begun(self, job: Job) -> bool:
        """Whether files of the run may have moved, or its record stands: it has not failed, whatever comes then."""
        return job.run in self._begun or self._archive.runs.is_recorded(job.run)

    def resume(self, job: Job) -> bool:
        """Bring to an end what was cut short, as it would have ended; False where nothing was begun.

        Raises StoreFailed or ConfigError while the fault lasts.
        """
        commit = self._begun.get(job.run)
        if commit is not None:
            with self._holding([part.folder for part in commit.parts]) as held:
                held.recover()
                self._end(commit, held)
        elif not self._archive.runs.is_recorded(job.run):
            return False
        self._archive.cursors.save()
        self._render(job)
        return True

    # ------------------------------------------------------------ inside

    @contextmanager
    def _holding(self, folders: Sequence[Folder]) -> Iterator[_Held]:
        with ExitStack() as stack:
            held = _Held(stack)
            held.hold(folders)
            yield held

    def _stopped(self, job: Job, parts: Sequence[Part], done: Finished) -> Finished | None:
        """What a run did that may not be committed any more; None where it may."""
        if self._second_look.was_forgotten(job):
            return replace(done, outcome=Outcome.INTERRUPTED, refusals=(), detail=FORGOTTEN)
        if self._second_look.was_overtaken(job, [part.folder for part in parts]):
            return replace(
                done, outcome=Outcome.OVERTAKEN, detail="it is held again, with what that one wrote"
            )
        return None

    def _opened(self, job: Job, parts: Sequence[Part], done: Finished) -> _Commit:
        runs = self._open(job, parts, {})
        quotes = _quotes(job, job.workspace.accepted, parts)
        return _Commit(job, done, runs, runs[parts[0].folder.path], tuple(parts), quotes)

    def _open(self, job: Job, parts: Sequence[Part], known: Mapping[str, int]) -> dict[str, int]:
        """The number of the run in each folder, by path: a second one is opened beside the first."""
        runs, project, now = dict(known), job.batch.folder.path, self._clock()
        for path in (part.folder.path for part in parts):
            if path not in runs:
                beside = path != project
                runs[path] = self._archive.runs.start_beside(job.run, path, now) if beside else job.run
        return runs

    def _write_plans(self, commit: _Commit) -> None:
        for run, plan in _plans(commit, frozenset()):
            self._archive.runs.plan(run, plan)

    def _end(self, commit: _Commit, held: _Held) -> Finished:
        """What follows once the files have moved: the lost ones once more, and the record."""
        lost = self._lost(commit)
        is_recorded = self._archive.runs.is_recorded(commit.leading)
        if lost and not commit.is_again and not is_recorded:
            # A person changed these files since they were read: the edits are tried once more on the new text.
            commit = self._again(commit, lost, held)
            lost = self._lost(commit)
        names = [_shown(part, change) for part, change in _of(commit, lost)]
        if commit.is_again:
            commit = replace(commit, given_up=(*commit.given_up, *names))
        refused = (*commit.refused, *(f"{name}: {SAVED_FIRST}" for name in names))
        told = replace(commit, done=replace(commit.done, refusals=(*commit.done.refusals, *refused)))
        problems = {**_kept(commit.job, commit.done), **_lines(commit)}
        self._archive.complete_all(_plans(told, lost), self._clock(), problems)
        del self._begun[commit.job.run]
        stands = [c for path in commit.runs for c in _standing(commit, path, lost)]
        return _ended(told, told.done, stands)

    def _lost(self, commit: _Commit) -> frozenset[tuple[str, str]]:
        """Folder and file of what a person saved first."""
        journal = self._archive.journal
        return frozenset(
            (path, file) for path, run in commit.runs.items() for file in left_to_people(journal.writes(run))
        )

    def _again(self, commit: _Commit, lost: frozenset[tuple[str, str]], held: _Held) -> _Commit:
        """The edits of lost files once more; returns the commit as it is then."""
        job, homes = commit.job, commit.job.batch.homes
        seen: Seen = homes.seen()
        elsewhere = {name: at.reach for name, at in seen.elsewhere.items()}
        names = [_shown(part, change) for part, change in _of(commit, lost)]
        workspace, refused = job.workspace.replay(seen.files, names, elsewhere)
        edits = [edit for edit in job.workspace.edits if edit.file in names]
        is_short = bool(refused) and is_missing(edits, workspace.changes().on(seen.files))
        workspace, kept = workspace.without_large_removal()
        parts = homes.parts(workspace.changes(), seen)
        held.hold([part.folder for part in parts])
        with self._archive.db.transaction():
            if self._second_look.was_forgotten(job):
                parts, refused, kept = [], [f"{name}: {FORGOTTEN}" for name in names], []
                is_short = False
            waits = is_short and self._another_try.take(job)
            more = _quotes(job, workspace.accepted, parts) if parts else {}
            commit = replace(
                commit,
                runs=self._open(job, parts, commit.runs),
                parts=(*(_without(part, lost) for part in commit.parts), *parts),
                quotes=_together(_stands(commit.quotes, lost), more),
                refused=() if waits else (*refused, *kept),
                is_again=True,
                waits=waits,
                given_up=tuple(names) if is_short and not waits else (),
            )
            self._write_plans(commit)
            for scope, line in _lines(commit).items():
                self._archive.problem(scope, line, self._clock())
            begun = held.begin(parts, commit.runs)
        self._begun[job.run] = commit
        begun.carry_out()
        return commit

    def _render(self, job: Job) -> None:
        """Render each index anew, the project's last: it tells what stands in the others."""
        for folder in reversed(job.batch.homes.all):
            problem: str | None
            try:
                problem = folder.refresh_index()
            except Exception as error:  # noqa: BLE001 - what the run wrote stands and is recorded: it is told, no more
                problem = defect(error)
            self._archive.problem(f"index:{folder.path}", problem, self._clock())


def _kept(job: Job, done: Finished) -> dict[str, str | None]:
    """Say in `status` that a removal was refused, until a run in the folder goes through without."""
    return {f"removal:{job.batch.folder.path}": done.detail or None}


def _lines(commit: _Commit) -> dict[str, str | None]:
    """Say in `status` what is not tried again, until a run in the folder goes through without."""
    if commit.waits:
        return {}
    line = given_up(commit.job, commit.given_up) if commit.given_up else None
    return {f"given up:{commit.job.batch.folder.path}": line}


def _shown(part: Part, change: FileChange) -> str:
    return part.shown.get(change.file, change.file)


def _of(commit: _Commit, lost: frozenset[tuple[str, str]]) -> list[tuple[Part, FileChange]]:
    """The changes that were lost, with their parts."""
    return [(p, c) for p in commit.parts for c in p.changes.changes if (p.folder.path, c.file) in lost]


def _standing(commit: _Commit, path: str, lost: frozenset[tuple[str, str]]) -> list[FileChange]:
    """What stands of a commit in a folder."""
    changes = (c for p in commit.parts if p.folder.path == path for c in p.changes.changes)
    return [change for change in changes if (path, change.file) not in lost]


def _without(part: Part, lost: frozenset[tuple[str, str]]) -> Part:
    left = tuple(c for c in part.changes.changes if (part.folder.path, c.file) not in lost)
    return replace(part, changes=replace(part.changes, changes=left))


def _plans(commit: _Commit, lost: frozenset[tuple[str, str]]) -> list[tuple[int, Plan]]:
    """What is recorded of each run once all but the lost files stand."""
    job, made = commit.job, list[tuple[int, Plan]]()
    for path, run in commit.runs.items():
        stands = _standing(commit, path, lost)
        # Replies and tokens stand once, with the first run.
        own = commit.done if run == job.run else Finished(commit.done.outcome, detail=commit.done.detail)
        own = _ended(commit, own, stands)
        quotes = _stands(commit.quotes, lost).get(path, ())
        leads = run == commit.leading and not commit.waits
        made.append((run, _plan(job, path, quotes, own, leads=leads)))
    if job.run not in commit.runs.values():
        detail = commit.done.detail or f"{ELSEWHERE}: run {commit.leading}"
        about = replace(commit.done, detail=detail)
        made.append((job.run, _plan(job, job.batch.folder.path, (), about, leads=False)))
    return [(run, replace(plan, is_again=commit.is_again)) for run, plan in made]


def _plan(job: Job, path: str, quotes: tuple[Quote, ...], done: Finished, *, leads: bool) -> Plan:
    batch = job.batch
    rows, cursor = (batch.rows, batch.cursor) if leads else ((), None)
    return Plan(batch.session.id, path, rows, cursor, quotes, done, job.run)


def _stands(quotes: Quotes, lost: frozenset[tuple[str, str]]) -> Quotes:
    return {path: tuple(q for q in own if (path, q.file) not in lost) for path, own in quotes.items()}


def _together(quotes: Quotes, more: Quotes) -> Quotes:
    return {path: (*quotes.get(path, ()), *more.get(path, ())) for path in (*quotes, *more)}


def _quotes(job: Job, accepted: Sequence[Accepted], parts: Sequence[Part]) -> Quotes:
    """What the accepted statements of files rest on, by folder."""
    names = {
        _shown(part, change): (part.folder.path, change.file)
        for part in parts
        for change in part.changes.changes
    }
    by_id: dict[str, Message] = {
        m.key.short: m for e in (*job.batch.older, *job.batch.exchanges) for m in e.visible
    }
    found: dict[str, tuple[Quote, ...]] = {}
    for a in accepted:
        home, file = names.get(a.file, (job.batch.folder.path, a.file))
        said = ((by_id[e.message], e.quote) for e in a.evidence if e.message in by_id)
        own = tuple(Quote(file, a.statement, m.key, quote, m.at) for m, quote in said)
        found[home] = (*found.get(home, ()), *own)
    return found


def _ended(commit: _Commit, done: Finished, stands: Sequence[FileChange]) -> Finished:
    """What a run did, once this of it stands."""
    done = _counted(done, stands) if stands else replace(done, outcome=Outcome.CONFLICT)
    return replace(done, detail=AGAIN) if commit.waits else done


def _counted(done: Finished, changes: Sequence[FileChange]) -> Finished:
    added = sum(c.before is None for c in changes)
    removed = sum(c.after is None for c in changes)
    changed = len(changes) - added - removed
    return replace(done, outcome=Outcome.LEARNED, added=added, removed=removed, changed=changed)
