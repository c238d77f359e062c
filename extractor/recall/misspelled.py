"""What a word may have been meant for that was never said as it was typed.

Owns the slips of the hand that are thought of: one letter too many, too few, another, or two that changed places.
Promises that their number is bounded by the word's length. Never knows which words were said.
"""

from __future__ import annotations

from collections.abc import Iterator

LEAST = 5
"""Letters below which a word is too easily another."""

MOST = 32
"""Letters above which nothing is thought of."""

_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ",
    "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ",
    "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
    "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگی",
)


def slips(word: str) -> Iterator[str]:
    """The words of which this one is one slip of the hand away, each once; none where it is no word of letters alone."""
    small = word.lower()
    letters = next((each for each in _ALPHABETS if set(small) & set(each)), "")
    if not (LEAST <= len(small) <= MOST and small.isalpha() and letters):
        return
    yield from dict.fromkeys(made for made in _made(small, letters) if made != small)


def _made(word: str, letters: str) -> Iterator[str]:
    for at in range(len(word)):
        yield word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        yield word[:at] + word[at + 1 :]
    for at in range(len(word) + 1):
        for letter in letters:
            yield word[:at] + letter + word[at:]
            yield word[:at] + letter + word[at + 1 :]
