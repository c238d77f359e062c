"""What limits a person's sentences, and of whom they are said, stays in a text that rests on them."""

from __future__ import annotations

import pytest

from extractor.domain import Speaker
from extractor.memory.gate.evidence import check
from tests.support.gate import quotes, refusal, said, witnesses

WONDERED = said("h6", "hm. should we always push straight to main?")


def test_a_person_s_question_is_kept_as_the_question_it_is() -> None:
    evidence = quotes(("h6", "should we always push straight to main?"))
    assert check("Should we always push straight to main?", evidence, witnesses(WONDERED)) is None


@pytest.mark.parametrize(
    "text",
    [
        "Always push straight to main.",
        "Always push straight to main (why?).",
        "Always push straight to main, ok?",
        "We always push straight to main. Should we?",
    ],
)
def test_a_person_s_question_is_made_no_rule_by_a_question_mark(text: str) -> None:
    evidence = quotes(("h6", "should we always push straight to main?"))
    assert check(text, evidence, witnesses(WONDERED)) is not None


def test_the_agent_s_words_beside_a_person_s_question_do_not_make_it_a_rule() -> None:
    asked = said("a6", "The release is done. What comes next?", Speaker.ASSISTANT)
    evidence = quotes(("a6", "What comes next?"), ("h6", "should we always push straight to main?"))
    assert check("Always push straight to main.", evidence, witnesses(asked, WONDERED)) is not None


def test_an_order_with_a_guess_behind_it_is_an_order() -> None:
    order = said("h8", "let's fix it. write the test first, I assume it's a change in the parser?")
    shown = witnesses(order)
    assert check("Write the test first.", quotes(("h8", "write the test first")), shown) is None
    asked = said("h8", "we write the test first, I assume?")
    assert (
        check("We write the test first.", quotes(("h8", "we write the test first")), witnesses(asked))
        is not None
    )


def test_a_wish_for_speed_is_no_condition_but_one_behind_it_is() -> None:
    whole = "Deploy hotfixes to prod as soon as possible regressions are ruled out."
    shown = witnesses(said("h1", whole))
    assert "condition" in (check("Deploy hotfixes to prod.", quotes(("h1", whole)), shown) or "")


@pytest.mark.parametrize(
    "behind",
    [
        "Scratch that.",
        "No wait, spaces.",
        "Never mind, spaces.",
        "Just kidding.",
        "Ach nein, lieber Leerzeichen.",
        "不对，用空格。",
    ],
)
def test_what_the_next_sentence_takes_back_is_not_told(behind: str) -> None:
    shown = witnesses(said("h1", f"Use tabs everywhere. {behind}"))
    for quote in ("Use tabs everywhere.", f"Use tabs everywhere. {behind}"):
        assert check("Use tabs everywhere.", quotes(("h1", quote)), shown) is not None


def test_what_is_said_instead_of_something_taken_back_is_told() -> None:
    whole = "Use port 8080 for the API. Sorry, I meant port 8081."
    shown = witnesses(said("h1", whole))
    assert check("Port 8081.", quotes(("h1", "Sorry, I meant port 8081.")), shown) is None
    assert refused_for_the_next(
        check("Use port 8080 for the API.", quotes(("h1", "Use port 8080 for the API.")), shown)
    )


@pytest.mark.parametrize(
    "behind",
    [
        "Wait, also run the tests.",
        "Never mind that they are slow.",
        "I changed my mind about it.",
        "Ignore it?",
    ],
)
def test_a_sentence_behind_that_takes_back_nothing_of_it_refuses_nothing(behind: str) -> None:
    shown = witnesses(said("h1", f"Run the linter before you commit. {behind}"))
    assert (
        check("Run the linter before you commit.", quotes(("h1", "Run the linter before you commit.")), shown)
        is None
    )


def refused_for_the_next(problem: str | None) -> bool:
    return problem is not None and "takes it back" in problem


PLOTTED = "in case we find the solution, we also want to plot the shape with the contact solution instead of the cloud."


@pytest.mark.parametrize(
    "text",
    [
        "In case we find the solution, we also want to plot the shape with the contact solution.",
        "We also want to plot the shape with the contact solution, in case we find the solution.",
    ],
)
def test_a_condition_told_word_for_word_is_kept_though_the_rule_has_its_words(text: str) -> None:
    assert check(text, quotes(("h1", PLOTTED)), witnesses(said("h1", PLOTTED))) is None


def test_a_condition_that_is_left_out_is_named() -> None:
    told = check(
        "We also want to plot the shape with the contact solution.",
        quotes(("h1", PLOTTED)),
        witnesses(said("h1", PLOTTED)),
    )
    assert "in case we find the solution" in (told or "")


@pytest.mark.parametrize("lead", ["just want to say", "just wanted to say that", "also want to say,"])
def test_what_a_person_wants_to_say_is_no_report_of_another_s_words(lead: str) -> None:
    whole = f"{lead} we use pnpm in the shop"
    assert check("We use pnpm in the shop.", quotes(("h1", whole)), witnesses(said("h1", whole))) is None


def test_what_somebody_else_says_stays_theirs() -> None:
    whole = "Anna from ops says we use pnpm in the shop"
    assert check("We use pnpm in the shop.", quotes(("h1", whole)), witnesses(said("h1", whole))) is not None


@pytest.mark.parametrize(
    ("whole", "text"),
    [
        (
            "Deploy hotfixes to prod as soon as possible regressions are ruled out.",
            "Deploy hotfixes to prod as soon as possible.",
        ),
        ("Keep backups just in case, but only weekly.", "Keep backups just in case."),
        ("Had Anna said we need Redis, we would use it.", "We need Redis."),
        ("Wanted posters say we use Redis for sessions", "We use Redis for sessions."),
    ],
)
def test_what_reads_like_a_condition_that_is_kept_or_like_own_words_is_refused(whole: str, text: str) -> None:
    assert check(text, quotes(("h1", whole)), witnesses(said("h1", whole))) is not None


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Currently the page only lists names. Every list should show the date too.", "Every list should show the date."),
        ("The button only shows an icon right now. I want a label on every button.", "The user wants a label on every button."),
        ("Right now we deploy by hand. From now on deploy with the script.", "Deploy with the script."),
        ("Keep these commits apart, never squash my commits.", "Keep these commits apart and never squash the user's commits."),
    ],
)  # fmt: skip
def test_what_a_sentence_beside_it_says_of_the_moment_is_no_condition(words: str, text: str) -> None:
    assert refusal(words, text) is None


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Right now use tabs.", "Use tabs."),
        ("Use tabs right now. Tabs are wider.", "Use tabs."),
        ("For now the linter is broken. Skip the linter.", "Skip the linter."),
        ("The linter is broken right now. I want you to skip the linter.", "Skip the linter."),
        ("Use tabs. For Python use spaces instead of tabs if it is new.", "Use tabs."),
        ("Squash these commits. Commits of mine stay small.", "Squash commits."),
        ("Skip this test.", "Skip this test and skip tests."),
        ("For now skip the slow tests. We deploy on Mondays.", "Skip the slow tests and deploy on Mondays."),
    ],
)  # fmt: skip
def test_what_it_says_of_the_moment_itself_is_one(words: str, text: str) -> None:
    assert refusal(words, text) is not None
