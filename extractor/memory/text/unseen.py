"""Letters nobody sees: what makes a text say something other than it shows.

Owns one question. Promises that text of any one script, emoji and ordinary accents pass. Never does I/O.
"""

from __future__ import annotations

import re
import unicodedata

_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that are drawn as nothing."""

_HIDDEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Co", "Cs", "Cn"})
_JOINERS = "\u200c\u200d"
_EMOJI_STYLE = "\ufe0f"
_MONGOLIAN_STYLES = "\u180b\u180c\u180d\u180f"
_WORD = re.compile(r"[^\W\d_]+")
_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
"""Scripts whose letters pass for each other."""


def unseen(text: str) -> bool:
    """Whether the text holds a control or invisible character, a struck-out letter, or a word of two scripts."""
    if text.isascii():
        return not text.isprintable()
    for place, letter in enumerate(text):
        if " " <= letter <= "~":
            continue
        if letter in _JOINERS:
            if _is_latin(text[place - 1 : place]) or _is_latin(text[place + 1 : place + 2]):
                return True
        elif (
            unicodedata.category(letter) in _HIDDEN
            or letter in _BLANKS
            or _is_mark(letter, text[place - 1 : place])
        ):
            return True
    return any(not word.isascii() and len(_scripts(word)) > 1 for word in _WORD.findall(text))


def _is_mark(letter: str, before: str) -> bool:
    """A variation selector but the one emoji carry, or a Mongolian one elsewhere, or a stroke laid over a letter."""
    code = ord(letter)
    is_selector = 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
    is_alone = letter in _MONGOLIAN_STYLES and not "\u1820" <= before <= "\u18aa"
    return (is_selector and letter != _EMOJI_STYLE) or is_alone or 0x0334 <= code <= 0x0338


def _is_latin(letter: str) -> bool:
    return bool(letter) and letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN")


def _scripts(word: str) -> set[str]:
    names = (unicodedata.name(letter, "").split(" ")[0] for letter in word)
    return {name for name in names if name in _ALIKE}
