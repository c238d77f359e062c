"""The shares of a prompt: how many tokens each layer of what an agent is given may take.

Owns the usual ones, and how they shrink where there is less room than they take together. Promises pins the half of
any room where they want as much. Pure.
"""

from __future__ import annotations

from typing import NamedTuple

from extractor.memory.pins import PIN_TOKENS

CONTEXT_TOKENS = 200_000
"""Tokens of everything, unless the settings say otherwise."""

DIGEST_TOKENS = 10_000
"""Tokens of a digest, unless the settings say otherwise."""

WINDOW_TOKENS = 90_000
"""Tokens of recent conversation, unless the settings say otherwise."""


class Shares(NamedTuple):
    """Most tokens of everything, and of each layer. Those of the layers may come to more than the whole."""

    whole: int = CONTEXT_TOKENS
    pins: int = PIN_TOKENS
    """Of the pinned files as `pin` counts them: headings and the line on what is left out come on top."""
    digest: int = DIGEST_TOKENS
    window: int = WINDOW_TOKENS
    pins_and_headings: int | None = None
    """Of all that the layer of pins is; None: as many as the whole has."""

    def fitted(self) -> Shares:
        """The same, the layers' made smaller where together they exceed the whole.

        Digest and window become smaller in proportion, and the pins with them, but never below half of the whole: a
        pin is meant to stand in every prompt.
        """
        others = self.digest + self.window
        if self.pins + others <= self.whole:
            return self
        pins = min(self.pins, max(self.whole // 2, self.pins * self.whole // (self.pins + others)))
        part = min(1.0, (self.whole - pins) / max(1, others))
        return self._replace(pins=pins, digest=int(self.digest * part), window=int(self.window * part))
