"""What vanished, or became what it was, comes back as runs wrote it last, and nothing else with it."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor.actions.bringing_back import BringingBack
from extractor.actions.undo import Undo
from extractor.archive.journal import JournalTable
from extractor.memory.journal import IntentState
from tests.support.scripted import Desk, says
from tests.support.talk import agent, human
from tests.unit.actions.test_removals import (
    LETTERS,
    gone_for_good,
    grown,
    hold,
    keep,
    kept,
    many,
    name,
    tombstones,
)


class Shelf(Desk):
    """A desk whose missed files can be brought back."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.bringing = BringingBack(self.archive, self.removals, lambda _path: self.folder, self.clock)

    def bring_back(self) -> tuple[str, ...]:
        """Bring back all that is missed; returns what was left."""
        left: list[str] = []
        for missed in self.bringing.plan():
            left += missed.left
            if missed.changes:
                self.bringing.carry_out(missed, "/work")
        return tuple(left)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.close()


def memory(desk: Desk) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in desk.path.glob("rule-*.md")}


def test_files_that_vanished_come_back_byte_for_byte_and_are_no_question_any_more(desk: Shelf) -> None:
    many(desk, 8)
    before = memory(desk)
    for number in range(1, 6):
        (desk.path / name(number)).unlink()
    gone_for_good(desk)
    assert desk.bring_back() == ()
    assert memory(desk) == before
    assert (tombstones(desk), desk.archive.summary("").problems) == (0, ())
    assert desk.bringing.plan() == ()


def test_files_that_became_what_they_were_are_as_runs_wrote_them_last(desk: Shelf) -> None:
    old = grown(desk, 5)
    before = memory(desk)
    for file, data in old.items():
        (desk.path / file).write_bytes(data)
    gone_for_good(desk)
    assert desk.bring_back() == ()
    assert memory(desk) == before
    assert (tombstones(desk), desk.archive.summary("").problems) == (0, ())


def test_bringing_back_stands_in_the_log_and_can_be_undone(desk: Shelf) -> None:
    old = grown(desk, 5)
    for file, data in old.items():
        (desk.path / file).write_bytes(data)
    gone_for_good(desk)
    desk.bring_back()
    (entry,) = desk.archive.run_log.entries(1)
    assert entry.changed == 5
    undo = Undo(desk.archive, lambda _path: desk.folder, desk.clock)
    undo.carry_out(undo.plan(entry.run))
    assert memory(desk) == old


def test_a_file_somebody_wrote_to_since_stays_as_it_is(desk: Shelf) -> None:
    old = grown(desk, 5)
    for file, data in old.items():
        (desk.path / file).write_bytes(data)
    gone_for_good(desk)
    mine = old[name(1)] + b"\nMy own words.\n"
    (desk.path / name(1)).write_bytes(mine)
    assert [
        "rule-a.md: it was written to since and stays as it is" in line for line in desk.bring_back()
    ] == [True]
    assert (desk.path / name(1)).read_bytes() == mine
    assert (desk.path / name(2)).read_bytes() != old[name(2)]


def test_a_file_a_run_wrote_to_since_stays_as_it_is(desk: Shelf) -> None:
    old = grown(desk, 5)
    for file, data in old.items():
        (desk.path / file).write_bytes(data)
    gone_for_good(desk)
    said = "Name the parts in English."
    session = desk.said("s", human("z1", said), agent("z2"))
    hold(desk, session, keep(name(1), "z1", said), says())
    desk.removals.look(desk.folder)
    (line,) = desk.bring_back()
    assert "rule-a.md: a run wrote to it since, and it stays as it is" in line
    assert said in (desk.path / name(1)).read_text()
    assert (tombstones(desk), desk.archive.summary("").problems) == (1, ())


def test_a_file_saved_after_the_plan_stays_as_it_is(desk: Shelf) -> None:
    many(desk, 8)
    for number in range(1, 6):
        (desk.path / name(number)).unlink()
    gone_for_good(desk)
    (missed,) = desk.bringing.plan()
    (desk.path / name(1)).write_bytes(b"Mine.\n")
    desk.bringing.carry_out(missed, "/work")
    assert (desk.path / name(1)).read_bytes() == b"Mine.\n"
    assert (desk.path / name(2)).exists()


