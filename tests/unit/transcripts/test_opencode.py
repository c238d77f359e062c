from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.domain import Kind, Milliseconds, Speaker
from extractor.errors import TranscriptError
from extractor.transcripts.opencode import OpenCode
from extractor.transcripts.opencode_parts import unquoted
from extractor.transcripts.sniff import sniff
from extractor.transcripts.source import (
    UNKNOWN_FORM,
    Boundary,
    BoundaryKind,
    Parked,
    Record,
    Replaced,
    Said,
)

from .opencode_written import BEGAN, SCRIPT, SESSION, Database, Files, Store, Talk, identity, text, tool
from .written import CWD, LATER, outline

HUMAN, HEADLESS, ASSISTANT, SYSTEM, TOOL = (
    Speaker.HUMAN,
    Speaker.HUMAN_HEADLESS,
    Speaker.ASSISTANT,
    Speaker.SYSTEM,
    Speaker.TOOL,
)
TEXT, NOTICE = Kind.TEXT, Kind.NOTICE
OTHER = SESSION[:-1] + "b"


@pytest.fixture(params=[Database, Files])
def talk(request: pytest.FixtureRequest, tmp_path: Path) -> Talk:
    make: Callable[[Path], Store] = request.param
    return Talk(tmp_path / "opencode", make(tmp_path / "opencode"))


@pytest.fixture
def stored(tmp_path: Path) -> Talk:
    """A session in a database."""
    return Talk(tmp_path / "opencode", Database(tmp_path / "opencode"))


def database(talk: Talk) -> Database:
    assert isinstance(talk.store, Database)
    return talk.store


# ---------------------------------------------------------------- what is said


def test_a_session_is_what_was_asked_and_answered(talk: Talk) -> None:
    talk.asks("Prices are cents")
    reply = talk.answers({"type": "step-start"}, {"type": "reasoning", "text": "hm"}, text("Understood."))
    reading = talk.read()
    messages = [r.message for r in reading.records if isinstance(r, Said)]
    assert (reading.cwd, reading.more, reading.held) == (CWD, False, 0)
    assert reading.version in ("1.18.33", "1.0.185")
    assert outline(messages) == [
        (HUMAN, TEXT, "Prices are cents"),
        (ASSISTANT, Kind.THINKING, "hm"),
        (ASSISTANT, TEXT, "Understood."),
    ]
    assert [m.reply for m in messages] == [None, reply, reply]
    assert [m.ends_turn for m in messages] == [False, False, True]
    assert [r.kind for r in reading.records if isinstance(r, Boundary)] == [BoundaryKind.TURN_END]
    assert len({m.key for m in messages}) == 3


@pytest.mark.parametrize(("status", "failed", "told"), [("completed", False, "done"), ("error", True, "no")])
def test_a_call_is_joined_with_its_result(talk: Talk, status: str, failed: bool, told: str) -> None:
    talk.answers(tool("write", status), tool("read", "running"), finish="tool-calls")
    write, result, read = talk.messages()
    assert (write.kind, write.tool, write.call, write.path) == (Kind.CALL, "write", "toolu_1", "/m/a.md")
    assert (result.speaker, result.call, result.text, result.failed) == (TOOL, "toolu_1", told, failed)
    assert (read.kind, read.path) == (Kind.CALL, None)
    assert (write.key.uuid, write.key.block, result.key.block) == (result.key.uuid, 0, 1)


def test_what_the_client_puts_in_a_persons_place_is_not_theirs(talk: Talk) -> None:
    pictures = (
        {"type": "file", "mime": "image/png"},
        {"type": "file", "mime": "text/plain"},
        {"type": "agent"},
    )
    wove = (text("always push", synthetic=True), text("never push", ignored=True))
    talk.asks("Look", parts=(*wove, *pictures))
    assert outline(talk.messages()) == [
        (HUMAN, TEXT, "Look"),
        (SYSTEM, NOTICE, "always push"),
        (SYSTEM, NOTICE, "never push"),
        (SYSTEM, NOTICE, "[image]"),
        (SYSTEM, NOTICE, "[document]"),
    ]


