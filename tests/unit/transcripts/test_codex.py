from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Milliseconds, Speaker
from extractor.errors import TranscriptError
from extractor.history.exchanges import exchanges
from extractor.transcripts.codex import Codex
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

from .codex_written import OTHER, THREAD, Rollout, item_id
from .written import CWD, LATER, outline

HUMAN, HEADLESS, ASSISTANT, SYSTEM, TOOL = (
    Speaker.HUMAN,
    Speaker.HUMAN_HEADLESS,
    Speaker.ASSISTANT,
    Speaker.SYSTEM,
    Speaker.TOOL,
)
TEXT, NOTICE = Kind.TEXT, Kind.NOTICE


@pytest.fixture
def rollout(tmp_path: Path) -> Rollout:
    made = Rollout(tmp_path)
    made.meta()
    return made


def test_a_session_says_where_it_was_held_and_by_which_version(rollout: Rollout) -> None:
    reading = rollout.read()
    assert (reading.cwd, reading.version, reading.records) == (CWD, "0.169.0", [])


def test_what_is_written_twice_is_one_message(rollout: Rollout) -> None:
    rollout.asks("Prices are cents", item_id(1))
    rollout.answers("Understood.", item_id(2))
    messages = rollout.messages()
    assert outline(messages) == [(HUMAN, TEXT, "Prices are cents"), (ASSISTANT, TEXT, "Understood.")]
    assert [m.key.uuid for m in messages] == [item_id(1), f"msg_{item_id(2)}"]


def test_what_older_versions_write_twice_is_one_message(rollout: Rollout) -> None:
    rollout.old_asks("Prices are cents", kind="plain")
    rollout.old_answers("Understood.")
    assert outline(rollout.messages()) == [
        (HUMAN, TEXT, "Prices are cents"),
        (ASSISTANT, TEXT, "Understood."),
    ]


def test_a_version_that_writes_both_forms_of_an_event_says_it_once(rollout: Rollout) -> None:
    rollout.old_asks("Go on")
    rollout.completed("UserMessage", item_id(1), {"type": "text", "text": "Go on"})
    rollout.old_answers("Go on")
    rollout.old_asks("Go on")
    rollout.old_asks("Go on")
    assert [m.speaker for m in rollout.messages()] == [HUMAN, ASSISTANT, HUMAN, HUMAN]


def test_what_the_client_puts_in_a_persons_place_is_not_theirs(rollout: Rollout) -> None:
    rollout.message("developer", "Always deploy on Fridays.")
    rollout.message("user", "<environment_context>we always deploy on Fridays</environment_context>")
    rollout.event(
        "user_message", message="<user_instructions>x</user_instructions>", kind="user_instructions"
    )
    kinds = {"content_item_kinds": ["agents_md.instructions"]}
    rollout.message("user", "# AGENTS.md", id=item_id(9), internal_chat_message_metadata_passthrough=kinds)
    assert outline(rollout.messages()) == [(SYSTEM, NOTICE, "# AGENTS.md")]


def test_what_an_editor_puts_before_a_prompt_is_not_a_persons(rollout: Rollout) -> None:
    chosen = "## Active selection of the file:\n## My request for Codex:\nalways push\n\n"
    context = f"# Context from my IDE setup:\n\n## Active file: a.md\n\n{chosen}## My request for Codex:\n"
    asked = "Use cents; what does `## My request for Codex:` mean?"
    rollout.asks(f"{context}{asked}", item_id(1))
    messages = rollout.messages()
    assert [m.text for m in messages if m.is_human] == [asked]
    assert [m.text for m in messages if m.kind is NOTICE] == [context]


@pytest.mark.parametrize("context", ["", "\n## Active file: a.py\n\n## Open tabs:\n- a.py: src/a.py\n\n"])
def test_a_heading_of_the_editors_that_a_person_quotes_is_theirs(rollout: Rollout, context: str) -> None:
    asked = "Never log this:\n\n## My request for Codex:\nPrices are cents"
    rollout.asks(f"# Context from my IDE setup:\n{context}## My request for Codex:\n{asked}", item_id(1))
    assert [m.text for m in rollout.messages() if m.is_human] == [asked]


INIT = "Generate a file named AGENTS.md that serves as a contributor guide for this repository."


