"""Joining: one memory folder becomes a link to another one.

Owns what becomes of what stood there. Promises that every byte of it is in the other folder or set aside beside
the link, and that nothing but the link joins the two. Never touches a transcript.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from extractor import fs
from extractor.actions.folder import Folder
from extractor.actions.moving import Moving
from extractor.errors import MemoryConflict

ASIDE = "before-joining"
"""Ending of the name a folder is set aside under."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What became of a folder that is a link now."""

    moved: tuple[str, ...]
    """Memory files that went to the other one, by the names they had."""
    aside: Path | None
    """Where the rest is; None where there was none."""


def link_anew(place: Path, target: Path) -> None:
    """Make the link where no folder stands yet, and the folder it leads to. Raises MemoryConflict, StoreFailed."""
    for folder in (*fs.missing_folders(target), *fs.missing_folders(place.parent)):
        fs.make_folder(folder, 0o700)
    fs.make_link(place, target)


def bring(moving: Moving, folder_at: Callable[[Path], Folder], own: Path, place: Path) -> Joined:
    """Have what stands in our own folder of a project, or where a link there leads, found where its client looks.

    Where nothing stands at `place`, it becomes a link; else the one folder's files go to the other. A link of ours is
    taken away then: `place` is the project's folder. Raises as `join` does.
    """
    if fs.exists(place) and os.path.isdir(place) and not os.path.islink(place):
        fs.remove_empty_folder(place)
    real = Path(os.path.realpath(own))
    done = Joined((), None)
    if not os.path.lexists(place):
        link_anew(place, real)
    elif not own.is_symlink():
        return join(moving, folder_at(own), folder_at(place), own)
    elif not place.is_symlink():
        done = join(moving, folder_at(place), folder_at(real), place)
    if own.is_symlink():
        fs.remove_link(own, os.readlink(own))
    return done


def set_aside(place: Path) -> list[Path]:
    """The folders that were set aside beside a memory folder's place."""
    return sorted(
        each
        for each in place.parent.glob(f"{glob.escape(place.name)}-{ASIDE}*")
        if each.is_dir() and not each.is_symlink()
    )


def join(moving: Moving, own: Folder, other: Folder, place: Path) -> Joined:
    """Move a folder's files to the other one and put a link to it at `place`, where the folder stands.

    Neither folder is let go between. Raises MemoryConflict where something could not be moved (somebody saves
    there): then the folder stays as it is, and what was moved is in the other one; StoreFailed, ConfigError.
    """
    if own.path == other.path:
        raise MemoryConflict(f"{place} leads to {other.path} since: look at `extractor projects`, try again")
    done: list[Path | None] = []

    def link() -> None:
        """Once nothing is left to move."""
        done.append(fs.set_folder_aside(place, ASIDE))
        fs.make_link(place, Path(other.path))

    moved = moving.move_all(own, other, link)
    if not done:
        raise MemoryConflict(
            f"not every file could be moved out of {place}: `extractor doctor` says why; try again"
        )
    return Joined(moved, done[0])