def test_a_persons_answers_to_the_clients_question_stand_behind_it(talk: Talk) -> None:
    questions = [{"question": "Which database?"}, {"question": "Which host?"}, {"question": "Any port?"}]
    meta = {"answers": [["Postgres", "of version 16"], [], ["5433"]]}
    talk.answers(tool("question", input={"questions": questions}, metadata=meta))
    _, _, *said = talk.messages()
    assert outline(said) == [
        (ASSISTANT, TEXT, "Which database?"),
        (HUMAN, TEXT, "Postgres\nof version 16"),
        (ASSISTANT, TEXT, "Any port?"),
        (HUMAN, TEXT, "5433"),
    ]
    assert {m.reply for m in said} == {None}
    assert [m.at - said[1].at for m in said] == [-1, 0, -1, 0]
    assert len({m.key for m in said}) == 4


@pytest.mark.parametrize("given", [{}, {"questions": 5}, {"questions": [5, {"question": " "}]}])
def test_an_answer_whose_question_is_not_there_stands_alone(talk: Talk, given: dict[str, object]) -> None:
    talk.answers(tool("question", input=given, metadata={"answers": ["Postgres", ["5433"]]}))
    _, _, *said = talk.messages()
    assert outline(said) == [(HUMAN, TEXT, "Postgres"), (HUMAN, TEXT, "5433")]


def test_a_persons_answers_are_taken_from_the_clients_own_tool_alone(talk: Talk) -> None:
    meta = {"answers": [["Postgres"]]}
    talk.answers(tool("mcp_question", metadata=meta), tool("question", "error", metadata=meta))
    assert [m for m in talk.messages() if m.is_human] == []


@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({"finish": "tool-calls"}, []),
        ({"finish": "length"}, [BoundaryKind.TURN_END]),
        ({"error": {"name": "MessageAbortedError"}}, [BoundaryKind.CANCELLED]),
        ({"error": {"name": "APIError"}}, [BoundaryKind.ABORTED]),
        ({"summary": True}, [BoundaryKind.COMPACTION]),
    ],
)
def test_the_clients_marks_are_boundaries(
    talk: Talk, fields: dict[str, object], kinds: list[BoundaryKind]
) -> None:
    talk.answers(text("words"), **fields)
    records = talk.records()
    assert [record.kind for record in records if isinstance(record, Boundary)] == kinds
    (said,) = [record.message for record in records if isinstance(record, Said)]
    assert said.kind is (Kind.SUMMARY if "summary" in fields else TEXT)


def test_a_sub_agents_session_says_nothing_human(talk: Talk) -> None:
    talk.store.session(OTHER, parent_id=SESSION)
    agent = Talk(talk.folder, talk.store, OTHER, parent_id=SESSION)
    agent.asks("Search for total()")
    agent.asks("And for sum()")
    messages = agent.messages()
    assert agent.transcript().sidechain
    assert outline(messages) == [(ASSISTANT, TEXT, "Search for total()"), (SYSTEM, NOTICE, "And for sum()")]
    assert all(m.sidechain for m in messages)


# ---------------------------------------------------------------- who types


@pytest.mark.parametrize(
    ("permission", "speaker"), [(None, HUMAN), ("[]", HUMAN), (SCRIPT, HEADLESS), ("{", HUMAN)]
)
def test_a_scripted_run_is_told_by_what_it_forbids(
    tmp_path: Path, permission: str | None, speaker: Speaker
) -> None:
    talk = Talk(tmp_path / "o", Database(tmp_path / "o"), permission=permission)
    talk.asks("Go")
    assert [(m.speaker, m.text) for m in talk.messages()] == [(speaker, "Go")]


@pytest.mark.parametrize(
    ("asked", "speaker", "words"),
    [
        ('"Use \\"cents\\""\n', HEADLESS, 'Use "cents"'),
        ('"a" or "b"', HUMAN, '"a" or "b"'),
        ('"', HUMAN, '"'),
    ],
)
def test_where_nothing_else_tells_of_it_its_quotes_do(
    talk: Talk, asked: str, speaker: Speaker, words: str
) -> None:
    talk.asks(asked)
    assert [(m.speaker, m.text) for m in talk.messages()] == [(speaker, words)]


