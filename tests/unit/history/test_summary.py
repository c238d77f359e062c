"""Summaries: by rules, by a summariser, and inside a limit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Message
from extractor.history.budget import estimate
from extractor.history.summary import Author, by_rules, clipped, ident, still_standing, summed_up
from tests.support.sessions import conversations
from tests.support.talk import START, agent, call, human, result

SAID = [
    human("h1", "Fix the parser", at=START),
    call("c", "1"),
    result("r", "1", failed=True),
    agent("a", "Done.", at=START + 60_000),
    human("h2", "Now\nthe tests", at=START + 120_000),
]


def test_the_rules_tell_counts_first_and_last_request_tools_and_failures() -> None:
    assert by_rules(SAID, 1_000) == (
        "5 messages: 2 requests, 1 answer, 1 tool call, 1 failed.\n"
        "First request: Fix the parser\n"
        "Last request: Now the tests\n"
        "Tools used: Bash 1."
    )


def test_a_summary_names_what_it_stands_for_and_when_that_was() -> None:
    made = summed_up(SAID, list("abcde"), 50, "s1")
    assert (made.ids, made.count, made.author) == (tuple("abcde"), 5, Author.RULES)
    assert (made.start, made.end) == (START, START + 120_000)
    assert 0 < made.ratio < 2
    assert made.shown().startswith("[SUMMARY of 5 messages, 2026-03-02 09:00Z to 2026-03-02 09:02Z]\n")


def test_a_summariser_that_writes_too_much_is_cut_and_one_that_writes_nothing_is_refused() -> None:
    made = summed_up(SAID, ["a"], 20, "s1", lambda said, limit: "many words " * 100)
    assert made.author is Author.CALLBACK
    assert made.tokens <= 20
    with pytest.raises(ValueError, match="empty"):
        summed_up(SAID, ["a"], 20, "s1", lambda said, limit: "  ")


@settings(max_examples=200)
@given(conversations(), st.integers(0, 300))
def test_a_summary_by_rules_fits_its_limit(said: list[Message], limit: int) -> None:
    assert estimate(by_rules(said, limit)) <= limit


@settings(max_examples=300)
@given(st.text(max_size=2_000), st.integers(0, 400))
def test_a_clipped_text_fits_and_a_text_that_fits_is_left_alone(text: str, limit: int) -> None:
    cut = clipped(text, limit)
    assert estimate(cut) <= limit
    if estimate(text) <= limit:
        assert cut is text


def test_a_clipped_text_keeps_head_and_tail_and_says_how_much_went() -> None:
    cut = clipped("begin " + "x" * 5_000 + " end", 100)
    assert cut.startswith("begin ")
    assert cut.endswith(" end")
    assert "characters left out" in cut


def test_a_summary_of_which_one_message_was_taken_back_gives_way_to_an_older_one() -> None:
    said = [human("h1"), agent("a1"), human("h2")]
    newer, older = (summed_up(said[:n], [ident(m) for m in said[:n]], 50, str(n)) for n in (3, 2))
    assert still_standing([newer, older], said) == newer
    assert still_standing([newer, older], said[:2]) == older
    assert still_standing([newer, older], said[1:]) is None
