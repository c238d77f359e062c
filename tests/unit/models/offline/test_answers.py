"""Answers: the question before them, and what decides upon it."""

from __future__ import annotations

import pytest

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.models.offline.answers import asked, is_passed_over, reacts, says_only_its_number


def said(text: str) -> Message:
    return Message(MessageKey("c", "agent", 0), Speaker.ASSISTANT, Kind.TEXT, text, Milliseconds(0))


def test_the_last_question_of_a_message_is_what_it_asks() -> None:
    found = asked(said("Done. Is that right?\n\nI also saw a warning. Want me to silence it?"))
    assert found is not None
    assert found.question == "Want me to silence it?"


@pytest.mark.parametrize("text", ["Done.", "", "All green.\n" * 200, "Really? " + "It works now. " * 80])
def test_a_message_that_asks_nothing_at_its_end_asks_nothing(text: str) -> None:
    assert asked(said(text)) is None
    assert asked(None) is None


@pytest.mark.parametrize(
    "text", ["no, leave it", "don't set it", "I'll do that myself", "keep both", "nein, lass"]
)
def test_a_refusal_or_a_taking_over_decides(text: str) -> None:
    assert reacts(text)


@pytest.mark.parametrize("text", ["keep going", "what is that", "the table is large"])
def test_other_words_do_not(text: str) -> None:
    assert not reacts(text)


def test_an_option_is_named_by_nothing_but_its_number_where_no_word_of_it_is_said() -> None:
    put = asked(said("Which option?\n1. Keep sqlite\n2. Move to Postgres\n3. Use files"))
    assert put is not None
    assert says_only_its_number("3, until the mobile app is done", put)
    assert not says_only_its_number("4, I guess", put)
    assert not says_only_its_number("3 because files are simpler", put)
    assert not says_only_its_number("3.5 is too old", put)
    assert not says_only_its_number("Three of them.", put)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Would you like me to add more commands?", "the docs folder holds only generated pages"),
        ("Which would you like me to do next?", "each importer lives in a module of its own"),
        ("Done: the header has a shadow", "the footer has to be as wide as the page"),
    ],
)
def test_an_offer_of_which_nothing_is_said_is_passed_over(question: str, words: str) -> None:
    assert is_passed_over(question, words)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Would you like me to add more commands?", "more commands only behind a flag"),
        ("Would you like me to add more commands?", "no, the docs folder holds only generated pages"),
        ("Where do the generated pages go?", "under the docs folder"),
    ],
)
def test_what_is_answered_is_not(question: str, words: str) -> None:
    assert not is_passed_over(question, words)
