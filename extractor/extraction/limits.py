"""Limits: what bounds an extraction.

Owns the sizes of a run and of its request. Promises that a request leaves room for its reply. No I/O.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from extractor.domain import Milliseconds
from extractor.extraction.prompt import Sizes
from extractor.history.budget import Budget
from extractor.history.stretches import StretchLimits
from extractor.history.timeline import Folding

FIXED = 10_000
"""Tokens kept free for the rules, the tools, the manifest and the answers to the sub-agent's calls."""

LEAST = 2_000
"""Tokens an exchange may always take, however small the window was set."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds an extraction."""

    run_tokens: int
    """Most tokens of new exchanges a run takes in (at least one exchange is always taken)."""
    lead_in: int
    """Most tokens of older exchanges sent along."""
    max_output: int
    """Most tokens of one reply."""
    learn_headless: bool
    horizon: Milliseconds
    """What was said before is archived, not learned from."""
    window: int = 200_000
    """Tokens the model takes in at once."""
    folding: Folding = field(default_factory=Folding)
    stretches: StretchLimits = field(default_factory=StretchLimits)

    @property
    def batch(self) -> int:
        """Tokens of new exchanges a run takes in: what is set, but no more than the window leaves."""
        return min(self.run_tokens, self.sizes.exchange)

    @property
    def sizes(self) -> Sizes:
        """How much a request holds: one exchange may take what the window leaves beside all else."""
        left = Budget(self.window).trigger - self.lead_in - FIXED
        return Sizes(self.lead_in, max(LEAST, left), self.max_output)
