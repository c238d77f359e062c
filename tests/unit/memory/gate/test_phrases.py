"""Phrases: found however they are written, in time linear in the text."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.memory.gate.phrases import Phrases


@pytest.mark.parametrize(
    "text",
    [
        "at the Café Rouge",
        "AT THE CAFÉ\n  ROUGE",
        "at the Cafe\u0301 Rouge",
        json.dumps("Café Rouge"),
        "café rouge",
    ],
)
def test_a_phrase_is_found_in_every_form(text: str) -> None:
    for phrase in ("Café Rouge", unicodedata.normalize("NFD", "café rouge")):
        assert Phrases([phrase]).stand_in(text)


@pytest.mark.parametrize(
    "phrase",
    ["Projekt 😀 Zanzibar", "𠮷野家さん", "\u03c0\u03c1\u03bf\u0390\u03c3\u03c4\u03b1\u03bc\u03b1\u03b9"],
)
def test_a_phrase_is_found_whatever_its_letters_are_made_of(phrase: str) -> None:
    for text in (phrase, phrase.upper(), unicodedata.normalize("NFD", phrase).upper()):
        for _ in range(2):
            assert Phrases([phrase]).stand_in(text)
            text = json.dumps(text)
        assert Phrases([phrase]).stand_in(text)


@pytest.mark.parametrize("phrase", ["izmir", "İZMİR", "IZMIR", "ızmır", "I\u0307zmir"])
@pytest.mark.parametrize("text", ["Sunucu İZMİR bölgesinde", "sunucu izmir", "IZMIR", "ızmır'da"])
def test_the_turkish_letters_of_an_i_are_one(phrase: str, text: str) -> None:
    assert Phrases([phrase]).stand_in(text)
    assert Phrases([phrase]).stand_in(json.dumps(text))


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("Bob's salary", "Bob\u2019s salary is secret."),
        ("Bob\u2019s salary", "BOB'S SALARY"),
        ("Zebra code", "The **Zebra** code."),
        ("Zebra code", "the `Zebra` _code_ and"),
        ("snake_case name", "a snake_case name"),
        ("pre-release notes", "pre\u2011release notes"),
        ("Zebra code", "Zeb\u00adra\u200b code"),
        ('the "old" way', "the \u201cold\u201d way"),
    ],
)
def test_a_phrase_is_found_whatever_marks_a_keyboard_or_markdown_gives_it(phrase: str, text: str) -> None:
    assert Phrases([phrase]).stand_in(text)
    assert Phrases([phrase]).stand_in(json.dumps(text))


@pytest.mark.parametrize(("phrase", "text"), [("*.py", "run.py"), ("a_b", "ab"), ("snakecase", "snake_case")])
def test_what_is_no_mark_of_markdown_stays_apart(phrase: str, text: str) -> None:
    assert not Phrases([phrase]).stand_in(text)


def test_what_is_too_short_is_no_phrase() -> None:
    assert not Phrases(["ab", " c "])
    assert not Phrases(["ab"]).stand_in("ab")
    assert not Phrases(["張", "он", "é "])
    assert Phrases(["張偉"]).stand_in("請問張偉。")


@given(st.text(min_size=3, max_size=40), st.text(max_size=40), st.text(max_size=40))
def test_a_phrase_between_other_words_is_found(phrase: str, before: str, behind: str) -> None:
    if Phrases([phrase]):
        assert Phrases([phrase]).stand_in(f"{before} {phrase} {behind}")


@pytest.mark.timeout(20)  # in the square of its length it takes a minute
@pytest.mark.parametrize("marks", ["\u0301\u0323\u0308", "\u093c\u0951", "\u0f71\u0f72", "\u302a\u3099"])
def test_no_heap_of_accents_holds_the_search_up(marks: str) -> None:
    heap = "a" + marks * 100_000
    assert not Phrases(["the lamp"]).stand_in(heap)
    assert Phrases(["the lamp"]).stand_in(f"{heap} the lamp")
