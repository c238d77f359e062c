"""How far each transcript was read, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.sessions import SessionTable
from extractor.archive.transcripts import TranscriptTable
from extractor.domain import Milliseconds
from extractor.transcripts.source import Said
from tests.support.readings import FORK, PARENT, reading
from tests.support.talk import human


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    opened = Database.open(tmp_path / "state" / "state.db", Milliseconds(1))
    yield opened
    opened.close()


@pytest.fixture
def messages(db: Database) -> Messages:
    return Messages(db, str)


@pytest.fixture
def sessions(db: Database) -> SessionTable:
    return SessionTable(db)


@pytest.fixture
def transcripts(db: Database) -> TranscriptTable:
    return TranscriptTable(db)


def test_a_transcript_has_one_row_and_goes_on_where_its_reading_ended(
    messages: Messages, transcripts: TranscriptTable
) -> None:
    made = transcripts.row_of(PARENT)
    assert transcripts.row_of(PARENT) == made
    assert transcripts.checkpoint(PARENT) is None
    messages.store(PARENT, reading(Said(human("h1")), Said(human("h2")), checkpoint="9"), None)
    assert transcripts.row_of(PARENT) == (*made[:2], 2)
    assert transcripts.checkpoint(PARENT) == "9"
    assert transcripts.row_of(FORK)[0] != made[0]


def test_what_kept_a_transcript_from_being_read_is_over_with_the_next_reading(
    messages: Messages, transcripts: TranscriptTable, db: Database
) -> None:
    transcripts.trouble(PARENT, "no permission")
    assert transcripts.unfinished() == [PARENT]
    messages.store(PARENT, reading(), None)
    assert transcripts.unfinished() == []
    assert db.number("SELECT count(*) FROM transcripts WHERE problem IS NOT NULL") == 0


def test_a_transcript_read_in_part_or_with_a_held_line_is_looked_at_again(
    messages: Messages, transcripts: TranscriptTable
) -> None:
    messages.store(PARENT, reading(Said(human("h1")), more=True), None)
    messages.store(FORK, reading(Said(human("h2")), held=3), None)
    assert transcripts.ends() == {}
    messages.store(PARENT, reading(checkpoint="2"), None)
    assert transcripts.ends() == {PARENT.path: (7, None)}
    messages.store(FORK, reading(checkpoint='{"mark": {"offset": 99}}'), None)
    assert transcripts.ends()[FORK.path] == (7, 99)


def test_a_transcript_that_vanished_before_its_end_holds_up_nothing(
    messages: Messages, transcripts: TranscriptTable, sessions: SessionTable
) -> None:
    stored = messages.store(PARENT, reading(Said(human("h1")), more=True), None)
    assert sessions.is_behind(stored.session)
    transcripts.trouble(PARENT, None)
    assert not sessions.is_behind(stored.session)
    messages.store(PARENT, reading(Said(human("h2")), held=9, checkpoint="2"), None)
    assert transcripts.unfinished() == [PARENT]
    transcripts.trouble(PARENT, "it is away")
    assert transcripts.unfinished() == [PARENT]
    transcripts.trouble(PARENT, None)
    assert transcripts.unfinished() == []
