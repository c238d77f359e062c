"""The picture of a session: level, closed stretches, limit and figures."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Message
from extractor.history.exchanges import exchanges
from extractor.history.levels import Level
from extractor.history.picture import Picture, picture
from extractor.history.stretches import close
from extractor.history.transitions import Reason
from extractor.history.turns import as_json, turns
from tests.support.messages_rules import broken_rules
from tests.support.sessions import conversations
from tests.support.talk import agent, call, human, result

SAID = [
    human("h1", "First."),
    call("c1", "1"),
    result("r1", "1", "much output " * 50),
    agent("a1", "Done."),
    human("h2", "Second."),
    agent("a2", "Sure."),
    call("c2", "2"),
]


def texts(seen: Picture) -> list[str]:
    return [i.message.text for i in seen.items]


def test_an_agent_is_given_the_project_level() -> None:
    seen = picture(SAID, {}, 10_000)
    assert texts(seen) == [
        "First.", "[ACTIONS] 1 tool call left out: 1 Bash", "Done.", "[DONE] 1 tool call", "Second.", "Sure.",
    ]  # fmt: skip
    assert seen.whole.whole.items == 7
    assert seen.saved == pytest.approx(1 - seen.level.whole.tokens / seen.whole.whole.tokens)


def test_each_level_has_its_view_and_switched_off_everything_is_shown() -> None:
    assert texts(picture(SAID, {}, 10_000, level=Level.TASK)) == ["{}"]
    assert texts(picture(SAID, {}, 10_000, level=Level.GLOBAL)) == []
    assert len(picture(SAID, {}, 10_000, is_everything=True).items) == 9


def test_a_closed_stretch_is_told_in_brief_at_the_global_level_and_is_behind_the_project_view() -> None:
    closed = close(exchanges(SAID)[:1], Reason.MANUAL)
    assert texts(picture(SAID, {}, 10_000, level=Level.GLOBAL, closed=[closed])) == [closed.shown()]
    assert texts(picture(SAID, {}, 10_000, level=Level.PROJECT, closed=[closed])) == ["Second.", "Sure."]


def test_where_no_level_is_asked_for_what_was_closed_is_told_as_it_was_said() -> None:
    closed = close(exchanges(SAID)[:1], Reason.MANUAL)
    assert picture(SAID, {}, 10_000, closed=[closed]) == picture(SAID, {}, 10_000)


def test_a_request_that_was_interrupted_says_so() -> None:
    seen = picture(SAID, {SAID[5].key: Reason.CANCELLED}, 10_000)
    assert "[CANCELLED] the person interrupted here" in texts(seen)


@settings(max_examples=150)
@given(conversations(), st.sampled_from([None, *Level]), st.booleans(), st.integers(200, 3_000))
def test_whatever_is_shown_obeys_the_apis_rules_and_every_human_word_stands_at_the_project_level(
    said: list[Message], level: Level | None, is_everything: bool, limit: int
) -> None:
    seen = picture(said, {}, limit, level=level, is_everything=is_everything)
    spoken = turns(seen.done.messages)
    assert not spoken or broken_rules(as_json(spoken)) == []
    assert seen.done.tokens <= limit
    if level is Level.PROJECT and not is_everything:
        shown = {i.message.key: i.message.text for i in seen.items}
        assert all(shown[m.key] == m.text for m in said if m.is_human and not m.sidechain)
        assert not [i for i in seen.items if i.message.kind is Kind.THINKING]
