"""Many texts held in few bytes.

Owns how they are held. Promises every text back as it was, in order, as often as asked, one at a time: of a session
that grew for months an agent was given hundreds of megabytes, and Python holds a text with one picture in it at four
bytes a character.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from extractor.domain import Milliseconds

PLAIN = 4_000_000
"""Characters that are held as they are: packing all of them would cost every run of a usual session."""
_LEVEL = 1
"""Of zlib's nine: the others are slower by more than they are smaller."""


class PackedTexts:
    """Texts with their times. What lies beyond the first `PLAIN` characters is packed, and held once if it came again."""

    def __init__(self, texts: Iterable[tuple[Milliseconds, str]]) -> None:
        self._held: list[tuple[Milliseconds, str | bytes]] = []
        left, known = PLAIN, dict[bytes, bytes]()
        for at, text in texts:
            left -= len(text)
            if left >= 0:
                self._held.append((at, text))
            else:
                data = zlib.compress(_bytes(text), _LEVEL)
                self._held.append((at, known.setdefault(data, data)))

    def __iter__(self) -> Iterator[tuple[Milliseconds, str]]:
        for at, held in self._held:
            yield at, held if isinstance(held, str) else _text(zlib.decompress(held))

    def __len__(self) -> int:
        return len(self._held)


def _bytes(text: str) -> bytes:
    # Half of a pair of characters stands in what some tools bring, and has no UTF-8 of its own.
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
