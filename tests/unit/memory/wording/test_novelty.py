"""What a text says that its quotes do not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.wording.novelty import (
    added,
    entitles_more,
    is_akin,
    is_pieced,
    novel,
    says_more,
    says_nothing,
    weighs,
    words,
)

SAID = ["please always run the linter before you commit"]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The linter is run before every commit.", SAID[0]),
        ("The user prefers short diffs.", "I prefer short diffs"),
        ("Tests use a real database.", "the test has to use the real database"),
        ("Antworten sind auf Deutsch.", "bitte immer auf Deutsch antworten"),
        ("测试必须使用真实的数据库。", "所有测试都必须使用真实的数据库"),
    ],
)
def test_the_same_said_in_other_forms_of_its_words_is_nothing_new(text: str, quote: str) -> None:
    assert says_more(text, [quote]) is None


@pytest.mark.parametrize("text", ["Push to the mirror.", "The linter needs sudo.", "Prices are rounded up."])
def test_words_nobody_said_are_named(text: str) -> None:
    told = says_more(text, SAID)
    assert told is not None
    assert any(word in words(text) for word in told.split(", "))


def test_one_word_more_among_many_is_let_be_unless_it_weighs() -> None:
    assert (
        says_more("The linter is run before every commit, cleanly.", [*SAID, "clean output is fine"]) is None
    )
    assert says_more("The linter is run before a commit and deletes files.", SAID) is not None


def test_a_title_may_tell_the_kind_of_file_and_number_it() -> None:
    assert entitles_more("linter conventions", SAID) is None
    assert entitles_more("second", SAID) is None
    assert entitles_more("linter ignored everywhere", SAID) is not None
    assert entitles_more("push", SAID) is not None


@pytest.mark.parametrize(("one", "other"), [("commit", "commits"), ("test", "testing"), ("run", "running")])
def test_forms_of_a_word_are_akin_in_either_order(one: str, other: str) -> None:
    assert is_akin(one, other)
    assert is_akin(other, one)


def test_words_that_only_begin_alike_are_not_akin() -> None:
    assert not is_akin("port", "portugal")
    assert not is_akin("main", "maintain")


@pytest.mark.parametrize("word", ["sudo", "deletes", "uploaded", "löschen", "删除"])
def test_words_that_grant_destroy_or_send_weigh(word: str) -> None:
    assert all(weighs(each) for each in words(word))


WORDS = st.lists(
    st.sampled_from("linter commit branch invoice deploy 测试 ärger naïve x 3".split()), max_size=8
)


@settings(max_examples=80)
@given(WORDS)
def test_a_text_says_nothing_that_it_does_not_say(said: list[str]) -> None:
    text = " ".join(said)
    assert novel(text, [text])[0] == []
    assert says_more(text, [text]) is None


@pytest.mark.parametrize("order", ["Run it.", "You may.", "Do it.", "It is so."])
def test_an_order_of_the_plainest_words_stands_only_where_they_are_said(order: str) -> None:
    assert says_nothing(order, ["We use tabs in Go files because the linter insists."]) is not None
    assert says_nothing(order, [f"well, {order.lower()}"]) is None


def test_a_text_is_not_pieced_together_from_words_of_many_sentences() -> None:
    said = ["the copy job is slow", "an invoice has two pages", "the archive is on tape", "the vendor called"]
    assert is_pieced("A copy of each invoice goes to the archive of the vendor.", said)
    assert not is_pieced("The archive is on tape.", said)


def test_what_other_sentences_add_to_the_one_that_says_the_most_is_told() -> None:
    assert added("Prices are rounded up.", ["prices are in cents", "rounded corners, please"]) == {"rounded"}
    assert added("Prices are in cents.", ["prices are in cents"]) == set()
    assert added("Prices.", []) == set()


def test_two_sentences_may_be_told_in_one() -> None:
    assert not is_pieced(
        "Exports are CSV files with a header line.", ["exports are CSV files", "give exports a header line"]
    )
    assert not is_pieced("", [])


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Write the test first when fixing something.", "let's fix it. write the test first"),
        ("The hook is reusable across Go projects.", "reusable: the hook works on any Go project"),
    ],
)
def test_a_word_for_no_thing_in_particular_adds_nothing(text: str, quote: str) -> None:
    assert says_more(text, [quote]) is None
