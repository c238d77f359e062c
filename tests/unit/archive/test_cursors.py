"""Cursors outlive their state file, whatever happens while a new one is made."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from extractor import fs
from extractor.archive.archive import Archive
from extractor.archive.cursors import FILE
from extractor.domain import Cursor, Milliseconds, SessionId
from extractor.errors import StoreFailed
from extractor.extraction.job import Batch
from extractor.extraction.subagent import converse
from tests.support.scripted import Desk, Scripted, says, write
from tests.support.talk import agent, human

AT = Milliseconds(1_772_442_000_000)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def moved(desk: Desk) -> int:
    """A session whose cursor moved; returns its row."""
    row = desk.said("s", human("h1", "Never mock the database."))
    with desk.archive.db.transaction():
        desk.archive.cursors.move(row, Cursor(SessionId("s"), "h1", 0, 1, AT), "before", AT)
    desk.archive.cursors.save()
    return row


def test_a_new_state_file_that_could_not_read_the_cursors_takes_them_over_later(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    moved(desk)
    desk.close()
    state = tmp_path / "state"
    (state / "state.db").unlink()
    (state / FILE).rename(state / "aside")
    (state / FILE).mkdir()
    with pytest.raises(StoreFailed, match=FILE):
        Archive.open(state, str, lambda: AT)
    (state / FILE).rmdir()
    (state / "aside").rename(state / FILE)
    again = Desk(tmp_path)
    row = again.said("s", human("h1", "Never mock the database."))
    found = again.archive.cursors.get(row, SessionId("s"))
    again.close()
    assert found is not None
    assert (found[0].uuid, found[1]) == ("h1", "before")


def test_a_session_that_was_learned_from_often_has_few_lines_beside_the_state_file(tmp_path: Path) -> None:
    beside = tmp_path / "state" / FILE
    for number in range(9):
        desk = Desk(tmp_path)
        row = desk.said("s", human(f"h{number}", "Never mock the database."))
        with desk.archive.db.transaction():
            cursor = Cursor(SessionId("s"), f"h{number}", 0, 1, AT)
            desk.archive.cursors.move(row, cursor, "before", AT)
        desk.archive.cursors.save()
        desk.close()
        assert len(beside.read_bytes().splitlines()) <= 3
    Desk(tmp_path).close()
    beside.write_bytes(beside.read_bytes() + b'{"client": "plain", "sess')
    (tmp_path / "state" / "state.db").unlink()
    again = Desk(tmp_path)
    found = again.archive.cursors.get(again.said("s", human("h8", "Never mock.")), SessionId("s"))
    again.close()
    assert found is not None
    assert found[0].uuid == "h8"
    assert len(beside.read_bytes().splitlines()) <= 2


def test_all_of_a_cursor_outlives_the_state_file_and_the_last_move_counts(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    row = moved(desk)
    last = Cursor(SessionId("s"), "h7", 2, 31, Milliseconds(AT + 5))
    with desk.archive.db.transaction():
        desk.archive.cursors.move(row, last, "later", AT)
    desk.archive.cursors.save()
    lines = (tmp_path / "state" / FILE).read_bytes().splitlines()
    desk.archive.cursors.save()
    assert (tmp_path / "state" / FILE).read_bytes().splitlines() == lines, (
        "what did not move is not told again"
    )
    assert desk.archive.cursors.get(row, SessionId("s")) == (last, "later")
    desk.close()
    (tmp_path / "state" / "state.db").unlink()
    again = Desk(tmp_path)
    found = again.archive.cursors.get(again.said("s", human("h1", "Never mock.")), SessionId("s"))
    again.close()
    assert found == (last, "later")


def test_a_cursor_that_moves_after_a_line_was_cut_off_outlives_the_state_file(tmp_path: Path) -> None:
    beside = tmp_path / "state" / FILE
    desk = Desk(tmp_path)
    beside.write_bytes(b'{"client": "plain", "sess')
    moved(desk)
    desk.close()
    (tmp_path / "state" / "state.db").unlink()
    again = Desk(tmp_path)
    found = again.archive.cursors.get(again.said("s", human("h1", "Never mock.")), SessionId("s"))
    again.close()
    assert found is not None
    assert found[0].uuid == "h1"


def test_the_copy_beside_is_written_when_the_cursor_has_moved(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = "Never mock the database in tests."
    batch = desk.extraction.look(desk.said("s", human("h1", rule), agent("a1")))
    assert isinstance(batch, Batch)
    model = Scripted([says(write("a.md", rule, "h1", rule)), says()])
    job = desk.extraction.begin(batch, model.name)
    conversation = converse(model, job.request, job.workspace)
    real, seen = fs.append_private, list[tuple[object, ...]]()

    def append(path: Path, data: bytes) -> None:
        with closing(sqlite3.connect(desk.archive.db.path)) as other:
            seen.append(other.execute("SELECT uuid FROM cursors").fetchone())
        real(path, data)

    monkeypatch.setattr(fs, "append_private", append)
    desk.extraction.finish(job, conversation)
    assert seen == [("a1",)]


def test_a_cursor_is_not_written_beside_inside_the_transaction_that_moves_it(desk: Desk) -> None:
    with pytest.raises(AssertionError), desk.archive.db.transaction():
        moved(desk)
    assert not (desk.archive.db.path.parent / FILE).exists()
