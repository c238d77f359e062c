"""Whether a quote stands in its message, with the "not" of its clause."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractor.domain import Evidence, Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.evidence import check
from extractor.memory.gate.quotes import quote_problem
from extractor.memory.gate.witnesses import Witnesses

NOON = Milliseconds(int(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp() * 1000))


def known(said: str) -> Witnesses:
    message = Message(MessageKey("claude-code", "h1", 0), Speaker.HUMAN, Kind.TEXT, said, NOON)
    return Witnesses.build([message], frozenset({"h1"}), UTC)


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        (
            "how does the page look if it uses the old layout - it won't have the banner",
            "if it uses the old layout",
        ),
        ("the lock isn't there – I think it goes with some delay", "I think it goes with some delay"),
        ("die Sperre ist nicht da - ich denke, sie geht verspätet", "ich denke, sie geht verspätet"),
    ],
)
def test_a_not_behind_a_dash_and_somebody_who_does_something_is_another_clauses(
    said: str, quote: str
) -> None:
    assert quote_problem(Evidence("h1", quote), known(said)) is None


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("do not - under any circumstances - deploy on a Friday", "deploy on a Friday"),
        ("never-ever deploy it on a Friday", "deploy it on a Friday"),
    ],
)
def test_a_dash_alone_ends_no_clause(said: str, quote: str) -> None:
    assert 'leaves out a "not"' in (quote_problem(Evidence("h1", quote), known(said)) or "")


def test_what_the_sentence_denies_is_not_said_by_the_clause_behind_the_dash() -> None:
    said = "do not ever - I really mean it - deploy the shop on a Friday"
    quote = "I really mean it - deploy the shop on a Friday"
    assert check("Deploy the shop on a Friday.", [Evidence("h1", quote)], known(said)) is not None


@pytest.mark.parametrize(
    ("quote", "is_taken"),
    [("I'll do it.", True), ("I'll do it", True), ("I'll do", False), ("Thanks", False), ("do it.", False)],
)
def test_a_short_quote_is_a_whole_sentence_at_the_beginning(quote: str, is_taken: bool) -> None:
    refused = quote_problem(Evidence("h1", quote), known("I'll do it. Thanks, and what is next?"))
    assert (refused is None) is is_taken
    assert is_taken or "too short" in (refused or "")


def test_one_word_that_opens_a_message_is_too_short() -> None:
    assert "too short" in (quote_problem(Evidence("h1", "Sure."), known("Sure. What is next for us?")) or "")


@pytest.mark.parametrize(
    "rest",
    [
        "No wait, spaces.",
        "Only in go files.",
        "Just kidding.",
        "Vergiss es.",
        "Nah.",
        "Said nobody ever. Scratch that.",
    ],
)
def test_a_short_first_sentence_that_is_taken_back_is_no_quote(rest: str) -> None:
    said = f"Use tabs. {rest}"
    assert quote_problem(Evidence("h1", "Use tabs."), known(said)) is not None
    assert quote_problem(Evidence("h1", said), known(said)) is None
