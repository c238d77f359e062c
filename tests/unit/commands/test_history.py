"""What `history` shows of a transcript a person names."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from extractor.archive.archive import Archive
from extractor.clock import now_ms
from extractor.commands.history import EVERYTHING, figures, lines, read, see
from extractor.config.settings import Settings, load
from extractor.domain import Speaker
from extractor.errors import ConfigError
from extractor.memory.redaction.redact import redact
from extractor.service.intake import Intake
from tests.unit.transcripts.written import Session


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


@pytest.mark.parametrize("error", [True, False])
def test_a_file_tells_how_a_turn_ended_as_the_archive_does(tmp_path: Path, error: bool) -> None:
    session = Session(tmp_path / ".claude")
    session.user("Look at the order code.")
    if error:
        api = {
            "role": "assistant",
            "model": "<synthetic>",
            "content": [{"type": "text", "text": "API Error: 529"}],
        }
        session.said("assistant", api, isApiErrorMessage=True)
    else:
        session.user("[Request interrupted by user]")
    session.said("system", ..., subtype="turn_duration")
    session.user("And now?")
    own = load({"state_dir": tmp_path / "state"}, {"HOME": str(tmp_path)}).settings
    archive = Archive.open(own.state_dir, redact, now_ms)
    intake = Intake(archive, (session.source,), now_ms)
    intake.scan()
    intake.run_dry(lambda _taken: None)
    archive.close()
    of_file, of_archive = (
        [m.text for m in see(own, name, EVERYTHING, None)[1].done.messages if m.speaker is Speaker.SYSTEM]
        for name in (str(session.path), session.path.stem)
    )
    assert of_file == of_archive
    assert any(told.startswith("[ABORTED]" if error else "[CANCELLED]") for told in of_file)


def test_a_session_that_takes_more_tokens_than_before_is_not_said_to_save_them(tmp_path: Path) -> None:
    file = transcript(tmp_path, {"role": "user", "content": "Hi."})
    told, seen = see(settings(tmp_path), str(file), EVERYTHING, None)
    half = replace(seen.whole, whole=replace(seen.whole.whole, tokens=seen.done.tokens // 2))
    (line,) = figures(told, replace(seen, whole=half), EVERYTHING)
    assert line.endswith("% more)")
    assert "-" not in line


def test_of_a_transcript_held_behind_a_private_link_nothing_is_shown(tmp_path: Path) -> None:
    (tmp_path / "mnt" / "shop").mkdir(parents=True)
    (tmp_path / "shop").symlink_to(tmp_path / "mnt" / "shop")
    file = transcript(
        tmp_path,
        {"role": "user", "content": "The heron nests.", "cwd": str(tmp_path / "mnt" / "shop" / "sub")},
    )
    with pytest.raises(ConfigError, match="private_paths"):
        read(settings(tmp_path, str(tmp_path / "shop")), file)


def test_what_was_said_in_a_private_directory_is_not_shown(tmp_path: Path) -> None:
    file = transcript(
        tmp_path,
        {"role": "user", "content": "Look into the vault."},
        {"role": "user", "content": "The heron nests here.", "cwd": str(tmp_path / "shop" / "vault")},
    )
    told = read(settings(tmp_path, str(tmp_path / "shop" / "vault")), file)
    assert [m.text for m in told.messages] == ["Look into the vault.", "[PRIVATE]"]
