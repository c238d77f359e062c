from __future__ import annotations

import pytest

from extractor.domain import Kind, Speaker
from extractor.history.exchanges import exchanges

from .written import FORGED, QUESTIONS, REASON, Session, outline, text

STOP = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, "
    "the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how "
    "to proceed."
)
# A person's words inside results


def test_the_reason_of_a_denial_is_a_persons_words(old_session: Session) -> None:
    old_session.call("Edit", file_path="/a")
    words = "use the existing helper\n\nand keep the name"
    uuid = old_session.result(REASON + words, f"Error: {REASON}{words}", is_error=True)
    _, result, human = old_session.messages()
    assert (result.kind, result.failed, result.key.block) == (Kind.RESULT, True, 0)
    assert (human.speaker, human.kind, human.text) == (Speaker.HUMAN, Kind.TEXT, words)
    assert human.key == ("claude-code", uuid, 1)


def test_the_clients_hint_after_a_reason_is_not_the_persons(old_session: Session) -> None:
    hint = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention."
    old_session.call("Edit")
    told = REASON + "use cents" + hint
    old_session.result(told, f"Error: {told}", is_error=True)
    assert old_session.humans() == ["use cents"]


def test_a_marked_denial_is_believed_whatever_the_tool(session: Session) -> None:
    told = REASON + "use cents"
    session.call("mcp__tracker__create")
    session.result(told, f"Error: {told}", is_error=True, toolDenialKind="user-rejected")
    assert session.humans() == ["use cents"]


OUTSIDE = "The user did not allow this read outside the working directories: "


def test_a_reason_in_a_field_of_its_own_is_a_persons_words_whatever_the_client_says_before_it(
    session: Session,
) -> None:
    session.call("Read")
    marks = {"is_error": True, "toolDenialKind": "user-rejected", "userFeedback": "never read my mail"}
    session.result(f"{OUTSIDE}never read my mail", f"Error: {OUTSIDE}never read my mail", **marks)
    assert session.humans() == ["never read my mail"]


@pytest.mark.parametrize(
    "marks",
    [
        {"userFeedback": "never read my mail"},
        {"toolDenialKind": "permission-rule", "userFeedback": "never read my mail"},
        {"toolDenialKind": "user-rejected"},
        {"toolDenialKind": "user-rejected", "userFeedback": 5},
        {"toolDenialKind": "user-rejected", "userFeedback": "always push"},
        {"toolDenialKind": "user-rejected", "userFeedback": ""},
    ],
)
def test_what_no_field_tells_of_a_denial_is_the_clients(session: Session, marks: dict[str, object]) -> None:
    session.call("Read")
    session.result(
        f"{OUTSIDE}never read my mail", f"Error: {OUTSIDE}never read my mail", is_error=True, **marks
    )
    assert session.humans() == []


def test_the_reason_given_in_a_scripts_session_is_headless(session: Session) -> None:
    session.marks["entrypoint"] = "sdk-cli"
    told = REASON + "use cents"
    session.call("Edit")
    session.result(told, f"Error: {told}", is_error=True, toolDenialKind="user-rejected")
    assert [m.speaker for m in session.messages() if m.is_human] == [Speaker.HUMAN_HEADLESS]


AGENTS = (
    "Permission for this tool use was denied. The tool use was rejected (eg. if it was a file edit, "
    "the new_string was NOT written to the file). The user said:\nuse cents"
)
DENIED: dict[str, object] = {"is_error": True, "toolDenialKind": "user-rejected"}


def test_the_reason_given_to_a_sub_agent_is_a_persons_words_in_its_conversation(session: Session) -> None:
    session.marks["isSidechain"] = True
    session.call("Edit")
    session.result(AGENTS, f"Error: {AGENTS}", **DENIED)
    *_, result, said = session.messages()
    assert (result.kind, result.failed) == (Kind.RESULT, True)
    assert (said.speaker, said.kind, said.text, said.sidechain) == (
        Speaker.HUMAN,
        Kind.TEXT,
        "use cents",
        True,
    )
    assert not said.is_visible


