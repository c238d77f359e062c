"""`list` and `show`: the memory as it stands, and what it rests on.

Owns how a memory file is found and told. Promises to show a person's own files too. Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from extractor import fs
from extractor.archive.archive import Archive
from extractor.clock import local_zone
from extractor.commands.naming import recorded
from extractor.commands.team import teams_told
from extractor.config import Settings
from extractor.domain import NO_DIRECTORY, MemoryType, Reach
from extractor.errors import ConfigError, StoreFailed, printable
from extractor.extraction.folders import current_project
from extractor.extraction.manifest import manifest
from extractor.memory.memory_file import parse, sentences
from extractor.memory.reach import reach_of
from extractor.memory.snapshot import read_folder
from extractor.memory.team import unsaid
from extractor.memory.tombstones import words
from extractor.wiring_places import places


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory file."""

    folder: str
    file: str
    type: str
    description: str
    pinned: bool

    def as_dict(self) -> dict[str, str | bool]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ShownQuote:
    """A quote and where it was said."""

    statement: str
    quote: str
    client: str
    session: str
    date: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory file and its quotes."""

    folder: str
    file: str
    text: str
    quotes: Sequence[ShownQuote]
    is_elsewhere: bool = False
    """It belongs to another project than the current one."""
    problem: str = ""
    """Why what it rests on cannot be told."""

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


class NoMemory(ConfigError):
    """No project has a memory file of this name, nor the person, nor a team."""


def list_memories(
    settings: Settings, env: Mapping[str, str], everything: bool
) -> tuple[list[Memory], list[str]]:
    """The memory files of the current project, or of every one that has any, and the person's own.

    With them comes a line for each that cannot be used.
    """
    found: list[Memory] = []
    problems: list[str] = []
    read: list[dict[str, bytes]] = []
    for folder in _folders(settings, env, everything):
        files, unusable = read_folder(folder)
        problems += unusable
        read.append(files)
        found += _memories(str(folder), files)
    try:
        for path, files in _team(settings, everything).items():
            found += [replace(each, pinned=False) for each in _memories(path, unsaid(files, read))]
    except StoreFailed as error:
        problems.append(f"which of the team's files were accepted is not known: {error}")
    return found, problems


def _memories(folder: str, files: Mapping[str, bytes]) -> list[Memory]:
    return [
        Memory(folder, entry.file, entry.type or "", entry.description, parse(files[entry.file]).pinned)
        for entry in manifest(files)
    ]


def _team(settings: Settings, everything: bool) -> dict[str, dict[str, bytes]]:
    """The accepted files of the current project's team, or of every team's, by folder."""
    if not settings.team_memory:
        return {}
    archive = maybe_archive(settings)
    if archive is None:
        return {}
    try:
        return teams_told(settings, archive, None if everything else [current_project()])
    finally:
        archive.close()


def show_memory(settings: Settings, env: Mapping[str, str], name: str) -> Shown:
    """A memory file by its name, without its quotes where the archive cannot be read. Raises ConfigError: none."""
    try:
        folder, file, data = find_memory(settings, env, name, anywhere=True)
    except ConfigError:
        found = team_memory(settings, name)
        if found is None:
            raise
        folder, file, data = found
        # Accepted by a person, written by others.
        text = "\n".join(map(printable, data.decode("utf-8", "replace").split("\n")))
        return Shown(str(folder), file, text, ())
    shown = Shown(str(folder), file, data.decode("utf-8", "replace"), (), is_elsewhere(settings, env, folder))
    try:
        return replace(shown, quotes=_quotes(settings, folder, file, data))
    except StoreFailed as error:
        return replace(shown, problem=f"what it rests on is not known: {error}")


def is_elsewhere(settings: Settings, env: Mapping[str, str], folder: Path) -> bool:
    """Whether a memory folder is another project's than the current one's, and not the person's."""
    return folder not in _folders(settings, env, everything=False)


def find_memory(
    settings: Settings, env: Mapping[str, str], name: str, *, anywhere: bool = False
) -> tuple[Path, str, bytes]:
    """A memory file by its name, with or without `.md`: its folder, name and bytes.

    A name means a file of the current project, or the person's own. `anywhere`: else that of the one other project
    that has one. Raises ConfigError when there is none.
    """
    file = name if name.endswith(".md") else f"{name}.md"
    found = _here(settings, env, file)
    if found is not None:
        return found
    others = _elsewhere(settings, env, file)
    # Nobody can give a command where no directory was named.
    if len(others) == 1 and (anywhere or NO_DIRECTORY in others):
        return next(iter(others.values()))
    if others:
        roots = " and ".join(others)
        raise ConfigError(
            f"this project has no memory file {file}: there is one in {roots}, give the command there"
        )
    team = team_memory(settings, name)
    if team is not None:
        raise ConfigError(
            f"{file} stands in the team's folder {team[0]}: edit it there, or `extractor unshare {file}` first"
        )
    raise NoMemory(f"there is no memory file {file}: `extractor list --all` names all there are")


