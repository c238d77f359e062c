"""Words are counted as the index would count them."""

from __future__ import annotations

import sqlite3
import unicodedata
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.archive.closeup import TOKENIZER, CloseUp, told
from extractor.recall.query import Term

WORDS = st.sampled_from(
    "decide decided decision hope hoping hopped tie ties tying happy happily cry cries buy buying ability able "
    "relational conditional sky skies running runs Straße café cafe naïve naive Ünal É 12 3d x webhook webhooks "
    "STRASSE ß İstanbul istanbul ISTANBUL ı 포스트그레스 настройки Настроики отчёт отчет українська δεδομένων ΣΊΣΥΦΟΣ "
    "الأساسية データベース テ हिन्दी ọ̀rọ̀ ọrọ 部署 บริษัท a\u0305b b".split()
)
FORMS = st.sampled_from(("NFC", "NFD"))


def indexed(texts: list[str], word: str) -> set[int]:
    db = sqlite3.connect(":memory:")
    try:
        db.execute(f"CREATE VIRTUAL TABLE t USING fts5(a, tokenize='{TOKENIZER}')")
        db.executemany("INSERT INTO t(rowid, a) VALUES(?, ?)", enumerate(texts))
        return {row for (row,) in db.execute("SELECT rowid FROM t WHERE t MATCH ?", (told(Term((word,))),))}
    finally:
        db.close()


@settings(max_examples=150)
@given(st.lists(st.lists(WORDS, max_size=8).map(" ".join), min_size=1, max_size=5), WORDS, FORMS, FORMS)
def test_a_word_is_found_where_the_index_finds_it(
    texts: list[str], word: str, written: Literal["NFC", "NFD"], typed: Literal["NFC", "NFD"]
) -> None:
    texts, word = [unicodedata.normalize(written, text) for text in texts], unicodedata.normalize(typed, word)
    with CloseUp() as closer:
        (found,) = closer.counts([Term((word,))], [(row, (text, "")) for row, text in enumerate(texts)])
    assert set(found) == indexed(texts, word)


@pytest.mark.parametrize(
    "word",
    "포스트그레스 настройки отчёт українська δεδομένων الأساسية データベース İstanbul हिन्दी ọ̀rọ̀ Straße 部署".split(),
)
def test_a_word_of_any_letters_is_counted_as_often_as_it_stands(word: str) -> None:
    with CloseUp() as closer:
        (found,) = closer.counts([Term((word,))], [(1, (f"{word}, x", "")), (2, ("x", "")), (3, ("x", word))])
    assert set(found) == {1, 3}


def test_no_heap_of_marks_holds_the_search_up() -> None:
    heap = "a" + "\u0301\u0323\u0308" * 100_000
    with CloseUp() as closer:
        (found,) = closer.counts([Term(("lamp",))], [(1, (f"{heap} lamp", "")), (2, (heap, ""))])
    assert set(found) == {1}


def test_the_halves_are_counted_apart() -> None:
    with CloseUp() as closer:
        (found,) = closer.counts([Term(("retry",))], [(7, ("Retry, retried", "retries")), (8, ("none", ""))])
    assert found == {7: (2, 1)}


def test_phrases_and_beginnings_count_once() -> None:
    terms = [Term(("retry", "now")), Term(("inv",), is_prefix=True)]
    with CloseUp() as closer:
        found = closer.counts(
            terms, [(1, ("retry now, retry now", "invoice invalid")), (2, ("now retry", ""))]
        )
    assert found == [{1: (1, 0)}, {1: (0, 1)}]


def test_a_match_is_marked_in_all_its_forms() -> None:
    with CloseUp() as closer:
        closer.add([(1, ("We decided to retry", ""))])
        marked = closer.marked(1, [Term(("deciding",)), Term(("retries",))])
    assert marked == "We \ue000decided\ue001 to \ue000retry\ue001"
