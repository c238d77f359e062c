"""Pieces of work are kept with the messages, without a word of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.archive.migrations import MIGRATIONS, migrate
from extractor.archive.standing import Project
from extractor.archive.way import Way
from extractor.domain import Message, Milliseconds, SessionId, Transcript
from extractor.history.exchanges import exchanges
from extractor.history.pieces import PAUSE
from extractor.history.stretches import close
from extractor.history.summary import Author, Summary, summed_up
from extractor.history.transitions import Reason
from extractor.memory.redaction.placeholders import FORGOTTEN
from extractor.transcripts.source import Reading, Said, Withdrawn
from tests.support.talk import START, agent, call, human, result, script

SHOP = Project("/home/dev/shop", is_seen=True)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive.open(
        tmp_path / "state", lambda text: text.replace("hunter2", "[REDACTED]"), lambda: Milliseconds(1)
    )
    yield opened
    opened.close()


def store(archive: Archive, name: str, *said: Message, project: Project = SHOP) -> int:
    transcript = Transcript("plain", f"/home/dev/{name}.jsonl", SessionId(name))
    return archive.messages.store(transcript, Reading([Said(each) for each in said], name), project).session


def test_a_piece_is_there_as_soon_as_its_messages_are(archive: Archive) -> None:
    store(archive, "one", human("h", "mend the flaky test please"), agent("a", at=START + 5))
    (did,) = archive.pieces.newest(10)
    assert (did.session, did.project, did.piece.start, did.piece.end) == ("one", SHOP.root, START, START + 5)
    assert did.piece.requests == 1
    assert archive.pieces.words([(did.session_id, did.piece.asked or 0)]) == {
        did.piece.asked: "mend the flaky test please"
    }


def test_a_message_a_fork_copied_counts_where_it_was_first_said(archive: Archive) -> None:
    said = (human("h"), agent("a"))
    store(archive, "parent", *said)
    store(archive, "fork", *said, human("h2", at=START + 9))
    store(archive, "copy", *said)
    assert {did.session: did.piece.messages for did in archive.pieces.newest(10)} == {"parent": 2, "fork": 1}


def test_reading_again_counts_nothing_twice(archive: Archive) -> None:
    for _ in range(2):
        store(archive, "one", human("h"), agent("a"))
    assert [did.piece.messages for did in archive.pieces.newest(10)] == [2]


def test_the_newest_come_first_of_the_projects_asked_for(archive: Archive) -> None:
    store(archive, "old", human("o"))
    store(archive, "elsewhere", human("e", at=START + 1), project=Project("/home/dev/other", is_seen=True))
    store(archive, "new", human("n", at=START + 2), human("n2", at=START + 3 * PAUSE))
    assert [did.session for did in archive.pieces.newest(10)] == ["new", "new", "elsewhere", "old"]
    assert [did.session for did in archive.pieces.newest(2, [SHOP.root])] == ["new", "new"]
    assert (archive.pieces.count(), archive.pieces.count([SHOP.root])) == (4, 3)


def test_what_a_person_tells_the_memory_directly_is_no_work(archive: Archive) -> None:
    store(archive, "one", human("h"))
    archive.direct.say(Way.COMMAND_LINE, SHOP.root, "Prices are integer cents.", "u", Milliseconds(START + 1))
    assert [did.session for did in archive.pieces.newest(10)] == ["one"]
    assert (archive.pieces.count([SHOP.root]), archive.pieces.requests([SHOP.root])) == (1, 1)


def test_words_that_were_taken_out_or_taken_back_are_not_told(archive: Archive) -> None:
    session = store(
        archive, "one", human("h1", FORGOTTEN), human("h2", "the password is hunter2"), human("h3")
    )
    transcript = Transcript("plain", "/home/dev/one.jsonl", SessionId("one"))
    archive.messages.store(transcript, Reading([Withdrawn(("h3",))], "2"), SHOP)
    assert sorted(archive.pieces.words((session, row) for row in range(10)).values()) == [
        "the password is [REDACTED]"
    ]


def test_what_was_taken_back_is_not_told_because_a_fork_still_has_it(archive: Archive) -> None:
    said = [human("h1", "mend the flaky test please"), agent("a1")]
    session = store(archive, "parent", *said)
    made = summed_up(said, ["h1.0", "a1.0"], 50, "s", lambda _said, _limit: "mended", Author.MODEL)
    archive.histories.keep_summary(session, made, Milliseconds(1))
    stretch = close(exchanges(said), Reason.MANUAL)
    archive.histories.close(session, stretch, [stretch], Milliseconds(1))
    asked = archive.pieces.newest(1)[0].piece.asked or 0
    store(archive, "fork", *said, human("h2", at=START + 5))
    assert archive.pieces.words([(session, asked)])
    assert len(archive.pieces.told([session])) == 2
    parent = Transcript("plain", "/home/dev/parent.jsonl", SessionId("parent"))
    archive.messages.store(parent, Reading([Withdrawn(("h1", "a1"))], "2"), SHOP)
    assert archive.pieces.words([(session, asked)]) == {}
    assert archive.pieces.told([session]) == []
    assert archive.histories.stretches(session, are_standing=True) == []


def test_only_what_a_model_wrote_is_told_of_summaries(archive: Archive) -> None:
    work = [human("h"), call("c", "1", "Edit", path="/home/dev/shop/a.py"), result("r", "1")]
    session = store(archive, "one", *work)
    by_model = summed_up(
        [human("h")], ["h.0"], 50, "one", lambda _said, _limit: "the test was mended", Author.MODEL
    )
    by_rules: Summary = summed_up([human("h")], ["h.0"], 50, "two")
    for summary in (by_model, by_rules):
        archive.histories.keep_summary(session, summary, Milliseconds(1))
    stretch = close(exchanges(work), Reason.MANUAL)
    archive.histories.close(session, stretch, [stretch], Milliseconds(1))
    assert [(told.text, told.files) for told in archive.pieces.told([session])] == [
        ("the test was mended", ()),
        ("", ("/home/dev/shop/a.py",)),
    ]
    assert archive.pieces.told([]) == []


def test_an_archive_from_before_there_were_pieces_gets_the_same(archive: Archive, tmp_path: Path) -> None:
    store(
        archive,
        "one",
        human("h", "hello"),
        agent("a"),
        human("h2", "mend the flaky test please", at=START + 9 * PAUSE),
        human("h5", "thx", at=START + 9 * PAUSE + 1),
    )
    store(archive, "two", human("h3"), call("c", "1"), result("r", "1"), agent("a2", "é" * 9))
    store(archive, "fork", human("h3"))
    store(archive, "nightly", script("s1"), script("s2"))
    store(archive, "joined", script("s3"), human("h4"))
    kept = archive.pieces.newest(10)
    path = archive.db.path
    archive.close()
    with sqlite3.connect(path, isolation_level=None) as older:
        older.execute("DROP TABLE pieces")
        older.execute("DELETE FROM migrations WHERE name = ?", (MIGRATIONS[9].__name__,))
        assert migrate(older, 2) == ["m010_pieces"]
    older.close()
    again = Archive.open(tmp_path / "state", str, lambda: Milliseconds(1))
    assert again.pieces.newest(10) == kept
    assert len(kept) == 5
    assert [did.session for did in kept if did.piece.is_script] == ["nightly"]
    again.close()
