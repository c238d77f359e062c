"""Every request with an id is answered once, whatever line it stands in."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.commands.mcp_wire import Wire


def reads(message: str) -> object:
    said = json.loads(message.encode())
    if not isinstance(said, dict) or said.get("jsonrpc") != "2.0":
        raise ValueError(message)
    return said


def request(key: object, method: str = "ping", **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": key, "method": method, "params": params}


def answer(key: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": key, "result": {}})


def told(lines: object) -> list[tuple[object, int]]:
    assert isinstance(lines, list | tuple)
    return [(said["id"], said["error"]["code"]) for said in map(json.loads, lines)]


def test_a_request_is_passed_on_and_open_until_it_is_answered() -> None:
    wire = Wire(reads)
    taken = wire.taken(json.dumps(request(1)))
    assert ([json.loads(each) for each in taken.passed], taken.told, wire.is_open) == ([request(1)], [], True)
    assert wire.answered(answer("1")) == [answer("1")]
    assert wire.is_open, "1 is not '1'"
    assert wire.answered(answer(1)) == [answer(1)]
    assert not wire.is_open


def test_what_is_told_in_between_is_passed_through() -> None:
    wire = Wire(reads)
    wire.taken(json.dumps(request(1)))
    progress = json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}})
    asked = json.dumps(request(1, "roots/list"))
    assert (wire.answered(progress), wire.answered(asked), wire.is_open) == ([progress], [asked], True)


@pytest.mark.parametrize("line", ["garbage", "{", '{"a": }', "[" * 100_000, "\x00"])
def test_what_is_no_json_is_a_parse_error(line: str) -> None:
    assert told(Wire(reads).taken(line).told) == [(None, -32700)]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("[]", None),
        ("5", None),
        ('{"id": 7, "method": "ping"}', 7),
        (json.dumps(request(None)), None),
        (json.dumps(request(True)), None),
        (json.dumps(request(1.5)), None),
    ],
)
def test_what_is_no_message_is_refused_by_its_id(line: str, key: object) -> None:
    wire = Wire(reads)
    taken = wire.taken(line)
    assert (told(taken.told), list(taken.passed), wire.is_open) == ([(key, -32600)], [], False)


def test_half_a_character_becomes_a_question_mark() -> None:
    (passed,) = (
        Wire(reads)
        .taken('{"jsonrpc":"2.0","id":1,"method":"x","params":{"q":"\\ud800 x \\ud83d\\ude00"}}')
        .passed
    )
    assert json.loads(passed)["params"]["q"] == "? x 😀"


def test_an_id_with_half_a_character_is_answered_as_the_server_reads_it() -> None:
    wire = Wire(reads)
    (passed,) = wire.taken('{"jsonrpc":"2.0","id":"\\ud800","method":"x"}').passed
    assert wire.answered(answer(json.loads(passed)["id"]))
    assert not wire.is_open


def test_a_batch_is_answered_as_one() -> None:
    wire = Wire(reads)
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    taken = wire.taken(json.dumps([request(1), note, 5, request(2)]))
    assert [json.loads(each).get("id") for each in taken.passed] == [1, None, 2]
    assert taken.told == []
    assert wire.answered(answer(2)) == []
    (line,) = wire.answered(answer(1))
    assert [said["id"] for said in json.loads(line)] == [None, 2, 1]
    assert wire.taken(json.dumps([note])).told == []
    (refused,) = wire.taken("[5]").told
    assert [said["error"]["code"] for said in json.loads(refused)] == [-32600]


def test_what_is_taken_back_is_waited_for_no_longer() -> None:
    wire = Wire(reads)
    taken_back = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
    wire.taken(json.dumps([request(1), request(2)]))
    wire.answered(answer(1))
    assert [json.loads(each) for each in wire.taken(json.dumps(taken_back)).told] == [[json.loads(answer(1))]]
    assert not wire.is_open


@pytest.mark.parametrize(("asked", "taken_back"), [(5, "5"), ("5", 5), ("x", "x")])
def test_a_number_and_its_digits_are_one_id_where_a_request_is_taken_back(
    asked: object, taken_back: object
) -> None:
    wire = Wire(reads)
    note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": taken_back}}
    wire.taken(json.dumps([request(asked), request(6)]))
    wire.answered(answer(6))
    assert [json.loads(each) for each in wire.taken(json.dumps(note)).told] == [[json.loads(answer(6))]]
    assert not wire.is_open


@pytest.mark.parametrize("nothing", [True, None, 1.0, [1], 2])
def test_what_is_no_open_id_takes_nothing_back(nothing: object) -> None:
    wire = Wire(reads)
    note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": nothing}}
    wire.taken(json.dumps(request(1)))
    assert (wire.taken(json.dumps(note)).told, wire.is_open) == ([], True)


def test_what_is_given_up_is_answered_with_an_error_and_never_again() -> None:
    wire = Wire(reads)
    wire.taken(json.dumps(request("a")))
    wire.taken(json.dumps([request(1), request(2)]))
    wire.answered(answer(1))
    alone, batch = wire.given_up("no answer in time")
    assert told([alone]) == [("a", -32000)]
    assert [each["id"] for each in json.loads(batch)] == [1, 2]
    assert json.loads(batch)[1]["error"] == {"code": -32000, "message": "no answer in time"}
    assert (wire.is_open, wire.answered(answer("a")), wire.answered(answer(2))) == (False, [], [])


def test_what_lasts_until_the_client_goes_is_not_waited_for() -> None:
    wire = Wire(reads)
    wire.taken(json.dumps(request(1, "subscriptions/listen")))
    assert not wire.is_open


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "method", "jsonrpc", "params"]), inner),
)  # fmt: skip


@settings(max_examples=200)
@given(st.lists(JSON, max_size=6))
def test_whatever_is_said_no_request_is_left_without_an_answer(said: list[object]) -> None:
    wire = Wire(reads)
    lines: list[str] = []
    for message in said:
        taken = wire.taken(json.dumps(message))
        lines += taken.told
        for passed in taken.passed:
            asked = json.loads(passed)
            if "method" in asked and "id" in asked:
                lines += wire.answered(answer(asked["id"]))
    assert not wire.is_open
    members = [each for message in said for each in (message if isinstance(message, list) else [message])]
    asked_for = [each for each in members if isinstance(each, dict) and "id" in each and "method" in each]
    answers = [
        each for line in map(json.loads, lines) for each in (line if isinstance(line, list) else [line])
    ]
    assert len(answers) >= len(asked_for)
