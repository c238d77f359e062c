"""What a sub-agent is asked, whatever a client wrote down."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.history.dispatch import asked


def test_the_words_are_told_and_not_their_form() -> None:
    call = json.dumps({"prompt": "Look at the logs.", "description": "logs", "subagent_type": "x"})
    assert asked(call) == "logs\nLook at the logs."


@pytest.mark.parametrize(
    "call", ["Look.", "[1, 2]", '{"prompt": ""}', '{"prompt": 3}', "", '{"a": ' * 100_000]
)
def test_an_input_that_says_nothing_is_told_as_it_is(call: str) -> None:
    assert asked(call) == call


def test_half_a_sign_is_told_as_one_that_is_missing() -> None:
    assert (
        asked(r'{"message": "a \ud83d b \ud83d\ude00"}') == "a \N{REPLACEMENT CHARACTER} b \N{GRINNING FACE}"
    )


@given(
    st.recursive(
        st.text() | st.none(),
        lambda inner: st.dictionaries(st.sampled_from(["prompt", "message", "x"]), inner),
    )
)
def test_whatever_is_told_can_be_written_down(value: object) -> None:
    asked(json.dumps(value)).encode()
