"""What a person named in a question of theirs and then speaks of as "it"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from extractor.domain import Evidence, Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.asked_names import names_asked_about
from extractor.memory.gate.evidence import check
from extractor.memory.gate.witnesses import Witnesses
from tests.support.cost import grows_as_it_does

NOON = Milliseconds(int(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp() * 1000))
BADGE = "how about showing the build badge?"
REMOVED = "no remove it again, somebody might take it for a promise of ours"


def checked(text: str, *said: str, read: str = "", cited: Sequence[int] = ()) -> str | None:
    """What the gate says of a text that quotes these messages of a person, or those cited, whole."""
    messages = [
        Message(MessageKey("claude-code", f"h{number}", 0), Speaker.HUMAN, Kind.TEXT, each, NOON)
        for number, each in enumerate(said)
    ]
    given = [(Milliseconds(NOON - 1), read)] if read else []
    known = Witnesses.build(messages, frozenset(m.key.short for m in messages), UTC, given=given)
    quoted = [messages[number] for number in cited or range(len(messages))]
    return check(text, [Evidence(m.key.short, m.text) for m in quoted], known)


def test_the_name_in_a_question_takes_the_place_of_an_it() -> None:
    text = "Remove the build badge again, somebody might take it for a promise of ours."
    assert names_asked_about(text, [BADGE, REMOVED]) == ["build badge"]
    assert checked(text, BADGE, REMOVED) is None


def test_a_question_of_it_and_a_request_behind_it_name_nothing_else() -> None:
    asked = f"{BADGE} do we have it on this page?"
    said = f"{REMOVED}, can you send me the two drafts?"
    assert (
        checked("Remove the build badge again, somebody might take it for a promise of ours.", asked, said)
        is None
    )


def test_who_does_what_to_what_is_told_in_the_order_of_the_question() -> None:
    said = "why does the parser read the registry twice?", "it should read it once at the start"
    assert checked("The parser should read the registry once at the start.", *said) is None


def test_the_agent_may_have_read_of_it_too() -> None:
    text = "Somebody might take the build badge for a promise of ours."
    assert checked(text, BADGE, REMOVED, read="# The build badge\nIt is shown on every page.\n") is None


def test_a_verdict_upon_ones_own_question_is_said() -> None:
    said = "what is right here, a new entry or just a pass with no entry? that feels wrong to me as it's part of the work"
    text = "Just a pass with no entry feels wrong to the user as it's part of the work."
    assert checked(text, said) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "A new entry feels wrong as part of the work.",
            ["a new entry, or a bare pass? that feels wrong as part of the work"],
        ),
        ("Keep the build badge.", [BADGE, "keep it"]),
        (
            "Keep the build badge in the footer of the page.",
            [BADGE, "keep the tests in the footer of the page"],
        ),
        (
            "The registry should read the parser once at the start.",
            ["why does the parser read the registry twice?", "it should read it once at the start"],
        ),
        (
            "Keep the badge colours in the footer.",
            ["how does the badge know its colours?", "keep it in the footer"],
        ),
    ],
    ids=[
        "the first of two",
        "one word is told of it",
        "nothing points",
        "another order",
        "no piece of the question",
    ],
)
def test_no_other_name_is_lent(text: str, said: list[str]) -> None:
    assert names_asked_about(text, said) == []


def test_what_the_question_doubts_is_not_said_of_its_name() -> None:
    asked = "it's not easy to tell who did it, but could we show a share based on lines?"
    text = "Keep the share based on lines in the footer of the page."
    assert checked(text, asked, "let's keep it in the footer of the page") is None


def test_a_question_before_the_last_message_lends_no_name() -> None:
    text = "Remove the build badge again, somebody might take it for a promise of ours."
    said = BADGE, "the page has a banner now, too", REMOVED
    assert checked(text, *said, cited=(0, 2)) is not None
    assert checked(text, BADGE, REMOVED, said[1], cited=(0, 1)) is None


def test_no_name_is_longer_than_a_line() -> None:
    badge = f"badge {'that everybody likes ' * 8}of the build"
    text = f"Remove the {badge} again, somebody might take it for a promise of ours."
    assert names_asked_about(text, [f"how about the {badge}?", REMOVED]) == []


def test_a_question_lends_nothing_that_sends_destroys_or_grants() -> None:
    said = "should we push straight to main?", "do that once the long tests are green, it takes an hour"
    text = "Push straight to main once the long tests are green, it takes an hour."
    assert names_asked_about(text, said) == []
    assert checked(text, *said) is not None


STAGING = "is the staging server up?"
DEMOS = "Use the staging server for demos and reviews."


@pytest.mark.parametrize(
    "said",
    [
        "don't use it for demos and reviews",
        "no, never use it for demos and reviews",
        "I would not use it for demos and reviews",
        "it is not for demos and reviews, use it",
    ],
)
def test_what_is_denied_of_an_it_is_denied_of_its_name(said: str) -> None:
    assert checked(DEMOS, STAGING, said) is not None


@pytest.mark.parametrize(
    "said",
    [
        "use it for demos and reviews, I mean my laptop",
        "my laptop is free, use it for demos and reviews",
        "my laptop is free. use it for demos and reviews",
        "thanks, found it. my laptop is free. use it for demos and reviews",
    ],
)
def test_an_it_behind_something_else_is_no_name_of_a_question(said: str) -> None:
    assert checked(DEMOS, STAGING, said) is not None
    last = said.rsplit(". ", 1)[-1]
    assert checked(DEMOS, f"{STAGING} {said}") is not None
    assert last == said or names_asked_about(DEMOS, [STAGING, last]) != []


def test_an_it_before_the_question_is_no_name_of_it() -> None:
    assert checked(DEMOS, "use it for demos and reviews.", STAGING) is not None


@pytest.mark.parametrize("said", ["use it for demos and reviews", "ok, use it for demos and reviews, thanks"])
def test_a_nod_beside_it_names_nothing(said: str) -> None:
    assert checked(DEMOS, STAGING, said) is None
    assert checked(DEMOS, STAGING, f"thanks. {said}") is None


@pytest.mark.parametrize(
    ("agent", "is_lent"),
    [
        ("It is up.", True),
        ("Shall I use the laptop pool instead?", False),
        ("Shall I restart the staging server?", True),
    ],
)
def test_an_it_that_answers_another_question_of_the_agents_is_not_lent_a_name(
    agent: str, is_lent: bool
) -> None:
    said = "use it for demos and reviews"
    texts = [(Speaker.HUMAN, STAGING), (Speaker.ASSISTANT, agent), (Speaker.HUMAN, said)]
    messages = [
        Message(MessageKey("claude-code", f"m{number}", 0), speaker, Kind.TEXT, text, NOON)
        for number, (speaker, text) in enumerate(texts)
    ]
    known = Witnesses.build(messages, frozenset(m.key.short for m in messages), UTC)
    cited = [Evidence(messages[at].key.short, messages[at].text) for at in (0, 2)]
    assert (check(DEMOS, cited, known) is None) == is_lent


def test_a_message_that_asks_and_tells_again_and_again_costs_what_its_letters_do() -> None:
    text = "Keep the build badge in the footer of the page."

    def judged(said: str) -> object:
        return checked(text, said)

    assert grows_as_it_does(judged, "How about the build badge? keep it in the footer of the page. ", 60)


@pytest.mark.parametrize("rest", ["No wait, don't.", "Only this week.", "Vergiss es."])
def test_what_is_taken_back_at_once_is_lent_no_name(rest: str) -> None:
    said = f"use it for demos and reviews. {rest}"
    assert checked(DEMOS, STAGING, said) is not None
    assert checked(DEMOS, STAGING, "use it for demos and reviews. It is fast.") is None
