"""Phrases: words that may stand nowhere any more.

Owns the question whether a text holds one of them. Promises to find them however white space, letter
case, accents (composed or not), quotation marks and hyphens are written, between marks of Markdown, and also inside
JSON. Never changes a text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

LEAST = 3
"""Characters a phrase must have."""
_DENSE = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]{2,}")
"""Signs of which two may be a name: 張偉."""

_MARKED = re.compile(r"(?<![^\W_])[*_`~]+|[*_`~]+(?![^\W_])")
"""Marks of Markdown beside a word, not those within one: snake_case."""
_LOOKALIKES = str.maketrans(
    "\u2018\u2019\u201a\u201b\u02bc\uff07\u00b4\u201c\u201d\u201e\u201f\u2010\u2011\u2012\u2013\u2014\u2212",
    7 * "'" + 4 * '"' + 6 * "-",
    "\u00ad\u200b\u200c\u200d\u2060\ufeff",
)
"""What keyboards and editors put for the plain quotation marks and the hyphen, and what nobody sees."""
_JOINERS = re.compile(r"[-_]+")
"""Between the words of a name."""
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([nrtbf])|([\"\\/]))")


class Phrases:
    """Some phrases. Those shorter than `LEAST` characters are none, but for two signs of Chinese, Japanese or Korean."""

    def __init__(self, texts: Iterable[str]) -> None:
        folded = map(_folded, texts)
        self._texts = tuple({each for each in folded if len(each) >= LEAST or _DENSE.fullmatch(each)})

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
            read = _joined(_ESCAPE.sub(_unescaped, read))
            if self._in(read):
                return True
        return False

    def are_named(self, name: str) -> bool:
        """Whether a name holds one of the phrases, with hyphens, low lines or spaces."""
        return self.stand_in(name) or self.stand_in(_JOINERS.sub(" ", name))

    def _in(self, text: str) -> bool:
        folded = _folded(text)
        if any(phrase in folded for phrase in self._texts):
            return True
        bare = _MARKED.sub("", folded)
        return bare != folded and any(phrase in bare for phrase in self._texts)


MOST_MARKS = 30
"""Marks on one letter: no language has more, and putting them in order takes the square of their number."""


@cache
def _heaps() -> re.Pattern[str]:
    """Finds as many marks in a row."""
    marks = "".join(map(chr, filter(lambda c: unicodedata.combining(chr(c)), range(0x300, 0x20000))))
    return re.compile(f"[{marks}]{{{MOST_MARKS}}}")


def composed(text: str) -> str:
    """A text in one form of Unicode, whichever it was typed in, in time linear in its length."""
    return text if text.isascii() else unicodedata.normalize("NFC", _heaps().sub(r"\g<0> ", text))


def _folded(text: str) -> str:
    # Letter case takes composed letters apart: ΐ becomes an iota with two marks. Of Turkish, İ, I, i and ı are one.
    if text.isascii():
        return " ".join(text.split()).casefold()
    cased = " ".join(composed(text.translate(_LOOKALIKES)).split()).casefold()
    return composed(cased.replace("i\u0307", "i").replace("ı", "i"))


def _joined(text: str) -> str:
    """The text with halves of characters put together that JSON escapes by themselves."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return " " if match[2] else match[3]
