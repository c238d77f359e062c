"""The stage of `doctor` that looks at memory folders: readable, ours to write, and on file systems that can swap files.

Owns which folders are tried. Promises to touch no file that stands in one. Never looks into the index.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from extractor import fs
from extractor.archive.database import no_writing
from extractor.commands.counts import counted
from extractor.commands.crowded import beyond
from extractor.commands.finding import home_folder, memory_folders, personal_folder
from extractor.commands.stages import Broken, World
from extractor.errors import ExtractorError
from extractor.extraction.folders import current_project
from extractor.memory.snapshot import read_folder
from extractor.wiring.places import places


def memory(world: World) -> str:
    """The project's memory folder, and whether files can be replaced safely there and in every other one in use."""
    folder = home_folder(world.settings, world.env)
    told = f"{folder} will be made when there is something to keep"
    if folder.exists():
        told = _read(folder)
    if crowded := beyond(world.settings, world.env):
        raise Broken(crowded)
    if unbelieved := places(world.settings, world.env).unbelieved(current_project()):
        told += f"; {unbelieved}"
    halves = [str(each) for each in _one_of_each_disk(_in_use(world)) if not world.swaps(each)]
    if halves:
        told += f"; a save that falls between two steps of a write can be lost in {', '.join(halves)}"
    return told


def _read(folder: Path) -> str:
    with fs.Root.open(folder, create=False) as root:
        root.names()
    files, problems = read_folder(folder)
    if problems:
        raise Broken("; ".join(problems))
    if not os.access(folder, os.W_OK):
        if no_writing(os.statvfs(folder)) == errno.EROFS:
            raise Broken(f"{folder} is on a read-only file system: remount it for writing")
        raise Broken(f"{folder} cannot be written: check its permissions")
    return f"{counted(len(files), 'file', 'files')} in {folder}"


def _in_use(world: World) -> list[Path]:
    settings, env = world.settings, world.env
    own = [home_folder(settings, env), *filter(None, [personal_folder(settings, env)])]
    try:
        others = memory_folders(settings, env, None)
    except ExtractorError:
        others = []  # another stage tells that the state file, which knows of them, cannot be read
    return [*own, *others]


def _one_of_each_disk(folders: Sequence[Path]) -> list[Path]:
    """The first folder on each file system: of a thousand projects most are on one."""
    return list({os.stat(each).st_dev: each for each in reversed(folders) if each.is_dir()}.values())
