"""Which client's format a file has.

Owns the question for a file a person names, by its first bytes and lines. Promises to look at a megabyte at
most, but for a document that has no lines. Never reads a transcript.
"""

from __future__ import annotations

import os
from pathlib import Path

from extractor.transcripts import claude_blocks, codex_calls, gemini_parts, opencode_parts, plain, tail
from extractor.transcripts.claude_types import KNOWN_TYPES
from extractor.transcripts.codex import is_codex
from extractor.transcripts.gemini import DOCUMENT_CAP, is_gemini
from extractor.transcripts.lines import decode

_SNIFFED = 1024 * 1024
_SQLITE = b"SQLite format 3\0"


def sniff(path: Path) -> str | None:
    """The name of the client, or None.

    Raises TranscriptError where the file cannot be opened or read.
    """
    with tail.opened(Path(os.path.realpath(path))) as fd:
        if os.pread(fd, len(_SQLITE), 0) == _SQLITE:
            return opencode_parts.CLIENT
        lines = tail.read(fd, None, _SNIFFED, final=True).lines
    for line in lines:
        try:
            value = decode(line.data or b"")
        except ValueError:
            continue
        if isinstance(value, dict) and (client := _client_of(value)):
            return client
    return _client_of_document(path) if lines and (lines[0].data or b"").lstrip().startswith(b"{") else None


def _client_of_document(path: Path) -> str | None:
    """Whose the whole file is, where it is one: a line of it says nothing by itself."""
    with tail.opened(Path(os.path.realpath(path))) as fd, open(fd, "rb", closefd=False) as file:
        file.seek(0)
        try:
            value = decode(file.read(DOCUMENT_CAP))
        except ValueError:
            return None
    if is_gemini(value):
        return gemini_parts.CLIENT
    return (
        opencode_parts.CLIENT
        if isinstance(value, dict) and {"projectID", "directory"} <= set(value)
        else None
    )


def _client_of(line: dict[str, object]) -> str | None:
    kind = line.get("type")
    if is_codex(line):
        return codex_calls.CLIENT
    named = {"sessionId", "uuid", "leafUuid", "messageId"} & set(line)
    if isinstance(kind, str) and kind in KNOWN_TYPES and named:
        return claude_blocks.CLIENT
    if is_gemini(line):
        return gemini_parts.CLIENT
    if {"projectID", "directory"} <= set(line):
        return opencode_parts.CLIENT
    return plain.CLIENT if plain.is_plain(line) else None
