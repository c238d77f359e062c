"""What `history` shows of a transcript a person names."""

from __future__ import annotations

import json
from datetime import UTC
from pathlib import Path

import pytest

from extractor.commands.history import EVERYTHING, lines, read, see
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


def test_what_is_shown_cannot_act_on_a_terminal_and_keeps_its_tabs_apart(tmp_path: Path) -> None:
    wild = "red \x1b[31m\x1b]0;owned\x07 \u202eturned\nnext\tline"
    file = transcript(
        tmp_path,
        {"role": "user", "content": wild},
        {"role": "system", "content": wild},
        {"role": "assistant", "tool": "\x1b[2J", "content": wild},
    )
    _, seen = see(settings(tmp_path), str(file), EVERYTHING, None)
    told = list(lines(seen, UTC))
    assert all(line.isprintable() for line in told)
    assert sum("red \\x1b[31m\\x1b]0;owned\\x07 \\u202eturned" in line for line in told) == 3
    assert sum(line.endswith("next    line") for line in told) == 3
