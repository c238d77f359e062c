"""The room pinned files have, by the settings.

Owns the way from settings to a room. Promises to import nothing a command would have to wait for. Never reads a file.
"""

from __future__ import annotations

from extractor.config import Settings
from extractor.history.budget import estimate
from extractor.memory.pins import PinRoom


def pin_room(settings: Settings) -> PinRoom:
    """How much room pinned files have."""
    return PinRoom(estimate, settings.pin_tokens)
