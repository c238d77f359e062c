"""Prices: what tokens of a model cost.

Owns the prices that are known and the sum over a call. Promises whole micro-dollars, rounded up, and that
a price nobody named is unknown, never nought. Never asks a vendor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from extractor.domain import Usage

MICROS = 1_000_000
"""Micro-dollars in a dollar. Dollars per million tokens are micro-dollars per token."""

MOST = 1_000_000
"""Dollars per million tokens: no model's price comes near, and every cost is a number that can be kept."""

WRITTEN_FACTOR = 1.25
"""What writing a token to the cache costs beside reading it plainly, where no price is given."""


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens."""

    input: float
    output: float
    cached: float | None = None
    """Read from the cache; None: as plain input, never too low."""
    written: float | None = None
    """Written to the cache; None: a quarter more than plain input."""

    def __post_init__(self) -> None:
        for name in ("input", "output", "cached", "written"):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= MOST:
                raise ValueError(f"{name} must be a price in dollars per million tokens, {MOST:,} at most")

    @property
    def _cached(self) -> float:
        return self.input if self.cached is None else self.cached

    @property
    def _written(self) -> float:
        return self.input * WRITTEN_FACTOR if self.written is None else self.written

    def cost(self, usage: Usage) -> int:
        """Micro-dollars of a call that was counted."""
        return math.ceil(
            usage.input * self.input
            + usage.cached * self._cached
            + usage.written * self._written
            + usage.output * self.output
        )

    def worst(self, input_tokens: int, output_tokens: int) -> int:
        """Micro-dollars a call of this size can cost at most."""
        return math.ceil(
            input_tokens * max(self.input, self._cached, self._written) + output_tokens * self.output
        )


LIST_PRICES: Mapping[str, Price] = {
    "claude-haiku-4-5": Price(1.0, 5.0, 0.10, 1.25),
    "claude-sonnet-4-5": Price(3.0, 15.0, 0.30, 3.75),
    "claude-opus-4-5": Price(5.0, 25.0, 0.50, 6.25),
}
"""The vendor's public list for its own address, as of early 2026. Your contract may say otherwise."""


def price_of(model: str, named: Mapping[str, Price], is_vendors_own: bool) -> Price | None:
    """The price of a model: the one a person named, else the vendor's list at its own address, else unknown.

    Dated names (`claude-haiku-4-5-20251001`) have the price of the name before the date.
    """
    if model in named:
        return named[model]
    if not is_vendors_own:
        return None
    found = [name for name in LIST_PRICES if model == name or model.startswith(f"{name}-2")]
    return LIST_PRICES[found[0]] if found else None


def dollars(micros: int) -> str:
    """An amount for people: four digits behind the point below a dollar, two above."""
    return f"${micros / MICROS:,.4f}" if abs(micros) < MICROS else f"${micros / MICROS:,.2f}"