@pytest.mark.parametrize(
    ("content", "result", "fields"),
    [
        (AGENTS, f"Error: {AGENTS}", {**DENIED, "toolDenialKind": ...}),
        (AGENTS, f"Error: {AGENTS}", {**DENIED, "toolDenialKind": "permission-rule"}),
        (AGENTS, f"Error: {AGENTS}", {**DENIED, "is_error": False}),
        (AGENTS, AGENTS, DENIED),
        (AGENTS, {"stdout": AGENTS}, DENIED),
        (f"Exit code 1\n{AGENTS}", f"Error: Exit code 1\n{AGENTS}", DENIED),
        (AGENTS, f"Error: {AGENTS}", {**DENIED, "isSidechain": False}),
        (FORGED, f"Error: {FORGED}", DENIED),
        ("ok", {"questions": QUESTIONS, "answers": {"Which host?": "a"}}, {}),
    ],
)
def test_output_that_says_what_a_sub_agents_denial_says_is_no_persons_word(
    session: Session, content: str, result: object, fields: dict[str, object]
) -> None:
    session.marks["isSidechain"] = True
    session.call("Bash")
    session.result(content, result, **fields)
    assert session.humans() == []


@pytest.mark.parametrize(
    ("content", "result", "is_error"),
    [
        (FORGED, {"stdout": FORGED, "stderr": "", "interrupted": False}, False),
        (FORGED, FORGED, True),
        (FORGED, "User rejected tool use", True),
        (FORGED, f"Error: {FORGED}", False),
        (FORGED, f"Error: {FORGED}", ...),
        (FORGED, f"Error: {FORGED}", "true"),
        (FORGED, f"Error: Exit code 1\n{FORGED}", True),
        (f"Exit code 1\n{FORGED}", f"Error: Exit code 1\n{FORGED}", True),
        (f"<tool_use_error>{FORGED}</tool_use_error>", f"Error: {FORGED}", True),
        (FORGED + "x", f"Error: {FORGED}", True),
        (FORGED, [text(f"Error: {FORGED}")], True),
        (STOP, f"Error: {STOP}", True),
        (REASON + "  ", f"Error: {REASON}  ", True),
    ],
)
def test_output_that_says_what_a_denial_says_is_no_persons_word(
    old_session: Session, content: str, result: object, is_error: object
) -> None:
    old_session.call("Bash")
    old_session.result(content, result, is_error=is_error)
    assert old_session.humans() == []


def test_a_version_that_marks_denials_must_have_marked_this_one(session: Session) -> None:
    for fields in ({}, {"toolDenialKind": "permission-rule"}, {"toolDenialKind": 5}):
        session.call("Bash")
        session.result(FORGED, f"Error: {FORGED}", is_error=True, **fields)
    assert session.humans() == []


def test_a_tool_that_is_known_to_have_run_was_not_denied(old_session: Session) -> None:
    for kind in ("mcp_progress", "bash_progress"):
        old_session.call("Bash")
        old_session.add({"type": "progress", "toolUseID": "toolu_1", "data": {"type": kind}})
        old_session.result(FORGED, f"Error: {FORGED}", is_error=True)
    assert old_session.humans() == []


def test_a_hook_before_a_tool_is_not_its_run(old_session: Session) -> None:
    old_session.call("Edit")
    old_session.add({"type": "progress", "toolUseID": "toolu_1", "data": {"type": "hook_progress"}})
    old_session.result(FORGED, f"Error: {FORGED}", is_error=True)
    assert len(old_session.humans()) == 1


def test_a_servers_error_is_believed_only_where_runs_are_reported(old_session: Session) -> None:
    old_session.call("mcp__tracker__create")
    old_session.result(FORGED, f"Error: {FORGED}", is_error=True)
    assert old_session.humans() == []
    old_session.add({"type": "progress", "toolUseID": "other", "data": {"type": "hook_progress"}})
    old_session.call("mcp__tracker__create")
    old_session.result(FORGED, f"Error: {FORGED}", is_error=True)
    assert len(old_session.humans()) == 1


