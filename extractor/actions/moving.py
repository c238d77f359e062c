"""Moving: memory files taken from a project's folder to another one.

Owns which files move and under which name. Promises that a file leaves one folder only when it stands in
the other, and that what it rests on goes along. Never changes a byte of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

from extractor.actions.folder import Folder
from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.provenance import Quote
from extractor.archive.runs import Finished, Plan
from extractor.archive.way import MODEL, Way
from extractor.domain import MemoryType, Milliseconds, Reach
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.memory_file import parse
from extractor.memory.reach import reach_of_file
from extractor.memory.store import Store


@dataclass(frozen=True, slots=True)
class _Moved:
    """One file on its way."""

    file: str
    name: str
    """What it is called in the other folder."""
    data: bytes
    stands: bool
    """It stands there already: an earlier move was cut short behind that."""
    quotes: tuple[Quote, ...]
    """What it rests on, by its name in the project."""


class Moving:
    """Moves files from a project's memory folder to the personal one, or to another project's."""

    def __init__(self, archive: Archive, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._clock = clock

    def move(self, project: Folder, personal: Folder) -> tuple[str, ...]:
        """Move the `user` files runs wrote that say who the person is; returns their names in the project.

        Raises StoreFailed, ConfigError. What was begun then is brought to its end when the folders recover.
        """
        if not self._movable(project, project.snapshot()):
            return ()
        return self._between(project, personal, self._movable)

    def move_all(self, project: Folder, other: Folder, then: Callable[[], None]) -> tuple[str, ...]:
        """Move every memory file, a person's own too, to the folder of another project; returns their names here.

        `then` is called before either folder is let go, where nothing was left behind. Raises as `move` does.
        """
        return self._between(project, other, lambda _folder, files: dict(files), then)

    def _between(
        self,
        project: Folder,
        other: Folder,
        movable: Callable[[Folder, Mapping[str, bytes]], dict[str, bytes]],
        then: Callable[[], None] | None = None,
    ) -> tuple[str, ...]:
        with ExitStack() as held:
            stores = {
                folder.path: held.enter_context(folder.held())
                for folder in sorted((project, other), key=lambda folder: folder.path)
            }
            here, there = stores[project.path], stores[other.path]
            for path, store in stores.items():
                store.recover()
                self._archive.complete_plans(path, self._clock())
            taken = there.snapshot().files
            found = self._named(project, movable(project, here.snapshot().files), taken)
            moved = self._carry_out(project, other, here, there, found) if found else ()
            for folder, store in ((other, there), (project, here)):
                problem = folder.render(store)
                self._archive.problem(f"index:{folder.path}", problem, self._clock())
            if then is not None:
                self._end(here, then)
        return moved

    def _end(self, here: Store, then: Callable[[], None]) -> None:
        """Once nothing is left behind: not in a copy of what moved, either, which nobody looks at any more."""
        swept = here.sweep(self._clock())
        if swept.lines:
            self._archive.problem("recovery", "; ".join(swept.lines), self._clock())
        if not here.snapshot().files:
            then()

    def _movable(self, project: Folder, files: Mapping[str, bytes]) -> dict[str, bytes]:
        # What was moved once and is back was brought back by a person.
        ours = self._archive.statements.files(project.path) - self._archive.runs.moved_from(project.path)
        return {
            name: data
            for name, data in files.items()
            # Reading a file as a memory takes a thousand times as long as seeing that the word is not in it.
            if name in ours and MemoryType.USER.value.encode() in data and _is_about_the_person(data)
        }

    def _named(self, project: Folder, found: Mapping[str, bytes], taken: Mapping[str, bytes]) -> list[_Moved]:
        """Each with a name that is free in the other folder, or that of the same file there."""
        names = set(taken)
        moved: list[_Moved] = []
        for file in sorted(found):
            numbered = (f"{file.removesuffix('.md')}-{n}.md" for n in itertools.count(2))
            same = next((name for name, data in taken.items() if data == found[file]), None)
            name = same or next(n for n in itertools.chain([file], numbered) if n not in names)
            names.add(name)
            quotes = tuple(self._archive.provenance.of_file(project.path, file))
            moved.append(_Moved(file, name, found[file], same is not None, quotes))
        return moved

    def _carry_out(
        self, project: Folder, other: Folder, here: Store, there: Store, found: list[_Moved]
    ) -> tuple[str, ...]:
        """Put the files there, and then take away here what stands there: a crash between leaves both."""
        named = next(iter(self._archive.runs.projects_in(project.path)), project.path)
        session = self._archive.direct.session(Way.COMMAND_LINE, named)
        new = [each for each in found if not each.stands]
        lost = self._commit(
            session, other.path, there, new, f"{_names(new)} came from {project.path}", is_gone=False
        )
        arrived = [each for each in found if each.name not in lost]
        kept = self._commit(
            session, project.path, here, arrived, f"{_names(arrived)} went to {other.path}", is_gone=True
        )
        return tuple(each.file for each in arrived if each.file not in kept)

    def _commit(
        self, session: int, path: str, store: Store, moved: list[_Moved], detail: str, *, is_gone: bool
    ) -> frozenset[str]:
        """Write or take away the files in one folder, recorded as a run; returns what a person saved first."""
        if not moved:
            return frozenset()
        runs, now = self._archive.runs, self._clock()
        run = runs.start(session, MODEL, path, 0, now)
        changes = [
            FileChange(each.file, each.data, None) if is_gone else FileChange(each.name, None, each.data)
            for each in moved
        ]
        planned = Plan(session, path, (), None, self._quotes(moved, is_gone), _moved(changes, detail))
        runs.plan(run, planned)
        lost = frozenset(store.commit(run, ChangeSet(tuple(changes))).conflicts)
        stood = [each for each in moved if (each.file if is_gone else each.name) not in lost]
        stands = [change for change in changes if change.file not in lost]
        done = replace(planned, quotes=self._quotes(stood, is_gone), done=_moved(stands, detail))
        self._archive.complete(run, done, now)
        return lost

    def _quotes(self, moved: list[_Moved], is_gone: bool) -> tuple[Quote, ...]:
        """What the files rest on, by their new names; nothing where they are only taken away."""
        return () if is_gone else tuple(replace(q, file=each.name) for each in moved for q in each.quotes)


def _is_about_the_person(data: bytes) -> bool:
    read = parse(data)
    return read.type is MemoryType.USER and reach_of_file(read) is Reach.PERSONAL


def _moved(changes: list[FileChange], detail: str) -> Finished:
    removed = sum(change.after is None for change in changes)
    outcome = Outcome.MOVED if changes else Outcome.CONFLICT
    return Finished(outcome, added=len(changes) - removed, removed=removed, detail=detail)


def _names(moved: list[_Moved]) -> str:
    return ", ".join(each.file for each in moved)