@pytest.mark.parametrize("begin", ["", "# Context from my IDE setup:\n\n## My request for Codex:\n"])
def test_what_the_clients_own_command_asks_is_not_a_persons(rollout: Rollout, begin: str) -> None:
    rollout.asks(f"{begin}{INIT}\nYour goal is a clear document.\n\n- Always be brief.\n", item_id(1))
    rollout.old_asks(f"{begin}{INIT}\r\nAlways be brief.")
    assert {(m.speaker, m.kind) for m in rollout.messages()} == {(SYSTEM, NOTICE)}


@pytest.mark.parametrize(
    "words",
    [
        INIT,
        f"{INIT}\n",
        f"{INIT} Always name the owner of a module.",
        f"I ran /init, and it sent this:\n{INIT}\nYour goal is a clear document.",
    ],
)
def test_what_only_speaks_of_the_clients_own_command_is_a_persons(rollout: Rollout, words: str) -> None:
    rollout.asks(words, item_id(1))
    assert [m.text for m in rollout.messages() if m.is_human] == [words]


def test_what_an_editor_says_on_one_line_is_not_a_persons(rollout: Rollout) -> None:
    rollout.asks("# Context from my IDE setup: a.py ## My request for Codex: Use cents", item_id(1))
    assert [m.text for m in rollout.messages() if m.is_human] == [" Use cents"]
    rollout.asks("# Context from my IDE setup: is what I see", item_id(2))
    assert [m.text for m in rollout.messages() if m.is_human] == [
        "# Context from my IDE setup: is what I see"
    ]


@pytest.mark.parametrize(
    ("fields", "trigger", "speaker"),
    [
        ({"source": "cli"}, None, HUMAN),
        ({"source": "vscode"}, None, HUMAN),
        ({"source": "exec"}, None, HEADLESS),
        ({"source": "mcp"}, None, HEADLESS),
        ({"originator": "codex_exec", "source": None}, None, HEADLESS),
        ({"source": "cli"}, "exec", HEADLESS),
        ({"source": "exec"}, "user", HUMAN),
        ({"source": "cli"}, "timer", HEADLESS),
    ],
)
def test_a_scripts_prompt_is_told_from_a_persons(
    tmp_path: Path, fields: dict[str, object], trigger: str | None, speaker: Speaker
) -> None:
    rollout = Rollout(tmp_path)
    rollout.meta(**fields)
    if trigger:
        rollout.event("task_started", turn_attribution={"turn_trigger": trigger})
    rollout.asks("Prices are cents", item_id(1))
    assert [m.speaker for m in rollout.messages()] == [speaker]


def test_a_picture_is_a_marker(rollout: Rollout) -> None:
    rollout.completed("UserMessage", item_id(1), {"type": "text", "text": "Look"}, {"type": "image"})
    rollout.old_asks("Look", images=["data:"], local_images=["/x.png"])
    assert [m.text for m in rollout.messages()] == ["Look", "[image]", "Look", "[image]", "[image]"]


@pytest.mark.parametrize(
    ("output", "text", "failed"),
    [
        ("Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nx", None, False),
        ("Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nx", None, True),
        ("x\nProcess exited with code 2\n", None, False),
        ('{"output":"x","metadata":{"exit_code":0}}', "x", False),
        ('{"output":"x","metadata":{"exit_code":1}}', "x", True),
        ('{"output":', '{"output":', False),
    ],
)
def test_a_call_is_joined_with_its_result(
    rollout: Rollout, output: str, text: str | None, failed: bool
) -> None:
    call = "call_0123456789abcdef0123"
    rollout.item("function_call", name="exec_command", arguments='{"cmd":"ls"}', call_id=call)
    rollout.item("function_call_output", call_id=call, output=output)
    made, result = rollout.messages()
    assert (made.kind, made.tool, made.call, made.text) == (Kind.CALL, "exec_command", call, '{"cmd":"ls"}')
    assert (result.kind, result.call, result.text, result.failed) == (
        Kind.RESULT,
        call,
        text or output,
        failed,
    )


