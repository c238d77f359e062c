from __future__ import annotations

from pathlib import Path

import pytest

from extractor import fs
from extractor.connect.record import FILE, Entry, Record
from extractor.errors import ConfigError, StoreFailed


def entry(path: Path, client: str = "codex", *folders: Path) -> Entry:
    return Entry(client=client, project=None, form="whole", path=str(path), folders=tuple(map(str, folders)))


def test_two_commands_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    one, other = Record(tmp_path / "state"), Record(tmp_path / "state")
    one.keep(entry(tmp_path / "a"))
    other.keep(entry(tmp_path / "b"))
    assert {each.path for each in Record(tmp_path / "state").entries} == {
        str(tmp_path / n) for n in ("a", "b")
    }
    one.drop(entry(tmp_path / "a"))
    assert [each.path for each in Record(tmp_path / "state").entries] == [str(tmp_path / "b")]


def test_another_command_is_waited_for_and_then_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractor.connect.record.PATIENCE", 0.05)
    folder = tmp_path / "state"
    fs.private_root(folder)
    with (
        fs.Root.open(folder) as root,
        root.lock(1),
        pytest.raises(StoreFailed, match="another extractor command"),
    ):
        Record(folder).keep(entry(tmp_path / "a"))


def test_an_entry_takes_the_place_of_the_earlier_one_and_keeps_its_folders(tmp_path: Path) -> None:
    record = Record(tmp_path / "state")
    record.keep(entry(tmp_path / "a" / "x", "codex", tmp_path / "a"))
    record.keep(entry(tmp_path / "a" / "x", "codex"))
    (kept,) = Record(tmp_path / "state").entries
    assert kept.folders == (str(tmp_path / "a"),)


def test_a_folder_goes_with_the_last_thing_that_stands_in_it(tmp_path: Path) -> None:
    record, folder = Record(tmp_path / "state"), tmp_path / "a"
    folder.mkdir()
    first, second = entry(folder / "x", "codex", folder), entry(folder / "y", "gemini")
    (folder / "y").touch()
    record.keep(first)
    record.keep(second)
    record.drop(first)
    assert folder.is_dir()
    (folder / "y").unlink()
    (second,) = record.entries
    record.drop(second)
    assert not folder.exists()
    assert not (tmp_path / "state").exists()


def test_folders_that_were_there_stay_though_the_record_is_empty(tmp_path: Path) -> None:
    state = tmp_path / "state"
    fs.private_root(state)
    record = Record(state)
    record.keep(entry(tmp_path / "a"))
    assert (state / FILE).stat().st_mode & 0o777 == 0o600
    record.drop(entry(tmp_path / "a"))
    assert list(state.iterdir()) == []


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 2}', '{"entries": [{"client": "x"}]}'])
def test_a_record_nobody_can_read_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(ConfigError, match="move it away"):
        Record(tmp_path)
