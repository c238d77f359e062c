"""What a person no longer wants outlives the state file, whenever the process ended."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.archive.tombstones import FILE, Tombstones
from extractor.domain import MessageKey, Milliseconds
from extractor.errors import StoreFailed
from extractor.memory.gate.tombstones import tombstone

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


def changed(state: Path, change: Callable[[Tombstones], object]) -> None:
    archive = opened(state)
    change(archive.tombstones)
    archive.tombstones.save()
    archive.close()


def put_back(state: Path, kept: Path) -> Archive:
    """The state file as it was when it was kept, opened."""
    shutil.copy(kept, state / "state.db")
    return opened(state)


def kept(state: Path, name: str) -> Path:
    return Path(shutil.copy(state / "state.db", state / name))


STONE = tombstone(KEY, "never on fridays", "Never deploy on Fridays.")
LATER = tombstone(KEY, "tabs not spaces", "Tabs, not spaces.")


def test_an_older_state_file_that_is_put_back_takes_over_what_was_removed_since(tmp_path: Path) -> None:
    changed(tmp_path, lambda tombstones: tombstones.add([STONE], Milliseconds(1)))
    before = kept(tmp_path, "before")
    changed(tmp_path, lambda tombstones: tombstones.add([LATER], Milliseconds(2)))
    changed(tmp_path, lambda tombstones: tombstones.forget([KEY], Milliseconds(2)))
    beside = (tmp_path / FILE).read_bytes()
    again = put_back(tmp_path, before)
    assert set(again.tombstones.on([KEY])[KEY]) == {STONE, LATER}
    assert again.tombstones.is_forgotten(KEY)
    again.close()
    assert set((tmp_path / FILE).read_bytes().splitlines()) == set(beside.splitlines())


def test_a_message_of_which_a_sentence_was_removed_is_not_taken_for_forgotten(tmp_path: Path) -> None:
    changed(tmp_path, lambda tombstones: tombstones.add([STONE], Milliseconds(1)))
    (tmp_path / "state.db").unlink()
    again = opened(tmp_path)
    assert again.tombstones.on([KEY]) == {KEY: (STONE,)}
    assert not again.tombstones.anything_forgotten()
    again.close()


def test_what_was_wished_anew_since_stays_so_when_an_older_state_file_is_put_back(tmp_path: Path) -> None:
    changed(tmp_path, lambda tombstones: tombstones.add([STONE, LATER], Milliseconds(1)))
    before = kept(tmp_path, "before")
    changed(tmp_path, lambda tombstones: tombstones.lift(["Never deploy on Fridays."]))
    again = put_back(tmp_path, before)
    assert again.tombstones.on([KEY]) == {KEY: (LATER,)}
    again.close()


def test_the_last_tombstone_that_was_lifted_does_not_come_back_either(tmp_path: Path) -> None:
    changed(tmp_path, lambda tombstones: tombstones.add([STONE], Milliseconds(1)))
    before = kept(tmp_path, "before")
    changed(tmp_path, lambda tombstones: tombstones.lift(["Never deploy on Fridays."]))
    again = put_back(tmp_path, before)
    assert again.tombstones.on([KEY]) == {}
    again.close()


def test_a_copy_older_than_the_state_file_brings_nothing_back(tmp_path: Path) -> None:
    changed(tmp_path, lambda tombstones: tombstones.add([STONE], Milliseconds(1)))
    before = (tmp_path / FILE).read_bytes()
    changed(tmp_path, lambda tombstones: tombstones.lift(["Never deploy on Fridays."]))
    (tmp_path / FILE).write_bytes(before)
    again = opened(tmp_path)
    assert again.tombstones.on([KEY]) == {}
    again.close()


def test_a_copy_of_which_a_line_is_damaged_takes_nothing_away(tmp_path: Path) -> None:
    changed(tmp_path, lambda tombstones: tombstones.add([STONE], Milliseconds(1)))
    before = kept(tmp_path, "before")
    changed(tmp_path, lambda tombstones: tombstones.add([LATER], Milliseconds(2)))
    lines = (tmp_path / FILE).read_text().splitlines()
    (tmp_path / FILE).write_text("\n".join([lines[0], lines[1][:20], lines[2]]) + "\n")
    again = put_back(tmp_path, before)
    assert set(again.tombstones.on([KEY])[KEY]) == {STONE, LATER}
    again.close()


def test_a_state_file_from_before_another_was_made_anew_takes_over_what_that_one_noted(
    tmp_path: Path,
) -> None:
    changed(tmp_path, lambda tombstones: tombstones.add([STONE], Milliseconds(1)))
    before = kept(tmp_path, "before")
    (tmp_path / "state.db").unlink()
    changed(tmp_path, lambda tombstones: tombstones.add([LATER], Milliseconds(2)))
    again = put_back(tmp_path, before)
    assert set(again.tombstones.on([KEY])[KEY]) == {STONE, LATER}
    again.close()


def test_a_copy_of_an_earlier_version_is_taken_over_though_it_does_not_say_when_it_was_written(
    tmp_path: Path,
) -> None:
    changed(tmp_path, lambda tombstones: tombstones.add([STONE], Milliseconds(1)))
    line = (tmp_path / FILE).read_text().splitlines()[1]
    other = {**json.loads(line), "quote": LATER.quote, "length": LATER.length, "statement": LATER.statement}
    (tmp_path / FILE).write_text(json.dumps(other) + "\n")  # it says nothing of the state file's own
    again = opened(tmp_path)
    assert set(again.tombstones.on([KEY])[KEY]) == {STONE, LATER}
    again.close()
