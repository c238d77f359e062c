"""Of files named private no word of a tool's call or result is stored, of a private directory no session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.memory.private_paths import PrivatePaths
from extractor.transcripts.source import Reading, Record, Replaced, Said
from tests.support.talk import agent, call, human, result

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
    assert messages.checkpoint(TRANSCRIPT) == "2"
