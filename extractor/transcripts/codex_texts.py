"""What stands in the texts of a Codex rollout: words, a result's outcome, the answers of its question tool.

Owns the forms that a line's text may have. Promises that a text of no known form comes back as it is.
"""

from __future__ import annotations

import re

from extractor.transcripts.lines import decode

_IDE, _REQUEST = "# Context from my IDE setup:", "## My request for Codex:"
_EXIT = re.compile(r"(?:(?:Chunk ID|Wall time): .*\n)*Process exited with code (\d+)\n")


def words_of(block: object) -> str | None:
    """The text of a block; None where it is none of text."""
    text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
    return text if isinstance(text, str) else None


def own_words(text: str) -> str:
    """A prompt without what an editor put before it: the last heading is the client's, whatever a file says."""
    if not text.startswith(_IDE) or (at := text.rfind(_REQUEST)) < 0:
        return text
    return text[at + len(_REQUEST) :].lstrip("\n")


def outcome(text: str) -> tuple[str, bool]:
    """A result's text and whether it failed: older versions wrap both in JSON, newer ones head it."""
    if text.startswith('{"output":') and isinstance(value := _json(text), dict):
        meta, told = value.get("metadata"), value.get("output")
        code = meta.get("exit_code") if isinstance(meta, dict) else None
        return (told if isinstance(told, str) else text), code not in (None, 0)
    head = _EXIT.match(text)
    return text, head is not None and head[1] != "0"


def answers(text: str) -> str | None:
    """What a person answered to the client's own question tool, one answer a line."""
    value = _json(text)
    given = value.get("answers") if isinstance(value, dict) else None
    words: list[str] = []
    for answer in given.values() if isinstance(given, dict) else ():
        each = answer.get("answers") if isinstance(answer, dict) else None
        words += [text.strip() for text in each if isinstance(text, str)] if isinstance(each, list) else []
    return "\n".join(filter(None, words)) or None


def _json(text: str) -> object:
    try:
        return decode(text.encode())
    except ValueError:
        return None
