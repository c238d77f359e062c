"""Conditions and questions."""

from __future__ import annotations

import pytest

from extractor.memory.wording.provisos import is_question, lost_condition, sentences


@pytest.mark.parametrize(
    "sentence",
    [
        "should we push straight to main?",
        "I wonder whether we need the cache",
        "why do we use npm?",
        "soll ich das mocken?",
        "¿por qué usamos npm?",
        "you use npm here, right?",
        "I think it runs on port 80, right?",
        "I think it must be the cache, right?",
        "I think Bob said all sessions should share one branch, right?",
        "I think Bob wants that all sessions should share one branch, right?",
        "I think your plan is that all sessions should share one branch, right?",
        "I believe all sessions should share one branch already, right?",
        "I think all sessions should share one branch or two, right?",
        "I think the flag needs to be set before the build runs, right?",
        "I think the new parser is better than the old one, right?",
        "I think the users want dark mode, right?",
        "any chance we lose the rows of the old table?",
        "any chance you know why it is slow?",
        "can you tell me whether all sessions should share one branch?",
        "any way you can tell if it is slow?",
        "I believe it should work now, or?",
        "should we keep it in one file, or?",
    ],
)
def test_who_asks_to_be_told_says_nothing(sentence: str) -> None:
    assert is_question(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "could you please always show me the plan first?",
        "can you use uv instead of pip from now on?",
        "kannst du bitte immer auf Deutsch antworten?",
        "run the linter before you commit, ok?",
        "we deploy on Tuesdays",
        "I think all sessions should share one branch, right?",
        "for option 5: I feel like a single match is enough and we should go on, or?",
        "ich finde, das sollte in einer Datei bleiben, oder?",
        "that's not quite right, it only makes a branch if files changed, or?",
        "the tests are slow, any way we can run them in parallel?",
        "I think they should share one branch, right?",
        "I think you should show me the plan first, right?",
        "I think we'd better keep it in one file, or not?",
        "could you check the links before you commit?",
        "can you always tell me why you change something?",
    ],
)
def test_who_asks_for_something_to_be_done_says_it(sentence: str) -> None:
    assert not is_question(sentence)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The slow suite is run.", "run the slow suite only if I ask for it"),
        ("Deploys are skipped.", "skip deploys when the build is red"),
        ("Comments are written.", "write comments unless the code is clear"),
        ("Write everything in Rust.", "if feasible for Anna, write everything in Rust"),
        ("Write everything in Rust.", "write everything in Rust if feasible in two weeks"),
    ],
)
def test_a_condition_that_was_left_out_is_named(text: str, said: str) -> None:
    assert lost_condition(text, [said]) is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The slow suite is run only when the user asks.", "run the slow suite only if I ask for it"),
        ("A red build skips deploys.", "skip deploys when the build is red"),
        ("Money is kept in cents.", "keep money in cents if possible"),
        ("Dates are in UTC.", "dates are in UTC. if the build is red, tell me"),
    ],
)
def test_a_condition_that_was_kept_or_binds_something_else_is_fine(text: str, said: str) -> None:
    assert lost_condition(text, sentences(said)) is None


def test_no_sentence_is_empty() -> None:
    assert sentences("One. Two!  ; 三。 ") == ["One.", "Two!", "三。"]


@pytest.mark.parametrize(
    "doubt", ["not sure if", "I'm unsure if", "no idea if", "I doubt if", "I was wondering if"]
)
def test_what_a_person_is_in_doubt_about_is_no_condition(doubt: str) -> None:
    said = f"I think we should signal and log...{doubt} we need to prompt"
    assert lost_condition("Signal and log.", [said]) is None


def test_a_condition_beside_a_doubt_is_kept() -> None:
    assert lost_condition("Signal and log.", ["I'm sure: signal and log if the write failed"]) is not None
