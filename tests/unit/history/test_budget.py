"""Tokens: estimates, their correction, and the limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.history.budget import MARGIN, Budget, Correction, Share, estimate, measure, size
from extractor.history.levels import Level
from tests.support.talk import agent, call, human


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 1), ("abc" * 7, 6), ("abc" * 7 + "d", 7), ("数" * 7, 6), ("\ud800", 1)],
)
def test_an_estimate_counts_bytes_and_is_rounded_up(text: str, tokens: int) -> None:
    assert estimate(text) == tokens


@settings(max_examples=100)
@given(st.text(), st.text())
def test_two_texts_together_never_come_to_more_than_each_for_itself(one: str, other: str) -> None:
    assert estimate(one + other) <= estimate(one) + estimate(other)
    assert estimate(one + other) >= estimate(one)


def test_the_budget_leaves_room_for_the_reply_and_acts_before_it_is_full() -> None:
    budget = Budget(200_000)
    assert (budget.effective, budget.trigger, budget.approaching) == (187_000, 158_950, 149_600)
    assert Budget(10_000).effective == 0


def test_before_the_first_count_an_estimate_is_raised_by_the_margin() -> None:
    assert Correction().tokens(6_000) == 7_000
    assert MARGIN == 1 / 6


def test_an_estimate_is_corrected_by_what_the_api_counted() -> None:
    first = Correction().learned(estimated=1_000, counted=1_300)
    assert first.tokens(1_000) == 1_300
    second = first.learned(estimated=1_000, counted=1_000)
    assert second.tokens(1_000) == 1_210
    assert second.counts == 2


def test_a_single_odd_count_moves_it_little_and_nothing_teaches_nothing() -> None:
    assert Correction().learned(10, 100_000).factor == 3.0
    assert Correction().learned(0, 10) == Correction() == Correction().learned(10, 0)


def test_the_metrics_add_up_by_kind_and_level() -> None:
    said = [
        (human("h", "x" * 35), Level.PROJECT),
        (agent("a", "y" * 70), Level.PROJECT),
        (call("c", "1"), None),
    ]
    found = measure(said)
    assert found.whole == Share(3, 14 + 24 + 5, 35 + 70 + 2)
    assert found.by_level == {"project": Share(2, 38, 105), "task": Share(1, 5, 2)}
    assert set(found.by_kind) == {"text", "tool_call"}
    assert sum(s.tokens for s in found.by_kind.values()) == found.whole.tokens


def test_the_limit_is_said_to_be_near_at_four_fifths_and_compaction_is_due_above_the_trigger() -> None:
    budget = Budget(1_000, headroom=0)
    text = "x" * 3_500

    def of(tokens: int) -> tuple[bool, bool]:
        found = measure([(human("h", text[: int((tokens - 4) * 3.5)]), Level.PROJECT)])
        assert found.whole.tokens == tokens
        return found.is_approaching(budget), found.is_over(budget)

    assert [of(n) for n in (799, 800, 850, 851)] == [
        (False, False),
        (True, False),
        (True, False),
        (True, True),
    ]


def test_a_message_costs_its_frame_too() -> None:
    assert size(human("h", "abc" * 7)) == 10