def test_a_patch_of_one_file_names_it(rollout: Rollout) -> None:
    patch = "*** Begin Patch\n*** Update File: /m/a.md\n@@\n-x\n+y\n{}*** End Patch"
    for more in ("", "*** Add File: b.md\n+z\n"):
        rollout.item("custom_tool_call", name="apply_patch", input=patch.format(more), call_id=None)
    assert [m.path for m in rollout.messages()] == ["/m/a.md", None]


def test_a_persons_answers_to_the_clients_question_are_theirs(rollout: Rollout) -> None:
    given = '{"answers":{"db":{"answers":["Postgres","on port 5433"]},"host":{"answers":[]}}}'
    rollout.item("function_call", name="request_user_input", arguments="{}", call_id="call_1")
    rollout.item("function_call_output", call_id="call_1", output=given)
    rollout.item("function_call", name="exec_command", arguments="{}", call_id="call_1")
    rollout.item("function_call_output", call_id="call_1", output=given)
    assert [m.text for m in rollout.messages() if m.is_human] == ["Postgres\non port 5433"]


def asks(rollout: Rollout, arguments: str, call: str = "call_1") -> None:
    rollout.item("function_call", name="request_user_input", arguments=arguments, call_id=call)


def answered(rollout: Rollout, given: dict[str, object], call: str = "call_1") -> None:
    output = json.dumps({"answers": {id: {"answers": words} for id, words in given.items()}})
    rollout.item("function_call_output", call_id=call, output=output)


ASKED = json.dumps(
    {
        "questions": [
            {"id": "db", "header": "DB", "question": "Which database?", "options": [{"label": "Postgres"}]},
            {"id": "host", "header": "Host", "question": " Which host? "},
        ]
    }
)


def test_each_answer_to_the_clients_question_stands_behind_its_question(rollout: Rollout) -> None:
    asks(rollout, ASKED)
    answered(rollout, {"host": ["db.example.org"], "db": ["Postgres", "user_note: on port 5433"]})
    messages = rollout.messages()
    assert outline(messages[2:]) == [
        (ASSISTANT, TEXT, "Which database?"),
        (HUMAN, TEXT, "Postgres\non port 5433"),
        (ASSISTANT, TEXT, "Which host?"),
        (HUMAN, TEXT, "db.example.org"),
    ]
    assert len({message.key for message in messages}) == len(messages)
    opened = [exchange.messages[0].text for exchange in exchanges(messages)]
    assert opened[1:] == ["Postgres\non port 5433", "db.example.org"]


def test_a_question_is_known_after_a_restart_between_it_and_its_answer(rollout: Rollout) -> None:
    asks(rollout, ASKED)
    rollout.read()
    answered(rollout, {"host": ["here"]})
    assert [m.text for m in rollout.messages() if m.kind is TEXT] == ["Which host?", "here"]


def test_the_clients_own_words_around_an_answer_are_not_the_persons(rollout: Rollout) -> None:
    asks(rollout, ASKED)
    answered(rollout, {"db": ["None of the above", "user_note:  user_note: SQLite"], "host": ["user_note: "]})
    asks(rollout, ASKED)
    answered(rollout, {"db": ["None of the above"], "host": ["user_note: None of the above"]})
    said = [m.text for m in rollout.messages() if m.kind is TEXT]
    assert said == ["Which database?", "user_note: SQLite", "Which host?", "None of the above"]


@pytest.mark.parametrize(
    "arguments",
    ["", "{}", "[]", '{"questions":5}', '{"questions":[5,{"id":5,"question":"x"},{"id":"db","question":5}]}'],
)
def test_an_answer_whose_question_cannot_be_told_stands_alone(rollout: Rollout, arguments: str) -> None:
    asks(rollout, arguments)
    answered(rollout, {"db": ["Postgres"], "host": 5})
    assert outline([m for m in rollout.messages() if m.kind is TEXT]) == [(HUMAN, TEXT, "Postgres")]


def test_the_clients_marks_are_boundaries(rollout: Rollout) -> None:
    rollout.event("task_complete", last_agent_message="x")
    rollout.event("turn_aborted", reason="interrupted")
    rollout.add("compacted", {"message": "We spoke of prices.", "replacement_history": []})
    rollout.event("context_compacted")
    rollout.event("item_completed", item={"type": "ContextCompaction", "id": "x"})
    ended, cancelled, compacted, summary = rollout.records()
    marks = [mark.kind for mark in (ended, cancelled, compacted) if isinstance(mark, Boundary)]
    assert marks == [BoundaryKind.TURN_END, BoundaryKind.CANCELLED, BoundaryKind.COMPACTION]
    assert isinstance(summary, Said)
    assert (summary.message.kind, summary.message.speaker) == (Kind.SUMMARY, ASSISTANT)


