"""What an extraction wants to change in a memory folder.

Owns the difference between a snapshot and a workspace, file by file.
Promises one change per file, each naming the bytes it starts from. Never looks at the disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file: the bytes it must still hold and the bytes it is to hold; None stands for no file."""

    file: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Changes to different files. Raises ValueError when two name the same one."""

    changes: tuple[FileChange, ...]

    def __post_init__(self) -> None:
        names = [change.file for change in self.changes]
        if len(set(names)) != len(names):
            raise ValueError("a change set names a file twice")

    def on(self, files: Mapping[str, bytes]) -> dict[str, bytes]:
        """These files (bytes by name) as they are after the changes."""
        made = {**files, **{change.file: change.after for change in self.changes}}
        return {name: data for name, data in made.items() if data is not None}
