"""A memory folder as a person's actions use it.

Owns the Protocol. Promises nothing itself: the service's folders implement it.
Never opens anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from extractor.memory.pins import PinRoom
from extractor.memory.store import Store


class Folder(Protocol):
    """One project's memory folder."""

    path: str
    pins: PinRoom | None
    """How much room pinned files have; None: as much as they like."""

    def snapshot(self) -> Mapping[str, bytes]:
        """Every readable memory file's bytes, by name; empty while there is no folder."""
        ...

    def held(self) -> AbstractContextManager[Store]:
        """The folder's store, while no other process of ours may write there. Makes the folder."""
        ...

    def render(self, store: Store) -> str | None:
        """Render MEMORY.md anew in the store that is held; one line when it cannot hold everything."""
        ...

    def sweep(self) -> tuple[str, ...]:
        """Drop displaced copies that are no longer needed; returns what a person should be told."""
        ...

    def is_ours(self) -> bool:
        """Whether the index holds our block, or held it when we last wrote it."""
        ...

    def own_index(self) -> str:
        """What people wrote into the index; empty where there is none."""
        ...

    def tells(self, holds: Callable[[bytes], bool]) -> bool:
        """Whether `holds` is so of the index or of a displaced copy."""
        ...

    def drop_copies(self, holds: Callable[[bytes], bool]) -> tuple[str, ...]:
        """Drop every displaced copy for which `holds`; returns the other files beside for which it does."""
        ...