@pytest.mark.parametrize("form", ["new", "old"])
@pytest.mark.parametrize(("number", "left"), [(0, 3), (1, 2), (2, 1), (3, 0), (9, 0)])
def test_a_rollback_withdraws_the_newest_turns(tmp_path: Path, form: str, number: int, left: int) -> None:
    rollout = Rollout(tmp_path)
    rollout.meta()
    for turn in range(3):
        if form == "new":
            rollout.asks(f"ask {turn}", item_id(2 * turn))
            rollout.answers(f"answer {turn}", item_id(2 * turn + 1))
        else:
            rollout.old_asks(f"ask {turn}")
            rollout.old_answers(f"answer {turn}")
    rollout.event("thread_rolled_back", num_turns=number)
    records = rollout.records()
    gone = {uuid for record in records if isinstance(record, Withdrawn) for uuid in record.uuids}
    kept = [r.message.text for r in records if isinstance(r, Said) and r.message.key.uuid not in gone]
    assert kept == [text for turn in range(left) for text in (f"ask {turn}", f"answer {turn}")]


def test_a_second_rollback_counts_from_the_first(rollout: Rollout) -> None:
    for turn in range(3):
        rollout.asks(f"ask {turn}", item_id(turn))
    rollout.event("thread_rolled_back", num_turns=1)
    rollout.read()
    rollout.event("thread_rolled_back", num_turns=1)
    (gone,) = rollout.records()
    assert isinstance(gone, Withdrawn)
    assert item_id(1) in gone.uuids
    assert item_id(0) not in gone.uuids


def test_many_rollbacks_in_a_row_are_walked_once_each(rollout: Rollout) -> None:
    for turn in range(40):
        rollout.asks(f"ask {turn}", item_id(turn))
    for _ in range(40):
        rollout.event("thread_rolled_back", num_turns=1)
    records = rollout.records()
    gone = {uuid for record in records if isinstance(record, Withdrawn) for uuid in record.uuids}
    assert gone == {item_id(turn) for turn in range(40)}


def test_what_was_said_before_a_copied_session_does_not_count_into_it(tmp_path: Path) -> None:
    parent, fork = Rollout(tmp_path), Rollout(tmp_path, OTHER)
    fork.meta()
    fork.old_asks("before it")
    for each in (parent, fork):
        each.meta(id=THREAD)
        each.old_asks("Prices are cents")
    assert [m.key for m in fork.messages()][1:] == [m.key for m in parent.messages()]


def test_words_said_again_after_something_was_done_are_said_again_in_whatever_form(rollout: Rollout) -> None:
    rollout.asks("go on", item_id(1))
    rollout.item("function_call", name="shell", arguments="{}", call_id="call_1")
    rollout.old_asks("go on")
    assert [m.text for m in rollout.messages() if m.is_human] == ["go on", "go on"]


def test_where_an_editor_sends_its_own_words_alone_the_person_said_nothing(rollout: Rollout) -> None:
    rollout.old_asks("# Context from my IDE setup:\n## Open tabs:\n- a.py\n## My request for Codex:\n")
    assert [m.speaker for m in rollout.messages()] == [SYSTEM]


def test_more_rollbacks_at_once_than_a_person_makes_are_parked(rollout: Rollout) -> None:
    for turn in range(70):
        rollout.asks(f"ask {turn}", item_id(turn))
    for _ in range(70):
        rollout.event("thread_rolled_back", num_turns=1)
    assert [parked.reason for parked in rollout.parked()] == [
        "more rollbacks at once than a person makes"
    ] * 6


def test_a_session_without_a_directory_of_its_own_has_that_of_its_first_turn(tmp_path: Path) -> None:
    rollout = Rollout(tmp_path)
    rollout.meta(cwd=None)
    rollout.add("turn_context", {"cwd": "/home/ann/first"})
    rollout.add("turn_context", {"cwd": "/home/ann/second"})
    assert rollout.read().cwd == "/home/ann/first"


