"""What is asked of the index: a common word costs no more than a rare one."""

from __future__ import annotations

from itertools import combinations

from extractor.recall.plan import BUDGET, QUORUM, WORK, planned, weight
from extractor.recall.query import Term

A, B, C, D, E = (Term((letter,)) for letter in "abcde")


def test_the_rarest_words_make_sets_of_which_the_one_that_tells_most_stands_first() -> None:
    plan = planned([A, B, C], {A: 9_000, B: 5_000, C: 20})
    assert (plan.rare, plan.common) == ((C,), (B, A))
    assert plan.sets == ((C, B, A), (C, B), (C, A), (B, A))
    five = planned([A, B, C, D, E], dict.fromkeys([A, B, C, D, E], BUDGET + 1))
    assert {term for held in five.sets for term in held} == {A, B, C, D}
    assert len(five.sets) == sum(
        1 for size in range(2, QUORUM + 1) for _ in combinations(range(QUORUM), size)
    )


def test_no_more_sets_are_asked_for_than_the_index_may_go_through_and_one_in_any_case() -> None:
    counts = {A: WORK // 3, B: WORK // 3, C: WORK // 3 + 1}
    assert planned([A, B, C], counts).sets == ((A, B, C), (A, B), (A, C))
    assert planned([A, B], {A: 2 * WORK, B: 2 * WORK}).sets == ((A, B),)


def test_a_word_tells_more_the_rarer_it_is_and_something_where_all_say_it() -> None:
    assert weight(1, 1_000) > weight(500, 1_000) > weight(1_000, 1_000) > 0
    assert weight(2_000, 1_000) > 0
