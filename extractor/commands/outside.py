"""Text in MEMORY.md of unknown hand: found in every project's folder, told, and accepted.

Owns which folders are looked at and the words in which it is told. Promises that what is accepted is what is
printed. Never changes a memory folder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extractor import fs
from extractor.archive.index_lines import IndexLines
from extractor.archive.reader import Reader
from extractor.clock import local_zone, now_ms
from extractor.commands.earlier import Earlier
from extractor.config import Settings
from extractor.domain import Milliseconds
from extractor.errors import ExtractorError, printable
from extractor.extraction.folders import spellings
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import BEGIN, decode, entry_lines
from extractor.memory.outside import Written, line_hash, outside, told_lines, written
from extractor.memory.snapshot import READ_LIMIT
from extractor.moment import local
from extractor.wiring_places import places

SHOWN = 80
"""Characters of a line that are told."""

NEVER = Milliseconds(0)

ACCEPT = "`extractor status --accept`"


@dataclass(frozen=True, slots=True)
class Found:
    """What of one folder's MEMORY.md neither the service nor the client wrote."""

    folder: str
    lines: tuple[str, ...] = ()
    """That stand in it."""
    replaced: tuple[str, ...] = ()
    """Hashes of lines that stood in our block until it was written anew."""
    replaced_at: Milliseconds = NEVER
    files: tuple[str, ...] = ()
    """Memory files neither of the two wrote: a person's own, or planted ones."""
    problem: str = ""
    """Why it cannot be said."""

    def told(self) -> list[str]:
        """For a person, with the remedy."""
        index = Path(self.folder) / INDEX_FILE
        told = [self.problem] if self.problem else []
        if self.lines:
            count, was = _count(len(self.lines))
            first = shown(self.lines[0])
            told.append(
                f"{count} of {index} {was} written neither by the service nor, in any transcript read, by the"
                f' client, first "{first}": if you wrote it, {ACCEPT}; if not, take it out and find what did'
            )
        if self.replaced:
            count, was = _count(len(self.replaced))
            when = local(self.replaced_at, local_zone())
            told.append(
                f"{count} of unknown hand {was} taken out of the service's block of {index} at {when}:"
                f" if it was you, write outside the marks and {ACCEPT}; if not, find what wrote there, agents may have read it"
            )
        return told

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "file": str(Path(self.folder) / INDEX_FILE),
            "lines": [printable(line) for line in self.lines],
            "replaced": len(self.replaced),
            "files": [printable(file) for file in self.files],
            "told": [printable(line) for line in self.told()],
        }


def look(archive: Reader, settings: Settings, env: Mapping[str, str]) -> list[Found]:
    """What is outside in the memory folder of every project of the archive; folders without any are left out."""
    earlier = Earlier(archive, settings, env)
    found = [
        _look_into(archive, path, settings, earlier.of(path)) for path in _folders(archive, settings, env)
    ]
    return [each for each in found if each != Found(each.folder)]


def accept(settings: Settings, env: Mapping[str, str]) -> list[str]:
    """Accept all that is outside now, and the team's files as they stand; returns what was accepted, line by line.

    Raises StoreFailed.
    """
    from extractor.commands.team import accepted_lines, marks, waiting
    from extractor.wiring_folders import open_folders

    told: list[str] = []
    with open_folders(settings) as (archive, folders):
        for found in look(archive, settings, env):
            hashes = [*map(line_hash, found.lines), *found.replaced, *map(_file_hash, found.files)]
            archive.index_lines.accept(found.folder, hashes, now_ms())
            index = Path(found.folder) / INDEX_FILE
            told += [f"accepted in {index}: {shown(line)}" for line in found.lines]
            if found.replaced:
                told.append(f"accepted: {_count(len(found.replaced))[0]} taken out of {index}")
            told += [f"accepted: {Path(found.folder) / file}" for file in found.files]
        for waits in waiting(archive, settings):
            archive.index_lines.accept(waits.folder, marks(waits), now_ms())
            told += accepted_lines(waits)
        archive.index_lines.save()
        if told and settings.team_memory:
            for path, problem in folders.render(archive.folders()):
                archive.problem(f"index:{path}", problem, now_ms())
    return [printable(line) for line in told]


