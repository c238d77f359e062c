"""What nobody sees is left out, and every place is told as the one it comes from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.bared import bared

PIECES = st.sampled_from(
    ["a", "bc", "\x1b[32m", "\x1b[0m", "\u200b", "\u00ad\u2060", "é", "\n", "\x1b", "[0m"]
)


@pytest.mark.parametrize("text", ["", "plain", "größer", "a \x1b alone", "\U0001f600"])
def test_a_text_without_any_is_not_bared(text: str) -> None:
    assert bared(text) is None


def test_colours_and_invisible_letters_are_left_out() -> None:
    seen = bared("\ufeff\x1b[1;32mpass\u200bword\x1b[0m: x")
    assert seen is not None
    assert seen.text == "password: x"


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.lists(PIECES, max_size=20))
def test_every_letter_stands_where_its_place_is_told(pieces: list[str]) -> None:
    text = "".join(pieces)
    if seen := bared(text):
        assert [text[seen.place(at)] for at in range(len(seen.text))] == list(seen.text)
