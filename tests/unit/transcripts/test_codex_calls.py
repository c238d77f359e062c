"""Tool calls of a Codex rollout, what came of them, and what a person answered."""

from __future__ import annotations

import json

import pytest

from extractor.transcripts.answer import Answer
from extractor.transcripts.codex_calls import answers, call_of, result_of

PATCH = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n"


def test_a_call_is_told_with_its_tool_and_what_it_was_given() -> None:
    call = call_of({"name": "shell", "call_id": "c1", "arguments": '{"cmd":"ls"}'}, "function_call")
    assert (call.id, call.tool, call.text, call.path, call.asks) == (
        "c1",
        "shell",
        '{"cmd":"ls"}',
        None,
        False,
    )


def test_a_call_without_a_name_is_named_by_its_type() -> None:
    call = call_of({"id": "w1", "action": {"query": "tabs"}}, "web_search_call")
    assert (call.id, call.tool, call.text) == ("w1", "web_search", '{"query":"tabs"}')


def test_a_patch_of_one_file_names_it_and_one_of_two_names_none() -> None:
    item = {"name": "apply_patch", "call_id": "c1", "input": PATCH}
    assert call_of(item, "custom_tool_call").path == "src/a.py"
    item["input"] = PATCH + "*** Delete File: src/b.py\n"
    assert call_of(item, "custom_tool_call").path is None


def test_only_a_function_call_of_the_question_tool_asks() -> None:
    item = {"name": "request_user_input", "call_id": "c1", "arguments": "{}"}
    assert call_of(item, "function_call").asks
    assert not call_of(item, "custom_tool_call").asks


@pytest.mark.parametrize(
    ("output", "text", "failed"),
    [
        ('{"output":"done","metadata":{"exit_code":0}}', "done", False),
        ('{"output":"no","metadata":{"exit_code":2}}', "no", True),
        ("Chunk ID: 1\nProcess exited with code 1\nno", "Chunk ID: 1\nProcess exited with code 1\nno", True),
        ("Process exited with code 0\nok", "Process exited with code 0\nok", False),
        ([{"type": "input_text", "text": "ok"}], "ok", False),
        ("It says: Process exited with code 1\n", "It says: Process exited with code 1\n", False),
    ],
)
def test_a_result_tells_its_text_and_whether_it_failed(output: object, text: str, failed: bool) -> None:
    result = result_of({"call_id": "c1", "output": output})
    assert (result.call, result.text, result.failed) == ("c1", text, failed)


def test_answers_come_in_the_order_of_the_questions_without_the_clients_labels() -> None:
    asked = json.dumps({"questions": [{"id": "a", "question": "Tabs? "}, {"id": "b", "question": "Why?"}]})
    given = {"answers": {"b": {"answers": ["user_note: they are fewer"]}, "a": {"answers": ["Tabs"]}}}
    assert answers(json.dumps(given), asked) == [Answer("Tabs?", "Tabs"), Answer("Why?", "they are fewer")]


def test_no_option_is_no_answer_and_an_answer_to_an_unknown_question_stands_alone() -> None:
    given = {"answers": {"a": {"answers": ["None of the above"]}, "z": {"answers": ["yes"]}}}
    assert answers(json.dumps(given), None) == [Answer("", "yes")]


@pytest.mark.parametrize("text", ["", "no JSON", "[]", '{"answers": 3}', '{"answers": {"a": 3}}'])
def test_what_has_no_known_form_holds_no_answers(text: str) -> None:
    assert answers(text, '{"questions": 3}') == []
