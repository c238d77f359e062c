"""The sub-agent's loop: what of a reply that was cut off counts, and what the first request came to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date

from extractor.domain import SessionId, Usage
from extractor.extraction.subagent import Conversation, converse
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.workspace import Workspace
from extractor.models.model import Briefing, Request, Stop
from tests.support.scripted import Scripted, Step, says, write
from tests.support.talk import human

RULE = "Never mock the database in tests."
REQUEST = Request("", (), (), "", Briefing((), (), (), date(2026, 3, 2)), 1_000)


def held(*steps: Step) -> tuple[Conversation, Workspace]:
    witnesses = Witnesses.build([human("h1", RULE)], frozenset({"h1"}), UTC)
    on = Workspace({}, witnesses, SessionId("s"), "2026-03-02T10:00:00.000Z")
    return converse(Scripted(list(steps)), REQUEST, on), on


def test_the_last_call_of_a_reply_that_was_cut_off_is_not_carried_out() -> None:
    done, on = held(says(write("a.md", RULE, "h1", RULE), stop=Stop.MAX_TOKENS), says())
    assert on.changes().changes == ()
    (refusal,) = done.refusals
    assert "cut off" in refusal


def test_what_the_first_request_came_to_is_told_and_not_what_the_last_one_did() -> None:
    first, last = (Usage(input=n, output=10) for n in (1_000, 1_500))
    done, _ = held(says(write("a.md", RULE, "h1", RULE), usage=first), says(usage=last))
    assert (done.first_input, done.usage.input) == (1_000, 2_500)


def test_a_count_without_the_plain_input_is_no_measure_of_the_first_request() -> None:
    reply = replace(says(usage=Usage(cached=900, output=10)), lacks_input=True)
    assert held(reply)[0].first_input == 0
