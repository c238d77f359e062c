"""What is to stand in a text that is ordered rules nothing."""

from datetime import UTC

import pytest

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.models.offline.composing import orders_a_text
from extractor.models.offline.facts import facts

RULES = "It must always answer in the customer's language and never promise refunds."


def kept(text: str) -> list[str]:
    message = Message(
        MessageKey("c", "m1", 0), Speaker.HUMAN, Kind.TEXT, text, Milliseconds(1_790_000_000_000)
    )
    return [one.text for fact in facts([[message]], 9, UTC).facts for one in fact.stated]


@pytest.mark.parametrize(
    "order",
    [
        "Generate a system prompt for our support bot.",
        "please write a job ad for us:",
        "Draft an e-mail to the landlord.",
        "Can you come up with a tagline.",
        "Schreib mir bitte eine Stellenanzeige.",
        "Escribe una carta al banco.",
        "Напиши письмо клиенту.",
    ],
)
def test_what_a_paragraph_says_behind_such_an_order_stands_in_the_text(order: str) -> None:
    assert orders_a_text(order)
    assert kept(f"{order} {RULES}") == []


def test_another_paragraph_is_the_persons() -> None:
    rule = "Always use British spelling in this project."
    assert kept(f"Write a tweet on the release. {RULES}\n\n{rule}") == [rule]


@pytest.mark.parametrize(
    "sentence",
    [
        "Write a test for every bug you fix.",
        "We write a newsletter every Friday.",
        "Never write an e-mail to customers.",
        "Create a table for the prices.",
        "The prompt must always be in English.",
    ],
)
def test_other_orders_and_what_is_told_of_texts_are_none(sentence: str) -> None:
    assert not orders_a_text(sentence)
