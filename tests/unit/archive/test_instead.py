"""In the place of a word that was never said stands what was."""

from __future__ import annotations

import pytest

from extractor.archive.database import Database
from extractor.archive.instead import MOST_WORDS, instead
from extractor.memory.redaction.placeholders import FORGOTTEN, PRIVATE
from extractor.recall.query import Term
from tests.support.talk import human, result
from tests.unit.archive.test_search import FILLER, db, said

__all__ = ["db"]


def found(db: Database, word: str, *, is_prefix: bool = False) -> list[str]:
    term = Term((word,), is_prefix)
    return [
        f"*{each.tokens[0]}*" if each.is_within else each.tokens[0]
        for each in instead(db, [term]).get(term, ())
    ]


@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        ("Die Datenbankverbindung bricht ab", "Verbindung", "*Verbindung*"),
        ("the SessionIDConflictError appears", "ConflictError", "*ConflictError*"),
        ("in 09ea3c1e2b76a240fadc we did it", "09ea3c1", "*09ea3c1*"),
        ("لماذا تفشل الاختبارات", "اختبارات", "*اختبارات*"),
        ("the index is corrupted", "corupted", "corrupted"),
        ("the index is corrupted", "idnex", "index"),
        ("не хватало зависимости", "зависимость", "зависимости"),
    ],
)
def test_within_other_words_or_but_for_a_slip(db: Database, text: str, word: str, meant: str) -> None:
    said(db, human("one", f"{text} {FILLER}"))
    assert found(db, word) == [meant]


@pytest.mark.parametrize("word", ["dentist", "ind", "thier", "cafe"])
def test_nothing_where_nothing_near_was_said_or_a_word_is_too_short(db: Database, word: str) -> None:
    said(db, human("one", f"their index and its cafeteria {FILLER}"))
    assert found(db, word) == []


def test_what_stands_for_words_that_were_taken_out_is_none(db: Database) -> None:
    said(db, human("one", FORGOTTEN), human("two", PRIVATE))
    assert found(db, "gotten") == found(db, "ivate") == []


def test_of_several_the_commonest_come_first_and_slips_of_others_do_not(db: Database) -> None:
    said(db, *(human(f"h{n}", f"the trail {FILLER}") for n in range(20)))
    said(db, *(human(f"g{n}", f"the grain {FILLER}") for n in range(5)), session="two")
    said(db, human("x", f"the graill {FILLER}"), session="three")
    assert found(db, "grail") == ["*grail*"]
    assert found(db, "graik") == ["grain"]
    assert found(db, "traik") == ["trail"]


def test_beginnings_stand_for_themselves_and_output_is_not_read_for_them(db: Database) -> None:
    said(db, human("one", f"the index {FILLER}"), result("r", "c", f"Datenbankverbindung {FILLER}"))
    assert found(db, "idnex", is_prefix=True) == []
    assert found(db, "Verbindung") == []


def test_so_many_words_have_something_in_their_place(db: Database) -> None:
    said(db, human("one", f"the index {FILLER}"))
    terms = [
        Term((word,)) for word in ("idnex", "inedx", "indxe", "nidex", "inddex", "idex", "inxdex", "indez")
    ]
    assert len(instead(db, terms)) == MOST_WORDS - 1
