"""The beginning of a word is held against words as they are typed."""

from __future__ import annotations

import pytest

from extractor.recall.beginnings import begins, is_unfinished, tails, written
from extractor.recall.query import Term


def beginning(*tokens: str) -> Term:
    return Term(tokens, is_prefix=True)


@pytest.mark.parametrize("text", ["It operates.", "OPERATING it", "(operator)", "une opération"])
def test_a_word_begins_so_in_whatever_case_and_with_whatever_marks(text: str) -> None:
    assert begins(text, beginning("Operat"))


@pytest.mark.parametrize("text", ["the opera", "cooperation", "opera\u00a0tion", "", "xoperaté"])
def test_the_middle_of_a_word_is_no_beginning(text: str) -> None:
    assert not begins(text, beginning("operat"))


def test_what_follows_is_what_an_english_word_may_end_with() -> None:
    assert {"ions", "ing", "ors", "ional", "e", ""} <= set(tails("operat"))
    assert set(tails("日本")) == {""}


def test_a_stem_may_end_where_no_word_of_it_does() -> None:
    assert [is_unfinished(word) for word in ("hope", "happi", "sensibl", "operat", "be")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_the_words_of_a_text_take_the_place_of_their_beginning() -> None:
    found = written("Check operating and operations, no opera.", beginning("check", "operat"))
    assert found == (Term(("check", "operating")), Term(("check", "operations")))
