"""Following: what the state file knows of a memory folder goes along when the folder is moved.

Owns what counts as moved: the folder is gone from its path, or a link stands on the way to it, and what runs wrote
there stands at another path. Promises that a copy, and a folder with a history of its own from then, are left alone.
Never writes to a memory folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from extractor import fs
from extractor.archive.reader import Reader
from extractor.domain import Milliseconds
from extractor.errors import ExtractorError, is_text
from extractor.memory.gate.tombstones import words
from extractor.memory.index import decode
from extractor.memory.memory_file import parse, sentences
from extractor.memory.outside import line_hash, told_lines
from extractor.memory.snapshot import Snapshot, snapshot

if TYPE_CHECKING:
    from extractor.actions.folder import Folder
    from extractor.archive.archive import Archive

SCOPE = "followed"
"""The problem that tells which folders were followed."""

TOLD_FOR = 24 * 3600 * 1000
"""Milliseconds for which that is told, where no start comes before."""

Standing = Callable[[], Iterable[Path]]
"""Every path at which a memory folder stands."""


class Following:
    """Finds folders that were moved. `standing` is asked only where one is gone. Only reads."""

    def __init__(self, archive: Reader, standing: Standing) -> None:
        self._archive = archive
        self._where = archive.whereabouts
        self._standing = standing
        self._followed: dict[str, list[str]] = {}
        """Old paths of each new one that was found."""

    def moved(self) -> dict[str, str]:
        """The path of every folder that was moved since, and the one it has now; links resolved.

        Of several that were moved to one path the one written to last comes first.
        """
        found: dict[str, str] = {}
        self._followed.clear()
        for old in self._where.known():
            new = self._now_at(old)
            if new is not None:
                found[old] = new
                self._followed.setdefault(new, []).append(old)
        return found

    def _now_at(self, old: str) -> str | None:
        real = os.path.realpath(old)
        if real != old and not fs.no_folder(real):
            return real if self._is_led_to(old, real) else None
        # A folder that cannot be looked at is not gone.
        if not fs.no_folder(old) or os.path.lexists(old):
            return None
        known = self._where.left_standing(old)
        if not known:
            return None
        found = [new for new in self._places if new != old and self._is_moved_to(old, new, known)]
        return found[0] if len(found) == 1 else None

    @cached_property
    def _places(self) -> list[str]:
        return sorted({os.path.realpath(path) for path in self._standing()})

    def _is_led_to(self, old: str, new: str) -> bool:
        """Whether the folder a link on its way leads to is the one runs wrote in, and not another that took its place."""
        if not self._may_follow(old, new):
            return False
        known = self._where.left_standing(old)
        stands = _Stands.at(new)
        if stands is None:
            return False
        if known:
            return bool(self._witnesses(old, new, known, stands))
        own = self._archive.index_lines.own(old)
        return bool(own) and self._where.span(new) is None and own <= stands.lines.keys()

    def _is_moved_to(self, old: str, new: str, known: Mapping[str, frozenset[str]]) -> bool:
        """Whether most of what runs wrote at the one path stands at the other."""
        if not self._may_follow(old, new) or not _has_any(new, known):
            return False
        stands = _Stands.at(new)
        return stands is not None and 2 * len(self._witnesses(old, new, known, stands)) > len(known)

    def _may_follow(self, old: str, new: str) -> bool:
        """Whether the one's history may go on with the other's: it had ended when that began.

        Of two that stood side by side, and of two that were joined, it had not.
        """
        if not is_text(new) or fs.no_folder(new):
            return False
        if old in self._where.former(new):
            return True  # a run that was under way when it was followed still knew the old path
        before = self._where.span(old)
        after = [span[0] for path in self._one(new) if (span := self._where.span(path)) is not None]
        return not after or before is None or before[1] < min(after)

    def _witnesses(
        self, old: str, new: str, known: Mapping[str, frozenset[str]], stands: _Stands
    ) -> set[str]:
        """The files runs wrote at the one path that stand at the other, or that our index there still tells.

        A file that a run made at the other path is that one's own.
        """
        made = frozenset[str]().union(
            *(self._archive.index_lines.files_written(path, ()) for path in self._one(new))
        )
        own = self._archive.index_lines.own(old)
        told = [line for mark, line in stands.lines.items() if mark in own]
        return {
            file
            for file, said in known.items()
            if file not in made and (stands.says(file, said) or any(f"]({file})" in line for line in told))
        }

    def _one(self, new: str) -> list[str]:
        """A path, and the old ones of what is known to stand there now."""
        return [new, *self._followed.get(new, ())]


def follow(
    archive: Archive,
    standing: Standing,
    folder_at: Callable[[str], Folder],
    clock: Callable[[], Milliseconds],
) -> dict[str, str]:
    """Have what is known of folders that were moved known of the paths they have now; returns both, old to new.

    What cannot be done now is told in `status` and tried again at the next look. Raises StoreFailed where nothing can
    be stored.
    """
    done: dict[str, str] = {}
    for old, new in Following(archive, standing).moved().items():
        try:
            # Whoever began to write there by the old path has come to an end.
            with folder_at(new).held(), archive.db.transaction():
                if Following(archive, standing).moved().get(old) == new:
                    archive.follow(old, new)
                    done[old] = new
        except ExtractorError as error:
            archive.problem(
                f"{SCOPE}:{old}", f"{old} is {new} now, and that could not be noted: {error}", clock()
            )
    archive.forget_problem(SCOPE, Milliseconds(clock() - TOLD_FOR))
    if done:
        archive.index_lines.save()
        archive.problem(SCOPE, "; ".join(map(_line, done, done.values())), clock())
    return done


def _line(old: str, new: str) -> str:
    return f"the memory folder {old} stands in {new} now: what runs wrote there is known there"


@dataclass(frozen=True)
class _Stands:
    """What stands in a folder."""

    seen: Snapshot

    @classmethod
    def at(cls, path: str) -> _Stands | None:
        """None where it cannot be looked into."""
        try:
            with fs.Root.open(Path(path), create=False, is_real=True) as root:
                return cls(snapshot(root))
        except ExtractorError:
            return None  # what cannot be read now is followed when it can be

    def says(self, file: str, said: Iterable[str]) -> bool:
        """Whether one of these sentences stands in a file."""
        data = self.seen.files.get(file)
        here = {words(each) for each in parse(data).statements} if data is not None else set()
        return any((parts := sentences(each)) and parts <= here for each in said)

    @cached_property
    def lines(self) -> dict[str, str]:
        """The lines of the index, by what names them."""
        index = self.seen.index
        return {line_hash(line): line for line in told_lines(decode(index))} if index is not None else {}


def _has_any(path: str, known: Collection[str]) -> bool:
    try:
        return not set(os.listdir(path)).isdisjoint(known)
    except OSError:
        return False
