"""What is left of a secret: letters beside a placeholder or a cut, and the value itself where it stands once more.

Owns which letters are no word. Promises one look at each letter, however many there are. Never does I/O.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator

from extractor.memory.redaction.placeholders import PRIVATE
from extractor.memory.redaction.secret_formats import Span

_IN_TOKEN = string.ascii_letters + string.digits + "_-"
_NO_TOKEN = re.compile(r"[^A-Za-z0-9_-]")
_TAKEN_OUT = re.compile(r"\[(?:REDACTED:[a-z0-9-]{2,20}|PRIVATE)\]")
_COLOUR_ENDS = re.compile(r"\x1b\[[0-9;:]{0,40}[mK]\Z")
_CUT = re.compile(r"\n\[[\d,]{1,20} characters left out\]\n")
_LEAST, _LONGEST = 8, 256
"""Characters of a value that is looked for where nothing names it."""
_BEGINS = re.compile(r"(?<![^\W_])(?=\S)")
"""Where no letter or digit stands before."""
_STEP = 256
"""Characters that are looked at together on the way back through letters."""


def again(text: str, found: Iterable[Span]) -> Iterator[Span]:
    """The other places of a text in which a value that was found in it stands, whatever stands beside it there.

    In time that grows with the text, however many values there are.
    """
    kinds: dict[str, str] = {}
    lengths: dict[str, set[int]] = {}
    for start, end, kind in found:
        value = text[start:end]
        if kind != PRIVATE and _LEAST <= len(value) <= _LONGEST and _is_rest(value):
            kinds.setdefault(value, kind)
            lengths.setdefault(value[:_LEAST], set()).add(len(value))
    for place in _BEGINS.finditer(text) if kinds else ():
        at = place.start()
        for length in lengths.get(text[at : at + _LEAST], ()):
            end = at + length
            if (told := kinds.get(text[at:end])) and not text[end : end + 1].isalnum():
                yield Span(at, end, told)


def beside_placeholders(text: str) -> Iterator[Span]:
    """Letters that stand directly at a placeholder and are no word: the rest of a secret found in part."""
    for match in _TAKEN_OUT.finditer(text):
        start, end = _letters_before(text, match.start()), _letters_behind(text, match.end())
        is_colour = _COLOUR_ENDS.search(text, max(0, start - 40), match.start())
        left = not is_colour and _is_rest(text[start : match.start()])
        right = _is_rest(text[match.end() : end])
        if left or right:
            kind = PRIVATE if match[0] == PRIVATE else "secret"
            yield Span(start if left else match.start(), end if right else match.end(), kind)


def beside_cuts(text: str) -> Iterator[Span]:
    """What a cut through a tool's text left of a secret."""
    for match in _CUT.finditer(text):
        start, end = _letters_before(text, match.start()), _letters_behind(text, match.end())
        if _is_rest(text[start : match.start()]):
            yield Span(start, match.start(), "cut")
        if _is_rest(text[match.end() : end]):
            yield Span(match.end(), end, "cut")


def _letters_before(text: str, at: int) -> int:
    while at > 0:
        step = text[max(0, at - _STEP) : at]
        left = len(step.rstrip(_IN_TOKEN))
        at -= len(step) - left
        if left:
            break
    return at


def _letters_behind(text: str, at: int) -> int:
    behind = _NO_TOKEN.search(text, at)
    return behind.start() if behind else len(text)


def _is_rest(text: str) -> bool:
    return len(text) > 3 and any(map(str.isdigit, text)) and any(map(str.isalpha, text))
