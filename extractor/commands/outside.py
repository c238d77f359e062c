"""Text in MEMORY.md of unknown hand: found in every project's folder, and told.

Owns which folders are looked at and the words in which it is told. Promises that as much is told as a person needs to
know whether it is theirs. Only reads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from extractor import fs
from extractor.archive.index_lines import IndexLines
from extractor.archive.reader import Reader
from extractor.clock import local_zone
from extractor.commands.earlier import Earlier
from extractor.config.settings import Settings
from extractor.domain import Milliseconds
from extractor.errors import ExtractorError, MemoryConflict, printable
from extractor.extraction.folders import spellings
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import BEGIN, decode, entry_lines
from extractor.memory.no_text import is_no_text
from extractor.memory.outside import Written, line_hash, outside, told_lines, written
from extractor.memory.snapshot import READ_LIMIT
from extractor.moment import local
from extractor.wiring.places import places

SHOWN = 80
"""Characters of a line that are told."""

NAMED = 3
"""Lines that are told of those that stand in one index."""

NEVER = Milliseconds(0)

ACCEPT = "`extractor status --accept`"

NOBODY_S = "written neither by the service nor, in any transcript read, by the client"


@dataclass(frozen=True, slots=True)
class Found:
    """What of one folder's MEMORY.md neither the service nor the client wrote."""

    folder: str
    olds: tuple[str, ...] = ()
    """Paths the folder had, under which it is known too."""
    lines: tuple[str, ...] = ()
    """That stand in it."""
    replaced: tuple[str, ...] = ()
    """Hashes of lines that stood in our block until it was written anew."""
    replaced_at: Milliseconds = NEVER
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Memory files neither of the two wrote, by name: a person's own, or planted ones."""
    problem: str = ""
    """Why it cannot be said."""

    @property
    def index(self) -> Path:
        """The folder's MEMORY.md."""
        return Path(self.folder) / INDEX_FILE

    def told(self) -> list[str]:
        """For a person, with the remedy: what may be planted. Files of unknown hand are no problem by themselves."""
        index = self.index
        told = [self.problem] if self.problem else []
        if self.lines:
            count, was = _count(len(self.lines))
            first = ", ".join(f'"{shown(line)}"' for line in self.lines[:NAMED])
            more = f" and {len(self.lines) - NAMED} more" if len(self.lines) > NAMED else ""
            told.append(
                f"{count} of {index} {was} {NOBODY_S}: {first}{more}: if you wrote it, {ACCEPT} shows it whole and asks;"
                " if not, take it out and find what did"
            )
        if self.replaced:
            count, was = _count(len(self.replaced))
            when = local(self.replaced_at, local_zone())
            told.append(
                f"{count} of unknown hand {was} taken out of the service's block of {index} at {when}:"
                f" if it was you, write it outside the marks and {ACCEPT}; if not, find what wrote there, agents may have"
                " read it"
            )
        return told

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "file": str(self.index),
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
    return [each for each in found if each.told() or each.files]


def accepted(archive: Reader, settings: Settings, env: Mapping[str, str]) -> list[Found]:
    """The lines of each MEMORY.md and the memory files that were accepted, as they stand now."""
    earlier = Earlier(archive, settings, env)
    return [_accepted_in(archive, path, earlier.of(path)) for path in _folders(archive, settings, env)]


def _accepted_in(archive: Reader, path: Path, olds: Sequence[str]) -> Found:
    folder = os.path.realpath(path)
    marks = frozenset[str]().union(*map(archive.index_lines.accepted, (folder, *olds)))
    try:
        with fs.Root.open(Path(folder), create=False, is_real=True) as root:
            lines = told_lines(decode(root.read(INDEX_FILE, READ_LIMIT) or b""))
            files = _strange(root, lambda name: file_mark(name) not in marks)
    except ExtractorError as error:
        return Found(folder, problem=str(error))
    return Found(folder, tuple(olds), tuple(line for line in lines if line_hash(line) in marks), files=files)


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
    known, folder = archive.index_lines, os.path.realpath(path)
    paths = (folder, *olds)
    former = (name for each in paths for name in archive.whereabouts.former(each))
    names = dict.fromkeys((*spellings(path, Path(folder)), *paths, *former))
    accepted = frozenset[str]().union(*map(known.accepted, paths))
    own = frozenset[str]().union(*map(known.own, paths))
    wrote = frozenset[str]().union(*(known.files_written(each, names) for each in paths))
    try:
        with fs.Root.open(Path(folder), create=False, is_real=True) as root:
            data = root.read(INDEX_FILE, READ_LIMIT)
            files = _strange(root, lambda name: name in wrote or file_mark(name) in accepted)
    except ExtractorError as error:
        return Found(folder, problem=str(error))
    files = _without_renamed(archive, paths, wrote, files)
    text = decode(data) if data is not None else ""

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
    return Found(folder, tuple(olds), lines, tuple(replaced), max(replaced.values(), default=NEVER), files)


def _strange(root: fs.Root, is_known: Callable[[str], bool]) -> dict[str, bytes]:
    """The memory files nobody known wrote. One that cannot be read or is no text is told to no agent, and why is told
    elsewhere.
    """
    found: dict[str, bytes] = {}
    for name in root.names().files:
        if name.endswith(".md") and name != INDEX_FILE and not is_known(name):
            with suppress(MemoryConflict):
                data = root.read(name, READ_LIMIT)
                found |= {} if data is None or is_no_text(data) else {name: data}
    return found


def _without_renamed(
    archive: Reader, paths: Sequence[str], wrote: Set[str], files: Mapping[str, bytes]
) -> dict[str, bytes]:
    """These files without those that say, byte for byte, what a run left in one of its own: a person renamed that.

    Nor those that did until a run changed them under their new name, as a pin does.
    """
    if not files:
        return {}
    before = {
        name: frozenset[bytes]().union(*(archive.journal.led_to(path, name, data) for path in paths))
        for name, data in files.items()
    }
    sizes = {len(text) for texts in before.values() for text in texts}
    left = (each for path in paths for each in archive.journal.left(path, sizes))
    ours = {data for name, data in left if name in wrote}
    return {name: data for name, data in files.items() if before[name].isdisjoint(ours)}


def _team_lines(known: IndexLines, folder: str, settings: Settings) -> list[str]:
    """The lines our block has of the team's accepted files, where the folder is that project's."""
    from extractor.memory.team.team import team_entries, team_folders

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
    from extractor.memory.redaction.redact import redact

    return redact(line)


def file_mark(name: str) -> str:
    """What names an accepted memory file among accepted lines: no line holds a line feed."""
    return line_hash("\n" + name)
