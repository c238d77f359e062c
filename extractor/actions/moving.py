"""Moving: facts about the person that stand in a project's folder, taken to their own.

Owns which files move and under which name. Promises that a file is in one of the two folders at every
moment a crash can come, that what it rests on goes along, and that a person's own file stays. Never
changes a byte of what moves.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

from extractor.actions.folder import Folder
from extractor.archive.archive import Archive
from extractor.archive.direct import MODEL, Way
from extractor.archive.runs import Finished, Outcome, Plan
from extractor.domain import MemoryType, Milliseconds, Reach
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.memory_file import parse
from extractor.memory.reach import reach_of_file
from extractor.memory.store import CommitResult, Part, Store, commit_together


@dataclass(frozen=True, slots=True)
class _Moved:
    """One file on its way."""

    file: str
    name: str
    """What it is called in the personal folder."""
    data: bytes


class Moving:
    """Moves files from a project's memory folder to the personal one."""

    def __init__(self, archive: Archive, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._clock = clock

    def move(self, project: Folder, personal: Folder) -> tuple[str, ...]:
        """Move the `user` files runs wrote that say who the person is; returns their names in the project.

        Raises StoreFailed, ConfigError. What was begun then is brought to its end when the folders recover.
        """
        if not self._movable(project, project.snapshot()):
            return ()
        with ExitStack() as held:
            stores = {
                folder.path: held.enter_context(folder.held())
                for folder in sorted((project, personal), key=lambda folder: folder.path)
            }
            here, there = stores[project.path], stores[personal.path]
            for path, store in stores.items():
                store.recover()
                self._archive.complete_plans(path, self._clock())
            taken = there.snapshot().bytes_by_name
            found = _named(self._movable(project, here.snapshot().bytes_by_name), taken)
            moved = self._carry_out(project, personal, here, there, found) if found else ()
            for folder, store in ((personal, there), (project, here)):
                problem = folder.render(store)
                self._archive.problem(f"index:{folder.path}", problem, self._clock())
        return moved

    def _movable(self, project: Folder, files: Mapping[str, bytes]) -> dict[str, bytes]:
        # What was moved once and is back was brought back by a person.
        ours = self._archive.statements.files(project.path) - self._archive.runs.moved_from(project.path)
        return {
            name: data
            for name, data in files.items()
            # Reading a file as a memory takes a thousand times as long as seeing that the word is not in it.
            if name in ours and MemoryType.USER.value.encode() in data and _is_about_the_person(data)
        }

    def _carry_out(
        self, project: Folder, personal: Folder, here: Store, there: Store, found: list[_Moved]
    ) -> tuple[str, ...]:
        now = self._clock()
        session = self._archive.direct.session(
            Way.COMMAND_LINE, self._archive.runs.project_in(project.path) or project.path
        )
        into = self._archive.runs.start(session, MODEL, personal.path, 0, now)
        out = self._archive.runs.start(session, MODEL, project.path, 0, now)
        names = ", ".join(each.file for each in found)
        quotes = tuple(
            replace(quote, file=each.name)
            for each in found
            for quote in self._archive.runs.quotes(project.path, each.file)
        )
        came = Finished(Outcome.MOVED, added=len(found), detail=f"{names} came from {project.path}")
        went = Finished(Outcome.MOVED, removed=len(found), detail=f"{names} went to {personal.path}")
        plans = {
            into: Plan(session, personal.path, (), None, quotes, came),
            out: Plan(session, project.path, (), None, (), went),
        }
        with self._archive.db.transaction():
            for run, plan in plans.items():
                self._archive.runs.plan(run, plan)
        added = ChangeSet(tuple(FileChange(each.name, None, each.data) for each in found))
        removed = ChangeSet(tuple(FileChange(each.file, each.data, None) for each in found))
        results: list[CommitResult] = commit_together([Part(there, into, added), Part(here, out, removed)])
        with self._archive.db.transaction():
            for run, plan in plans.items():
                self._archive.complete(run, plan, self._clock())
        kept = {file for result in results for file in result.conflicts}
        return tuple(each.file for each in found if not {each.file, each.name} & kept)


def _is_about_the_person(data: bytes) -> bool:
    read = parse(data)
    return read.type is MemoryType.USER and reach_of_file(read) is Reach.PERSONAL


def _named(found: Mapping[str, bytes], taken: Mapping[str, bytes]) -> list[_Moved]:
    """Each with a name that is free in the personal folder."""
    names = set(taken)
    moved: list[_Moved] = []
    for file in sorted(found):
        stem = file.removesuffix(".md")
        free = next(
            name
            for name in itertools.chain([file], (f"{stem}-{n}.md" for n in itertools.count(2)))
            if name not in names
        )
        names.add(free)
        moved.append(_Moved(file, free, found[file]))
    return moved
