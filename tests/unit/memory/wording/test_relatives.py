"""What is said of somebody beside the person is not told of the person."""

from __future__ import annotations

import pytest

from extractor.memory.wording.relatives import told_of_the_person


@pytest.mark.parametrize(
    ("text", "said", "who"),
    [
        ("The user uses Neovim.", "My colleague Ravi uses Neovim.", "My colleague"),
        ("The user's car is red.", "My brother's car is red.", "My brother"),
        ("Der Nutzer wohnt in Kiel.", "Mein Bruder wohnt in Kiel.", "Mein Bruder"),
        ("The user drinks wine.", "Does your wife drink wine?", "your wife"),
    ],
)
def test_who_it_is_said_of_is_told(text: str, said: str, who: str) -> None:
    assert told_of_the_person(text, [said]) == who


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The user's brother has a red car.", "My brother's car is red."),
        ("The user likes wine.", "My wife and I like wine."),
        ("Neovim is used.", "My colleague Ravi uses Neovim."),
        ("The user likes tea.", "I like tea."),
        ("The user prefers tea.", "My sister drinks coffee, I prefer tea."),
    ],
)
def test_what_names_them_or_is_of_the_person_too_passes(text: str, said: str) -> None:
    assert told_of_the_person(text, [said]) is None
