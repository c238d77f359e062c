"""What an extraction wants to change in a memory folder.

Owns the difference between a snapshot and a workspace, file by file.
Promises one change per file, each naming the bytes it starts from. Never looks at the disk.
"""

from __future__ import annotations

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
