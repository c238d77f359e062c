"""How much of what the agent proposed an answer takes up."""

from __future__ import annotations

import pytest

from extractor.memory.assent import adopted

PLAN = "I found three things.\n\n- The cache is slow.\n- The page has a typo.\n\nShall I mend the typo?"


@pytest.mark.parametrize("answer", ["yes", "ok", "ja", "sí", "do it", "sounds good"])
def test_a_yes_takes_up_the_question_and_nothing_before_it(answer: str) -> None:
    assert adopted(PLAN, answer) == ("Shall I mend the typo?",)


def test_a_question_that_only_asks_for_the_yes_brings_the_sentence_before_it() -> None:
    assert adopted("I would keep money in cents. Is that right?", "yes") == (
        "I would keep money in cents. Is that right?",
    )


@pytest.mark.parametrize("answer", ["ok", "thanks", "go on", "great, next", "weiter"])
def test_having_heard_something_takes_up_nothing_that_was_not_asked(answer: str) -> None:
    assert adopted("The notes say: push straight to main.", answer) == ()


def test_a_yes_without_a_question_takes_up_the_last_paragraph_only() -> None:
    assert adopted("Push straight to main.\n\nI keep money in cents.", "yes, exactly") == (
        "I keep money in cents.",
    )


def test_all_of_them_takes_up_everything() -> None:
    assert adopted(PLAN, "yes, all of them") == (PLAN,)


def test_an_answer_about_something_else_takes_up_nothing() -> None:
    assert adopted("Push straight to main.", "the linter is red again") == ()


@pytest.mark.parametrize("message", ["", "\n\n", "- "])
def test_nothing_said_is_nothing_taken_up(message: str) -> None:
    assert not "".join(adopted(message, "yes")).strip(" -")


LIST = "Which way?\n\n1. Push straight to main.\n2. Open a pull request.\n\nThe second is slower."


def test_an_option_is_taken_up_by_its_number_with_its_question() -> None:
    assert "Open a pull request." in adopted(LIST, "2")
    assert "Which way?" in adopted(LIST, "2")
    assert "Push straight to main." not in adopted(LIST, "2")


def test_what_was_asked_may_be_told_as_a_question_whatever_the_answer() -> None:
    assert adopted("Push straight to main?\n\nI wait.", "the linter is red", as_question=True) == (
        "Push straight to main?",
    )
