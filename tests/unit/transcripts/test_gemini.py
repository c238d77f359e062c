from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Milliseconds, Speaker
from extractor.errors import TranscriptError
from extractor.transcripts.gemini import Gemini
from extractor.transcripts.sniff import sniff
from extractor.transcripts.source import (
    UNKNOWN_FORM,
    Boundary,
    BoundaryKind,
    Parked,
    Record,
    Replaced,
    Said,
    Withdrawn,
)
from tests.support.cost import least_seconds

from .gemini_written import CONTEXT, SESSION, Chat, call, line_id, response, standing
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
def chat(tmp_path: Path) -> Chat:
    made = Chat(tmp_path)
    made.head()
    return made


def test_a_chat_is_what_was_asked_and_answered(chat: Chat) -> None:
    chat.asks(1, "Prices are cents")
    chat.answers(2, "Understood.", thoughts=[{"subject": "Money", "description": "cents"}])
    reading = chat.read()
    messages = [r.message for r in reading.records if isinstance(r, Said)]
    assert reading.cwd == CWD
    assert outline(messages) == [
        (HUMAN, TEXT, "Prices are cents"),
        (ASSISTANT, TEXT, "Understood."),
        (ASSISTANT, Kind.THINKING, "Money: cents"),
    ]
    assert [m.key for m in messages] == [
        ("gemini", line_id(1), 0),
        ("gemini", line_id(2), 0),
        ("gemini", line_id(2), 1),
    ]
    assert [m.reply for m in messages] == [None, line_id(2), line_id(2)]


def test_a_reply_written_again_brings_only_what_is_new(chat: Chat) -> None:
    chat.answers(1, "I'll look.")
    assert len(chat.messages()) == 1
    chat.answers(1, "I'll look.", toolCalls=[call(1, output=None)])
    chat.answers(1, "I'll look.", toolCalls=[call(1, output=None), call(2)])
    made = chat.messages()
    assert [(m.kind, m.key.block, m.call) for m in made] == [
        (Kind.CALL, 2, "run_shell_command-1"),
        (Kind.CALL, 4, "run_shell_command-2"),
        (Kind.RESULT, 5, "run_shell_command-2"),
    ]
    chat.answers(1, "I'll look.", toolCalls=[call(1), call(2)])
    assert [(m.kind, m.key.block) for m in chat.messages()] == [(Kind.RESULT, 3)]


def test_a_reply_with_other_words_is_a_replacement(chat: Chat) -> None:
    chat.answers(1, "In dollars.")
    chat.answers(1, "In cents.")
    said, replaced = chat.records()
    assert isinstance(said, Said)
    assert isinstance(replaced, Replaced)
    assert (said.message.key, replaced.message.text) == (replaced.message.key, "In cents.")


def test_a_result_that_comes_back_as_a_message_is_told_once(chat: Chat) -> None:
    chat.answers(1, "", toolCalls=[call(1)])
    chat.add(chat.message("user", 2, [response("run_shell_command-1", "x")]))
    chat.add(chat.message("user", 3, [response("other", "y"), response("third", "z", "error")]))
    results = [m for m in chat.messages() if m.kind is Kind.RESULT]
    assert [(m.call, m.text, m.failed) for m in results] == [
        ("run_shell_command-1", "x", False),
        ("other", "y", False),
        ("third", "z", True),
    ]


@pytest.mark.parametrize(("status", "failed"), [("success", False), ("error", True), ("cancelled", True)])
def test_a_call_that_failed_says_so(chat: Chat, status: str, failed: bool) -> None:
    chat.answers(1, "", toolCalls=[call(1, status=status)])
    assert chat.messages()[1].failed is failed


def test_a_call_that_writes_names_its_file(chat: Chat) -> None:
    args = {"file_path": "/m/a.md", "content": "x"}
    chat.answers(1, "", toolCalls=[call(1, "write_file", args=args), call(2, "read_file", args=args)])
    assert [m.path for m in chat.messages() if m.kind is Kind.CALL] == ["/m/a.md", None]


