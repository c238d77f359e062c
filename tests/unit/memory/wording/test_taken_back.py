"""What is said behind a sentence and limits it or takes it back."""

from __future__ import annotations

import pytest

from extractor.memory.wording.taken_back import taken_back, unsaid_by
from tests.support.cost import grows_as_it_does


@pytest.mark.parametrize(
    "first", ["Wait, no.", "Just the left ones.", "If Anna agrees.", "lol", "The left ones stay though."]
)
def test_the_next_sentence_may_limit_in_any_way(first: str) -> None:
    assert taken_back([first])
    assert taken_back([first, "That helps."])


@pytest.mark.parametrize(
    "later", ["Scratch that.", "But not the left ones.", "Only the left ones.", "Vergiss es."]
)
def test_a_later_one_takes_back_what_it_plainly_does(later: str) -> None:
    assert taken_back(["That helps.", "Thanks.", later])


def test_a_later_one_that_might_be_about_something_else_does_not() -> None:
    assert not taken_back(["That helps.", "If you see mice, tell me.", "Let me know when."])


def test_nothing_behind_it_takes_nothing_back() -> None:
    assert not taken_back([])


@pytest.mark.parametrize("unit", ["oh and ", "the left ", "no no ", "'"])
def test_a_long_sentence_costs_what_its_letters_do(unit: str) -> None:
    assert grows_as_it_does(lambda said: taken_back([said]), unit, 2_000)
    assert grows_as_it_does(unsaid_by, unit, 2_000)


@pytest.mark.parametrize(
    "behind",
    [
        "No wait, spaces.",
        "Oh wait, no, we use yarn.",
        "Hm, scratch that, spaces.",
        "nevermind",
        "Correction: 16.",
        "Sorry, I meant 8081.",
        "make that 5",
        "haha jk",
        "lieber doch nicht",
        "espera, no, mejor yarn",
        "attends, non",
        "不对，用yarn",
    ],
)
def test_the_sentence_before_it_is_taken_back_whole(behind: str) -> None:
    assert unsaid_by(behind)


@pytest.mark.parametrize(
    "behind",
    [
        "Wait, also run the tests.",
        "No, wait until CI is green.",
        "Wait, no longer than five minutes.",
        "I changed my mind.",
        "Never mind that the tests fail.",
        "Never mind the gap.",
        "I'm not kidding.",
        "Better not to push",
        "Ignore it.",
        "Scratch that?",
        "I mean, it is faster.",
    ],
)
def test_what_may_be_said_of_something_earlier_takes_nothing_back(behind: str) -> None:
    assert not unsaid_by(behind)
