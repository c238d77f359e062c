"""Prices: what a call costs, and what is not known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Usage
from extractor.models.price import LIST_PRICES, Price, dollars, price_of

HAIKU = Price(1.0, 5.0, 0.1, 1.25)


def test_a_call_costs_its_tokens_each_at_its_own_price() -> None:
    assert HAIKU.cost(Usage(input=1_000_000)) == 1_000_000
    assert HAIKU.cost(Usage(input=100, cached=1_000, written=400, output=20)) == 100 + 100 + 500 + 100


def test_without_prices_for_the_cache_it_is_never_taken_for_cheaper() -> None:
    bare = Price(2.0, 4.0)
    assert bare.cost(Usage(cached=100)) == 200
    assert bare.cost(Usage(written=100)) == 250


COUNT = st.integers(0, 10_000_000)


@settings(max_examples=200)
@given(st.tuples(*[st.floats(0, 100)] * 4), COUNT, COUNT, COUNT, COUNT)
def test_the_worst_case_is_never_less_than_what_comes_of_it(
    prices: tuple[float, float, float, float], plain: int, cached: int, written: int, output: int
) -> None:
    price = Price(*prices)
    usage = Usage(plain, cached, written, output)
    assert price.worst(usage.total_input, output) >= price.cost(usage) - 1


def test_a_named_price_comes_before_the_list_and_elsewhere_nothing_is_known() -> None:
    own = Price(9.0, 9.0)
    assert price_of("claude-haiku-4-5", {"claude-haiku-4-5": own}, is_vendors_own=True) == own
    assert price_of("claude-haiku-4-5", {}, is_vendors_own=True) == LIST_PRICES["claude-haiku-4-5"]
    assert price_of("claude-haiku-4-5-20251001", {}, is_vendors_own=True) == LIST_PRICES["claude-haiku-4-5"]
    assert price_of("claude-haiku-4-5", {}, is_vendors_own=False) is None
    assert price_of("llama", {}, is_vendors_own=True) is None


@pytest.mark.parametrize("wrong", [-1.0, float("nan"), float("inf")])
def test_a_price_that_is_none_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="output must be a price"):
        Price(1.0, wrong)


def test_amounts_are_told_to_the_digit_that_matters() -> None:
    assert (dollars(1_234), dollars(2_345_678)) == ("$0.0012", "$2.35")
