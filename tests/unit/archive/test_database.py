"""The state file: opened, migrated, guarded."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from extractor.archive import migrations
from extractor.archive.database import Database, no_writing
from extractor.archive.migrations import MIGRATIONS, applied, migrate
from extractor.domain import Milliseconds
from extractor.errors import StoreFailed

NOW = Milliseconds(1)
PACKAGE = Path(migrations.__file__).parents[1]


def test_a_state_file_of_any_earlier_step_opens(tmp_path: Path) -> None:
    for count in range(len(MIGRATIONS) + 1):
        path = tmp_path / f"{count}.db"
        with sqlite3.connect(path, isolation_level=None) as old:
            if count:
                old.execute("CREATE TABLE migrations(name TEXT PRIMARY KEY, at INTEGER NOT NULL)")
            for step in MIGRATIONS[:count]:
                step(old)
                old.execute("INSERT INTO migrations VALUES(?, 0)", (step.__name__,))
        old.close()
        opened = Database.open(path, NOW)
        assert opened.check() == []
        assert {name for (name,) in opened.rows("SELECT name FROM migrations")} == {
            s.__name__ for s in MIGRATIONS
        }
        opened.close()


def test_each_migration_runs_once(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    Database.open(path, NOW).close()
    with sqlite3.connect(path, isolation_level=None) as again:
        assert migrate(again, 2) == []
        assert len(applied(again)) == len(MIGRATIONS)
    again.close()


def test_a_state_file_of_a_newer_version_is_refused_politely(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    Database.open(path, NOW).close()
    with sqlite3.connect(path) as newer:
        newer.execute("INSERT INTO migrations VALUES('m999_from_the_future', 0)")
    newer.close()
    with pytest.raises(StoreFailed, match=r"newer version .*m999_from_the_future.*upgrade"):
        Database.open(path, NOW)


def test_a_state_file_knows_when_its_place_is_empty_or_another_files(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    opened = Database.open(path, NOW)
    assert opened.is_in_place()
    path.rename(tmp_path / "elsewhere.db")
    assert not opened.is_in_place()
    another = Database.open(path, NOW)
    assert another.is_in_place()
    assert not opened.is_in_place()
    opened.close()
    another.close()


def test_a_damaged_state_file_is_named_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    path.write_bytes(b"this was never a database, " * 400)
    with pytest.raises(StoreFailed, match=r"state\.db is damaged .*move it away"):
        Database.open(path, NOW)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_in_the_place_of_the_state_file_is_told(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(path := tmp_path / "state.db")
    for opens in (lambda: Database.open(path, NOW), lambda: Database.open_readonly(path)):
        with pytest.raises(StoreFailed, match=r"state\.db is not a plain file: move it elsewhere"):
            opens()


def test_a_missing_state_file_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="no state file"):
        Database.open_readonly(tmp_path / "state.db")
    assert list(tmp_path.iterdir()) == []


def test_what_is_committed_is_on_the_platter_wherever_a_drive_can_be_told_to(tmp_path: Path) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    names = ("synchronous", "fullfsync", "checkpoint_fullfsync")
    assert [db.row(f"PRAGMA {name}") for name in names] == [(2,), (1,), (1,)]
    db.close()


def test_only_its_owner_can_read_the_state_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.db"
    Database.open(path, NOW).close()
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_transaction_that_fails_is_undone(tmp_path: Path) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    with pytest.raises(RuntimeError), db.transaction():
        db.run("INSERT INTO meta VALUES('a', 'b')")
        raise RuntimeError
    assert db.number("SELECT count(*) FROM meta WHERE name = 'a'") == 0
    db.close()


def test_a_transaction_inside_another_is_part_of_it(tmp_path: Path) -> None:
    db = Database.open(tmp_path / "state.db", NOW)
    with pytest.raises(RuntimeError), db.transaction():
        with db.transaction():
            db.run("INSERT INTO meta VALUES('a', 'b')")
        raise RuntimeError
    assert db.number("SELECT count(*) FROM meta WHERE name = 'a'") == 0
    db.close()


def test_a_state_file_of_an_earlier_version_says_what_updates_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "state.db"
    with monkeypatch.context() as earlier:
        earlier.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:2])
        Database.open(path, Milliseconds(0)).close()
    with pytest.raises(StoreFailed, match="earlier version"):
        Database.open_readonly(path)
    Database.open(path, Milliseconds(0)).close()
    Database.open_readonly(path).close()


def full_disk(db: sqlite3.Connection) -> None:
    """A step on a full disk: SQLite itself ends the transaction where it cannot write its pages."""
    db.execute("ROLLBACK")
    raise sqlite3.OperationalError("database or disk is full")


def test_a_disk_that_is_full_at_the_first_opening_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "state.db"
    with monkeypatch.context() as full:
        full.setattr(migrations, "MIGRATIONS", (full_disk,))
        with pytest.raises(StoreFailed, match="the disk is full"):
            Database.open(path, NOW)
    with pytest.raises(StoreFailed, match=r"state\.db holds nothing yet: start `extractor run`"):
        Database.open_readonly(path)
    Database.open(path, NOW).close()


def test_a_state_file_beside_which_nothing_can_be_made_is_read(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    Database.open(path, NOW).close()
    # In the way of what a reader makes, as a disk is that takes no writing.
    (tmp_path / "state.db-shm").mkdir()
    read = Database.open_readonly(path)
    assert read.number("SELECT count(*) FROM migrations") == len(MIGRATIONS)
    read.close()


def test_a_state_file_whose_newest_words_are_not_in_it_yet_is_not_read_without_them(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    Database.open(path, NOW).close()
    (tmp_path / "state.db-shm").mkdir()
    (tmp_path / "state.db-wal").write_bytes(b"x" * 5000)
    with pytest.raises(StoreFailed, match=r"state\.db"):
        Database.open_readonly(path)


@pytest.mark.parametrize(
    ("flags", "blocks", "code"),
    [(os.ST_RDONLY, 10_000, errno.EROFS), (0, 3, errno.ENOSPC), (0, 10_000, 0), (os.ST_NOSUID, 10_000, 0)],
)
def test_a_disk_that_takes_no_writing_is_told_by_its_kind(flags: int, blocks: int, code: int) -> None:
    disk = os.statvfs_result((4096, 4096, 20_000, blocks, blocks, 0, 0, 0, flags, 255))
    assert no_writing(disk) == code


def test_words_that_cannot_be_written_down_stand_in_no_row(tmp_path: Path) -> None:
    state = Database.open(tmp_path / "state.db", NOW)
    of_name = "SELECT name FROM migrations WHERE substr(name, 1, length(:name)) = :name"
    assert state.row(of_name, {"name": "m"}) is not None
    assert state.rows(of_name, {"name": "m\udcfc"}) == []
    assert state.row(of_name, {"name": "\udcfc"}) is None
    assert list(state.each(of_name, {"name": "\udcfc"})) == []
    state.close()


def test_a_state_file_that_lacks_a_table_is_to_be_moved_away_and_not_sent_from_command_to_command(
    tmp_path: Path,
) -> None:
    path = tmp_path / "state.db"
    held = Database.open(path, Milliseconds(1))
    held.run("DROP TABLE earlier_cursors")
    with pytest.raises(StoreFailed, match=r"no such table: earlier_cursors\): move it away and start again"):
        held.row("SELECT * FROM earlier_cursors")
    held.close()


def test_no_statement_numbers_its_values() -> None:
    numbered = re.compile(r"(?<=[ (=,<>])\?\d+(?=[ ,)\"'|]|$)", re.MULTILINE)
    found = [
        f"{module}: {match[0]}"
        for module in sorted(PACKAGE.rglob("*.py"))
        for match in numbered.finditer(module.read_text(encoding="utf-8"))
    ]
    assert found == [], (
        "Python 3.12.0 to 3.12.3 take a number for a name, and a sequence for no values of names"
    )