@pytest.mark.parametrize("words", ["", '""', '"', "a", '"a', 'a"', '"a" "b"'])
def test_what_is_not_one_quoted_argument_stays_as_it_is(words: str) -> None:
    assert unquoted(words) is None


# ---------------------------------------------------------------- what changes


def test_a_message_the_client_still_writes_waits(talk: Talk) -> None:
    reply = talk.answers(text("I'll lo"), is_done=False)
    talk.asks("And then?")
    reading = talk.read(now=Milliseconds(talk.transcript().stamp[0]))  # type: ignore[index]
    assert reading.records == []
    assert reading.held > 0
    talk.reply(reply)
    assert [m.text for m in talk.messages()] == ["I'll lo", "And then?"]


def test_a_prompt_without_its_words_waits(talk: Talk) -> None:
    message = talk.asks()
    reading = talk.read(now=Milliseconds(talk.transcript().stamp[0]))  # type: ignore[index]
    assert reading.held > 0
    talk.add(message, text("Prices are cents"))
    assert [m.text for m in talk.messages()] == ["Prices are cents"]


def test_a_file_seen_half_written_waits(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "o", Files(tmp_path / "o"))
    message = talk.asks("Prices are cents")
    path = talk.folder / "storage" / "message" / SESSION / f"{message}.json"
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    stamp = talk.transcript().stamp
    assert stamp is not None
    reading = talk.read(now=Milliseconds(stamp[0]))
    assert reading.records == []
    assert reading.held > 0
    path.write_bytes(whole)
    assert [m.text for m in talk.messages()] == ["Prices are cents"]


@pytest.mark.parametrize("after", [0, 1, 150])
def test_a_part_written_right_behind_what_was_read_is_told(stored: Talk, after: int) -> None:
    message = stored.asks("Look at this.")
    read_at = Milliseconds(stored.at)
    told = [r.message.text for r in stored.read(now=read_at).records if isinstance(r, Said)]
    stored.at += after - 1
    stored.store.part(identity("prt", stored.at, 99), message, SESSION, read_at + after, text("Use cents."))
    told += [m.text for m in stored.messages()]
    assert told == ["Look at this.", "Use cents."]


def test_a_part_written_again_right_behind_what_was_read_again_is_told(stored: Talk) -> None:
    message = stored.answers(text("I'll lo"), is_done=False)
    first, second = stored.add(message, text("And te"), text("And ti"))
    stored.records()
    stored.put(first, message, text("And test."))
    read_at = Milliseconds(stored.at)
    records = stored.read(now=read_at).records
    stored.store.part(second, message, SESSION, read_at, text("And time it."))
    records += stored.records()
    said = {r.message.key: r.message.text for r in records if isinstance(r, Replaced)}
    assert list(said.values())[-2:] == ["And test.", "And time it."]


def test_a_part_that_waits_is_not_passed_by_one_with_a_time_to_come(stored: Talk) -> None:
    one, two = stored.answers(), stored.answers()
    (first,), (second,) = stored.add(one, text("one")), stored.add(two, text("two"))
    stored.read()
    now = stored.at + 10_000
    stored.at = now + 3_600_000
    stored.put(second, two, text("two, told early"))
    stored.at = now
    stored.put(first, one, text("one, told late"))
    told = [stored.read(now=Milliseconds(at)).records for at in (now, now + 60_000)]
    replaced = [[r.message.text for r in records if isinstance(r, Replaced)] for records in told]
    assert replaced[0] == ["two, told early"]
    assert "one, told late" in replaced[1]


def test_what_bears_a_time_to_come_is_read_all_the_same(stored: Talk) -> None:
    stored.asks("Prices are cents")
    reading = stored.read(now=Milliseconds(stored.at - 3_600_000))
    assert [r.message.text for r in reading.records if isinstance(r, Said)] == ["Prices are cents"]


