"""Pins: the memory files a person wants in every prompt, and the room they have there.

Owns which files are pinned, what each takes, and which of them fit. Promises that one file too large never
pushes the others out and that the same files always give the same answer. Never pins anything. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from extractor.memory.file_name import INDEX_FILE
from extractor.memory.memory_file import parse

PIN_TOKENS = 100_000
"""Tokens all pinned files of a folder may take, unless the settings say otherwise."""

_SHOWN = 5
"""Pinned files whose sizes are told where there is no room."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One pinned file."""

    file: str
    tokens: int
    """An estimate over the whole file, front matter included: no prompt takes more of it."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The pinned files of a folder, both kinds by name."""

    fitting: tuple[Pin, ...]
    left_out: tuple[Pin, ...]
    """What a hand edit pinned, or let grow, beyond the room there is."""
    limit: int
    """Tokens there is room for."""

    @property
    def all(self) -> tuple[Pin, ...]:
        """Every pinned file, by name."""
        return tuple(sorted((*self.fitting, *self.left_out), key=lambda pin: pin.file))

    @property
    def tokens(self) -> int:
        """What the files that fit take together."""
        return sum(pin.tokens for pin in self.fitting)

    @property
    def wanted(self) -> int:
        """What all of them take together."""
        return sum(pin.tokens for pin in self.all)

    @property
    def problem(self) -> str | None:
        """One line about the files left out, for a person; None when all fit."""
        if not self.left_out:
            return None
        names = ", ".join(f"{pin.file} ({pin.tokens:,})" for pin in self.left_out)
        return (
            f"pinned files take {self.wanted:,} of {self.limit:,} tokens, so not every prompt holds {names}: "
            "unpin or compact one"
        )


@dataclass(frozen=True, slots=True)
class PinRoom:
    """How much room pinned files have."""

    measure: Callable[[str], int]
    """Tokens of a text."""
    limit: int = PIN_TOKENS

    def less(self, tokens: int) -> PinRoom:
        """The room that is left where others take so many tokens of it."""
        return replace(self, limit=max(0, self.limit - tokens))

    def pins(self, files: Mapping[str, bytes]) -> Pins:
        """The pinned files among these (bytes by name).

        The smaller are taken before the larger, equal ones by name, as long as they fit together.
        """
        found = sorted(self._pinned(files), key=lambda pin: (pin.tokens, pin.file))
        fitting: list[Pin] = []
        used = 0
        for pin in found:
            if used + pin.tokens > self.limit:
                break
            used += pin.tokens
            fitting.append(pin)
        left_out = found[len(fitting) :]
        return Pins(_by_name(fitting), _by_name(left_out), self.limit)

    def refusal(self, files: Mapping[str, bytes], file: str, after: bytes) -> str | None:
        """Why `file` may not become `after`: pinned files would take more than there is room for.

        None where it may: it would not be pinned, all would fit, or it is pinned already and does not grow.
        `files` are the folder's as they stand. The reason names the sizes, the largest file first.
        """
        if not parse(after).pinned:
            return None
        pins = self.pins({**files, file: after})
        wanted, before = self._size(after), files.get(file)
        shrinks = before is not None and parse(before).pinned and wanted <= self._size(before)
        if not pins.left_out or shrinks:
            return None
        largest = sorted(pins.all, key=lambda pin: (-pin.tokens, pin.file))
        sizes = ", ".join(f"{pin.file} {pin.tokens:,}" for pin in largest[:_SHOWN])
        more = f" and {len(largest) - _SHOWN} more" if len(largest) > _SHOWN else ""
        return f"pinned files would take {pins.wanted:,} tokens, there is room for {self.limit:,} ({sizes}{more})"

    def largest(self, files: Mapping[str, bytes]) -> str | None:
        """The pinned file among these that takes most; None where none is pinned."""
        found = max(self.pins(files).all, key=lambda pin: (pin.tokens, pin.file), default=None)
        return found.file if found else None

    def _pinned(self, files: Mapping[str, bytes]) -> list[Pin]:
        return [
            Pin(name, self._size(data))
            for name, data in files.items()
            # Reading a file as a memory takes a thousand times as long as seeing that the word is not in it.
            if b"pinned" in data and name.casefold() != INDEX_FILE.casefold() and parse(data).pinned
        ]

    def _size(self, data: bytes) -> int:
        return self.measure(data.decode("utf-8", "replace"))


def _by_name(pins: list[Pin]) -> tuple[Pin, ...]:
    return tuple(sorted(pins, key=lambda pin: pin.file))
