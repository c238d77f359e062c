"""What people change by a command: whole or not at all, and never over what somebody saves meanwhile."""

from __future__ import annotations

import errno
import itertools
from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import pytest

from extractor.actions.by_hand import ByHand, Wanted
from extractor.actions.forget import Asked as Forgotten
from extractor.actions.forget import Forget
from extractor.actions.remember import Asked, Remember
from extractor.actions.undo import Undo
from extractor.actions.witness import witness
from extractor.archive.archive import Archive
from extractor.archive.database import STATE_FILE
from extractor.archive.outcome import Outcome
from extractor.archive.way import Way
from extractor.errors import MemoryConflict, StoreFailed
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.memory_file import parse
from extractor.memory.pins import PinRoom
from extractor.memory.redaction.redact import redact
from extractor.memory.store import CommitResult, Store
from extractor.service.folders import Folders
from extractor.service.memory_folder import MemoryFolder
from tests.support.scripted import Desk
from tests.unit.actions.test_undo import SteppedDatabase, SteppedFolder
from tests.unit.memory.test_store import KillNow, PlainSteps, Steps, hook, kill

PROJECT = "/home/dev/shop"
OLD, NEW = "The staging port is 8080.", "The staging port is 9090."
THEIRS = "---\nname: staging-port\n---\n\nMine now.\n\nThe staging port is 8080.\n"


class Room:
    def __init__(self, path: Path) -> None:
        self.desk = Desk(path)
        self.path = path
        self.desk.path.mkdir()
        self.remember(self.desk.archive, self.desk.folder, OLD)
        self.before = self.desk.files()

    def remember(self, archive: Archive, folder: MemoryFolder, text: str) -> None:
        numbers = itertools.count(len(archive.run_log.entries(100)))
        finds = witness(archive, UTC, takes_scripts=False)
        remember = Remember(
            archive,
            PinRoom(len),
            Way.COMMAND_LINE,
            self.desk.clock,
            UTC,
            lambda: f"said-{next(numbers)}",
            finds,
        )
        remember.remember(folder, PROJECT, Asked(text))

    def stepped(self, kernel: Steps) -> None:
        """Say the new sentence in a process of its own, step by step."""
        clock = self.desk.clock
        db = SteppedDatabase.open(self.path / "state" / STATE_FILE, clock())
        assert isinstance(db, SteppedDatabase)
        archive = Archive(db, redact, clock)
        folder = SteppedFolder(self.desk.path, archive, clock, kernel)
        kernel.number, db.kernel = 0, kernel
        try:
            self.remember(archive, folder, NEW)
        finally:
            db.kernel = None
            folder.close()
            archive.close()

    def failure(self, kernel: Steps) -> str | None:
        """The same; what it says where the disk fails."""
        try:
            self.stepped(kernel)
        except StoreFailed as error:
            return str(error)
        return None

    def start_again(self) -> None:
        """What the next start does."""
        archive, clock = self.desk.archive, self.desk.clock
        folders = Folders(lambda path: MemoryFolder(path, archive.journal, clock, "", UTC), archive.journal)
        folders.recover()
        Undo(archive, lambda path: folders.get(Path(path)), clock).recover()
        self.desk.extraction.recover()
        self.desk.folder.refresh_index()
        folders.close()

    def statements(self) -> tuple[str, ...]:
        return parse(self.desk.files()["staging-port.md"].encode()).statements


def steps(path: Path, kind: type[Steps]) -> list[str]:
    room, calls = Room(path), list[str]()
    kernel = kind(lambda _number, call: calls.append(call))
    calls.clear()
    room.stepped(kernel)
    room.desk.close()
    return calls[-kernel.number :]


@pytest.mark.parametrize("kind", [Steps, PlainSteps])
def test_killed_at_any_step_it_is_whole_or_never_was(tmp_path: Path, kind: type[Steps]) -> None:
    calls = steps(tmp_path / "counted", kind)
    assert calls.count("transaction") >= 5
    ends = {True: 0, False: 0}
    for number in range(1, len(calls) + 1):
        room = Room(tmp_path / str(number))
        where = f"killed before step {number}: {calls[number - 1]}"
        with pytest.raises(KillNow):
            room.stepped(kind(hook({number: kill})))
        room.start_again()
        is_done = room.statements() == (NEW,)
        ends[is_done] += 1
        archive, folder = room.desk.archive, room.desk.folder.path
        known = [q for q in archive.provenance.of_file(folder, "staging-port.md") if q.statement == NEW]
        assert bool(known) == is_done, where
        assert all(archive.provenance.speaker_of(quote.key) == "human" for quote in known), where
        assert (NEW in room.desk.files()["MEMORY.md"]) == is_done, where
        newest = archive.run_log.entries(1)[0]
        assert newest.outcome == Outcome.BY_HAND, where
        assert archive.sessions.waiting() == [], where
        if not is_done:
            assert room.desk.files() == room.before, where
        room.desk.close()
    assert min(ends.values()) > 0


