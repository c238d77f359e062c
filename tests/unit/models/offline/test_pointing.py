"""What points at something named before says nothing later, but where the same sentence says what it means."""

from __future__ import annotations

import pytest

from extractor.models.offline.pointing import cost
from extractor.models.offline.signs import SIEVE


def cost_of(said: str) -> int:
    """What pointing costs a sentence."""
    return cost(SIEVE.of(said), len(said.split()))


@pytest.mark.parametrize(
    "said",
    [
        "That one stays.",
        "Keep it short.",
        "Don't use it, the photos were lost that way.",
        "Put that on top of every script here.",
    ],
)
def test_pointing_costs(said: str) -> None:
    assert cost_of(said) < 0


@pytest.mark.parametrize(
    "said",
    [
        "Prices are integers.",
        "This project uses pnpm.",
        "Don't call them users, they are members.",
        "Never run migrations, I do that.",
        "Add it to the rules: always run the linter.",
        "这个项目用 pnpm。",
    ],
)
def test_what_says_by_itself_what_it_is_about_costs_nothing(said: str) -> None:
    assert cost_of(said) == 0
