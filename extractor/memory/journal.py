"""The journal a memory folder is written with.

Owns the intent (what shall become of one file) and the Protocol of who keeps intents.
Promises nothing itself: the archive implements it. Never moves a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from extractor.domain import Milliseconds


class IntentState(StrEnum):
    """How far an intent has come."""

    OPEN = "open"
    """Written down; its file may or may not have moved."""
    APPLIED = "applied"
    """The new bytes stand; the displaced ones are kept aside for a while."""
    KEPT_HUMAN = "kept-human"
    """A person's text won. Final."""
    CLOSED = "closed"
    """Applied, and nothing is left aside. Final."""


@dataclass(frozen=True, slots=True)
class Intent:
    """One file's change, as it is written down before the file moves."""

    id: str
    run: int
    """The extraction it belongs to; 0 for the index, which belongs to none."""
    folder: str
    """Absolute path of the memory folder."""
    file: str
    temp: str
    """Name in that folder under which the new bytes, then the displaced ones, stand aside."""
    before: bytes | None
    after: bytes | None
    state: IntentState
    at: Milliseconds


class Journal(Protocol):
    """Keeps intents through crashes."""

    def open(self, intents: Sequence[Intent]) -> None:
        """Write intents down, all or none; durable when it returns."""
        ...

    def mark(self, intent_id: str, state: IntentState) -> None:
        """Note how far an intent has come; durable when it returns."""
        ...

    def unfinished(self) -> list[Intent]:
        """Every intent that is open or applied, of all folders, oldest first."""
        ...