@pytest.mark.parametrize(
    "text",
    [
        "<session_context>\nwe always push",
        "<hook_context>always push</hook_context>",
        "This is the Gemini CLI. We are setting up the context for our chat.\nalways push",
        "Here is the user's editor context as a JSON object. This is for your information only.",
        "System: Please continue.",
        "Please continue.",
        "[Function Response: run_shell_command]",
        "- **Workspace Directories:**\n  - /shop\n- **Directory Structure:**\n\nalways-push-to-main/",
        "User has manually exited Plan Mode. Switching to YOLO mode (all tool calls auto-approved).",
        "I ran the following shell command:\n```sh\ncat NOTES.md\n```\n\nThis produced the following result:\n```\n"
        "Notes\n```\nAlways push to main.\n```",
    ],
)
def test_what_the_client_puts_in_a_persons_place_is_not_theirs(chat: Chat, text: str) -> None:
    chat.asks(1, text)
    assert outline(chat.messages()) == [(SYSTEM, NOTICE, text)]


def test_what_a_hook_adds_is_told_apart_from_the_prompt(chat: Chat) -> None:
    hook = "<hook_context>x</hook_context>\n\nalways push</hook_context>"
    chat.asks(1, f"{hook}\n\nUse cents")
    chat.asks(2, "Go on", "<hook_context>always push</hook_context>")
    messages = chat.messages()
    assert [m.text for m in messages if m.is_human] == ["Use cents", "Go on"]


STEERING = (
    "User steering update:\n<user_input>\n{}\n</user_input>\nInternal instruction: Do not cancel tasks."
)
PRINTED = (
    "[Background command completed successfully. Output saved to /tmp/background-7.log] Always push to main."
)


@pytest.mark.parametrize(
    "form", [STEERING, STEERING.replace("\n<user_input>\n", " ").replace("</user_input>\n", "")]
)
def test_what_a_person_types_while_the_agent_works_is_theirs_without_what_the_client_says_around_it(
    chat: Chat, form: str
) -> None:
    chat.add(chat.message("user", 1, [{"text": form.format("Prices are cents")}, response("a", "12 passed")]))
    assert outline(chat.messages()) == [(HUMAN, TEXT, "Prices are cents"), (TOOL, Kind.RESULT, "12 passed")]


def test_what_a_command_printed_in_the_background_is_nobodys_word(chat: Chat) -> None:
    chat.asks(1, STEERING.format(PRINTED))
    chat.asks(2, STEERING.format(f"Prices are cents {PRINTED} Never mock."))
    assert outline(chat.messages()) == [
        (SYSTEM, NOTICE, STEERING.format(PRINTED)),
        (HUMAN, TEXT, "Prices are cents"),
    ]


def test_what_is_typed_while_the_agent_works_was_not_made_by_the_command_before_it(chat: Chat) -> None:
    chat.log(SESSION, words="/compress")
    chat.asks(1, STEERING.format("Prices are cents"))
    assert outline(chat.messages()) == [(HUMAN, TEXT, "Prices are cents")]


def shown(words: str) -> list[dict[str, str]]:
    return [{"text": words}]


@pytest.mark.parametrize("asked", ["Prices are cents", "/deploy now"])
def test_what_the_client_goes_on_with_by_itself_is_nobodys_word_and_repeats_no_prompt(
    chat: Chat, asked: str
) -> None:
    own = {"displayContent": shown(asked)} if asked.startswith("/") else {}
    chat.asks(1, "Deploy: never mock." if own else asked, **own)
    chat.answers(2, "Understood.")
    for number in (3, 5):
        chat.asks(number, "A hook says: always push to main.", displayContent=shown(asked))
        chat.answers(number + 1, "Pushed.")
    assert [m.text for m in chat.messages() if m.is_human] == [asked]


@pytest.mark.parametrize("asked", ["Go on", "Look at @x.md"])
def test_a_prompt_that_is_typed_again_is_the_persons_again(chat: Chat, asked: str) -> None:
    woven = (
        [f"{asked}", "<hook_context>always push</hook_context>"]
        if asked == "Go on"
        else ["Look at\n@x.md", "--- Content from referenced files ---", "always push"]
    )
    for number in (1, 2):
        chat.asks(number, *woven, displayContent=shown(asked))
    assert [m.text for m in chat.messages() if m.is_human] == [asked, asked]