def test_a_rollback_of_unknown_extent_is_parked(rollout: Rollout) -> None:
    rollout.event("thread_rolled_back", to="the beginning")
    assert [parked.reason for parked in rollout.parked()] == ["a rollback of unknown extent"]


@pytest.mark.parametrize("form", ["new", "old"])
def test_a_fork_repeats_what_its_parent_said_and_adds_its_own(tmp_path: Path, form: str) -> None:
    parent, fork = Rollout(tmp_path), Rollout(tmp_path, OTHER)
    fork.meta()
    fork.event("thread_name_updated")
    for each in (parent, fork):
        each.meta(id=THREAD)
        each.message("user", "<environment_context>")
        if form == "new":
            each.asks("Prices are cents", item_id(1))
            each.answers("OK", item_id(2))
        else:
            each.old_asks("Prices are cents")
            each.old_answers("OK")
    fork.old_asks("In the fork")
    parent.old_asks("In the parent")
    keys, copied = [m.key for m in parent.messages()], [m.key for m in fork.messages()]
    assert copied[:2] == keys[:2]
    assert len({*keys, *copied}) == 4
    assert fork.read().cwd == CWD


def test_two_sessions_that_begin_alike_share_no_message(tmp_path: Path) -> None:
    keys = []
    for thread in (THREAD, OTHER):
        rollout = Rollout(tmp_path, thread)
        rollout.meta()
        rollout.old_asks("Go on")
        rollout.completed("AgentMessage", "msg_1", {"type": "Text", "text": "Yes"})
        keys += [m.key for m in rollout.messages()]
    assert len(set(keys)) == 4


def test_ids_that_a_server_counts_anew_name_no_two_messages_alike(rollout: Rollout) -> None:
    for text in ("a", "b"):
        rollout.completed("AgentMessage", "msg_0", {"type": "Text", "text": text})
        rollout.item("function_call", name="shell", arguments="{}", call_id="tool_call_0000")
        rollout.item("function_call_output", call_id="tool_call_0000", output="x")
    messages = rollout.messages()
    assert len({m.key for m in messages}) == len(messages) == 6
    assert {m.call for m in messages} == {None, "tool_call_0000"}


def test_a_sub_agent_says_nothing_human(tmp_path: Path) -> None:
    rollout = Rollout(tmp_path)
    rollout.meta(source={"subagent": {"thread_spawn": {"parent_thread_id": OTHER}}})
    parents = {"type": "UserMessage", "id": item_id(7), "content": [{"type": "text", "text": "Use cents"}]}
    rollout.event("item_completed", thread_id=OTHER, item=parents)
    rollout.asks("Search for total()", item_id(1))
    rollout.asks("And for sum()", item_id(2))
    messages = rollout.messages()
    assert outline(messages) == [(ASSISTANT, TEXT, "Search for total()"), (SYSTEM, NOTICE, "And for sum()")]
    assert all(m.sidechain for m in messages)


# ---------------------------------------------------------------- reviews


REVIEW = 'Review the code changes introduced by commit 1a2b3c ("Always push to main").'
CUSTOM = {"type": "custom", "instructions": "Prices are cents"}


def begins(rollout: Rollout, form: str, target: dict[str, object]) -> None:
    rollout.review("entered", form, target=target, user_facing_hint="changes")


@pytest.mark.parametrize("form", ["new", "old"])
def test_what_the_client_asks_a_review_for_is_nobodys_word_but_what_a_person_typed_for_it_is_theirs(
    rollout: Rollout, form: str
) -> None:
    for target, asked in (({"type": "commit"}, REVIEW), (CUSTOM, CUSTOM["instructions"])):
        begins(rollout, form, target)
        rollout.reviewer_is_asked(asked, form)
        rollout.review("exited", form)
        rollout.old_answers("No findings.")
    assert outline(rollout.messages()) == [
        (ASSISTANT, TEXT, "No findings."),
        (HUMAN, TEXT, "Prices are cents"),
        (ASSISTANT, TEXT, "No findings."),
    ]


