"""Sides: the words a "not", a "before" or an "instead of" parts."""

from __future__ import annotations

import random

import pytest

from extractor.models.offline.likeness import tokens
from extractor.models.offline.sides import is_turned_around

_WORDS = (
    "tabs spaces deploy backup linter tests main branch never not before after than from to over"
    " instead of use always but , ; . nicht vor nach sin"
).split()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tabs, never spaces", "Spaces, never tabs"),
        ("Prefer rows rather than columns", "Prefer columns rather than rows"),
        ("Before the backup, stop the server", "Before the server, stop the backup"),
        ("Restore from staging to production", "Restore from production to staging"),
        ("Erst die Tests, nicht der Build", "Erst der Build, nicht die Tests"),
        ("Usa pnpm en vez de npm", "Usa npm en vez de pnpm"),
    ],
)
def test_words_that_have_changed_places_turn_a_text_around(one: str, other: str) -> None:
    assert is_turned_around(one, other, tokens)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tabs, never spaces", "Never spaces, tabs"),
        ("The linter runs before the tests", "The tests run after the linter"),
        ("Never push to main", "Never push to main or to release"),
        ("Use pnpm", "Use pnpm, not npm"),
    ],
)
def test_words_on_their_own_side_do_not(one: str, other: str) -> None:
    assert not is_turned_around(one, other, tokens)


@pytest.mark.parametrize("seed", range(20))
def test_no_text_is_turned_around_against_itself_and_both_ways_say_the_same(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        one, other = (" ".join(chance.choices(_WORDS, k=chance.randint(1, 12))) for _ in range(2))
        assert not is_turned_around(one, one, tokens), one
        assert is_turned_around(one, other, tokens) is is_turned_around(other, one, tokens), (one, other)
