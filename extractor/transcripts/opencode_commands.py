"""OpenCode's slash commands, as they stand on the disk: the project's, those of the folders above it, the person's.

Owns where the client looks for them and how a file is read. Promises a bounded number of bounded files, each
read once as long as it stays the same, that no link of a project's is followed out of it, and to say where there
was more than was read. Never raises for what is there.
"""

from __future__ import annotations

import os
import re
import stat
from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from extractor.errors import TranscriptError
from extractor.transcripts import tail
from extractor.transcripts.lines import decode
from extractor.transcripts.listing import entries
from extractor.transcripts.opencode_templates import Template, parsed

_FOLDERS = ("command", "commands")
_SETTINGS = ("opencode.jsonc", "opencode.json", "config.json")
_TABLES = ("command", "commands")
_OWN = ".opencode"
_HIGHEST, _DEEPEST = 32, 8
"""Folders above a session's that are looked into, and folders below each other that hold commands."""

_MOST = 500
"""Files of commands that are read for a session."""

_SEEN = 5_000
"""Entries of a folder of commands, with those below it, that are looked at."""

_LARGEST, _ALL_TOGETHER = 128 * 1024, 2 * 1024 * 1024
"""Bytes of a file that is read, and of all that are read for a session."""

_MOST_TEMPLATES = 4_000
_MOST_NAMED = 200
"""Files and variables a text may name: each is looked for to the end of the text."""
_AT_HAND = 2_000
_NOT_JSON = re.compile(r'("(?:[^"\\]|\\.)*+(?:"|\Z|\\\Z))|//[^\n\r]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_COMMAS = re.compile(r'("(?:[^"\\]|\\.)*+(?:"|\Z|\\\Z))|,(?=\s*[}\]])', re.DOTALL)

_FILE = re.compile(r"\{file:([^}]+)\}")
_ENV = re.compile(r"\{env:[^}]*\}")
_Stamp = tuple[int, int, int]


class Known(NamedTuple):
    """The commands that are known for a session."""

    templates: tuple[Template, ...]
    is_whole: bool
    """There were no more: else a prompt may be made of one that was not read."""


class _Read(NamedTuple):
    """A file as it was read; `templates` is None where it may hold a command and could not be."""

    size: int
    templates: tuple[Template, ...] | None
    is_alone: bool = True
    """What it says stands in it: no other file is put in."""


class Commands:
    """The commands a session may have been given. `folder`: the person's own settings of the client."""

    def __init__(self, folder: Path | None) -> None:
        self._own = folder
        self._read: OrderedDict[Path, tuple[_Stamp, _Read]] = OrderedDict()

    def known(self, cwd: str | None) -> Known:
        """The templates of every command there is now for a session that works in a folder."""
        found: dict[Template, None] = {}
        size, is_whole = 0, True
        for number, place in enumerate(self._files(cwd)):
            if place is None or number == _MOST or size > _ALL_TOGETHER:
                is_whole = False
                break
            read = self._in(*place)
            size += read.size
            found |= dict.fromkeys(read.templates or ())
            is_whole = is_whole and read.templates is not None and len(found) <= _MOST_TEMPLATES
        return Known(tuple(found), is_whole)

    def _files(self, cwd: str | None) -> Iterator[tuple[Path, Path] | None]:
        """Every file that may hold commands, with the folder no link leads out of; None where there are too many."""
        if self._own is not None:
            # A person's own links may lead anywhere: many keep their settings in a repository of theirs.
            yield from _of(self._own, Path("/"))
        if cwd is None or not cwd.startswith("/") or "\0" in cwd:
            return
        for folder in islice((Path(cwd), *Path(cwd).parents), _HIGHEST):
            if os.path.lexists(folder / _OWN):
                yield from _of(folder / _OWN, folder)
            yield from ((folder / name, folder) for name in _SETTINGS[:2] if os.path.lexists(folder / name))

    def _in(self, path: Path, root: Path) -> _Read:
        """The templates of a file, read again only where it changed."""
        real, base = Path(os.path.realpath(path)), Path(os.path.realpath(root))
        try:
            there = os.lstat(real)
        except OSError:
            return _Read(0, ())
        if stat.S_ISLNK(there.st_mode):  # it leads round in a circle
            return _Read(0, ())
        stamp = there.st_mtime_ns, there.st_size, there.st_ino
        held = self._read.get(real)
        if held is None or held[0] != stamp or not held[1].is_alone:
            self._read[real] = stamp, _templates(real, base)
        self._read.move_to_end(real)
        while len(self._read) > _AT_HAND:
            self._read.popitem(last=False)
        return self._read[real][1]


def _of(folder: Path, root: Path) -> Iterator[tuple[Path, Path] | None]:
    """The files of one of the client's settings folders."""
    for name in _FOLDERS:
        yield from (None if path is None else (path, root) for path in _below(folder / name, root))
    yield from ((folder / name, root) for name in _SETTINGS)


def _below(top: Path, root: Path) -> Iterator[Path | None]:
    """The Markdown files of a folder of commands; None where there is more than is looked at."""
    base, seen = Path(os.path.realpath(root)), 0
    waiting, known = [(Path(os.path.realpath(top)), 0)], set[Path]()
    while waiting:
        folder, depth = waiting.pop()
        if depth > _DEEPEST or not folder.is_relative_to(base):
            yield None
            continue
        if folder in known:
            continue
        known.add(folder)
        for entry in entries(folder, []):
            seen += 1
            if seen > _SEEN:
                yield None
                return
            if os.path.isdir(entry.path):
                waiting.append((Path(os.path.realpath(entry.path)), depth + 1))
            elif entry.name.endswith(".md"):
                yield Path(entry.path)


def _templates(path: Path, root: Path) -> _Read:
    data = _bytes(path, root)
    if data is None:
        return _Read(0, None)
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    put = _Included(path.parent, root)
    if _names_many(text):
        return _Read(len(data), None)
    if path.suffix == ".md":
        # Where what stands before the words cannot be read, the client says the whole file.
        return _Read(len(data), tuple(made for each in (text, _body(text)) for made in parsed(each)))
    told = _in_settings(text)
    if told is None or any(map(_names_many, told)):
        return _Read(len(data), None)
    whole = list(dict.fromkeys([*told, *(_FILE.sub(put, each) for each in told)]))
    found = tuple(dict.fromkeys(made for each in whole for made in parsed(each)))
    return _Read(len(data) + put.size, None if put.is_too_much else found, not put.files)


def _names_many(text: str) -> bool:
    return text.count("{file:") + text.count("{env:") > _MOST_NAMED


def _bytes(path: Path, root: Path) -> bytes | None:
    """A file's bytes; None where it cannot be read below the root, or holds more than is read."""
    try:
        with tail.opened(path, root) as fd, open(fd, "rb", closefd=False) as file:
            data = file.read(_LARGEST + 1)
    except TranscriptError:
        return None
    return data if len(data) <= _LARGEST else None


class _Included:
    """Puts the files in that a text names; as it is written where one cannot be read below the root."""

    def __init__(self, folder: Path, root: Path) -> None:
        self._folder, self._root = folder, root
        self.files: dict[str, str | None] = {}
        self.size = 0

    @property
    def is_too_much(self) -> bool:
        """More was to be put in than is read, or something that cannot be."""
        return self.size > _LARGEST or None in self.files.values()

    def __call__(self, found: re.Match[str]) -> str:
        """The text of the file that is named."""
        name = found[1].strip()
        if name not in self.files:
            data = None if "\0" in name else _bytes(Path(os.path.realpath(self._folder / name)), self._root)
            self.files[name] = None if data is None else data.decode("utf-8", "replace").strip()
        text = self.files[name]
        self.size += len(text or "")
        return found[0] if text is None or self.size > _LARGEST else text


def _body(text: str) -> str:
    """What stands behind the front matter."""
    if not text.startswith("---") or text.startswith("----"):
        return text
    return text[3:].partition("\n---")[2]


def _in_settings(text: str) -> list[str] | None:
    """The texts of the commands of a settings file, JSON with comments and commas to spare; None: it cannot be read."""
    told: list[str] = []
    for form in dict.fromkeys((text, _ENV.sub("", text))):  # the client puts variables in before it reads
        bare = _COMMAS.sub(lambda found: found[1] or "", _NOT_JSON.sub(lambda found: found[1] or "", form))
        try:
            value = decode(bare.encode("utf-8", "replace")) if bare.strip() else {}
        except ValueError:
            return None
        told += _in_tables(value)
    return told


def _in_tables(value: object) -> Iterator[str]:
    for name in _TABLES:
        table = value.get(name) if isinstance(value, dict) else None
        for each in table.values() if isinstance(table, dict) else ():
            template = each.get("template") if isinstance(each, dict) else None
            if isinstance(template, str):
                yield template
