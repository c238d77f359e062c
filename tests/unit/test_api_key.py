"""The key of a paid model: where it is read from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from extractor.api_key import api_key
from extractor.config.settings import load
from extractor.errors import ConfigError

KEY = "k" * 20


def read(file: Path) -> str:
    return api_key(load({"key_file": file}, {"HOME": str(file.parent)}).settings, {}).value


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n "])
def test_a_key_is_read_without_what_an_editor_puts_around_it(tmp_path: Path, before: bytes) -> None:
    file = tmp_path / "key"
    file.write_bytes(before + KEY.encode() + b"\r\n")
    file.chmod(0o600)
    assert read(file) == KEY


def test_a_file_that_would_be_waited_for_is_no_key_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "key", 0o600)
    with pytest.raises(ConfigError, match="no regular file: put the API key"):
        read(tmp_path / "key")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ConfigError, match="no regular file"):
        read(tmp_path / "folder")


def test_a_key_tells_where_it_came_from_and_never_itself(tmp_path: Path) -> None:
    file, credential = tmp_path / "key", tmp_path / "anthropic_key"
    for each in (file, credential):
        each.write_text(KEY)
        each.chmod(0o600)
    home = {"HOME": str(tmp_path)}
    nowhere = load({}, home).settings
    general, own = {"ANTHROPIC_API_KEY": KEY}, {"EXTRACTOR_API_KEY": KEY}
    handed = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    found = [
        api_key(nowhere, general),
        api_key(nowhere, general | own),
        api_key(nowhere, general | own | handed),
        api_key(load({"key_file": file}, home).settings, general | own | handed),
    ]
    assert [each.value for each in found] == [KEY] * 4
    assert [each.place for each in found] == [
        "ANTHROPIC_API_KEY",
        "EXTRACTOR_API_KEY",
        "the systemd credential anthropic_key",
        f"key_file {file}",
    ]
    assert KEY not in repr(found)
