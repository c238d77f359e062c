"""A question retold with its answer: which part of the answer may stand there."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractor.domain import Evidence, Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.evidence import check
from extractor.memory.gate.witnesses import Witnesses

NOON = Milliseconds(int(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp() * 1000))
QUESTION = "Would you like me to label the boxes in the cellar?"


def known(answer: str) -> Witnesses:
    """An agent's question and the answer to it."""
    asked = Message(MessageKey("claude-code", "a1", 0), Speaker.ASSISTANT, Kind.TEXT, QUESTION, NOON)
    said = Message(MessageKey("claude-code", "h1", 0), Speaker.HUMAN, Kind.TEXT, answer, NOON)
    return Witnesses.build([asked, said], frozenset({"a1", "h1"}), UTC)


def problem(answer: str, told: str, quote: str) -> str | None:
    """What the gate says of the question retold with `told`, where `quote` is cited of the answer."""
    text = f"Asked ‘{QUESTION}’, the user said ‘{told}’."
    return check(text, [Evidence("a1", QUESTION), Evidence("h1", quote)], known(answer))


@pytest.mark.parametrize("quote", ["I'll do it.", "I'll do it. What does the script do with old ones?"])
def test_the_first_sentence_of_an_answer_is_told_without_what_is_asked_next(quote: str) -> None:
    assert problem("I'll do it. What does the script do with old ones?", "I'll do it", quote) is None


@pytest.mark.parametrize("rest", ["But only those on the left.", "Except when they are empty."])
def test_what_takes_a_part_of_it_back_is_told_too(rest: str) -> None:
    answer = f"Yes, label all of them. {rest}"
    assert problem(answer, "Yes, label all of them", answer) is not None
    assert problem(answer, "Yes, label all of them", "Yes, label all of them.") is not None
    assert problem(answer, answer.rstrip("."), answer) is None


@pytest.mark.parametrize(
    "rest",
    [
        "Wait, no.",
        "Hmm, actually leave them.",
        "Only the left ones though.",
        "Nur die linken.",
        "If Anna agrees.",
        "For today at least.",
        "Just kidding.",
        "No, espera, mejor no.",
        "Seulement à gauche.",
        "Forget it.",
        "Sorry, that was for another chat.",
        "On second thought, leave them.",
        "Or rather don't.",
        "Temporarily.",
        "When Anna agrees.",
        "With one exception: the left ones.",
        "But leave the left ones.",
        "Vergiss es.",
        "Lieber nicht.",
        "Vorerst.",
        "Oder doch nicht.",
        "Olvídalo.",
        "Por ahora.",
        "Menos las rojas.",
        "Laisse tomber.",
        "Pour l'instant.",
        "Ou plutôt non.",
        "I like labels. But not the left ones.",
        "That helps me. Wait, no.",
    ],
)
def test_what_limits_it_or_takes_it_back_is_not_left_out(rest: str) -> None:
    answer = f"Yes, label all of them. {rest}"
    assert problem(answer, "Yes, label all of them", answer) is not None
    assert problem(answer, "Yes, label all of them", "Yes, label all of them.") is not None


@pytest.mark.parametrize(
    "rest",
    [
        "No rush.",
        "No need to ask.",
        "Not a problem.",
        "Just do it.",
        "Si, por favor.",
        "Nicht nur die großen.",
    ],
)
def test_what_takes_nothing_back_may_be_left_out(rest: str) -> None:
    assert (
        problem(f"Yes, label all of them. {rest}", "Yes, label all of them", "Yes, label all of them.")
        is None
    )


@pytest.mark.parametrize(
    "rest", [", forget it", ", just the left ones", " - maybe", ", vergiss es", ", ou pas"]
)
def test_nor_is_the_rest_of_its_sentence(rest: str) -> None:
    answer = f"Yes, label all of them{rest}"
    assert problem(answer, "Yes, label all of them", "Yes, label all of them") is not None
    assert problem(answer, answer, answer) is None


@pytest.mark.parametrize(
    ("rest", "is_told"),
    [
        ("", True),
        (" I like cents.", True),
        (" Wait, no.", False),
        ("\n\nscratch that", False),
        (" Vorerst.", False),
    ],
)
def test_an_option_that_is_taken_back_at_once_is_not_picked(rest: str, is_told: bool) -> None:
    asked = "Two ways:\n1. Integer cents in one column\n2. Decimals\n\nWhich one do you prefer?"
    messages = [
        Message(MessageKey("claude-code", short, 0), speaker, Kind.TEXT, text, NOON)
        for short, speaker, text in (("a1", Speaker.ASSISTANT, asked), ("h1", Speaker.HUMAN, f"1.{rest}"))
    ]
    witnesses = Witnesses.build(messages, frozenset({"a1", "h1"}), UTC)
    text = "Asked ‘Which one do you prefer?’, the user said ‘Integer cents in one column’."
    assert (check(text, [Evidence(m.key.short, m.text) for m in messages], witnesses) is None) == is_told


LISTED = "Two ways to find it:\n\n1. Look it up in the index\n2. Keep a list of helpers in the guide\n\nWhat of each?"


@pytest.mark.parametrize(
    "told", ["2. that is the most work to keep up to date", "that is the most work to keep up to date"]
)
def test_an_answer_by_number_is_told_with_its_number_or_without(told: str) -> None:
    answer = "1. good, do that first\n2. that is the most work to keep up to date"
    asked = Message(MessageKey("claude-code", "a1", 0), Speaker.ASSISTANT, Kind.TEXT, LISTED, NOON)
    said = Message(MessageKey("claude-code", "h1", 0), Speaker.HUMAN, Kind.TEXT, answer, NOON)
    line, quote = "Keep a list of helpers in the guide", answer.splitlines()[1]
    text = f"Asked ‘{line}’, the user said ‘{told}’."
    known = Witnesses.build([asked, said], frozenset({"a1", "h1"}), UTC)
    assert check(text, [Evidence("a1", line), Evidence("h1", quote)], known) is None
