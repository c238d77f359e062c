"""What a text comes to for whoever decodes or renders it."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.memory.team.decodings import decodings

PLAIN = "jo" + "@" + "example.org"


@pytest.mark.parametrize(
    "written",
    [
        "jo&#64;example.org", "jo&#x40;example.org", "jo&commat;example.org", "jo%40example.org", "jo\\u0040example.org",
        "jo\\x40example.org", "jo\\100example.org", "jo\\u{40}example.org", "jo＠example.org", "jo﹫example．org",
        "jo**" + "@" + "**example.org", "j<b>o</b>&#64;example.org", "jo%2540example.org",
        base64.b64encode(PLAIN.encode()).decode(), PLAIN.encode().hex(), PLAIN.encode().hex(" "),
        base64.b64encode(base64.b64encode(PLAIN.encode())).decode(),
    ],
)  # fmt: skip
def test_an_address_is_read_however_it_is_written(written: str) -> None:
    assert any(PLAIN in each for each in decodings(f"Write to {written} today."))


def test_the_text_itself_is_read_first_and_plain_text_only_so() -> None:
    assert decodings("Releases are tagged on Fridays.") == ["Releases are tagged on Fridays."]


def test_words_are_no_base64() -> None:
    assert decodings("Integration tests run against databases.") == [
        "Integration tests run against databases."
    ]


@settings(max_examples=150)
@given(st.text(max_size=60) | st.text(alphabet="%&#\\ux40;<>*_ab@", max_size=40))
def test_any_text_has_few_decodings_and_is_one_of_them(text: str) -> None:
    found = decodings(text)
    assert found[0] == text
    assert len(found) <= 32
    assert len(set(found)) == len(found)
