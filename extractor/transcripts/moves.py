"""Where a session goes on: the directories its lines name.

Owns from which record of a reading on each of them counts. Promises one entry where nothing changes.
Never looks whether anything is there.
"""

from __future__ import annotations

from extractor.transcripts.lines import directory
from extractor.transcripts.source import Move


class Moves:
    """The moves of one reading. `here`: the directory the reading before ended in."""

    def __init__(self, here: str | None) -> None:
        self.here = here
        """The directory the newest line was written in."""
        self._all = [] if here is None else [Move(0, here)]

    def to(self, cwd: object, record: int) -> None:
        """A line names a directory, and what it says begins with this record; what is no whole path is passed over."""
        named = directory(cwd)
        if named is None or named == self.here or not named.startswith("/"):
            return
        self.here = named
        self._all.append(Move(record, named))

    def all(self) -> tuple[Move, ...]:
        """The moves, in order."""
        return tuple(self._all)
