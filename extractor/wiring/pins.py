"""The room pinned files have, by the settings.

Owns the way from settings to the shares of a prompt and to a room. Promises to import nothing a command would have
to wait for. Never reads a file.
"""

from __future__ import annotations

from extractor.config.settings import Settings
from extractor.context.shares import Shares
from extractor.history.budget import estimate
from extractor.memory.pins import PinRoom


def shares(settings: Settings) -> Shares:
    """Tokens of a prompt and of its layers."""
    return Shares(
        settings.context_tokens, settings.pin_tokens, settings.digest_tokens, settings.recent_tokens
    )


def pin_room(settings: Settings) -> PinRoom:
    """How much room pinned files have in every prompt, whatever else stands in it."""
    return PinRoom(estimate, shares(settings).fitted().pins)
