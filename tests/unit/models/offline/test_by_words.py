"""Texts by their words: what a look at every one of them finds, without it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.memory.slots.slot import Told
from extractor.memory.slots.slots import fills_otherwise
from extractor.models.offline.by_words import ByWords, Shared
from extractor.models.offline.likeness import adds_nothing, corrects, tokens

WORDS = (
    "deploy deploys staging Fly Heroku tabs spaces tests test port 8080 9090 16 Postgres 2026-03-01 not never don't"
    " the we use must now longer again instead Friday без Кафка 部署 测试环境 キャッシュ"
).split()
TEXTS = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
FOLDERS = st.lists(TEXTS, max_size=25)


def is_repeated(newer: str, older: str) -> bool:
    return adds_nothing(newer, older) and not fills_otherwise(newer, older, at_least=Told.MOVE)


def is_corrected(newer: str, older: str) -> bool:
    return corrects(newer, older) or fills_otherwise(newer, older)


@given(FOLDERS, TEXTS)
def test_what_a_text_repeats_is_what_a_look_at_every_one_finds(texts: list[str], newer: str) -> None:
    found = list(ByWords(texts).repeated_by(newer))
    assert sorted(found) == sorted({each for each in texts if is_repeated(newer, each)})


@given(FOLDERS, TEXTS)
def test_what_a_text_corrects_is_what_a_look_at_every_one_finds(texts: list[str], newer: str) -> None:
    found = list(ByWords(texts).corrected_by(newer))
    assert sorted(found) == sorted({each for each in texts if is_corrected(newer, each)})


@given(FOLDERS, st.sampled_from(WORDS), st.sampled_from(WORDS), st.integers(min_value=0, max_value=6))
def test_a_text_with_one_word_more_or_another_finds_the_same_as_a_look_at_every_one(
    texts: list[str], one: str, other: str, at: int
) -> None:
    for text in texts:
        words = text.split()
        for newer in (" ".join([*words[:at], one, *words[at:]]), text.replace(one, other)):
            known = ByWords(texts)
            assert set(known.repeated_by(newer)) == {each for each in texts if is_repeated(newer, each)}
            assert set(known.corrected_by(newer)) == {each for each in texts if is_corrected(newer, each)}


@given(FOLDERS, TEXTS)
def test_words_are_shared_with_those_that_have_them(texts: list[str], text: str) -> None:
    several, words = [tokens(each) for each in texts], tokens(text)
    counted = {at: len(words & each) for at, each in enumerate(several) if words & each}
    assert Shared(several).with_each(words) == counted


@pytest.mark.parametrize(
    ("newer", "is_corrected"),
    [
        ("Mocking the database is okay again, the containers were slow.", True),
        ("Mocking the database is okay again, but only in pages.", False),
        ("Mocking the database is okay again, if Kim agrees.", False),
        ("Mocking the database is okay again, in the stories.", False),
    ],
)
def test_what_stands_before_a_comma_corrects_where_nothing_behind_it_limits_it(
    newer: str, is_corrected: bool
) -> None:
    older = "Never mock the database."
    assert list(ByWords([older]).corrected_by(newer)) == ([older] if is_corrected else [])
