"""The journal: what a run came to, and for how long it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from extractor.archive import journal as module
from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Finished
from extractor.domain import Milliseconds
from extractor.memory.changeset import FileChange
from extractor.memory.journal import Intent, IntentState
from tests.support.scripted import Clock, Desk
from tests.support.talk import human

APPLIED, CLOSED, OPEN, HUMAN = (
    IntentState.APPLIED,
    IntentState.CLOSED,
    IntentState.OPEN,
    IntentState.KEPT_HUMAN,
)
_ids = count()


class Book:
    """A journal with runs to write into."""

    def __init__(self, path: Path) -> None:
        self.desk = Desk(path)
        self.session = self.desk.said("s", human("h1"))
        self.archive: Archive = self.desk.archive
        self.clock: Clock = self.desk.clock

    def run(self, *, is_finished: bool = True) -> int:
        run = self.archive.runs.start(self.session, "m", "/f", 1, self.clock())
        if is_finished:
            self.archive.runs.finish(run, Finished(Outcome.LEARNED), self.clock())
        return run

    def wrote(
        self, run: int, file: str, before: bytes | None, after: bytes | None, state: IntentState = CLOSED
    ) -> None:
        own = f"i{next(_ids)}"
        self.archive.journal.open(
            [Intent(own, run, "/f", file, f".{own}", before, after, state, Milliseconds(self.clock()))]
        )


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    made = Book(tmp_path)
    yield made
    made.desk.close()


def test_a_run_comes_to_the_first_bytes_and_the_last_of_each_file(book: Book) -> None:
    run = book.run()
    book.wrote(run, "b.md", b"1", b"2")
    book.wrote(run, "b.md", b"2", b"3", APPLIED)
    book.wrote(run, "a.md", None, b"x")
    book.wrote(run, "same.md", b"x", b"y")
    book.wrote(run, "same.md", b"y", b"x")
    book.wrote(run, "person.md", b"x", b"y", HUMAN)
    book.wrote(run, "begun.md", b"x", b"y", OPEN)
    book.wrote(run + 1, "other.md", b"x", b"y")
    assert book.archive.journal.net(run) == (FileChange("a.md", None, b"x"), FileChange("b.md", b"1", b"3"))
    assert book.archive.journal.left_to_people(run) == ("person.md",)


def test_what_is_old_goes_as_whole_runs_and_what_is_young_stays(book: Book) -> None:
    old = book.run()
    book.wrote(old, "a.md", None, b"x")
    book.clock.pass_by(module.KEEP / 1000 - 1)
    young = book.run()
    book.wrote(young, "a.md", b"x", b"y")
    assert book.archive.journal.prune(book.clock()) == 0
    book.clock.pass_by(2)
    book.run()
    assert book.archive.journal.prune(book.clock()) == 1
    assert not book.archive.journal.is_kept(old)
    assert book.archive.journal.is_kept(young)


def test_one_start_with_the_clock_far_ahead_costs_no_undo(book: Book) -> None:
    run = book.run()
    book.wrote(run, "a.md", None, b"x")
    assert book.archive.journal.prune(Milliseconds(book.clock() + 4 * module.KEEP)) == 0
    assert book.archive.journal.is_kept(run)


def test_beyond_the_bytes_the_oldest_runs_go_first(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEEP_BYTES", 100)
    runs = [book.run() for _ in range(4)]
    for run in runs:
        book.wrote(run, "a.md", b"x" * 20, b"y" * 20)
    book.archive.journal.prune(book.clock())
    assert [book.archive.journal.is_kept(run) for run in runs] == [False, False, True, True]


@pytest.mark.parametrize("state", [OPEN, APPLIED])
def test_what_is_not_finished_is_never_dropped(book: Book, state: IntentState) -> None:
    unfinished, begun = book.run(is_finished=False), book.run()
    book.wrote(unfinished, "a.md", None, b"x")
    book.wrote(begun, "a.md", None, b"x")
    book.wrote(begun, "b.md", None, b"x", state)
    book.clock.pass_by(2 * module.KEEP / 1000)
    book.run()
    assert book.archive.journal.prune(book.clock()) == 0
    assert len(book.archive.journal.unfinished()) == 1


@pytest.mark.parametrize("outcome", [Outcome.MOVED, Outcome.UNSHARED])
def test_of_files_that_were_moved_or_came_from_the_team_the_names_are_kept(
    book: Book, outcome: Outcome
) -> None:
    run = book.run(is_finished=False)
    is_moved = outcome is Outcome.MOVED
    book.wrote(run, "a.md", *((b"x", None) if is_moved else (None, b"x")))
    book.archive.runs.finish(run, Finished(outcome), book.clock())
    moved = book.archive.runs.moved_from("/f")
    known = book.archive.index_lines.files_written("/f", ())
    assert (moved, known) == (frozenset({"a.md"} if is_moved else ()), frozenset({"a.md"}))
    book.clock.pass_by(2 * module.KEEP / 1000)
    book.run()
    assert book.archive.journal.prune(book.clock()) == 1
    assert not book.archive.journal.is_kept(run)
    assert book.archive.journal.net(run) == ()
    assert book.archive.runs.moved_from("/f") == moved
    assert book.archive.index_lines.files_written("/f", ()) == known
    assert book.archive.db.number("SELECT count(*) FROM journal WHERE before IS NOT NULL") == 0
    assert book.archive.journal.prune(book.clock()) == 0


def test_the_index_is_not_kept(book: Book) -> None:
    book.wrote(0, "MEMORY.md", b"x", b"y")
    book.wrote(0, "MEMORY.md", b"y", b"z", APPLIED)
    assert book.archive.journal.prune(book.clock()) == 1
    assert [i.after for i in book.archive.journal.unfinished()] == [b"z"]


def test_the_log_still_tells_of_runs_whose_texts_are_gone(book: Book) -> None:
    run = book.run(is_finished=False)
    book.wrote(run, "a.md", None, b"x")
    book.archive.runs.finish(run, Finished(Outcome.LEARNED, added=1), book.clock())
    book.clock.pass_by(2 * module.KEEP / 1000)
    book.run(is_finished=False)
    assert book.archive.journal.prune(book.clock()) == 1
    (entry,) = [entry for entry in book.archive.run_log.entries(10) if entry.run == run]
    assert (entry.run, entry.added) == (run, 1)


def test_the_log_tells_of_a_run_a_crash_cut_off_whose_files_stand(book: Book) -> None:
    run = book.run(is_finished=False)
    book.wrote(run, "a.md", None, b"x")
    book.archive.runs.interrupt_open(book.clock())
    (entry,) = book.archive.run_log.entries(10)
    assert (entry.run, entry.outcome) == (run, "interrupted")
    assert book.archive.run_log.standing() == [run]


def test_the_log_is_newest_first_and_narrowed_by_number_file_and_folder(book: Book) -> None:
    runs = [book.run() for _ in range(3)]
    for run, file in zip(runs, ["a.md", "b.md", "a.md"], strict=True):
        book.wrote(run, file, b"x", b"y%d" % run)
    idle = book.run()
    log = book.archive.run_log
    assert [e.run for e in log.entries(10)] == runs[::-1]
    assert [e.run for e in log.entries(2)] == [runs[2], runs[1]]
    assert [e.run for e in log.entries(10, file="a.md")] == [runs[2], runs[0]]
    assert log.entries(10, folder="/other") == []
    assert idle not in [e.run for e in log.entries(10)]