def full() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_what_fails_at_any_step_says_whether_it_is_done_later(tmp_path: Path) -> None:
    calls = steps(tmp_path / "counted", Steps)
    told = {True: 0, False: 0}
    for number, call in enumerate(calls, 1):
        if call not in ("open", "write", "rename_exchange", "sync_folder"):
            continue
        room = Room(tmp_path / str(number))
        where = f"failed at step {number}: {call}"
        line = room.failure(Steps(hook({number: full})))
        room.start_again()
        is_done = room.statements() == (NEW,)
        assert is_done == (line is None or "is on record, and is done once that is mended" in line), where
        if line is not None:
            told[is_done] += 1
        if not is_done:
            assert room.desk.files() == room.before, where
        room.desk.close()
    assert min(told.values()) > 0


def test_what_a_person_saves_at_any_step_stands(tmp_path: Path) -> None:
    calls, both = steps(tmp_path / "counted", Steps), 0
    for number in range(1, len(calls) + 1):
        room = Room(tmp_path / str(number))
        file = room.desk.path / "staging-port.md"
        where = f"saved before step {number}: {calls[number - 1]}"

        def save(file: Path = file) -> None:
            beside = file.with_name("editor")
            beside.write_text(THEIRS)
            beside.rename(file)

        try:
            room.stepped(Steps(hook({number: save})))
        except MemoryConflict:
            assert room.statements()[0] == "Mine now.", where
        room.start_again()
        assert room.statements()[0] == "Mine now.", where
        both += room.statements() == ("Mine now.", NEW)
        room.desk.close()
    assert both > 0, "saved early enough, the sentence is put into their text"


def test_a_file_saved_again_and_again_ends_it_in_one_line(tmp_path: Path) -> None:
    room = Room(tmp_path)
    file = room.desk.path / "staging-port.md"
    numbers = itertools.count()

    def make(files: object) -> Wanted:
        read = file.read_bytes()
        file.write_text(f"Saved {next(numbers)}.\n")
        return Wanted((FileChange(file.name, read, b"Ours.\n"),))

    change: Callable[..., object] = ByHand(room.desk.archive, Way.COMMAND_LINE, room.desk.clock).change
    with pytest.raises(MemoryConflict, match="again and again"):
        change(room.desk.folder, PROJECT, make)
    assert file.read_text() == "Saved 4.\n"
    assert room.desk.archive.run_log.entries(10)[0].run == 1, "none of the five tries is told as a change"
    room.desk.close()


class CutOff(BaseException):
    pass


def cut_off_after_the_files(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Say the new sentence in a process that ends between the files and the record."""

    def ends(_folder: MemoryFolder, _store: Store) -> None:
        raise CutOff

    folder = MemoryFolder(room.desk.path, room.desk.archive.journal, room.desk.clock, "", UTC)
    with monkeypatch.context() as patched, pytest.raises(CutOff):
        patched.setattr(MemoryFolder, "render", ends)
        room.remember(room.desk.archive, folder, NEW)
    folder.close()


def quoted(room: Room, statement: str) -> list[str]:
    known = room.desk.archive.statements.of_folder(room.desk.folder.path)
    return [each.quote for each in known if each.statement == statement]


def test_what_was_cut_off_before_its_record_is_recorded_by_the_next_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path)
    cut_off_after_the_files(room, monkeypatch)
    room.remember(room.desk.archive, room.desk.folder, "Tea is at four.")
    assert quoted(room, NEW) == [NEW]
    room.start_again()
    assert quoted(room, NEW) == [NEW]
    outcomes = {entry.outcome for entry in room.desk.archive.run_log.entries(10)}
    assert outcomes == {Outcome.BY_HAND}
    room.desk.close()


def test_what_was_cut_off_before_its_record_can_be_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path)
    cut_off_after_the_files(room, monkeypatch)
    forget = Forget(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    assert forget.carry_out(forget.plan(Forgotten(words=NEW))) == ()
    assert not any(NEW in text for text in room.desk.files().values())
    room.desk.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_start_while_a_change_is_carried_out_leaves_each_quote_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    room = Room(tmp_path)
    commit = Store.commit

    def beside(store: Store, run: int, changes: ChangeSet) -> CommitResult:
        if when == "before":
            room.desk.extraction.recover()
        result = commit(store, run, changes)
        if when == "after":
            room.desk.extraction.recover()
        return result

    with monkeypatch.context() as patched:
        patched.setattr(Store, "commit", beside)
        room.remember(room.desk.archive, room.desk.folder, NEW)
    assert quoted(room, NEW) == [NEW]
    assert room.desk.archive.run_log.entries(1)[0].outcome == Outcome.BY_HAND
    room.desk.close()


def test_a_link_where_a_new_file_belongs_is_told_as_one(tmp_path: Path) -> None:
    room = Room(tmp_path)
    link = room.desk.path / "kiosk-hours-end-four.md"
    link.symlink_to(tmp_path / "elsewhere")
    runs = len(room.desk.archive.run_log.entries(100))
    with pytest.raises(
        MemoryConflict, match=r"kiosk-hours-end-four\.md is a symbolic link: put the file itself there"
    ):
        room.remember(room.desk.archive, room.desk.folder, "The kiosk hours end at four.")
    assert link.is_symlink()
    assert not (tmp_path / "elsewhere").exists()
    assert len(room.desk.archive.run_log.entries(100)) == runs
    room.desk.close()