def test_what_was_shown_in_place_of_a_prompt_counts_where_the_session_goes_on_without_a_word_of_it(
    chat: Chat,
) -> None:
    chat.asks(1, "Prices are cents")
    chat.asks(2, "A hook says: always push to main.", displayContent=shown("Prices are cents"))
    chat.asks(3, "Deploy: never mock.", displayContent=shown("/deploy now"))
    told = chat.messages()
    again = [
        chat.message("user", number, shown(text))
        for number, text in (
            (1, "Prices are cents"),
            (2, "A hook says: always push to main."),
            (3, "Deploy: never mock."),
        )
    ]
    chat.head()
    chat.set(*again)
    assert [m.text for m in told if m.is_human] == ["Prices are cents", "/deploy now"]
    assert chat.messages() == []


def test_files_woven_into_a_prompt_are_not_a_persons_words(chat: Chat) -> None:
    files = ("\n--- Content from referenced files ---", "\nContent from @x.md:\n", "always push")
    chat.asks(1, "Look at @x.md", *files)
    chat.asks(2, "Look at\n@x.md", *files, displayContent=[{"text": "Look at @x.md"}])
    assert [m.text for m in chat.messages() if m.is_human] == ["Look at @x.md", "Look at @x.md"]


def test_a_picture_is_a_marker(chat: Chat) -> None:
    chat.add(
        chat.message("user", 1, [{"text": "Look"}, {"inlineData": {"mimeType": "image/png", "data": "x"}}])
    )
    assert outline(chat.messages()) == [(HUMAN, TEXT, "Look"), (SYSTEM, NOTICE, "[image]")]


def test_a_persons_answers_to_the_clients_question_stand_behind_it(chat: Chat) -> None:
    given = json.dumps({"answers": {"1": "5433", "0": "Postgres", "2": " ", "odd": "x"}})
    asked = {"args": {"questions": [{"question": "Which database?"}, {"question": "Which port?"}, {}]}}
    chat.answers(1, "", toolCalls=[call(1, "ask_user", given, **asked), call(2, "mcp_ask", given, **asked)])
    said = [m for m in chat.messages() if m.kind is TEXT]
    assert outline(said) == [
        (ASSISTANT, TEXT, "Which database?"),
        (HUMAN, TEXT, "Postgres"),
        (ASSISTANT, TEXT, "Which port?"),
        (HUMAN, TEXT, "5433"),
        (HUMAN, TEXT, "x"),
    ]
    assert {m.reply for m in said} == {None}
    assert [m.at - said[1].at for m in said] == [-1, 0, -1, 0, 0]
    assert len({m.key for m in said}) == 5


def test_notices_of_the_client_are_its_own(chat: Chat) -> None:
    chat.add(chat.message("info", 1, "always push"))
    chat.add(chat.message("error", 2, ""))
    assert outline(chat.messages()) == [(SYSTEM, NOTICE, "always push")]


# ---------------------------------------------------------------- who types


def test_a_session_whose_prompts_were_typed_is_a_persons_and_any_other_a_scripts(chat: Chat) -> None:
    chat.asks(1, "Prices are cents")
    assert [m.speaker for m in chat.messages()] == [HUMAN]
    chat.checkpoint = None
    chat.log("another")
    assert [m.speaker for m in chat.messages()] == [HEADLESS]
    chat.checkpoint = None
    (chat.project / "logs.json").unlink()
    assert [m.speaker for m in chat.messages()] == [HEADLESS]
    chat.checkpoint = None
    (chat.project / "logs.json").write_text("[\n  {")
    assert [m.speaker for m in chat.messages()] == [HUMAN]


@pytest.mark.parametrize("words", ["System: prices are cents.", "Please continue."])
def test_what_the_log_of_typed_prompts_holds_was_typed_however_it_begins(chat: Chat, words: str) -> None:
    chat.log(SESSION, words=f"{words}\n")
    chat.asks(1, words)
    chat.asks(2, f"{words} Always push.")
    assert outline(chat.messages())[0] == (HUMAN, TEXT, words)
    chat.checkpoint = None
    for session, logged in (("another", words), (SESSION, "x"), (SESSION, 5)):
        chat.log(session, words=logged)
        chat.checkpoint = None
        assert outline(chat.messages())[0] == (SYSTEM, NOTICE, words)


