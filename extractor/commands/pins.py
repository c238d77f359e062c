"""`pin FILE` and `unpin FILE`: the memory files a person wants in every prompt.

Owns how named files are found and how it is told what became of them. Promises that a file outside a memory folder is never
meant. Never decides what may be pinned.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from extractor.actions.pin import Pinned, Pinning
from extractor.archive.archive import Archive
from extractor.archive.way import Way
from extractor.clock import now_ms
from extractor.commands.finding import (
    NoMemory,
    find_memory,
    home_folder,
    own_folder,
    personal_folder,
    project_at,
)
from extractor.commands.pinned import pin_values
from extractor.config.settings import Settings
from extractor.errors import ConfigError, name_told
from extractor.memory.snapshot import read_folder
from extractor.wiring.folders import open_folders
from extractor.wiring.pins import pin_room


def set_pins(
    settings: Settings,
    env: Mapping[str, str],
    names: Sequence[str],
    *,
    wanted: bool,
    way: Way = Way.COMMAND_LINE,
    only_here: bool = False,
) -> list[dict[str, object]]:
    """Pin or unpin files by their names; what became of them, folder by folder.

    Raises ConfigError where one is not there or cannot be edited, with nothing changed in any folder.

    `only_here`: files of the current project alone are meant.
    """
    by_folder: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        folder, file = named_file(settings, env, name, only_here=only_here)
        by_folder.setdefault(os.path.realpath(folder), []).append(file)
    told: list[dict[str, object]] = []
    with open_folders(settings) as (archive, folders):
        for path, files in by_folder.items():
            pinning = _pinning(archive, settings, way, taken_beside(settings, env, path))
            pinning.check(folders.get(Path(path)), files, wanted=wanted)
        for path, files in by_folder.items():
            pinning = _pinning(archive, settings, way, taken_beside(settings, env, path))
            act = pinning.pin if wanted else pinning.unpin
            done = act(folders.get(Path(path)), project_at(settings, env, archive, Path(path)), files)
            told.append(_values(done, wanted))
    return told


def _pinning(archive: Archive, settings: Settings, way: Way, taken: int) -> Pinning:
    """What pins and unpins. `taken`: tokens of what is pinned in the other home of the same prompt."""
    return Pinning(archive, pin_room(settings).less(taken), way, now_ms)


def taken_beside(settings: Settings, env: Mapping[str, str], path: str) -> int:
    """Tokens of what is pinned in the other home whose files stand in one prompt with those of `path`."""
    homes = [home_folder(settings, env), personal_folder(settings, env)]
    others = [home for home in homes if home is not None and os.path.realpath(home) != path]
    if len(others) == len(homes):
        others = others[1:]  # of another project: only what is pinned for all stands beside it
    return sum(pin_room(settings).pins(read_folder(home)[0]).wanted for home in others)


def named_file(
    settings: Settings, env: Mapping[str, str], name: str, *, only_here: bool = False
) -> tuple[Path, str]:
    """The folder and the name of the memory file a person named, with or without `.md`.

    One that is nowhere is taken for a file of the current project. Raises ConfigError for a path.
    """
    file = name if name.endswith(".md") else f"{name}.md"
    if "/" in file or "\0" in file or file.startswith("."):
        raise ConfigError(
            f"{name_told(name)} is no memory file's name: give the name alone, as `extractor list` prints it"
        )
    if only_here:
        home = home_folder(settings, env)
        if own_folder(settings, env, file) != home:
            raise ConfigError(f"{file} counts in every project: only the person pins and unpins it")
        return home, file
    try:
        folder, file, _data = find_memory(settings, env, file)
    except NoMemory:
        return home_folder(settings, env), file  # the action says why it is not there
    return folder, file


def _values(done: Pinned, wanted: bool) -> dict[str, object]:
    return {
        "folder": done.done.folder,
        "pinned" if wanted else "unpinned": list(done.changed),
        "already": list(done.already),
        "run": done.done.run,
        "notes": list(done.done.lines),
        **pin_values(done.pins),
    }


def set_lines(
    values: Mapping[str, object], *, wanted: bool, is_one_of_several: bool = False
) -> Iterator[str]:
    """What became of the files of a folder, for a person. `is_one_of_several`: files of others were named too."""
    verb = "pinned" if wanted else "unpinned"
    for name in _texts(values[verb]):
        yield f"{name} is {verb}"
    for name in _texts(values["already"]):
        yield f"{name} is {'pinned already' if wanted else 'not pinned'}: nothing to do"
    yield from _texts(values["notes"])
    where = f" in {values['folder']}" if is_one_of_several else ""
    yield f"pinned files take {values['tokens']:,} of {values['limit']:,} tokens{where}"
    if values["run"] is not None:
        yield f"`extractor undo {values['run']}` takes it back"


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
