"""Which client's format a file has.

Owns the question for a file a person names, by its first bytes and lines. Promises to look at a megabyte at
most, but for a document that has no lines. Never reads a transcript.
"""

from __future__ import annotations

import os
from pathlib import Path

from extractor.transcripts import claude_blocks, codex_lines, gemini_parts, plain, tail
from extractor.transcripts.claude_lines import KNOWN_TYPES
from extractor.transcripts.codex import is_codex
from extractor.transcripts.gemini import DOCUMENT_CAP, is_gemini
from extractor.transcripts.lines import decode

_SNIFFED = 1024 * 1024


def sniff(path: Path) -> str | None:
    """The name of the client, or None.

    Raises TranscriptError where the file cannot be opened or read.
    """
    with tail.opened(Path(os.path.realpath(path))) as fd:
        lines = tail.read(fd, None, _SNIFFED, final=True).lines
    for line in lines:
        try:
            value = decode(line.data or b"")
        except ValueError:
            continue
        if isinstance(value, dict) and (client := _client_of(value)):
            return client
    return gemini_parts.CLIENT if lines and _is_document(path, lines[0].data) else None


def _is_document(path: Path, first: bytes | None) -> bool:
    """Whether the whole file is one chat: a line of such a document says nothing by itself."""
    if first is None or not first.lstrip().startswith(b"{"):
        return False
    with tail.opened(Path(os.path.realpath(path))) as fd, open(fd, "rb", closefd=False) as file:
        file.seek(0)
        try:
            return is_gemini(decode(file.read(DOCUMENT_CAP)))
        except ValueError:
            return False


def _client_of(line: dict[str, object]) -> str | None:
    kind = line.get("type")
    if is_codex(line):
        return codex_lines.CLIENT
    named = {"sessionId", "uuid", "leafUuid", "messageId"} & set(line)
    if isinstance(kind, str) and kind in KNOWN_TYPES and named:
        return claude_blocks.CLIENT
    if is_gemini(line):
        return gemini_parts.CLIENT
    return plain.CLIENT if plain.is_plain(line) else None
