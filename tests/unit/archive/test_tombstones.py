"""What a person no longer wants outlives the state file, whenever the process ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.archive.tombstones import FILE
from extractor.domain import MessageKey, Milliseconds
from extractor.errors import StoreFailed

KEY = MessageKey("plain", "h1", 0)


def opened(state: Path) -> Archive:
    return Archive.open(state, str, lambda: Milliseconds(1))


def killed_before_the_copy(state: Path) -> None:
    archive = opened(state)
    with archive.db.transaction():
        archive.tombstones.forget([KEY], Milliseconds(1))
    archive.close()


def test_a_copy_that_was_not_written_is_caught_up_with_at_the_next_start(tmp_path: Path) -> None:
    killed_before_the_copy(tmp_path)
    opened(tmp_path).close()
    (tmp_path / "state.db").unlink()
    again = opened(tmp_path)
    assert again.tombstones.is_forgotten(KEY)
    again.close()


def test_a_copy_that_cannot_be_caught_up_with_is_told(tmp_path: Path) -> None:
    killed_before_the_copy(tmp_path)
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreFailed, match=FILE):
        opened(tmp_path)


def test_where_nothing_was_forgotten_there_is_no_copy(tmp_path: Path) -> None:
    opened(tmp_path).close()
    opened(tmp_path).close()
    assert not (tmp_path / FILE).exists()
