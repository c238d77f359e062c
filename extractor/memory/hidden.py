"""What of a memory file's body is no text to be told: comments, and code that stands apart.

Owns where they stand. Promises one pass, and that a comment nobody closes hides its own line alone. Never changes a
text but to leave comments out of what is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extractor.memory.front_matter import lines_of

CODE_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_INDENTED = re.compile(r"(?: {4}| {0,3}\t)[ \t]*\S")
_TICKED = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_OPENS, _CLOSES = "<!--", "-->"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line: where it ends in it, and whether a comment or code hides it."""

    end: int
    is_comment: bool = False
    is_code: bool = False


def pieces(lines: Sequence[str]) -> Iterator[tuple[Piece, ...]]:
    """Of each line (with its end) its parts in order; most have one."""
    room = _last_close(lines)
    fence, is_open = "", False
    is_list, follows_text = False, False
    for number, raw in enumerate(lines):
        mark = None if is_open else CODE_FENCE.match(raw)
        if fence or mark:
            yield (Piece(len(raw), is_code=True),)
            fence = _fence_after(fence, mark[1] if mark else "")
            follows_text = False
            continue
        is_blank = not raw.strip()
        is_apart = not (is_open or is_blank or is_list or follows_text)
        if is_apart and _INDENTED.match(raw) and not _ITEM.match(raw):
            yield (Piece(len(raw), is_code=True),)
            continue
        found, is_open = _commented(raw, is_open, number, room)
        yield found
        if not is_blank and not raw[:1].isspace():
            is_list = bool(_ITEM.match(raw))
        follows_text = not is_blank and not found[0].is_comment


def told_lines(text: str) -> list[str]:
    """The lines of the text, with their ends, without code that stands apart and what stands in comments."""
    return _told(text, with_code=False)


def without_comments(text: str) -> str:
    """The text as an agent is given it: what stands in comments left out, and a line that holds nothing else."""
    return "".join(_told(text, with_code=True)) if _OPENS in text else text


def has_comment(text: str) -> bool:
    """Whether a person left a comment in it: no run writes one."""
    lines = lines_of(text)
    return _OPENS in text and any(part.is_comment for parts in pieces(lines) for part in parts)


def comments(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The comments whole: those above all that is told, and those in and below it."""
    above: list[str] = []
    below: list[str] = []
    found, begun = above, ""
    lines = lines_of(text) if _OPENS in text else []
    for raw, parts in zip(lines, pieces(lines), strict=True):
        at = 0
        for part in parts:
            said, at = raw[at : part.end], part.end
            if part.is_comment:
                begun += said
                if begun.rstrip().endswith(_CLOSES):
                    found.append(begun.strip())
                    begun = ""
            elif said.strip():
                found = below
    return tuple(above), tuple(below)


def _told(text: str, *, with_code: bool) -> list[str]:
    told: list[str] = []
    lines = lines_of(text)
    for raw, parts in zip(lines, pieces(lines), strict=True):
        if parts[0].is_code and not with_code:
            continue
        kept = _shown(raw, parts)
        if kept == raw or kept.strip():
            told.append(kept)
    return told


def _shown(raw: str, parts: Sequence[Piece]) -> str:
    """What of a line stands outside comments, with its end."""
    kept, at = "", 0
    for part in parts:
        kept += "" if part.is_comment else raw[at : part.end]
        at = part.end
    return f"{kept.rstrip()}\n" if raw.endswith("\n") and not kept.endswith("\n") else kept


def _last_close(lines: Sequence[str]) -> tuple[int, int]:
    """The line and the place of the last mark that closes a comment."""
    return next(
        (
            (number, at)
            for number in range(len(lines) - 1, -1, -1)
            if (at := lines[number].rfind(_CLOSES)) >= 0
        ),
        (-1, -1),
    )


def _commented(raw: str, is_open: bool, number: int, room: tuple[int, int]) -> tuple[tuple[Piece, ...], bool]:
    """The parts of a line that is no code, and whether a comment is open behind it."""
    if not is_open and _OPENS not in raw:
        return (Piece(len(raw)),), False
    ticked = [match.span() for match in _TICKED.finditer(raw)]
    found: list[Piece] = []
    at = 0
    while at < len(raw):
        if is_open:
            closes = raw.find(_CLOSES, at)
            at = closes + len(_CLOSES) if closes >= 0 else len(raw)
            is_open = closes < 0
            found.append(Piece(at if raw[at:].strip() else len(raw), is_comment=True))
            at = found[-1].end
            continue
        opens = _opening(raw, at, ticked)
        if opens < 0 or (number, opens) >= room:
            found.append(Piece(len(raw)))
            break
        if opens > at:
            found.append(Piece(opens))
        at, is_open = opens, True
    return tuple(found), is_open


def _opening(raw: str, at: int, ticked: Sequence[tuple[int, int]]) -> int:
    """Where the next comment opens that does not stand in code; -1 where none does."""
    opens = raw.find(_OPENS, at)
    while opens >= 0 and any(start <= opens < end for start, end in ticked):
        opens = raw.find(_OPENS, opens + 1)
    return opens


def _fence_after(fence: str, mark: str) -> str:
    if not fence:
        return mark
    closes = mark[:1] == fence[0] and len(mark) >= len(fence)
    return "" if closes else fence