def test_what_the_client_says_like_itself_was_not_typed_where_no_log_can_be_read(chat: Chat) -> None:
    (chat.project / "logs.json").write_text("[")
    chat.asks(1, "System: go on")
    assert outline(chat.messages()) == [(SYSTEM, NOTICE, "System: go on")]


def test_who_types_is_asked_when_the_prompt_is_there(chat: Chat) -> None:
    chat.log()
    chat.asks(1, "<session_context>")
    chat.read()
    chat.log(SESSION)
    chat.asks(2, "Prices are cents")
    assert [m.speaker for m in chat.messages()] == [HUMAN]


def test_of_a_chat_that_lies_elsewhere_nothing_is_known_and_it_counts_as_typed(
    chat: Chat, tmp_path: Path
) -> None:
    chat.asks(1, "Prices are cents")
    chat.log()
    file = tmp_path / chat.path.name
    file.write_bytes(chat.path.read_bytes())
    reading = chat.source.read(chat.source.named(file), None, 1 << 20, LATER)
    assert [r.message.speaker for r in reading.records if isinstance(r, Said)] == [HUMAN]
    assert reading.cwd is None


def test_a_sub_agents_chat_says_nothing_human(tmp_path: Path) -> None:
    chat = Chat(tmp_path, f"{SESSION}/agent1.jsonl")
    chat.head(kind="subagent")
    chat.asks(1, "Search for total()")
    chat.asks(2, "And for sum()")
    chat.answers(3, "Found.")
    assert chat.owned().sidechain
    assert chat.owned().session == f"{SESSION}/agent1"
    messages = chat.messages()
    assert outline(messages) == [
        (ASSISTANT, TEXT, "Search for total()"),
        (SYSTEM, NOTICE, "And for sum()"),
        (ASSISTANT, TEXT, "Found."),
    ]
    assert all(m.sidechain for m in messages)


# ---------------------------------------------------------------- what no longer stands


def turns(chat: Chat, count: int = 3) -> None:
    for turn in range(count):
        chat.asks(2 * turn, f"ask {turn}")
        chat.answers(2 * turn + 1, f"answer {turn}")


def test_going_back_withdraws_that_message_and_all_after(chat: Chat) -> None:
    turns(chat)
    chat.add({"$rewindTo": line_id(2)})
    chat.asks(9, "ask again")
    assert standing(chat.records()) == ["ask 0", "answer 0", "ask again"]


def test_a_long_chat_that_is_resumed_many_times_costs_what_each_resumption_changes(chat: Chat) -> None:
    context = {"id": CONTEXT, "type": "user", "content": "<session_context>x</session_context>"}

    def seconds(count: int) -> float:
        chat.path.write_bytes(b"")
        chat.head()
        for number in range(count):
            chat.asks(number, f"ask {number}")
        for _ in range(count):
            chat.set(context)

        def read() -> None:
            chat.checkpoint = None
            chat.read()

        return least_seconds(read)

    assert seconds(4_000) < 8 * seconds(1_000)


def test_going_back_before_a_message_that_is_not_there_withdraws_all(chat: Chat) -> None:
    turns(chat)
    chat.add({"$rewindTo": "nothing"})
    assert standing(chat.records()) == []


@pytest.mark.parametrize("is_anew", [False, True])
def test_a_history_set_anew_withdraws_what_it_leaves_out(chat: Chat, is_anew: bool) -> None:
    turns(chat)
    first = chat.records()
    if is_anew:
        chat.anew()
    kept = [{"text": "ask 0"}]
    chat.set(chat.message("user", 0, kept), chat.message("gemini", 5, [{"text": "answer 2"}]))
    (gone,) = chat.records()
    assert isinstance(gone, Withdrawn)
    assert gone.uuids == tuple(line_id(number) for number in (1, 2, 3, 4))
    assert standing([*first, gone]) == ["ask 0", "answer 2"]


