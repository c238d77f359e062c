"""Sentences too light to be kept for themselves, which say that something is no longer as it was."""

from __future__ import annotations

from datetime import UTC

import pytest

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.models.offline.otherwise import turned


def turned_in(text: str) -> list[str]:
    message = Message(MessageKey("c", "m1", 0), Speaker.HUMAN, Kind.TEXT, text, Milliseconds(60_000))
    return [fact.text for fact in turned(message, UTC) if fact.only_instead]


@pytest.mark.parametrize(
    "text",
    [
        "You can use emojis in replies again.",
        "You can commit without asking from now on.",
        "CI is GitHub Actions.",
        "Actually mocking the database in tests is fine now.",
        "Stop asking me before you push.",
        "The dev server is on 4000 now.",
        "We upgraded to Node 22.",
        "You don't need to ask before running migrations anymore.",
    ],
)
def test_a_sentence_that_says_it_is_otherwise_now_may_stand_in_the_place_of_another(text: str) -> None:
    assert turned_in(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Now run the tests again.",
        "Ok, now use npm.",
        "Start the dev server on 4000 now, 3000 is taken.",
        "Can we use emojis in replies again?",
        "You can push this time.",
        "You can commit now.",
        "You may push to main now.",
        "You can use npm for now.",
        "That is fine now.",
        "Try it again with port 4000.",
        "The dev server on port 4000 fails now.",
        "We use Postgres.",
    ],
)
def test_what_is_said_of_the_moment_takes_no_place(text: str) -> None:
    assert turned_in(text) == []


def test_every_quote_stands_in_the_message() -> None:
    text = "Thanks! The dev server is on 4000 now. We upgraded to Node 22."
    message = Message(MessageKey("c", "m1", 0), Speaker.HUMAN, Kind.TEXT, text, Milliseconds(60_000))
    quotes = [cited.quote for fact in turned(message, UTC) for one in fact.stated for cited in one.evidence]
    assert len(quotes) == 2
    assert all(quote in text for quote in quotes)
