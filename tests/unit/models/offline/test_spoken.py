"""What a person said in their own voice: the same paragraphs and sentences for every rule that asks."""

from __future__ import annotations

import pytest

from extractor.models.offline.spoken import orders_a_text, own_sentences, paragraphs

MESSAGE = "We use tabs. Always.\n\n```\nnever read this\n```\n\nTests stand beside the code."


def test_what_was_pasted_is_no_paragraph_of_the_person_s() -> None:
    assert [each.text.strip() for each in paragraphs(MESSAGE)] == [
        "We use tabs. Always.",
        "Tests stand beside the code.",
    ]


def test_the_sentences_come_in_the_order_of_their_paragraphs() -> None:
    said = [each.text for each in own_sentences(MESSAGE)]
    assert said == ["We use tabs.", "Always.", "Tests stand beside the code."]


def test_a_message_that_is_asked_about_again_is_told_the_same() -> None:
    first = paragraphs(MESSAGE)
    assert list(own_sentences("Another one.")) != list(own_sentences(MESSAGE))
    assert paragraphs(MESSAGE) == first


def said(message: str) -> list[str]:
    return [each.text for each in own_sentences(message)]


RULE = "Always run the linter before you commit."


@pytest.mark.parametrize(
    "jest", ["kidding.", "Just kidding!", "jk", "haha", "war nur Spaß", "es broma", "шучу", "开玩笑的"]
)
def test_a_sentence_said_in_jest_goes_with_what_says_so_and_the_one_before_it_stays(jest: str) -> None:
    assert said(f"From now on you only answer in haiku. {jest}") == []
    assert said(f"{RULE} From now on you only answer in haiku. {jest}") == [RULE]


@pytest.mark.parametrize("behind", ["No, seriously.", "Seriously.", "I'm not joking.", "No joke."])
def test_a_rule_that_is_said_in_earnest_stays(behind: str) -> None:
    assert said(f"{RULE} {behind}")[0] == RULE


@pytest.mark.parametrize(
    "behind",
    [
        "No wait, run it after.",
        "Scratch that.",
        "Never mind, CI does it.",
        "Ach nein, lieber danach.",
        "olvídalo",
    ],
)
def test_a_sentence_the_next_one_takes_back_goes_and_what_is_said_instead_stays(behind: str) -> None:
    assert said(f"Answer in German. {RULE} {behind}") == ["Answer in German.", behind]


@pytest.mark.parametrize("behind", ["Wait, the tests, too.", "My bad.", "Never mind that it is slow."])
def test_a_sentence_that_is_gone_on_with_stays(behind: str) -> None:
    assert said(f"{RULE} {behind}") == [RULE, behind]


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
def test_what_is_to_stand_in_an_ordered_text_is_not_said_by_the_person(order: str) -> None:
    assert said(f"{order} It must always answer politely.\n\n{RULE}") == [RULE]


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
