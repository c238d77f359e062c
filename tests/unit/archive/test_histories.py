"""What is kept of histories beside their messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.archive.database import Database
from extractor.archive.histories import Histories
from extractor.archive.messages import Messages
from extractor.domain import Kind, MessageKey, Milliseconds, SessionId, Speaker, Transcript
from extractor.history.exchanges import exchanges
from extractor.history.stretches import Stretch, close
from extractor.history.summary import Summary, summed_up
from extractor.history.transitions import Reason
from extractor.transcripts.source import Boundary, BoundaryKind, Reading, Record, Said, Withdrawn
from tests.support.talk import agent, call, human, message, notice, result, thought

NOW = Milliseconds(5)


def stretch(name: str) -> Stretch:
    return close(exchanges([human(name), agent(f"{name}.a")]), Reason.MANUAL)


def summary(text: str) -> Summary:
    return summed_up([human("h")], ["h.0"], 50, text, lambda _said, _limit: text)


def stored(db: Database, *records: Record) -> int:
    reading = Reading(list(records), "1", modified=NOW)
    transcript = Transcript("plain", "/home/dev/s.jsonl", SessionId("s"))
    return Messages(db, lambda text: text).store(transcript, reading, None).session


def test_what_was_closed_stays_closed_after_a_restart(tmp_path: Path) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    session = stored(db, Said(human("h")))
    first, second = stretch("one"), stretch("two")
    Histories(db).close(session, first, [first], NOW)
    Histories(db).close(session, second, [first, second], NOW)
    db.close()
    again = Database.open(tmp_path / "state.db", NOW)
    assert Histories(again).stretches(session) == [first, second]
    assert Histories(again).last_closed(session) == [second.last, first.last]
    again.close()


def test_a_stretch_of_a_version_that_kept_no_count_of_files_is_read(tmp_path: Path) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    session = stored(db, Said(human("h")))
    made = close(exchanges([human("one"), call("c", "1", "Edit", path="/p/a.py"), agent("a")]), Reason.MANUAL)
    Histories(db).close(session, made, [made], NOW)
    db.run("UPDATE stretches SET content = json_remove(content, '$.more_files')")
    (read,) = Histories(db).stretches(session)
    assert read == made
    assert read.files_written == 1
    db.close()


def test_a_stretch_that_is_no_longer_at_hand_keeps_its_end(tmp_path: Path) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    session = stored(db, Said(human("h")))
    first, second = stretch("one"), stretch("two")
    Histories(db).close(session, first, [first], NOW)
    Histories(db).close(session, second, [second], NOW)
    assert Histories(db).stretches(session) == [second]
    assert Histories(db).last_closed(session) == [second.last, first.last]
    assert "one" not in str(db.rows("SELECT content FROM stretches WHERE content = ''"))
    db.close()


def test_the_newest_three_summaries_are_kept(tmp_path: Path) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    session = stored(db, Said(human("h")))
    for number in range(5):
        Histories(db).keep_summary(session, summary(f"s{number}"), NOW)
    assert [s.text for s in Histories(db).summaries(session)] == ["s4", "s3", "s2"]
    assert Histories(db).summaries(session)[0] == summary("s4")
    db.close()


@pytest.mark.parametrize("kind", [BoundaryKind.CANCELLED, BoundaryKind.ABORTED, BoundaryKind.TURN_END])
def test_how_a_turn_ended_stands_with_its_last_message(tmp_path: Path, kind: BoundaryKind) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    session = stored(db, Said(human("h")), Said(agent("a")), Boundary(kind, NOW), Said(human("h2")))
    found = Messages(db, lambda text: text).live(session)
    assert [s.turn_ended for s in found] == [False, True, False]
    assert found[1].end is (None if kind is BoundaryKind.TURN_END else kind)
    db.close()


def test_only_what_the_project_level_shows_comes_with_its_text_and_all_of_it_on_demand(
    tmp_path: Path,
) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    said = [
        message("k", "the summary", Speaker.ASSISTANT, Kind.SUMMARY),
        thought("t", "thinking"),
        notice("i", "[image]"),
        notice("n", "a caveat"),
        call("d", "1", "Task", text='{"prompt":"look"}'),
        result("answer", "1", "it stands there"),
        call("c", "2"),
        result("r", "2", "long output"),
    ]
    session = stored(db, *(Said(m) for m in said))
    messages = Messages(db, lambda text: text)
    assert [s.message.text for s in messages.live(session)] == [
        "the summary", "", "[image]", "", '{"prompt":"look"}', "it stands there", "{}", "",
    ]  # fmt: skip
    assert [s.message for s in messages.live(session, is_whole=True)] == said
    db.close()


def test_the_key_of_a_stretch_is_that_of_its_last_message() -> None:
    assert stretch("one").last == MessageKey("plain", "one.a", 0)


def test_what_a_person_went_back_behind_no_longer_stands(tmp_path: Path) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    names = [f"{letter}.{number}" for letter in "ab" for number in range(2)]
    session = stored(db, *(Said(human(name, block=3)) for name in names))
    histories = Histories(db)
    for name in ("a.1", "b.1"):
        end = [human(name, block=3)]
        made = close(exchanges(end), Reason.MANUAL)
        histories.close(session, made, [*histories.stretches(session), made], NOW)
        histories.keep_summary(
            session, summed_up(end, ["x.0", f"{name}.3"], 50, name, lambda *_: "words"), NOW
        )
    histories.keep_summary(session, summed_up([human("a.1")], [], 50, "of none", lambda *_: "words"), NOW)
    assert len(histories.stretches(session, are_standing=True)) == 2
    assert [s.id for s in histories.summaries(session, are_standing=True)] == ["of none", "b.1", "a.1"]
    transcript = Transcript("plain", "/home/dev/s.jsonl", SessionId("s"))
    taken_back = Reading([Withdrawn(("b.0", "b.1"))], "2", modified=NOW)
    Messages(db, lambda text: text).store(transcript, taken_back, None)
    assert [s.last.uuid for s in histories.stretches(session, are_standing=True)] == ["a.1"]
    assert [s.id for s in histories.summaries(session, are_standing=True)] == ["of none", "a.1"]
    assert len(histories.stretches(session)) == 2
    assert len(histories.summaries(session)) == 3
    db.close()
