"""Turns: what a Messages API accepts, from any stretch of a session."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Message
from extractor.history.turns import BEFORE, Role, Text, ToolResult, ToolUse, as_json, turns
from tests.support.messages_rules import broken_rules
from tests.support.sessions import conversations
from tests.support.talk import agent, call, human, message, notice, result, thought


def test_calls_and_results_that_interleave_are_joined_reply_by_reply() -> None:
    said = [
        human("h"),
        call("c1", "1", text='{"command":"ls"}')._replace(reply="one"),
        result("r1", "1"),
        call("c2", "2")._replace(reply="one"),
        result("r2", "2", failed=True),
        agent("a"),
    ]
    spoken = turns(said)
    assert [turn.role for turn in spoken] == [Role.USER, Role.ASSISTANT, Role.USER, Role.ASSISTANT]
    assert spoken[1].blocks == (ToolUse("1", "Bash", {"command": "ls"}), ToolUse("2", "Bash", {}))
    assert spoken[2].blocks == (ToolResult("1", "output"), ToolResult("2", "output", failed=True))


def test_a_stretch_that_begins_with_the_agent_is_opened_by_a_line_of_the_users() -> None:
    spoken = turns([agent("a", "as I said")])
    assert [(turn.role, turn.blocks) for turn in spoken] == [
        (Role.USER, (Text(BEFORE),)),
        (Role.ASSISTANT, (Text("as I said"),)),
    ]


def test_a_result_without_its_call_is_told_and_a_call_without_its_result_is_answered() -> None:
    spoken = turns([result("r", "gone", "what it said"), call("c", "1"), human("h")])
    assert "what it said" in str(spoken[0].blocks[0])
    assert spoken[2].blocks[0] == ToolResult("1", "[no result]")
    assert broken_rules(as_json(spoken)) == []


def test_a_prompt_typed_while_a_tool_ran_follows_the_result() -> None:
    spoken = turns([human("h"), call("c", "1"), human("queued", "and this"), result("r", "1")])
    assert spoken[2].blocks == (ToolResult("1", "output"), Text("and this"))


def test_pictures_stay_as_markers_and_thinking_is_not_sent() -> None:
    spoken = turns(
        [human("h", "look"), notice("i", "[image]"), thought("t"), notice("n", "a caveat"), agent("a")]
    )
    assert [block for turn in spoken for block in turn.blocks] == [
        Text("look"),
        Text("[image]"),
        Text("words of a"),
    ]


def test_ids_and_names_the_api_refuses_are_replaced_and_cut_input_is_handed_on_as_words() -> None:
    said = [
        human("h"),
        message("c", '{"cut": ', call="a b", tool="mcp server.tool")._replace(
            speaker=agent("x").speaker, kind=call("x", "y").kind
        ),
        result("r", "a b"),
        *(m for n in range(2) for m in (call(f"d{n}", "twice"), result(f"e{n}", "twice"))),
    ]
    spoken = as_json(turns(said))
    assert broken_rules(spoken) == []
    assert "mcp_server_tool" in str(spoken)
    assert "{'text': '{\"cut\": '}" in str(spoken)


def test_an_id_that_is_made_up_is_no_other_calls() -> None:
    said = [human("h")]
    for name, asked in (("a", "call_3"), ("b", "functions.read:0"), ("c", "x:1"), ("d", "call_5")):
        said += [call(name, asked), result(f"r{name}", asked)]
    assert broken_rules(as_json(turns(said))) == []


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_an_input_with_a_number_no_json_holds_is_handed_on_as_words(number: str) -> None:
    given = f'{{"deep": [{{"a": {number}}}]}}'
    spoken = turns([human("h"), call("c", "1", text=given), result("r", "1")])
    assert spoken[1].blocks == (ToolUse("1", "Bash", {"text": given}),)


def test_half_of_a_surrogate_pair_is_sent_as_a_question_mark() -> None:
    half = "a\ud800b"
    said = [human("h", half), call("c", "1", text=f'{{"a": "{half}"}}'), result("r", "1", half)]
    sent = json.dumps(as_json(turns(said)), ensure_ascii=False)
    assert sent.encode().count(b"a?b") == 3


def test_a_sub_agents_conversation_is_left_out() -> None:
    assert turns([agent("s", sidechain=True)]) == []


@settings(max_examples=300)
@given(conversations(), st.data())
def test_any_cut_of_any_conversation_obeys_the_rules(said: list[Message], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(said)))
    end = data.draw(st.integers(start, len(said)))
    spoken = turns(said[start:end])
    assert not spoken or broken_rules(as_json(spoken)) == []


def test_an_id_that_is_made_up_is_none_the_agent_gave_a_later_call() -> None:
    said = [
        human("h1"),
        call("c1", "not an id"),
        result("r1", "not an id"),
        call("c2", "call_1"),
        result("r2", "call_1"),
    ]
    ids = [block.id for turn in turns(said) for block in turn.blocks if isinstance(block, ToolUse)]
    assert ids == ["call_1_", "call_1"]
