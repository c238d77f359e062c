"""Memory folders: made when needed, rendered when still, followed when replaced."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from extractor import fs
from extractor.archive.archive import Archive
from extractor.errors import ConfigError, StoreFailed
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.journal import Intent, IntentState
from extractor.memory.memory_file import NewMemory, render
from extractor.memory.pins import PinRoom
from extractor.memory.redaction.redact import redact
from extractor.memory.snapshot import read_folder
from extractor.service.folders import AT_ONCE, MOST_OPEN, Folders
from extractor.service.memory_folder import MemoryFolder
from tests.support.place import cannot_be_looked_at
from tests.support.scripted import Clock

NOW = "2026-03-02T10:00:00.000Z"


def memory(name: str, fact: str) -> bytes:
    from extractor.domain import MemoryType

    return render(NewMemory(name, fact, MemoryType.PROJECT, (fact,), NOW, "s"))


def add(folder: MemoryFolder, name: str, fact: str) -> None:
    folder.commit(1, ChangeSet((FileChange(f"{name}.md", None, memory(name, fact)),)))
    folder.refresh_index()


class Desk:
    def __init__(self, place: Path) -> None:
        self.clock = Clock()
        self.archive = Archive.open(place / "state", redact, self.clock)
        self.folders = Folders(
            lambda path: MemoryFolder(
                path, self.archive.journal, self.clock, "", UTC, self.archive.index_lines
            ),
            self.archive.journal,
        )
        self.path = place / "memory"
        self.folder = self.folders.get(self.path)

    @property
    def index(self) -> str:
        return (self.path / "MEMORY.md").read_text(encoding="utf-8")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.folders.close()
    made.archive.close()


def test_looking_makes_no_folder(desk: Desk) -> None:
    assert desk.folder.snapshot() == {}
    assert not desk.folder.is_ours()
    assert not desk.path.exists()


def test_the_same_path_is_the_same_folder_also_through_a_link(desk: Desk, tmp_path: Path) -> None:
    add(desk.folder, "a", "Fact a.")
    link = tmp_path / "link"
    link.symlink_to(desk.path)
    assert desk.folders.get(link) is desk.folder


def test_a_file_a_person_adds_is_listed_once_it_was_still_for_a_second(desk: Desk) -> None:
    add(desk.folder, "a", "Fact a.")
    (desk.path / "own.md").write_bytes(memory("own", "Own fact."))
    desk.folders.changed(desk.path / "own.md", desk.clock())
    assert list(desk.folders.render_due(desk.clock())) == []
    desk.clock.pass_by(1.1)
    assert list(desk.folders.render_due(desk.clock())) == [(desk.folder.path, None)]
    assert "Own fact." in desk.index


def test_of_many_folders_few_are_kept_open(desk: Desk, tmp_path: Path) -> None:
    folders = [desk.folders.get(tmp_path / f"memory-{number}") for number in range(MOST_OPEN + 20)]
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    for number, folder in enumerate(folders):
        add(folder, "a", f"The lamp number {number} is green.")
        desk.folders.get(Path(folder.path))
    if before:
        assert len(os.listdir("/proc/self/fd")) - before <= MOST_OPEN + 1
    for number, folder in enumerate(folders):
        assert f"number {number} is".encode() in folder.snapshot()["a.md"]


def test_which_folders_are_ours_is_found_out_once_however_many_are_rendered(
    desk: Desk, tmp_path: Path
) -> None:
    looks: list[int] = []

    def reaching() -> Callable[[str], bool]:
        looks.append(1)
        return lambda path: path.endswith("-7")

    folders = Folders(
        lambda path: MemoryFolder(path, desk.archive.journal, desk.clock, "", UTC),
        desk.archive.journal,
        reaching,
    )
    paths = [folders.get(tmp_path / f"memory-{number}").path for number in range(20)]
    for path in paths:
        add(folders.get(Path(path)), "a", "Fact a.")
    assert [path for path, _problem in folders.render(paths)] == [str((tmp_path / "memory-7").resolve())]
    assert len(looks) == 1
    folders.close()


def test_a_clock_that_is_set_back_puts_no_rendering_off(desk: Desk) -> None:
    add(desk.folder, "a", "The lamp is green.")
    desk.folders.look(desk.clock())
    desk.clock.pass_by(-3_600)
    desk.folders.set_back(3_600_000)
    desk.clock.pass_by(1)
    assert list(desk.folders.render_due(desk.clock())) == [(desk.folder.path, None)]


def test_a_folder_that_is_held_is_not_let_go_of(desk: Desk, tmp_path: Path) -> None:
    with desk.folder.held() as store:
        for number in range(MOST_OPEN + 5):
            desk.folders.get(tmp_path / f"memory-{number}")
        store.commit(1, ChangeSet((FileChange("a.md", None, memory("a", "The lamp is green.")),)))
    assert "a.md" in desk.folder.snapshot()


def test_at_midnight_not_all_indexes_are_rendered_at_once(desk: Desk, tmp_path: Path) -> None:
    folders = [desk.folders.get(tmp_path / f"memory-{number}") for number in range(AT_ONCE + 5)]
    for number, folder in enumerate(folders):
        add(folder, "a", f"The lamp number {number} is green.")
    desk.folders.look(desk.clock())
    desk.clock.pass_by(2)
    rounds: list[list[str]] = []
    while desk.folders.next_due() is not None:
        rounds.append([path for path, _ in desk.folders.render_due(desk.clock())])
    assert len(rounds) == 2
    assert all(len(each) <= AT_ONCE for each in rounds)
    assert sorted(rounds[0] + rounds[1]) == sorted(folder.path for folder in folders)


def test_what_was_wrong_with_the_index_of_a_folder_that_is_gone_is_over(desk: Desk) -> None:
    add(desk.folder, "a", "The lamp is green.")
    own = "".join(f"- own line {number} {'x' * 150}\n" for number in range(400))
    (desk.path / "MEMORY.md").write_text(own + desk.index)
    assert desk.folder.refresh_index()
    shutil.rmtree(desk.path)
    desk.folders.look(desk.clock())
    desk.clock.pass_by(2)
    assert list(desk.folders.render_due(desk.clock())) == [(desk.folder.path, None)]
    desk.folders.look(desk.clock())
    assert desk.folders.next_due() is None


def test_a_folder_we_never_wrote_to_is_left_alone(desk: Desk) -> None:
    desk.path.mkdir()
    (desk.path / "own.md").write_bytes(memory("own", "Own fact."))
    desk.folders.changed(desk.path / "own.md", desk.clock())
    desk.clock.pass_by(2)
    assert list(desk.folders.render_due(desk.clock())) == []
    assert not (desk.path / "MEMORY.md").exists()


def followed(desk: Desk) -> list[tuple[str, str | None]]:
    """What comes of what happened in the folders, once they have been still."""
    desk.folders.look(desk.clock())
    desk.clock.pass_by(2)
    return list(desk.folders.render_due(desk.clock()))


def test_an_index_that_was_deleted_is_rendered_again(desk: Desk) -> None:
    add(desk.folder, "a", "Fact a.")
    followed(desk)
    (desk.path / "MEMORY.md").unlink()
    assert followed(desk) == [(desk.folder.path, None)]
    assert "Fact a." in desk.index


@pytest.mark.parametrize("text", ["", "Team notes.\n", "# Memory\n\n- a line\n"])
def test_our_block_that_was_taken_out_of_the_index_is_put_back_beside_what_a_person_wrote_there(
    desk: Desk, text: str
) -> None:
    add(desk.folder, "a", "Fact a.")
    followed(desk)
    (desk.path / "MEMORY.md").write_text(text, encoding="utf-8")
    assert followed(desk) == [(desk.folder.path, None)]
    assert desk.index.startswith(text)
    assert "Fact a." in desk.index


def test_our_block_that_was_taken_out_while_nothing_ran_is_put_back_at_the_next_start(
    desk: Desk, tmp_path: Path
) -> None:
    add(desk.folder, "a", "Fact a.")
    (desk.path / "MEMORY.md").write_text("Team notes.\n", encoding="utf-8")
    desk.folders.close()
    desk.archive.close()
    later = Desk(tmp_path)
    assert followed(later) == [(later.folder.path, None)]
    assert later.index.startswith("Team notes.\n")
    assert "Fact a." in later.index
    later.folders.close()
    later.archive.close()


def test_no_index_is_made_again_where_there_is_nothing_to_tell(desk: Desk) -> None:
    add(desk.folder, "a", "Fact a.")
    (desk.path / "a.md").unlink()
    (desk.path / "MEMORY.md").unlink()
    assert followed(desk) == [(desk.folder.path, None)]
    assert not (desk.path / "MEMORY.md").exists()


def test_what_no_wake_up_told_is_found_by_looking(desk: Desk) -> None:
    add(desk.folder, "a", "Fact a.")
    desk.folders.look(desk.clock())
    desk.clock.pass_by(2)
    list(desk.folders.render_due(desk.clock()))
    desk.folders.look(desk.clock())
    desk.clock.pass_by(2)
    list(desk.folders.render_due(desk.clock()))
    (desk.path / "a.md").unlink()
    desk.folders.look(desk.clock())
    desk.clock.pass_by(2)
    list(desk.folders.render_due(desk.clock()))
    assert "Fact a." not in desk.index


def test_a_folder_that_could_not_be_looked_at_is_rendered_when_it_can(desk: Desk) -> None:
    add(desk.folder, "a", "Fact a.")
    real, fails = desk.folder.is_ours, [True]

    def is_ours() -> bool:
        if fails and fails.pop():
            raise StoreFailed("disk reports an error")
        return real()

    desk.folder.is_ours = is_ours  # type: ignore[method-assign]
    told = []
    for _ in range(3):
        desk.folders.look(desk.clock())
        desk.clock.pass_by(2)
        told += [problem for _, problem in desk.folders.render_due(desk.clock())]
    assert told == ["disk reports an error", None]


def test_what_kept_a_folder_of_others_from_being_looked_at_is_over_when_it_can_be(desk: Desk) -> None:
    desk.path.mkdir()
    (desk.path / "own.md").write_bytes(memory("own", "Own fact."))
    fails = [StoreFailed("network file system lost it")]

    def is_ours() -> bool:
        if fails:
            raise fails.pop()
        return False

    desk.folder.is_ours = is_ours  # type: ignore[method-assign]
    told = []
    for _ in range(3):
        desk.folders.look(desk.clock())
        desk.clock.pass_by(2)
        told += [problem for _, problem in desk.folders.render_due(desk.clock())]
    assert told == ["network file system lost it", None]


def test_a_folder_that_cannot_be_looked_at_is_told_and_not_taken_for_empty(desk: Desk) -> None:
    cannot_be_looked_at(desk.path)
    closed = MemoryFolder(desk.path / "memory", desk.archive.journal, desk.clock, "", UTC)
    for look in (closed.snapshot, closed.is_ours, closed.sweep, closed.own_index, closed.recover):
        with pytest.raises(StoreFailed, match="cannot open the folder"):
            look()
    with pytest.raises(StoreFailed, match="cannot open the folder"):
        closed.tells(lambda _data: True)


def test_what_was_cut_short_in_a_folder_that_cannot_be_looked_at_is_told_and_ended_later(
    desk: Desk, tmp_path: Path
) -> None:
    add(desk.folder, "a", "Fact a.")
    intent = Intent(
        "t", 1, desk.folder.path, "b.md", ".extractor-t", None, b"Fact b.\n", IntentState.OPEN, desk.clock()
    )
    desk.archive.journal.open([intent])
    desk.path.rename(tmp_path / "aside")
    cannot_be_looked_at(desk.path)
    (line,) = desk.folders.recover()
    assert "cannot open the folder" in line
    desk.path.unlink()
    (tmp_path / "aside").rename(desk.path)
    desk.folders.recover()
    assert [each for each in desk.archive.journal.unfinished() if each.state is IntentState.OPEN] == []


def begun(desk: Desk) -> None:
    """A process that ended when it had written down what it was about to do, and the folder removed after that."""
    add(desk.folder, "a", "Fact a.")
    new = Intent(
        "t",
        1,
        desk.folder.path,
        "b.md",
        ".extractor-tmp-t",
        None,
        b"Fact b.\n",
        IntentState.OPEN,
        desk.clock(),
    )
    index = replace(new, id="u", run=0, file="MEMORY.md", temp=".extractor-tmp-u")
    gone = replace(
        new, id="v", file="a.md", temp=".extractor-tmp-v", before=memory("a", "Fact a."), after=None
    )
    desk.archive.journal.open([new, index, gone])
    desk.folders.close()
    shutil.rmtree(desk.path)


@pytest.mark.parametrize("is_at_start", [True, False])
def test_what_was_begun_in_a_folder_that_is_gone_does_not_come_back_in_a_new_one(
    desk: Desk, is_at_start: bool
) -> None:
    begun(desk)
    (line,) = desk.folders.recover() if is_at_start else desk.folders.sweep()
    assert line == f"{desk.path} is gone, and with it what was to be written there: b.md"
    assert not desk.path.exists()
    assert [each for each in desk.archive.journal.unfinished() if each.state is IntentState.OPEN] == []
    desk.path.mkdir(mode=0o700)
    assert desk.folders.sweep() == []
    assert desk.folders.recover() == []
    assert list(desk.path.iterdir()) == []


def test_a_folder_removed_and_made_again_is_written_where_it_stands_now(desk: Desk) -> None:
    add(desk.folder, "a", "Fact a.")
    shutil.rmtree(desk.path)
    desk.path.mkdir()
    assert desk.folder.snapshot() == {}
    add(desk.folder, "b", "Fact b.")
    assert sorted(f.name for f in desk.path.iterdir()) == ["MEMORY.md", "b.md"]


def test_who_waited_for_a_folder_that_was_moved_away_meanwhile_writes_nothing(
    desk: Desk, tmp_path: Path
) -> None:
    add(desk.folder, "a", "Fact a.")
    aside, is_held = tmp_path / "aside", threading.Event()

    def move() -> None:
        with fs.Root.open(desk.path) as root, root.lock(1):
            is_held.set()
            time.sleep(0.1)
            desk.path.rename(aside)
            desk.path.symlink_to(tmp_path)

    mover = threading.Thread(target=move)
    mover.start()
    assert is_held.wait(5)
    with pytest.raises(StoreFailed, match="was moved away at that moment: try again"):
        add(desk.folder, "b", "Fact b.")
    mover.join()
    assert sorted(f.name for f in aside.glob("*.md")) == ["MEMORY.md", "a.md"]
    assert desk.folder.recover().lines == (), "nothing was begun there that could be brought to an end"
    desk.path.unlink()
    aside.rename(desk.path)
    add(desk.folder, "b", "Fact b.")
    assert sorted(desk.folder.snapshot()) == ["a.md", "b.md"]


def test_what_was_begun_in_a_folder_that_is_a_link_now_is_not_taken_for_ended(
    desk: Desk, tmp_path: Path
) -> None:
    add(desk.folder, "a", "Fact a.")
    intent = Intent(
        "t", 1, desk.folder.path, "b.md", ".extractor-t", None, b"Fact b.\n", IntentState.OPEN, desk.clock()
    )
    desk.archive.journal.open([intent])
    desk.path.rename(tmp_path / "aside")
    desk.path.symlink_to(tmp_path)
    with pytest.raises(ConfigError, match="symbolic link"):
        desk.folder.recover()


def test_reading_a_folder_names_what_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(memory("a", "Fact a."))
    (tmp_path / "link.md").symlink_to(tmp_path / "a.md")
    files, problems = read_folder(tmp_path)
    assert list(files) == ["a.md"]
    assert len(problems) == 1
    assert "link.md" in problems[0]
    assert read_folder(tmp_path / "nothing") == ({}, [])


def test_pins_beyond_their_room_are_told_until_they_fit(desk: Desk) -> None:
    desk.folders.give_room(PinRoom(len, 200))
    add(desk.folder, "one", "The lamp is copper.")
    (desk.path / "mine.md").write_text("---\npinned: true\n---\n" + "Long. " * 60, encoding="utf-8")
    told = desk.folder.refresh_index()
    assert told is not None
    assert "mine.md" in told
    assert "unpin or compact one" in told
    desk.folders.give_room(PinRoom(len, 2_000))
    assert desk.folder.refresh_index() is None
