"""Forget: what stands beside the memory files, and in indexes that tell of other homes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Literal

import pytest

from extractor.actions.forget import Asked, Forget
from extractor.archive.way import Way
from extractor.domain import Reach
from extractor.errors import ConfigError
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.service.memory_folder import MemoryFolder
from tests.support.scripted import Desk, says, write
from tests.support.talk import agent, human
from tests.unit.extraction.test_run import hold, keep

Form = Literal["NFC", "NFD"]

FACT = (
    "I always play the zanzibarian trombone in the evening, "
    + "and so do all of my friends, " * 5
    + "really."
)
"""Longer than what an index says of a file."""
HABIT = "I always answer letters on Sundays."


class Houses:
    """A person's folder, and two projects whose indexes tell of it."""

    def __init__(self, place: Path) -> None:
        self.desk = Desk(place)
        self.shop, self.mill = (self._project(place / name) for name in ("shop", "mill"))
        self.folders = {folder.path: folder for folder in (self.desk.folder, self.shop, self.mill)}
        self.forget = Forget(self.desk.archive, self.folder_at, self.desk.clock)
        session = self.desk.said("s", human("h1", FACT), agent("a1"))
        hold(self.desk, session, says(write("trombone.md", FACT, "h1", FACT, description=FACT[:140])), says())
        self.desk.said("s", human("h2", HABIT), agent("a2"))
        hold(self.desk, session, keep("habit.md", "h2", HABIT), says())

    def _project(self, path: Path) -> MemoryFolder:
        desk = self.desk
        return MemoryFolder(
            path, desk.archive.journal, desk.clock, "", UTC, desk.archive.index_lines,
            lambda: {Reach.PERSONAL: desk.folder},
        )  # fmt: skip

    def folder_at(self, path: str) -> MemoryFolder:
        if path not in self.folders:
            self.folders[path] = MemoryFolder(
                Path(path), self.desk.archive.journal, self.desk.clock, "", UTC, self.desk.archive.index_lines
            )
        return self.folders[path]

    def tell(self, folder: MemoryFolder) -> Path:
        """Give a project a memory file and its index."""
        folder.commit(0, ChangeSet((FileChange("own.md", None, b"Mine.\n"),)))
        folder.refresh_index()
        return Path(folder.path) / "MEMORY.md"

    def carry_out(self, asked: Asked) -> tuple[str, ...]:
        return self.forget.carry_out(self.forget.plan(asked))

    def holding(self, word: str, *places: Path) -> list[str]:
        files = (f for place in places for f in sorted(place.rglob("*")) if f.is_file())
        return [str(f) for f in files if word.encode() in f.read_bytes()]


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[Houses]:
    made = Houses(tmp_path)
    yield made
    for folder in made.folders.values():
        folder.close()
    made.desk.close()


def test_an_index_that_told_it_of_another_home_tells_it_no_more(houses: Houses, tmp_path: Path) -> None:
    index = houses.tell(houses.shop)
    with index.open("rb+"):  # somebody may write to what is displaced now
        data = (houses.desk.path / "trombone.md").read_bytes()
        assert houses.carry_out(Asked(file=(houses.desk.folder.path, "trombone.md", data))) == ()
    assert houses.holding("zanzibarian", tmp_path) == []
    assert HABIT in index.read_text()


@pytest.mark.parametrize("length", [10, 35, 60, 85, 110, 135])
def test_no_index_keeps_the_beginning_of_a_sentence_it_cut(
    tmp_path: Path, houses: Houses, length: int
) -> None:
    first = f"I live by the sea {'and like it there, ' * 9}"[:length].strip(" ,") + "."
    second = "I was treated for glaucoma in the clinic whose name is Nordend by a doctor I trust."
    for number, said in enumerate((first, second), start=1):
        session = houses.desk.said("t", human(f"m{number}", said), agent(f"b{number}"))
        kept = write("me.md", said, f"m{number}", said, description=first[:140])
        hold(houses.desk, session, says(kept), says())
    houses.tell(houses.shop)
    houses.carry_out(Asked(words="Nordend"))
    for folder in houses.folders.values():
        folder.refresh_index()
    assert houses.holding("treated for", tmp_path) == []


def test_an_index_that_does_not_hold_it_is_not_written_anew(houses: Houses) -> None:
    index = houses.tell(houses.mill)
    changed = index.read_text().replace(FACT[:140], "Something of my own.")
    index.write_text(changed)
    houses.carry_out(Asked(words="trombone"))
    assert index.read_text() == changed


def test_what_a_person_wrote_into_an_index_stays_and_is_told(houses: Houses) -> None:
    index, own = houses.tell(houses.shop), "We play the trombone here.\n"
    index.write_text(own + index.read_text())
    (line,) = houses.carry_out(Asked(words="trombone"))
    assert line == f"{index} holds it in words of your own: take them out there"
    assert index.read_text().startswith(own)
    assert houses.carry_out(Asked(words="trombone")) == (line,), "also where nothing else holds it any more"