def test_what_a_resumption_sets_anew_repeats_nothing(chat: Chat) -> None:
    context = {
        "id": CONTEXT,
        "timestamp": chat.stamp(),
        "type": "user",
        "content": [{"text": "<session_context>"}],
    }
    chat.set(context)
    chat.asks(0, "ask 0")
    chat.answers(1, "answer 0", thoughts=[{"description": "hm"}], toolCalls=[call(1)])
    chat.read()
    chat.head()
    chat.set(context)
    bare = {"functionCall": {"id": "run_shell_command-1", "name": "x", "args": {}}}
    parts = [{"text": "hm", "thought": True}, {"text": "answer 0"}, bare]
    back = {**chat.message("user", 8, [response("run_shell_command-1", "x")]), "id": f"{line_id(1)}_response"}
    chat.set(context, chat.message("user", 0, [{"text": "ask 0"}]), chat.message("gemini", 1, parts), back)
    assert chat.records() == []


def test_what_was_taken_back_and_stands_again_is_told_again(chat: Chat) -> None:
    turns(chat, 2)
    chat.add({"$rewindTo": line_id(2)})
    chat.set(*(chat.message("user", 2 * turn, [{"text": f"ask {turn}"}]) for turn in range(2)))
    records = chat.records()
    assert standing(records) == ["ask 0", "ask 1"]
    assert [r.message.speaker for r in records if isinstance(r, Said)][-1] is HUMAN


def test_a_call_that_was_taken_back_and_stands_again_has_its_result_again(chat: Chat) -> None:
    chat.asks(0, "ask 0")
    chat.answers(1, "I'll look.", toolCalls=[call(1)])
    chat.add({"$rewindTo": line_id(1)})
    chat.set(
        chat.message("user", 0, [{"text": "ask 0"}]),
        chat.message("gemini", 1, "I'll look.", toolCalls=[call(1)]),
    )
    assert standing(chat.records()) == ["ask 0", "I'll look.", '{"command":"ls"}', "x"]


def test_a_history_that_is_emptied_withdraws_all_of_it(chat: Chat) -> None:
    turns(chat)
    chat.set()
    assert standing(chat.records()) == []


def test_a_message_that_first_stands_in_a_history_set_anew_is_the_clients(chat: Chat) -> None:
    chat.asks(0, "ask 0")
    chat.set(chat.message("user", 0, [{"text": "ask 0"}]), chat.message("user", 7, [{"text": "always push"}]))
    assert outline(chat.messages()) == [(HUMAN, TEXT, "ask 0"), (SYSTEM, NOTICE, "always push")]


def test_a_session_that_goes_on_in_another_file_tells_what_was_typed_before(chat: Chat) -> None:
    chat.log(SESSION, words="ask 0")
    before = chat.message("user", 0, [{"text": "ask 0"}]), chat.message("gemini", 1, "answer 0")
    chat.set(*before, chat.message("user", 7, [{"text": "always push"}]))
    chat.asks(2, "ask 1")
    chat.set(*before, chat.message("user", 8, [{"text": "ask 0"}]))
    assert outline(chat.messages()) == [
        (HUMAN, TEXT, "ask 0"),
        (ASSISTANT, TEXT, "answer 0"),
        (SYSTEM, NOTICE, "always push"),
        (HUMAN, TEXT, "ask 1"),
        (SYSTEM, NOTICE, "ask 0"),
    ]


def test_a_summary_withdraws_nothing_it_sums_up(chat: Chat) -> None:
    turns(chat)
    summary = chat.message("user", 20, [{"text": "<state_snapshot>prices in cents</state_snapshot>"}])
    after = (
        summary,
        chat.message("gemini", 21, [{"text": "Got it."}]),
        chat.message("user", 4, [{"text": "ask 2"}]),
    )
    chat.set(*after)
    chat.head()
    chat.set(*after)
    records = chat.records()
    assert not [record for record in records if isinstance(record, Withdrawn)]
    assert [r.kind for r in records if isinstance(r, Boundary)] == [BoundaryKind.COMPACTION]
    assert [m.text for m in (r.message for r in records if isinstance(r, Said)) if m.kind is Kind.SUMMARY]
    assert len(standing(records)) == 8


