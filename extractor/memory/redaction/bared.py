"""Texts bared of what nobody sees: the codes of colours, and letters that are drawn as nothing.

Owns which those are. Promises that every place in what is left is told as the place in the text it comes from, in time
that grows as the text does, and that a text without any costs a few searches, one with few little more. Pure.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_LETTERS = (
    "\u00ad\u034f\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\U000e0000-\U000e01ef"
)
_CHOOSER = "\ufe0f"
"""It makes a sign a picture, a digit before the frame of a key too; behind a letter it is drawn as nothing."""
_CHOOSES_NOTHING = rf"{_CHOOSER}(?<=[!-~]{_CHOOSER})(?!\u20e3)"
_UNSEEN = re.compile(rf"\x1b\[[0-9;:]{{0,40}}[mK]|[{_LETTERS}]+|{_CHOOSES_NOTHING}")
_ANY = re.compile(rf"[{_LETTERS}]")
_NOTHING_CHOSEN = re.compile(_CHOOSES_NOTHING)


Instead = tuple[int, int, str]
"""Where a part of a text begins and ends, and what is read in its place: nothing, or fewer letters than it has."""


@dataclass(frozen=True, slots=True)
class Bared:
    """What is left of a stretch of a text, and where each part of it stood."""

    text: str
    ends: int
    """Where the stretch ends in the text."""
    _starts: tuple[int, ...]
    """Where each part begins in what is left."""
    _stood: tuple[int, ...]
    """Where it begins in the text."""

    def place(self, at: int) -> int:
        """Where the letter at this place of what is left stands in the text."""
        part = bisect_right(self._starts, at) - 1
        return self._stood[part] + at - self._starts[part]


def bared(text: str) -> Iterable[Bared]:
    """The lines that hold what nobody sees, without it, and the lines beside them; those that touch as one."""
    if "\x1b" not in text and (text.isascii() or not _holds_any(text)):
        return ()
    return stretches(text, ((*match.span(), "") for match in _UNSEEN.finditer(text)))


def _holds_any(text: str) -> bool:
    return _ANY.search(text) is not None or (_CHOOSER in text and _NOTHING_CHOSEN.search(text) is not None)


def stretches(text: str, parts: Iterable[Instead]) -> Iterator[Bared]:
    """The lines that hold one of the parts, with what stands in its place, and the lines beside them; those that touch
    as one."""
    begins = ends = 0
    unseen: list[Instead] = []
    for start, end, instead in parts:
        if start >= ends:
            first = _line_begins(text, ends, _line_begins(text, ends, start) - 1)
            if unseen and first > ends:
                yield without(text, begins, ends, unseen)
                unseen = []
            begins = begins if unseen else first
        unseen.append((start, end, instead))
        if end >= ends:
            ends = _line_ends(text, _line_ends(text, end))
    if unseen:
        yield without(text, begins, ends, unseen)


def _line_begins(text: str, least: int, at: int) -> int:
    """Where the line begins that this place is in, and no further back than `least`."""
    return max(least, text.rfind("\n", least, max(least, at)) + 1)


def _line_ends(text: str, at: int) -> int:
    """Behind the line that this place is in."""
    return text.find("\n", at) + 1 or len(text)


def without(text: str, begins: int, ends: int, unseen: list[Instead]) -> Bared:
    """The stretch of a text without the parts of it that stand there, in their order."""
    parts: list[str] = []
    starts: list[int] = []
    stood: list[int] = []
    at, size = begins, 0
    for start, end, instead in (*unseen, (ends, ends, "")):
        for part, place in ((text[at:start], at), (instead, start)):
            if part:
                parts.append(part)
                starts.append(size)
                stood.append(place)
                size += len(part)
        at = end
    return Bared("".join(parts), ends, tuple(starts), tuple(stood))
