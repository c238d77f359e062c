"""What the daemon needs of whoever tells it that files changed.

Owns the Protocol. Promises nothing itself: `transcripts.watch` fulfils it. Never watches.
"""

from __future__ import annotations

from typing import Protocol


class Watching(Protocol):
    """What the daemon needs of a watcher."""

    def start(self) -> str | None:
        """Begin; returns one line when watching is not possible and the timed scan must do."""
        ...

    def refresh(self) -> str | None:
        """Look whether folders came or went unseen, and try again what could not be watched; a line as from `start`."""
        ...

    def stop(self) -> None:
        """End."""
        ...