# ---------------------------------------------------------------- documents of older versions


@pytest.fixture
def document(tmp_path: Path) -> Chat:
    return Chat(tmp_path, "session-2026-03-02T09-00-aaaaaaaa.json")


def test_a_document_is_read_as_a_chat(document: Chat) -> None:
    document.document(
        document.message("user", 1, "Prices are cents"),
        document.message("gemini", 2, "Yes", toolCalls=[call(1)]),
    )
    messages = document.messages()
    assert [(m.speaker, m.text) for m in messages[:2]] == [(HUMAN, "Prices are cents"), (ASSISTANT, "Yes")]
    assert [m.kind for m in messages[2:]] == [Kind.CALL, Kind.RESULT]
    assert sniff(document.path) == "gemini"


@pytest.mark.parametrize("is_anew", [False, True])
def test_a_document_written_again_loses_nothing_and_doubles_nothing(document: Chat, is_anew: bool) -> None:
    one, two = document.message("user", 1, "one"), document.message("gemini", 2, "two")
    document.document(one, two)
    told = document.records()
    assert document.records() == []
    if is_anew:
        document.anew()
        assert document.records() == []
        document.anew()
    document.document(one, {**two, "content": "two!"}, document.message("user", 3, "three"))
    more = document.records()
    assert [r.message.text for r in more if isinstance(r, Replaced)][-1 if not is_anew else 1] == "two!"
    assert standing([*told, *more]) == ["one", "two", "three"]
    assert [isinstance(r, Boundary) for r in more].count(True) == int(is_anew)
    document.document(one)
    last = document.records()
    assert [r.uuids for r in last if isinstance(r, Withdrawn)] == [(line_id(2), line_id(3))]


def test_a_document_seen_half_written_waits(document: Chat) -> None:
    document.document(document.message("user", 1, "one"))
    document.records()
    whole = document.path.read_bytes()
    document.path.write_bytes(whole[:-30])
    now = Milliseconds(document.path.stat().st_mtime_ns // 1_000_000)
    reading = document.read(now=now)
    assert (reading.records, reading.held) == ([], len(whole) - 30)
    document.path.write_bytes(whole)
    assert document.records() == []


def test_a_document_that_stays_broken_is_parked(document: Chat) -> None:
    document.path.write_text('{"sessionId": "x", "messages": [')
    assert document.parked() == ["not a JSON document: torn or damaged"]
    assert document.records() == []


def test_a_document_taken_over_into_a_log_is_read_there(document: Chat) -> None:
    document.document(document.message("user", 1, "one"))
    log = Chat(document.folder)
    log.head()
    log.asks(1, "one")
    assert [t.path for t in log.source.transcripts()] == [str(log.path)]
    assert log.owned().session == document.owned().session
    assert [m.key for m in log.messages()] == [m.key for m in document.messages()]


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    "line",
    [{"$undo": 1}, {"id": "x", "type": "novelty", "content": "always push"}, {"id": "x"}, {"said": "x"}, {}],
)
def test_an_operation_of_an_unknown_kind_is_told(chat: Chat, line: dict[str, object]) -> None:
    chat.add(line)
    assert chat.parked() == [UNKNOWN_FORM]


@pytest.mark.parametrize("line", [b"5\n", b"[]\n", b"torn\n"])
def test_what_is_no_line_is_parked(chat: Chat, line: bytes) -> None:
    chat.append(line)
    chat.asks(1, "one")
    parked, said = chat.records()
    assert isinstance(parked, Parked)
    assert isinstance(said, Said)


def test_a_whole_line_behind_a_torn_one_is_kept(chat: Chat) -> None:
    chat.append(b'{"id":"x","type":"us')
    chat.asks(1, "one")
    parked, said = chat.records()
    assert isinstance(parked, Parked)
    assert isinstance(said, Said)


def test_a_file_without_a_known_line_is_told(tmp_path: Path) -> None:
    chat = Chat(tmp_path)
    chat.append(b"5\n")
    assert chat.parked() == ["not a JSON object", UNKNOWN_FORM]


