"""A slip of the hand is thought of, within bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.recall.misspelled import LEAST, MOST, slips


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("idnex", "index"),
        ("corupted", "corrupted"),
        ("Cofnig", "config"),
        ("localyy", "localy"),
        ("branxh", "branch"),
        ("ndexes", "indexes"),
        ("зависимость", "зависимости"),
        ("قاعده", "قاعدة"),
    ],
)
def test_one_letter_more_less_another_or_two_that_changed_places(typed: str, meant: str) -> None:
    assert meant in slips(typed)


@pytest.mark.parametrize("word", ["", "port", "8080123", "h2024x", "数据库连接池", "x" * (MOST + 1)])
def test_nothing_is_thought_of_for_what_is_short_long_or_no_word(word: str) -> None:
    assert list(slips(word)) == []


@given(st.text(alphabet="abcÀßıİ1я", max_size=MOST + 2))
def test_they_are_others_each_once_and_few(word: str) -> None:
    made = list(slips(word))
    assert word.lower() not in made
    assert len(made) == len(set(made)) <= 100 * (len(word) + LEAST)
