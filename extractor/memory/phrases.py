"""Phrases: words that may stand nowhere any more.

Owns the question whether a text holds one of them. Promises to find them however white space, letter
case and accents (composed or not) are written, also inside JSON. Never changes a text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LEAST = 3
"""Characters a phrase must have."""

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([nrtbf])|([\"\\/]))")


class Phrases:
    """Some phrases. Those shorter than `LEAST` characters are none."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = tuple({each for text in texts if len(each := _folded(text)) >= LEAST})

    def __bool__(self) -> bool:
        return bool(self._texts)

    def stand_in(self, text: str | bytes | None) -> bool:
        """Whether the text holds one of the phrases."""
        if not text or not self._texts:
            return False
        read = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        if self._in(read):
            return True
        for _ in range(2):  # JSON, and JSON inside JSON
            if "\\" not in read:
                return False
            read = _ESCAPE.sub(_unescaped, read)
            if self._in(read):
                return True
        return False

    def _in(self, text: str) -> bool:
        folded = _folded(text)
        return any(phrase in folded for phrase in self._texts)


_MARKS = re.compile(
    r"[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{30}"
)
"""So many marks on one letter no language has, and putting them in order takes the square of their number."""


def _folded(text: str) -> str:
    plain = text if text.isascii() else unicodedata.normalize("NFC", _MARKS.sub(r"\g<0> ", text))
    return " ".join(plain.split()).casefold()


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return " " if match[2] else match[3]