@pytest.mark.parametrize(("hint", "said"), [("Prices are cents", ["Prices are cents"]), ("changes", [])])
def test_the_first_versions_show_what_a_person_typed_for_a_review_as_it_is_asked_for(
    rollout: Rollout, hint: str, said: list[str]
) -> None:
    rollout.review("entered", "old", prompt="Prices are cents", user_facing_hint=hint)
    rollout.old_asks("Prices are cents")
    assert [m.text for m in rollout.messages() if m.is_human] == said


def test_what_is_typed_after_a_review_that_was_killed_is_the_persons(rollout: Rollout) -> None:
    begins(rollout, "old", {"type": "commit"})
    rollout.reviewer_is_asked(REVIEW, "old")
    rollout.messages()
    rollout.old_asks("Prices are cents")
    rollout.old_asks(REVIEW)
    assert outline(rollout.messages()) == [(HUMAN, TEXT, "Prices are cents"), (HUMAN, TEXT, REVIEW)]


# ---------------------------------------------------------------- what cannot be read


def test_a_file_without_a_known_line_is_told_once(tmp_path: Path) -> None:
    rollout = Rollout(tmp_path)
    rollout.add("novelty", {"said": "Prices are cents"})
    assert [parked.reason for parked in rollout.parked()] == [UNKNOWN_FORM]
    rollout.add("novelty", {"said": "Use cents"})
    assert rollout.parked() == []


def test_replies_of_which_no_event_tells_are_an_unknown_form(rollout: Rollout) -> None:
    rollout.message("user", "Prices are cents")
    assert rollout.parked() == []
    rollout.message("assistant", "Understood.")
    assert [parked.reason for parked in rollout.parked()] == [UNKNOWN_FORM]


def turn(rollout: Rollout, number: int, **begin: object) -> None:
    rollout.event("task_started", **begin)
    rollout.answers("Understood.", item_id(number))
    rollout.event("task_complete")


def test_a_session_whose_prompts_are_not_found_is_told_once(rollout: Rollout) -> None:
    rollout.completed("UserInput", item_id(1), {"type": "text", "text": "Prices are cents"})
    assert rollout.parked() == []
    turn(rollout, 2)
    assert [parked.reason for parked in rollout.parked()] == [UNHEARD]
    turn(rollout, 3)
    assert rollout.parked() == []


def test_prompts_that_are_lost_in_mid_session_are_noticed(rollout: Rollout) -> None:
    rollout.asks("Prices are cents", item_id(1))
    for number in range(8):
        turn(rollout, number + 2)
    assert rollout.parked() == []
    turn(rollout, 20)
    assert [parked.reason for parked in rollout.parked()] == [UNHEARD]


def test_prompts_that_were_taken_back_are_not_heard_anew(rollout: Rollout) -> None:
    rollout.asks("Prices are cents", item_id(1))
    for number in range(8):
        turn(rollout, number + 2)
    rollout.event("thread_rolled_back", num_turns=1)
    turn(rollout, 20)
    assert [parked.reason for parked in rollout.parked()] == [UNHEARD]


def test_a_prompt_may_have_stood_on_a_line_that_is_torn(rollout: Rollout) -> None:
    rollout.append(b'{"type":"event_msg","payl\n')
    turn(rollout, 2)
    assert [parked.reason for parked in rollout.parked()] == ["not a JSON object: torn or damaged"]


def test_a_turn_that_no_person_began_needs_no_prompt(rollout: Rollout) -> None:
    turn(rollout, 1, turn_attribution={"turn_trigger": "schedule"})
    assert rollout.parked() == []


def test_a_sub_agents_turn_needs_no_prompt_of_its_own(tmp_path: Path) -> None:
    rollout = Rollout(tmp_path)
    rollout.meta(source={"subagent": {"thread_spawn": {"parent_thread_id": OTHER}}})
    turn(rollout, 1)
    assert rollout.parked() == []


def test_a_form_that_changes_in_mid_session_is_noticed(rollout: Rollout) -> None:
    rollout.old_asks("Prices are cents")
    for _ in range(8):
        rollout.message("assistant", "Understood.")
    assert rollout.parked() == []
    rollout.message("assistant", "Understood.")
    assert [parked.reason for parked in rollout.parked()] == [UNKNOWN_FORM]


