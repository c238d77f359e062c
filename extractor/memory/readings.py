"""What was read of memory files lately, by their bytes.

Owns which readings are kept. Promises never to hold more than a bound, and that who goes through the same files in the
same order again finds most of what fits. Never reads a file itself, and knows nothing of what is read.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Lock
from typing import Generic, TypeVar

Read = TypeVar("Read")

EACH = 2 << 10
"""Bytes a reading takes beside its text."""
_TIMES = 4
"""How often a file's text is held: as bytes and in what was read of them."""


class Readings(Generic[Read]):
    """Asks `read` once for the same bytes, as long as their reading is kept: `most` bytes of all in memory, about.

    Which one goes is left to chance: of those asked for longest ago, a walk through more files than fit would find none.
    """

    def __init__(self, read: Callable[[bytes], Read], most: int) -> None:
        self._read = read
        self._most = most
        self._kept: dict[bytes, Read] = {}
        self._order: list[bytes] = []
        self._held = 0
        self._chance = Random(0)
        self._lock = Lock()

    def of(self, data: bytes) -> Read:
        """What is read of these bytes."""
        found = self._kept.get(data)
        if found is None:
            found = self._read(data)
            with self._lock:
                self._keep(data, found)
        return found

    def _keep(self, data: bytes, read: Read) -> None:
        if data in self._kept:
            return
        self._kept[data] = read
        self._order.append(data)
        self._held += _size(data)
        while self._held > self._most:
            at = self._chance.randrange(len(self._order))
            self._order[at], self._order[-1] = self._order[-1], self._order[at]
            gone = self._order.pop()
            del self._kept[gone]
            self._held -= _size(gone)


def _size(data: bytes) -> int:
    return _TIMES * len(data) + EACH
