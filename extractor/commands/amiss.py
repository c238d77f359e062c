"""What is amiss around the service: in its settings, its folders and on its disk.

Owns what is found wrong by looking, not by having gone wrong: each a line that says what to do. Only reads.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from extractor import fs
from extractor.api_key import api_key
from extractor.archive.database import no_writing
from extractor.archive.reader import Reader
from extractor.commands.crowded import beyond
from extractor.config.places import home
from extractor.config.settings import Settings
from extractor.errors import ConfigError
from extractor.memory.snapshot import read_folder
from extractor.wiring.places import places


def amiss(
    archive: Reader | None,
    settings: Settings,
    env: Mapping[str, str],
    disk: Callable[[Path], os.statvfs_result],
) -> Iterator[str]:
    """A line for everything. `archive`: None where there is no state file yet; `disk`: how full it is on which a
    folder lies.
    """
    yield from _astray(settings, env)
    yield from _key_problems(settings, env)
    if crowded := beyond(settings, env):
        yield crowded
    if archive is not None:
        yield from _unbelieved(archive, settings, env)
        yield from _elsewhere(archive, settings, env)
        yield from _vanished(archive)
        yield from _no_room(settings, disk)


def _astray(settings: Settings, env: Mapping[str, str]) -> list[str]:
    """What is told where the service runs and keeps another state file than this one."""
    from extractor.commands.service import astray

    return [why] if (why := astray(settings, env)) else []


def _key_problems(settings: Settings, env: Mapping[str, str]) -> list[str]:
    """What is wrong with the key file that a paid model is set to use. A key from elsewhere is the service's own."""
    if settings.key_file is None or settings.model != "anthropic":
        return []
    try:
        api_key(settings, env)
    except ConfigError as error:
        return [str(error)]
    return []


def _unbelieved(archive: Reader, settings: Settings, env: Mapping[str, str]) -> list[str]:
    """Where the client was told to keep a project's memory in a folder that is not taken for it."""
    where = places(settings, env)
    return list(dict.fromkeys(filter(None, map(where.unbelieved, archive.projects()))))


def _elsewhere(archive: Reader, settings: Settings, env: Mapping[str, str]) -> Iterator[str]:
    """Where what is known of the person stands in another folder than the settings name."""
    personal = places(settings, env).personal
    if personal is None:
        return
    own, root = os.path.realpath(personal), os.path.realpath(home(env))
    for path in archive.statements.folders():
        # A copied state file knows the folder of the home it was copied from: that is none of this one's.
        is_ours = Path(path).name == personal.name and Path(path).is_relative_to(root)
        if is_ours and path != own and read_folder(Path(path))[0]:
            yield (
                f"what was learned about you stands in {path}, and the settings name {personal}: set data_dir (or"
                " XDG_DATA_HOME) back, or move its files there"
            )


def _vanished(archive: Reader) -> Iterator[str]:
    """What is asked of each folder that is gone with what stood in it, where no look of the service's told so yet."""
    for path in archive.statements.folders():
        if fs.no_folder(path) and archive.whereabouts.went(path) is None:
            names = sorted(archive.whereabouts.left_standing(path))
            if names:
                from extractor.actions.missed import (
                    question_of_folder,
                )  # it reads memory files: for this alone

                yield question_of_folder(path, names)


def _no_room(settings: Settings, disk: Callable[[Path], os.statvfs_result]) -> list[str]:
    """That the state file's disk is full: the service cannot write down that it is held up."""
    if no_writing(disk(settings.state_dir)) != errno.ENOSPC:
        return []
    return [f"the disk is full: nothing can be stored in {settings.state_dir}; make room"]
