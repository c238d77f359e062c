from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor.transcripts.listing import entries, files, folders


def test_names_come_in_order_and_links_are_neither_files_nor_folders(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a").touch()
    (tmp_path / "c").symlink_to("a")
    (tmp_path / "d").symlink_to("b")
    unlisted: list[str] = []
    assert [entry.name for entry in entries(tmp_path, unlisted)] == ["a", "b", "c", "d"]
    assert [entry.name for entry in files(tmp_path, unlisted)] == ["a"]
    assert [entry.name for entry in folders(tmp_path, unlisted)] == ["b"]
    assert unlisted == []


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    unlisted: list[str] = []
    assert entries(tmp_path / "nothing", unlisted) == entries(tmp_path / "file", unlisted) == []
    assert unlisted == []


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    unlisted: list[str] = []
    assert entries(tmp_path, unlisted) == []
    assert unlisted == [f"{tmp_path}: cannot be listed (Permission denied)"]