def test_a_message_left_unfinished_is_told_after_a_while_and_what_comes_to_it_later(talk: Talk) -> None:
    reply = talk.answers(is_done=False)
    part = talk.add(reply, text("I'll lo"))[0]
    assert [m.text for m in talk.messages()] == ["I'll lo"]
    if isinstance(talk.store, Files):
        later(talk)
    talk.put(part, reply, text("I'll look."))
    records = talk.records()
    assert [r.message.text for r in records if isinstance(r, Replaced)] == ["I'll look."]
    assert talk.records() == []


def later(talk: Talk) -> None:
    """Files have the time they are written: what was read was written some time ago."""
    for path in talk.folder.rglob("*.json"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    talk.checkpoint = None
    talk.records()


@pytest.mark.parametrize("is_removed", [False, True])
def test_what_a_person_went_back_from_does_not_stand(talk: Talk, is_removed: bool) -> None:
    talk.asks("one")
    second = talk.asks("two")
    third = talk.answers(text("three"))
    talk.records()
    talk.store.session(SESSION, revert=json.dumps({"messageID": second}))
    restart, *records = talk.records()
    assert isinstance(restart, Boundary)
    assert restart.kind is BoundaryKind.ANEW
    assert [r.message.text for r in records if isinstance(r, Said)] == ["one"]
    if is_removed:
        talk.store.remove(second, SESSION)
        talk.store.remove(third, SESSION)
        talk.store.session(SESSION)
        talk.asks("four")
        assert [m.text for m in talk.messages()] == ["four"]
    else:
        talk.store.session(SESSION)
        assert [m.text for m in talk.messages()] == ["two", "three"]


def test_where_a_person_went_back_inside_a_message_what_follows_it_does_not_stand(talk: Talk) -> None:
    talk.asks("one")
    reply = talk.answers(text("two"), text("three"))
    talk.asks("four")
    talk.store.session(SESSION, revert=json.dumps({"messageID": reply, "partID": "prt_1"}))
    assert [m.text for m in talk.messages()] == ["one", "two", "three"]


@pytest.mark.parametrize(
    "revert", ["5", "[]", '{"partID": "prt_1"}', '{"messageID": 5}', '{"messageID": "x"}']
)
def test_a_place_gone_back_to_that_is_not_there_takes_nothing_back(talk: Talk, revert: str) -> None:
    talk.asks("one")
    talk.store.session(SESSION, revert=revert)
    assert [m.text for m in talk.messages()] == ["one"]


def test_a_fork_adds_no_message_of_its_own(stored: Talk) -> None:
    first = [stored.asks("Prices are cents"), stored.answers(text("Understood."))]
    keys = [m.key for m in stored.messages()]
    fork = Talk(stored.folder, stored.store, OTHER)
    fork.at = BEGAN + 60_000
    rows = [
        database(stored).db.execute("SELECT time_created, data FROM message WHERE id = ?", (id,)).fetchone()
        for id in first
    ]
    for original, (created, data) in zip(first, rows, strict=True):
        copy = fork._next("msg")
        database(fork).db.execute(
            "INSERT INTO message VALUES(?, ?, ?, ?, ?)", (copy, OTHER, created, fork.at, data)
        )
        parts = (
            database(fork).db.execute("SELECT data FROM part WHERE message_id = ?", (original,)).fetchall()
        )
        fork.add(copy, *(json.loads(part) for (part,) in parts))
    fork.asks("In the fork")
    copied = [m.key for m in fork.messages()]
    assert copied[:2] == keys
    assert len(set(copied)) == 3


def forked(talk: Talk, session: str, late: int) -> Talk:
    """A fork of a session kept in files: new ids, all else copied."""
    fork = Talk(talk.folder, talk.store, session)
    fork.at = BEGAN + late
    for message, _ in talk.messages_written:
        path = talk.folder / "storage" / "message" / talk.id / f"{message}.json"
        copy = fork._next("msg")
        talk.store.message(copy, session, fork.at, {**json.loads(path.read_text()), "id": copy})
        fork.add(copy, *(part for _, home, part in talk.parts if home == message))
        fork.messages_written.append((copy, "copied"))
    return fork


def test_a_fork_in_files_adds_no_message_of_its_own(tmp_path: Path) -> None:
    talk = Talk(tmp_path, Files(tmp_path))
    talk.asks("Prices are cents")
    talk.answers(text("Understood."), tool("read"))
    keys = [m.key for m in talk.messages()]
    fork = forked(talk, OTHER, 60_000)
    fork.source = talk.source
    fork.asks("In the fork")
    copied = [m.key for m in fork.messages()]
    assert copied[: len(keys)] == keys
    assert len(set(copied)) == len(keys) + 1
    again = forked(fork, OTHER[:-1] + "c", 600_000)
    again.source = talk.source
    assert [m.key for m in again.messages()] == copied


def test_a_copy_in_files_whose_original_is_gone_stands_for_itself(tmp_path: Path) -> None:
    talk = Talk(tmp_path, Files(tmp_path))
    asked = talk.asks("Prices are cents")
    fork = forked(talk, OTHER, 60_000)
    talk.store.remove(asked, talk.id)
    assert [m.key.uuid for m in fork.messages()] == [fork.parts[0][0]]


def test_what_can_be_read_in_one_go_is_bounded(talk: Talk) -> None:
    for turn in range(4):
        talk.asks(f"ask {turn}")
    told: list[str] = []
    for turn in range(4):
        reading = talk.read(quota=1)
        assert reading.more is (turn < 3)
        told += [r.message.text for r in reading.records if isinstance(r, Said)]
    assert told == [f"ask {turn}" for turn in range(4)]
    assert talk.read(quota=1).records == []


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["ask", "answer", "read"]), max_size=10), st.integers(1, 400), st.booleans())
def test_pieces_tell_the_same_as_the_whole(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str], quota: int, is_file: bool
) -> None:
    folder = tmp_path_factory.mktemp("opencode")
    talk = Talk(folder, Files(folder) if is_file else Database(folder))
    told: list[Record] = []
    for number, step in enumerate([*steps, "read"]):
        if step == "ask":
            talk.asks(f"ask {number}")
        elif step == "answer":
            talk.answers(text(f"answer {number}"), tool("read"))
        else:
            more = True
            while more:
                reading = talk.read(quota)
                told += reading.records
                more = reading.more
    talk.checkpoint = None
    assert told == talk.records()


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize("role", ["oracle", None])
def test_a_message_of_an_unknown_form_is_told(talk: Talk, role: str | None) -> None:
    message = talk.asks("Prices are cents")
    data: dict[str, object] = {"role": role, "time": {"created": talk.at}}
    talk.store.message(message, SESSION, talk.at, data)
    assert talk.parked() == [UNKNOWN_FORM]


