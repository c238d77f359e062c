"""The index of one folder: what it tells, and what is told where it cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC
from pathlib import Path

import pytest

from extractor import fs
from extractor.archive.archive import Archive
from extractor.domain import MemoryType, Reach
from extractor.memory.memory_file import NewMemory, render
from extractor.memory.pins import PinRoom
from extractor.memory.redaction.redact import redact
from extractor.memory.store import Store
from extractor.service.folder_index import FolderIndex, Told
from tests.support.scripted import Clock

DAY = 24 * 3600


class Home:
    """Another home, with one file."""

    def told(self) -> Mapping[str, bytes]:
        return {"lisa.md": memory("lisa", "The user is Lisa.")}

    def stamp(self) -> tuple[object, ...]:
        return ()


class Desk:
    """A folder that is held, and its index."""

    def __init__(self, place: Path) -> None:
        self.clock = Clock()
        self.path = place / "memory"
        self.path.mkdir()
        self.archive = Archive.open(place / "state", redact, self.clock)
        self.root = fs.Root.open(self.path, create=False)
        self.store = Store(self.root, self.archive.journal, self.clock)
        self.others: dict[Reach, Told] = {}
        notes = self.archive.index_lines
        self.index = FolderIndex(
            self.path, self.clock, "", UTC, notes, lambda: self.others, lambda files: files
        )

    def add(self, name: str, fact: str) -> None:
        (self.path / f"{name}.md").write_bytes(memory(name, fact))

    def write(self, text: str) -> None:
        (self.path / "MEMORY.md").write_text(text, encoding="utf-8")

    def render(self) -> str | None:
        return self.index.render(self.store)

    @property
    def text(self) -> str:
        return (self.path / "MEMORY.md").read_text(encoding="utf-8")


def memory(name: str, fact: str) -> bytes:
    return render(NewMemory(name, fact, MemoryType.PROJECT, (fact,), "2026-03-02T10:00:00.000Z", "s"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.root.close()
    made.archive.close()


def test_it_stands_around_what_a_person_wrote_and_is_ours_from_then_on(desk: Desk) -> None:
    desk.add("a", "Fact a.")
    desk.write("Team notes.\n")
    assert not desk.index.is_ours(desk.text.encode())
    assert desk.render() is None
    assert desk.text.startswith("Team notes.\n")
    assert "Fact a." in desk.text
    assert desk.index.own_text(desk.text.encode()).strip() == "Team notes."
    assert desk.index.is_ours(desk.text.encode())
    assert desk.index.is_ours(b"our block was taken out")


def test_what_another_home_tells_is_told_as_of_it(desk: Desk) -> None:
    desk.add("a", "Fact a.")
    desk.others = {Reach.PERSONAL: Home()}
    assert desk.render() is None
    assert "(personal)" in next(line for line in desk.text.splitlines() if "The user is Lisa." in line)


def test_an_index_that_cannot_hold_all_says_so(desk: Desk) -> None:
    desk.write("mine\n" * 190)
    for number in range(20):
        desk.add(f"m{number}", f"Fact {number}.")
    problem = desk.render()
    assert problem is not None
    assert "not listed" in problem
    assert len(desk.text.splitlines()) <= 200
    assert desk.text.startswith("mine\n" * 190)


def test_a_persons_text_that_leaves_it_no_room_is_told(desk: Desk) -> None:
    desk.add("a", "Fact a.")
    desk.write("mine\n" * 199)
    problem = desk.render()
    assert problem is not None
    assert "1 memory file is not listed" in problem
    assert desk.text.startswith("mine\n" * 199)


def test_deadlines_that_have_passed_stand_last(desk: Desk) -> None:
    desk.add("freeze", "The freeze lasts until 2026-03-10.")
    desk.clock.pass_by(30 * DAY)
    desk.add("zebra", "Fact z.")
    desk.add("alpha", "Fact a.")
    desk.render()
    lines = [line for line in desk.text.splitlines() if line.startswith("- ")]
    assert "freeze" in lines[-1]


def test_a_file_whose_front_matter_lost_its_end_is_told_until_it_has_it_again(desk: Desk) -> None:
    data = memory("a", "Fact a.")
    (desk.path / "a.md").write_bytes(data.replace(b"\n---\n", b"\n"))
    problem = desk.render()
    assert problem is not None
    assert problem.startswith(f"{desk.path / 'a.md'}: its front matter is not closed")
    (desk.path / "a.md").write_bytes(data)
    assert desk.render() is None


def test_a_file_whose_lines_end_as_on_old_macs_is_told_until_it_is_saved_otherwise(desk: Desk) -> None:
    data = memory("a", "Fact a.")
    (desk.path / "a.md").write_bytes(data.replace(b"\n", b"\r"))
    problem = desk.render()
    assert problem is not None
    assert problem.startswith(f"{desk.path / 'a.md'}: its lines end as those of old Macs did")
    (desk.path / "a.md").write_bytes(data)
    assert desk.render() is None


def test_a_file_with_an_open_merge_is_told_until_the_person_chose(desk: Desk) -> None:
    data = memory("a", "Fact a.")
    sides = b"<<<<<<< HEAD\nFact a.\n=======\nFact b.\n>>>>>>> b\n"
    (desk.path / "a.md").write_bytes(data.replace(b"\nFact a.\n", b"\n" + sides))
    problem = desk.render()
    assert problem is not None
    assert problem.startswith(f"{desk.path / 'a.md'}: it holds an open merge conflict")
    (desk.path / "a.md").write_bytes(data)
    assert desk.render() is None


def test_of_many_files_that_cannot_be_used_the_first_are_named(desk: Desk) -> None:
    for number in range(7):
        (desk.path / f"f{number}.md").write_bytes(b"\x00\x01")
    problem = desk.render()
    assert problem is not None
    assert "f4.md" in problem
    assert "f5.md" not in problem
    assert problem.endswith("and 2 more files like these")


def test_pins_beyond_their_room_are_told_until_they_fit(desk: Desk) -> None:
    desk.index.pins = PinRoom(len, 200)
    (desk.path / "mine.md").write_text("---\npinned: true\n---\n" + "Long. " * 60, encoding="utf-8")
    problem = desk.render()
    assert problem is not None
    assert "mine.md" in problem
    desk.add("b", "Fact b.")
    desk.index.pins = PinRoom(len, 2_000)
    assert desk.render() is None
