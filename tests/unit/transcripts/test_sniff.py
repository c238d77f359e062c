from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractor.errors import TranscriptError
from extractor.transcripts.sniff import sniff

LINE = {"uuid": "u1", "role": "user", "content": "Prices are cents", "timestamp": "2026-03-02T09:00:00.120Z"}


def write(path: Path, *lines: object) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


CLAUDE = {"type": "user", "uuid": "u", "sessionId": "s", "message": {"role": "user", "content": "x"}}


@pytest.mark.parametrize(
    ("lines", "client"),
    [
        ([LINE], "plain"),
        ([CLAUDE], "claude-code"),
        ([{"type": "summary", "summary": "x", "leafUuid": "y"}], "claude-code"),
        (["torn", {"type": "mode", "mode": "normal", "sessionId": "s"}], "claude-code"),
        ([{"type": "response_item", "payload": {}}, {"type": "session_meta"}], None),
        ([{"type": "session_meta", "payload": {"id": "x"}}], "codex"),
        ([{"sessionId": "x", "projectHash": "y", "startTime": "z"}], "gemini"),
        ([5, [], {}, {"type": []}, {"role": {}}], None),
        ([], None),
    ],
)
def test_the_first_lines_tell_the_format(tmp_path: Path, lines: list[object], client: str | None) -> None:
    write(tmp_path / "x", *lines)
    assert sniff(tmp_path / "x") == client


def test_a_format_is_told_from_an_unfinished_line_too(tmp_path: Path) -> None:
    (tmp_path / "x").write_text(json.dumps(LINE))
    assert sniff(tmp_path / "x") == "plain"


def test_a_file_that_cannot_be_opened_has_no_format(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="gone"):
        sniff(tmp_path / "missing")


@pytest.mark.parametrize(
    ("document", "client"),
    [
        ({"sessionId": "x", "projectHash": "y", "messages": []}, "gemini"),
        ({"id": "ses_x", "projectID": "y", "directory": "/z"}, "opencode"),
        ({"id": "x", "name": "y"}, None),
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_document_tells_the_format_however_it_is_laid_out(
    tmp_path: Path, document: object, client: str | None, indent: int | None
) -> None:
    (tmp_path / "x").write_text(json.dumps(document, indent=indent))
    assert sniff(tmp_path / "x") == client


def test_a_broken_document_has_no_format(tmp_path: Path) -> None:
    (tmp_path / "x").write_text('{\n  "sessionId": "x",\n')
    assert sniff(tmp_path / "x") is None


def test_a_database_is_told_by_its_first_bytes(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"SQLite format 3\0" + b"\0" * 100)
    assert sniff(tmp_path / "x") == "opencode"
