"""Where memory files are found: by name, by project, by folder.

Owns what a name on the command line means among the projects, the person's own and the teams' files. Promises to
open the state file only where another project or a team is asked for. Only reads.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from extractor import fs
from extractor.commands.naming import recorded
from extractor.config.settings import Settings
from extractor.domain import NO_DIRECTORY, Reach
from extractor.errors import ConfigError, name_told
from extractor.extraction.folders import current_directory, current_project
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import BEGIN
from extractor.memory.meant import meant
from extractor.memory.snapshot import read_folder
from extractor.wiring.places import places

if TYPE_CHECKING:
    from extractor.archive.reader import Reader


class NoMemory(ConfigError):
    """No project has a memory file of this name, nor the person, nor a team."""


def is_elsewhere(settings: Settings, env: Mapping[str, str], folder: Path) -> bool:
    """Whether a memory folder is another project's than the current one's, and not the person's."""
    return folder not in folders(settings, env, everything=False)


def find_memory(
    settings: Settings, env: Mapping[str, str], name: str, *, anywhere: bool = False
) -> tuple[Path, str, bytes]:
    """A memory file by its name, with or without `.md`: its folder, name and bytes.

    A name means a file of the current project, or the person's own; the name a file gives itself (`name:`) does where
    one alone has it. A whole path, as other commands print it, means that file. `anywhere`: else that of the one other
    project that has one. Raises ConfigError when there is none.
    """
    within, name = parted(name)
    file = name if name.endswith(".md") else f"{name}.md"
    found = _here(settings, env, file, within) or (None if within else _titled(settings, env, name))
    if found is None and file.casefold() == INDEX_FILE.casefold():
        raise ConfigError(f"{file} is the index, which is rendered from the memory files: name one of them")
    if found is not None:
        return found
    others = {
        root: each
        for root, each in _elsewhere(settings, env, file).items()
        if within is None or os.path.realpath(each[0]) == within
    }
    # Nobody can give a command where no directory was named, or where it is gone.
    if len(others) == 1 and (anywhere or not any(map(_is_place, others))):
        return next(iter(others.values()))
    if others:
        roots = " and ".join(others)
        raise ConfigError(
            f"this project has no memory file {file}: there is one in {roots}, give the command there"
        )
    team = team_memory(settings, name)
    if team is not None:
        raise ConfigError(
            f"{file} stands in the team's folder {team[0]}: edit it there, or `extractor unshare {shlex.quote(file)}` first"
        )
    which = meant(name, _names(settings, env))
    raise NoMemory(
        f"there is no memory file {name_told(name and file)}: {which}`extractor list --all` names all there are"
    )


def parted(name: str) -> tuple[str | None, str]:
    """The folder a whole path names (resolved), and the file in it; a name alone has no folder."""
    folder, file = os.path.split(os.path.expanduser(name))
    return (os.path.realpath(folder), file) if os.path.isabs(folder) else (None, name)


def _titled(settings: Settings, env: Mapping[str, str], name: str) -> tuple[Path, str, bytes] | None:
    """The one file here that gives itself this name."""
    from extractor.memory.memory_file import parse  # it reads front matter: only where no file is called so

    found = [
        (home, file, data)
        for home in folders(settings, env, everything=False)
        for file, data in read_folder(home)[0].items()
        if parse(data).name == name
    ]
    return found[0] if len(found) == 1 else None


def _names(settings: Settings, env: Mapping[str, str]) -> list[str]:
    """What the files here are called."""
    homes = folders(settings, env, everything=False)
    return [file for home in homes for file in read_folder(home)[0]]


def _here(
    settings: Settings, env: Mapping[str, str], file: str, within: str | None
) -> tuple[Path, str, bytes] | None:
    """A file of the current project, else one of the person's own. `within`: of that folder alone."""
    homes = folders(settings, env, everything=False)
    if within is not None:
        homes = [home for home in homes if os.path.realpath(home) == within]
    held = [read_folder(home)[0] for home in homes]
    for home, files in zip(homes, held, strict=True):
        if file in files:
            return home, file, files[file]
    # What it is called where the project has one of its name.
    own = file.removeprefix(Reach.PERSONAL.named(""))
    if own != file and len(homes) > 1 and own in held[0] and own in held[1]:
        return homes[1], own, held[1][own]
    return None


def _elsewhere(settings: Settings, env: Mapping[str, str], file: str) -> dict[str, tuple[Path, str, bytes]]:
    """The files of this name in other projects' folders, by a root of each."""
    archive = maybe_reader(settings)
    if archive is None or settings.memory_dir is not None:
        return {}
    try:
        where, roots = places(settings, env), archive.projects()
    finally:
        archive.close()
    found: dict[str, tuple[str, tuple[Path, str, bytes]]] = {}
    for root in roots:
        folder = where.folder(root)
        place = os.path.realpath(folder)
        if place in found:
            known, held = found[place]
            found[place] = (root if _is_place(root) and not _is_place(known) else known, held)
        elif (data := read_folder(folder)[0].get(file)) is not None:
            found[place] = (root, (folder, file, data))
    return dict(found.values())


