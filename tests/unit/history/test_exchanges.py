"""Cutting a session into exchanges, and when one is settled."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Message
from extractor.history.exchanges import (
    Exchange,
    cut,
    exchanges,
    is_settled,
    last_reply,
    open_calls,
    reaches_back,
    units,
)
from tests.support.sessions import conversations, split_pairs
from tests.support.talk import agent, call, human, result


def names(cut: list[Exchange]) -> list[list[str]]:
    return [[m.key.uuid for m in exchange.messages] for exchange in cut]


def test_a_human_message_opens_an_exchange_and_takes_all_that_answers_it() -> None:
    cut = exchanges(
        [human("h1"), agent("a1"), call("c1", "t1"), result("r1", "t1"), agent("a2"), human("h2")]
    )
    assert names(cut) == [["h1", "a1", "c1", "r1", "a2"], ["h2"]]


def test_what_stands_before_the_first_human_message_is_an_exchange_without_human_words() -> None:
    cut = exchanges([agent("a0"), human("h1")])
    assert names(cut) == [["a0"], ["h1"]]


def test_human_messages_in_a_row_share_an_exchange() -> None:
    assert names(exchanges([human("h1"), human("h2"), agent("a1")])) == [["h1", "h2", "a1"]]


def test_a_prompt_queued_while_a_tool_runs_opens_its_exchange_after_the_result() -> None:
    cut = exchanges([human("h1"), call("c1", "t1"), human("queued"), result("r1", "t1"), agent("a1")])
    assert names(cut) == [["h1", "c1", "r1"], ["queued", "a1"]]


def test_parallel_calls_with_interleaved_results_hold_a_queued_prompt_until_the_last() -> None:
    cut = exchanges(
        [
            human("h1"),
            call("c1", "t1"),
            call("c2", "t2"),
            result("r2", "t2"),
            human("q"),
            result("r1", "t1"),
            agent("a"),
        ]
    )
    assert names(cut) == [["h1", "c1", "c2", "r2", "r1"], ["q", "a"]]


def test_a_turn_that_ended_with_an_open_call_does_not_hold_the_next_prompt() -> None:
    cut = exchanges([human("h1"), call("c1", "t1"), human("h2"), agent("a2")], turn_ends=[1])
    assert names(cut) == [["h1", "c1"], ["h2", "a2"]]


def test_a_prompt_queued_at_the_very_end_is_not_lost() -> None:
    assert names(exchanges([human("h1"), call("c1", "t1"), human("q")])) == [["h1", "c1", "q"]]


def test_an_exchange_is_settled_at_the_clients_own_mark() -> None:
    cut = exchanges([human("h1"), agent("a1", ends_turn=False)], turn_ends=[1])
    assert is_settled(cut[0], followed=False, quiet=0)


def test_an_exchange_whose_agent_said_it_ended_is_settled_after_two_quiet_seconds() -> None:
    (exchange,) = exchanges([human("h1"), agent("a1")])
    assert not is_settled(exchange, followed=False, quiet=1_999)
    assert is_settled(exchange, followed=False, quiet=2_000)


def test_an_open_tool_call_keeps_an_exchange_open_until_a_quiet_minute() -> None:
    (exchange,) = exchanges([human("h1"), call("c1", "t1"), agent("a1")])
    assert open_calls(exchange) == {"t1"}
    assert not is_settled(exchange, followed=False, quiet=59_999)
    assert is_settled(exchange, followed=False, quiet=60_000)


def test_an_exchange_that_another_follows_is_settled() -> None:
    first, last = exchanges([human("h1"), agent("a1"), human("h2")])
    assert is_settled(first, followed=True, quiet=0)
    assert not is_settled(last, followed=False, quiet=0)


def test_a_call_that_never_got_its_result_does_not_queue_the_rest_of_the_session() -> None:
    cut = exchanges(
        [
            human("h1"),
            call("c1", "t1"),
            human("h2"),
            agent("a2", reply="r2"),
            human("h3"),
            agent("a3", reply="r3"),
        ]
    )
    assert names(cut) == [["h1", "c1"], ["h2", "a2"], ["h3", "a3"]]
    assert is_settled(cut[-1], followed=False, quiet=2_000)


def test_text_beside_a_call_in_the_same_reply_leaves_the_call_open() -> None:
    made = [human("h1"), call("c1", "t1")._replace(reply="r1"), agent("a1", reply="r1", ends_turn=False)]
    cut = exchanges([*made, human("q"), result("r1", "t1"), agent("a2", reply="r2")])
    assert names(cut) == [["h1", "c1", "a1", "r1"], ["q", "a2"]]


@st.composite
def plain_talk(draw: st.DrawFn) -> list[Message]:
    kinds = draw(st.lists(st.sampled_from("hacr"), max_size=40))
    made: list[Message] = []
    for number, kind in enumerate(kinds):
        tool = f"t{draw(st.integers(0, 4))}"
        made.append(
            {
                "h": human(f"m{number}"),
                "a": agent(f"m{number}"),
                "c": call(f"m{number}", tool),
                "r": result(f"m{number}", tool),
            }[kind]
        )
    return made


@settings(max_examples=300)
@given(plain_talk(), st.sets(st.integers(0, 39)))
def test_every_message_is_in_exactly_one_exchange(talk: list[Message], ends: set[int]) -> None:
    cut = exchanges(talk, ends)
    assert sorted(m.key.uuid for e in cut for m in e.messages) == sorted(m.key.uuid for m in talk)
    assert all(e.messages for e in cut)


@settings(max_examples=300)
@given(plain_talk())
def test_order_is_kept_but_for_prompts_that_wait_for_results(talk: list[Message]) -> None:
    order = [m.key.uuid for e in exchanges(talk) for m in e.messages if not m.is_human]
    assert order == [m.key.uuid for m in talk if not m.is_human]
    people = [m.key.uuid for e in exchanges(talk) for m in e.messages if m.is_human]
    assert people == [m.key.uuid for m in talk if m.is_human]


def test_a_reply_written_around_a_result_stays_whole_although_a_prompt_was_queued_in_it() -> None:
    cut = exchanges(
        [
            human("h1"),
            call("c1", "t1")._replace(reply="one"),
            result("r1", "t1"),
            human("queued"),
            call("c2", "t2")._replace(reply="one"),
            result("r2", "t2"),
            agent("a"),
        ]
    )
    assert names(cut) == [["h1", "c1", "r1", "c2", "r2"], ["queued", "a"]]


def test_a_service_that_gives_every_reply_the_same_id_does_not_join_its_turns() -> None:
    said = [human("h1"), agent("a1", reply="one"), human("h2"), agent("a2", reply="one")]
    assert names(exchanges(said)) == [["h1", "a1"], ["h2", "a2"]]
    open_ended = [m._replace(ends_turn=False) for m in said]
    assert names(exchanges(open_ended, turn_ends=[1])) == [["h1", "a1"], ["h2", "a2"]]


def test_a_result_that_comes_after_the_agent_went_on_keeps_its_call_beside_it() -> None:
    cut = exchanges([human("h1"), call("c1", "t1"), agent("a"), human("h2"), result("r1", "t1"), agent("b")])
    assert names(cut) == [["h1", "c1", "a", "r1"], ["h2", "b"]]


@settings(max_examples=300)
@given(conversations())
def test_no_message_is_lost_or_doubled_and_no_pair_or_reply_is_parted(said: list[Message]) -> None:
    cut = exchanges(said)
    assert sorted(m.key for e in cut for m in e.messages) == sorted(m.key for m in said)
    assert split_pairs([list(e.messages) for e in cut]) == []
    pieces = units(said)
    assert [m for piece in pieces for m in piece] == said
    assert split_pairs([list(piece) for piece in pieces]) == []


def test_a_lost_result_holds_back_only_until_the_agent_speaks_again_also_without_ids_of_replies() -> None:
    said = [human("h1"), call("c", "1"), agent("a1", ends_turn=False)]
    for n in range(2, 5):
        said += [human(f"h{n}"), agent(f"a{n}", ends_turn=False)]
    assert [[m.key.uuid for m in e.messages] for e in exchanges(said)] == [
        ["h1", "c", "a1"], ["h2", "a2"], ["h3", "a3"], ["h4", "a4"],
    ]  # fmt: skip


@settings(max_examples=150)
@given(conversations(most=60, words=10), st.sets(st.integers(0, 60)))
def test_a_cut_taken_up_at_an_opening_goes_on_as_the_whole_one(said: list[Message], ends: set[int]) -> None:
    for end in range(1, len(said) + 1):
        before = cut(said[:end], ends)
        for at, number in before.openings:
            if reaches_back(said[at:], said[:at], lambda index: index in ends):
                continue
            rest = cut(said[at:], {index - at for index in ends}, last_reply(said[:at]))
            assert before.exchanges[:number] + rest.exchanges == exchanges(said, ends)


def test_prompts_queued_behind_a_turns_end_stand_before_the_next_one() -> None:
    said = [human("h1"), agent("a1", reply="r", ends_turn=False), human("h2")]
    said += [agent("c1", "{}", kind=Kind.CALL, call="t1", reply="r", ends_turn=False), human("h3")]
    assert names(exchanges(said, [0])) == [["h1", "a1", "c1"], ["h2", "h3"]]
    said += [result("r2", "t2"), human("h4")]
    assert names(exchanges(said, [0])) == [["h1", "a1", "c1"], ["h2", "h3", "r2"], ["h4"]]


def test_a_call_after_the_turns_end_holds_up_no_further_request() -> None:
    said = [human("h1"), agent("a1"), call("c1", "t1"), human("h2")]
    assert names(exchanges(said, [1])) == [["h1", "a1", "c1"], ["h2"]]
