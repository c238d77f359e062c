"""What the state file answers in a moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.reader import Reader
from extractor.domain import NO_DIRECTORY, Milliseconds, SessionId, Transcript
from extractor.transcripts.source import Boundary, BoundaryKind, Parked, Reading, Record, Said
from tests.support.talk import agent, human

RESTORED = Milliseconds(9_000_000_000_000)
"""When every transcript here was last written: long after anything was said."""

SHOP = "/home/dev/shop"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    opened = Database.open(tmp_path / "state.db", Milliseconds(1))
    yield opened
    opened.close()


def read(db: Database, name: str, *records: Record, cwd: str | None = SHOP) -> None:
    """A transcript that was restored from a backup is read."""
    transcript = Transcript("claude-code", f"/t/{name}.jsonl", SessionId(name))
    Messages(db, str).store(transcript, Reading(list(records), "1", cwd=cwd, modified=RESTORED), None)


def newest(db: Database) -> dict[str, int]:
    return {project: at for project, _, _, at in Reader(db).held_in()}


def test_a_project_is_as_new_as_what_was_last_said_in_it_whenever_its_transcripts_were_written(
    db: Database,
) -> None:
    read(db, "one", Said(human("h1", at=1_000)), Said(agent("a1", at=2_000)))
    read(db, "two", Said(human("h2", at=8_000)), Said(agent("a2", at=7_000)))
    read(db, "other", Said(human("h3", at=3_000)), cwd="/home/dev/other")
    assert newest(db) == {SHOP: 8_000, "/home/dev/other": 3_000}


def test_a_fork_in_which_nothing_was_said_yet_is_as_new_as_what_it_copied(db: Database) -> None:
    read(db, "one", Said(human("h1", at=1_000)))
    read(db, "fork", Said(human("h1", at=1_000)), cwd="/home/dev/fork")
    assert newest(db) == {SHOP: 1_000, "/home/dev/fork": 1_000}


def test_what_a_sub_agent_said_is_work_too(db: Database) -> None:
    read(db, "one", Said(human("h1", at=1_000)))
    read(db, "one/agent-7", Said(agent("a1", at=4_000, sidechain=True)))
    assert newest(db) == {SHOP: 4_000}


def test_of_a_session_in_which_nothing_was_said_no_time_is_known(db: Database) -> None:
    read(db, "empty", Boundary(BoundaryKind.TURN_END, Milliseconds(5)))
    assert newest(db) == {SHOP: 0}


def test_a_file_that_says_nothing_and_names_no_directory_is_no_session(db: Database) -> None:
    read(db, "noise", Parked("not a JSON object", 0, 9), cwd=None)
    assert Reader(db).held_in() == []
    read(db, "empty")
    assert [(project, count) for project, _, count, _ in Reader(db).held_in()] == [(SHOP, 1)]
    read(db, "nowhere", Said(human("h1", at=7)), cwd=None)
    assert newest(db)[NO_DIRECTORY] == 7
