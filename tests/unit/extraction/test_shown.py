"""What an extraction shows: the project level of an exchange, and a lead-in inside its limit."""

from __future__ import annotations

from datetime import UTC

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Message, Speaker
from extractor.extraction.shown import (
    ASSISTANT_HEAD,
    ASSISTANT_TAIL,
    HUMAN_HEAD,
    lead_in,
    project_view,
    shown,
    tokens,
    within,
)
from extractor.history.budget import estimate
from extractor.history.exchanges import Exchange, exchanges
from extractor.history.summary import ident, summed_up
from extractor.memory.gate.witnesses import Witnesses
from tests.support.sessions import conversations
from tests.support.talk import agent, call, human, message, notice, result, thought


def texts(exchange: Exchange) -> list[str]:
    return [m.text for m in exchange.messages]


def test_words_are_shown_and_work_is_told_in_one_line() -> None:
    said = (human("h", "Go."), thought("t"), call("c", "1"), result("r", "1"), agent("a", "Done."))
    assert texts(project_view(Exchange(said, turn_ended=True))) == [
        "Go.", "[ACTIONS] 1 tool call left out: 1 Bash", "Done.",
    ]  # fmt: skip


def test_work_that_broke_off_before_its_last_result_is_told_too() -> None:
    said = (human("h", "Go."), call("c", "1"), result("r", "1"), call("lost", "2"))
    assert texts(project_view(Exchange(said))) == ["Go.", "[ACTIONS] 2 tool calls left out: 2 Bash"]


def test_a_sub_agent_is_told_by_what_it_was_asked_and_what_it_answered() -> None:
    given_in = '{"description": "Look around", "prompt": "Find the parser", "subagent_type": "x"}'
    said = (call("c", "1", "Task", text=given_in), result("r", "1", "It stands in src." + "x" * 5_000))
    first, second = texts(project_view(Exchange(said)))
    assert first == "Look around\nFind the parser"
    assert second.startswith("It stands in src.")
    assert "characters left out" in second
    assert texts(project_view(Exchange((call("c", "1", "Task", text="[1]"),)))) == ["[1]"]


def test_a_picture_leaves_its_marker() -> None:
    assert texts(project_view(Exchange((human("h", "See."), notice("n", "[image]"))))) == ["See.", "[image]"]


def test_a_clients_summary_is_shown_where_nothing_else_is_left() -> None:
    first = message("s", "What went before.", Speaker.ASSISTANT, Kind.SUMMARY)
    assert texts(project_view(Exchange((first, human("h", "Go on."))))) == ["What went before.", "Go on."]


def test_of_a_very_long_text_only_the_ends_are_shown() -> None:
    text = shown(human("h", "begin" + "x" * 3 * HUMAN_HEAD + "end"))
    assert text.startswith("begin")
    assert text.endswith("end")
    assert len(text) < 1.6 * HUMAN_HEAD


def test_a_person_s_text_is_shown_whole_where_an_agent_s_is_cut() -> None:
    text = "begin " + "word " * 4_000 + "end"
    assert shown(human("h", text)) == text
    assert len(shown(agent("a", text))) < 3_000


def test_nothing_is_left_out_that_is_shorter_than_the_word_of_it() -> None:
    text = "begin" + "x" * (ASSISTANT_HEAD + ASSISTANT_TAIL) + "end"
    assert shown(agent("a", text)) == text


def test_the_end_of_an_agent_s_text_is_shown_longer_than_its_beginning() -> None:
    assert ASSISTANT_TAIL > ASSISTANT_HEAD, "what it asks and puts up stands at its end"


def test_lists_on_both_sides_of_a_cut_are_not_taken_for_one() -> None:
    asked = agent(
        "a", "1. Which store?\n2. Push it?\n" + "words\n" * 1_000 + "1. Which colour?\n2. Which size?"
    )
    answer = human("h", "1. the small one\n2. large")
    whole = Witnesses.build([asked, answer], frozenset({answer.key.short}), UTC)
    assert whole.parts_of_answer(asked.key.short) == (), "two lists could be meant"
    cut = asked._replace(text=shown(asked))
    assert "characters left out" in cut.text
    assert Witnesses.build([cut, answer], frozenset(), UTC).parts_of_answer(asked.key.short) == ()
    kept = Witnesses.build(
        [cut, answer], frozenset(), UTC, whole={asked.key.short: "1. Which one?\n2. Which size?"}
    )
    assert len(kept.parts_of_answer(asked.key.short)) == 2


def talk(count: int, words: int = 700) -> list[Exchange]:
    said = [m for n in range(count) for m in (human(f"h{n}", f"{n} " + "w" * words), agent(f"a{n}", "yes"))]
    return exchanges(said)


def test_a_lead_in_that_fits_is_shown_whole() -> None:
    older = talk(5)
    found = lead_in(older, 10_000)
    assert (found.head, found.exchanges, found.summed_up) == ((), tuple(older), ())


def test_a_lead_in_only_grows_at_its_end_until_it_is_full() -> None:
    older = talk(60)
    begun = 0
    before = lead_in(older[:1], 6_000)
    for count in range(2, 61):
        after = lead_in(older[:count], 6_000)
        if after.head == before.head:
            assert after.exchanges[: len(before.exchanges)] == before.exchanges
        else:
            begun += 1
        before = after
    assert 1 <= begun <= 6, "sixty exchanges fill half of it a few times"


def test_what_only_the_rules_summed_up_is_named_and_a_stored_summary_takes_its_place() -> None:
    older = talk(40)
    found = lead_in(older, 3_000)
    assert found.head[-1].startswith("[SUMMARY of ")
    assert found.summed_up
    said = list(found.summed_up)
    better = summed_up(said, [ident(m) for m in said], 90, "s", lambda _said, _limit: "in short: parsers")
    again = lead_in(older, 3_000, better)
    assert again.head[-1].endswith("in short: parsers")
    assert again.exchanges == found.exchanges
    assert again.summed_up == ()


@settings(max_examples=150)
@given(conversations(most=80, words=900), st.integers(300, 4_000))
def test_a_lead_in_is_inside_its_limit_and_invents_nothing(said: list[Message], limit: int) -> None:
    older = [project_view(e) for e in exchanges(said)]
    found = lead_in(older, limit)
    assert sum(estimate(line) for line in found.head) + sum(tokens(e) for e in found.exchanges) <= limit
    keys = {m.key for e in older for m in e.messages}
    strangers = [m for e in found.exchanges for m in e.messages if m.key not in keys]
    assert all("left out" in m.text for m in strangers)


@settings(max_examples=150)
@given(conversations(most=60, words=900), st.integers(1_000, 6_000))
def test_every_word_of_a_person_stands_in_what_is_shown_as_new_where_it_fits(
    said: list[Message], limit: int
) -> None:
    for exchange in exchanges(said):
        view = project_view(exchange)
        cut = within(view, limit)
        human_words = [m for m in exchange.messages if m.is_human and not m.sidechain and m.text.strip()]
        assert [m.key for m in view.messages if m.is_human] == [m.key for m in human_words]
        if sum(estimate(shown(m)) + 24 for m in human_words) < limit - 60:
            assert [m.text for m in cut.messages if m.is_human] == [shown(m) for m in human_words]