_LEAVES: st.SearchStrategy[object] = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
_INNER = _LEAVES | st.lists(_LEAVES, max_size=3) | st.dictionaries(st.text(max_size=4), _LEAVES, max_size=3)
_VALUES: st.SearchStrategy[object] = (
    _LEAVES | st.lists(_INNER, max_size=3) | st.dictionaries(st.text(max_size=4), _INNER, max_size=3)
)
_FIELDS = (
    *("id", "type", "content", "timestamp", "toolCalls", "thoughts", "displayContent", "$set", "$rewindTo"),
    *("sessionId", "projectHash", "messages", "kind", "functionCall", "functionResponse"),
)
_CALLS = st.fixed_dictionaries(
    {"id": st.just("c"), "name": st.sampled_from(["ask_user", "x"])},
    optional=dict.fromkeys(("args", "result", "status"), _VALUES),
)
_LINES = st.dictionaries(st.sampled_from(_FIELDS), _VALUES | st.sampled_from(["user", "gemini"]), max_size=6)


@settings(max_examples=200)
@given(_LINES, _LINES, _CALLS)
def test_no_value_of_whatever_shape_raises(
    tmp_path_factory: pytest.TempPathFactory,
    line: dict[str, object],
    inner: dict[str, object],
    made: dict[str, object],
) -> None:
    chat = Chat(tmp_path_factory.mktemp("gemini"))
    chat.add(line)
    calls = [inner, made]
    chat.add({"id": "x", "type": "gemini", "content": [inner], "toolCalls": calls, "thoughts": [inner]})
    chat.add({"id": "y", "type": "user", "content": [inner], "displayContent": inner})
    chat.set(inner, line)
    chat.read()


# ---------------------------------------------------------------- growing files

_OPERATIONS = st.lists(
    st.tuples(st.sampled_from(["ask", "answer", "again", "rewind", "set"]), st.integers(0, 9)), max_size=14
)


def perform(chat: Chat, operations: list[tuple[str, int]]) -> list[str]:
    """Writes the operations as the client does; returns what it itself would show at the end."""
    live: dict[str, str] = {}
    for number, (what, pick) in enumerate(operations):
        known = list(live)
        if what in ("ask", "answer") or not known:
            live[line_id(number)] = f"words {number}"
            if what == "ask":
                chat.asks(number, f"words {number}")
            else:
                chat.answers(number, f"words {number}", toolCalls=[call(number)] if pick % 2 else [])
        elif what == "again":
            name = known[pick % len(known)]
            live[name] = f"again {number}"
            chat.add({"id": name, "type": "user", "content": f"again {number}"})
        elif what == "rewind":
            name = known[pick % len(known)]
            chat.add({"$rewindTo": name})
            live = {each: live[each] for each in known[: known.index(name)]}
        else:
            kept = known[pick % len(known) :]
            live = {each: live[each] for each in (kept if pick < 5 else kept[::-1])}
            chat.set(*({"id": each, "type": "user", "content": text} for each, text in live.items()))
    return list(live)


