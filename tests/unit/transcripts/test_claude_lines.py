from __future__ import annotations

import pytest

from extractor.domain import Kind, Message, Speaker
from extractor.transcripts.lines import TEXT_CAP
from extractor.transcripts.source import (
    UNHEARD,
    UNKNOWN_FORM,
    Boundary,
    BoundaryKind,
    Parked,
    Record,
    Said,
    Withdrawn,
)

from .written import CWD, FORGED, QUESTIONS, Session, only, outline, text

# Replies


def test_the_blocks_of_a_reply(session: Session) -> None:
    uuid = session.assistant(
        {"type": "thinking", "thinking": "hm", "signature": "x"},
        {"type": "redacted_thinking", "data": "x"},
        text("Done."),
        {
            "type": "tool_use",
            "id": "toolu_9",
            "name": "Edit",
            "input": {"file_path": "/a.py", "old_string": "é"},
        },
        {"type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "srv_1", "content": [text("found")]},
        {"type": "container_upload"},
        stop="end_turn",
    )
    messages = session.messages()
    assert outline(messages) == [
        (Speaker.ASSISTANT, Kind.THINKING, "hm"),
        (Speaker.ASSISTANT, Kind.THINKING, ""),
        (Speaker.ASSISTANT, Kind.TEXT, "Done."),
        (Speaker.ASSISTANT, Kind.CALL, '{"file_path":"/a.py","old_string":"é"}'),
        (Speaker.ASSISTANT, Kind.CALL, '{"query":"x"}'),
        (Speaker.TOOL, Kind.RESULT, "found"),
        (Speaker.SYSTEM, Kind.NOTICE, "[container_upload]"),
    ]
    assert [m.key for m in messages] == [("claude-code", uuid, block) for block in range(7)]
    assert [m.ends_turn for m in messages] == [False, False, True, False, False, False, False]
    edit = messages[3]
    assert (edit.tool, edit.call, edit.path, edit.reply) == ("Edit", "toolu_9", "/a.py", "msg_1")
    assert messages[5].call == "srv_1"


@pytest.mark.parametrize(
    ("tool", "given", "path"),
    [
        ("Write", {"file_path": "/a"}, "/a"),
        ("MultiEdit", {"file_path": "/b"}, "/b"),
        ("NotebookEdit", {"notebook_path": "/c.ipynb"}, "/c.ipynb"),
        ("Read", {"file_path": "/a"}, None),
        ("Write", {"file_path": 5}, None),
        ("Bash", {"command": "rm"}, None),
    ],
)
def test_only_a_writing_tool_names_the_file_it_writes(
    session: Session, tool: str, given: dict[str, object], path: str | None
) -> None:
    session.call(tool, **given)
    assert only(session).path == path


def test_a_turn_ends_only_where_the_model_says_so(session: Session) -> None:
    for stop in ("end_turn", "tool_use", "stop_sequence", None):
        session.assistant(text("x"), stop=stop)
    assert [message.ends_turn for message in session.messages()] == [True, False, False, False]


def test_what_the_client_says_in_the_models_place_is_a_notice(session: Session) -> None:
    message = {
        "id": "m",
        "model": "<synthetic>",
        "content": [text("No response requested.")],
        "stop_reason": "end_turn",
    }
    session.said("assistant", message)
    session.said("assistant", {**message, "model": "claude"}, isApiErrorMessage=True)
    assert outline(session.messages()) == [(Speaker.SYSTEM, Kind.NOTICE, "No response requested.")] * 2


def test_the_input_of_a_call_is_capped(session: Session) -> None:
    session.call("Write", file_path="/a", content="x" * 500_000)
    said = only(session)
    assert len(said.text) < TEXT_CAP + 100
    assert said.text.endswith('x"}')


# Tool results


def test_a_result_joins_its_call(session: Session) -> None:
    session.call("Bash", "toolu_7", command="ls")
    session.result("a\nb", {"stdout": "a\nb"}, "toolu_7")
    call, result = session.messages()
    assert call.call == result.call == "toolu_7"
    assert (result.speaker, result.kind, result.text, result.failed) == (
        Speaker.TOOL,
        Kind.RESULT,
        "a\nb",
        False,
    )


@pytest.mark.parametrize(
    ("fields", "failed"),
    [
        ({"is_error": True}, True),
        ({"is_error": False}, False),
        ({"is_error": "yes"}, False),
        ({}, False),
        ({"toolDenialKind": "permission-rule"}, True),
    ],
)
def test_a_result_fails_where_the_client_says_so(
    session: Session, fields: dict[str, object], failed: bool
) -> None:
    session.result("x", "Error: x", **fields)
    assert only(session).failed is failed


def test_the_text_of_a_result_is_flat_and_capped(session: Session) -> None:
    session.result([text("a"), {"type": "image", "source": {}}, {"type": "document"}], {})
    session.result("x" * 200_000, {})
    first, second = session.messages()
    assert first.text == "a\n[image]\n[document]"
    assert len(second.text) < TEXT_CAP + 100


# Prompts queued in mid-turn


def queued(session: Session, prompt: object, **marks: object) -> str:
    attachment = {"type": "queued_command", "prompt": prompt, "commandMode": "prompt", **marks}
    return session.said("attachment", attachment=attachment)


def test_a_prompt_queued_in_mid_turn_stands_in_an_attachment(session: Session) -> None:
    uuid = queued(session, "deploys only on Tuesdays", humanTurn=True, origin={"kind": "human"})
    said = only(session)
    assert (said.speaker, said.text, said.key) == (
        Speaker.HUMAN,
        "deploys only on Tuesdays",
        ("claude-code", uuid, 0),
    )


@pytest.mark.parametrize(
    ("marks", "human"),
    [
        ({"humanTurn": True}, True),
        ({"origin": {"kind": "human"}}, True),
        ({}, True),
        ({"humanTurn": False}, False),
        ({"origin": {"kind": "task-notification"}}, False),
        ({"origin": {"kind": "peer"}, "humanTurn": True}, False),
        ({"commandMode": "task-notification"}, False),
        ({"commandMode": "bash", "humanTurn": True}, False),
        ({"isMeta": True}, False),
        ({"textNotTyped": True, "origin": {"kind": "human"}, "humanTurn": True}, False),
        ({"promptRewritten": True, "origin": {"kind": "human"}, "humanTurn": True}, False),
        ({"fromAnotherSession": True, "origin": {"kind": "human"}, "humanTurn": True}, False),
    ],
)
def test_only_a_persons_queued_prompt_is_theirs(
    session: Session, marks: dict[str, object], human: bool
) -> None:
    queued(session, [text("deploys only on Tuesdays")], **marks)
    said = only(session)
    assert said.text == "deploys only on Tuesdays"
    assert said.is_human is human
    assert human or said.kind is Kind.NOTICE


@pytest.mark.parametrize("marks", [{}, {"origin": {"kind": "human"}, "humanTurn": True}])
def test_each_block_of_a_queued_prompt_is_a_message_of_its_own(
    session: Session, marks: dict[str, object]
) -> None:
    chosen = "<ide_selection>always push</ide_selection>"
    picture = {"type": "image", "source": {"data": "AAAA"}}
    queued(session, [text(chosen), text("What is on it?"), picture, "And why?", 5, text("")], **marks)
    messages = session.messages()
    assert outline(messages) == [
        (Speaker.SYSTEM, Kind.NOTICE, chosen),
        (Speaker.HUMAN, Kind.TEXT, "What is on it?"),
        (Speaker.SYSTEM, Kind.NOTICE, "[image]"),
        (Speaker.HUMAN, Kind.TEXT, "And why?"),
    ]
    assert [message.key.block for message in messages] == [0, 1, 2, 3]


def test_a_prompt_queued_by_a_script_is_headless(session: Session) -> None:
    session.marks["entrypoint"] = "sdk-cli"
    queued(session, "go on", humanTurn=True)
    assert only(session).speaker is Speaker.HUMAN_HEADLESS


def test_other_attachments_say_nothing(session: Session) -> None:
    session.said("attachment", attachment={"type": "instructions", "content": "Always use tabs"})
    session.said("attachment", attachment=["queued_command"])
    assert session.records() == []


def test_with_attachments_the_queue_only_repeats(session: Session) -> None:
    session.said("attachment", attachment={"type": "date"})
    session.queue("enqueue", "deploys only on Tuesdays", 1)
    session.queue("remove", "deploys only on Tuesdays", 5, reason="absorbed_mid_turn")
    queued(session, "deploys only on Tuesdays", humanTurn=True)
    assert session.humans() == ["deploys only on Tuesdays"]


# Boundaries


def test_the_end_of_a_turn_and_a_compaction_are_boundaries(session: Session) -> None:
    session.said("system", subtype="turn_duration", pendingBackgroundAgentCount=1)
    session.said("system", subtype="stop_hook_summary", preventedContinuation=False)
    session.said("system", subtype="compact_boundary")
    session.said("system", subtype="local_command", content="/x")
    assert session.records() == [
        Boundary(BoundaryKind.TURN_END, 1772442001120),
        Boundary(BoundaryKind.COMPACTION, 1772442003120),
    ]


# Going back


def rewound(
    session: Session, leaf: object = "00000000-0000-0000-0000-000000000000", explicit: object = True
) -> None:
    session.add({"type": "last-prompt", "leafUuid": leaf, "explicit": explicit, "sessionId": "x"})


def two_turns(session: Session) -> list[str]:
    return [
        session.user("first"),
        session.assistant(text("one"), stop="end_turn"),
        session.user("second"),
        session.assistant(text("two"), stop="end_turn"),
    ]


def withdrawn(records: list[Record]) -> list[str]:
    return [uuid for record in records if isinstance(record, Withdrawn) for uuid in record.uuids]


def test_a_prompt_after_going_back_withdraws_what_stood_between(session: Session) -> None:
    _, kept, *gone = two_turns(session)
    session.user("third", parentUuid=kept)
    rewound(session)
    assert withdrawn(session.records()) == gone


def test_going_back_is_seen_when_its_mark_comes_in_a_later_read(session: Session) -> None:
    _, kept, *gone = two_turns(session)
    session.user("third", parentUuid=kept)
    session.read()
    rewound(session)
    assert session.records() == [Withdrawn(tuple(gone), in_session=True)]


def test_going_back_to_a_named_line_withdraws_all_after_it(session: Session) -> None:
    _, kept, *gone = two_turns(session)
    rewound(session, kept)
    assert withdrawn(session.records()) == gone


def test_a_named_line_that_belongs_to_the_new_prompt_withdraws_what_stood_between(session: Session) -> None:
    _, kept, *gone = two_turns(session)
    rewound(session, session.user("third", parentUuid=kept))
    assert withdrawn(session.records()) == gone


def test_going_back_before_the_first_prompt_withdraws_all_that_was_said(session: Session) -> None:
    gone = two_turns(session)
    session.user("third", parentUuid=None)
    session.said("attachment", attachment={"type": "date"})
    rewound(session)
    assert withdrawn(session.records()) == gone


@pytest.mark.parametrize("mark", [{"promptSource": "suggestion_accepted"}, {"textNotTyped": True}])
def test_going_back_for_words_nobody_typed_withdraws_what_stood_between(
    session: Session, mark: dict[str, object]
) -> None:
    _, kept, *gone = two_turns(session)
    session.user("third", parentUuid=kept, origin={"kind": "human"}, **mark)
    rewound(session)
    assert withdrawn(session.records()) == gone


def test_going_back_before_the_first_prompt_again_withdraws_what_was_said_since(session: Session) -> None:
    two_turns(session)
    session.user("third", parentUuid=None)
    rewound(session)
    session.read()
    _, *gone = session.user("fourth", parentUuid=None), session.assistant(text("four"))
    last = session.user("fifth", parentUuid=None)
    session.read()
    rewound(session)
    again = withdrawn(session.records())
    assert set(gone) <= set(again)
    assert last not in again


COMMAND = "<command-message>deploy</command-message>\n<command-name>/deploy</command-name>"
CAVEAT = "<local-command-caveat>Caveat: The messages below were generated by the user</local-command-caveat>"


@pytest.mark.parametrize("is_named", [False, True])
@pytest.mark.parametrize("words", [COMMAND, "<bash-input>ls</bash-input>"])
def test_going_back_for_a_command_withdraws_what_stood_between(
    session: Session, words: str, is_named: bool
) -> None:
    _, kept, *gone = two_turns(session)
    command = session.user(words, parentUuid=kept)
    session.user("Deploy what is built.", isMeta=True)
    session.read()
    rewound(session, *([command] if is_named else []))
    assert withdrawn(session.records()) == gone


@pytest.mark.parametrize("is_early", [False, True])
def test_going_back_for_a_command_with_a_caveat_withdraws_what_stood_between(
    session: Session, is_early: bool
) -> None:
    _, kept, *gone = two_turns(session)
    session.user(CAVEAT, isMeta=True, parentUuid=kept)
    if is_early:
        rewound(session)
    session.user("<command-name>/model</command-name>")
    session.user("<local-command-stdout>Set</local-command-stdout>")
    if not is_early:
        rewound(session)
    assert withdrawn(session.records()) == gone


def test_going_back_before_a_prompt_nothing_was_answered_to_takes_it_back_for_a_command(
    session: Session,
) -> None:
    _, kept, *gone = two_turns(session)
    gone.append(session.user("third"))
    session.user(COMMAND, parentUuid=kept)
    rewound(session)
    assert withdrawn(session.records()) == gone


def test_a_command_that_follows_what_was_said_withdraws_nothing(session: Session) -> None:
    two_turns(session)
    session.user(COMMAND)
    rewound(session)
    session.assistant(text("Deployed."), stop="end_turn")
    rewound(session)
    assert withdrawn(session.records()) == []


def test_going_back_to_the_line_before_a_command_takes_the_command_back(session: Session) -> None:
    *_, kept = two_turns(session)
    gone = session.user(COMMAND)
    rewound(session, kept)
    assert withdrawn(session.records()) == [gone]


@pytest.mark.parametrize("mark", [{}, {"explicit": False}, {"explicit": "true"}])
def test_without_an_explicit_mark_a_prompt_that_follows_nothing_withdraws_nothing(
    session: Session, mark: dict[str, object]
) -> None:
    two_turns(session)
    session.user("third", parentUuid=None)
    session.add({"type": "last-prompt", "leafUuid": "00000000-0000-0000-0000-000000000000", **mark})
    assert withdrawn(session.records()) == []


def test_the_first_prompt_of_all_withdraws_nothing(session: Session) -> None:
    session.user("first", parentUuid=None)
    rewound(session)
    assert withdrawn(session.records()) == []


@pytest.mark.parametrize("parent", [..., "nowhere", "", 5])
def test_a_new_prompt_without_a_known_parent_withdraws_nothing(session: Session, parent: object) -> None:
    two_turns(session)
    session.user("third", parentUuid=parent)
    rewound(session)
    assert withdrawn(session.records()) == []


@pytest.mark.parametrize(
    ("leaf", "explicit"),
    [
        ("nowhere", True),
        (None, True),
        (5, True),
        ([], True),
        ("00000000-0000-0000-0000-000000000000", True),
        ("00000000-0000-0000-0000-000000000000", False),
    ],
)
def test_a_mark_that_names_no_known_line_withdraws_nothing(
    session: Session, leaf: object, explicit: object
) -> None:
    two_turns(session)
    rewound(session, leaf, explicit)
    assert withdrawn(session.records()) == []


def test_without_an_explicit_mark_a_branch_withdraws_nothing(session: Session) -> None:
    _, kept, *_ = two_turns(session)
    session.user("third", parentUuid=kept)
    session.add({"type": "last-prompt", "leafUuid": kept})
    assert withdrawn(session.records()) == []


def test_a_prompt_that_was_answered_is_no_longer_the_new_one(session: Session) -> None:
    _, kept, *_ = two_turns(session)
    session.user("third", parentUuid=kept)
    session.assistant(text("three"))
    rewound(session)
    assert withdrawn(session.records()) == []


# Sub-agents


def test_the_first_words_of_a_sub_agent_are_the_parent_models(session: Session) -> None:
    session.user("SEARCH: list every place", isSidechain=True, parentUuid=None)
    session.assistant(text("Found."), isSidechain=True)
    session.user("more text", isSidechain=True)
    messages = session.messages()
    assert outline(messages) == [
        (Speaker.ASSISTANT, Kind.TEXT, "SEARCH: list every place"),
        (Speaker.ASSISTANT, Kind.TEXT, "Found."),
        (Speaker.SYSTEM, Kind.NOTICE, "more text"),
    ]
    assert all(message.sidechain for message in messages)
    assert not any(message.is_visible for message in messages)


def test_a_denial_inside_a_sub_agent_has_no_human_words(old_session: Session) -> None:
    old_session.call("Edit")
    old_session.result(FORGED, f"Error: {FORGED}", is_error=True, isSidechain=True)
    assert old_session.humans() == []


# Where and when


def test_the_working_directory_is_the_one_the_folder_is_named_for(session: Session) -> None:
    session.user("a", cwd="/somewhere/else")
    first = session.read()
    session.user("b", cwd=CWD)
    session.user("c", cwd="/third")
    second = session.read()
    session.user("d", cwd="/fourth", version="2.1.330")
    third = session.read()
    assert [reading.cwd for reading in (first, second, third)] == ["/somewhere/else", CWD, CWD]
    assert [reading.version for reading in (first, second, third)] == ["2.1.329", "2.1.329", "2.1.330"]


def test_without_such_a_directory_the_first_one_stays(session: Session) -> None:
    session.user("a", cwd="/one")
    session.user("b", cwd="/two")
    assert session.read().cwd == "/one"


def test_a_line_without_time_has_that_of_the_line_before(session: Session) -> None:
    session.user("a")
    session.user("b", timestamp=...)
    session.read()
    session.user("c", timestamp="yesterday")
    assert only(session).at == 1772442001120


def test_the_first_line_without_time_has_that_of_the_file(session: Session) -> None:
    session.user("a", timestamp=...)
    reading = session.read()
    said = reading.records[0]
    assert isinstance(said, Said)
    assert said.message.at == reading.modified > 0


def test_a_message_without_uuid_gets_one_that_stays(session: Session) -> None:
    session.user("a", uuid=...)
    session.user("a", uuid=5)
    first = [message.key for message in session.messages()]
    session.checkpoint = None
    assert [message.key for message in session.messages()] == first
    assert len(set(first)) == 2


# Shapes nobody should have written

HOSTILE: list[object] = [
    None,
    5,
    True,
    1.5,
    "x",
    [],
    {},
    [None],
    [[]],
    [{}],
    {"type": []},
    [5, "x"],
    {"a": {"b": []}},
]


@pytest.mark.parametrize(
    "kind", ["user", "assistant", "system", "attachment", "queue-operation", "last-prompt", "progress"]
)
def test_no_shape_of_any_field_raises(session: Session, kind: str) -> None:
    block: dict[str, object] = {"type": "tool_result", "tool_use_id": "t", "content": "x", "is_error": True}
    use: dict[str, object] = {"type": "tool_use", "id": "t", "name": "Write", "input": {"file_path": "/a"}}
    base: dict[str, object] = {
        "parentUuid": "p",
        "isSidechain": False,
        "type": kind,
        "uuid": "u",
        "timestamp": "2026-03-02T09:00:00.000Z",
        "cwd": "/x",
        "version": "2",
        "entrypoint": "cli",
        "userType": "external",
        "origin": {"kind": "human"},
        "promptSource": "typed",
        "isMeta": False,
        "isCompactSummary": False,
        "toolDenialKind": "user-rejected",
        "toolUseResult": {"questions": QUESTIONS, "answers": {}},
        "sourceToolUseID": None,
        "subtype": "turn_duration",
        "operation": "enqueue",
        "content": "x",
        "reason": "x",
        "explicit": True,
        "leafUuid": "u",
        "toolUseID": "t",
        "data": {"type": "mcp_progress"},
        "attachment": {"type": "queued_command", "prompt": "x", "commandMode": "prompt", "humanTurn": True},
        "message": {"id": "m", "model": "c", "stop_reason": "end_turn", "content": [use, block, text("x")]},
    }
    written = 0
    for odd in HOSTILE:
        for field in base:
            if field != "type":
                session.add({**base, field: odd})
                written += 1
        for inner in ("message", "attachment", "data", "origin", "toolUseResult"):
            value = base[inner]
            assert isinstance(value, dict)
            for field in value:
                session.add({**base, inner: {**value, field: odd}})
        for part in (use, block, text("x")):
            for field in part:
                session.add({**base, "message": {"content": [{**part, field: odd}, odd]}})
    session.user("still here", uuid="neighbour")
    reading = session.read()
    assert written > 300
    last = reading.records[-1]
    assert isinstance(last, Said)
    assert last.message.text == "still here"
    assert all(
        isinstance(m.text, str) and isinstance(m.key.uuid, str) and m.at >= 0 for m in said(reading.records)
    )


def said(records: list[Record]) -> list[Message]:
    return [record.message for record in records if isinstance(record, Said)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"5\n", "not a JSON object"),
        (b"[]\n", "not a JSON object"),
        (b'"text"\n', "not a JSON object"),
        (b"null\n", "not a JSON object"),
        (b'{"type":5}\n', "a line without a type"),
        (b'{"message":{"content":"x"}}\n', "a line without a type"),
        (b'{"type":"user"}\n', "a user line without content"),
        (b'{"type":"user","message":{"content":{}}}\n', "a user line without content"),
        (b'{"type":"assistant","message":"x"}\n', "an assistant line without content"),
        (b'{"type":"user","message":{"content":[5]}}\n', "a block of content that is no object"),
        (b'{"type":"user","mess\n', "not a JSON object: torn or damaged"),
    ],
)
def test_a_line_that_cannot_be_used_is_parked_with_its_place(
    session: Session, data: bytes, reason: str
) -> None:
    session.user("before")
    offset = session.path.stat().st_size
    session.append(data)
    session.user("after")
    records = session.records()
    assert [record for record in records if isinstance(record, Parked)] == [
        Parked(reason, offset, len(data) - 1)
    ]
    assert [message.text for message in said(records)] == ["before", "after"]


