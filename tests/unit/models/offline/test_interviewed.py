"""An answer by numbers: each part of it that lasts, with its question."""

from __future__ import annotations

import pytest

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.models.offline.interviewed import interviewed

ASKED = """Some questions before I plan:

1. **Shape:** One binary, or a service beside it?
   - A) One binary
   - B) A service
2. **Store:** Where are the sessions kept?
3. **Order:** Which part do you want to tackle first?
4. Any colours?"""


def message(text: str, speaker: Speaker = Speaker.HUMAN) -> Message:
    return Message(MessageKey("c", speaker.value, 0), speaker, Kind.TEXT, text, Milliseconds(0))


def told(answer: str) -> list[str]:
    """What is stated of an answer to the questions."""
    found = interviewed(message(answer), message(ASKED, Speaker.ASSISTANT))
    return [one.text for _, fact in found for one in fact.stated]


def test_each_part_is_a_fact_of_its_own_with_its_question() -> None:
    assert told("1. one binary, please\n2. in the state folder") == [
        "Asked ‘Shape: One binary, or a service beside it?’, the user said ‘one binary, please’.",
        "Asked ‘Store: Where are the sessions kept?’, the user said ‘in the state folder’.",
    ]
    assert len(interviewed(message("1. one binary\n2. on disk"), message(ASKED, Speaker.ASSISTANT))) == 2


def test_a_letter_is_told_as_the_option_it_names() -> None:
    assert told("1.B  2. in the state folder")[0] == (
        "Asked ‘Shape: One binary, or a service beside it?’, the user chose ‘A service’."
    )


def test_a_part_too_short_to_be_quoted_is_quoted_with_its_number() -> None:
    (_, first), (_, second) = interviewed(
        message("1. B\n2. in the state folder"), message(ASKED, Speaker.ASSISTANT)
    )
    assert first.stated[0].evidence[-1].quote == "1. B"
    assert second.stated[0].evidence[-1].quote == "in the state folder"


@pytest.mark.parametrize(
    "answer",
    [
        "1. what would you do?\n2. why, is there a choice?",
        "1. didn't we settle that? look it up\n4. hm?",
        "3. the store\n4. the former",
        "3. the parser, then the rest\n4. both",
        "just do it",
        "",
    ],
    ids=[
        "asked back",
        "asked in passing",
        "of the moment, by its place",
        "by their place",
        "no numbers",
        "nothing",
    ],
)
def test_what_asks_back_points_or_passes_is_no_fact(answer: str) -> None:
    assert told(answer) == []


def test_nothing_was_answered_where_nothing_was_asked() -> None:
    assert interviewed(message("1. one binary\n2. on disk"), None) == []
