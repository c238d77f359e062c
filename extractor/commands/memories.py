"""`list` and `show`: the memory as it stands, and what it rests on.

Owns how memory files are told. Promises to show a person's own files too. Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from extractor.clock import local_zone
from extractor.commands.earlier import Earlier
from extractor.commands.finding import (
    accepted,
    find_readable,
    folders,
    home_folder,
    is_elsewhere,
    maybe_reader,
)
from extractor.commands.speakers import place
from extractor.commands.telling import told
from extractor.config.settings import Settings
from extractor.errors import StoreFailed, printable
from extractor.memory.gate.tombstones import words
from extractor.memory.memory_file import MemoryFile, parse, sentences
from extractor.memory.redaction.redact import redact
from extractor.memory.snapshot import read_if_open
from extractor.moment import iso, local, of_iso


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
    """As `iso` writes it."""

    @property
    def heading(self) -> str:
        """When and where it was said, for a person."""
        return f"{local(of_iso(self.date), local_zone())}  {place(self.client, self.session)}"


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


def list_memories(
    settings: Settings, env: Mapping[str, str], everything: bool
) -> tuple[list[Memory], list[str]]:
    """The memory files of the current project, or of every one that has any, and the person's own.

    With them comes a line for each that cannot be used.
    """
    found: list[Memory] = []
    problems: list[str] = []
    read: list[dict[str, bytes]] = []
    where = list(folders(settings, env, everything))
    for folder in where:
        files, unusable = read_if_open(folder)
        problems += unusable
        read.append(files)
    try:
        read = list(told(settings, dict(zip(where, read, strict=True))).values())
    except StoreFailed as error:
        problems.append(f"which descriptions are stale is not known: {error}")
    for folder, files in zip(where, read, strict=True):
        found += _memories(str(folder), files)
    try:
        found += _of_teams(accepted(settings, everything), read)
    except StoreFailed as error:
        problems.append(f"which of the team's files were accepted is not known: {error}")
    return found, problems


def has_own(settings: Settings, env: Mapping[str, str], memories: Sequence[Memory]) -> bool:
    """Whether any of these stands in the current project's folder."""
    own = str(home_folder(settings, env))
    return any(memory.folder == own for memory in memories)


def _of_teams(shared: Mapping[str, Mapping[str, bytes]], read: Sequence[Mapping[str, bytes]]) -> list[Memory]:
    """The teams' files (bytes by name, by folder) that say what none of those that were read says."""
    if not shared:
        return []
    from extractor.memory.team.team import unsaid

    return [
        replace(each, pinned=False)
        for folder, files in shared.items()
        for each in _memories(folder, unsaid(files, read))
    ]


def _memories(folder: str, files: Mapping[str, bytes]) -> list[Memory]:
    return [_memory(folder, file, parse(files[file])) for file in sorted(files)]


def _memory(folder: str, file: str, read: MemoryFile) -> Memory:
    return Memory(folder, file, read.type or "", redact(read.fact), read.pinned)


def show_memory(settings: Settings, env: Mapping[str, str], name: str) -> Shown:
    """A memory file by its name, without its quotes where the archive cannot be read. Raises ConfigError: none."""
    folder, file, data, is_teams = find_readable(settings, env, name)
    if is_teams:
        # Accepted by a person, written by others.
        text = "\n".join(map(printable, data.decode("utf-8", "replace").split("\n")))
        return Shown(str(folder), file, text, ())
    shown = Shown(str(folder), file, data.decode("utf-8", "replace"), (), is_elsewhere(settings, env, folder))
    try:
        return replace(shown, quotes=_quotes(settings, env, folder, file, data))
    except StoreFailed as error:
        return replace(shown, problem=f"what it rests on is not known: {error}")


def _quotes(
    settings: Settings, env: Mapping[str, str], folder: Path, file: str, data: bytes
) -> list[ShownQuote]:
    """What the sentences rest on that stand in the file now, by their words as `why` finds them: where no run is known
    to have written one into this file, what it was written with under another name.
    """
    read = parse(data)
    said = {words(each) for each in read.statements}
    archive = maybe_reader(settings)
    if archive is None:
        return []
    try:
        paths = (*Earlier(archive, settings, env).of(folder), os.path.realpath(folder))
        here = [each for path in paths for each in archive.provenance.of_folder(path)]
        own = [each for each in here if each.file == file and said & sentences(each.statement)]
        if left := said.difference(*(sentences(each.statement) for each in own)):
            moved = archive.provenance.of_session(read.session) if read.session else []
            own += [each for each in (*here, *moved) if left & sentences(each.statement)]
        quoted = {(each.statement, each.quote, each.key): each for each in own}
        return [
            ShownQuote(
                each.statement,
                each.quote,
                each.key.client,
                archive.sessions.of_message(each.key),
                iso(each.at),
            )
            for each in quoted.values()
        ]
    finally:
        archive.close()