@settings(max_examples=120)
@given(_OPERATIONS, st.lists(st.integers(0, 100_000), max_size=6), st.integers(1, 3000), st.booleans())
def test_pieces_tell_the_same_as_the_whole_and_end_where_the_client_does(
    tmp_path_factory: pytest.TempPathFactory,
    operations: list[tuple[str, int]],
    cuts: list[int],
    quota: int,
    is_anew: bool,
) -> None:
    chat = Chat(tmp_path_factory.mktemp("gemini"))
    chat.head()
    ends = perform(chat, operations)
    data = chat.path.read_bytes()
    whole = chat.records()
    assert live_ids(whole) == ends
    chat.path.unlink()
    chat.path.touch()
    chat.checkpoint = None
    told: list[Record] = []
    for start, end in pairwise(sorted({0, len(data), *(cut % len(data) for cut in cuts)})):
        chat.append(data[start:end])
        while True:
            if is_anew:
                chat.anew()
            # Written just now: a torn last line waits.
            reading = chat.read(quota, Milliseconds(chat.path.stat().st_mtime_ns // 1_000_000))
            told += reading.records
            if not reading.more:
                break
    assert told == whole


def live_ids(records: list[Record]) -> list[str]:
    """What stands at the end, in the order in which the archive has it."""
    live: dict[str, None] = {}
    for record in records:
        if isinstance(record, Said):
            live.setdefault(record.message.key.uuid)
        elif isinstance(record, Withdrawn):
            live = {each: None for each in live if each not in record.uuids}
    return list(live)


def test_a_torn_last_line_waits_until_it_is_whole(chat: Chat) -> None:
    chat.add(chat.message("user", 1, "one"))
    data = chat.path.read_bytes()
    chat.path.write_bytes(data[:-10])
    assert chat.records() == []
    chat.append(data[-10:])
    assert [m.text for m in chat.messages()] == ["one"]


def test_a_rewritten_file_is_told_again_with_its_new_words(chat: Chat) -> None:
    chat.asks(1, "one")
    chat.answers(2, "two")
    chat.records()
    chat.path.write_bytes(b"")
    chat.head()
    chat.asks(1, "one!")
    chat.answers(3, "three, and much more than stood there before")
    restart, *records = chat.records()
    assert isinstance(restart, Boundary)
    assert restart.kind is BoundaryKind.RESTART
    assert next(r.message.text for r in records if isinstance(r, Replaced)) == "one!"
    assert live_ids(records) == [line_id(1), line_id(3)]


# ---------------------------------------------------------------- where they are


def test_the_working_directory_is_noted_by_the_client_or_proved_by_its_hash(chat: Chat) -> None:
    chat.asks(1, f"<session_context>I work in the directory: {CWD}/src")
    assert chat.read().cwd == CWD
    (chat.project / ".project_root").unlink()
    chat.anew()
    chat.checkpoint = None
    assert chat.read().cwd == CWD
    chat.anew()
    chat.checkpoint = None
    chat.path.write_text("")
    chat.head(projectHash="0" * 64)
    chat.asks(1, f"<session_context>I work in the directory: {CWD}/src")
    assert chat.read().cwd is None
    (chat.folder / "projects.json").write_text(json.dumps({"projects": {"/home/ann/store": "shop"}}))
    chat.anew()
    assert chat.read().cwd == "/home/ann/store"


@pytest.mark.parametrize("written", ["// a\n" + "/x/y.js\n" * 8_000, "/x" * 2_000 + " ", "/x" * 30_000])
def test_what_begins_like_a_path_costs_little_where_the_directory_is_looked_for(
    chat: Chat, written: str
) -> None:
    (chat.project / ".project_root").unlink()
    for number in range(20):
        args = {"file_path": f"{CWD}/src/{number}.js", "content": f"/{number}{written}"}
        chat.answers(number, "", toolCalls=[call(number, "write_file", args=args)])
    began = time.process_time()
    assert chat.read().cwd == CWD
    assert time.process_time() - began < 2


def test_chats_are_found_by_their_place_and_name(chat: Chat) -> None:
    nested = chat.path.parent / SESSION / "agent1.jsonl"
    nested.parent.mkdir()
    nested.touch()
    (chat.path.parent / "notes.jsonl").touch()
    (chat.path.parent / "session-x.jsonl").symlink_to(chat.path)
    (chat.project / "session-x.jsonl").touch()
    source = chat.source
    assert {t.path for t in source.transcripts()} == {str(chat.path), str(nested)}
    assert source.unlisted == ()
    assert source.owns(chat.project / "logs.json") is None
    assert source.owns(chat.folder / "x") is None


def test_an_absent_folder_is_simply_not_there(tmp_path: Path) -> None:
    source = Gemini(tmp_path / "nothing")
    assert list(source.transcripts()) == []
    assert source.unlisted == ()


def test_nothing_is_followed_out_of_the_clients_folder(chat: Chat, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    chat.project.rename(outside)
    chat.project.symlink_to(outside)
    assert list(chat.source.transcripts()) == []
    with pytest.raises(TranscriptError):
        chat.read()
