"""What is known of the person leaves the projects' folders for their own, with what it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC
from pathlib import Path

import pytest

from extractor.actions.moving import Moving
from extractor.actions.undo import Undo
from extractor.archive.outcome import Outcome
from extractor.errors import ConfigError, MemoryConflict
from extractor.extraction.job import Batch
from extractor.extraction.subagent import converse
from extractor.memory.journal import Intent
from extractor.service.memory_folder import MemoryFolder
from tests.support.scripted import Desk, Scripted, says, write
from tests.support.talk import agent, human

ABOUT = "I am colour-blind, and I would like to look at `main` first."


class Known(Desk):
    """A desk whose project's folder knows something of the person, from before they had a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.personal = MemoryFolder(folder / "personal", self.archive.journal, self.clock, "", UTC)
        self.moving = Moving(self.archive, self.clock)

    def learn(self) -> None:
        batch = self.extraction.look(self.said("s", human("h1", ABOUT), agent("a1")))
        assert isinstance(batch, Batch)
        model = Scripted(
            [
                says(
                    write("sight.md", "The user is colour-blind.", "h1", "I am colour-blind", type="user"),
                    write(
                        "first.md",
                        "The user would like to look at `main` first.",
                        "h1",
                        "I would like to look at `main` first",
                        type="user",
                    ),
                ),
                says(),
            ]
        )
        job = self.extraction.begin(batch, model.name)
        done = self.extraction.finish(job, converse(model, job.request, job.workspace))
        assert done.added == 2, done.refusals

    def close(self) -> None:
        self.personal.close()
        super().close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Known]:
    made = Known(tmp_path)
    made.learn()
    yield made
    made.close()


def test_a_file_about_the_person_moves_byte_for_byte_with_its_quotes(desk: Known) -> None:
    before = desk.files()["sight.md"]
    assert desk.moving.move(desk.folder, desk.personal) == ("sight.md",)
    assert (Path(desk.personal.path) / "sight.md").read_text() == before
    assert list(desk.files()) == ["MEMORY.md", "first.md"]
    assert [q.quote for q in desk.archive.provenance.of_file(desk.personal.path, "sight.md")] == [
        "I am colour-blind"
    ]
    assert desk.moving.move(desk.folder, desk.personal) == ()


def test_a_move_is_no_removal(desk: Known) -> None:
    desk.moving.move(desk.folder, desk.personal)
    desk.clock.pass_by(3600)
    assert desk.removals.look(desk.folder) == 0
    assert not desk.archive.tombstones.is_on("The user is colour-blind.")


def test_a_move_stands_in_the_log_and_can_be_taken_back(desk: Known) -> None:
    desk.moving.move(desk.folder, desk.personal)
    into, out = desk.archive.db.rows("SELECT id FROM runs WHERE outcome = ? ORDER BY id", (Outcome.MOVED,))
    by_path = {folder.path: folder for folder in (desk.folder, desk.personal)}
    undo = Undo(desk.archive, lambda path: by_path[path], desk.clock)
    undo.carry_out(undo.plan(int(str(out[0]))))
    undo.carry_out(undo.plan(int(str(into[0]))))
    assert "sight.md" in desk.files()
    assert not (Path(desk.personal.path) / "sight.md").exists()
    assert desk.moving.move(desk.folder, desk.personal) == (), "what a person brought back stays"


def test_without_a_number_a_move_is_not_taken_back(desk: Known) -> None:
    desk.moving.move(desk.folder, desk.personal)
    by_path = {folder.path: folder for folder in (desk.folder, desk.personal)}
    undo = Undo(desk.archive, lambda path: by_path[path], desk.clock)
    planned = undo.plan()
    assert (planned.run, [change.file for change in planned.changes.changes]) == (1, ["first.md"])
    moves = tuple(desk.archive.run_log.moves())
    assert (len(moves), planned.passed_over) == (2, moves)
    assert undo.plan(1).passed_over == ()
    undo.carry_out(planned)
    with pytest.raises(ConfigError, match=rf"left to undo but moves of files \(`extractor undo {moves[0]}`"):
        undo.plan()


