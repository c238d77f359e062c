"""Likeness: the same said again, the opposite, and what a change overtakes."""

from __future__ import annotations

import pytest

from extractor.models.offline.likeness import contradicts, overtakes, says_same, tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never use emojis in commit messages.", "never use emojis in a commit message!"),
        ("Deploys go to Fly.", "deploys go to fly"),
        ("数据库只能用国内机房的", "数据库只能用国内机房的。"),
    ],
)
def test_the_same_in_nearly_the_same_words(one: str, other: str) -> None:
    assert says_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The limit is 5 requests.", "The limit is 6 requests."),
        ("Use tabs in makefiles.", "Do not use tabs in makefiles."),
        ("Ask Marek, he owns the backend.", "Marek left, Priya owns the backend now, so reviews go to her."),
        ("", ""),
    ],
)
def test_another_number_a_not_or_more_to_say_is_not_the_same(one: str, other: str) -> None:
    assert not says_same(one, other)


def test_nearly_the_same_words_with_another_number_contradict() -> None:
    assert contradicts("The freeze starts on 11 December.", "The freeze starts on 4 December.")
    assert not contradicts("The freeze starts on 4 December.", "the freeze starts on 4 December")


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("We moved off Heroku, deploys go to Fly.", "We deploy to Heroku."),
        ("Marek left, Priya owns the backend.", "Ask Marek for review, he owns the backend."),
        ("Change of plan on the JSON: camelCase.", "Use snake_case in the JSON."),
    ],
)
def test_a_change_overtakes_what_it_names(newer: str, older: str) -> None:
    assert overtakes(newer, older)


def test_a_change_leaves_what_it_does_not_name() -> None:
    assert not overtakes("The old provider is switched off in May.", "Nothing risky in the billing code.")
    assert not overtakes(
        "The old wiki is dead.", "Imports are watched in Grafana, that's the one to look at."
    )


def test_words_are_compared_without_their_endings() -> None:
    assert tokens("deploying deployed deploys") == tokens("deploy")
