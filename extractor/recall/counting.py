"""How often words stand in texts.

Owns the search for words that may be what is looked for, before anything is said about their stems.
Promises to count what the archive's index would. Never reduces a word to its stem itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from extractor.recall.query import Term
from extractor.recall.ranking import Times

Stems = Callable[[Collection[str]], Mapping[str, str]]
"""The stem of each word, as the index has it."""

_WORDS = re.compile(r"[^\W_]+")
_PLAIN_WORDS = re.compile(r"[a-z0-9]+")

CHANGED = 2
"""Letters at the end of a stem that need not stand in the word: `hope` is the stem of `hoping`."""

LEAST = 2
"""Letters at the beginning of a word that always stand in its stem."""


def word_counts(
    terms: Sequence[Term], texts: Iterable[tuple[int, tuple[str, str]]], stems: Stems
) -> dict[Term, dict[int, Times]]:
    """For each term of one whole word: how often it stands in the halves of each text, by the text's row."""
    asked = {term: term.tokens[0] for term in terms if len(term.tokens) == 1 and not term.is_prefix}
    sought = stems(set(asked.values()))
    starts = tuple({stem[: max(LEAST, len(stem) - CHANGED)] for stem in sought.values()})
    seen = [
        (row, half, like)
        for row, halves in texts
        for half, text in enumerate(halves)
        if text and (like := _like(text, starts))
    ]
    known = stems({word for _, _, words in seen for word in words})
    found: dict[str, dict[int, list[int]]] = {stem: {} for stem in sought.values()}
    for row, half, words in seen:
        for word in words:
            places = found.get(known.get(word, ""))
            if places is not None:
                places.setdefault(row, [0, 0])[half] += 1
    return {
        term: {row: (head, rest) for row, (head, rest) in found.get(sought.get(word, ""), {}).items()}
        for term, word in asked.items()
    }


def _like(text: str, starts: tuple[str, ...]) -> list[str]:
    """The words of a text that begin as one of those looked for does, in lower case."""
    if text.isascii():
        return [word for word in _PLAIN_WORDS.findall(text.lower()) if word.startswith(starts)]
    words = _WORDS.findall(unicodedata.normalize("NFC", text).lower())
    return [word for word in words if _folded(word).startswith(starts)]


def _folded(word: str) -> str:
    """Without marks."""
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if unicodedata.category(c) != "Mn")
