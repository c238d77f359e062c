"""Limits: what bounds an extraction.

Owns the sizes of a run and of its request. Promises that a request leaves room for its reply. No I/O.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from extractor.domain import Milliseconds
from extractor.extraction.prompt import Sizes
from extractor.history.budget import Budget, Correction, estimate
from extractor.history.stretches import StretchLimits
from extractor.history.timeline import Folding
from extractor.memory.pins import PinRoom

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
    unset: tuple[Milliseconds, Milliseconds] | None = None
    """What is dated between these was said by a clock that was not set: how old it is is not known."""
    window: int = 200_000
    """Tokens the model takes in at once."""
    folding: Folding = field(default_factory=Folding)
    stretches: StretchLimits = field(default_factory=StretchLimits)
    pins: PinRoom = field(default_factory=lambda: PinRoom(estimate))
    """What pinned files may take."""
    day: int | None = None
    """Most estimated tokens of new exchanges for which a day's ceiling may have room; None: as many as are set."""

    def is_old(self, at: Milliseconds) -> bool:
        """Whether what was said at that moment is too old to be learned from."""
        is_dated = self.unset is None or not self.unset[0] <= at <= self.unset[1]
        return at < self.horizon and is_dated

    def batch(self, correction: Correction) -> int:
        """Estimated tokens of new exchanges a run takes in: what is set, no more than the window and a day leave.

        Once an API has counted, what is set means its tokens.
        """
        most = int(self.run_tokens / correction.factor) if correction.counts else self.run_tokens
        most = min(most, self.sizes(correction.factor).exchange)
        return most if self.day is None else min(most, self.day)

    def less_than(self, tokens: int) -> Limits:
        """The same where no day has room for a run of so many estimated tokens: the next takes in half of them."""
        half = tokens // 2
        return replace(self, day=half if self.day is None else min(half, self.day))

    def sizes(self, factor: float) -> Sizes:
        """How much a request holds, in estimated tokens: one exchange may take what the window leaves.

        `factor`: what an estimated token really comes to.
        """
        left = int((Budget(self.window).trigger - FIXED) / factor) - self.lead_in
        return Sizes(self.lead_in, max(LEAST, left), self.max_output)
