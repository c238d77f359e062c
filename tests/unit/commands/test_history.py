"""What `history` shows of a transcript a person names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.commands.history import read
from extractor.config import Settings, load
from extractor.errors import ConfigError


def settings(home: Path, *private: str) -> Settings:
    return load({"private_paths": list(private)}, {"HOME": str(home)}).settings


def transcript(home: Path, *lines: dict[str, str]) -> Path:
    file = home / "talk.jsonl"
    told = [{"timestamp": "2026-03-02T09:14:05Z", "cwd": str(home / "shop"), **line} for line in lines]
    file.write_text("".join(json.dumps(line) + "\n" for line in told))
    return file


def test_words_of_private_files_are_not_shown_of_a_file_either(tmp_path: Path) -> None:
    file = transcript(
        tmp_path,
        {"role": "user", "content": "Read the settings."},
        {"role": "assistant", "tool": "Read", "call": "1", "content": ".env"},
        {"role": "tool", "call": "1", "content": "MOTTO=the heron nests here"},
    )
    told = read(settings(tmp_path, ".env"), file)
    assert [m.text for m in told.messages] == ["Read the settings.", "[PRIVATE]", "[PRIVATE]"]


def test_of_a_transcript_held_in_a_private_directory_nothing_is_shown(tmp_path: Path) -> None:
    file = transcript(tmp_path, {"role": "user", "content": "The heron nests here."})
    with pytest.raises(ConfigError, match="private_paths"):
        read(settings(tmp_path, str(tmp_path / "shop")), file)