def test_lines_of_unknown_types_are_passed_over(session: Session) -> None:
    session.user("before")
    session.add({"type": "brand-new", "message": {"role": "user", "content": "x"}})
    session.add({"type": "api-request-blob", "message": {"role": "user", "content": "x"}})
    session.add({"type": "summary", "summary": "x", "leafUuid": "y"})
    assert [type(record) for record in session.records()] == [Said]


def test_a_file_without_any_known_line_is_parked_once(session: Session) -> None:
    session.add({"type": "response_item", "payload": {}})
    size = session.path.stat().st_size
    reason = UNKNOWN_FORM
    assert session.records() == [Parked(reason, 0, size)]
    session.add({"type": "response_item", "payload": {}})
    assert session.records() == []


def parked(session: Session) -> list[str]:
    return [record.reason for record in session.records() if isinstance(record, Parked)]


def ended(session: Session, **fields: object) -> None:
    session.assistant(text("Done."), stop="end_turn", **fields)


def test_a_file_whose_prompts_are_not_found_is_told_once(session: Session) -> None:
    session.add({"type": "mode", "mode": "normal"})
    session.said("prompt", {"role": "user", "content": "Prices are cents"})
    session.call("Bash")
    session.result("ok", {"stdout": "ok"})
    assert parked(session) == []
    ended(session)
    assert parked(session) == [UNHEARD]
    ended(session)
    assert parked(session) == []


