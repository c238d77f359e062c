"""Budget: how many tokens something comes to, and when there are too many.

Owns the estimate, its correction by what an API counts, the limits and the metrics. Promises that the
limit leaves room for the reply. Never counts with a tokenizer: no vendor's is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from extractor.domain import Message
from extractor.history.levels import Level

BYTES_PER_TOKEN = 3.5
"""UTF-8 bytes a token holds in prose, markdown and code: a likely size, not a bound."""

MARGIN = 1 / 6
"""How far the estimate may lie under the truth: until an API has counted, guesses are raised by so much."""

FRAME = 4
"""Tokens that frame a message."""

HEADROOM = 13_000
"""Tokens kept free for the reply."""

TRIGGER = 0.85
"""Share of the effective budget at which compaction begins: at 1.0 it would come too late."""

APPROACHING = 0.80
"""Share of the effective budget at which the limit is said to be near."""

_LEAST, _MOST = 0.5, 3.0
_WEIGHT = 0.3


def estimate(text: str) -> int:
    """Tokens of a text. Bytes count, not characters: a Chinese character is about a token, not a quarter."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    return -int(-size // BYTES_PER_TOKEN)


def size(message: Message, frame: int = FRAME) -> int:
    """Tokens of a message as it stands in a prompt. `frame`: what says whose it is."""
    return estimate(message.text) + frame


@dataclass(frozen=True, slots=True)
class Correction:
    """How far estimates of one model lie from what its API counts."""

    factor: float = 1.0 + MARGIN
    """Truth ÷ estimate; before the first count the margin alone."""
    counts: int = 0

    def learned(self, estimated: int, counted: int) -> Correction:
        """The correction after one more call: newer counts weigh more, a single odd one moves it little.

        Both in tokens. A call without an estimate or a count teaches nothing.
        """
        if estimated <= 0 or counted <= 0:
            return self
        found = min(_MOST, max(_LEAST, counted / estimated))
        factor = found if self.counts == 0 else self.factor + _WEIGHT * (found - self.factor)
        return Correction(factor, self.counts + 1)

    def tokens(self, estimated: int) -> int:
        """An estimate, corrected."""
        return -int(-estimated * self.factor // 1)


@dataclass(frozen=True, slots=True)
class Budget:
    """What fits into a model's window. All in tokens."""

    window: int
    headroom: int = HEADROOM

    @property
    def effective(self) -> int:
        """What a prompt may take: the window without the room for the reply."""
        return max(0, self.window - self.headroom)

    @property
    def trigger(self) -> int:
        """Above this a prompt is compacted."""
        return int(self.effective * TRIGGER)

    @property
    def approaching(self) -> int:
        """From here on the limit is near."""
        return int(self.effective * APPROACHING)


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a prompt."""

    items: int = 0
    tokens: int = 0
    bytes: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(self.items + other.items, self.tokens + other.tokens, self.bytes + other.bytes)


@dataclass(frozen=True, slots=True)
class Metrics:
    """What a prompt consists of."""

    whole: Share
    by_kind: Mapping[str, Share] = field(default_factory=dict)
    by_level: Mapping[str, Share] = field(default_factory=dict)

    def is_approaching(self, budget: Budget) -> bool:
        """Whether the limit is near."""
        return self.whole.tokens >= budget.approaching

    def is_over(self, budget: Budget) -> bool:
        """Whether compaction is due."""
        return self.whole.tokens > budget.trigger


def measure(items: Iterable[tuple[Message, Level | None]]) -> Metrics:
    """The metrics of messages with their levels. Messages without one count as task."""
    whole = Share()
    kinds: dict[str, Share] = {}
    levels: dict[str, Share] = {}
    for message, level in items:
        share = Share(1, size(message), len(message.text.encode("utf-8", "replace")))
        kind, at = message.kind.value, (level or Level.TASK).value
        whole += share
        kinds[kind] = kinds.get(kind, Share()) + share
        levels[at] = levels.get(at, Share()) + share
    return Metrics(whole, kinds, levels)
