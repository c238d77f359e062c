"""From transcripts on disk to the archive, fairly."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.domain import Milliseconds
from extractor.errors import StoreFailed
from extractor.memory.redaction.redact import redact
from extractor.service.intake import BETWEEN_WALKS, QUOTA, Intake, Taken
from extractor.transcripts.codex import Codex
from extractor.transcripts.opencode import OpenCode
from extractor.transcripts.plain import Plain
from tests.support.scripted import Clock
from tests.unit.transcripts.codex_written import Rollout
from tests.unit.transcripts.opencode_written import Database, Files, Talk
from tests.unit.transcripts.written import Session


class Desk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / "logs"
        self.folder.mkdir(exist_ok=True)
        self.clock = Clock()
        self.archive = Archive.open(folder / "state", redact, self.clock)
        self.intake = Intake(self.archive, (Plain([self.folder]),), self.clock)

    def say(self, session: str, *texts: str) -> Path:
        file = self.folder / f"{session}.jsonl"
        with file.open("a") as out:
            for text in texts:
                number = self.archive.db.number("SELECT count(*) FROM messages") + out.tell()
                line = {
                    "uuid": f"{session}-{number}",
                    "role": "user",
                    "content": text,
                    "timestamp": 1_772_442_000,
                }
                out.write(json.dumps(line) + "\n")
                out.flush()
        return file

    def texts(self) -> list[str]:
        return [str(text) for (text,) in self.archive.db.rows("SELECT text FROM messages ORDER BY id")]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.archive.close()


def nothing(_taken: object) -> None:
    return None


def test_a_scan_finds_what_is_new_and_only_that(desk: Desk) -> None:
    desk.say("a", "one")
    desk.say("b", "two")
    assert desk.intake.scan() == 2
    desk.intake.run_dry(nothing)
    assert sorted(desk.texts()) == ["one", "two"]
    assert desk.intake.scan() == 0
    desk.say("a", "three")
    assert desk.intake.scan() == 1
    desk.intake.run_dry(nothing)
    assert sorted(desk.texts()) == ["one", "three", "two"]


def test_a_directory_an_earlier_version_kept_that_cannot_be_a_path_is_none(desk: Desk) -> None:
    desk.say("a", "one")
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    (kept,) = desk.archive.db.row("SELECT checkpoint FROM transcripts") or ()
    checkpoint = json.loads(str(kept))
    checkpoint["state"]["cwd"] = "/home/dev/s\0hop"
    desk.archive.db.run("UPDATE transcripts SET checkpoint = ?", (json.dumps(checkpoint),))
    desk.archive.db.run("UPDATE sessions SET cwd = NULL, project = NULL")
    desk.say("a", "two")
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    assert desk.texts() == ["one", "two"]
    assert desk.archive.db.row("SELECT cwd, project FROM sessions") == (None, None)


def test_a_new_start_reads_nothing_old_again(desk: Desk) -> None:
    file = desk.say("a", "one")
    os.utime(file, (1_600_000_000, 1_600_000_000))
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    again = Intake(desk.archive, (Plain([desk.folder]),), desk.clock)
    assert again.scan() == 0


def test_what_grew_meanwhile_and_was_given_its_old_time_back_is_read_by_a_new_start(desk: Desk) -> None:
    file = desk.say("a", "one")
    os.utime(file, (1_600_000_000, 1_600_000_000))
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    desk.say("a", "two")
    os.utime(file, (1_600_000_000, 1_600_000_000))
    again = Intake(desk.archive, (Plain([desk.folder]),), desk.clock)
    assert again.scan() == 1


def test_a_wake_up_makes_its_transcript_due_once(desk: Desk) -> None:
    file = desk.say("a", "one")
    assert desk.intake.changed(file)
    assert desk.intake.changed(file)
    assert len(tuple(desk.intake.due())) == 1
    assert not desk.intake.changed(desk.folder / "notes.md")


def test_what_was_written_longest_ago_is_read_first(desk: Desk) -> None:
    for age, name in enumerate(("c", "a", "b")):
        os.utime(desk.say(name, name), (1_600_000_000 - age, 1_600_000_000 - age))
    desk.intake.scan()
    assert [Path(each.path).stem for each in desk.intake.due()] == ["b", "a", "c"]


def test_a_copy_in_another_project_leaves_what_it_copied_to_its_original(desk: Desk) -> None:
    original = desk.say("z", "Prices are cents.")
    copy = desk.folder / "a.jsonl"
    copy.write_text(original.read_text())
    desk.say("a", "Dates are UTC.")
    for age, file in enumerate((copy, original)):
        os.utime(file, (1_600_000_000 - age, 1_600_000_000 - age))
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    sessions = desk.archive.sessions
    told = [info.session[0] for row in sessions.waiting() if (info := sessions.of_row(row))]
    assert told == ["z", "a"]


def test_a_large_transcript_does_not_starve_a_small_one(desk: Desk) -> None:
    desk.say("large", *("x" * 60_000 for _ in range(3 * QUOTA // 60_000)))
    desk.say("small", "one")
    desk.intake.add(Plain([desk.folder]).named(desk.folder / "large.jsonl"))
    desk.intake.add(Plain([desk.folder]).named(desk.folder / "small.jsonl"))
    order = []
    while (taken := desk.intake.step()) is not None:
        order.append(Path(taken.transcript.path).stem)
    assert order[:2] == ["large", "small"]
    assert order.count("large") >= 3


def test_a_transcript_that_cannot_be_read_is_told_and_the_next_one_is_read(desk: Desk) -> None:
    file = desk.say("a", "one")
    desk.say("b", "two")
    desk.intake.scan()
    file.unlink()
    file.mkdir()
    desk.intake.run_dry(nothing)
    assert desk.texts() == ["two"]
    (problem,) = desk.archive.summary("").problems
    assert str(file) in problem
    file.rmdir()
    desk.say("a", "one")
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    assert desk.archive.summary("").problems == ()


def test_a_vanished_transcript_leaves_what_was_read_of_it(desk: Desk) -> None:
    file = desk.say("a", "one")
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    file.unlink()
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    assert desk.texts() == ["one"]


def read_in_part(desk: Desk) -> Path:
    """A session too large for one quota, of which one was read."""
    file = desk.say("large", "one", "x" * QUOTA, "three")
    desk.intake.scan()
    taken = desk.intake.step()
    assert taken is not None
    assert not taken.is_done
    return file


def test_a_transcript_that_vanishes_half_read_is_read_as_far_as_it_ever_will_be(desk: Desk) -> None:
    file = read_in_part(desk)
    file.unlink()
    again = Intake(desk.archive, (Plain([desk.folder]),), desk.clock)
    assert again.scan() == 1
    done: list[Taken] = []
    again.run_dry(done.append)
    (taken,) = done
    assert taken.is_done
    assert taken.session
    assert not desk.archive.sessions.is_behind(taken.session)
    assert desk.archive.messages.transcripts.unfinished() == []
    assert desk.archive.summary("").problems == ()
    assert again.scan() == 0


def test_what_was_only_out_of_reach_is_read_on_when_it_is_back(desk: Desk, tmp_path: Path) -> None:
    file = read_in_part(desk)
    os.utime(file, (1_600_000_000, 1_600_000_000))
    away = tmp_path / "away"
    desk.folder.rename(away)
    out = Intake(desk.archive, (Plain([desk.folder]),), desk.clock)
    out.scan()
    out.run_dry(nothing)
    assert desk.archive.messages.transcripts.unfinished() == []
    away.rename(desk.folder)
    again = Intake(desk.archive, (Plain([desk.folder]),), desk.clock)
    assert again.scan() == 1
    again.run_dry(nothing)
    assert desk.texts()[-1] == "three"


def test_what_was_wrong_with_a_vanished_transcript_is_told_no_longer(desk: Desk) -> None:
    file = desk.say("a", "one")
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    with file.open("a") as out:
        out.write('{"uuid": "cut in ha')
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    (transcript,) = desk.archive.messages.transcripts.unfinished()
    desk.archive.messages.transcripts.trouble(transcript, "cannot read it")
    file.unlink()
    again = Intake(desk.archive, (Plain([desk.folder]),), desk.clock)
    again.scan()
    again.run_dry(nothing)
    summary = desk.archive.summary("")
    assert (summary.problems, summary.held_back) == ((), ())


def test_a_copy_of_a_session_that_was_left_half_read_where_nobody_looks_holds_up_nothing(
    desk: Desk, tmp_path: Path
) -> None:
    written = Session(tmp_path / "claude")
    written.user("Never mock the database in tests.")
    written.user("x" * QUOTA)
    written.user("last")
    copy = tmp_path / "backup" / written.path.name
    copy.parent.mkdir()
    copy.write_bytes(written.path.read_bytes())
    stopped = Intake(desk.archive, (written.source,), desk.clock)
    stopped.add(written.source.named(copy))
    taken = stopped.step()
    assert taken is not None
    assert desk.archive.sessions.is_behind(taken.session)
    again = Intake(desk.archive, (written.source,), desk.clock)
    again.scan()
    again.run_dry(nothing)
    assert standing(desk, written.path.stem)[-1] == "last"
    assert not desk.archive.sessions.is_behind(taken.session)


def test_what_vanished_waits_for_nothing_more_though_a_walk_could_not_read_all_there_is(
    desk: Desk, tmp_path: Path
) -> None:
    rollout = Rollout(tmp_path / "codex")
    rollout.meta()
    rollout.append(b'{"timestamp": "2026-03-02T09:00:10.')
    intake = Intake(desk.archive, (rollout.source,), desk.clock)
    intake.scan()
    intake.run_dry(nothing)
    desk.archive.db.run("UPDATE transcripts SET more = 1")
    rollout.path.rename(rollout.path.with_name(f"{rollout.path.name}.zst"))
    again = Intake(desk.archive, (Codex(tmp_path / "codex"),), desk.clock)
    again.scan()
    again.run_dry(nothing)
    assert desk.archive.messages.transcripts.unfinished() == []


def test_a_repository_made_around_a_directory_counts_from_the_next_look(desk: Desk, tmp_path: Path) -> None:
    own = tmp_path / "work" / "api"
    own.mkdir(parents=True)

    def said(session: str) -> str:
        line = {"uuid": session, "role": "user", "content": "one", "cwd": str(own)}
        (desk.folder / f"{session}.jsonl").write_text(json.dumps(line) + "\n")
        desk.intake.scan()
        desk.intake.run_dry(nothing)
        (found,) = desk.archive.sessions.meant(session)
        return str(found.project)

    assert said("before") == str(own.resolve())
    (tmp_path / "work" / ".git").mkdir()
    (tmp_path / "work" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    assert said("after") == str(own.parent.resolve())


def test_a_transcript_behind_a_closed_folder_has_not_vanished(desk: Desk, store: Database) -> None:
    read_in_part(desk)
    elsewhere = desk.folder.with_name("moved")
    desk.folder.rename(elsewhere)
    desk.folder.symlink_to(desk.folder.name)  # a loop: nothing can be said of what stands behind it
    again = Intake(desk.archive, (Plain([elsewhere]),), desk.clock)
    again.scan()
    assert [each.path for each in again.due()] == [str(elsewhere / "large.jsonl")]


def test_what_could_not_be_stored_is_due_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.say("a", "one")
    desk.intake.scan()

    def full(*_rest: object) -> None:
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(desk.archive.messages, "store", full)
        with pytest.raises(StoreFailed):
            desk.intake.step()
    desk.intake.run_dry(nothing)
    assert desk.texts() == ["one"]


def test_a_line_cut_in_half_is_looked_at_until_it_is_whole(desk: Desk) -> None:
    file = desk.folder / "a.jsonl"
    whole = json.dumps({"uuid": "1", "role": "user", "content": "one", "timestamp": 1_772_442_000}) + "\n"
    file.write_text(whole[:20])
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    assert [held.bytes for held in desk.archive.summary("").held_back] == [20]
    file.write_text(whole)
    desk.intake.scan()
    desk.intake.run_dry(nothing)
    assert desk.texts() == ["one"]
    assert desk.archive.summary("").held_back == ()


# ---------------------------------------------------------------- many transcripts in one file


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    made = Database(tmp_path / "opencode")
    yield made
    made.db.close()


def opencode(desk: Desk, store: Database) -> Intake:
    return Intake(desk.archive, (OpenCode(store.path.parent),), desk.clock)


def test_of_a_file_that_holds_many_only_what_changed_is_read(desk: Desk, store: Database) -> None:
    talks = [Talk(store.path.parent, store, f"ses_{number:026}") for number in range(3)]
    for number, talk in enumerate(talks):
        talk.at += number * 60_000
        talk.asks("one")
    intake = opencode(desk, store)
    assert intake.scan() == 3
    intake.run_dry(nothing)
    assert intake.scan() == 0
    talks[1].asks("two")
    assert intake.changed(Path(f"{store.path}-wal"))
    assert [transcript.session for transcript in intake.due()] == [talks[1].id]
    intake.run_dry(nothing)
    assert sorted(desk.texts()) == ["one", "one", "one", "two"]
    assert not intake.changed(store.path.parent / "auth.json")
    again = opencode(desk, store)
    desk.clock.now = Milliseconds(talks[0].at + 48 * 3600 * 1000)
    assert again.scan() == 0


def test_such_a_file_that_is_written_to_all_the_time_is_walked_once_a_second(
    desk: Desk, store: Database
) -> None:
    talk = Talk(store.path.parent, store, f"ses_{1:026}")
    talk.asks("one")
    intake = opencode(desk, store)
    intake.scan()
    intake.run_dry(nothing)
    log = Path(f"{store.path}-wal")
    assert intake.changed(log)
    for number in range(5):
        talk.asks(f"more {number}")
        assert intake.changed(log)
    assert intake.is_idle
    assert intake.next_walk() == desk.clock.now + BETWEEN_WALKS
    desk.clock.now = Milliseconds(desk.clock.now + BETWEEN_WALKS)
    intake.run_dry(nothing)
    assert desk.texts() == ["one", *(f"more {number}" for number in range(5))]
    assert intake.next_walk() is None


def test_a_clock_that_is_set_back_puts_off_no_walk(desk: Desk, store: Database) -> None:
    talk = Talk(store.path.parent, store, f"ses_{1:026}")
    talk.asks("one")
    intake = opencode(desk, store)
    intake.changed(store.path)
    intake.run_dry(nothing)
    talk.asks("two")
    desk.clock.now = Milliseconds(desk.clock.now - 60_000)
    intake.changed(store.path)
    assert [transcript.session for transcript in intake.due()] == [talk.id]


def test_a_session_removed_from_such_a_file_half_read_waits_for_nothing_more(
    desk: Desk, store: Database
) -> None:
    Talk(store.path.parent, store).asks("one")
    intake = opencode(desk, store)
    intake.scan()
    intake.run_dry(nothing)
    desk.archive.db.run("UPDATE transcripts SET more = 1")
    for table in ("part", "message", "session"):
        store.db.execute(f"DELETE FROM {table}")
    assert opencode(desk, store).scan() == 1
    intake = opencode(desk, store)
    intake.scan()
    intake.run_dry(nothing)
    assert desk.archive.messages.transcripts.unfinished() == []


def standing(desk: Desk, session: str) -> list[str]:
    """What a person said in a session, as it stands."""
    (info,) = desk.archive.sessions.meant(session)
    found = desk.archive.messages.live(info.id, is_whole=True)
    return [each.message.text for each in found if each.message.is_human]


def test_what_a_person_goes_back_from_after_a_transcript_moved_stands_nowhere(
    desk: Desk, tmp_path: Path
) -> None:
    written = Session(tmp_path / "claude")
    intake = Intake(desk.archive, (written.source,), desk.clock)
    written.user("first")
    kept = written.assistant({"type": "text", "text": "one"}, stop="end_turn")
    written.user("second")
    written.assistant({"type": "text", "text": "two"}, stop="end_turn")
    intake.scan()
    intake.run_dry(nothing)
    moved = written.path.parent.with_name("-home-ann-store")
    written.path.parent.rename(moved)
    written.path = moved / written.path.name
    written.user("third", parentUuid=kept)
    written.add({"type": "last-prompt", "leafUuid": "00000000-0000-0000-0000-000000000000", "explicit": True})
    intake.scan()
    intake.run_dry(nothing)
    assert standing(desk, written.path.stem) == ["first", "third"]


def upgraded(talk: Talk) -> Talk:
    """The session, copied into a database as the client does on its upgrade: the files stay."""
    copied = Talk(talk.folder, Database(talk.folder))
    copied.at = talk.at
    for path in sorted((talk.folder / "storage" / "message" / talk.id).glob("*.json")):
        copied.store.message(path.stem, talk.id, talk.at, json.loads(path.read_text()))
    for id, message, part in talk.parts:
        copied.put(id, message, part)
    return copied


@pytest.mark.parametrize("is_read", [(), ("files",), ("files", "database")])
def test_what_a_person_took_back_after_opencode_moved_to_a_database_stands_nowhere(
    desk: Desk, tmp_path: Path, is_read: tuple[str, ...]
) -> None:
    def look() -> None:
        intake = Intake(desk.archive, (OpenCode(tmp_path / "opencode"),), desk.clock)
        intake.scan()
        intake.run_dry(nothing)

    desk.clock.now = Milliseconds(4_000_000_000_000)
    files = Talk(tmp_path / "opencode", Files(tmp_path / "opencode"))
    files.asks("one")
    asked = files.asks("two")
    answered = files.answers({"type": "text", "text": "Understood."})
    if "files" in is_read:
        look()
    talk = upgraded(files)
    if "database" in is_read:
        look()
    for message in (asked, answered):
        talk.store.remove(message, talk.id)
    talk.asks("three")
    look()
    assert standing(desk, talk.id) == ["one", "three"]
    intake = Intake(desk.archive, (talk.source,), desk.clock)
    message = tmp_path / "opencode" / "storage" / "message" / talk.id / f"{asked}.json"
    assert not intake.changed(message), "a file that a database took the place of"
    assert talk.source.named(message).session == talk.id


def test_what_is_wrong_with_a_session_in_such_a_file_is_told(desk: Desk, store: Database) -> None:
    Talk(store.path.parent, store).asks("one")
    intake = opencode(desk, store)
    intake.scan()
    store.db.execute("ALTER TABLE part RENAME COLUMN data TO words")
    intake.run_dry(nothing)
    (problem,) = desk.archive.summary("").problems
    assert "a form this version does not know" in problem
