"""Pin and unpin: which memory files a person wants in every prompt.

Owns what may be pinned. Promises that only the key in the front matter changes and that pinned files never
exceed their room by a command of ours. Never compacts or unpins anything by itself.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractor.actions.by_hand import ByHand, Done, Wanted
from extractor.actions.folder import Folder
from extractor.archive.archive import Archive
from extractor.archive.way import Way
from extractor.domain import Milliseconds
from extractor.errors import ConfigError
from extractor.memory.changeset import FileChange
from extractor.memory.file_name import INDEX_FILE, OWN_NAME, RENAME, valid_name
from extractor.memory.meant import meant
from extractor.memory.memory_file import EditRefused
from extractor.memory.pinning import by_hand, with_pin
from extractor.memory.pins import PinRoom, Pins
from extractor.memory.snapshot import read_folder


@dataclass(frozen=True, slots=True)
class Pinned:
    """What became of the files that were named."""

    done: Done
    changed: tuple[str, ...]
    already: tuple[str, ...]
    """Files that were as wanted before."""
    pins: Pins
    """The folder's pins as they stand now."""


class Pinning:
    """Pins and unpins."""

    def __init__(self, archive: Archive, room: PinRoom, way: Way, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._room = room
        self._by_hand = ByHand(archive, way, clock)

    def check(self, folder: Folder, files: Sequence[str], *, wanted: bool) -> None:
        """Raise what pinning or unpinning these files would raise now. Changes nothing."""
        self._changes(folder.path, folder.snapshot(), tuple(dict.fromkeys(files)), wanted)

    def pin(self, folder: Folder, project: str, files: Sequence[str]) -> Pinned:
        """Pin these files of a folder, all or none.

        Raises ConfigError where one is not there, cannot be edited, or there is no room for them.
        """
        return self._set(folder, project, files, wanted=True)

    def unpin(self, folder: Folder, project: str, files: Sequence[str]) -> Pinned:
        """Unpin them. Raises ConfigError where one is not there or cannot be edited."""
        return self._set(folder, project, files, wanted=False)

    def _set(self, folder: Folder, project: str, files: Sequence[str], *, wanted: bool) -> Pinned:
        names = tuple(dict.fromkeys(files))

        def make(live: Mapping[str, bytes]) -> Wanted:
            made = self._changes(folder.path, live, names, wanted)
            verb = "pinned" if wanted else "unpinned"
            return Wanted(made, detail=f"{verb} {', '.join(change.file for change in made)}")

        done = self._by_hand.change(folder, project, make)
        changed = tuple(sorted({change.file for change in done.changes}))
        already = tuple(name for name in names if name not in changed)
        return Pinned(done, changed, already, self._room.pins(folder.snapshot()))

    def _changes(
        self, path: str, live: Mapping[str, bytes], names: Sequence[str], wanted: bool
    ) -> tuple[FileChange, ...]:
        files = dict(live)
        for name in names:
            if name not in files:
                raise ConfigError(self._absent(path, name))
            verb = "pinned" if wanted else "unpinned"
            try:
                made = with_pin(files[name], wanted)
            except EditRefused as reason:
                raise ConfigError(f"{Path(path) / name} was not {verb}: {reason}") from reason
            if made != files[name] and not valid_name(name):
                raise ConfigError(
                    f"{Path(path) / name} was not {verb}: {OWN_NAME}: {by_hand(wanted)}, or {RENAME}"
                )
            refused = self._room.refusal(files, name, made) if made != files[name] else None
            if refused:
                raise ConfigError(f"{name} was not pinned: {refused}; {self._way_out(files, name)}")
            files[name] = made
        return tuple(FileChange(n, live[n], files[n]) for n in sorted(names) if live[n] != files[n])

    def _way_out(self, files: Mapping[str, bytes], name: str) -> str:
        others = {other: data for other, data in files.items() if other != name}
        largest = self._room.largest({other: data for other, data in others.items() if valid_name(other)})
        if largest is not None:
            file = shlex.quote(largest)
            return f"make room first: `extractor unpin {file}` or `extractor compact {file}`"
        if (own := self._room.largest(others)) is not None:
            return f"make room first: {by_hand(False)} of {own}, which is yours"
        return f"it is too large by itself: `extractor compact {shlex.quote(name)}` makes it denser"

    def _absent(self, path: str, name: str) -> str:
        if name.casefold() == INDEX_FILE.casefold():
            return f"{name} is the index, which is rendered: name a memory file"
        if unread := [line for line in read_folder(Path(path))[1] if f"{name} " in line]:
            return unread[0]
        written = [e for e in self._archive.statements.of_folder(path) if e.file == name]
        if any(self._archive.tombstones.is_on(e.statement) for e in written):
            return f"{name} was removed by hand and stays removed: `extractor remember` says it anew"
        which = meant(name, read_folder(Path(path))[0])
        return f"there is no memory file {name} in {path}: {which}`extractor list` names those there are"
