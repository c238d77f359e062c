"""Another service that writes one index as well: two homes that share a memory folder, each with a person of its own.

Owns when an index that was overwritten again and again is left to the other. Promises that this ends two services
writing against each other, and that no line is left standing that such a service would not write. Never writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from extractor.domain import Milliseconds
from extractor.memory.index import BEGIN, END

OFTEN = 3
"""Times one rendering is overwritten before it is given up."""

WINDOW = 3_600_000
"""Milliseconds in which they are counted: a tool that syncs may take minutes each way."""

_OTHERS = re.compile(r"- \((?:personal|team)\) .*|- … \d+ more memory files? .*")
"""Lines of our form that two homes may have differently for the same memory files."""


class Rivals:
    """What became of one folder's index after it was written, as far as another service overwrote it."""

    def __init__(self, clock: Callable[[], Milliseconds]) -> None:
        self._clock = clock
        self._own: tuple[str, ...] = ()
        self._is_standing = False
        """Our lines stood there, as far as is known."""
        self._lost: list[int] = []
        """When they were overwritten."""

    def wrote(self, own: Sequence[str]) -> None:
        """Note that the index holds these lines of ours."""
        self._own, self._is_standing = tuple(own), True

    def win(self, text: str, own: Sequence[str], known: Collection[str]) -> bool:
        """Whether the index `text` is left as it is, though our block would have the lines `own`.

        So while nothing of ours changes, once another service overwrote them often. `known`: every line our block may
        have, whether it has room for it or not.
        """
        if tuple(own) != self._own:
            self._lost = []
            return False
        block = _block(text)
        if block is None or block == [*own] or not _is_rivals(block, {*own, *known}):
            return False
        now = self._clock()
        if self._is_standing and len(self._lost) < OFTEN:
            self._lost = [*(at for at in self._lost if abs(now - at) < WINDOW), now]
        self._is_standing = False
        return len(self._lost) >= OFTEN


def _block(text: str) -> list[str] | None:
    """The lines of the only block there is, its marks among them."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
    if lines.count(BEGIN) != 1 or lines.count(END) != 1:
        return None
    begin, end = lines.index(BEGIN), lines.index(END)
    return lines[begin : end + 1] if begin < end else None


def _is_rivals(block: Sequence[str], known: Collection[str]) -> bool:
    """Whether a block is one that another service may have made of the same memory files."""
    return all(line in known or _OTHERS.fullmatch(line) for line in block)