def test_a_message_whose_parts_all_have_an_unknown_form_is_told(talk: Talk) -> None:
    talk.asks(parts=({"type": "novelty", "words": "x"},))
    assert talk.parked() == [UNKNOWN_FORM]


def test_a_database_of_an_unknown_form_is_told(stored: Talk) -> None:
    transcript = stored.transcript()
    database(stored).db.execute("ALTER TABLE session RENAME COLUMN directory TO place")
    with pytest.raises(TranscriptError, match="does not know"):
        stored.source.read(transcript, None, 1 << 20, LATER)
    database(stored).db.execute("DROP TABLE session")
    assert list(OpenCode(stored.folder).transcripts()) == []
    source = OpenCode(stored.folder)
    list(source.transcripts())
    assert "does not know" in source.unlisted[0]


def test_messages_in_another_table_are_an_unknown_form(stored: Talk) -> None:
    database(stored).db.execute("CREATE TABLE session_message(session_id, data)")
    assert stored.records() == []
    database(stored).db.execute("INSERT INTO session_message VALUES(?, 'x')", (SESSION,))
    with pytest.raises(TranscriptError, match="another table"):
        stored.read()


def elsewhere(talk: Talk, id: str, at: int) -> None:
    """A message in the table of versions that are not known."""
    db = database(talk).db
    db.execute(
        "CREATE TABLE IF NOT EXISTS session_message(id, session_id, type, seq, time_created, time_updated, data)"
    )
    db.execute("INSERT INTO session_message VALUES(?, ?, 'user', 1, ?, ?, '{}')", (id, SESSION, at, at))


