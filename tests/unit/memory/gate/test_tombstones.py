"""Tombstones cover clauses, not messages; phrases are found however they are written."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import MessageKey
from extractor.memory.gate.phrases import Phrases
from extractor.memory.gate.tombstones import is_covered, statement_hash, tombstone

KEY = MessageKey("plain", "h1", 0)
TEXT = "Please never mock the database, and deploy on Tuesdays. Keep the logs short."


@pytest.mark.parametrize(
    ("quote", "is_gone"),
    [
        ("never mock the database", True),
        ("Please never", True),
        ("mock the database, and deploy", True),
        ("and deploy on Tuesdays", False),
        ("Keep the logs short.", False),
    ],
)
def test_a_quote_that_touches_the_clause_is_covered(quote: str, is_gone: bool) -> None:
    stone = tombstone(KEY, "never mock the database", "Never mock the database.")
    assert is_covered(quote, (TEXT,), [stone]) is is_gone


@pytest.mark.parametrize(
    ("quote", "is_gone"), [("Please never mock the database", False), ("Keep the logs short.", True)]
)
def test_what_stands_before_the_clause_is_not_covered(quote: str, is_gone: bool) -> None:
    stone = tombstone(KEY, "Keep the logs short.", "Keep the logs short.")
    assert is_covered(quote, (TEXT,), [stone]) is is_gone


def test_a_whole_message_and_each_clause_of_it_are_covered() -> None:
    stone = tombstone(KEY, TEXT, "Never mock the database.")
    assert all(is_covered(quote, (TEXT,), [stone]) for quote in (TEXT, "Please", "on Tuesdays", "short."))


def test_one_tombstone_of_several_and_one_piece_of_a_message_are_enough() -> None:
    stones = [tombstone(KEY, quote, quote) for quote in ("never mock the database", "Keep the logs short.")]
    assert is_covered("Keep the logs short.", ("Good morning!", TEXT), stones)
    assert not is_covered("deploy on Tuesdays", ("Good morning!", TEXT), stones)


def test_a_sentence_is_the_same_however_its_accents_are_typed() -> None:
    for said in ("Die Größe zählt für Ångström.", "한국어로 답하세요.", "プログラムはここです。"):
        forms = [unicodedata.normalize(form, said) for form in ("NFC", "NFD")]
        assert len({statement_hash(form) for form in forms}) == 1


def test_the_same_words_in_another_message_are_not_covered() -> None:
    stone = tombstone(KEY._replace(uuid="h2"), "never mock the database", "x")
    mine = tombstone(KEY, "never mock the database", "x")
    assert stone.quote != mine.quote
    assert stone.statement == mine.statement == statement_hash(" X ")


def test_a_quote_that_is_a_mark_covers_itself() -> None:
    assert is_covered(":", (":",), [tombstone(KEY, ":", "s")])


@settings(max_examples=60)
@given(st.text(max_size=60), st.data())
def test_every_overlap_is_covered(text: str, data: st.DataObject) -> None:
    if not text:
        return
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    at = data.draw(st.integers(start, end - 1))
    low, high = data.draw(st.integers(0, at)), data.draw(st.integers(at + 1, len(text)))
    assert is_covered(text[low:high], (text,), [tombstone(KEY, text[start:end], "s")])


@settings(max_examples=60)
@given(
    st.text(st.characters(categories=["L", "N"]), min_size=3, max_size=20),
    st.sampled_from([" ", "\n", "\t \n"]),
    st.integers(0, 2),
    st.booleans(),
)
def test_a_phrase_is_found_in_json_and_over_lines(word: str, space: str, deep: int, is_ascii: bool) -> None:
    text = f"so {word}{space}{word} it is"
    for _ in range(deep):
        text = json.dumps(text, ensure_ascii=is_ascii and max(map(ord, text)) < 0x10000)
    assert Phrases([f"{word} {word}"]).stand_in(text)
    assert not Phrases([f"{word} {word} {word}"]).stand_in(text)


def test_what_is_too_short_is_no_phrase() -> None:
    assert not Phrases(["a ", "", "xy"])
    assert not Phrases(["xy"]).stand_in("xyz")
