"""What a person is told of git where a connection changes a file of a project."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from extractor.connect.git_note import told


def repository(root: Path) -> Path:
    root.mkdir(exist_ok=True)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True, capture_output=True)
    return root / "opencode.json"


def notes(file: Path) -> list[str]:
    return [
        note.split(":")[1].replace(str(file), "it").strip() for note in told("opencode", file.parent, file)
    ]


def test_a_file_git_does_not_track_is_told_as_new_whether_it_is_there_or_not(tmp_path: Path) -> None:
    file = repository(tmp_path)
    assert notes(file) == ["git will show it as new"]
    file.write_text("{}")
    assert notes(file) == ["git will show it as new"]
    subprocess.run(["git", "add", file.name], cwd=tmp_path, check=True)
    assert notes(file) == ["git tracks it"]


@pytest.mark.parametrize(
    ("ignored", "excluded"),
    [
        ("opencode.json\n", ""),
        ("/opencode.json  \n", ""),
        ("**/*.json\n", ""),
        ("", "opencode.js*\n"),
        ("# a word\n\nweb/\nopen*\n!web.json\n", ""),
        ("!open*\n", "opencode.json\n"),
        ("*.json\n!opencode.json\n", ""),
        ("web/opencode.json\nopencode.json/\n", ""),
        ("#opencode.json\n", ""),
        ("Opencode.json\n", ""),
    ],
)
def test_a_file_git_ignores_is_not_new(tmp_path: Path, ignored: str, excluded: str) -> None:
    file = repository(tmp_path)
    (tmp_path / ".gitignore").write_text(ignored)
    (tmp_path / ".git/info/exclude").write_text(excluded)
    file.write_text("{}")
    words = ["git", "status", "--porcelain", "--", file.name]
    shown = subprocess.run(words, cwd=tmp_path, check=True, capture_output=True).stdout
    assert notes(file) == (["git will show it as new"] if shown else [])


def test_of_a_file_that_is_there_nothing_is_told_where_the_index_is_of_a_form_not_known(
    tmp_path: Path,
) -> None:
    file = repository(tmp_path)
    file.write_text("{}")
    (tmp_path / ".git/index").write_bytes(b"DIRC\0\0\0\x09" + b"\0" * 40)
    assert notes(file) == []


def test_a_submodule_has_an_index_of_its_own(tmp_path: Path) -> None:
    file = repository(tmp_path / "lib")
    file.write_text("{}")
    subprocess.run(["git", "add", file.name], cwd=file.parent, check=True)
    (file.parent / ".git").rename(tmp_path / "modules")
    (file.parent / ".git").write_text("gitdir: ../modules\n")
    assert notes(file) == ["git tracks it"]
