"""`status --accept` and `status --unaccept`: text of unknown hand, shown to a person and taken as theirs, and back.

Owns what is shown and asked. Promises that nothing is accepted but what was shown whole, as it was shown, and that a
line that was taken out of a block is never accepted by that. Writes no memory file; the indexes are rendered anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from pathlib import Path

from extractor.archive.archive import Archive
from extractor.archive.reader import Reader
from extractor.clock import local_zone, now_ms
from extractor.commands.counts import counted
from extractor.commands.outside import NOBODY_S, Found, accepted, file_mark, look
from extractor.commands.team import waiting
from extractor.config.settings import Settings
from extractor.errors import ConfigError, name_told
from extractor.memory.index import encode
from extractor.memory.memory_file import parse
from extractor.memory.outside import line_hash
from extractor.memory.team.team import TYPES, mark, real_root, team_folders
from extractor.moment import local
from extractor.service.folders import Folders
from extractor.wiring.folders import open_folders


class Kind(Enum):
    """What a person accepts, as JSON calls it."""

    LINE = "line"
    GONE = "line taken out"
    FILE = "memory file"
    TEAM = "team file"


_WHOSE = {
    Kind.LINE: NOBODY_S,
    Kind.GONE: "of unknown hand and in the service's block",
    Kind.FILE: "written neither by the service nor by the client",
    Kind.TEAM: "new or changed in the team's folder",
}


@dataclass(frozen=True, slots=True)
class Part:
    """What is accepted at once, as it stands at one moment: a line or a file."""

    kind: Kind
    path: str
    """The file it stands in, or is."""
    mark: str
    """What names it among what was accepted."""
    data: bytes
    """All of it; empty of a line that was taken out, of which no word is kept."""
    note: str
    """What a person should know of it besides; may be empty."""
    folders: tuple[str, ...] = field(compare=False)
    """The folder by which it is known, and paths it had before."""

    def lines(self) -> Iterator[str]:
        """Its text as it is shown, without blank lines: many of them would put the rest out of sight."""
        for line in self._text().split("\n"):
            if line.strip():
                yield line.rstrip("\r").expandtabs()

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {"kind": self.kind.value, "file": self.path, "text": self._text()}

    def _text(self) -> str:
        return self.data.decode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Accepting:
    """What became of it."""

    shown: Sequence[Part] = ()
    taken: Sequence[Part] = ()
    """What is accepted now, or no longer."""
    changed: Sequence[Part] = ()
    """What was not taken, because it stood there otherwise after the yes."""
    is_back: bool = False
    """Whether an acceptance was to be taken back."""

    def lines(self) -> Iterator[str]:
        """For a person."""
        if not self.shown:
            yield (
                "nothing of what stands there was accepted" if self.is_back else "there is nothing to accept"
            )
        elif self.taken:
            done = "no longer accepted" if self.is_back else "accepted"
            yield from (f"{done}: {_what(each)}" for each in _together(self.taken))
        else:
            yield "nothing was changed" if self.is_back else "nothing was accepted"

    def problem(self) -> str | None:
        """What was not taken, in one line."""
        paths = dict.fromkeys(part.path for part in self.changed)
        return (
            f"not accepted, for it changed since it was shown: {', '.join(paths)}: look again"
            if paths
            else None
        )

    def as_dict(self) -> dict[str, object]:
        """For JSON: texts whole and as they are."""
        done = "unaccepted" if self.is_back else "accepted"
        return {
            done: [part.as_dict() for part in self.taken],
            "changed": [part.as_dict() for part in self.changed],
        }


def accept(
    settings: Settings,
    env: Mapping[str, str],
    only: Sequence[str],
    *,
    ask: Callable[[str], bool],
    show: Callable[[str], None],
) -> Accepting:
    """Show what nobody known wrote and what waits of the team's, ask, and accept what stands there still as shown.

    `only`: files by name or path; none: all. Raises ConfigError where a name is that of no file that waits, or of
    several; StoreFailed.
    """
    with open_folders(settings) as (archive, folders):
        parts = _chosen(_waiting(archive, settings, env), only, "waits to be accepted")
        for line in _shown(parts, is_back=False):
            show(line)
        if not only and len({part.path for part in parts}) > 1:
            show("`--only FILE` accepts what is in one of these alone")
        if not parts or not ask(f"accept {_counted(parts)} as shown above? Agents are told what is accepted"):
            return Accepting(parts)
        standing = set(_waiting(archive, settings, env))
        taken = [part for part in parts if part in standing]
        for part in taken:
            if part.kind is Kind.GONE:
                archive.index_lines.settle(part.folders, [part.mark])
            else:
                archive.index_lines.accept(part.folders[0], [part.mark], now_ms())
        _written(archive, folders, settings)
        return Accepting(parts, taken, [part for part in parts if part not in standing])


def unaccept(
    settings: Settings,
    env: Mapping[str, str],
    only: Sequence[str],
    *,
    ask: Callable[[str], bool],
    show: Callable[[str], None],
) -> Accepting:
    """Show what was accepted and stands there, ask, and have it wait again. `only` and errors as of `accept`."""
    with open_folders(settings) as (archive, folders):
        parts = _chosen(_accepted(archive, settings, env), only, "was accepted and stands there")
        for line in _shown(parts, is_back=True):
            show(line)
        if not parts or not ask(f"no longer accept {_counted(parts)} as shown above?"):
            return Accepting(parts, is_back=True)
        for part in parts:
            for folder in part.folders:
                archive.index_lines.withdraw(folder, [part.mark])
        _written(archive, folders, settings)
        return Accepting(parts, parts, is_back=True)


def _written(archive: Archive, folders: Folders, settings: Settings) -> None:
    """Keep what was accepted, and render the indexes that tell of a team's files."""
    archive.index_lines.save()
    if settings.team_memory:
        for path, problem in folders.render(archive.folders()):
            archive.problem(f"index:{path}", problem, now_ms())


