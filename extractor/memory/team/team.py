"""The team's home: memory files in a folder of the repository, where anybody may have put anything.

Owns how that folder is read, which of its files count, and the two moves of a person's own. Promises that what
nobody accepted is no memory, by name and bytes, and that nothing is followed or read without bounds. Never judges.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shlex
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from pathlib import Path

from extractor import fs
from extractor.domain import MemoryType, Reach
from extractor.errors import ConfigError, ExtractorError, MemoryConflict, printable
from extractor.memory.file_name import valid_name
from extractor.memory.gate.tombstones import words
from extractor.memory.index import Entry
from extractor.memory.listing import entries
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.text.unseen import unseen

PARTS = (".extractor", "memory")
"""Where the folder stands below the project's root."""

TYPES = (MemoryType.PROJECT, MemoryType.REFERENCE)
"""What a team shares: nothing of a person, and nothing on how an agent works for one."""

MOST_NAMES = 500
"""Names in the folder; one that holds more is not read at all."""

MOST_BYTES = 16_384
"""Of one file."""

LOCK_SECONDS = 5.0
"""How long to wait for another process of ours in the folder."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What stands in the folder at one moment."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    """Bytes of every file that can be read, by name."""
    unused: Mapping[str, str] = field(default_factory=dict)
    """What cannot, by name: one line each."""
    problem: str = ""
    """Why nothing of the folder is read."""

    def waiting(self, accepted: Set[str]) -> dict[str, bytes]:
        """The files nobody accepted as they stand now."""
        return {name: data for name, data in self.files.items() if mark(name, data) not in accepted}

    def told(self, accepted: Set[str]) -> dict[str, bytes]:
        """The accepted files that are of a team's types."""
        files = {name: data for name, data in self.files.items() if mark(name, data) in accepted}
        return {name: data for name, data in files.items() if parse(data).type in TYPES}


def mark(name: str, data: bytes) -> str:
    """What names a file as it stands, among accepted ones: SHA-256 in hexadecimal of name and bytes."""
    # No line and no file name holds a NUL and then a line feed: nothing else that was accepted has this hash.
    return hashlib.sha256(b"\0team\n" + name.encode() + b"\n" + data).hexdigest()


class TeamFolder:
    """The folder of one project, by its root. It is opened anew each time: a pull may have changed all of it."""

    def __init__(self, root: Path) -> None:
        self.root = Path(real_root(root))
        self.path = str(self.root.joinpath(*PARTS))

    def sight(self) -> Sight:
        """What stands there now; what cannot be read is told, never raised."""
        try:
            opened = fs.folder_below(self.root, PARTS)
            if opened is None:
                return Sight()
            with opened as folder:
                if folder.is_fuller(MOST_NAMES):
                    return Sight(
                        problem=f"{self.path} holds more than {MOST_NAMES} names: nothing of it is read"
                    )
                return _sight(folder)
        except ExtractorError as error:
            return Sight(problem=str(error))

    def stamp(self) -> tuple[object, ...]:
        """What the folder looks like from outside: names, times, sizes."""
        try:
            opened = fs.folder_below(self.root, PARTS)
            if opened is None:
                return ()
            with opened as folder:
                if folder.is_fuller(MOST_NAMES):
                    return ("too full",)
                names = [name for name in folder.names().files if valid_name(name)]
                return tuple((name, folder.info(name)) for name in names)
        except ExtractorError as error:
            return (str(error),)

    def put(self, files: Mapping[str, bytes]) -> list[str]:
        """Write new files, all or none; one that stands there with these bytes is left. Returns those written.

        Raises ConfigError where one stands there and says something else, or the folder is none of ours;
        StoreFailed where the disk fails.
        """
        opened = fs.folder_below(self.root, PARTS, create=True)
        if opened is None:
            raise ConfigError(f"the project's root {self.root} does not exist any more: nothing was shared")
        with opened as folder, folder.lock(LOCK_SECONDS):
            made: list[str] = []
            try:
                for name, data in files.items():
                    if _standing(folder, name) != data:
                        self._make(folder, name, data)
                        made.append(name)
            except ExtractorError:
                for name in made:
                    _take(folder, name, files[name])
                raise
            return made

    def take(self, files: Mapping[str, bytes]) -> list[str]:
        """Take files away that stand there with these bytes; returns the names of the others, which stay."""
        opened = fs.folder_below(self.root, PARTS)
        if opened is None:
            return []
        with opened as folder, folder.lock(LOCK_SECONDS):
            return [name for name, data in files.items() if not _take(folder, name, data)]

    def _make(self, folder: fs.Root, name: str, data: bytes) -> None:
        temp = f"{fs.TEMP_PREFIX}{secrets.token_hex(16)}"
        try:
            folder.create(name, data, temp)
        except MemoryConflict as error:
            folder.remove(temp)
            raise ConfigError(
                f"{self.path}/{name} is there already and says something else: nothing was shared; rename your file,"
                f" or `extractor unshare {shlex.quote(name)}` first and make one of the two"
            ) from error


