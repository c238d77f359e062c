"""Options: what was put up for choice, and how an answer points at it."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from extractor.memory.gate.options import (
    chosen,
    last_question,
    options,
    questions,
    without_options,
)

LISTED = """Three ways:

1. **Redis** with a library: one more service
2. A table with a worker: nothing new to run
3. A vendor's queue: no worker of ours

Which one?"""
INLINE = "How should failed jobs behave: (a) retry for ever, (b) five tries, then a dead letter table?"
TABLE = "A table with a worker: nothing new to run"
VENDOR = "A vendor's queue: no worker of ours"


@pytest.mark.parametrize(
    ("answer", "option"),
    [
        ("2", TABLE),
        ("2, we have no time for more", TABLE),
        ("option 3 please", VENDOR),
        ("the second one. and a mail to us", TABLE),
        ("the last", VENDOR),
        ("die zweite", TABLE),
        ("7", None),
        ("2.5 seconds is enough", None),
        ("30 days", None),
        ("3 files are missing", None),
        ("a table, I think", None),
        ("neither", None),
        ("", None),
        ("2 of them fail", None),
        ("1 more thing", None),
        ("first we need tests", None),
        ("first, fix the test", None),
        ("the last time it broke", None),
        ("option 2 it is", TABLE),
        ("2 seems right to me", TABLE),
        ("2 and tests for it", TABLE),
    ],
)
def test_an_answer_names_an_option_by_number_letter_or_place(answer: str, option: str | None) -> None:
    assert chosen(answer, LISTED) == option


def test_a_question_ends_at_its_mark_in_any_script_and_beside_a_stray_backtick() -> None:
    assert last_question("我们要不要保留旧接口？请告诉我。") == "我们要不要保留旧接口？"
    assert last_question("Shall I delete the old table?!") == "Shall I delete the old table?"
    assert last_question("It`s late. Shall I drop the table? I kept `new`.") == "Shall I drop the table?"


@pytest.mark.parametrize(
    "options_below",
    [
        "1. **Inside** the planning step, before anything is written\n2. **By hand**, as a step of its own",
        "- inside the planning step\n\n- by hand\n  (as a step of its own)\n",
        "a) " + "inside the planning step, and " * 30 + "nowhere else\nb) by hand",
    ],
)
def test_a_question_stands_above_the_options_it_puts_up(options_below: str) -> None:
    message = f"That is about steps.\n\n**Where does the search belong?**\n\n{options_below}"
    assert last_question(message) == "Where does the search belong?"


def test_a_list_of_questions_is_asked_by_its_last_one() -> None:
    assert last_question("Two things?\n\n1. Do we log it?\n2. Do we keep it?") == "Do we keep it?"


@pytest.mark.parametrize(
    "message",
    ["| Level | Kept? |\n|---|---|\n| debug | no |", "I wonder " + "and wonder " * 30 + "whether it holds?"],
)
def test_a_heading_of_a_table_asks_nothing_nor_does_the_end_of_a_question_too_long_to_keep(
    message: str,
) -> None:
    assert last_question(message) == ""


def test_a_question_is_no_option() -> None:
    message = "Some questions:\n1. Indicators at the ends, or continuous lines?\n2. Are lanes reused?"
    assert chosen("1. left most", message) is None
    assert chosen("the second one", message) is None


def test_a_mark_inside_code_asks_nothing() -> None:
    assert last_question("Changed `[a-f]+` to `[0-9a-f]{12}(?:-x)?` in both files.") == ""
    assert last_question("Shall `a?` stay? I changed `b(?:c)?` too.") == "Shall `a?` stay?"


def test_options_may_stand_in_the_question_itself() -> None:
    assert chosen("b", INLINE) == "five tries, then a dead letter table"
    assert without_options(INLINE) == "How should failed jobs behave"


def test_the_last_of_several_lists_is_the_one_that_is_asked_about() -> None:
    text = "1. one\n2. two\n\nAnd then:\n\n1. red\n2. blue\n\nWhich?"
    assert options(text) == (("1", "red"), ("2", "blue"))
    assert options("1. alone") == ()


def test_the_question_is_the_last_sentence_that_asks() -> None:
    assert last_question("**Ready.** Want me to merge it?") == "Want me to merge it?"
    assert last_question(LISTED) == "Which one?"
    assert last_question("Done.") == ""
    assert last_question("x" * 300 + "?") == ""


@pytest.mark.parametrize(
    ("message", "question"),
    [
        (
            "Done. Use Postgres for it? Or should we stay on SQLite?",
            "Use Postgres for it? Or should we stay on SQLite?",
        ),
        (
            "I could use main. Or would you prefer a branch?",
            "I could use main. Or would you prefer a branch?",
        ),
        ("Main?\n\nOr **dev**? Or neither?", "Main?\n\nOr **dev**? Or neither?"),
        ("Auf Postgres? Oder bleiben wir bei SQLite?", "Auf Postgres? Oder bleiben wir bei SQLite?"),
        ("使用 Postgres？还是保留 SQLite？", "使用 Postgres？还是保留 SQLite？"),
        ("1. Fix the test?\n2. Or drop it?", "Fix the test?\n2. Or drop it?"),
        ("Ready. Organise the files?", "Organise the files?"),
    ],
)
def test_an_alternative_is_asked_with_what_it_stands_beside(message: str, question: str) -> None:
    assert last_question(message) == question


@pytest.mark.parametrize(
    "message",
    [
        "Gaan we naar Postgres? Of blijven we bij SQLite?",
        "¿Usamos Postgres? ¿O seguimos con SQLite?",
        "Usiamo Postgres? O restiamo su SQLite?",
        "Vamos usar Postgres? Ou ficamos no SQLite?",
        "On passe à Postgres ? Ou on reste sur SQLite ?",
        "Skal vi bruge Postgres? Eller bliver vi på SQLite?",
        "¿Usamos Postgres? ¿U otra base?",
        "**Gaan we naar Postgres?** Of blijven we bij SQLite?",
    ],
)
def test_a_word_of_several_languages_begins_an_alternative_to_a_question(message: str) -> None:
    assert last_question(message) == message.lstrip("*")


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("", "Of the three, should we use Postgres?"),
        ("", "Of these, which one?"),
        ("", "O banco fica no Postgres?"),
        ("", "O arquivo de config deve ser YAML?"),
        ("", "O que devemos usar?"),
        ("", "Ou est-ce que Postgres?"),
        ("É melhor. ", "O banco deve ser Postgres?"),
        ("I will write the migration. ", "Of course we keep Postgres?"),
        ("Is it slow? ", "Of the three, should we use Postgres?"),
        ("Vamos migrar? ", "O banco fica no Postgres?"),
        ("Você quer migrar? ", "O banco novo?"),
        ("Seguimos? ", "O que devemos usar?"),
        ("Posso seguir?\n\n", "O teste roda?"),
        ("Seguro? ", "U-Boot stays?"),
    ],
)
def test_such_a_word_that_begins_no_alternative_leaves_the_question_by_itself(
    before: str, question: str
) -> None:
    assert last_question(before + question) == question


def test_a_sign_of_inches_hides_no_question_up_to_the_next_one() -> None:
    message = 'The screen is 5" wide. Should we use Postgres? The other is 7" wide.'
    assert last_question(message) == "Should we use Postgres?"
    assert last_question('The text says "use version 2?" and "which?" there.') == ""


@pytest.mark.parametrize("unit", ["Or? ", "Or a? "])
def test_an_alternative_among_thousands_is_looked_at_beside_a_few(unit: str) -> None:
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        questions(unit * 1_000)
    finally:
        sys.setprofile(before)
    assert calls < 100 * 1_000


@pytest.mark.parametrize(
    "message",
    [
        "Or should we stay on SQLite?",
        "Long " * 50 + "one? Or the other?",
        "I could:\n\n1. Add the tests\n2. Push it\n\nOr would you like to read it first?",
    ],
)
def test_an_alternative_to_nothing_that_can_be_told_asks_nothing(message: str) -> None:
    assert last_question(message) == ""


@pytest.mark.parametrize(
    "message",
    [
        'We match files for "shall we link it?" but use lines for "what is left to carry?" everywhere.',
        "The dialog says “Delete the files?” and waits.",
        "Es fragt „Alles löschen?“ und wartet.",
        "The command prints 'Really delete?' and waits.",
        """curl -d '{"content": "What can I make of kale?"}' localhost""",
    ],
)
def test_a_question_between_quotation_marks_is_asked_of_nobody(message: str) -> None:
    assert last_question(message) == ""


@pytest.mark.parametrize(
    "question",
    [
        "Is there another way in (web console, another session, etc.) to add the key?",
        "Shall it have a prefix, e.g. the name of the project?",
        "Should Dr. Smith see it?",
        'Shall the button say "Stop. Now" or nothing?',
    ],
)
def test_a_shortened_word_and_a_full_stop_between_quotation_marks_begin_no_question(question: str) -> None:
    assert last_question(f"That is done. {question}") == question


def test_a_sentence_may_end_with_a_shortened_word() -> None:
    assert last_question("I moved the tests, the docs etc. Shall I push?") == "Shall I push?"


LETTERED = "How?\n\na) push\nb) open a pull request\n\nWhich one?"


@pytest.mark.parametrize("answer", ["a mail to ops would help", "a table", "be quick", "a b test would do"])
def test_a_word_of_one_letter_names_no_option(answer: str) -> None:
    assert chosen(answer, LETTERED) is None


@pytest.mark.parametrize("answer", ["b", "b, please", "B.", "option b", "b) with tests"])
def test_a_letter_by_itself_names_one(answer: str) -> None:
    assert chosen(answer, LETTERED) == "open a pull request"


def test_all_that_a_text_asks_is_found_but_for_code_and_what_is_too_long() -> None:
    assert questions("Logs: keep them? For how long? `a?` I mean the ones of today.") == [
        "Logs: keep them?",
        "For how long?",
    ]
    assert questions("x" * 300 + "? Which?") == ["Which?"]


def test_a_letter_names_no_item_of_a_numbered_list_but_one_of_the_table() -> None:
    steps = "Done:\n1. Read it\n2. Pushed it without review\n\n"
    table = (
        "| Option | What |\n|---|---|\n| A | At commit time | x |\n| B | At every step | y |\n\nWhich one?"
    )
    assert chosen("B.", steps + table) == "At every step"
    assert chosen("2", steps + table) == "Pushed it without review"
    assert chosen("3", "1. one\n2. two\n\n| Option | x |\n|---|---|\n| 1 | a |\n| 2 | b |\n| 3 | c |") is None
