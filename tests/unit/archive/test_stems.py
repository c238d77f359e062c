"""What the index is asked for a beginning brings up every word that begins so."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import product

import pytest

from extractor.archive.closeup import told
from extractor.archive.stems import TOKENIZER, opened
from extractor.recall.query import Term

ROOTS = "operat relation general configur hop happ sens effect nation controll communic depend form dn us tr".split()
ENDS = """ e s es ed ing er y ies ied al ally ality ation ations ational ationally ator ators ative atively
    ize izes izing ization izations izer ism ive iveness ivity ful fulness ously ousness ence ency ance ancy
    able ably ability ible ibility ment ments ement ic ical icality icate icating ion ions ent ently""".split()
WORDS = sorted({root + end for root, end in product(ROOTS, ["", *ENDS])})


@pytest.fixture(scope="module")
def index() -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(":memory:")
    db.execute(f"CREATE VIRTUAL TABLE texts USING fts5(word, tokenize='{TOKENIZER}')")
    db.executemany("INSERT INTO texts(word) VALUES(?)", [(word,) for word in WORDS])
    yield db
    db.close()


def test_no_word_that_begins_so_is_missed_and_an_exact_question_brings_up_no_other(
    index: sqlite3.Connection,
) -> None:
    for beginning in sorted({word[:size] for word in WORDS for size in range(1, len(word) + 1)}):
        term = Term((beginning,), is_prefix=True)
        found = {
            word for (word,) in index.execute("SELECT word FROM texts WHERE texts MATCH ?", (told(term),))
        }
        wanted = {word for word in WORDS if word.startswith(beginning)}
        assert wanted <= found, beginning
        assert found == wanted or opened(term).doubtful, beginning


@pytest.mark.parametrize("text", ["invoic", "日本", "хозя", "a"])
def test_most_beginnings_leave_no_doubt(text: str) -> None:
    assert opened(Term((text,), is_prefix=True)) == (f'"{text}"*', "")


def test_what_is_asked_is_short() -> None:
    assert opened(Term(("check", "operat"), is_prefix=True)) == (
        '("check operat"* OR "check operators")', '"check operators"',
    )  # fmt: skip
    assert opened(Term(("straß",), is_prefix=True)) == ('("straß"* OR "strass"*)', "")
    assert opened(Term(("hope",), is_prefix=True)) == ('"hope"*', '"hope"')