def shown(line: str) -> str:
    """A line as it is told: it does nothing to a terminal and has at most `SHOWN` characters."""
    safe = printable(line)
    return safe if len(safe) <= SHOWN else safe[: SHOWN - 1] + "…"


def _count(lines: int) -> tuple[str, str]:
    return ("1 line", "was") if lines == 1 else (f"{lines} lines", "were")


def _folders(archive: Reader, settings: Settings, env: Mapping[str, str]) -> list[Path]:
    """Every memory folder there is, once, as it is configured."""
    if settings.memory_dir is not None:
        paths = [settings.memory_dir]
    else:
        where = places(settings, env)
        paths = [where.folder(project) for project in archive.projects()]
    paths += map(Path, archive.index_lines.folders())
    by_place = {os.path.realpath(path): path for path in reversed(paths) if os.path.isdir(path)}
    return [by_place[place] for place in sorted(by_place)]


def _look_into(archive: Reader, path: Path, settings: Settings, olds: Sequence[str]) -> Found:
    """`olds`: paths the folder had, under which it is known too."""
    known, folder = archive.index_lines, os.path.realpath(path)
    paths = (folder, *olds)
    try:
        with fs.Root.open(Path(folder), create=False, is_real=True) as root:
            data = root.read(INDEX_FILE, READ_LIMIT)
            files = [name for name in root.names().files if name.endswith(".md") and name != INDEX_FILE]
    except ExtractorError as error:
        return Found(folder, problem=str(error))
    text = decode(data) if data is not None else ""
    former = (name for each in paths for name in archive.whereabouts.former(each))
    names = dict.fromkeys((*spellings(path, Path(folder)), *paths, *former))
    accepted = frozenset[str]().union(*map(known.accepted, paths))
    own = frozenset[str]().union(*map(known.own, paths))

    def client() -> Written:
        return written(known.calls_on([f"{name}/{INDEX_FILE}" for name in names]))

    lines = outside(text, own | accepted, client, _redact)
    if lines and BEGIN in text:
        rendered = _rendered(Path(folder), settings, _team_lines(known, folder, settings))
        lines = tuple(line for line in lines if line not in rendered)
    replaced = {line: at for each in paths for line, at in known.replaced(each).items()}
    if replaced:
        theirs = client().hashes(told_lines(text))
        replaced = {line: at for line, at in replaced.items() if line not in theirs}
    wrote = frozenset[str]().union(*(known.files_written(each, names) for each in paths if files))
    strange = tuple(name for name in files if name not in wrote and _file_hash(name) not in accepted)
    return Found(folder, lines, tuple(replaced), max(replaced.values(), default=NEVER), strange)


def _team_lines(known: IndexLines, folder: str, settings: Settings) -> list[str]:
    """The lines our block has of the team's accepted files, where the folder is that project's."""
    from extractor.memory.team import team_entries, team_folders

    where = places(settings, {})
    return [
        line
        for team in team_folders(settings.team_roots)
        if os.path.realpath(where.folder(str(team.root))) == folder
        for entry in team_entries(team.sight().told(known.accepted(team.path)), [], local_zone())
        for line in entry_lines(entry)
    ]


def _rendered(folder: Path, settings: Settings, team: Sequence[str]) -> frozenset[str]:
    """The lines our block would have now: where it is not known which it had, these are no stranger's."""
    from extractor.domain import Reach
    from extractor.memory.listing import entries
    from extractor.memory.snapshot import read_folder
    from extractor.templates import templates

    header = told_lines(templates(settings).index_header)
    files, _problems = read_folder(folder)
    where = places(settings, {})
    shared, _problems = read_folder(where.personal) if where.personal else ({}, [])
    told = [replace(entry, home=Reach.PERSONAL.value) for entry in entries(shared, local_zone())]
    listed = (line for entry in [*entries(files, local_zone()), *told] for line in entry_lines(entry))
    return frozenset([*header, *listed, *team])


def _redact(line: str) -> str:
    from extractor.memory.redact import redact

    return redact(line)


def _file_hash(name: str) -> str:
    """What names an accepted memory file among accepted lines: no line holds a line feed."""
    return line_hash("\n" + name)
