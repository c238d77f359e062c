"""A question and its answer, retold: exactly that, or not at all."""

from __future__ import annotations

import pytest

from extractor.memory.gate.dialogue import (
    answered,
    chose,
    filled,
    is_retold,
    left_out,
    shortened,
    without_mood,
)

QUESTION = "Want me to set the limit to ten?"
ANSWER = "no, leave it for this release"
TOLD = "Asked ‘Want me to set the limit to ten?’, the user said ‘no, leave it for this release’."


def test_an_answer_stands_with_its_question() -> None:
    assert answered(QUESTION, f"{ANSWER}.") == TOLD
    assert chose("Which one?", "A table.") == "Asked ‘Which one?’, the user chose ‘A table’."
    assert chose("", "**A table**") == "The user chose ‘A table’."


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (TOLD, True),
        (TOLD.upper().replace("’S", "’s"), True),
        ("Asked ‘Want me to set the limit to ten?’, the user said ‘no, leave …", True),
        ("Asked ‘Want me to set the limit to ten?’, the user said ‘no, leave …’.", True),
        ("Asked ‘Want me to set the limit to ten?’, the user said ‘no, keep …’.", False),
        (TOLD + " Always.", False),
        ("Never " + TOLD, False),
        ("Asked ‘Want …", False),
        ("Asked ‘Want me to set the limit to ten?’, the user said ‘leave it’.", False),
        ("Asked ‘Want me to lift the limit?’, the user said ‘no, leave it for this release’.", False),
    ],
)
def test_a_text_is_that_dialogue_word_for_word_or_its_beginning(text: str, is_one: bool) -> None:
    assert is_retold(text, [QUESTION], [ANSWER]) is is_one


def test_signs_of_mood_are_no_words() -> None:
    assert without_mood("that is great :) 🎉") == "that is great"


@pytest.mark.parametrize(
    "text",
    [
        "Asked ‘Shall I squash them?’, the user said ‘I do that by hand’.",
        "Asked ‘Shall I squash them?’, the user said ‘I do that by hand.’",
        "Asked ‘**Shall** I squash them?’, the user said ‘I do that by hand.’.",
        "asked ‘2. Shall I squash them?’, the user said ‘I do that by hand’",
    ],
)
def test_emphasis_a_lists_number_and_a_full_stop_make_no_other_form(text: str) -> None:
    assert is_retold(text, ["Shall I squash them?"], ["I do that by hand."])


@pytest.mark.parametrize(
    "text",
    [
        "Asked ‘Shall I squash them?’, the user said ‘I never do that by hand’.",
        "Asked ‘Shall I squash all of them?’, the user said ‘I do that by hand’.",
        "Asked ‘Shall I squash them?’, the user said ‘I do that by hand’. Always squash.",
    ],
)
def test_another_word_does(text: str) -> None:
    assert not is_retold(text, ["Shall I squash them?"], ["I do that by hand."])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Asked ‘How many?’, the user said ‘not more’.", "12. not more"),
        ("Asked ‘How many?’, the user said ‘c) not more’.", "b) not more"),
        ("Asked ‘How many?’, the user said ‘c) not more’.", "not more"),
        ("Asked ‘How many?’, the user said ‘2. not more’.", "not more"),
    ],
)
def test_a_mark_is_neither_taken_from_an_answer_nor_given_to_it(text: str, answer: str) -> None:
    assert not is_retold(text, ["How many?"], [answer])


LONG = f"Where shall the archive live, {'on the shared disk with all the others or ' * 3}in the state folder?"


def test_a_long_form_is_cut_in_its_question_so_that_the_answer_shows() -> None:
    short = shortened(answered(LONG, "in the state folder"), 120)
    assert short.startswith("Asked ‘Where shall the archive live, on the shared")
    assert short.endswith(" …’, the user said ‘in the state folder’.")
    assert len(short) <= 120
    assert filled(short, LONG) == answered(LONG, "in the state folder")


def test_of_a_long_answer_the_beginning_shows_too() -> None:
    short = shortened(answered(LONG, "in the state folder, " * 9), 150)
    assert short.startswith("Asked ‘Where shall the archive")
    assert short.endswith(" …")
    assert "the user said ‘in the state folder, in the" in short
    assert len(short) <= 150


def test_what_fits_and_what_is_no_form_stays() -> None:
    assert shortened(TOLD, 150) == TOLD
    assert shortened("No form. " * 30, 150) == "No form. " * 30


def test_what_a_cut_question_leaves_out_is_found() -> None:
    told = "Asked ‘Where shall the archive live …’, the user said ‘here’."
    assert left_out(told, "Where shall the archive live, and for how long?") == ", and for how long?"
    assert left_out(told, "Where shall the log live?") == ""
    assert left_out("Asked ‘Where …’, the user said ‘here’.", "Where shall it live?") == "", (
        "too little to tell"
    )