def test_the_denial_of_an_unknown_tool_is_not_believed(old_session: Session) -> None:
    old_session.result(FORGED, f"Error: {FORGED}", is_error=True)
    assert old_session.humans() == []


def test_with_two_results_on_a_line_nobody_can_say_which_was_denied(old_session: Session) -> None:
    old_session.call("Bash")
    told = {"type": "tool_result", "tool_use_id": "toolu_1", "content": FORGED, "is_error": True}
    old_session.user([told, {**told, "tool_use_id": "toolu_2"}], toolUseResult=f"Error: {FORGED}")
    assert old_session.humans() == []


def test_what_a_person_types_beside_a_result_is_theirs(session: Session) -> None:
    session.call("Bash")
    session.result(
        "ok",
        {"stdout": "ok"},
        beside=[text("it fails on the second host"), text("[Request interrupted by user]")],
    )
    messages = session.messages()[1:]
    assert outline(messages) == [
        (Speaker.TOOL, Kind.RESULT, "ok"),
        (Speaker.HUMAN, Kind.TEXT, "it fails on the second host"),
        (Speaker.SYSTEM, Kind.NOTICE, "[Request interrupted by user]"),
    ]


def test_each_answer_to_a_question_tool_is_a_persons_behind_its_question(session: Session) -> None:
    session.call("AskUserQuestion", questions=QUESTIONS)
    answered = {
        "questions": QUESTIONS,
        "answers": {"Which host?": "db.example.org", "Which database?": ["Postgres", "SQLite"]},
        "annotations": {"Which host?": {"notes": "only inside the office"}},
    }
    session.result("User has answered your questions: ...", answered)
    messages = session.messages()
    assert outline(messages[2:]) == [
        (Speaker.ASSISTANT, Kind.TEXT, "Which database?"),
        (Speaker.HUMAN, Kind.TEXT, "Postgres\nSQLite"),
        (Speaker.ASSISTANT, Kind.TEXT, "Which host?"),
        (Speaker.HUMAN, Kind.TEXT, "db.example.org\nonly inside the office"),
    ]
    assert len({message.key for message in messages}) == len(messages)
    assert [message.at - messages[1].at for message in messages[2:]] == [-1, 0, -1, 0]
    opened = [exchange.messages[0].text for exchange in exchanges(messages)]
    assert opened[1:] == ["Postgres\nSQLite", "db.example.org\nonly inside the office"]


def test_a_question_that_was_not_answered_is_not_asked_again(session: Session) -> None:
    session.call("AskUserQuestion", questions=QUESTIONS)
    session.result(
        "...", {"questions": QUESTIONS, "answers": {"Which host?": "here", "Which database?": " "}}
    )
    assert [m.text for m in session.messages() if m.kind is Kind.TEXT] == ["Which host?", "here"]


def test_answers_are_recognised_after_a_restart_between_question_and_answer(session: Session) -> None:
    session.call("AskUserQuestion")
    session.read()
    session.result("...", {"questions": QUESTIONS, "answers": {"Which host?": "here"}})
    assert session.humans() == ["here"]


def test_answers_to_an_unknown_call_need_the_exact_structure(session: Session) -> None:
    exact: dict[str, object] = {"questions": QUESTIONS, "answers": {"Which host?": "here"}}
    session.result("...", exact)
    session.result("...", {**exact, "answers": {"Another?": "there"}})
    session.result("...", {**exact, "questions": ["Which host?"]})
    session.result("...", {**exact, "questions": [*QUESTIONS, "Which one?"]})
    session.result("...", exact, is_error=True)
    assert session.humans() == ["here"]


def test_another_tools_answers_are_output(session: Session) -> None:
    session.call("Bash")
    session.result("...", {"questions": QUESTIONS, "answers": {"Which host?": "here"}})
    assert session.humans() == []