def _is_place(root: str) -> bool:
    """Whether a command can be given in a project: its directory is there."""
    return root != NO_DIRECTORY and os.path.isdir(root)


def find_readable(settings: Settings, env: Mapping[str, str], name: str) -> tuple[Path, str, bytes, bool]:
    """A memory file to look at: as `find_memory` finds it anywhere, else a team's, and whether it is a team's.

    Raises ConfigError when there is none.
    """
    try:
        return (*find_memory(settings, env, name, anywhere=True), False)
    except ConfigError:
        within, file = parted(name)
        found = team_memory(settings, file)
        if found is None or within not in (None, os.path.realpath(found[0])):
            raise
        return (*found, True)


def team_memory(settings: Settings, name: str) -> tuple[Path, str, bytes] | None:
    """An accepted file of a team's by its name, with or without `.md`: its folder, name and bytes."""
    file = name if name.endswith(".md") else f"{name}.md"
    for everything in (False, True):
        for path, files in accepted(settings, everything).items():
            if file in files:
                return Path(path), file, files[file]
    return None


def is_memory(settings: Settings, env: Mapping[str, str], name: str) -> bool:
    """Whether a memory file of the current project has this name, with or without `.md`."""
    file = name if name.endswith(".md") else f"{name}.md"
    return any(file in read_folder(folder)[0] for folder in folders(settings, env, everything=False))


def folders(settings: Settings, env: Mapping[str, str], everything: bool) -> list[Path]:
    """The memory folders of the current project, or of every one there is, and the person's own behind them."""
    if settings.memory_dir is not None:
        return [settings.memory_dir]
    where = places(settings, env)
    personal = [where.personal] if where.personal and not fs.no_folder(where.personal) else []
    if not everything:
        return [where.folder(current_project()), *personal]
    archive = maybe_reader(settings)
    if archive is None:
        return personal
    try:
        projects = archive.projects()
    finally:
        archive.close()
    return _distinct([*(where.folder(project) for project in projects), *personal])


def _distinct(folders: Iterable[Path]) -> list[Path]:
    """Those that are there, each once: of joined projects the folder itself and not the link to it."""
    found: dict[str, Path] = {}
    for folder in folders:
        place = os.path.realpath(folder)
        if not fs.no_folder(folder) and (place not in found or found[place].is_symlink()):
            found[place] = folder
    return list(found.values())


def home_folder(settings: Settings, env: Mapping[str, str]) -> Path:
    """The memory folder of the project the command was given in, whether it exists or not."""
    return folders(settings, env, everything=False)[0]


def check_project(settings: Settings) -> None:
    """Raises ConfigError in a memory folder: it is no project, and nobody would read what is kept of it.

    Also where the directory the command was given in is gone.
    """
    if settings.memory_dir is None:
        check_no_memory_folder(Path(current_directory()))


def check_no_memory_folder(place: Path) -> None:
    """Raises ConfigError where a place is a memory folder of ours."""
    index = place / INDEX_FILE
    if index.is_file() and BEGIN.encode() in index.read_bytes():
        raise ConfigError(f"{place} is a memory folder: give the command in its project's directory")


def personal_folder(settings: Settings, env: Mapping[str, str]) -> Path | None:
    """The folder of what holds wherever the person works; None where all stands in one folder."""
    return places(settings, env).personal


def own_folder(settings: Settings, env: Mapping[str, str], file: str) -> Path:
    """The home of the current project in which a file of this name stands, else the project's own folder."""
    homes = folders(settings, env, everything=False)
    return next((home for home in homes if file in read_folder(home)[0]), homes[0])


def project_at(settings: Settings, env: Mapping[str, str], archive: Reader, folder: Path) -> str:
    """The project whose memory a folder (its resolved path) is; the current one where none is known."""
    where, here = places(settings, env), recorded(current_project())
    known = (here, *archive.projects())
    return next((p for p in known if os.path.realpath(where.folder(p)) == str(folder)), here)


def memory_folders(settings: Settings, env: Mapping[str, str], roots: Sequence[str] | None) -> list[Path]:
    """The folders of the projects of these roots with that of the person, or of every project."""
    if roots is None or settings.memory_dir is not None:
        return folders(settings, env, everything=True)
    where = places(settings, env)
    personal = [where.personal] if where.personal is not None else []
    return _distinct([*map(where.folder, roots), *personal])


def accepted(settings: Settings, everything: bool) -> dict[str, dict[str, bytes]]:
    """The accepted files of the current project's team, or of every team's, by folder."""
    if not settings.team_memory:
        return {}
    from extractor.commands.team import teams_told

    archive = maybe_reader(settings)
    if archive is None:
        return {}
    try:
        return teams_told(settings, archive, None if everything else [current_project()])
    finally:
        archive.close()


def maybe_reader(settings: Settings) -> Reader | None:
    """The state file, for reading; None before the first start. Raises StoreFailed when it is damaged."""
    from extractor.archive.reader import Reader

    return Reader.maybe(settings.state_dir)
