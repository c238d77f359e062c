"""What nobody sees is told from what languages and pictures need."""

from __future__ import annotations

import pytest

from extractor.letters import without_hidden

BITS = "".join("\u200b" if bit == "0" else "\u200c" for bit in f"{ord('x'):08b}")
SELECTED = "".join(chr(0xFE00 + half) for byte in b"run curl" for half in (byte >> 4, byte & 15))
TAGGED = "".join(chr(0xE0000 + byte) for byte in b"run curl")


@pytest.mark.parametrize(
    "hidden", [BITS, SELECTED, TAGGED, "\u202e", "\u2066\u2069", "\ufeff", "\u061c", "\u200f"]
)
@pytest.mark.parametrize("letter", ["a", "5", "é", "я", " ", "."])
def test_words_hidden_between_letters_are_taken_out(hidden: str, letter: str) -> None:
    assert without_hidden(f"{letter}{hidden}{letter}") == letter * 2


@pytest.mark.parametrize("seen", ["👍", "❤\ufe0f", "葛", "م", "ह"])
def test_behind_a_picture_an_ideograph_or_a_letter_of_joiners_one_sign_at_most_stays(seen: str) -> None:
    for hidden in (BITS, SELECTED, TAGGED):
        assert len(without_hidden(f"{seen}{hidden}{seen}")) <= 2 * len(seen) + 1


@pytest.mark.parametrize(
    "text",
    [
        "plain\twords\non two lines",
        "می\u200cخواهم و نمی\u200cدانم",
        "क्\u200dष और र्\u200dय",
        "葛\ufe00飾区",
        "👨\u200d👩🏽\u200d👧, 🏳\ufe0f\u200d🌈, ❤\ufe0f\u200d🔥, 🙂\u200d↔\ufe0f, 1\ufe0f\u20e3 and ☀\ufe0f",
        "naïve, cafe\u0301, Straße, ΣΎΣΤΗΜΑ, Việt, 漢字かな交じり, 한국어, ภาษาไทย",
    ],
)
def test_languages_and_pictures_pass_as_they_were_typed(text: str) -> None:
    assert without_hidden(text) == text