@pytest.mark.parametrize(
    "line",
    [
        b"5\n",
        b"[]\n",
        b'{"type":"event_msg"}\n',
        b'{"payload":{}}\n',
        b'{"type":5,"payload":{}}\n',
        b"torn\n",
        b'{"timestamp":"x","type":"event_msg","payload":{"typ\n',
    ],
)
def test_what_is_no_line_is_parked(rollout: Rollout, line: bytes) -> None:
    rollout.append(line)
    rollout.asks("Prices are cents", item_id(1))
    (parked, said) = rollout.records()
    assert isinstance(parked, Parked)
    assert isinstance(said, Said)


def test_a_whole_line_behind_a_torn_one_is_kept(rollout: Rollout) -> None:
    rollout.append(b'{"timestamp":"2026-03-02T09:00:00Z","type":"event_msg","payl')
    rollout.asks("Prices are cents", item_id(1))
    rollout.answers("Yes.", item_id(2))
    (parked, *said) = rollout.records()
    assert isinstance(parked, Parked)
    assert [r.message.text for r in said if isinstance(r, Said)] == ["Prices are cents", "Yes."]


_LEAVES: st.SearchStrategy[object] = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
_INNER = _LEAVES | st.lists(_LEAVES, max_size=3) | st.dictionaries(st.text(max_size=4), _LEAVES, max_size=3)
_VALUES: st.SearchStrategy[object] = (
    _LEAVES | st.lists(_INNER, max_size=3) | st.dictionaries(st.text(max_size=4), _INNER, max_size=3)
)
_EVENTS = (
    "item_completed",
    "user_message",
    "agent_message",
    "task_started",
    "turn_aborted",
    "thread_rolled_back",
)
_ITEMS = ("message", "reasoning", "function_call", "function_call_output", "local_shell_call")
_FIELDS = (
    *("item", "message", "id", "content", "role", "arguments", "call_id", "output", "num_turns", "images"),
    *("turn_attribution", "summary", "internal_chat_message_metadata_passthrough", "kind", "source", "cwd"),
)


@settings(max_examples=150)
@given(
    st.sampled_from(["event_msg", "response_item", "session_meta", "compacted", "turn_context"]),
    st.sampled_from([*_EVENTS, *_ITEMS]),
    st.dictionaries(st.sampled_from(_FIELDS), _VALUES, max_size=5),
)
def test_no_value_of_whatever_shape_raises(
    tmp_path_factory: pytest.TempPathFactory, kind: str, what: str, fields: dict[str, object]
) -> None:
    rollout = Rollout(tmp_path_factory.mktemp("codex"))
    rollout.add(kind, {"type": what, **fields})
    rollout.read()


# ---------------------------------------------------------------- growing files


def long_session(home: Path) -> Rollout:
    rollout = Rollout(home)
    rollout.meta()
    for turn in range(4):
        rollout.event("task_started", turn_attribution={"turn_trigger": "user"})
        rollout.asks(f"ask {turn}", item_id(turn)) if turn % 2 else rollout.old_asks(f"ask {turn}")
        rollout.item("function_call", name="shell", arguments="{}", call_id=f"call_{turn}")
        rollout.item("function_call_output", call_id=f"call_{turn}", output="x")
        rollout.old_answers(f"answer {turn}")
        rollout.event("task_complete")
    rollout.event("thread_rolled_back", num_turns=2)
    rollout.add("compacted", {"message": "summary"})
    return rollout


@settings(max_examples=60)
@given(st.lists(st.integers(0, 10_000), max_size=6), st.integers(1, 4000))
def test_pieces_tell_the_same_as_the_whole(
    tmp_path_factory: pytest.TempPathFactory, cuts: list[int], quota: int
) -> None:
    folder = tmp_path_factory.mktemp("codex")
    rollout = long_session(folder)
    data = rollout.path.read_bytes()
    whole = rollout.records()
    rollout.path.unlink()
    rollout.path.touch()
    rollout.checkpoint = None
    told: list[Record] = []
    places = sorted({0, len(data), *(cut % len(data) for cut in cuts)})
    for start, end in itertools.pairwise(places):
        rollout.append(data[start:end])
        while True:
            # Written just now: a torn last line waits.
            reading = rollout.read(quota, reading_now(rollout))
            told += reading.records
            if not reading.more:
                break
    assert told == whole


