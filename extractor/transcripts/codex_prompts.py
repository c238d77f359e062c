"""Prompts of a Codex rollout: which words in them a person typed, and which are the client's.

Owns the forms in which the client composes, wraps and marks a prompt. Promises that a text of no known form comes
back as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.transcripts.lines import flat

_IDE, _REQUEST = "# Context from my IDE setup:", "## My request for Codex:"
_NAMES = re.compile(
    rf"{re.escape(_IDE)}\n(?:[ \t\r]*\n|## (?:Active file|Open tabs):.*\n|- .*\n)*+(?={re.escape(_REQUEST)})"
)
"""What an editor says where nothing is chosen in it: no more than names of files."""
_INIT = re.compile(
    r"\s*Generate a file named AGENTS\.md that serves as a contributor guide for this repository\.[ \t\r]*\n\s*\S"
)
"""How the client's own `/init` begins: a line of its own, with more behind it."""


def words_of(block: object) -> str | None:
    """The text of a block; None where it is none of text."""
    text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
    return text if isinstance(text, str) else None


def own_words(text: str) -> str:
    """What of a prompt was typed: the end of it, and nothing where the client composed the whole."""
    typed = _request(text)
    return "" if _INIT.match(typed) else typed


def _request(text: str) -> str:
    """A prompt without what an editor put before it, up to the heading that begins a line.

    Of several the first is the client's where only names of files stand before it. Else what was chosen in the
    editor may hold one: then it is the last, whatever a file says.
    """
    if not text.startswith(_IDE):
        return text
    names = _NAMES.match(text)
    at = names.end() if names else text.rfind(f"\n{_REQUEST}") + 1 or text.rfind(_REQUEST)
    return text if at < 0 else text[at + len(_REQUEST) :].lstrip("\n")


def clients_own(item: dict[str, object]) -> Iterator[tuple[int, str]]:
    """The texts in a message to the model, by their place, that stand in the person's and are marked as the client's."""
    marks, content = item.get("internal_chat_message_metadata_passthrough"), item.get("content")
    kinds = marks.get("content_item_kinds") if isinstance(marks, dict) else None
    if item.get("role") != "user" or not isinstance(kinds, list) or not isinstance(content, list):
        return
    for block, (kind, part) in enumerate(zip(kinds, content, strict=False)):
        own = isinstance(kind, str) and kind != "unknown" and not kind.startswith("user")
        if own and (text := flat([part])):
            yield block, text


def asked_of_review(review: dict[str, object]) -> str:
    """What a person typed for a review, where they did: the client asks for its own kinds in words of its own."""
    target = review.get("target")
    if isinstance(target, dict):
        said = target.get("instructions") if target.get("type") == "custom" else None
    else:  # older versions show a person's own words as they ask for them
        said = review.get("prompt") if review.get("prompt") == review.get("user_facing_hint") else None
    return said.strip() if isinstance(said, str) else ""
