"""A memory file with a denser text: the same front matter, fewer tokens.

Owns what such a text may be. Promises that front matter keeps its bytes, that a person's comments are told to no model
and stay, and that nothing stands in the new text letter by letter that did not stand in the old one. Never asks a
model. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import tzinfo

from extractor.domain import Milliseconds
from extractor.memory import front_matter
from extractor.memory.gate.witnesses import folded
from extractor.memory.hidden import comments, has_comment, without_comments
from extractor.memory.memory_file import EditRefused, parse
from extractor.memory.redaction.redact import contains_secret
from extractor.memory.text.control_marks import holds_control_mark
from extractor.memory.text.unseen import unseen
from extractor.memory.unfinished import unfinished
from extractor.memory.wording.quoted import Quoted, missing_literal

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_OPEN = re.compile(r"(?:\]\([^)]*|</?[A-Za-z!][^>]*)\Z")
_PIECE = 2_000
"""Characters that are judged together at least: what a date or a name may mean takes the square of a text's length."""


def text_of(data: bytes) -> str:
    """What a model is given to make denser, without comments. Raises EditRefused where that may not be."""
    try:
        whole = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise EditRefused("it is not UTF-8: save it as UTF-8 first") from error
    if reason := unfinished(whole):
        raise EditRefused(reason)
    text = without_comments(front_matter.split(whole).body.replace("\r\n", "\n")).strip()
    if not text:
        raise EditRefused("it holds no text")
    if contains_secret(text):
        raise EditRefused("it holds a key, a password or private words: take them out by hand first")
    return text


def with_text(data: bytes, text: str, measure: Callable[[str], int], tz: tzinfo) -> bytes:
    """The file with `text` in place of its own, between the comments above it and all others.

    Raises EditRefused where it may not take its place. `measure`: tokens of a text. `tz`: where the dates in it are meant.
    """
    old, new = text_of(data), text.replace("\r\n", "\n").strip()
    if problem := _problem(old, new, measure, tz):
        raise EditRefused(problem)
    parts = front_matter.split(data.decode("utf-8"))
    at = len(parts.body) - len(parts.body.lstrip("\r\n"))
    end = parts.body[len(parts.body.rstrip("\r\n")) :]
    eol = "\r\n" if "\r\n" in parts.body or "\r\n" in parts.opening else "\n"
    head = f"{parts.mark}{parts.opening}{parts.block}{parts.closing}"
    above, below = comments(parts.body)
    made = f"{head}{parts.body[:at]}{(eol * 2).join((*above, new.replace(chr(10), eol), *below))}{end}"
    after = front_matter.split(made)
    if (after.opening, after.block, after.closing) != (parts.opening, parts.block, parts.closing):
        raise EditRefused("the new text would read as front matter")
    if comments(after.body) != (above, below):
        raise EditRefused("a comment would not be one behind the new text, which leaves something open")
    if parse(data).statements and not parse(made.encode()).statements:
        raise EditRefused("the new text holds no sentence")
    return made.encode()


def _problem(old: str, new: str, measure: Callable[[str], int], tz: tzinfo) -> str | None:
    if not new:
        return "the new text is empty"
    if measure(new) >= measure(old):
        return f"the new text is no denser: {measure(new):,} tokens in place of {measure(old):,}"
    if contains_secret(new):
        return "the new text holds what looks like a key or a password"
    if holds_control_mark(new) and not holds_control_mark(old):
        return "the new text holds a mark that tells a model where a turn begins or ends"
    if _hidden(new) and not _hidden(old):
        return "the new text holds invisible characters"
    if has_comment(new) or ("<!--" in new and "<!--" not in old):
        return "the new text holds a comment that was not there"
    said = [Quoted(folded(piece), Milliseconds(0)) for piece in _pieces(old)]
    missing = next((line for piece in _pieces(new) if (line := missing_literal(piece, said, tz))), None)
    return f"the new text says what the old one does not: {missing.partition(';')[0]}" if missing else None


def _pieces(text: str) -> Iterator[str]:
    """The text in whole paragraphs, a few at a time; what is open at the end of one goes on in the same piece."""
    gathered: list[str] = []
    for part in _PARAGRAPH.split(text):
        gathered.append(part)
        piece = "\n\n".join(gathered)
        if len(piece) >= _PIECE and not _is_open(piece):
            yield piece
            gathered = []
    if gathered:
        yield "\n\n".join(gathered)


def _is_open(piece: str) -> bool:
    """Whether code, words in quotation marks, an element or the target of a link do not end in it."""
    is_odd = any(piece.count(mark) % 2 for mark in '`"')
    return is_odd or piece.count("“") != piece.count("”") or _OPEN.search(piece) is not None


def _hidden(text: str) -> bool:
    return unseen(text.translate({ord("\t"): " ", ord("\n"): " "}))
