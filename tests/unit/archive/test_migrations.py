"""A state file is brought to today's shape once, whoever comes at the same time."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from extractor.archive.migrations import MIGRATIONS, applied, migrate


class Late(sqlite3.Connection):
    """One that has looked, and before it begins another process takes every step."""

    other: Path | None = None

    def execute(self, sql: str, /, *given: object) -> sqlite3.Cursor:  # type: ignore[override]
        if sql == "BEGIN IMMEDIATE" and self.other is not None:
            path, self.other = self.other, None
            with closing(sqlite3.connect(path, isolation_level=None)) as first:
                assert len(migrate(first, 1)) == len(MIGRATIONS)
        return super().execute(sql, *given)  # type: ignore[arg-type]


def test_who_comes_second_finds_every_step_taken(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    late = sqlite3.connect(path, isolation_level=None, factory=Late)
    late.other = path
    assert migrate(late, 2) == []
    assert applied(late) == {step.__name__ for step in MIGRATIONS}
    late.close()


class Full(sqlite3.Connection):
    """On a disk that is full before the last step is taken."""

    def execute(self, sql: str, /, *given: object) -> sqlite3.Cursor:  # type: ignore[override]
        if sql.startswith("CREATE TABLE pieces"):
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, *given)  # type: ignore[arg-type]


def test_a_disk_that_fills_meanwhile_leaves_a_new_file_empty_and_not_of_an_earlier_shape(
    tmp_path: Path,
) -> None:
    path = tmp_path / "state.db"
    full = sqlite3.connect(path, isolation_level=None, factory=Full)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        migrate(full, 1)
    full.close()
    again = sqlite3.connect(path, isolation_level=None)
    assert applied(again) == set()
    assert len(migrate(again, 2)) == len(MIGRATIONS)
    again.close()
