"""Answers: the question before them, the option they name, what they decide."""

from __future__ import annotations

import pytest

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.models.offline.answers import Asked, asked, chosen, items, reacts, without_options

OPTIONS = """Three ways:

1. **Redis** with a library: one more service
2. A table with a worker: nothing new to run
3. A vendor's queue: no worker of ours

Which one?"""
INLINE = "How should failed jobs behave: (a) retry for ever, (b) five tries, then a dead letter table?"


def said(text: str) -> Message:
    return Message(MessageKey("c", "agent", 0), Speaker.ASSISTANT, Kind.TEXT, text, Milliseconds(0))


def question(text: str) -> Asked:
    found = asked(said(text))
    assert found is not None
    return found


def test_the_last_question_of_a_message_is_what_it_asks() -> None:
    text = "Done. Is that right?\n\nI also saw a warning. Want me to silence it?"
    assert question(text).question == "Want me to silence it?"


@pytest.mark.parametrize("text", ["Done.", "", "All green.\n" * 200, "Really? " + "It works now. " * 80])
def test_a_message_that_asks_nothing_at_its_end_asks_nothing(text: str) -> None:
    assert asked(said(text)) is None
    assert asked(None) is None


@pytest.mark.parametrize(
    ("answer", "option"),
    [
        ("2", "A table with a worker: nothing new to run"),
        ("2, we have no time for more", "A table with a worker: nothing new to run"),
        ("option 3 please", "A vendor's queue: no worker of ours"),
        ("the second one. and a mail to us", "A table with a worker: nothing new to run"),
        ("the last", "A vendor's queue: no worker of ours"),
        ("die zweite", "A table with a worker: nothing new to run"),
        ("7", None),
        ("2.5 seconds is enough", None),
        ("30 days", None),
        ("a table, I think", None),
        ("neither", None),
    ],
)
def test_an_answer_names_an_option_by_number_letter_or_place(answer: str, option: str | None) -> None:
    assert chosen(answer, question(OPTIONS)) == option


def test_options_may_stand_in_the_question_itself() -> None:
    assert chosen("b", question(INLINE)) == "five tries, then a dead letter table"
    assert without_options(INLINE) == "How should failed jobs behave"


def test_a_list_answers_option_by_option() -> None:
    answer = "1. the library is too much for us\n3. fine as a fallback"
    assert items(answer, question(OPTIONS)) == {
        "the library is too much for us": "**Redis** with a library: one more service",
        "fine as a fallback": "A vendor's queue: no worker of ours",
    }
    assert items("1. only one", question(OPTIONS)) == {}


@pytest.mark.parametrize(
    "text", ["no, leave it", "don't set it", "I'll do that myself", "keep both", "nein, lass"]
)
def test_a_refusal_or_a_taking_over_decides(text: str) -> None:
    assert reacts(text)


@pytest.mark.parametrize("text", ["keep going", "what is that", "the table is large"])
def test_other_words_do_not(text: str) -> None:
    assert not reacts(text)
