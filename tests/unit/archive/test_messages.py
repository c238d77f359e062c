"""What was said is stored once, redacted, with its checkpoint, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.archive.sessions import SessionTable
from extractor.archive.standing import Project
from extractor.archive.tombstones import Tombstones
from extractor.domain import Milliseconds, Passed, SessionId, Transcript
from extractor.errors import StoreFailed
from extractor.transcripts.source import (
    Boundary,
    BoundaryKind,
    Parked,
    Replaced,
    Said,
    Withdrawn,
)
from tests.support.readings import FORK, PARENT, reading
from tests.support.talk import agent, call, human, result


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    opened = Database.open(tmp_path / "state" / "state.db", Milliseconds(1))
    yield opened
    opened.close()


@pytest.fixture
def messages(db: Database) -> Messages:
    return Messages(db, lambda text: text.replace("hunter2", "[REDACTED]"))


@pytest.fixture
def sessions(db: Database) -> SessionTable:
    return SessionTable(db)


def live(messages: Messages, session: int) -> list[str]:
    return [s.message.key.uuid for s in messages.live(session)]


def test_a_reading_and_its_checkpoint_are_stored_together(messages: Messages) -> None:
    stored = messages.store(
        PARENT, reading(Said(human("h1")), Said(agent("a1"))), Project("/home/dev/shop", is_seen=True)
    )
    assert (stored.new, live(messages, stored.session)) == (2, ["h1", "a1"])
    assert messages.transcripts.checkpoint(PARENT) == "1"


def test_a_reading_that_cannot_be_stored_leaves_nothing_behind(db: Database) -> None:
    def fail_on_second(text: str) -> str:
        if "a1" in text:
            raise StoreFailed("full")
        return text

    messages = Messages(db, fail_on_second)
    with pytest.raises(StoreFailed):
        messages.store(PARENT, reading(Said(human("h1")), Said(agent("a1"))), None)
    assert db.number("SELECT count(*) FROM messages") == 0
    assert messages.transcripts.checkpoint(PARENT) is None


def test_the_same_reading_twice_changes_nothing(messages: Messages, db: Database) -> None:
    for _ in range(2):
        stored = messages.store(PARENT, reading(Said(human("h1")), Said(agent("a1"))), None)
    assert stored.new == 0
    assert db.number("SELECT count(*) FROM messages") == 2
    assert live(messages, stored.session) == ["h1", "a1"]


def test_secrets_are_gone_before_anything_is_stored(messages: Messages, db: Database) -> None:
    messages.store(PARENT, reading(Said(human("h1", "the password is hunter2"))), None)
    db.run("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"hunter2" not in db.path.read_bytes()


def test_secrets_are_gone_from_the_path_of_a_file_that_was_written(messages: Messages, db: Database) -> None:
    messages.store(PARENT, reading(Said(call("c1", "t1", "Write", "/home/dev/hunter2.txt"))), None)
    assert db.row("SELECT path FROM messages") == ("/home/dev/[REDACTED].txt",)
    db.run("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"hunter2" not in db.path.read_bytes()


def test_a_fork_adds_where_a_message_stands_and_no_message(messages: Messages, db: Database) -> None:
    first = messages.store(PARENT, reading(Said(human("h1")), Said(agent("a1"))), None)
    fork = messages.store(FORK, reading(Said(human("h1")), Said(agent("a1")), Said(human("h2"))), None)
    assert fork.new == 1
    assert db.number("SELECT count(*) FROM messages") == 3
    assert live(messages, first.session) == ["h1", "a1"]
    assert live(messages, fork.session) == ["h1", "a1", "h2"]


def test_what_was_understood_in_one_session_is_understood_in_its_fork(
    messages: Messages, sessions: SessionTable
) -> None:
    first = messages.store(PARENT, reading(Said(human("h1")), Said(agent("a1"))), None)
    messages.pass_over((s.id for s in messages.live(first.session)), Passed.LEARNED)
    fork = messages.store(FORK, reading(Said(human("h1")), Said(agent("a1"))), None)
    assert {s.passed for s in messages.live(fork.session)} == {Passed.LEARNED}
    assert sessions.waiting() == []


def test_withdrawn_messages_leave_one_transcript_only(messages: Messages) -> None:
    first = messages.store(PARENT, reading(Said(human("h1")), Said(human("h2"))), None)
    fork = messages.store(FORK, reading(Said(human("h1")), Said(human("h2"))), None)
    messages.store(FORK, reading(Withdrawn(("h2",)), checkpoint="2"), None)
    assert live(messages, first.session) == ["h1", "h2"]
    assert live(messages, fork.session) == ["h1"]


def test_what_one_transcript_withdraws_stands_in_the_others_of_its_session(messages: Messages) -> None:
    second = PARENT._replace(path="/home/dev/parent-2.jsonl")
    stored = messages.store(PARENT, reading(Said(human("h1")), Said(human("h2"))), None)
    messages.store(second, reading(Said(human("h2")), Withdrawn(("h2",)), Said(human("h3"))), None)
    assert live(messages, stored.session) == ["h1", "h2", "h3"]
    messages.store(PARENT, reading(Withdrawn(("h2",)), checkpoint="2"), None)
    assert live(messages, stored.session) == ["h1", "h3"]


def test_what_is_withdrawn_in_a_session_leaves_all_its_transcripts_and_no_other_session(
    messages: Messages,
) -> None:
    second = PARENT._replace(path="/home/dev/parent-2.jsonl")
    first = messages.store(PARENT, reading(Said(human("h1")), Said(human("h2"))), None)
    fork = messages.store(FORK, reading(Said(human("h1")), Said(human("h2"))), None)
    messages.store(second, reading(Withdrawn(("h2",), in_session=True), Said(human("h3"))), None)
    assert live(messages, first.session) == ["h1", "h3"]
    assert live(messages, fork.session) == ["h1", "h2"]


def test_after_a_restart_only_what_was_read_again_is_live(messages: Messages, db: Database) -> None:
    stored = messages.store(PARENT, reading(Said(human("h1")), Said(human("h2")), Said(human("h3"))), None)
    messages.pass_over((s.id for s in messages.live(stored.session)), Passed.LEARNED)
    again = reading(Boundary(BoundaryKind.RESTART, Milliseconds(0)), Said(human("h1")), Said(human("h3")))
    messages.store(PARENT, again, None)
    assert live(messages, stored.session) == ["h1", "h3"]
    assert db.number("SELECT count(*) FROM messages") == 3


def test_after_a_restart_messages_stand_in_the_order_in_which_they_are_read_again(messages: Messages) -> None:
    stored = messages.store(PARENT, reading(Said(human("h1")), Said(human("h2"))), None)
    again = reading(Boundary(BoundaryKind.RESTART, Milliseconds(0)), Said(human("h2")), Said(human("h1")))
    messages.store(PARENT, again, None)
    assert live(messages, stored.session) == ["h2", "h1"]


def test_a_reading_in_which_nothing_was_said_is_no_growth(messages: Messages, sessions: SessionTable) -> None:
    stored = messages.store(PARENT, reading(Said(human("h1"))), None)
    end = reading(Boundary(BoundaryKind.TURN_END, Milliseconds(0)), checkpoint="2")
    messages.store(PARENT, replace(end, modified=Milliseconds(9_000)), None)
    info = sessions.of_row(stored.session)
    assert info is not None
    assert info.grown == 7


def test_after_a_restart_a_turn_ends_only_where_it_is_told_again(messages: Messages) -> None:
    end = Boundary(BoundaryKind.TURN_END, Milliseconds(0))
    stored = messages.store(PARENT, reading(Said(human("h1")), Said(agent("a1")), end), None)
    restart = Boundary(BoundaryKind.RESTART, Milliseconds(0))
    more = Said(human("h1")), Said(agent("a1")), Said(call("c1", "t1"))
    messages.store(PARENT, reading(restart, *more, checkpoint="2"), None)
    assert [s.turn_ended for s in messages.live(stored.session)] == [False, False, False]


def test_an_end_that_a_transcript_begins_with_ends_no_turn_of_what_stood_before_a_restart(
    messages: Messages,
) -> None:
    end = Boundary(BoundaryKind.CANCELLED, Milliseconds(0))
    told = end, Said(human("h1")), Said(call("c1", "t1"))
    stored = messages.store(PARENT, reading(*told), None)
    restart = Boundary(BoundaryKind.RESTART, Milliseconds(0))
    messages.store(PARENT, reading(restart, *told, checkpoint="2"), None)
    assert [(s.turn_ended, s.end) for s in messages.live(stored.session)] == [(False, None), (False, None)]


def test_a_message_replaced_in_place_is_found_by_its_new_words_only(messages: Messages, db: Database) -> None:
    messages.store(PARENT, reading(Said(human("h1", "aardvark"))), None)
    messages.store(PARENT, reading(Replaced(human("h1", "buffalo")), checkpoint="2"), None)
    found = "SELECT count(*) FROM messages_fts WHERE messages_fts MATCH ?"
    assert (db.number(found, ("aardvark",)), db.number(found, ("buffalo",))) == (0, 1)


def test_the_end_of_a_turn_stands_at_the_message_before_it(messages: Messages) -> None:
    end = Boundary(BoundaryKind.TURN_END, Milliseconds(0))
    stored = messages.store(
        PARENT, reading(Said(human("h1")), Said(agent("a1")), end, Said(human("h2"))), None
    )
    assert [s.turn_ended for s in messages.live(stored.session)] == [False, True, False]
    messages.store(PARENT, reading(end, checkpoint="2"), None)
    assert [s.turn_ended for s in messages.live(stored.session)] == [False, True, True]


def test_the_end_of_a_turn_told_again_stands_where_the_turn_stands(messages: Messages) -> None:
    end = Boundary(BoundaryKind.TURN_END, Milliseconds(0))
    told = Said(human("h1")), Said(result("r1", "t1")), Said(agent("a1", ends_turn=False)), end
    stored = messages.store(PARENT, reading(*told), None)
    messages.store(PARENT, reading(Said(human("h2")), Said(call("c2", "t2")), checkpoint="2"), None)
    again = Said(result("r1", "t1")), Replaced(result("r1", "t1", "[pruned]")), end
    messages.store(PARENT, reading(*again, checkpoint="3"), None)
    ended = {s.message.key.uuid for s in messages.live(stored.session) if s.turn_ended}
    assert ended == {"r1", "a1"}


def test_why_a_turn_ended_stands_at_a_message_that_was_told_again(messages: Messages) -> None:
    cancelled = Boundary(BoundaryKind.CANCELLED, Milliseconds(0))
    told = Said(human("h1")), Said(agent("a1")), Said(agent("a1")), cancelled
    stored = messages.store(PARENT, reading(*told), None)
    assert [s.end for s in messages.live(stored.session)] == [None, BoundaryKind.CANCELLED]
    more = Said(human("h2")), Said(agent("a1")), Said(human("h1"))
    messages.store(PARENT, reading(*more, checkpoint="2"), None)
    messages.store(PARENT, reading(cancelled, checkpoint="3"), None)
    assert [s.end for s in messages.live(stored.session)] == [None, *[BoundaryKind.CANCELLED] * 2]


def test_a_message_replaced_with_the_same_words_may_end_its_turn_or_have_failed(
    messages: Messages, db: Database
) -> None:
    told = Said(agent("a1", ends_turn=False)), Said(result("r1", "t1"))
    stored = messages.store(PARENT, reading(*told), None)
    new = Replaced(agent("a1")), Replaced(result("r1", "t1", failed=True))
    messages.store(PARENT, reading(*new, checkpoint="2"), None)
    reply, output = (s.message for s in messages.live(stored.session))
    assert (reply.ends_turn, output.failed) == (True, True)
    assert db.number("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'words'") == 1
    assert db.check() == []


def test_what_was_parked_is_counted_once(messages: Messages, db: Database) -> None:
    for _ in range(2):
        messages.store(PARENT, reading(Parked("not JSON", 40, 7)), None)
    assert db.rows("SELECT offset, size, reason FROM parked") == [(40, 7, "not JSON")]


def test_sessions_in_which_a_person_waits_are_found_oldest_first(
    messages: Messages, sessions: SessionTable
) -> None:
    newer = messages.store(PARENT, reading(Said(human("h2", at=2_000))), None)
    older = messages.store(FORK, reading(Said(human("h1", at=1_000)), Said(agent("a1"))), None)
    assert sessions.waiting() == [older.session, newer.session]


def test_of_a_session_and_its_fork_that_comes_first_in_which_the_words_were_read_first(
    messages: Messages, sessions: SessionTable
) -> None:
    earlier = Transcript("plain", "/home/dev/earlier.jsonl", FORK.session)
    fork = messages.store(earlier, reading(Said(human("h0"))), None)
    messages.pass_over((s.id for s in messages.live(fork.session)), Passed.LEARNED)
    original = messages.store(PARENT, reading(Said(human("h1"))), None)
    messages.store(FORK, reading(Said(human("h1")), Said(human("h2"))), None)
    assert sessions.waiting() == [original.session, fork.session]


def test_tool_output_alone_does_not_wait(messages: Messages, sessions: SessionTable) -> None:
    messages.store(PARENT, reading(Said(result("r1", "t1")), Said(agent("a1"))), None)
    assert sessions.waiting() == []


def test_what_was_passed_over_can_wait_again(messages: Messages, sessions: SessionTable) -> None:
    stored = messages.store(PARENT, reading(Said(human("h1"))), None)
    messages.pass_over((s.id for s in messages.live(stored.session)), Passed.OLD)
    assert sessions.waiting() == []
    assert messages.wait_again(Passed.OLD, stored.session) == 1
    assert sessions.waiting() == [stored.session]


def test_of_what_was_passed_over_one_session_waits_again_or_what_was_stored_after_a_moment(
    messages: Messages, sessions: SessionTable
) -> None:
    first = messages.store(PARENT, reading(Said(human("h1", at=1_000)), Said(human("h2", at=5_000))), None)
    other = messages.store(FORK, reading(Said(human("h3", at=2_000)), Said(human("h4", at=3_000))), None)
    for session in (first.session, other.session):
        messages.pass_over((s.id for s in messages.live(session)), Passed.OLD)
    assert messages.wait_again(Passed.LEARNED) == 0
    assert messages.wait_again(Passed.OLD, after=Milliseconds(5_000)) == 2
    assert sessions.waiting() == [other.session]
    assert messages.wait_again(Passed.OLD, other.session) == 0
    assert messages.wait_again(Passed.OLD, first.session) == 2
    assert set(sessions.waiting()) == {first.session, other.session}


def test_a_message_replaced_in_the_reading_that_brought_it_is_found_by_its_new_words(
    messages: Messages, db: Database
) -> None:
    messages.store(PARENT, reading(Said(human("h1", "aardvark")), Replaced(human("h1", "buffalo"))), None)
    assert db.check() == []
    found = "SELECT count(*) FROM messages_fts WHERE messages_fts MATCH ?"
    assert (db.number(found, ("aardvark",)), db.number(found, ("buffalo",))) == (0, 1)


@pytest.mark.parametrize("sql", ["UPDATE messages SET text = 'buffalo'", "DELETE FROM messages"])
def test_a_text_index_that_does_not_tell_what_was_said_is_found_damaged(
    messages: Messages, db: Database, sql: str
) -> None:
    messages.store(PARENT, reading(Said(human("h1", "aardvark"))), None)
    db.run("DELETE FROM membership")
    db.run(sql)
    with pytest.raises(StoreFailed, match="is damaged"):
        db.check()


def test_a_project_that_was_looked_up_is_not_replaced_by_a_guess(
    messages: Messages, sessions: SessionTable
) -> None:
    stored = messages.store(PARENT, reading(Said(human("h1"))), Project("/home/dev/shop", is_seen=True))
    messages.store(PARENT, reading(Said(human("h2"))), Project("/home/dev/shop-wt", is_seen=False))
    info = sessions.of_row(stored.session)
    assert info is not None
    assert info.project == "/home/dev/shop"


def test_a_guessed_project_counts_until_one_is_looked_up(messages: Messages, sessions: SessionTable) -> None:
    for root, is_seen in (("/home/dev/guess", False), ("/home/dev/shop", True)):
        stored = messages.store(PARENT, reading(), Project(root, is_seen=is_seen))
        info = sessions.of_row(stored.session)
        assert info is not None
        assert info.project == root


def test_a_transcript_begins_with_the_earliest_of_its_messages(messages: Messages) -> None:
    late = Transcript("plain", "/home/dev/2.jsonl", SessionId("s"))
    early = Transcript("plain", "/home/dev/1.jsonl", SessionId("s"))
    messages.store(late, reading(Said(human("h2", at=2_000)), Said(human("h3", at=2_500))), None)
    out_of_order = Said(human("h1", at=9_000)), Said(human("h0", at=1_000))
    stored = messages.store(early, reading(*out_of_order), None)
    assert live(messages, stored.session) == ["h1", "h0", "h2", "h3"]


def test_words_that_were_forgotten_do_not_come_back_where_a_client_replaces_them(
    messages: Messages, db: Database
) -> None:
    said = human("h1", "aardvark")
    stored = messages.store(PARENT, reading(Said(said), Said(human("h2", "buffalo"))), None)
    Tombstones(db).forget([said.key], Milliseconds(1))
    db.run("UPDATE messages SET text = '[FORGOTTEN]' WHERE uuid = 'h1'")
    again = Replaced(human("h1", "aardvark, I said")), Replaced(human("h2", "bison"))
    messages.store(PARENT, reading(*again, checkpoint="2"), None)
    assert [s.message.text for s in messages.live(stored.session)] == ["[FORGOTTEN]", "bison"]


def test_of_a_forgotten_message_that_is_read_anew_neither_words_nor_tool_nor_path_are_stored(
    messages: Messages, db: Database
) -> None:
    used = call("c1", "t1", "aardvark_tool", "/home/dev/aardvark")
    Tombstones(db).forget([used.key, human("h1").key], Milliseconds(1))
    messages.store(PARENT, reading(Said(human("h1", "aardvark")), Said(used)), None)
    stands = db.rows("SELECT text, tool, path, passed FROM messages ORDER BY id")
    assert stands == [
        ("[FORGOTTEN]", None, None, "learned"),
        ("[FORGOTTEN]", "[FORGOTTEN]", None, "learned"),
    ]


def test_transcripts_of_one_session_stand_in_the_order_they_began(messages: Messages) -> None:
    late = Transcript("plain", "/home/dev/2.jsonl", SessionId("s"))
    early = Transcript("plain", "/home/dev/1.jsonl", SessionId("s"))
    messages.store(late, reading(Said(human("h2", at=2_000))), None)
    stored = messages.store(early, reading(Said(human("h1", at=1_000)), Said(agent("a1", at=1_001))), None)
    standing = messages.live(stored.session)
    assert [s.message.key.uuid for s in standing] == ["h1", "a1", "h2"]
    assert [s.turn_ended for s in standing] == [False, True, False]


def test_a_blank_prompt_does_not_wait(messages: Messages, sessions: SessionTable) -> None:
    messages.store(PARENT, reading(Said(human("h1", "  \n"))), None)
    assert sessions.waiting() == []


def test_two_whole_files_of_one_name_are_two_sessions(messages: Messages, sessions: SessionTable) -> None:
    one = Transcript("plain", "/home/dev/shop/talk.jsonl", SessionId("talk"), is_whole=True)
    other = one._replace(path="/home/dev/blog/talk.jsonl")
    first = messages.store(one, reading(Said(human("h1"))), Project("/home/dev/shop", is_seen=True))
    second = messages.store(other, reading(Said(human("h2"))), Project("/home/dev/blog", is_seen=True))
    assert live(messages, first.session) == ["h1"]
    assert live(messages, second.session) == ["h2"]
    again = messages.store(one, reading(Said(human("h3"))), None)
    assert again.session == first.session
