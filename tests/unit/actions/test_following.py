"""Following: what is known of a memory folder goes along when the folder is moved, and only then."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from extractor.actions.following import SCOPE, Following, follow
from extractor.actions.forget import Asked, Forget
from extractor.actions.joining import join
from extractor.actions.moving import Moving
from extractor.actions.removals import Removals
from extractor.actions.undo import Undo
from extractor.archive.archive import Archive
from extractor.archive.provenance import Quote
from extractor.domain import MessageKey
from extractor.extraction.homes import Homes
from extractor.service.memory_folder import MemoryFolder
from tests.support.place import cannot_be_looked_at
from tests.support.scripted import Desk, says, write
from tests.support.talk import agent, human
from tests.unit.actions.test_removals import OTHER, RULE, learned, tombstones
from tests.unit.extraction.test_run import hold, keep


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    made.folder = at(made, tmp_path / "memory")
    yield made
    made.close()


def at(desk: Desk, path: str | Path) -> MemoryFolder:
    return MemoryFolder(Path(path), desk.archive.journal, desk.clock, "", UTC, desk.archive.index_lines)


def followed(desk: Desk, *standing: Path) -> dict[str, str]:
    there = [path for path in standing if path.is_dir()]
    return follow(desk.archive, lambda: there, lambda path: at(desk, path), desk.clock)


def rows(desk: Desk) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table that could name a folder, but for what is said of former paths."""
    tables = "statements runs journal index_lines replaced_lines accepted_lines forgetting problems".split()
    return {table: desk.archive.db.rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables}


def removals(desk: Desk) -> Removals:
    return Removals(desk.archive, lambda path: at(desk, path), desk.clock)


def problem(desk: Desk, scope: str) -> str | None:
    found = desk.archive.db.row("SELECT line FROM problems WHERE scope = ?", (scope,))
    return str(found[0]) if found else None


class Room(Desk):
    """A desk whose sessions are learned into the folder that is set."""

    into: MemoryFolder | None = None

    @property
    def homes(self) -> Homes:
        return Homes(self.into or self.folder)


def test_all_that_is_known_of_a_folder_goes_to_the_path_it_was_moved_to(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE, OTHER)
    old, new = desk.folder.path, tmp_path / "elsewhere" / "memory"
    desk.archive.index_lines.accept(old, ["a" * 64], desk.clock())
    desk.archive.problem(f"removals:{old}", "gone", desk.clock())
    order = Forget(desk.archive, lambda path: at(desk, path), desk.clock).plan(Asked(words="Tuesdays")).order
    before = rows(desk)
    desk.archive.forgetting.begin(order)
    new.parent.mkdir()
    desk.path.rename(new)

    assert followed(desk, new) == {old: str(new)}
    after = rows(desk)
    assert old not in str({table: after[table] for table in after if table != "problems"})
    assert problem(desk, f"removals:{old}") is None
    assert str(new) in str(problem(desk, SCOPE))
    for table in ("statements", "runs", "journal", "index_lines", "accepted_lines"):
        assert str(after[table]) == str(before[table]).replace(old, str(new))
        assert str(new) in str(after[table])
    ((_, pending),) = desk.archive.forgetting.pending()
    assert pending is not None
    assert {folder for folder, _ in pending.files} == {str(new)}
    assert desk.archive.whereabouts.former(str(new)) == [old]
    assert str(new) in (tmp_path / "state" / "accepted.jsonl").read_text()
    assert followed(desk, new) == {}


