"""How much of what the agent proposed an answer takes up."""

from __future__ import annotations

import pytest

from extractor.memory.gate.assent import adopted

PLAN = "I found three things.\n\n- The cache is slow.\n- The page has a typo.\n\nShall I mend the typo?"


@pytest.mark.parametrize("answer", ["yes", "ok", "ja", "sí", "do it", "sounds good"])
def test_a_yes_takes_up_the_question_and_nothing_before_it(answer: str) -> None:
    assert adopted(PLAN, answer) == "Shall I mend the typo?"


def test_a_question_that_only_asks_for_the_yes_brings_the_sentence_before_it() -> None:
    assert adopted(asked := "I would keep money in cents. Is that right?", "yes") == asked


@pytest.mark.parametrize("answer", ["ok", "thanks", "go on", "great, next", "weiter"])
def test_having_heard_something_takes_up_nothing_that_was_not_asked(answer: str) -> None:
    assert not adopted("The notes say: push straight to main.", answer)


def test_a_yes_without_a_question_takes_up_the_last_paragraph_only() -> None:
    assert adopted("Push straight to main.\n\nI keep money in cents.", "yes, exactly") == (
        "I keep money in cents."
    )


def test_all_of_them_takes_up_everything() -> None:
    assert adopted(PLAN, "yes, all of them") == PLAN


def test_an_answer_about_something_else_takes_up_nothing() -> None:
    assert adopted("Push straight to main.", "the linter is red again") == ""


@pytest.mark.parametrize("message", ["", "\n\n", "- "])
def test_nothing_said_is_nothing_taken_up(message: str) -> None:
    assert not adopted(message, "yes").strip(" -")


PUSH = "I looked at it. Should I push straight to main?"


@pytest.mark.parametrize(
    "answer", ["push it", "I'll do that by hand", "let's keep that for later", "pushing is fine"]
)
def test_who_speaks_of_what_was_asked_or_takes_it_on_answers_it(answer: str) -> None:
    assert adopted(PUSH, answer) == "Should I push straight to main?"


@pytest.mark.parametrize(
    "answer",
    [
        "main is red",
        "no idea yet",
        "look at the logs",
        "let's skip that",
        "I'll not do that",
        "the last time it broke",
    ],
)
def test_words_beside_a_question_do_not_answer_it(answer: str) -> None:
    assert not adopted(PUSH, answer)


def test_a_question_that_asks_for_words_is_answered_by_any() -> None:
    assert adopted("Which port should staging use?", "8081") == "Which port should staging use?"


def test_a_question_of_two_ways_is_answered_by_the_name_of_one() -> None:
    question = "Should staging run on Redis or on a table?"
    assert adopted(question, "a table") == question
    assert not adopted(question, "look at the logs")


def test_a_yes_to_two_questions_of_which_one_is_the_others_alternative_picks_neither() -> None:
    asked = "Should the orders go to Postgres? Or should we stay on SQLite?"
    assert not adopted(asked, "yes, do that")
    assert not adopted(asked, "no")
    assert adopted(asked, "yes, Postgres") == asked


def test_a_yes_takes_up_a_question_that_only_begins_like_an_alternative() -> None:
    for question in ("Of the three, should we use Postgres?", "O banco fica no Postgres?"):
        assert adopted(question, "yes, do that") == question
        assert adopted(f"The rest is done. {question}", "yes, do that") == question
    dutch = "Gaan we naar Postgres? Of blijven we bij SQLite?"
    assert not adopted(dutch, "ja")
    assert adopted(dutch, "Postgres") == dutch


def test_a_list_before_a_question_is_taken_up_by_a_yes_only_as_far_as_its_last_item() -> None:
    listed = "Two ways.\n\n- Push straight to main.\n- Open a pull request.\n\nWhich one?"
    assert "Open" not in adopted(listed, "look at the logs")
    assert "Push" not in adopted(listed, "yes")


@pytest.mark.timeout(20)  # in the square of their number they take minutes
@pytest.mark.parametrize("unit", ["not, ", "don't, ", "or ", "a"])
def test_no_long_question_holds_it_up(unit: str) -> None:
    question = f"{unit * (100_000 // len(unit))}?"
    assert adopted(question, "yes") in ("", question, " ".join(question.split()))
