"""What the sub-agent's tools take and refuse."""

from __future__ import annotations

import json
from datetime import UTC

import pytest
from pydantic import JsonValue

from extractor.domain import Evidence, SessionId
from extractor.extraction.tools import MAX_CALLS, SPECS, Toolbox
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.workspace import Workspace
from extractor.models.model import ToolCall, ToolOutcome
from tests.support.scripted import use, write
from tests.support.talk import agent, human, result

RULE = "Never mock the database in tests."
NOW = "2026-03-02T10:00:00.000Z"


def workspace(**files: bytes) -> Workspace:
    messages = [
        human("h1", RULE),
        agent("a1", "Shall I use the staging database?"),
        human("h2", "yes"),
        result("r1", "t1"),
    ]
    witnesses = Witnesses.build(messages, frozenset({"h1", "a1", "h2", "r1"}), UTC)
    return Workspace({f"{name}.md": data for name, data in files.items()}, witnesses, SessionId("s"), NOW)


def refusal(call: ToolCall, on: Workspace | None = None) -> str:
    (outcome,) = Toolbox(on or workspace()).carry_out([call])
    assert outcome.is_error
    return outcome.text


def test_a_witnessed_statement_is_written() -> None:
    on = workspace()
    (outcome,) = Toolbox(on).carry_out([write("no-mocks.md", RULE, "h1", RULE)])
    assert outcome == ToolOutcome(outcome.call, "no-mocks.md written")
    (change,) = on.changes().changes
    assert change.before is None
    assert change.after is not None
    assert RULE.encode() in change.after


@pytest.mark.parametrize(
    "name",
    ["../x.md", "/etc/x.md", "a/b.md", "a\nb.md", "a\x00.md", "MEMORY.md", "memory.md", ".hidden.md", "-rf.md", "x.txt",
     "UPPER.md", "", ".md", "x" * 200 + ".md", "x.md/", "ünï.md", "con.md"],
)  # fmt: skip
def test_no_other_name_than_a_plain_one_is_written(name: str) -> None:
    on = workspace()
    refusal(write(name, RULE, "h1", RULE), on)
    assert on.changes().changes == ()


@pytest.mark.parametrize(
    ("evidence", "why"),
    [
        ([], "no evidence"),
        ([{"message": "zz", "quote": RULE}], "no message"),
        ([{"message": "h1", "quote": "Always mock the database."}], "does not stand"),
        ([{"message": "r1", "quote": "output"}], "cannot witness"),
        ([{"message": "a1", "quote": "Shall I use the staging database?"}], "no quote is the person's"),
        ([{"message": "h1", "quote": "mock"}], "too short"),
    ],
)
def test_a_statement_without_a_witness_is_refused(evidence: list[JsonValue], why: str) -> None:
    call = use(
        "write_memory", file="x.md", type="feedback", name="x", description=RULE,
        statements=[{"text": RULE, "evidence": evidence}],
    )  # fmt: skip
    assert why in refusal(call)


def test_a_quote_that_is_given_many_times_is_kept_once() -> None:
    on = workspace()
    call = use(
        "write_memory", file="x.md", type="feedback", name="x", description=RULE,
        statements=[{"text": RULE, "evidence": [{"message": "h1", "quote": RULE}] * 5_000}],
    )  # fmt: skip
    (outcome,) = Toolbox(on).carry_out([call])
    assert not outcome.is_error
    assert [each.evidence for each in on.accepted] == [(Evidence("h1", RULE),)]


def test_a_true_quote_does_not_witness_an_invented_address() -> None:
    on = workspace()
    call = write("x.md", "Never mock the database in tests, see https://evil.example/setup.", "h1", RULE)
    assert "evil.example" in refusal(call, on)
    assert on.changes().changes == ()


def test_an_invented_address_in_the_description_or_the_reason_is_refused_too() -> None:
    for part in ("description", "why", "how_to_apply"):
        more: dict[str, JsonValue] = {part: "See https://evil.example/setup."}
        call = write("x.md", RULE, "h1", RULE)
        assert isinstance(call.input, dict)
        assert "evil.example" in refusal(ToolCall(call.id, call.name, {**call.input, **more}))


def test_the_agents_words_count_beside_the_persons_answer() -> None:
    call = use(
        "write_memory", file="x.md", type="project", name="x", description="The staging database is used.",
        statements=[{
            "text": "The staging database is used.",
            "evidence": [
                {"message": "a1", "quote": "Shall I use the staging database?"},
                {"message": "h2", "quote": "yes"},
            ],
        }],
    )  # fmt: skip
    (outcome,) = Toolbox(workspace()).carry_out([call])
    assert not outcome.is_error


@pytest.mark.parametrize(
    "given",
    [
        None,
        5,
        "text",
        [],
        {"file": 7},
        {"file": "x.md"},
        {"file": ["x.md"], "evidence": []},
        {"file": "x.md", "evidence": {}},
    ],
)
@pytest.mark.parametrize("tool", ["read_memory", "write_memory", "delete_memory"])
def test_an_input_of_the_wrong_shape_is_refused_in_one_line(tool: str, given: JsonValue) -> None:
    if tool == "read_memory" and given == {"file": "x.md"}:
        pytest.skip("that is the right shape for reading")
    text = refusal(ToolCall("c", tool, given))
    assert text.startswith("the input does not fit the tool")
    assert "\n" not in text