def test_prompts_that_are_lost_in_mid_session_are_noticed(session: Session) -> None:
    session.user("Prices are cents")
    for _ in range(8):
        ended(session)
    assert parked(session) == []
    ended(session)
    assert parked(session) == [UNHEARD]


def test_what_stands_in_a_prompts_place_is_heard_whoever_it_is_from(session: Session) -> None:
    ways = [
        lambda: session.user(
            "<task-notification>done</task-notification>", origin={"kind": "task-notification"}
        ),
        lambda: session.user([{"type": "image", "source": {}}]),
        lambda: queued(session, "go on"),
        lambda: session.add({"type": "queue-operation", "operation": "enqueue", "content": "go on"}),
    ]
    for way in ways * 5:
        way()
        ended(session)
    assert parked(session) == []


def test_a_prompt_may_have_stood_on_a_line_that_is_torn(session: Session) -> None:
    session.append(b'{"type":"user","mess\n')
    ended(session)
    assert parked(session) == ["not a JSON object: torn or damaged"]


def test_a_sub_agents_turns_need_no_prompt(session: Session) -> None:
    ended(session, isSidechain=True)
    assert parked(session) == []


def test_a_torn_line_does_not_take_its_neighbour_along(session: Session) -> None:
    session.user("before")
    offset = session.path.stat().st_size
    torn = b'{"parentUuid":null,"type":"user","message":{"content":[{"type":"text","text":"cut in'
    session.append(torn)
    session.user("after")
    records = session.records()
    assert [m.text for m in said(records)] == ["before", "after"]
    assert [r for r in records if isinstance(r, Parked)] == [
        Parked("not a JSON object: torn or damaged", offset, len(torn))
    ]


def test_two_whole_lines_without_a_newline_between_are_both_read(session: Session) -> None:
    session.user("before")
    data = session.path.read_bytes().rstrip(b"\n")
    session.path.write_bytes(data)
    session.user("after")
    records = session.records()
    assert [m.text for m in said(records)] == ["before", "after"]
    assert not [r for r in records if isinstance(r, Parked)]


def test_damaged_characters_do_not_lose_a_line(session: Session) -> None:
    session.user("caf@e and @cut")
    data = session.path.read_bytes().replace(b"caf@e", b"caf\xe9").replace(b"@cut", b"\\ud83d")
    session.path.write_bytes(data)
    assert session.humans() == ["caf\ufffd and \ufffd"]


@pytest.mark.parametrize("agents", [0, 1])
def test_a_mark_after_an_unanswered_prompt_never_withdraws_that_prompt(session: Session, agents: int) -> None:
    kept = session.user("first")
    session.user("second", parentUuid=kept)
    for _ in range(agents):
        session.assistant(text("A sub-agent warms up."), isSidechain=True)
    rewound(session, kept)
    assert withdrawn(session.records()) == []