def test_an_undo_tells_what_moved_and_takes_that_back_once_its_move_is(desk: Known) -> None:
    desk.moving.move(desk.folder, desk.personal)
    into, _ = desk.archive.db.rows("SELECT id FROM runs WHERE outcome = ? ORDER BY id", (Outcome.MOVED,))
    by_path = {folder.path: folder for folder in (desk.folder, desk.personal)}
    undo = Undo(desk.archive, lambda path: by_path[path], desk.clock)
    planned = undo.plan(1)
    assert planned.left == (
        f"{desk.path / 'sight.md'} was moved to {desk.personal.path} and stays there (undo run {into[0]} first)",
    )
    undo.carry_out(planned)
    entry = desk.archive.run_log.entry(1)
    assert entry is not None
    assert entry.is_partly
    with pytest.raises(MemoryConflict, match="was moved to"):
        undo.plan(1)
    undo.carry_out(undo.plan(int(str(into[0]))))
    assert not (Path(desk.personal.path) / "sight.md").exists()


def test_a_name_that_is_taken_is_counted_on(desk: Known) -> None:
    place = Path(desk.personal.path)
    place.mkdir(mode=0o700)
    (place / "sight.md").write_text("Something else.\n")
    desk.moving.move(desk.folder, desk.personal)
    assert (place / "sight.md").read_text() == "Something else.\n"
    assert "colour-blind" in (place / "sight-2.md").read_text()


def test_a_file_of_the_persons_own_stays(desk: Known) -> None:
    own = desk.path / "own.md"
    own.write_text("---\nname: own\nmetadata:\n  type: user\n---\n\nThe user is left-handed.\n")
    desk.moving.move(desk.folder, desk.personal)
    assert own.exists()


class Gone(BaseException):
    pass


@pytest.mark.parametrize("nth", range(1, 9))
def test_a_move_that_is_cut_short_anywhere_loses_nothing_and_is_brought_to_its_end(
    desk: Known, tmp_path: Path, nth: int
) -> None:
    calls = 0

    def dying(real: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object) -> object:
            nonlocal calls
            calls += 1
            if calls == nth:
                raise Gone
            return real(*given)

        return call

    desk.archive.journal.mark = dying(desk.archive.journal.mark)  # type: ignore[method-assign, assignment]
    desk.archive.journal.open = dying(desk.archive.journal.open)  # type: ignore[method-assign, assignment]
    desk.archive.complete = dying(desk.archive.complete)  # type: ignore[method-assign, assignment]
    with suppress(Gone):  # the process may end here
        desk.moving.move(desk.folder, desk.personal)
    place = Path(desk.personal.path) / "sight.md"
    assert "sight.md" in desk.files() or place.exists(), "it stands in one of the two"
    desk.close()
    again = Known(tmp_path)
    for folder in (again.personal, again.folder):
        folder.recover()
    again.archive.complete_plans(None, again.clock())
    again.moving.move(again.folder, again.personal)
    assert place.exists()
    assert "sight.md" not in again.files()
    assert not place.with_name("sight-2.md").exists()
    assert {q.quote for q in again.archive.provenance.of_file(again.personal.path, "sight.md")} == {
        "I am colour-blind"
    }
    again.close()


def test_a_file_somebody_makes_there_at_that_moment_costs_no_fact(desk: Known) -> None:
    place = Path(desk.personal.path) / "sight.md"
    real = desk.archive.journal.open

    def opened(intents: Sequence[Intent]) -> None:
        real(intents)
        if not place.exists():
            place.write_text("Somebody's own.\n")

    desk.archive.journal.open = opened  # type: ignore[method-assign]
    assert desk.moving.move(desk.folder, desk.personal) == ()
    assert place.read_text() == "Somebody's own.\n"
    assert "sight.md" in desk.files()
    assert desk.archive.provenance.of_file(desk.personal.path, "sight.md") == []
