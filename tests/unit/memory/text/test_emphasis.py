"""Marks of emphasis go, those of names and patterns stay, and no text makes the search slow."""

import time

import pytest

from extractor.memory.text.emphasis import unemphasised, without_halves


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Always** use tabs", "Always use tabs"),
        ("use *tabs*, not _spaces_", "use tabs, not spaces"),
        ("__never on Friday__", "never on Friday"),
        ("use `ruff` **and** mypy", "use `ruff` and mypy"),
    ],
)
def test_a_pair_around_words_goes(text: str, plain: str) -> None:
    assert unemphasised(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "Is it in __name__?",
        "leave __init__.py alone",
        "leave out src/**/*.gen.ts",
        "snake_case_names stay",
        "2 * 3 * 4",
        "call f(*args, **kwargs)",
        "a **bold beginning that never ends",
    ],
)
def test_names_patterns_and_products_stay(text: str) -> None:
    assert unemphasised(text) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Shape:** a binary, or a service?", "Shape: a binary, or a service?"),
        ("**Store: where is it kept?", "Store: where is it kept?"),
        ("leave out src/**/*.ts and lib/**", "leave out src/**/*.ts and lib/**"),
        ("**/*.ts is left out", "**/*.ts is left out"),
        ("2 ** 3", "2 ** 3"),
    ],
)
def test_half_a_pair_at_the_edge_of_a_word_goes(text: str, plain: str) -> None:
    assert without_halves(text) == plain


@pytest.mark.parametrize("piece", ["*", "_", "__", "*a", "__a", "**a ", "__a ", "*a_", "_a-", "__a-"])
def test_the_time_grows_with_the_text(piece: str) -> None:
    # Eight times the length: 64 times the time where it grows with the square.
    assert _seconds(piece * 16_000) < 30 * max(_seconds(piece * 2_000), 0.0005)


def _seconds(text: str) -> float:
    def once() -> float:
        begun = time.process_time()
        without_halves(unemphasised(text))
        return time.process_time() - begun

    return min(once() for _ in range(3))