def real_root(root: Path | str) -> str:
    """A project's root as two are compared: links resolved, and in one spelling; as it is where it cannot be a path, or
    begins in a working directory that is gone.
    """
    try:
        return fs.composed(os.path.realpath(root))
    except (ValueError, FileNotFoundError):
        return str(root)


def team_folders(roots: Iterable[Path]) -> list[TeamFolder]:
    """The team's folder of each of these projects, once."""
    return [TeamFolder(Path(root)) for root in dict.fromkeys(map(real_root, roots))]


def team_folder(roots: Iterable[Path], project: str) -> TeamFolder | None:
    """The team's folder of a project; None where its root is none of these."""
    root = real_root(project)
    return next((team for team in team_folders(roots) if str(team.root) == root), None)


class TeamHome:
    """What a project is told of its team's folder. `accepted`: the marks of accepted files, asked each time."""

    def __init__(self, folder: TeamFolder, accepted: Callable[[], frozenset[str]]) -> None:
        self._folder = folder
        self._accepted = accepted

    def snapshot(self) -> Mapping[str, bytes]:
        """The accepted files' bytes, by name."""
        accepted = self._accepted()
        return self._folder.sight().told(accepted) if accepted else {}

    def told(self) -> Mapping[str, bytes]:
        """The same: what a team's file says was accepted as it stands."""
        return self.snapshot()

    def stamp(self) -> tuple[object, ...]:
        """What it depends on."""
        return (self._accepted(), self._folder.stamp())


def unsaid(files: Mapping[str, bytes], others: Iterable[Mapping[str, bytes]]) -> dict[str, bytes]:
    """The team's files without those of which other homes' files, or earlier ones of them, say every sentence."""
    if not files:
        return {}
    said = _said(others)
    kept: dict[str, bytes] = {}
    for name in sorted(files):
        own = sentences_of(parse(files[name]))
        if not own <= said:
            kept[name] = files[name]
            said |= own
    return kept


def team_entries(
    files: Mapping[str, bytes], others: Iterable[Mapping[str, bytes]], tz: tzinfo
) -> list[Entry]:
    """What an index tells of a team's files: each fact once, and none that the other homes' files tell.

    A repository neither pins nor dates itself to the front.
    """
    if not files:
        return []
    said = _said(others)
    told: list[Entry] = []
    for entry in entries(files, tz):
        key = sentence_key(entry.description or entry.file)
        if key not in said:
            said.add(key)
            further = set(map(sentence_key, entry.more))
            more = entry.more if said.isdisjoint(further) else ()
            said |= further
            told.append(replace(entry, home=Reach.TEAM.value, pinned=False, modified="", more=more))
    return told


def _said(homes: Iterable[Mapping[str, bytes]]) -> set[str]:
    return {each for home in homes for data in home.values() for each in sentences_of(parse(data))}


def sentences_of(read: MemoryFile) -> set[str]:
    """What a memory file says, as two sentences are compared."""
    return {sentence_key(each) for each in (read.description or "", *read.statements) if each.strip()}


def sentence_key(text: str) -> str:
    """A sentence as it is compared with one of another home."""
    return words(text).rstrip(" .!?…")


def _sight(folder: fs.Root) -> Sight:
    listing = folder.names()
    files: dict[str, bytes] = {}
    unused = {name: line for name, line in listing.refused.items() if name.lower().endswith(".md")}
    for name in listing.files:
        if not name.lower().endswith(".md"):
            continue
        if not valid_name(name):
            unused[name] = f"{printable(str(folder.path / name))} is no name of a memory file: rename it"
            continue
        try:
            data = folder.read(name, MOST_BYTES)
        except MemoryConflict as error:
            unused[name] = str(error)
            continue
        if data is not None and _is_hidden(data):
            # What a person accepts is what they saw.
            unused[name] = (
                f"{folder.path / name} holds letters nobody sees, or one alphabet's among another's: rewrite it"
            )
        elif data is not None:
            files[name] = data
    return Sight(files, unused)


def _is_hidden(data: bytes) -> bool:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return True
    return unseen(text.replace("\r\n", "\n").replace("\n", " ").replace("\t", " "))


def _standing(folder: fs.Root, name: str) -> bytes | None:
    try:
        return folder.read(name, MOST_BYTES)
    except MemoryConflict:
        return None  # something else stands there: whoever makes the file finds the name taken


def _take(folder: fs.Root, name: str, data: bytes) -> bool:
    """Take one file away if it holds these bytes; what turns out to be another's is put back."""
    if _standing(folder, name) != data:
        return folder.info(name) is None
    temp = f"{fs.TEMP_PREFIX}{secrets.token_hex(16)}"
    try:
        folder.move_aside(name, temp)
    except MemoryConflict:
        return True  # somebody else has just removed it
    if _standing(folder, temp) == data:
        folder.remove(temp)
        return True
    folder.publish(temp, name)
    return False
