"""What a person said in their own voice: the same paragraphs and sentences for every rule that asks."""

from __future__ import annotations

from extractor.models.offline.spoken import own_sentences, paragraphs

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