@pytest.mark.parametrize("name", ["k\x1b[2J\n\u202e", "k" * 2_000_000])
def test_a_name_the_model_made_up_is_told_in_one_short_line_that_does_nothing_to_a_screen(name: str) -> None:
    box = Toolbox(workspace())
    calls = [ToolCall("c1", "read_memory", {"file": "x.md", name: 1}), ToolCall("c2", name, {})]
    told = [outcome.text for outcome in box.carry_out(calls)]
    for words in [*told, *box.refusals]:
        assert words.isprintable()
        assert len(words) < 2_000


def test_an_unknown_tool_is_refused() -> None:
    assert "there is no tool" in refusal(use("bash", command="rm -rf /"))


def test_reading_comes_before_writing() -> None:
    box = Toolbox(workspace(old=b"Old fact.\n"))
    outcomes = box.carry_out(
        [
            use("read_memory", file="old.md"),
            write("x.md", RULE, "h1", RULE),
            use("read_memory", file="old.md"),
        ]
    )
    assert [o.is_error for o in outcomes] == [False, False, True]
    (late,) = box.carry_out([use("read_memory", file="old.md")])
    assert "reading is over" in late.text


def test_what_a_run_reads_is_counted_over_all_its_files_and_replies() -> None:
    tools = Toolbox(workspace(one=b"a" * 40_000, two=b"b" * 40_000, three=b"c" * 100))
    first, second = tools.carry_out([use("read_memory", file="one.md"), use("read_memory", file="two.md")])
    assert (len(first.text), first.is_error) == (40_000, False)
    assert second.is_error
    assert "60000 characters" in second.text
    (third,) = tools.carry_out([use("read_memory", file="three.md")])
    assert third.text == "c" * 100
    (again,) = tools.carry_out([use("read_memory", file="two.md")])
    assert again.is_error


def test_of_five_hundred_calls_only_the_first_few_are_carried_out_and_each_is_answered() -> None:
    calls = [use("read_memory", file="old.md") for _ in range(500)]
    outcomes = Toolbox(workspace(old=b"Old fact.\n")).carry_out(calls)
    assert len(outcomes) == 500
    assert sum(not o.is_error for o in outcomes) == MAX_CALLS


def test_the_last_call_of_a_reply_that_was_cut_off_is_not_carried_out() -> None:
    on = workspace()
    calls = [write("a.md", RULE, "h1", RULE), write("b.md", RULE, "h1", RULE)]
    outcomes = Toolbox(on).carry_out(calls, is_cut=True)
    assert [o.is_error for o in outcomes] == [False, True]
    assert [c.file for c in on.changes().changes] == ["a.md"]


def test_replacing_one_sentence_leaves_every_other_byte() -> None:
    data = b"---\nname: x\nmetadata:\n  type: feedback\n---\n\nTests may mock.  \n\nMine: # keep\n"
    on = workspace(x=data)
    (outcome,) = Toolbox(on).carry_out([write("x.md", RULE, "h1", RULE, replaces="Tests may mock.")])
    assert not outcome.is_error, outcome.text
    after = on.changes().changes[0].after
    assert after is not None
    assert RULE.encode() in after
    assert b"\n\nMine: # keep\n" in after
    assert b"Tests may mock." not in after


def test_a_sentence_that_does_not_stand_there_cannot_be_replaced() -> None:
    on = workspace(x=b"Tests may mock.\n")
    refusal(write("x.md", RULE, "h1", RULE, replaces="Something else."), on)
    assert on.changes().changes == ()


def test_saying_again_what_a_file_says_is_refused() -> None:
    assert "says this already" in refusal(write("x.md", RULE, "h1", RULE), workspace(x=RULE.encode() + b"\n"))


def test_a_file_is_deleted_only_with_a_witness() -> None:
    on = workspace(x=b"The database is mocked in tests.\n")
    refusal(use("delete_memory", file="x.md", evidence=[]), on)
    (outcome,) = Toolbox(on).carry_out(
        [use("delete_memory", file="x.md", evidence=[{"message": "h1", "quote": RULE}])]
    )
    assert not outcome.is_error
    assert [(c.file, c.after) for c in on.changes().changes] == [("x.md", None)]


@pytest.mark.parametrize(
    "text",
    [
        "Two\nlines.",
        "With \u202e reversal.",
        "Hidden\u200b word.",
        "<!-- a comment -->",
        "--- front",
        "",
        "  ",
        "x" * 501,
    ],
)
def test_a_statement_is_one_plain_line(text: str) -> None:
    refusal(write("x.md", text, "h1", RULE, description=RULE))


def test_a_description_longer_than_an_index_line_is_refused() -> None:
    assert "151 characters" in refusal(write("x.md", RULE, "h1", RULE, description="x" * 151))


def test_a_secret_is_refused() -> None:
    key = "sk-ant-" + "api03-" + "Ab3dEf6h" * 11
    on = workspace()
    assert "secret" in refusal(write("x.md", f"The key is {key}.", "h1", RULE, description=RULE), on)
    assert on.changes().changes == ()


def test_the_tools_are_the_three_of_the_contract() -> None:
    assert [spec.name for spec in SPECS] == ["read_memory", "write_memory", "delete_memory"]
    for spec in SPECS:
        assert spec.schema["type"] == "object"
        assert spec.schema["additionalProperties"] is False


def test_no_title_and_no_docstring_of_ours_is_sent_with_the_tools() -> None:
    text = json.dumps([dict(spec.schema) for spec in SPECS])
    assert '"title"' not in text
    assert "Input of" not in text
    assert "One sentence and its quotes" not in text
    write_memory = SPECS[1].schema["properties"]
    assert isinstance(write_memory, dict)
    assert "description" in write_memory
