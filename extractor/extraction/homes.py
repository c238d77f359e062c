"""Homes: the memory folders a session's facts may stand in, seen as one.

Owns the Protocol of a folder, which files the sub-agent is shown of both, and where a change belongs. Promises that every
name stands for one file, and that a file that exists is changed where it is. Never opens a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from extractor.domain import Reach
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.memory_file import parse
from extractor.memory.reach import reach_of_file
from extractor.memory.store import Store


class Folder(Protocol):
    """A memory folder, as an extraction uses it."""

    path: str
    spellings: tuple[str, ...]
    """Every way an agent may name it."""

    def snapshot(self) -> Mapping[str, bytes]:
        """Every readable memory file's bytes, by name."""
        ...

    def held(self) -> AbstractContextManager[Store]:
        """The folder's store, while no other process of ours may write there. Makes the folder."""
        ...

    def is_ours(self) -> bool:
        """Whether the index holds our block, or held it when we last wrote it."""
        ...

    def refresh_index(self) -> str | None:
        """Render MEMORY.md anew; returns one line when it cannot be written."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """What of a change set belongs to one folder."""

    folder: Folder
    changes: ChangeSet
    """By the names the files have there."""
    shown: Mapping[str, str]
    """The names they are shown by, by those they have."""


class Elsewhere(NamedTuple):
    """A file of another home than the project's."""

    reach: Reach
    name: str
    """What it is called there."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The files of all homes at one moment."""

    files: Mapping[str, bytes]
    """Bytes by the name the sub-agent is shown."""
    elsewhere: Mapping[str, Elsewhere]
    """Files that do not stand in the project's folder, by the name shown."""

    @property
    def personal(self) -> frozenset[str]:
        """Those that stand in the person's own."""
        return frozenset(name for name, at in self.elsewhere.items() if at.reach is Reach.PERSONAL)


@dataclass(frozen=True, slots=True)
class Homes:
    """The project's memory folder, and the person's own; None where there is only one."""

    project: Folder
    personal: Folder | None = None

    @property
    def all(self) -> tuple[Folder, ...]:
        """All there are, the project's first."""
        return (self.project, *self._others.values())

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way an agent may name one of them."""
        return tuple(name for folder in self.all for name in folder.spellings)

    def seen(self) -> Seen:
        """What stands in them now."""
        files = dict(self.project.snapshot())
        elsewhere: dict[str, Elsewhere] = {}
        for reach, folder in self._others.items():
            theirs = folder.snapshot()
            for name in sorted(theirs):
                shown = name
                while shown in files:
                    shown = reach.named(shown)
                files[shown], elsewhere[shown] = theirs[name], Elsewhere(reach, name)
        return Seen(files, elsewhere)

    def written(
        self, seen: Seen, into: Callable[[str, Mapping[str, bytes]], Mapping[str, frozenset[str]]]
    ) -> dict[str, frozenset[str]]:
        """The files shown that runs wrote, and what those wrote. `into`: the same of a folder, by its path and files."""
        own = {name: data for name, data in seen.files.items() if name not in seen.elsewhere}
        found = dict(into(self.project.path, own))
        for reach, folder in self._others.items():
            shown = {at.name: name for name, at in seen.elsewhere.items() if at.reach is reach}
            theirs = into(folder.path, {name: seen.files[shown[name]] for name in shown})
            found |= {shown[name]: said for name, said in theirs.items()}
        return found

    def parts(self, changes: ChangeSet, seen: Seen) -> list[Part]:
        """The changes by folder, the project's first. A new file goes where what it says holds."""
        found: dict[Reach, list[FileChange]] = {Reach.PROJECT: [], **{reach: [] for reach in self._others}}
        for change in changes.changes:
            at = seen.elsewhere.get(change.file)
            if at is not None:
                found[at.reach].append(FileChange(at.name, change.before, change.after))
            else:
                found[self._reach(change)].append(change)
        parts: list[Part] = []
        for reach, own in found.items():
            shown = {at.name: name for name, at in seen.elsewhere.items() if at.reach is reach}
            parts.append(Part(self._others.get(reach, self.project), ChangeSet(tuple(own)), shown))
        return [part for part in parts if part.changes.changes]

    @property
    def _others(self) -> dict[Reach, Folder]:
        return {Reach.PERSONAL: self.personal} if self.personal else {}

    def _reach(self, change: FileChange) -> Reach:
        if change.before is not None or change.after is None:
            return Reach.PROJECT
        reach = reach_of_file(parse(change.after))
        return reach if reach in self._others else Reach.PROJECT
