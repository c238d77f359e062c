"""Of two clauses built alike each says something of its own."""

from __future__ import annotations

import pytest

from extractor.memory.wording.parallels import crossed_parallel, joined


@pytest.mark.parametrize(
    ("text", "said", "lent"),
    [
        ("Code needs no review.", ["Docs need no review.", "Code does."], "code"),
        ("Use npm in the app.", ["Use npm in the docs.", "Use pnpm in the app."], "npm"),
        ("Backend owns the login page.", ["Frontend owns the login page; backend owns tokens."], "backend"),
    ],
)
def test_a_word_of_the_other_clause_is_told(text: str, said: list[str], lent: str) -> None:
    assert crossed_parallel(text, said) == lent


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Docs need no review.", ["Docs need no review.", "Code does."]),
        ("The app uses Tokio.", ["The app is written in Rust.", "It uses Tokio."]),
        ("Use pnpm in the app.", ["Use npm in the docs.", "Use pnpm in the app."]),
        ("Commit messages are short, in English.", ["Commit messages are short.", "Write them in English."]),
        ("Use tabs.", ["Use tabs."]),
    ],
)
def test_what_one_clause_says_or_points_at_passes(text: str, said: list[str]) -> None:
    assert crossed_parallel(text, said) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Delete the logs.", ["Delete the temp files.", "Keep the logs for a week."]),
        ("Delete the logs.", ["Delete the temp files and keep the logs."]),
        ("Reply in full sentences.", ["Reply briefly.", "Write the docs in full sentences."]),
    ],
)
def test_the_verb_of_one_sentence_takes_no_object_of_another(text: str, said: list[str]) -> None:
    assert joined(text, said) is not None
    assert all(joined(each, said) is None for each in said)


def test_a_text_of_many_words_is_judged_in_time() -> None:
    words = " ".join(f"word{number}" for number in range(4_000))
    assert crossed_parallel("Word1 word9999.", [f"{words}, {words[::-1]}"]) is None
