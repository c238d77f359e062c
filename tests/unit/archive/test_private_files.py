"""Of files named private no word of a tool's call or result is stored, of a private directory no session."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.standing import Project
from extractor.domain import Kind, Milliseconds, SessionId, Speaker, Transcript
from extractor.memory.private.private_paths import PrivatePaths
from extractor.transcripts.source import Move, Reading, Record, Replaced, Said
from tests.support.talk import agent, call, human, message, result

TRANSCRIPT = Transcript("plain", "/home/dev/one.jsonl", SessionId("one"))


def reading(*records: Record, checkpoint: str = "1", cwd: str | None = "/home/dev/shop") -> Reading:
    return Reading(list(records), checkpoint, cwd=cwd, modified=Milliseconds(7))


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    opened = Database.open(tmp_path / "state.db", Milliseconds(1))
    yield opened
    opened.close()


@pytest.fixture
def messages(db: Database) -> Messages:
    return Messages(db, lambda text: text, PrivatePaths(("/home/dev/shop/vault", "*.pem")))


def texts(db: Database) -> dict[str, str]:
    return {str(uuid): str(text) for uuid, text in db.rows("SELECT uuid, text FROM messages")}


def test_a_call_on_a_private_file_and_its_result_are_stored_without_their_words(
    db: Database, messages: Messages
) -> None:
    records = [
        Said(human("h", "look at the vault")),
        Said(call("c1", "t1", "Read", text='{"file_path":"/home/dev/shop/vault/heron.md"}')),
        Said(result("r1", "t1", "the heron nests here")),
        Said(call("c2", "t2", "Bash", text='{"command":"cat vault/heron.md"}')),
        Said(result("r2", "t2", "the heron nests here")),
        Said(call("c3", "t3", "Read", text='{"file_path":"/home/dev/shop/main.py"}')),
        Said(result("r3", "t3", "import os")),
        Said(call("c4", "t4", "Write", "/home/dev/shop/heron.pem", '{"content":"the heron nests here"}')),
        Said(agent("a", "Done.")),
    ]
    messages.store(TRANSCRIPT, reading(*records), None)
    stored = texts(db)
    assert [stored[name] for name in ("c1", "r1", "c2", "r2", "c4")] == ["[PRIVATE]"] * 5
    assert stored["h"] == "look at the vault"
    assert stored["r3"] == "import os"
    assert db.number("SELECT count(*) FROM messages WHERE path IS NOT NULL") == 0
    assert db.number("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'heron'") == 0


def test_a_result_that_is_read_later_is_known_by_its_call(db: Database, messages: Messages) -> None:
    messages.store(TRANSCRIPT, reading(Said(call("c1", "t1", "Bash", text="cat vault/a"))), None)
    messages.store(TRANSCRIPT, reading(Said(result("r1", "t1", "the heron nests here")), cwd=None), None)
    messages.store(TRANSCRIPT, reading(Replaced(result("r1", "t1", "the heron came back"))), None)
    assert texts(db) == {"c1": "[PRIVATE]", "r1": "[PRIVATE]"}


def test_of_a_session_held_in_a_private_directory_only_the_checkpoint_is_kept(
    db: Database, messages: Messages
) -> None:
    inside = reading(Said(human("h", "the heron nests here")), cwd="/home/dev/shop/vault/sub")
    stored = messages.store(TRANSCRIPT, inside, None)
    assert stored.new == 0
    later = reading(Said(human("h2", "the heron came back")), checkpoint="2", cwd=None)
    messages.store(TRANSCRIPT, later, None)
    assert texts(db) == {}
    assert messages.transcripts.checkpoint(TRANSCRIPT) == "2"


def test_a_result_without_an_id_is_closed_with_the_calls_before_it(db: Database, messages: Messages) -> None:
    def unnamed(name: str, text: str, kind: Kind) -> Said:
        speaker = Speaker.TOOL if kind is Kind.RESULT else Speaker.ASSISTANT
        return Said(message(name, text, speaker, kind))

    messages.store(
        TRANSCRIPT,
        reading(
            Said(human("h1", "look")),
            unnamed("c1", "cat vault/heron.md", Kind.CALL),
            unnamed("c2", "pytest", Kind.CALL),
            unnamed("r1", "the heron nests here", Kind.RESULT),
            unnamed("r2", "2 passed", Kind.RESULT),
            unnamed("c3", "pytest", Kind.CALL),
            unnamed("r3", "3 passed", Kind.RESULT),
            unnamed("c4", "cat vault/heron.md", Kind.CALL),
        ),
        None,
    )
    messages.store(
        TRANSCRIPT,
        reading(
            Said(result("r4", "only-here", "the heron sings")),
            unnamed("r5", "the heron sleeps", Kind.RESULT),
            Said(human("h2", "and now the tests")),
            unnamed("c6", "pytest", Kind.CALL),
            unnamed("r6", "6 passed", Kind.RESULT),
            checkpoint="2",
        ),
        None,
    )
    stored = texts(db)
    assert [stored[name] for name in ("c1", "r1", "r2", "c4", "r4", "r5")] == ["[PRIVATE]"] * 6
    assert [stored[name] for name in ("r3", "r6")] == ["3 passed", "6 passed"]


def test_an_id_that_is_counted_anew_closes_results_of_its_own_session_alone(
    db: Database, messages: Messages
) -> None:
    private, tests = Said(call("c1", "1", text="cat vault/a")), Said(call("c2", "1", text="pytest"))
    heron, passed = Said(result("r1", "1", "the heron nests here")), Said(result("r2", "1", "2 passed"))
    messages.store(TRANSCRIPT, reading(private, heron, tests, passed), None)
    other = TRANSCRIPT._replace(path="/home/dev/two.jsonl", session=SessionId("two"))
    messages.store(other, reading(Said(call("c3", "1", text="make"))), None)
    messages.store(other, reading(Said(result("r3", "1", "built"))), None)
    messages.store(TRANSCRIPT, reading(Said(result("r4", "1", "1 failed"))), None)
    messages.store(TRANSCRIPT, reading(Said(call("c5", "1", text="cat vault/a"))), None)
    messages.store(TRANSCRIPT, reading(Said(result("r5", "1", "the heron nests here"))), None)
    stored = texts(db)
    assert [name for name, text in stored.items() if text == "[PRIVATE]"] == [
        *("c1", "r1", "r2", "r4", "c5", "r5"),
    ]


def test_of_two_calls_made_together_under_one_id_nothing_tells_whose_a_result_is(
    db: Database, messages: Messages
) -> None:
    calls = Said(call("c1", "read", text="cat vault/a")), Said(call("c2", "read", text="cat notes"))
    heron, notes = Said(result("r1", "read", "the heron nests here")), Said(result("r2", "read", "notes"))
    messages.store(TRANSCRIPT, reading(*calls, heron, notes), None)
    late = Said(human("h1", "Stop.")), Said(call("c3", "read", text="pytest"))
    messages.store(TRANSCRIPT, reading(*late), None)
    messages.store(TRANSCRIPT, reading(Said(result("r3", "read", "the heron nests here"))), None)
    assert "heron" not in "".join(texts(db).values())


VAULT = "/home/dev/shop/vault"


def test_what_is_said_in_a_private_directory_is_stored_without_its_words(
    db: Database, messages: Messages
) -> None:
    records = (
        Said(human("h1", "look into the vault")),
        Said(call("c1", "t1", text='{"command":"cd $V"}')),
        Said(result("r1", "t1", "the heron nests here")),
        Said(call("c2", "t2", text='{"command":"cat heron.md"}')),
        Said(result("r2", "t2", "the heron nests here")),
        Said(human("h2", "the heron again?")),
        Said(agent("a1", "It nests here.")),
        Said(human("h3", "and the tests")),
        Said(call("c3", "t3", text="pytest")),
    )
    moved = replace(
        reading(*records), moves=(Move(0, "/home/dev/shop"), Move(2, VAULT), Move(7, "/home/dev/shop"))
    )
    messages.store(TRANSCRIPT, moved, None)
    stored = texts(db)
    assert [name for name, text in stored.items() if text == "[PRIVATE]"] == ["r1", "c2", "r2", "h2", "a1"]
    assert [stored[name] for name in ("h1", "h3", "c3")] == ["look into the vault", "and the tests", "pytest"]


def test_a_path_in_a_call_is_taken_from_the_directory_the_session_went_on_in(
    db: Database, messages: Messages
) -> None:
    records = (
        Said(call("c1", "t1", text="cat ../vault/heron.md")),
        Said(call("c2", "t2", text="cat vault/heron.md")),
        Said(call("c3", "t3", "Write", "../vault/heron.md", text="x")),
        Said(call("c4", "t4", text="cat ../vault/heron.md")),
    )
    moved = replace(reading(*records), moves=(Move(1, "/home/dev/shop/sub"),))
    messages.store(TRANSCRIPT, moved, None)
    assert texts(db) == {
        "c1": "cat ../vault/heron.md",
        "c2": "cat vault/heron.md",
        "c3": "[PRIVATE]",
        "c4": "[PRIVATE]",
    }


def test_of_a_session_held_in_a_private_directory_nothing_is_kept_wherever_it_goes(
    db: Database, messages: Messages
) -> None:
    moved = replace(reading(Said(human("h")), cwd=VAULT), moves=(Move(0, "/home/dev/shop"),))
    assert messages.store(TRANSCRIPT, moved, None).new == 0


def test_a_path_git_tells_of_a_revision_is_taken_from_the_root_of_the_project(
    db: Database, messages: Messages
) -> None:
    project = Project("/home/dev/shop", is_seen=True)
    first = reading(Said(call("c1", "t1", text="git show HEAD:vault/heron.md")), cwd="/home/dev/shop/src")
    messages.store(TRANSCRIPT, first, project)
    later = reading(Said(call("c2", "t2", text="git show HEAD:vault/heron.md")), cwd=None, checkpoint="2")
    messages.store(TRANSCRIPT, later, None)
    assert texts(db) == {"c1": "[PRIVATE]", "c2": "[PRIVATE]"}


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("grep -rn heron .", "./src/a.py:3:heron\n./vault/pay.md:1:the heron earns"),
        ('{"pattern":"heron","output_mode":"content"}', "/home/dev/shop/vault/pay.md:1:the heron earns"),
        ("grep -r KEY .", "ca.pem:1:KEY"),
        (
            "git diff",
            "diff --git a/vault/pay.md b/vault/pay.md\n--- a/vault/pay.md\n+++ b/vault/pay.md\n+the heron",
        ),
        ("cd src && git log -p", "commit 1\n\n    pay\n\n+++ b/vault/pay.md\n+the heron"),
        ("cd .. && grep -rn heron shop", "shop/vault/pay.md:1:the heron earns"),
        ('{"command":"rg heron","workdir":"vau/../vault"}', "pay.md:1:the heron"),
        ("head -n 3 *", "==> src <==\nx\n\n==> vault/pay.md <==\nthe heron"),
    ],
)
@pytest.mark.parametrize("is_read_later", [False, True])
def test_a_result_that_names_a_private_file_itself_is_closed(
    db: Database, messages: Messages, made: str, told: str, is_read_later: bool
) -> None:
    called, returned = Said(call("c", "t1", text=made)), Said(result("r", "t1", told))
    if is_read_later:
        messages.store(TRANSCRIPT, reading(called), None)
        messages.store(TRANSCRIPT, reading(returned, cwd=None, checkpoint="2"), None)
    else:
        messages.store(TRANSCRIPT, reading(called, returned), None)
    assert texts(db)["r"] == "[PRIVATE]"


def test_a_result_that_lists_names_or_speaks_of_others_is_stored(db: Database, messages: Messages) -> None:
    told = [
        "src\nvault\nca.pem\n",
        "src/vault/pay.md:1:x\nvaults/pay.md:2:y",
        "+++ b/src/vault.md\n+vault",
        "the vault is closed",
        "vault: closed",
    ]
    records = [Said(result(f"r{number}", f"t{number}", text)) for number, text in enumerate(told)]
    messages.store(TRANSCRIPT, reading(*records), None)
    assert list(texts(db).values()) == told


BACKGROUND = "Command running in background with ID: b1e. Output is being written to: /tmp/claude/-shop/tasks/b1e.output"
SAVED = "Output too large (321.2KB). Full output saved to: /home/dev/.claude/projects/-shop/s1/tool-results/b9i.txt"
RUNNING = "Wall time: 10.0 seconds\nProcess running with session ID 51234\nOutput:\n"


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("first", "tool", "asks"),
    [
        (BACKGROUND, "TaskOutput", '{"task_id":"b1e","block":true}'),
        (BACKGROUND, "Read", '{"file_path":"/tmp/claude/-shop/tasks/b1e.output"}'),
        (BACKGROUND, "Bash", '{"command":"tail -n 5 /tmp/claude/-shop/tasks/b1e.output"}'),
        (
            SAVED,
            "Read",
            '{"file_path":"/home/dev/.claude/projects/-shop/s1/tool-results/b9i.txt","offset":2}',
        ),
        (RUNNING, "write_stdin", '{"session_id":51234,"chars":""}'),
    ],
)
def test_the_rest_of_what_a_closed_call_printed_is_closed_when_it_is_asked_for(
    db: Database, messages: Messages, first: str, tool: str, asks: str, at_once: bool
) -> None:
    records: list[Record] = [
        Said(call("c1", "t1", "Bash", text='{"command":"cat vault/heron.log"}')),
        Said(result("r1", "t1", first)),
        Said(call("c2", "t2", tool, text=asks)),
        Said(result("r2", "t2", "the heron nests here")),
        Said(call("c3", "t3", "Bash", text='{"command":"pytest"}')),
        Said(result("r3", "t3", "2 passed")),
    ]
    for part in [records] if at_once else [[record] for record in records]:
        messages.store(TRANSCRIPT, reading(*part), None)
    assert texts(db) == {
        **dict.fromkeys(("c1", "r1", "c2", "r2"), "[PRIVATE]"),
        "c3": '{"command":"pytest"}',
        "r3": "2 passed",
    }


@pytest.mark.parametrize("at_once", [True, False])
def test_the_rest_of_any_other_output_is_stored_beside_closed_ones(
    db: Database, messages: Messages, at_once: bool
) -> None:
    records: list[Record] = [
        Said(call("c1", "t1", "Read", text='{"file_path":"vault/heron.md"}')),
        Said(result("r1", "t1", "the heron nests here")),
        Said(call("c2", "t2", "Bash", text='{"command":"make","run_in_background":true}')),
        Said(result("r2", "t2", BACKGROUND)),
        Said(call("c3", "t3", "TaskOutput", text='{"task_id":"b1e"}')),
        Said(result("r3", "t3", "built")),
        Said(call("c4", "t4", "TaskUpdate", text='{"taskId":"7"}')),
        Said(result("r4", "t4", "updated")),
    ]
    for part in [records] if at_once else [[record] for record in records]:
        messages.store(TRANSCRIPT, reading(*part), None)
    stored = texts(db)
    assert [name for name, text in stored.items() if text == "[PRIVATE]"] == ["c1", "r1"]
    assert (stored["r3"], stored["r4"]) == ("built", "updated")