@pytest.mark.parametrize("way", ["file", "message"])
def test_what_an_index_says_of_a_forgotten_file_goes_too(tmp_path: Path, houses: Houses, way: str) -> None:
    said = "I always take my insulin before lunch, so never plan calls then."
    told = "Insulin before lunch, no calls then."
    session = houses.desk.said("t", human("m1", said), agent("b1"))
    hold(houses.desk, session, says(write("lunch.md", said, "m1", said, description=told)), says())
    assert "Insulin" in houses.tell(houses.shop).read_text()
    data = (houses.desk.path / "lunch.md").read_bytes()
    is_file = way == "file"
    houses.carry_out(
        Asked(file=(houses.desk.folder.path, "lunch.md", data)) if is_file else Asked(message="m1")
    )
    assert houses.holding("nsulin", tmp_path) == []
    houses.shop.refresh_index()
    assert houses.holding("nsulin", tmp_path) == []


def test_what_a_file_says_beside_the_forgotten_stays_though_it_is_its_description(houses: Houses) -> None:
    first, second = "I never take the tram on Mondays.", "I always take my umbrella to the market."
    session = houses.desk.said("t", human("m1", first), agent("b1"))
    hold(houses.desk, session, says(write("ways.md", first, "m1", first, description=first)), says())
    houses.desk.said("t", human("m2", second), agent("b2"))
    hold(houses.desk, session, says(write("ways.md", second, "m2", second, description=first)), says())
    other = "I never take the tram on Mondays. Not even in winter."
    houses.desk.said("t", human("m3", other), agent("b3"))
    hold(houses.desk, session, says(write("winter.md", other, "m3", other, description=other)), says())
    houses.carry_out(Asked(words="umbrella"))
    kept = houses.desk.files()
    assert first in kept["ways.md"]
    assert "umbrella" not in kept["ways.md"]
    assert "tram" in kept["winter.md"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_words_are_found_in_whichever_form_their_letters_are_written(tmp_path: Path, form: Form) -> None:
    desk, said = Desk(tmp_path), "Our customer is Café Rouge."
    forms: tuple[Form, ...] = ("NFC", "NFD")
    for number, each in enumerate(forms):
        desk.said("s", human(f"h{number}", unicodedata.normalize(each, said)), agent(f"a{number}"))
    forget = Forget(desk.archive, lambda _path: desk.folder, desk.clock)
    planned = forget.plan(Asked(words=unicodedata.normalize(form, "café rouge")))
    assert len(planned.order.rows) == 2
    forget.carry_out(planned)
    held = b"".join(f.read_bytes() for f in (tmp_path / "state").iterdir())
    assert [each for each in forms if unicodedata.normalize(each, "Café").encode() in held] == []
    desk.close()


def test_a_path_that_holds_the_words_is_told_for_it_stays(houses: Houses) -> None:
    archive = houses.desk.archive
    archive.direct.session(Way.COMMAND_LINE, "/home/dev/trombone-shop")
    houses.desk.said("trombone-lesson", human("h8", "Hello."), agent("a8"))
    planned = houses.forget.plan(Asked(words="trombone"))
    kept = "holds it, and the state file keeps paths as they are"
    told = [line for line in planned.elsewhere if kept in line]
    assert told == [
        f"the path of the project /home/dev/trombone-shop {kept}",
        f"the path of the transcript /home/dev/trombone-lesson.jsonl {kept}",
    ]
    houses.forget.carry_out(planned)
    with pytest.raises(
        ConfigError, match="nothing was forgotten; the path of the project /home/dev/trombone"
    ):
        houses.forget.plan(Asked(words="trombone"))


@pytest.mark.parametrize("by", ["words", "file", "message"])
def test_a_file_a_person_moved_to_another_folder_is_forgotten_there(houses: Houses, by: str) -> None:
    shop = houses.tell(houses.shop).parent
    (houses.desk.path / "habit.md").rename(shop / "habit.md")
    with (shop / "habit.md").open("a") as out:
        out.write("\nMine alone.\n")
    (shop / "notes.md").write_text(f"My notes.\n\n{HABIT}\n")
    houses.shop.refresh_index()
    data = (shop / "habit.md").read_bytes()
    asked = {
        "words": Asked(words="letters on Sundays"),
        "file": Asked(file=(str(shop), "habit.md", data)),
        "message": Asked(message="h2"),
    }
    planned = houses.forget.plan(asked[by])
    assert planned.statements == ((str(shop / "habit.md"), HABIT),)
    houses.forget.carry_out(planned)
    assert houses.holding("Sundays", shop, houses.desk.path) == [str(shop / "notes.md")]
    assert any("Mine alone." in path.read_text() for path in shop.glob("*.md"))


def test_the_same_sentence_another_project_learned_itself_stays_where_only_one_message_is_forgotten(
    houses: Houses,
) -> None:
    houses.tell(houses.shop)
    other = Path(houses.shop.path) / "habit.md"
    (houses.desk.path / "habit.md").rename(other)
    other.write_text(other.read_text().replace("originSessionId: s", "originSessionId: another"))
    before = other.read_bytes()
    houses.carry_out(Asked(message="h2"))
    assert other.read_bytes() == before
