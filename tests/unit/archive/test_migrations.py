"""A state file is brought to today's shape once, whoever comes at the same time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from extractor.archive.migrations import MIGRATIONS, applied, migrate


class Late(sqlite3.Connection):
    """One that has looked, and before it begins another process takes every step."""

    other: Path | None = None

    def execute(self, sql: str, /, *given: object) -> sqlite3.Cursor:  # type: ignore[override]
        if sql == "BEGIN IMMEDIATE" and self.other is not None:
            path, self.other = self.other, None
            with sqlite3.connect(path, isolation_level=None) as first:
                assert len(migrate(first, 1)) == len(MIGRATIONS)
        return super().execute(sql, *given)  # type: ignore[arg-type]


def test_who_comes_second_finds_every_step_taken(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    late = sqlite3.connect(path, isolation_level=None, factory=Late)
    late.other = path
    assert migrate(late, 2) == []
    assert applied(late) == {step.__name__ for step in MIGRATIONS}
    late.close()
