"""Undo: a run's files as they were before it, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.actions.undo import Undo, Undone
from extractor.archive.archive import Archive
from extractor.archive.database import STATE_FILE, Database
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Finished
from extractor.errors import ConfigError, MemoryConflict, StoreFailed
from extractor.extraction.job import Later
from extractor.fs import Root
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.redaction.redact import redact
from extractor.memory.store import Store
from extractor.service.folders import Folders
from extractor.service.memory_folder import MemoryFolder
from tests.support.place import cannot_be_looked_at, in_memory
from tests.support.scripted import Desk, says
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold, keep
from tests.unit.memory.test_store import KillNow, PlainSteps, Steps, hook, kill

RULE = "Never mock the database in tests."
BEFORE = {"a.md": b"old a\n", "gone.md": b"old gone\n"}
AFTER = {"a.md": b"new a, longer\n", "made.md": b"made by us\n"}
CHANGES = ChangeSet(
    tuple(FileChange(name, BEFORE.get(name), AFTER.get(name)) for name in ("a.md", "gone.md", "made.md"))
)


class Room:
    """A memory folder in which run 1 has written, and what takes it back."""

    def __init__(
        self, path: Path, changes: ChangeSet = CHANGES, before: dict[str, bytes] | None = None
    ) -> None:
        self.desk = Desk(path)
        self.session = self.desk.said("s", human("h1", RULE), agent("a1"))
        self.desk.path.mkdir()
        for name, data in (BEFORE if before is None else before).items():
            (self.desk.path / name).write_bytes(data)
        self.write(changes)
        self.undo = Undo(self.desk.archive, lambda _path: self.desk.folder, self.desk.clock)

    def write(self, changes: ChangeSet, outcome: Outcome = Outcome.LEARNED) -> int:
        runs, folder = self.desk.archive.runs, self.desk.folder
        run = runs.start(self.session, "scripted", folder.path, 1, self.desk.clock())
        result = folder.commit(run, changes)
        runs.finish(run, Finished(outcome, changed=len(result.applied)), self.desk.clock())
        folder.refresh_index()
        return run

    def files(self) -> dict[str, bytes]:
        return {p.name: p.read_bytes() for p in self.desk.path.glob("*.md") if p.name != "MEMORY.md"}

    def index(self) -> str:
        return (self.desk.path / "MEMORY.md").read_text()

    def take_back(self, run: int | None = None, *, only_unchanged: bool = False) -> Undone:
        return self.undo.carry_out(self.undo.plan(run, only_unchanged=only_unchanged))

    def outcomes(self) -> list[str]:
        return [str(o) for (o,) in self.desk.archive.db.rows("SELECT outcome FROM runs ORDER BY id")]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.desk.close()


def test_changed_made_and_deleted_files_are_as_before_and_the_index_too(room: Room) -> None:
    assert room.files() == AFTER
    done = room.take_back()
    assert room.files() == BEFORE
    assert "(gone.md)" in room.index()
    assert "(made.md)" not in room.index()
    assert (done.run, done.undoes, len(done.changes)) == (2, 1, 3)
    assert room.outcomes() == ["learned", "undone"]
    assert list(room.desk.path.glob(".extractor-*")) == []


def test_an_undo_is_undone_by_its_number_and_that_again(room: Room) -> None:
    for number in range(1, 6):
        room.take_back(number)
        assert room.files() == (BEFORE if number % 2 else AFTER)


def test_without_a_number_the_newest_extraction_that_stands_is_taken(room: Room) -> None:
    room.write(ChangeSet((FileChange("later.md", None, b"later\n"),)))
    assert room.take_back().undoes == 2
    assert room.take_back().undoes == 1
    assert room.files() == BEFORE
    with pytest.raises(ConfigError, match="left to undo"):
        room.undo.plan()


def test_without_a_number_a_run_whose_files_are_as_they_were_is_passed_over(room: Room) -> None:
    later = room.write(ChangeSet((FileChange("later.md", None, b"later\n"),)))
    (room.desk.path / "later.md").unlink()
    assert room.take_back().undoes == 1
    with pytest.raises(ConfigError, match="left to undo"):
        room.undo.plan()
    with pytest.raises(ConfigError, match="as they were before it"):
        room.undo.plan(later)


def test_a_run_that_is_undone_names_the_way_back(room: Room) -> None:
    room.take_back()
    with pytest.raises(ConfigError, match="extractor undo 2"):
        room.undo.plan(1)


def test_a_run_there_is_none_of_and_one_that_changed_nothing_are_one_line(room: Room) -> None:
    with pytest.raises(ConfigError, match="there is no run 77"):
        room.undo.plan(77)
    idle = room.write(ChangeSet(()), Outcome.NOTHING)
    with pytest.raises(ConfigError, match="changed no memory file"):
        room.undo.plan(idle)


@pytest.mark.parametrize("file", ["a.md", "gone.md", "made.md"])
def test_one_file_a_person_changed_stops_all_of_it(room: Room, file: str) -> None:
    (room.desk.path / file).write_bytes(b"a person's words\n")
    seen = room.files()
    with pytest.raises(MemoryConflict, match=f"{file} was edited since") as told:
        room.undo.plan()
    assert "--only-unchanged" in str(told.value)
    assert "\n" not in str(told.value)
    assert room.files() == seen
    assert room.outcomes() == ["learned"]


def test_a_file_a_person_removed_is_not_brought_back(room: Room) -> None:
    (room.desk.path / "a.md").unlink()
    with pytest.raises(MemoryConflict, match="removed it since"):
        room.undo.plan()


def test_a_file_a_later_run_changed_names_that_run(room: Room) -> None:
    room.write(ChangeSet((FileChange("a.md", AFTER["a.md"], b"newest a\n"),)))
    with pytest.raises(MemoryConflict, match=r"run 2 changed .*undo that first"):
        room.undo.plan(1)
    room.take_back(2)
    room.take_back(1)
    assert room.files() == BEFORE


def test_no_run_is_to_be_undone_first_where_that_leads_to_a_persons_words_and_not_to_the_run(
    room: Room,
) -> None:
    edited = b"a person's words\n"
    (room.desk.path / "a.md").write_bytes(edited)
    room.write(ChangeSet((FileChange("a.md", edited, b"newest a\n"),)))
    with pytest.raises(MemoryConflict, match=r"a\.md was edited since \(change it by hand\)"):
        room.undo.plan(1)
    again = room.take_back(2).run
    assert room.files()["a.md"] == edited
    with pytest.raises(MemoryConflict, match=r"a\.md was edited since") as told:
        room.undo.plan(1)
    assert f"run {again}" not in str(told.value), "undoing that brings back what run 2 wrote, for ever"


def test_of_several_later_runs_the_newest_is_to_be_undone_first(room: Room) -> None:
    room.write(ChangeSet((FileChange("a.md", AFTER["a.md"], b"newer a\n"),)))
    room.write(ChangeSet((FileChange("a.md", b"newer a\n", b"newest a\n"),)))
    for run in (3, 2):
        with pytest.raises(MemoryConflict, match=rf"run {run} changed .*undo that first"):
            room.undo.plan(1)
        room.take_back(run)
    room.take_back(1)
    assert room.files() == BEFORE


def test_only_unchanged_leaves_what_was_edited_and_the_rest_can_follow_later(room: Room) -> None:
    (room.desk.path / "a.md").write_bytes(b"a person's words\n")
    room.take_back(only_unchanged=True)
    assert room.files() == {**BEFORE, "a.md": b"a person's words\n"}
    assert room.outcomes()[-1] == "partly undone"
    (room.desk.path / "a.md").write_bytes(AFTER["a.md"])
    room.take_back(1)
    assert room.files() == BEFORE
    assert room.outcomes()[-1] == "undone"


def test_only_unchanged_begins_nothing_of_what_was_saved_since_the_plan(room: Room) -> None:
    planned = room.undo.plan(only_unchanged=True)
    (room.desk.path / "a.md").write_bytes(b"a person's words\n")
    done = room.undo.carry_out(planned)
    assert room.files() == {**BEFORE, "a.md": b"a person's words\n"}
    assert [line.rpartition("/")[2] for line in done.lines] == ["a.md was saved at that moment and left so"]
    assert "a.md" not in [file for file, _ in room.desk.archive.journal.writes(done.run)]


def test_only_unchanged_with_nothing_unchanged_is_refused(room: Room) -> None:
    for name in ("a.md", "gone.md", "made.md"):
        (room.desk.path / name).write_bytes(b"a person's words\n")
    with pytest.raises(MemoryConflict):
        room.undo.plan(only_unchanged=True)


def test_files_that_are_as_before_already_need_no_undo(room: Room) -> None:
    (room.desk.path / "made.md").unlink()
    for name, data in BEFORE.items():
        (room.desk.path / name).write_bytes(data)
    with pytest.raises(ConfigError, match="as they were before"):
        room.undo.plan(1)


NAMES = ["tests of mine.md", "Tests.md", "tests.sync-conflict-20260302-AAAA.md", "renamed.md"]


@pytest.fixture
def learned(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    session = desk.said("s", human("h1", RULE), agent("a1"), human("h2", "Deploys happen on Tuesdays."))
    hold(desk, session, keep("tests.md", "h1", RULE), says())
    yield desk
    desk.close()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("run", [1, None])
def test_a_file_a_person_renamed_stops_it_and_is_named(learned: Desk, name: str, run: int | None) -> None:
    undo = Undo(learned.archive, lambda _path: learned.folder, learned.clock)
    (learned.path / "tests.md").rename(learned.path / name)
    with pytest.raises(MemoryConflict, match=rf"run 1 was not undone: .*tests\.md is called {name} now"):
        undo.plan(run)
    (learned.path / name).unlink()
    with pytest.raises(ConfigError, match=r"nothing to undo|no run that changed memory is left"):
        undo.plan(run)


def test_a_persons_own_file_that_says_what_a_deleted_one_said_holds_no_undo_up(learned: Desk) -> None:
    undo = Undo(learned.archive, lambda _path: learned.folder, learned.clock)
    (learned.path / "tests.md").unlink()
    (learned.path / "mine.md").write_text(f"My rules.\n\n{RULE}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="nothing to undo"):
        undo.plan(1)


def test_an_edit_between_the_question_and_the_answer_stops_it(room: Room) -> None:
    planned = room.undo.plan()
    (room.desk.path / "made.md").write_bytes(b"a person's words\n")
    with pytest.raises(MemoryConflict, match=r"made\.md has just been changed"):
        room.undo.carry_out(planned)
    assert room.files() == {**AFTER, "made.md": b"a person's words\n"}
    assert room.outcomes() == ["learned"]


def test_the_messages_stay_understood(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    session = desk.said("s", human("h1", RULE), agent("a1"))
    hold(desk, session, keep())
    undo = Undo(desk.archive, lambda _path: desk.folder, desk.clock)
    undo.carry_out(undo.plan())
    assert desk.files().keys() == {"MEMORY.md"}
    assert desk.extraction.look(session) == Later(None)
    assert desk.archive.summary("").waiting == 0
    assert desk.archive.summary("").runs == 1
    desk.close()


def test_what_is_older_than_it_is_kept_says_so(room: Room) -> None:
    room.desk.folder.sweep()
    room.desk.clock.pass_by(91 * 24 * 3600)
    room.desk.archive.runs.start(1, "m", "/f", 1, room.desk.clock())
    assert room.desk.archive.journal.prune(room.desk.clock()) > 0
    with pytest.raises(ConfigError, match="not kept any more"):
        room.undo.plan(1)
    assert room.files() == AFTER


# ---------------------------------------------------------------- any contents

TEXTS = st.dictionaries(st.sampled_from([f"{c}.md" for c in "abcde"]), st.binary(max_size=40), max_size=5)


@settings(max_examples=40)
@given(before=TEXTS, after=TEXTS, redos=st.integers(0, 3))
def test_any_run_is_taken_back_byte_for_byte(
    before: dict[str, bytes], after: dict[str, bytes], redos: int
) -> None:
    names = sorted(before.keys() | after.keys())
    changes = tuple(
        FileChange(n, before.get(n), after.get(n)) for n in names if before.get(n) != after.get(n)
    )
    with in_memory() as place:
        room = Room(place, ChangeSet(changes), before)
        try:
            for number in range(1, 2 + redos) if changes else ():
                room.take_back(number)
            assert room.files() == (before if redos % 2 == 0 else after)
        finally:
            room.desk.close()


# ---------------------------------------------------------------- crashes and races


class SteppedDatabase(Database):
    """Lets a test act before every transaction."""

    kernel: Steps | None = None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        if self.kernel is not None and not self._connection.in_transaction:
            self.kernel.step("transaction")
        with super().transaction():
            yield


class SteppedFolder(MemoryFolder):
    """A folder whose every call a test may cut short."""

    def __init__(self, path: Path, archive: Archive, clock: Callable[[], int], kernel: Steps) -> None:
        super().__init__(path, archive.journal, clock, "", UTC)  # type: ignore[arg-type]
        self._kernel = kernel

    def _open(self, *, create: bool) -> Store:
        if self._store is None:
            self._root = Root.open(self._place, create=create, kernel=self._kernel)
            self._store = Store(self._root, self._journal, self._clock)
        return self._store


def stepped(room: Room, kernel: Steps, path: Path, *, only_unchanged: bool = False) -> None:
    """Undo run 1 in a process of its own, step by step."""
    clock = room.desk.clock
    db = SteppedDatabase.open(path / "state" / STATE_FILE, clock())
    assert isinstance(db, SteppedDatabase)
    archive = Archive(db, redact, clock)
    folder = SteppedFolder(room.desk.path, archive, clock, kernel)
    undo = Undo(archive, lambda _path: folder, clock)
    try:
        planned = undo.plan(1, only_unchanged=only_unchanged)
        kernel.number = 0
        db.kernel = kernel
        undo.carry_out(planned)
    finally:
        db.kernel = None
        folder.close()
        archive.close()


def start_again(room: Room) -> None:
    """What the next start does."""
    archive, clock = room.desk.archive, room.desk.clock
    folders = Folders(lambda path: MemoryFolder(path, archive.journal, clock, "", UTC), archive.journal)
    folders.recover()
    Undo(archive, lambda path: folders.get(Path(path)), clock).recover()
    room.desk.extraction.recover()
    folders.close()


def steps_of_an_undo(path: Path, kind: type[Steps]) -> list[str]:
    room = Room(path)
    calls: list[str] = []
    kernel = kind(lambda _number, call: calls.append(call))
    calls.clear()
    stepped(room, kernel, path)
    room.desk.close()
    return calls[-kernel.number :]


@pytest.mark.parametrize("kind", [Steps, PlainSteps])
def test_a_kill_at_any_step_leaves_before_or_after_and_the_next_start_ends_it(
    tmp_path: Path, kind: type[Steps]
) -> None:
    calls = steps_of_an_undo(tmp_path / "counted", kind)
    assert calls.count("transaction") >= 5
    ends: dict[str, int] = {"before": 0, "after": 0}
    for number in range(1, len(calls) + 1):
        path = tmp_path / str(number)
        room = Room(path)
        with pytest.raises(KillNow):
            stepped(room, kind(hook({number: kill})), path)
        start_again(room)
        end = "after" if room.files() == BEFORE else "before"
        ends[end] += 1
        expected, listed = (BEFORE, "(gone.md)") if end == "after" else (AFTER, "(made.md)")
        assert room.files() == expected, f"killed before step {number}: {calls[number - 1]}"
        assert listed in room.index(), f"killed before step {number}: {calls[number - 1]}"
        assert room.desk.archive.runs.unfinished_undos() == []
        assert (1 in room.desk.archive.run_log.undone()) == (end == "after")
        start_again(room)
        assert room.files() == expected
        if end == "before":
            room.take_back(1)
            assert room.files() == BEFORE
        room.desk.close()
    assert min(ends.values()) > 0


@pytest.mark.parametrize("third", [0, 1, 2])
@pytest.mark.parametrize("kind", [Steps, PlainSteps])
def test_a_person_who_saves_at_any_step_keeps_their_words_and_stops_all_of_it(
    tmp_path: Path, kind: type[Steps], third: int
) -> None:
    words = b"a person's words\n"
    calls = steps_of_an_undo(tmp_path / "counted", kind)
    stopped = 0
    for number in range(1 + third, len(calls) + 1, 3):
        path = tmp_path / str(number)
        room = Room(path)
        place = room.desk.path / "made.md"

        def save(place: Path = place) -> None:
            beside = place.with_name("editor~")
            beside.write_bytes(words)
            beside.replace(place)

        try:
            stepped(room, kind(hook({number: save})), path)
        except MemoryConflict:
            stopped += 1
            assert {n: d for n, d in room.files().items() if n != "made.md"} == {"a.md": AFTER["a.md"]}
            assert 1 not in room.desk.archive.run_log.undone()
        else:
            assert {n: d for n, d in room.files().items() if n != "made.md"} == BEFORE
        texts = [p.read_bytes() for p in room.desk.path.iterdir()]
        if kind is Steps:
            assert words in texts, f"saved before step {number}: {calls[number - 1]}"
        room.desk.close()
    assert stopped > 0


def test_a_kill_while_the_rest_is_put_back_for_a_person_leaves_all_or_nothing(tmp_path: Path) -> None:
    words = b"a person's words\n"
    calls = steps_of_an_undo(tmp_path / "counted", Steps)
    seen: set[str] = set()

    def held(path: Path, save_at: int, kill_at: int) -> str:
        room = Room(path)
        place = room.desk.path / "made.md"
        kernel = Steps(hook({save_at: lambda: place.write_bytes(words) and None, kill_at: kill}))
        try:
            stepped(room, kernel, path)
            told = "done"
        except MemoryConflict:
            told = "refused"
        except KillNow:
            told = "killed"
        start_again(room)
        others = {n: d for n, d in room.files().items() if n != "made.md"}
        assert others in (BEFORE, {"a.md": AFTER["a.md"]}), f"saved at {save_at}, killed at {kill_at}"
        assert words in [p.read_bytes() for p in room.desk.path.iterdir()]
        seen.add("before" if others == BEFORE else "after")
        assert room.desk.archive.runs.unfinished_undos() == []
        room.desk.close()
        return told

    save_at = calls.index("rename_exchange") + 1
    assert held(tmp_path / "whole", save_at, 1 << 30) == "refused"
    for kill_at in range(save_at + 1, save_at + 400, 2):
        if held(tmp_path / str(kill_at), save_at, kill_at) != "killed":
            break
    assert seen == {"after"}


def killed_at(room: Room, path: Path, call: str) -> None:
    calls = steps_of_an_undo(path / "counted", Steps)
    with pytest.raises(KillNow):
        stepped(room, Steps(hook({calls.index(call) + 1: kill})), path)


def test_a_daemon_that_goes_on_ends_the_files_of_an_undo_that_was_killed(tmp_path: Path) -> None:
    room = Room(tmp_path)
    killed_at(room, tmp_path, "rename_exchange")
    assert room.files() != BEFORE
    room.desk.folder.sweep()
    assert room.files() == BEFORE
    room.desk.close()


def test_an_undo_that_was_cut_short_is_named_without_being_ended(tmp_path: Path) -> None:
    room = Room(tmp_path)
    killed_at(room, tmp_path, "rename_exchange")
    before = room.files()
    assert room.undo.cut_short() == ((1, room.desk.folder.path),)
    assert room.files() == before
    assert len(room.undo.cut_short()) == 1
    room.desk.close()


def test_an_undo_that_was_cut_short_is_ended_with_what_it_did(tmp_path: Path) -> None:
    room = Room(tmp_path)
    killed_at(room, tmp_path, "rename_exchange")
    (ended,) = room.undo.end_cut_short()
    assert (ended.undoes, room.files()) == (1, BEFORE)
    assert {change.file for change in ended.changes} == BEFORE.keys() | AFTER.keys()
    assert (room.undo.cut_short(), room.undo.end_cut_short()) == ((), ())
    room.desk.close()


def test_an_undo_that_was_cut_short_before_it_wrote_anything_down_took_nothing_back(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.desk.archive.runs.start_undo(1, room.desk.clock())
    assert room.undo.end_cut_short() == ()
    assert room.undo.plan().run == 1
    room.desk.close()


def test_a_start_that_ends_an_undo_says_so(tmp_path: Path) -> None:
    room = Room(tmp_path)
    killed_at(room, tmp_path, "rename_exchange")
    assert room.undo.recover() == ("the undo of run 1, which was cut short, is finished",)
    room.desk.close()


def test_closing_extractions_a_crash_left_open_leaves_a_killed_undo_to_be_ended(tmp_path: Path) -> None:
    room = Room(tmp_path)
    killed_at(room, tmp_path, "rename_exchange")
    assert room.desk.archive.runs.interrupt_open(room.desk.clock()) == 0
    room.undo.recover()
    assert (room.files(), room.outcomes()[-1]) == (BEFORE, "undone")
    room.desk.close()


def test_an_undo_cut_short_in_a_folder_that_cannot_be_looked_at_is_told_and_ended_later(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path)
    killed_at(room, tmp_path, "rename_exchange")
    folder, aside = room.desk.path, tmp_path / "aside"
    folder.rename(aside)
    cannot_be_looked_at(folder)
    archive, clock = room.desk.archive, room.desk.clock
    folders = Folders(lambda path: MemoryFolder(path, archive.journal, clock, "", UTC), archive.journal)
    (line,) = Undo(archive, lambda path: folders.get(Path(path)), clock).recover()
    assert "cannot open the folder" in line
    folder.unlink()
    aside.rename(folder)
    room.undo.recover()
    assert (room.files(), room.outcomes()[-1]) == (BEFORE, "undone")
    room.desk.close()


def test_a_disk_that_fails_half_way_is_ended_by_the_next_try(tmp_path: Path) -> None:
    room = Room(tmp_path)
    calls = steps_of_an_undo(tmp_path / "counted", Steps)

    def fail() -> None:
        raise OSError(28, "No space left on device")

    moves = [n for n, call in enumerate(calls, 1) if call == "rename_exchange"]
    with pytest.raises(StoreFailed):
        stepped(room, Steps(hook({moves[0]: fail})), tmp_path)
    with pytest.raises(ConfigError, match="undone already"):
        room.undo.plan(1)
    assert room.files() == BEFORE
    room.desk.close()