def _here(settings: Settings, env: Mapping[str, str], file: str) -> tuple[Path, str, bytes] | None:
    """A file of the current project, else one of the person's own."""
    homes = _folders(settings, env, everything=False)
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
    archive = maybe_archive(settings)
    if archive is None or settings.memory_dir is not None:
        return {}
    try:
        where, roots = places(settings, env), archive.projects()
    finally:
        archive.close()
    found: dict[Path, tuple[str, bytes]] = {}
    for root in roots:
        folder = where.folder(root)
        data = None if folder in found else read_folder(folder)[0].get(file)
        if data is not None:
            found[folder] = (root, data)
    return {root: (folder, file, data) for folder, (root, data) in found.items()}


def team_memory(settings: Settings, name: str) -> tuple[Path, str, bytes] | None:
    """An accepted file of a team's by its name, with or without `.md`: its folder, name and bytes."""
    file = name if name.endswith(".md") else f"{name}.md"
    for everything in (False, True):
        for path, files in _team(settings, everything).items():
            if file in files:
                return Path(path), file, files[file]
    return None


def is_memory(settings: Settings, env: Mapping[str, str], name: str) -> bool:
    """Whether a memory file of the current project has this name, with or without `.md`."""
    file = name if name.endswith(".md") else f"{name}.md"
    return any(file in read_folder(folder)[0] for folder in _folders(settings, env, everything=False))


def _folders(settings: Settings, env: Mapping[str, str], everything: bool) -> list[Path]:
    if settings.memory_dir is not None:
        return [settings.memory_dir]
    where = places(settings, env)
    personal = [where.personal] if where.personal and not fs.no_folder(where.personal) else []
    if not everything:
        return [where.folder(current_project()), *personal]
    archive = maybe_archive(settings)
    if archive is None:
        return personal
    try:
        projects = archive.projects()
    finally:
        archive.close()
    folders = dict.fromkeys(where.folder(project) for project in projects)
    return [*(folder for folder in folders if not fs.no_folder(folder)), *personal]


def home_folder(settings: Settings, env: Mapping[str, str]) -> Path:
    """The memory folder of the project the command was given in, whether it exists or not."""
    return _folders(settings, env, everything=False)[0]


def personal_folder(settings: Settings, env: Mapping[str, str]) -> Path | None:
    """The folder of what holds wherever the person works; None where all stands in one folder."""
    return places(settings, env).personal


def own_folder(settings: Settings, env: Mapping[str, str], file: str) -> Path:
    """The home of the current project in which a file of this name stands, else the project's own folder."""
    homes = _folders(settings, env, everything=False)
    return next((home for home in homes if file in read_folder(home)[0]), homes[0])


def folder_for(settings: Settings, env: Mapping[str, str], kind: MemoryType, texts: Sequence[str]) -> Path:
    """The folder in which new facts of a type belong that say this."""
    where = places(settings, env)
    if where.personal and reach_of(kind, texts) is Reach.PERSONAL:
        return where.personal
    return home_folder(settings, env)


def project_at(settings: Settings, env: Mapping[str, str], archive: Archive, folder: Path) -> str:
    """The project whose memory a folder (its resolved path) is; the current one where none is known."""
    where, here = places(settings, env), recorded(current_project())
    known = (here, *archive.projects())
    return next((p for p in known if os.path.realpath(where.folder(p)) == str(folder)), here)


def memory_folders(settings: Settings, env: Mapping[str, str], roots: Sequence[str] | None) -> list[Path]:
    """The folders of the projects of these roots with that of the person, or of every project."""
    if roots is None or settings.memory_dir is not None:
        return _folders(settings, env, everything=True)
    where = places(settings, env)
    personal = [where.personal] if where.personal is not None else []
    folders = dict.fromkeys([*map(where.folder, roots), *personal])
    return [folder for folder in folders if not fs.no_folder(folder)]


def _quotes(settings: Settings, folder: Path, file: str, data: bytes) -> list[ShownQuote]:
    """What the sentences rest on that stand in the file now, by their words as `why` finds them."""
    said = {words(each) for each in parse(data).statements}
    archive = maybe_archive(settings)
    if archive is None:
        return []
    try:
        return [
            ShownQuote(
                quote.statement,
                quote.quote,
                quote.key.client,
                archive.sessions.of_message(quote.key),
                datetime.fromtimestamp(quote.at / 1000, UTC)
                .astimezone(local_zone())
                .isoformat(timespec="minutes"),
            )
            for quote in archive.provenance.of_file(os.path.realpath(folder), file)
            if said & sentences(quote.statement)
        ]
    finally:
        archive.close()


def maybe_archive(settings: Settings) -> Archive | None:
    """The archive, for reading; None before the first start. Raises StoreFailed when it is damaged."""
    return Archive.maybe(settings.state_dir)