def test_newer_messages_in_another_table_are_told_once_the_others_are_read(stored: Talk) -> None:
    stored.asks("Prices are cents")
    elsewhere(stored, "msg_new", stored.at + 1)
    reading = stored.read(1)
    assert [r.message.text for r in reading.records if isinstance(r, Said)] == ["Prices are cents"]
    assert reading.more
    for _ in range(2):
        with pytest.raises(TranscriptError, match="newer messages stand in another table"):
            stored.read()
    stored.at += 10
    stored.asks("Use tabs")
    assert [m.text for m in stored.messages()] == ["Use tabs"]


def test_what_both_tables_hold_is_no_unknown_form(stored: Talk) -> None:
    message = stored.asks("Prices are cents")
    elsewhere(stored, message, stored.at + 1)
    elsewhere(stored, "msg_old", stored.at)
    assert not stored.read().more
    assert stored.records() == []


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "opencode.db").write_bytes(b"x" * 5000)
    source = OpenCode(tmp_path)
    assert list(source.transcripts()) == []
    assert "cannot be read" in source.unlisted[0]


_LEAVES: st.SearchStrategy[object] = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
_INNER = _LEAVES | st.lists(_LEAVES, max_size=3) | st.dictionaries(st.text(max_size=4), _LEAVES, max_size=3)
_VALUES: st.SearchStrategy[object] = (
    _LEAVES | st.lists(_INNER, max_size=3) | st.dictionaries(st.text(max_size=4), _INNER, max_size=3)
)
_FIELDS = (
    "type",
    "text",
    "tool",
    "state",
    "callID",
    "time",
    "synthetic",
    "mime",
    "role",
    "finish",
    "error",
    "summary",
)
_STATES = st.fixed_dictionaries(
    {"status": st.sampled_from(["completed", "error"]), "input": _VALUES, "metadata": _VALUES}
)


@settings(max_examples=150)
@given(
    st.dictionaries(st.sampled_from(_FIELDS), _VALUES, max_size=6),
    st.dictionaries(st.sampled_from(_FIELDS), _VALUES | _STATES, max_size=6),
    st.sampled_from(["text", "tool", "file", "reasoning", 5]),
)
def test_no_value_of_whatever_shape_raises(
    tmp_path_factory: pytest.TempPathFactory,
    message: dict[str, object],
    part: dict[str, object],
    kind: object,
) -> None:
    folder = tmp_path_factory.mktemp("opencode")
    talk = Talk(folder, Files(folder))
    for role in ("user", "assistant"):
        talk.at += 1
        talk.store.message(f"msg_{role}", SESSION, talk.at, {**message, "role": role})
        talk.put(f"prt_{role}", f"msg_{role}", {**part, "type": kind})
    talk.read()


@pytest.mark.parametrize("damaged", ["NULL", "x'00ff'", "CAST(x'6d7367ff' AS TEXT)"])
def test_a_message_whose_id_is_damaged_takes_no_other_along(stored: Talk, damaged: str) -> None:
    stored.asks("Prices are cents")
    stored.answers(text("Understood."))
    database(stored).db.execute(
        f"""INSERT INTO message SELECT {damaged}, session_id, time_created + 1, time_updated, data
            FROM message ORDER BY id LIMIT 1"""
    )
    records = stored.records()
    assert [r.message.text for r in records if isinstance(r, Said)] == ["Prices are cents", "Understood."]
    assert [r.reason for r in records if isinstance(r, Parked)] == [UNKNOWN_FORM]


def test_bytes_that_are_no_text_take_nothing_along_but_themselves(stored: Talk) -> None:
    stored.asks("Prices are cents")
    stored.answers(text("Understood."))
    db = database(stored).db
    db.execute("UPDATE part SET data = CAST(replace(data, 'Understood', x'ff') AS TEXT)")
    db.execute("UPDATE session SET version = CAST(x'31ff' AS TEXT)")
    stored.asks("And dates are UTC")
    assert [m.text for m in stored.messages()] == ["Prices are cents", "\ufffd.", "And dates are UTC"]


