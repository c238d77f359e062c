"""Small words that make a sentence hold for more, or for the opposite."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.wording.force import unsaid_force


@pytest.mark.parametrize(
    ("text", "said", "unsaid"),
    [
        ("Always delete the folder.", "delete the folder", "Always"),
        ("Every build is signed.", "sign the build", "Every"),
        ("Jeder Build wird signiert.", "den Build signieren", "Jeder"),
        ("Push without a review.", "push after the review", "without"),
        ("Deploy without asking.", "deploy it tonight", "without"),
        ("Avoid the linter.", "run the linter", "Avoid"),
        ("Follow the page.", "look at the page", "Follow"),
        ("The cache is off.", "the cache is on", "off"),
        ("The freeze starts before May.", "the freeze starts after May", "before"),
        ("At least ten lines.", "at most ten lines", "At least"),
        ("If it conflicts with main, fix that first.", "it conflicts with main, let's fix that first", "If"),
        ("Merge it unless Ann objects.", "Ann objects, merge it", "unless"),
        ("Falls der Test rot ist, kein Release.", "der Test ist rot, kein Release", "Falls"),
    ],
)
def test_what_nobody_said_in_any_words_is_named(text: str, said: str, unsaid: str) -> None:
    assert unsaid_force(text, [said]) == unsaid


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Never delete the folder without asking.", "don't delete the folder unless I say so"),
        ("Every PR updates the changelog.", "the changelog is updated with every PR"),
        ("Each test has one assertion.", "one assertion per test"),
        ("Nested ternaries are avoided.", "I hate nested ternaries"),
        ("Code is written without comments.", "leave the comments out"),
        ("Naming follows docs/style.md.", "use docs/style.md for naming"),
        ("Merge only after CI is green.", "wait for CI before merging"),
        ("The cache is off.", "turn the cache off and leave the log on"),
        ("If CI is red, nobody merges.", "nobody merges when CI is red"),
        ("Nobody merges unless CI is green.", "merge only once CI is green"),
    ],
)
def test_what_was_said_in_other_words_is_said(text: str, said: str) -> None:
    assert unsaid_force(text, [said]) is None


@settings(max_examples=200)
@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["always", "never", "off", "on", "without", "ask", "all"])).map(" ".join)
)
def test_who_says_the_same_says_no_more(text: str) -> None:
    assert unsaid_force(text, [text]) is None