def test_a_sentence_a_person_had_taken_out_before_does_not_come_back_with_its_file(desk: Shelf) -> None:
    grown(desk, 5)
    path = desk.path / name(1)
    path.write_text(path.read_text().replace("Keep the bbbbbb part out of it.", ""))
    desk.removals.look(desk.folder)
    assert tombstones(desk) == 1
    for file in memory(desk):
        (desk.path / file).unlink()
    gone_for_good(desk)
    assert desk.bring_back() == ()
    assert sorted(memory(desk)) == [name(n) for n in range(1, 6)]
    assert "Always keep the aaaaa thing in mind." in path.read_text()
    assert "bbbbbb" not in path.read_text()
    assert (tombstones(desk), desk.archive.summary("").problems) == (1, ())


def test_a_file_of_which_all_was_taken_out_before_is_not_brought_back(desk: Shelf) -> None:
    many(desk, 8)
    (desk.path / name(1)).write_text("Mine alone.\n")
    desk.removals.look(desk.folder)
    assert tombstones(desk) == 1
    for number in range(1, 7):
        (desk.path / name(number)).unlink()
    gone_for_good(desk)
    assert desk.bring_back() == ()
    assert sorted(memory(desk)) == [name(n) for n in range(2, 9)]


def test_a_sentence_that_was_taken_out_and_said_anew_comes_back_with_its_file(desk: Shelf) -> None:
    many(desk, 4)
    (desk.path / name(1)).write_text("Mine alone.\n")
    desk.removals.look(desk.folder)
    assert tombstones(desk) == 1
    said = f"Always keep the {LETTERS[0] * 5} thing in mind."
    session = desk.said("s", human("z1", said), agent("z2"))
    done, _ = hold(desk, session, keep("again.md", "z1", said), says())
    assert done.added == 1
    # It went before anybody looked at the folder again.
    shutil.rmtree(desk.path)
    gone_for_good(desk)
    assert all("your own" in line for line in desk.bring_back())
    assert said in desk.files()["again.md"]
    assert name(1) not in desk.files()
    assert (tombstones(desk), desk.archive.summary("").problems) == (0, ())


def test_a_bringing_back_that_was_cut_short_is_finished_by_the_next(
    desk: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(desk, 8)
    before = memory(desk)
    for number in range(1, 6):
        (desk.path / name(number)).unlink()
    gone_for_good(desk)
    (missed,) = desk.bringing.plan()
    writes = itertools.count(1)
    mark = JournalTable.mark

    def killed(table: JournalTable, intent: str, state: IntentState) -> None:
        if next(writes) == 3:
            raise KeyboardInterrupt
        mark(table, intent, state)

    with monkeypatch.context() as patched:
        patched.setattr(JournalTable, "mark", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.bringing.carry_out(missed, "/work")
    assert desk.bringing.is_cut_short()
    (done,) = desk.bringing.finish()
    assert [change.file for change in done.changes] == [name(number) for number in range(1, 6)]
    assert memory(desk) == before
    assert (desk.bringing.plan(), desk.bringing.finish(), desk.bringing.is_cut_short()) == ((), (), False)
    assert (tombstones(desk), desk.archive.summary("").problems) == (0, ())


@pytest.mark.parametrize("is_made_anew", [True, False])
def test_what_went_with_its_folder_comes_back(desk: Shelf, is_made_anew: bool) -> None:
    many(desk, 4)
    before = memory(desk)
    shutil.rmtree(desk.path)
    gone_for_good(desk)
    if is_made_anew:
        kept(desk, "The jenkins host is kaki.", "jenkins.md")
        desk.removals.look(desk.folder)
    lines = desk.bring_back()
    assert [f"{desk.folder.path} is gone: files of your own" in line for line in lines] == [True] * (
        not is_made_anew
    )
    assert memory(desk) == before
    assert (tombstones(desk), desk.archive.summary("").problems) == (0, ())
    assert desk.bringing.plan() == ()