def reading_now(rollout: Rollout) -> Milliseconds:
    return Milliseconds(rollout.path.stat().st_mtime_ns // 1_000_000)


def test_a_torn_last_line_waits_until_it_is_whole(rollout: Rollout) -> None:
    rollout.asks("Prices are cents", item_id(1))
    data = rollout.path.read_bytes()
    rollout.path.write_bytes(data[:-40])
    assert rollout.records() == []
    rollout.append(data[-40:])
    assert [m.text for m in rollout.messages()] == ["Prices are cents"]


def test_a_rewritten_file_is_told_again_from_its_start(rollout: Rollout) -> None:
    rollout.asks("Prices are cents", item_id(1))
    first = rollout.records()
    data = rollout.path.read_bytes()
    rollout.path.unlink()
    rollout.path.write_bytes(data)
    restart, *again = rollout.records()
    assert isinstance(restart, Boundary)
    assert restart.kind is BoundaryKind.RESTART
    assert again == first
    assert rollout.records() == []


# ---------------------------------------------------------------- where they are


def test_rollouts_are_found_by_their_place_and_name(rollout: Rollout, tmp_path: Path) -> None:
    archived = tmp_path / "archived_sessions" / rollout.path.name.replace(THREAD, OTHER)
    archived.parent.mkdir()
    archived.touch()
    day = rollout.path.parent
    (day / "notes.jsonl").touch()
    (day / "link.jsonl").symlink_to(rollout.path)
    (day / f"rollout-x-{OTHER}.jsonl").symlink_to(rollout.path)
    (day.parent / rollout.path.name).touch()
    source = Codex(tmp_path)
    assert {t.session: t.path for t in source.transcripts()} == {
        OTHER: str(archived),
        THREAD: str(rollout.path),
    }
    assert source.unlisted == ()
    assert [source.owns(path) is not None for path in (rollout.path, archived, day / "notes.jsonl")] == [
        *(True, True, False)
    ]
    assert source.owns(tmp_path / "x.jsonl") is None


def test_a_packed_rollout_is_told(rollout: Rollout, tmp_path: Path) -> None:
    packed = rollout.path.with_name(rollout.path.name + ".zst")
    packed.touch()
    source = Codex(tmp_path)
    assert len(list(source.transcripts())) == 1
    assert source.unlisted == (f"{packed}: a packed rollout is not read; unpack it beside",)


def test_an_absent_folder_is_simply_not_there(tmp_path: Path) -> None:
    source = Codex(tmp_path / "nothing")
    assert list(source.transcripts()) == []
    assert source.unlisted == ()


def test_nothing_is_followed_out_of_the_clients_folder(rollout: Rollout, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    day = rollout.path.parent
    shutil.move(day, outside)
    day.symlink_to(outside)
    source = Codex(tmp_path)
    assert list(source.transcripts()) == []
    with pytest.raises(TranscriptError):
        source.read(rollout.owned(), None, 1 << 20, LATER)


def test_a_file_named_by_hand_is_read_wherever_it_is(rollout: Rollout, tmp_path: Path) -> None:
    rollout.asks("Prices are cents", item_id(1))
    file = tmp_path / "mine.jsonl"
    file.write_bytes(rollout.path.read_bytes())
    source = Codex(tmp_path / "home")
    assert source.named(rollout.path).session == THREAD
    assert source.named(file).session == "mine"
    assert len(source.read(source.named(file), None, 1 << 20, LATER).records) == 1


def test_a_turn_that_names_another_directory_moves_the_session_there(tmp_path: Path) -> None:
    rollout = Rollout(tmp_path)
    rollout.meta()
    rollout.asks("one", item_id(1))
    rollout.add("turn_context", {"cwd": f"{CWD}/vault"})
    rollout.asks("two", item_id(2))
    reading = rollout.read()
    assert reading.cwd == CWD
    here, there = reading.moves
    assert (here.cwd, there.cwd) == (CWD, f"{CWD}/vault")
    said = [r.message.text for r in reading.records[there.record :] if isinstance(r, Said)]
    assert "two" in said
    assert "one" not in said