# ---------------------------------------------------------------- the client's database is left alone


def beside(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.stat().st_mtime_ns, path.stat().st_size) for path in folder.iterdir()}


def test_reading_beside_the_running_client_changes_nothing_and_sees_what_it_just_wrote(stored: Talk) -> None:
    stored.asks("Prices are cents")
    before = beside(stored.folder)
    assert set(before) == {"opencode.db", "opencode.db-wal", "opencode.db-shm"}
    assert [m.text for m in stored.messages()] == ["Prices are cents"]
    assert beside(stored.folder) == before


def test_reading_a_database_nobody_has_open_makes_no_file(stored: Talk) -> None:
    stored.asks("Prices are cents")
    database(stored).db.close()
    before = beside(stored.folder)
    assert set(before) == {"opencode.db"}
    assert [m.text for m in stored.messages()] == ["Prices are cents"]
    assert beside(stored.folder) == before


def test_a_reader_never_holds_the_client_up(stored: Talk) -> None:
    stored.asks("one")
    db = database(stored).db
    db.execute("PRAGMA busy_timeout = 0")
    db.execute("BEGIN IMMEDIATE")
    assert [m.text for m in stored.messages()] == ["one"]
    db.execute("COMMIT")
    stored.asks("two")
    assert [m.text for m in stored.messages()] == ["two"]
    assert db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    assert stored.records() == []


def test_what_a_killed_client_left_is_read_and_stays_as_it_is(stored: Talk, tmp_path: Path) -> None:
    stored.asks("Prices are cents")
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in stored.folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    before = beside(copy)
    source = OpenCode(copy)
    (transcript,) = source.transcripts()
    assert len(source.read(transcript, None, 1 << 20, LATER).records) == 1
    assert beside(copy) == before


def test_a_log_without_its_index_is_held_back(stored: Talk, tmp_path: Path) -> None:
    database(stored).db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stored.asks("Prices are cents")
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("opencode.db", "opencode.db-wal"):
        (copy / name).write_bytes((stored.folder / name).read_bytes())
    before = beside(copy)
    source = OpenCode(copy)
    (transcript,) = source.transcripts()
    reading = source.read(transcript, None, 1 << 20, LATER)
    assert (reading.records, reading.held) == ([], before["opencode.db-wal"][1])
    assert beside(copy) == before


@pytest.mark.parametrize("name", ["opencode.db", "opencode.db-wal"])
def test_nothing_is_followed_out_of_the_clients_folder(stored: Talk, tmp_path: Path, name: str) -> None:
    transcript = stored.transcript()
    outside = tmp_path / "outside"
    (stored.folder / name).rename(outside)
    (stored.folder / name).symlink_to(outside)
    with pytest.raises(TranscriptError, match="symbolic link is not followed"):
        stored.source.read(transcript, None, 1 << 20, LATER)


def test_files_are_not_followed_out_of_the_clients_folder(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "o", Files(tmp_path / "o"))
    message = talk.asks("Prices are cents")
    folder = talk.folder / "storage" / "part" / message
    folder.rename(tmp_path / "outside")
    folder.symlink_to(tmp_path / "outside")
    assert talk.messages() == []


# ---------------------------------------------------------------- where they are


def test_sessions_of_files_and_databases_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "o"
    Database(folder).session()
    Files(folder).session(OTHER)
    sqlite3.connect(folder / "opencode-dev.db").close()
    (folder / "other.db").write_bytes(b"x")
    source = OpenCode(folder)
    found = {t.session: t.path for t in source.transcripts()}
    assert found == {
        SESSION: str(folder / "opencode.db" / SESSION),
        OTHER: str(folder / "storage" / "session" / "p" / f"{OTHER}.json"),
    }
    assert [source.holds(folder / name) for name in ("opencode.db", "opencode.db-wal", "x.db")] == [
        True,
        True,
        False,
    ]
    assert source.owns(folder / "opencode.db") is None
    assert set(source.roots()) >= {
        folder / "opencode.db-wal",
        folder / "opencode-dev.db",
        folder / "storage" / "message",
    }


