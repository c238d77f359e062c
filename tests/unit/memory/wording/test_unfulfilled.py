"""What was meant, refused, or is not so of all, is not told as so."""

from __future__ import annotations

import pytest

from extractor.memory.wording.qualifiers import lost_qualifier


@pytest.mark.parametrize(
    ("text", "said", "lost"),
    [
        ("The user bought a Tesla.", "I was going to buy a Tesla.", "was going to"),
        ("The user quit in March.", "I tried to quit in March.", "tried to"),
        ("The user uses Windows.", "I refuse to use Windows.", "refuse to"),
        ("Nothing needs a test.", "Not everything needs a test.", "Not everything"),
        ("We use Postgres.", "We should have used Postgres.", "should have used"),
        ("We use MySQL.", "We used MySQL before we moved.", "We used MySQL before"),
    ],
)
def test_what_a_text_lost_is_told(text: str, said: str, lost: str) -> None:
    assert lost_qualifier(text, [said]) == lost


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The user planned to buy a Tesla.", "I was going to buy a Tesla."),
        ("The user never uses Windows.", "I refuse to use Windows."),
        ("Some things need no test.", "Not everything needs a test."),
        ("MySQL was used before the move.", "We used MySQL before we moved."),
        ("Use tabs.", "I meant to say use tabs."),
        ("Use tabs.", "I'd like to use tabs."),
    ],
)
def test_what_keeps_it_passes(text: str, said: str) -> None:
    assert lost_qualifier(text, [said]) is None
