"""Text in MEMORY.md that neither the service nor the client wrote.

Owns when a line is known. Promises that a line is known by all its characters: one that was changed by a
letter is outside again. Pure: the text, the hashes and the client's calls come in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from extractor.domain import Milliseconds
from extractor.memory.index import BEGIN, END, encode

_BLANK = " \t\r"
_TITLES = frozenset({"# memory", "# memory index", "# memory.md", "# project memory"})
_MOST = 64
"""Earlier forms of one line that are looked at."""


class IndexNotes(Protocol):
    """Who keeps what was written into each folder's MEMORY.md. Lines are hashes."""

    def own(self, folder: str) -> frozenset[str]:
        """The lines of our block as it was last written; empty where that is not known."""
        ...

    def wrote(self, folder: str, own: Collection[str], replaced: Collection[str], now: Milliseconds) -> None:
        """Note our block as it now stands, and the lines of others that gave way to it."""
        ...


class _Where(StrEnum):
    """Where in a line an edit of the client's stands."""

    INSIDE = "inside"
    AT_START = "at the start"
    AT_END = "at the end"


@dataclass(frozen=True, slots=True)
class _Edit:
    old: str
    new: str
    where: _Where

    def before(self, line: str) -> Iterator[str]:
        """What a line may have been before this edit of it."""
        if self.where is _Where.AT_START:
            if line.startswith(self.new):
                yield self.old + line[len(self.new) :]
        elif self.where is _Where.AT_END:
            if line.endswith(self.new):
                yield line[: len(line) - len(self.new)] + self.old
        elif self.new in line:
            yield line.replace(self.new, self.old)
            at = line.find(self.new)
            while at >= 0:
                yield line[:at] + self.old + line[at + len(self.new) :]
                at = line.find(self.new, at + 1)

    def after(self, line: str) -> str:
        """The line with this edit made."""
        return line.replace(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Written:
    """What the client's own tools put into a MEMORY.md, oldest first."""

    lines: frozenset[str] = frozenset()
    edits: tuple[_Edit, ...] = ()
    """Of parts of a line."""

    def explains(self, line: str, known: Set[str]) -> bool:
        """Whether the client wrote this line, or made it of one that is known."""
        return line in self.lines or self._grew(line, known)

    def hashes(self, standing: Iterable[str]) -> frozenset[str]:
        """Hashes of the lines it wrote and of those its edits make of these."""
        edited = {edit.after(line) for line in standing for edit in self.edits}
        return frozenset(map(line_hash, edited | self.lines))

    def _grew(self, line: str, known: Set[str]) -> bool:
        forms = {line}
        for edit in reversed(self.edits):
            for earlier in [early for form in forms for early in edit.before(form)]:
                if earlier in self.lines or line_hash(earlier) in known:
                    return True
                if len(forms) < _MOST:
                    forms.add(earlier)
        return False


def told_lines(text: str) -> list[str]:
    """The lines of an index that say something, each once, in order, without the white space at their end.

    Blank lines, a plain title and our two marks say nothing. Only a line feed ends a line.
    """
    read = (line.rstrip(_BLANK) for line in text.removeprefix("\ufeff").split("\n"))
    told = (line for line in read if line and line not in (BEGIN, END) and line.lower() not in _TITLES)
    return list(dict.fromkeys(told))


def line_hash(line: str) -> str:
    """What names a line: SHA-256 in hexadecimal."""
    return hashlib.sha256(encode(line)).hexdigest()


def outside(
    text: str, known: Set[str], client: Callable[[], Written], redact: Callable[[str], str]
) -> tuple[str, ...]:
    """The lines of an index nobody known wrote.

    `known`: hashes of ours and of accepted ones. `client` is asked only where those leave anything, and its
    words are compared as they are kept, after `redact`.
    """
    left = [line for line in told_lines(text) if line_hash(line) not in known]
    if not left:
        return ()
    written = client()
    left = [line for line in left if not written.explains(line, known)]
    return tuple(line for line in left if redact(line) not in written.lines)


def written(calls: Iterable[str]) -> Written:
    """What these calls of Write, Edit and MultiEdit put into the file; `calls`: their inputs as JSON.

    A call whose input was cut, or whose words were taken out, put nothing there.
    """
    whole: set[str] = set()
    edits: list[_Edit] = []
    for call in calls:
        for old, new in _changes(call):
            whole.update(told_lines(new))
            edits += _parts(old, new)
    return Written(frozenset(whole), tuple(edits))


def _changes(call: str) -> Iterator[tuple[str, str]]:
    """Old and new text of each change a call makes; the old text of a whole file is empty."""
    try:
        given = json.loads(call)
    except (ValueError, RecursionError):
        return
    if not isinstance(given, dict):
        return
    several = given.get("edits")
    for change in several if isinstance(several, list) else [given]:
        if isinstance(change, dict):
            old, new = change.get("old_string", ""), change.get("new_string", change.get("content"))
            if isinstance(old, str) and isinstance(new, str):
                yield old, new


def _parts(old: str, new: str) -> Iterator[_Edit]:
    """The edits of lines that go on before or behind the text that was replaced."""
    before, after = old.split("\n"), new.split("\n")
    if len(before) == len(after) == 1:
        if old and new:
            yield _Edit(old, new, _Where.INSIDE)
        return
    if before[0] and after[0]:
        yield _Edit(before[0], after[0], _Where.AT_END)
    if before[-1] and after[-1]:
        yield _Edit(before[-1], after[-1], _Where.AT_START)