# ---------------------------------------------------------------- what there is


def _waiting(archive: Reader, settings: Settings, env: Mapping[str, str]) -> list[Part]:
    """All that nobody known wrote and nobody accepted, folder by folder, and the team's last."""
    parts: list[Part] = []
    for found in look(archive, settings, env):
        parts += _parts(found)
    for waits in waiting(archive, settings):
        parts += [_of_team(waits.folder, name, waits.files[name]) for name in sorted(waits.files)]
    return parts


def _accepted(archive: Reader, settings: Settings, env: Mapping[str, str]) -> list[Part]:
    """All that was accepted and stands there, in the same order."""
    parts: list[Part] = []
    for found in accepted(archive, settings, env):
        parts += _parts(found)
    for team in team_folders(settings.team_roots):
        marks, files = archive.index_lines.accepted(team.path), team.sight().files
        all_of = (_of_team(team.path, name, files[name]) for name in sorted(files))
        parts += [part for part in all_of if part.mark in marks]
    return parts


def _parts(found: Found) -> Iterator[Part]:
    index, folders = str(found.index), (found.folder, *found.olds)
    for line in found.lines:
        yield Part(Kind.LINE, index, line_hash(line), encode(line), "", folders)
    when = f"at {local(found.replaced_at, local_zone())}; its words are not kept"
    for mark_ in found.replaced:
        yield Part(Kind.GONE, index, mark_, b"", when, folders)
    for name in sorted(found.files):
        data = found.files[name]
        yield Part(
            Kind.FILE, str(Path(found.folder) / name), file_mark(name), data, _as_told(name, data), folders
        )


def _of_team(folder: str, name: str, data: bytes) -> Part:
    is_told = parse(data).type in TYPES
    note = _as_told(name, data) if is_told else "not told: it is of no type of a team's"
    return Part(Kind.TEAM, str(Path(folder) / name), mark(name, data), data, note, (folder,))


def _as_told(name: str, data: bytes) -> str:
    """A memory file as lists tell it: what stands in the file may be written with escapes."""
    read = parse(data)
    pinned = ", in every prompt (pinned)" if read.pinned else ""
    return f"told{pinned} as: {read.name or name}: {read.fact}"


def _chosen(parts: Sequence[Part], only: Sequence[str], which: str) -> list[Part]:
    """The parts of the files that are named. Raises ConfigError where a name is that of none, or of several."""
    if not only:
        return list(parts)
    paths = dict.fromkeys(part.path for part in parts)
    named: set[str] = set()
    for name in only:
        found = [path for path in paths if _is_called(path, name)]
        if not found:
            raise ConfigError(f"nothing {which} in {name_told(name)}: without --only all is shown")
        if len(found) > 1:
            raise ConfigError(f"{name} is the name of several files: give one's path: {', '.join(found)}")
        named.update(found)
    return [part for part in parts if part.path in named]


def _is_called(path: str, name: str) -> bool:
    if "/" in name:
        return os.path.join(real_root(Path(name).parent), Path(name).name) == path
    return Path(path).name in (name, f"{name}.md")


# ---------------------------------------------------------------- how it is shown


def _shown(parts: Sequence[Part], *, is_back: bool) -> Iterator[str]:
    """All of it, line by line."""
    for each in _together(parts):
        yield f"{_what(each)}, {'accepted' if is_back else _WHOSE[each[0].kind]}:"
        if each[0].note:
            yield f"  {each[0].note}"
        for part in each:
            yield from (f"  {line}" for line in part.lines())


def _together(parts: Sequence[Part]) -> list[list[Part]]:
    """The lines of one file together; each other file alone."""
    return [list(each) for _, each in groupby(parts, key=lambda part: (part.kind, part.path))]


def _what(parts: Sequence[Part]) -> str:
    """A file, or lines of one."""
    kind, path = parts[0].kind, parts[0].path
    lines = counted(len(parts), "line", "lines")
    return {Kind.LINE: f"{lines} of {path}", Kind.GONE: f"{lines} taken out of {path}"}.get(kind, path)


def _counted(parts: Sequence[Part]) -> str:
    """How many lines and files."""
    files = sum(part.kind in (Kind.FILE, Kind.TEAM) for part in parts)
    lines = len(parts) - files
    told = (
        counted(lines, "line", "lines") if lines else "",
        counted(files, "file", "files") if files else "",
    )
    return " and ".join(filter(None, told))
