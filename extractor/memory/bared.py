"""Texts bared of what nobody sees: the codes of colours, and letters that are drawn as nothing.

Owns which those are. Promises that every place in the bared text is told as the place in the text it comes from, in
time that grows as the text does, and that a text without any costs a few searches. Pure.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_LETTERS = "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
_UNSEEN = re.compile(rf"\x1b\[[0-9;:]{{0,40}}[mK]|[{_LETTERS}]+")


@dataclass(frozen=True, slots=True)
class Bared:
    """What is left of a text, and where each part of it stood."""

    text: str
    _starts: tuple[int, ...]
    """Where each part begins in what is left."""
    _stood: tuple[int, ...]
    """Where it begins in the text."""

    def place(self, at: int) -> int:
        """Where the letter at this place of what is left stands in the text."""
        part = bisect_right(self._starts, at) - 1
        return self._stood[part] + at - self._starts[part]


def bared(text: str) -> Bared | None:
    """The text without what nobody sees; None where it holds nothing of that kind."""
    if "\x1b" not in text and (text.isascii() or not any(letter in text for letter in _LETTERS)):
        return None
    parts: list[str] = []
    starts: list[int] = []
    stood: list[int] = []
    at = size = 0
    for start, end in (*(match.span() for match in _UNSEEN.finditer(text)), (len(text), len(text))):
        if start > at:
            parts.append(text[at:start])
            starts.append(size)
            stood.append(at)
            size += start - at
        at = end
    return Bared("".join(parts), tuple(starts), tuple(stood)) if size < len(text) else None