def test_looking_for_sessions_in_files_costs_what_there_is_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, listed = Files(tmp_path), list[str]()
    scandir = os.scandir

    def counting(path: str) -> object:
        listed.append(str(path))
        return scandir(path)

    for number in range(30):
        Talk(tmp_path, store, f"ses_{number:026}").asks("Prices are cents")
    monkeypatch.setattr(os, "scandir", counting)
    source = OpenCode(tmp_path)
    for transcript in source.transcripts():
        assert source.read(transcript, None, 1 << 30, LATER).records
    assert listed.count(str(tmp_path / "storage" / "session")) < 4


def test_a_session_file_that_moved_is_found_again(tmp_path: Path) -> None:
    talk = Talk(tmp_path, Files(tmp_path))
    talk.asks("Prices are cents")
    talk.read()
    storage = tmp_path / "storage" / "session"
    (storage / "p").rename(storage / "q")
    talk.asks("And dates are UTC")
    assert [m.text for m in talk.messages()] == ["And dates are UTC"]


def test_a_file_tells_its_session(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "o", Files(tmp_path / "o"))
    message = talk.asks("Prices are cents")
    storage = talk.folder / "storage"
    for path in (
        storage / "session" / "p" / f"{SESSION}.json",
        storage / "message" / SESSION / f"{message}.json",
    ):
        found = talk.source.owns(path)
        assert found is not None
        assert found.session == SESSION
    assert talk.source.owns(storage / "part" / message / "prt_1.json") is None
    assert talk.source.owns(storage / "message" / "ses_x" / "msg_1.json") is None


def test_a_walk_opens_a_database_only_where_it_changed(stored: Talk) -> None:
    before = stored.transcript()
    assert stored.transcript() == before
    stored.asks("Prices are cents")
    assert stored.transcript().stamp != before.stamp


def test_an_absent_folder_is_simply_not_there(tmp_path: Path) -> None:
    source = OpenCode(tmp_path / "nothing")
    assert list(source.transcripts()) == []
    assert source.unlisted == ()


def test_what_a_person_names_is_read_wherever_it_is(talk: Talk) -> None:
    talk.asks("Prices are cents")
    path = Path(talk.transcript().path)
    source = OpenCode(Path("/nowhere"))
    if isinstance(talk.store, Database):
        assert sniff(path.parent) == "opencode"
        (transcript,) = source.inside(path.parent)
    else:
        assert sniff(path) == "opencode"
        transcript = source.named(path)
    assert transcript.session == SESSION
    assert len(source.read(transcript, None, 1 << 20, LATER).records) == 1


def test_an_answer_older_than_what_was_told_is_told_once_all_is_still(tmp_path: Path) -> None:
    talk = Talk(tmp_path, Database(tmp_path))
    asked = talk.asks("First prompt.")
    did = talk.answers(tool("bash"))
    question = {"input": {"questions": [{"question": "Which style?"}]}}
    other = talk.answers()
    put = talk.put(talk._next("prt"), other, tool("question", "running", **question))
    talk.messages()
    parts = {
        each: str(talk.store.db.execute("SELECT id FROM part WHERE message_id = ?", (each,)).fetchone()[0])
        for each in (asked, did)
    }
    now = talk.at + 600_000
    answered = tool("question", "completed", metadata={"answers": [["Always tabs."]]}, **question)
    for id, message, part, at in (
        (put, other, answered, now - 3_000),
        (parts[asked], asked, text("First prompt."), now - 1_000),
        (parts[did], did, tool("bash", output="done "), now - 50),
    ):
        talk.at = at - 1
        talk.put(id, message, part)
    told = [
        record.message.text
        for at in (now, now + 1_000, now + 10_000)
        for record in talk.read(now=Milliseconds(at)).records
        if isinstance(record, Said)
    ]
    assert "Always tabs." in told
