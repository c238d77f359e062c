"""A yes is bare where nothing beside it takes back a part of what was asked."""

from __future__ import annotations

import pytest

from extractor.domain import Speaker
from extractor.memory.gate.bare_yes import is_bare
from extractor.memory.gate.evidence import check
from tests.support.gate import is_refused_answer, quotes, said, witnesses

ASKED, RULE = "Should I delete the old migrations?", "Delete the old migrations."


@pytest.mark.parametrize(
    "answer",
    [
        "yes. no wait, don't",
        "yes\n\nactually no, leave them",
        "yeah right",
        "exactly the opposite",
        "yes, the ones in old/",
        "ja, aber nur die alten aus Mai",
        "gerne später",
        "是的，但等一下",
        "let's keep them",
        "yes tomorrow",
        "sure, but keep 0004",
        "yes... hmm, let me think about it first",
        "yes in dev",
        "Yes. But not the ones from May.",
        "Yes, do it. Except for 0004.",
        "sure thing... NOT",
        "correct, we should keep them",
        "right, that is what we should avoid",
        "yes, later",
        "sí, pero solo las viejas",
        "oui, sauf celle de mai",
        "yes, but ask me first",
        "go ahead and leave them",
        "thanks",
        "noted",
        "next",
    ],
)
def test_an_answer_that_says_less_than_yes_takes_nothing_up(answer: str) -> None:
    assert is_refused_answer(ASKED, answer, RULE)


@pytest.mark.parametrize(
    "answer",
    [
        "Yes.",
        "Yes, delete them",
        "yes, delete the old migrations!",
        "ja bitte",
        "yes! thanks",
        "yes, and run the tests after",
        "Yes. Then open a pull request.",
        "ok thanks",
        "ok",
        "perfect, go ahead",
        "yes, keep doing that",
        "yes, always",
        "Sure, why not",
        "Yes, that would be great",
        "Yes, from now on",
        "Yes, feel free",
        "yes, every time",
    ],
)
def test_an_answer_that_goes_on_leaves_its_yes_as_it_is(answer: str) -> None:
    assert not is_refused_answer(ASKED, answer, RULE)


@pytest.mark.parametrize(
    "asked",
    [
        "Should I delete the old migrations this time?",
        "Should I delete the old migrations for this branch?",
        "Should I delete the old migrations if the tests pass?",
        "Should I delete the old migrations for now?",
    ],
)
def test_what_was_asked_for_once_or_under_a_condition_is_kept_so(asked: str) -> None:
    assert is_refused_answer(asked, "yes", RULE)
    assert not is_refused_answer(asked, "yes", f"{asked.removeprefix('Should I ').capitalize()[:-1]}.")


@pytest.mark.parametrize("answer", ["yes", "no", "sure"])
def test_who_is_asked_whether_they_mind_says_neither_by_a_word(answer: str) -> None:
    assert is_refused_answer("Do you mind if I push straight to main?", answer, "Push straight to main.")
    assert is_refused_answer(
        "Would it bother you if I push straight to main?", answer, "Push straight to main."
    )


@pytest.mark.parametrize(
    ("asked", "answer", "text"),
    [
        ("You don't use Windows, do you?", "Yes, I do.", "The user doesn't use Windows."),
        ("You don't use Windows?", "Yes.", "The user doesn't use Windows."),
        ("Should I use tabs or spaces?", "yes", "Use tabs."),
        ("Should I delete the logs? Should I keep the backups?", "Yes to the second.", "Delete the logs."),
        ("I will remove the feature flags. Should I also update the docs?", "yes", "Remove the docs."),
        ("Most developers prefer dark themes. What do you think?", "ok", "The user prefers dark themes."),
        ("Does your wife drink wine?", "Yes.", "The user drinks wine."),
        ("Is it possible that you have diabetes?", "Yes.", "The user has diabetes."),
    ],
)
def test_a_yes_to_a_denial_a_choice_or_somebody_else_tells_nothing(
    asked: str, answer: str, text: str
) -> None:
    assert is_refused_answer(asked, answer, text)


def test_a_yes_with_its_verb_is_one() -> None:
    assert not is_refused_answer("Are you a vegetarian?", "Yes, I am.", "The user is a vegetarian.")
    assert not is_refused_answer("Shall I always run the linter?", "Yes, do that.", "Always run the linter.")


def test_a_yes_answers_what_was_said_last() -> None:
    messages = [
        said("a1", ASKED, Speaker.ASSISTANT),
        said("a2", "I left them for now. Shall I open the pull request?", Speaker.ASSISTANT),
        said("h1", "yes"),
    ]
    assert check(RULE, quotes(("a1", ASKED), ("h1", "yes")), witnesses(*messages)) is not None
    del messages[1]
    assert check(RULE, quotes(("a1", ASKED), ("h1", "yes")), witnesses(*messages)) is None


def test_words_of_what_is_told_add_nothing() -> None:
    assert is_bare("yes, push it to staging", ["Push it to staging."])
    assert not is_bare("yes, push it to staging", ["Push it."])
