"""Pin and unpin: one key of a memory file, as a run that can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.actions.forget import Asked, Forget
from extractor.actions.pin import Pinned, Pinning
from extractor.actions.undo import Undo
from extractor.archive.way import Way
from extractor.errors import ConfigError
from extractor.extraction.job import Later
from extractor.memory.changeset import ChangeSet
from extractor.memory.memory_file import parse
from extractor.memory.pins import PinRoom
from extractor.memory.store import CommitResult, Store
from tests.support.scripted import Desk, says, write
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold, keep

PROJECT = "/home/dev/shop"
RULE = "Never mock the database in tests."
OWN = b'\xef\xbb\xbf---\r\nname: "own" # mine\r\nmetadata:\r\n  type: user\r\n---\r\n\r\nMine alone.\r\n'


class Room:
    def __init__(self, path: Path, limit: int = 10_000) -> None:
        self.desk = Desk(path)
        self.session = self.desk.said("s", human("h1", RULE), agent("a1"))
        hold(self.desk, self.session, keep("rule.md"), says())
        (self.desk.path / "own.md").write_bytes(OWN)
        self.pinning = Pinning(self.desk.archive, PinRoom(len, limit), Way.COMMAND_LINE, self.desk.clock)

    def pin(self, *files: str) -> Pinned:
        return self.pinning.pin(self.desk.folder, PROJECT, files)

    def unpin(self, *files: str) -> Pinned:
        return self.pinning.unpin(self.desk.folder, PROJECT, files)

    def data(self, file: str) -> bytes:
        return (self.desk.path / file).read_bytes()

    def pinned(self) -> set[str]:
        return {f.name for f in self.desk.path.glob("*.md") if parse(f.read_bytes()).pinned}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.desk.close()


def test_a_pin_adds_one_line_to_a_persons_file_and_unpinning_takes_it_out(room: Room) -> None:
    done = room.pin("own.md")
    assert room.data("own.md") == OWN.replace(b"  type: user\r\n", b"  type: user\r\n  pinned: true\r\n")
    assert (done.changed, done.already) == (("own.md",), ())
    assert [pin.file for pin in done.pins.fitting] == ["own.md"]
    room.unpin("own.md")
    assert room.data("own.md") == OWN


def test_a_pin_comes_first_in_the_index(room: Room) -> None:
    room.pin("own.md")
    index = room.desk.files()["MEMORY.md"]
    assert index.index("(own.md)") < index.index("(rule.md)")


@pytest.mark.parametrize(
    "theirs", [OWN + b"More.\n", OWN.replace(b"user\r\n", b"user\r\n  pinned: true\r\n")]
)
def test_what_a_first_try_pinned_is_told_where_another_file_was_being_saved(
    room: Room, monkeypatch: pytest.MonkeyPatch, theirs: bytes
) -> None:
    commit, tries = Store.commit, list[int]()

    def beside(store: Store, run: int, changes: ChangeSet) -> CommitResult:
        if not tries:
            (room.desk.path / "own.md").write_bytes(theirs + b"More.\n")
        tries.append(run)
        return commit(store, run, changes)

    monkeypatch.setattr(Store, "commit", beside)
    told = room.pin("rule.md", "own.md")
    assert room.pinned() == {"own.md", "rule.md"}
    ours = {"rule.md", "own.md"} if b"pinned" not in theirs else {"rule.md"}
    assert (set(told.changed), set(told.already)) == (ours, {"own.md", "rule.md"} - ours)
    assert {change.file for change in told.done.changes} == ours
    assert told.done.run == tries[-1] == room.desk.archive.run_log.entries(1)[0].run


def test_a_pin_stands_in_the_log_and_is_undone(room: Room) -> None:
    before = {name: room.data(name) for name in ("own.md", "rule.md")}
    done = room.pin("rule.md", "own.md")
    (entry, _learned) = room.desk.archive.run_log.entries(10)
    assert (entry.run, entry.client, entry.changed) == (done.done.run, "command-line", 2)
    assert entry.detail == "pinned own.md, rule.md"
    undo = Undo(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    assert undo.carry_out(undo.plan()).undoes == done.done.run
    assert {name: room.data(name) for name in before} == before


def test_what_is_pinned_already_is_said_and_no_run_is_made(room: Room) -> None:
    room.pin("own.md")
    again = room.pin("own.md", "own.md")
    assert (again.changed, again.already, again.done.run) == ((), ("own.md",), None)
    assert len(room.desk.archive.run_log.entries(10)) == 2


def test_files_that_do_not_fit_are_refused_together_with_sizes_and_a_way_out(tmp_path: Path) -> None:
    room = Room(tmp_path, limit=len(OWN) + 100)
    room.pin("own.md")
    (room.desk.path / "small.md").write_bytes(b"small")
    with pytest.raises(ConfigError) as told:
        room.pin("small.md", "rule.md")
    size = len(room.data("rule.md"))
    for part in (
        "rule.md was not pinned",
        f"rule.md {size + len('  pinned: true') + 1}",
        "extractor unpin own.md",
    ):
        assert part in str(told.value)
    assert room.pinned() == {"own.md"}
    room.desk.close()


def test_a_file_too_large_by_itself_is_to_be_compacted(tmp_path: Path) -> None:
    room = Room(tmp_path, limit=50)
    with pytest.raises(ConfigError, match=r"extractor compact rule\.md"):
        room.pin("rule.md")
    room.desk.close()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("none.md", "there is no memory file none.md in .*: `extractor list` names"),
        ("ow.md", r"did you mean own\? `extractor list` names"),
        ("MEMORY.md", "is the index"),
    ],
)
def test_a_file_that_is_not_there_is_one_line(room: Room, name: str, told: str) -> None:
    for act in (room.pin, room.unpin):
        with pytest.raises(ConfigError, match=told):
            act("own.md", name)
    assert room.pinned() == set()


def test_a_file_that_was_removed_is_said_to_be(room: Room) -> None:
    (room.desk.path / "rule.md").unlink()
    for _ in range(2):
        room.desk.removals.look(room.desk.folder)
        room.desk.clock.pass_by(61)
    with pytest.raises(ConfigError, match="removed by hand"):
        room.pin("rule.md")


def test_a_file_of_a_form_that_cannot_be_edited_is_left_to_the_person(room: Room) -> None:
    (room.desk.path / "flow.md").write_bytes(b"---\nmetadata: {type: user}\n---\nX.\n")
    with pytest.raises(ConfigError, match=r"flow\.md was not pinned: .*by hand"):
        room.pin("flow.md")


@pytest.mark.parametrize("name", ["My Notes.md", "Notes.md", "a.b.md"])
def test_a_file_of_a_name_of_the_person_s_is_never_written_to(room: Room, name: str) -> None:
    (room.desk.path / name).write_bytes(OWN)
    told = rf"{name} was not pinned: .*never written to.*write `pinned: true` under `metadata:` by hand, or rename it"
    with pytest.raises(ConfigError, match=told):
        room.pin("rule.md", name)
    assert (room.data(name), room.pinned()) == (OWN, set())
    by_hand = OWN.replace(b"  type: user\r\n", b"  type: user\r\n  pinned: true\r\n")
    (room.desk.path / name).write_bytes(by_hand)
    assert room.pin(name).already == (name,)
    with pytest.raises(ConfigError, match="`pinned: false`"):
        room.unpin(name)
    assert room.data(name) == by_hand


def test_the_way_out_names_no_command_that_would_be_refused(tmp_path: Path) -> None:
    room = Room(tmp_path, limit=len(OWN) + 40)
    (room.desk.path / "My Notes.md").write_bytes(b"---\npinned: true\n---\n" + OWN)
    with pytest.raises(ConfigError, match=r"`pinned: false` under `metadata:` by hand of My Notes\.md"):
        room.pin("rule.md")
    room.desk.close()


def test_a_pin_teaches_nothing_and_counts_as_no_session(room: Room) -> None:
    before = room.desk.archive.summary("2026-03-02")
    room.desk.clock.pass_by(100)
    room.pin("own.md")
    after = room.desk.archive.summary("2026-03-02")
    assert after == before
    assert room.desk.archive.sessions.waiting() == []


def test_pinned_stays_pinned_when_a_run_writes_to_the_file(room: Room) -> None:
    room.pin("rule.md")
    said = "Never mock the clock in tests either."
    session = room.desk.said("t", human("h2", said), agent("a2"))
    hold(room.desk, session, says(write("rule.md", said, "h2", said)), says())
    assert said.encode() in room.data("rule.md")
    assert room.pinned() == {"rule.md"}


def test_forgetting_a_pinned_file_leaves_nothing_of_it(room: Room) -> None:
    room.pin("rule.md")
    forget = Forget(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    forget.carry_out(forget.plan(Asked(words="mock the database")))
    assert not (room.desk.path / "rule.md").exists()
    assert isinstance(room.desk.extraction.look(room.session), Later)


def test_an_undo_that_would_pin_beyond_the_room_is_refused_with_a_way_out(tmp_path: Path) -> None:
    room = Room(tmp_path, limit=10_000)
    room.pin("rule.md")
    pinned = room.data("rule.md").decode()
    unpinned = room.unpin("rule.md").done.run
    room.pin("own.md")
    size = len(pinned) + len(room.data("own.md").decode())
    room.desk.folder.pins = PinRoom(len, size)
    undo = Undo(room.desk.archive, lambda _path: room.desk.folder, room.desk.clock)
    planned = undo.plan(unpinned)
    room.desk.folder.pins = PinRoom(len, size - 1)
    told = rf"run {unpinned} was not undone: .*room for.*`extractor unpin own\.md`"
    with pytest.raises(ConfigError, match=told):
        undo.plan(unpinned)
    with pytest.raises(ConfigError, match=told):
        undo.carry_out(planned)
    assert room.pinned() == {"own.md"}
    room.unpin("own.md")
    undo.carry_out(undo.plan(unpinned))
    assert room.pinned() == {"rule.md"}
    room.desk.close()


def test_asked_beforehand_it_says_what_would_fail_and_changes_nothing(room: Room) -> None:
    with pytest.raises(ConfigError, match="no memory file gone"):
        room.pinning.check(room.desk.folder, ["own.md", "gone.md"], wanted=True)
    room.pinning.check(room.desk.folder, ["own.md"], wanted=True)
    assert room.pinned() == set()


def test_a_file_with_two_names_on_the_disk_is_not_said_to_be_absent(room: Room) -> None:
    (room.desk.path.parent / "second-name.md").hardlink_to(room.desk.path / "rule.md")
    with pytest.raises(ConfigError, match=r"rule\.md has 2 hard links"):
        room.pin("rule.md")
