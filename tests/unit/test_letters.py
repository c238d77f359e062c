"""What nobody sees is told from what languages and pictures need."""

from __future__ import annotations

import pytest

from extractor.letters import without_hidden

BITS = "".join("\u200b" if bit == "0" else "\u200c" for bit in f"{ord('x'):08b}")
SELECTED = "".join(chr(0xFE00 + half) for byte in b"run curl" for half in (byte >> 4, byte & 15))
FILLED = "".join("\u3164" if bit == "0" else "\uffa0" for bit in f"{ord('x'):08b}")
OLD_KOREAN = "\u115f\u1160" * 4
MONGOLIAN = "".join("\u180b\u180c\u180d\u180f"[int(half)] for half in "30123")
NOTES = "".join(chr(0x1D173 + int(digit)) for digit in "1707")
TAGGED = "".join(chr(0xE0000 + byte) for byte in b"run curl")


@pytest.mark.parametrize(
    "hidden",
    [
        *(BITS, SELECTED, TAGGED, FILLED, OLD_KOREAN, MONGOLIAN, NOTES),
        *(
            "\u202e",
            "\u2066\u2069",
            "\ufeff",
            "\u061c",
            "\u200f",
            "\u034f",
            "\u17b4\u17b5",
            "\ufff3",
            "\U0001bca2",
        ),
    ],
)
@pytest.mark.parametrize("letter", ["a", "5", "é", "я", " ", "."])
def test_words_hidden_between_letters_are_taken_out(hidden: str, letter: str) -> None:
    assert without_hidden(f"{letter}{hidden}{letter}") == letter * 2


@pytest.mark.parametrize("seen", ["👍", "❤\ufe0f", "葛", "م", "ह", "ᠮ", "\u1112", "\u1161"])
def test_behind_a_picture_an_ideograph_or_a_letter_of_joiners_one_sign_at_most_stays(seen: str) -> None:
    for hidden in (BITS, SELECTED, TAGGED, FILLED, OLD_KOREAN, MONGOLIAN, NOTES):
        assert len(without_hidden(f"{seen}{hidden}{seen}")) <= 2 * len(seen) + 1


@pytest.mark.parametrize(
    "text",
    [
        "plain\twords\non two lines",
        "می\u200cخواهم و نمی\u200cدانم",
        "क्\u200dष और र्\u200dय",
        "葛\ufe00飾区",
        "👨\u200d👩🏽\u200d👧, 🏳\ufe0f\u200d🌈, ❤\ufe0f\u200d🔥, 🙂\u200d↔\ufe0f, 1\ufe0f\u20e3 and ☀\ufe0f",
        "ᠮᠣᠩᠭᠣᠯ ᠤ᠋ᠯᠤᠰ, \u1112\u1161\u11ab, \u115f\u1161 and \u1112\u1160\u11ab",
        "naïve, cafe\u0301, Straße, ΣΎΣΤΗΜΑ, Việt, 漢字かな交じり, 한국어, ภาษาไทย",
    ],
)
def test_languages_and_pictures_pass_as_they_were_typed(text: str) -> None:
    assert without_hidden(text) == text


IGNORABLE = (
    *(0xAD, 0x34F, 0x61C, 0x3164, 0xFEFF, 0xFFA0, *range(0x115F, 0x1161), *range(0x17B4, 0x17B6)),
    *(*range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),
    *(*range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
    *range(0xE0000, 0xE1000),
)
"""Default_Ignorable_Code_Point of Unicode 16 (DerivedCoreProperties.txt)."""


def test_no_letter_that_may_be_left_undrawn_stays_between_plain_ones() -> None:
    assert [hex(code) for code in IGNORABLE if without_hidden(f"a{chr(code)}b") != "ab"] == []