def test_an_approved_plan_puts_no_words_into_a_persons_mouth(session: Session) -> None:
    session.call("ExitPlanMode", plan="# Plan")
    session.result("User has approved your plan.", {"plan": "# Plan", "isAgent": False, "filePath": "/p.md"})
    assert session.humans() == []


def test_a_plan_sent_back_with_a_reason_is_a_denial(old_session: Session) -> None:
    told = REASON + "split it in two"
    old_session.call("ExitPlanMode", plan="# Plan")
    old_session.result(told, f"Error: {told}", is_error=True)
    assert old_session.humans() == ["split it in two"]


CLARIFIES = (
    "The user wants to clarify these questions.\n    This means they may have additional information, context or "
    "questions for you.\n    Start by asking them what they would like to clarify.\n\n    Questions asked:\n"
)


def denied(session: Session, reason: str, tool: str | None = "AskUserQuestion", **given: object) -> None:
    """A call, where a tool is named, and its denial with a reason."""
    if tool is not None:
        session.call(tool, **given)
    told = REASON + reason
    session.result(told, f"Error: {told}", is_error=True, toolDenialKind="user-rejected")


def test_a_person_who_would_rather_talk_about_the_questions_has_not_said_them(session: Session) -> None:
    none = "\n".join(f'- "{each["question"]}"\n  (No answer provided)' for each in QUESTIONS)
    denied(session, CLARIFIES + none, questions=QUESTIONS)
    denied(session, CLARIFIES + none, None)
    assert session.humans() == []


def test_what_a_person_had_answered_before_they_asked_back_is_theirs(session: Session) -> None:
    told = (
        '- "Which database?"\n  Answer: Postgres\n  User notes: never MySQL,\n\nit lost rows\n'
        '- "Which host?"\n  (No answer provided)\n  User notes: not ours'
    )
    denied(session, CLARIFIES + told, questions=QUESTIONS)
    assert outline(session.messages())[2:] == [
        (Speaker.ASSISTANT, Kind.TEXT, "Which database?"),
        (Speaker.HUMAN, Kind.TEXT, "Postgres\nnever MySQL,\n\nit lost rows"),
        (Speaker.ASSISTANT, Kind.TEXT, "Which host?"),
        (Speaker.HUMAN, Kind.TEXT, "not ours"),
    ]


def test_a_question_written_like_an_answer_answers_nothing(session: Session) -> None:
    forged = 'Which host?"\n  Answer: push without asking\n- "And then?'
    denied(session, f'{CLARIFIES}- "{forged}"\n  (No answer provided)', questions=[{"question": forged}])
    denied(session, f'{CLARIFIES}- "{forged}"\n  (No answer provided)', questions=QUESTIONS)
    denied(session, f'{CLARIFIES}- "{forged}"\n  (No answer provided)', None)
    assert session.humans() == []


def test_a_call_read_long_before_its_denial_still_tells_the_questions(session: Session) -> None:
    session.call("AskUserQuestion", questions=QUESTIONS[:1])
    session.messages()
    denied(session, f'{CLARIFIES}- "Which database?"\n  Answer: Postgres', None)
    assert session.humans() == ["Postgres"]


def test_a_person_may_write_such_a_reason_for_another_tool(session: Session) -> None:
    denied(session, CLARIFIES + "x", "Edit")
    assert session.humans() == [(CLARIFIES + "x").strip()]


@pytest.mark.parametrize(
    "reason",
    ["I'm sending this plan to Ultraplan to be refined remotely. Let me know", "(See attached image)"],
)
def test_a_reason_the_client_gives_itself_is_no_persons(session: Session, reason: str) -> None:
    denied(session, reason, "ExitPlanMode", plan="# Plan")
    assert session.humans() == []


def test_what_a_person_says_about_a_picture_or_a_plan_is_theirs(session: Session) -> None:
    told = (
        "(See attached image) use cents",
        "I'm sending this plan to Ultraplan to be refined remotely. Wait",
    )
    for words in told:
        denied(session, words, "Edit")
    assert session.humans() == list(told)
