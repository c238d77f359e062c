"""When and how much."""

from __future__ import annotations

import pytest

from extractor.archive.ledger import Ceiling, Refused
from extractor.archive.runs import Failure
from extractor.extraction.policy import LONGEST_PAUSE, TooLarge, after_failure, pause, take, too_large
from extractor.history.exchanges import Exchange
from tests.support.talk import human


def waiting(count: int) -> list[Exchange]:
    return [Exchange((human(f"h{n}"),)) for n in range(count)]


def never(_exchange: Exchange) -> bool:
    return False


def test_the_oldest_whole_exchanges_that_fit_are_taken() -> None:
    rows = waiting(5)
    assert take(rows, limit=0, ceiling=30, tokens=lambda e: 10, is_foreign=never) == rows[:3]


def test_one_exchange_is_taken_even_when_it_alone_passes_the_ceiling() -> None:
    rows = waiting(2)
    assert take(rows, limit=0, ceiling=5, tokens=lambda e: 10, is_foreign=never) == rows[:1]


def test_a_batch_ends_before_an_exchange_in_which_the_agent_wrote() -> None:
    rows = waiting(4)
    assert take(rows, limit=0, ceiling=99, tokens=lambda e: 1, is_foreign=lambda e: e is rows[2]) == rows[:2]
    assert take(rows, limit=0, ceiling=99, tokens=lambda e: 1, is_foreign=lambda e: e is rows[0]) == []


def test_a_halved_batch_bounds_the_number_of_exchanges() -> None:
    rows = waiting(4)
    assert take(rows, limit=2, ceiling=99, tokens=lambda e: 1, is_foreign=never) == rows[:2]


def test_three_failures_halve_the_batch_and_three_of_a_single_exchange_set_it_aside() -> None:
    failure, sizes, size = Failure(0, 0), [], 4
    for _ in range(9):
        following = after_failure(failure, size)
        failure = following.failure
        size = min(size, failure.batch or size)
        sizes.append((size, following.set_aside))
    assert sizes == [
        (4, False),
        (4, False),
        (2, False),
        (2, False),
        (2, False),
        (1, False),
        (1, False),
        (1, False),
        (1, True),
    ]


def test_pauses_double_up_to_a_bound_and_never_undercut_what_was_asked() -> None:
    assert [pause(n, None) for n in (1, 2, 3)] == [15.0, 30.0, 60.0]
    assert pause(40, None) == LONGEST_PAUSE
    assert pause(1, 120.0) == 120.0
    assert pause(40, 3600.0) == 3600.0


def test_a_run_no_day_has_room_for_takes_less_in_and_one_exchange_fails() -> None:
    refused = Refused(Ceiling.TOKENS, 100, 0, 150, 0)
    assert too_large(refused, exchanges=4, share=0.9) is TooLarge.LESS
    assert too_large(refused, exchanges=1, share=0.9) is TooLarge.FAILS


def test_a_run_that_has_room_on_another_day_is_not_too_large() -> None:
    assert too_large(Refused(Ceiling.TOKENS, 100, 90, 60, 40), exchanges=4, share=0.9) is None


@pytest.mark.parametrize("exchanges", [1, 4])
def test_where_the_rules_alone_are_larger_than_a_day_nothing_is_given_up(exchanges: int) -> None:
    assert too_large(Refused(Ceiling.TOKENS, 100, 0, 150, 0), exchanges, share=0.2) is TooLarge.WAITS


def test_a_run_that_spent_a_day_before_it_was_done_is_not_held_every_day_anew() -> None:
    assert too_large(Refused(Ceiling.TOKENS, 100, 60, 60, 60), exchanges=1, share=0.1) is TooLarge.FAILS
