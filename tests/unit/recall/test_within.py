"""What stands within a word is counted and marked wherever it stands."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.recall.excerpt import CLOSE, OPEN, bare
from extractor.recall.query import Term
from extractor.recall.within import held, marked_within, times


def inside(word: str) -> Term:
    return Term((word,), is_within=True)


@pytest.mark.parametrize(
    ("text", "word", "count"),
    [
        ("Die Datenbankverbindung, VERBINDUNGEN", "Verbindung", 2),
        ("数据库连接池，数据库", "数据库", 2),
        (unicodedata.normalize("NFD", "認証ダイアログ"), "ダイアログ", 1),
        ("nothing of it", "数据库", 0),
        ("数据库", "webhook", 0),
    ],
)
def test_it_is_counted_whatever_its_case_and_marks(text: str, word: str, count: int) -> None:
    assert times(text, inside(word)) == count
    assert list(held(text, [inside(word), inside("never")])) == [inside(word)] * bool(count)


def test_pieces_that_touch_are_marked_as_one_beside_what_was_marked() -> None:
    marked = marked_within(
        f"{OPEN}webhook{CLOSE} 的数据库连接池", [inside("数据"), inside("据库"), inside("连接")]
    )
    assert marked == f"{OPEN}webhook{CLOSE} 的{OPEN}数据库连接{CLOSE}池"


@given(st.text(alphabet="数据库ßİaA ", max_size=20), st.text(alphabet="数据库ßİaA", min_size=1, max_size=3))
def test_marks_come_in_pairs_and_change_no_word(text: str, word: str) -> None:
    marked = marked_within(text, [inside(word)])
    assert bare(marked) == text
    assert marked.count(OPEN) == marked.count(CLOSE)
