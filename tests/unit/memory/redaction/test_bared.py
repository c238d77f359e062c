"""What nobody sees is left out, and every place is told as the one it comes from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.redaction.bared import bared

PIECES = st.sampled_from(
    ["a", "bc", "\x1b[32m", "\x1b[0m", "\u200b", "\u00ad\u2060", "é", "\n", "\x1b", "[0m"]
)


@pytest.mark.parametrize("text", ["", "plain", "größer", "a \x1b alone", "\U0001f600"])
def test_a_text_without_any_is_not_bared(text: str) -> None:
    assert list(bared(text)) == []


def test_colours_and_invisible_letters_are_left_out() -> None:
    (seen,) = bared("\ufeff\x1b[1;32mpass\u200bword\x1b[0m: x")
    assert seen.text == "password: x"


def test_only_the_lines_beside_what_nobody_sees_are_bared() -> None:
    seen = list(bared("a\nb\nc\u200bd\ne\nf\ng\nh\n\x1b[0mi\nj\nk"))
    assert [each.text for each in seen] == ["b\ncd\ne\n", "h\ni\nj\n"]
    (one,) = bared("a\u200bb\nc\nd\u200be\nf")
    assert one.text == "ab\nc\nde\nf"


@settings(max_examples=500)
@given(st.lists(PIECES, max_size=30))
def test_every_letter_stands_where_its_place_is_told(pieces: list[str]) -> None:
    text = "".join(pieces)
    told = [seen.place(at) for seen in bared(text) for at in range(len(seen.text))]
    left = "".join(seen.text for seen in bared(text))
    assert [text[at] for at in told] == list(left)
    assert told == sorted(set(told))
    assert not any(letter in left for letter in "\u200b\u00ad\u2060")
