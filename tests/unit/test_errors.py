"""What is printed of other people's words is one line that does nothing to a terminal."""

from __future__ import annotations

import pytest

from extractor.errors import printable

JOIN = "\u200d"
FAMILY = f"\U0001f468{JOIN}\U0001f469\U0001f3fd{JOIN}\U0001f467"
FLAG = f"\U0001f3f3\ufe0f{JOIN}\U0001f308"


@pytest.mark.parametrize(
    "text", ["plain words", "naïve 漢字", FAMILY, FLAG, f"a {FAMILY} of {FLAG}s", "می\u200cخواهم"]
)
def test_words_and_joined_pictures_stay_as_they_are(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\x1b[31m", "a\\nb\\x1b[31m"),
        ("\u202etxet", "\\u202etxet"),
        (f"pass{JOIN}word", "pass\\u200dword"),
        (f"{FAMILY}{JOIN}", f"{FAMILY}\\u200d"),
        (f"{JOIN}{FAMILY}", f"\\u200d{FAMILY}"),
        (f"\U0001f468{JOIN}{JOIN}\U0001f469", "\U0001f468\\u200d\\u200d\U0001f469"),
        (f"\U0001f468{JOIN}a", "\U0001f468\\u200da"),
        (f"a\ufe0f{JOIN}\U0001f308", "a\\ufe0f\\u200d\U0001f308"),
        ("a\ufe01\ufe0eb\u200bc", "a\\ufe01\\ufe0eb\\u200bc"),
        ("a\U000e0061\U000e0100b", "a\\U000e0061\\U000e0100b"),
        (f"\u845b\U000e0100{FAMILY}", f"\u845b\\U000e0100{FAMILY}"),
        ("caf\udce9", "caf\\udce9"),
    ],
)
def test_what_acts_on_a_terminal_or_is_not_seen_is_written_out(text: str, shown: str) -> None:
    assert printable(text) == shown
