"""OpenCode's slash commands, as they stand on the disk: the project's, those of the folders above it, the person's.

Owns where the client looks for them and how a file is read. Promises a bounded number of bounded files, each
read once as long as it stays the same, and that no link is followed out of the folder it stands in. Never
raises for what is there: what cannot be read is no command.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

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

_LARGEST = 128 * 1024
"""Bytes of a file that is read."""

_AT_HAND = 2_000
_NOT_JSON = re.compile(r'("(?:[^"\\]|\\.)*+(?:"|\Z|\\\Z))|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_COMMAS = re.compile(r'("(?:[^"\\]|\\.)*+(?:"|\Z|\\\Z))|,(?=\s*[}\]])', re.DOTALL)

_Stamp = tuple[int, int, int]


class Commands:
    """The commands a session may have been given. `folder`: the person's own settings of the client."""

    def __init__(self, folder: Path | None) -> None:
        self._own = folder
        self._read: OrderedDict[Path, tuple[_Stamp, tuple[Template, ...]]] = OrderedDict()

    def known(self, cwd: str | None) -> tuple[Template, ...]:
        """The templates of every command there is now for a session that works in a folder."""
        found = [
            template for path, root in islice(self._files(cwd), _MOST) for template in self._in(path, root)
        ]
        return tuple(dict.fromkeys(found))

    def _files(self, cwd: str | None) -> Iterator[tuple[Path, Path]]:
        """Every file that may hold commands, with the folder no link leads out of."""
        if self._own is not None:
            yield from _of(self._own, self._own)
        if cwd is None or not cwd.startswith("/") or "\0" in cwd:
            return
        for folder in islice((Path(cwd), *Path(cwd).parents), _HIGHEST):
            if os.path.lexists(folder / _OWN):
                yield from _of(folder / _OWN, folder)
            yield from ((folder / name, folder) for name in _SETTINGS[:2] if os.path.lexists(folder / name))

    def _in(self, path: Path, root: Path) -> tuple[Template, ...]:
        """The templates of a file, read again only where it changed."""
        real, base = Path(os.path.realpath(path)), Path(os.path.realpath(root))
        try:
            there = os.lstat(real)
        except OSError:
            return ()
        stamp = there.st_mtime_ns, there.st_size, there.st_ino
        if real not in self._read or self._read[real][0] != stamp:
            self._read[real] = stamp, _templates(real, base)
        self._read.move_to_end(real)
        while len(self._read) > _AT_HAND:
            self._read.popitem(last=False)
        return self._read[real][1]


def _of(folder: Path, root: Path) -> Iterator[tuple[Path, Path]]:
    """The files of one of the client's settings folders."""
    for name in _FOLDERS:
        yield from ((path, root) for path in islice(_below(folder / name, root), _MOST))
    yield from ((folder / name, root) for name in _SETTINGS)


def _below(top: Path, root: Path) -> Iterator[Path]:
    """The Markdown files of a folder of commands, which may be a link to another below the root."""
    seen, waiting = 0, [(Path(os.path.realpath(top)), 0)]
    if not waiting[0][0].is_relative_to(os.path.realpath(root)):
        return
    while waiting:
        folder, depth = waiting.pop()
        for entry in entries(folder, []):
            seen += 1
            if seen > _SEEN:
                return
            if entry.is_dir(follow_symlinks=False):
                waiting += [(Path(entry.path), depth + 1)] if depth < _DEEPEST else []
            elif entry.name.endswith(".md"):
                yield Path(entry.path)


def _templates(path: Path, root: Path) -> tuple[Template, ...]:
    try:
        with tail.opened(path, root) as fd, open(fd, "rb", closefd=False) as file:
            data = file.read(_LARGEST + 1)
    except TranscriptError:
        return ()
    if len(data) > _LARGEST:
        return ()
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    told = [_body(text)] if path.suffix == ".md" else _in_settings(text)
    return tuple(found for each in told if (found := parsed(each)) is not None)


def _body(text: str) -> str:
    """What stands behind the front matter."""
    if not text.startswith("---") or text.startswith("----"):
        return text
    return text[3:].partition("\n---")[2]


def _in_settings(text: str) -> list[str]:
    """The texts of the commands of a settings file: JSON with comments and commas to spare."""
    bare = _COMMAS.sub(lambda found: found[1] or "", _NOT_JSON.sub(lambda found: found[1] or "", text))
    try:
        value = decode(bare.encode("utf-8", "replace"))
    except ValueError:
        return []
    told: list[str] = []
    for name in _TABLES:
        table = value.get(name) if isinstance(value, dict) else None
        for each in table.values() if isinstance(table, dict) else ():
            template = each.get("template") if isinstance(each, dict) else None
            told += [template] if isinstance(template, str) else []
    return told