def test_what_is_removed_behind_a_link_stays_removed(desk: Desk, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    desk.folder = at(desk, home / "memory")
    learned(desk, RULE)
    home.rename(tmp_path / "dotfiles")
    home.symlink_to(tmp_path / "dotfiles")
    new = tmp_path / "dotfiles" / "memory"
    (new / "rule-a.md").unlink()  # nobody has looked since: the index alone still tells what stood there

    assert followed(desk) == {str(home / "memory"): str(new)}
    look = removals(desk)
    look.look_everywhere()
    desk.clock.pass_by(61)
    look.look_everywhere()
    assert tombstones(desk) == 1


def test_a_run_is_taken_back_where_its_folder_stands_now(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    new = tmp_path / "new"
    desk.path.rename(new)
    followed(desk, new)
    undo = Undo(desk.archive, lambda path: at(desk, path), desk.clock)
    undo.carry_out(undo.plan(1))
    assert not (new / "rule-a.md").exists()


def test_a_copy_is_not_followed_while_the_folder_stands(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    shutil.copytree(desk.path, tmp_path / "copy")
    before = rows(desk)
    assert followed(desk, tmp_path / "copy", desk.path) == {}
    assert rows(desk) == before


def test_of_two_places_that_hold_it_neither_is_followed(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    shutil.copytree(desk.path, tmp_path / "copy")
    desk.path.rename(tmp_path / "moved")
    assert followed(desk, tmp_path / "copy", tmp_path / "moved") == {}


def test_another_folder_with_a_file_of_the_same_name_is_not_followed(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    shutil.rmtree(desk.path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "rule-a.md").write_text(f"{OTHER}\n")
    assert followed(desk, other) == {}
    (other / "rule-a.md").write_text(f"{RULE}\n")
    assert followed(desk, other) != {}


def test_where_most_of_what_was_written_is_missing_nothing_is_followed(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE, OTHER)
    new = tmp_path / "new"
    desk.path.rename(new)
    (new / "MEMORY.md").unlink()
    (new / "rule-b.md").unlink()
    assert followed(desk, new) == {}


@pytest.mark.parametrize("is_later", [False, True])
def test_a_project_that_learned_the_same_keeps_its_own_history(tmp_path: Path, is_later: bool) -> None:
    desk = Room(tmp_path)
    folders = [desk.folder, at(desk, tmp_path / "other")]
    for name, folder in zip("st", folders if is_later else reversed(folders), strict=True):
        desk.into = folder
        session = desk.said(name, human(f"{name}1", RULE), agent(f"{name}2"))
        hold(desk, session, keep("rule-a.md", f"{name}1"), says())
    shutil.rmtree(desk.path)
    before = rows(desk)
    assert followed(desk, tmp_path / "other") == {}
    assert rows(desk) == before
    desk.close()


def test_projects_that_were_joined_are_not_taken_for_one_that_was_moved(tmp_path: Path) -> None:
    desk = Room(tmp_path)
    hold(desk, desk.said("s", human("s1", RULE), agent("s2")), keep("rule-a.md", "s1"), says())
    desk.into = at(desk, tmp_path / "other")
    hold(desk, desk.said("t", human("t1", OTHER), agent("t2")), keep("rule-b.md", "t1", OTHER), says())
    join(Moving(desk.archive, desk.clock), desk.folder, desk.into, desk.path)
    assert desk.path.is_symlink()
    before = rows(desk)
    assert followed(desk, tmp_path / "other") == {}
    assert rows(desk) == before
    desk.close()


def test_a_link_to_a_folder_that_holds_something_else_is_not_followed(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    shutil.rmtree(desk.path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.md").write_text(f"{OTHER}\n")
    desk.path.symlink_to(other)
    assert followed(desk, other) == {}


def test_a_folder_that_cannot_be_looked_at_is_not_gone(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    new = tmp_path / "new"
    desk.path.rename(new)
    cannot_be_looked_at(desk.path)
    assert followed(desk, new) == {}


def test_what_was_learned_at_the_new_path_before_anybody_looked_stays_with_it(tmp_path: Path) -> None:
    desk = Room(tmp_path)
    hold(desk, desk.said("s", human("s1", RULE), agent("s2")), keep("rule-a.md", "s1"), says())
    desk.folder.close()
    new = tmp_path / "new"
    desk.path.rename(new)
    desk.into = at(desk, new)
    hold(desk, desk.said("t", human("t1", OTHER), agent("t2")), keep("rule-b.md", "t1", OTHER), says())
    own = desk.archive.index_lines.own(str(new))
    assert len(followed(desk, new)) == 1
    assert desk.archive.statements.files(str(new)) == {"rule-a.md", "rule-b.md"}
    assert desk.archive.index_lines.own(str(new)) == own
    desk.close()


def test_a_folder_that_was_moved_twice_unseen_is_followed_from_both_paths(tmp_path: Path) -> None:
    desk = Room(tmp_path)
    hold(desk, desk.said("s", human("s1", RULE), agent("s2")), keep("rule-a.md", "s1"), says())
    desk.path.rename(tmp_path / "second")
    desk.into = at(desk, tmp_path / "second")
    hold(desk, desk.said("t", human("t1", OTHER), agent("t2")), keep("rule-b.md", "t1", OTHER), says())
    (tmp_path / "second").rename(tmp_path / "third")
    assert set(followed(desk, tmp_path / "third").values()) == {str(tmp_path / "third")}
    assert desk.archive.statements.folders() == [str(tmp_path / "third")]
    desk.close()


def test_a_folder_that_comes_back_is_followed_back(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    new = tmp_path / "new"
    desk.path.rename(new)
    followed(desk, new)
    new.rename(desk.path)
    assert followed(desk, desk.path) == {str(new): desk.folder.path}
    assert desk.archive.whereabouts.former(desk.folder.path) == [str(new)]


def test_where_one_row_cannot_go_along_none_does_and_that_is_told(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    desk.archive.db.run(
        "CREATE TEMP TRIGGER no BEFORE UPDATE OF folder ON journal BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    before = rows(desk)
    new = tmp_path / "new"
    desk.path.rename(new)
    assert followed(desk, new) == {}
    told = problem(desk, f"{SCOPE}:{desk.folder.path}")
    assert told is not None
    assert str(new) in told
    desk.archive.db.run("DELETE FROM problems")
    assert rows(desk) == before

    desk.archive.db.run("DROP TRIGGER no")
    assert followed(desk, new) == {desk.folder.path: str(new)}
    assert problem(desk, f"{SCOPE}:{desk.folder.path}") is None


def test_what_a_crash_cut_short_is_recorded_for_the_new_path(desk: Desk, tmp_path: Path) -> None:
    session = learned(desk, RULE)
    desk.said("s", human("h2", OTHER), agent("a2"))
    desk.archive.db.run(
        "CREATE TEMP TRIGGER no BEFORE INSERT ON statements BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(Exception, match="no"):
        hold(desk, session, says(write("rule-b.md", OTHER, "h2", OTHER)), says())
    desk.archive.db.run("DROP TRIGGER no")
    new = tmp_path / "new"
    desk.path.rename(new)
    followed(desk, new)
    assert at(desk, new).recover().lines == ()
    assert desk.archive.complete_plans(str(new), desk.clock()) == 1
    assert desk.archive.statements.files(str(new)) == {"rule-a.md", "rule-b.md"}


def test_what_a_run_under_way_still_wrote_by_the_old_path_follows_too(tmp_path: Path) -> None:
    desk = Room(tmp_path)
    desk.folder = at(desk, tmp_path / "memory")
    hold(desk, desk.said("s", human("s1", RULE), agent("s2")), keep("rule-a.md", "s1"), says())
    desk.path.rename(tmp_path / "new")
    desk.path.symlink_to(tmp_path / "new")
    assert len(followed(desk)) == 1
    session = desk.said("t", human("t1", OTHER), agent("t2"))
    run = desk.archive.runs.start(session, "offline", desk.folder.path, 1, desk.clock())
    (tmp_path / "new" / "rule-b.md").write_text(f"{OTHER}\n")
    quote = Quote("rule-b.md", OTHER, MessageKey("plain", "t1", 0), OTHER, desk.clock())
    desk.archive.runs.quote(run, desk.folder.path, [quote])
    assert len(followed(desk)) == 1
    assert desk.archive.statements.files(str(tmp_path / "new")) == {"rule-a.md", "rule-b.md"}
    desk.close()


def test_it_is_told_for_a_day(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    new = tmp_path / "new"
    desk.path.rename(new)
    followed(desk, new)
    desk.clock.pass_by(23 * 3600)
    followed(desk, new)
    assert problem(desk, SCOPE) is not None
    desk.clock.pass_by(2 * 3600)
    followed(desk, new)
    assert problem(desk, SCOPE) is None


def test_it_is_found_without_writing_by_who_only_reads(desk: Desk, tmp_path: Path) -> None:
    learned(desk, RULE)
    new = tmp_path / "new"
    desk.path.rename(new)
    reader = Archive.open_readonly(tmp_path / "state")
    assert Following(reader, lambda: [new]).moved() == {desk.folder.path: str(new)}
    reader.close()


def test_nobody_looks_for_where_folders_stand_while_none_is_gone(desk: Desk) -> None:
    learned(desk, RULE)

    def standing() -> list[Path]:
        raise AssertionError

    assert Following(desk.archive, standing).moved() == {}
