"""How often words stand in texts.

Owns the search for words that may be what is looked for, before anything is said about their stems.
Promises to count what the archive's index would. Never reduces a word to its stem itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from extractor.recall.query import Term, forms
from extractor.recall.ranking import Times

Stems = Callable[[Collection[str]], Mapping[str, str]]
"""The stem of each word, as the index has it."""

_MARKS = "\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331"
"""Those that stand inside a word for SQLite's unicode61; at any other a word ends."""

_MARK = re.compile(f"[{_MARKS}]")
_WORDS = re.compile(rf"(?:[^\W_][{_MARKS}]*)+")
_PLAIN_WORDS = re.compile(r"[a-z0-9]+")

CHANGED = 2
"""Letters at the end of a stem that need not stand in the word: `hope` is the stem of `hoping`."""

LEAST = 2
"""Letters at the beginning of a word that always stand in its stem."""


def word_counts(
    terms: Sequence[Term], texts: Iterable[tuple[int, tuple[str, str]]], stems: Stems
) -> dict[Term, dict[int, Times]]:
    """For each term that is one whole word: how often it stands in the halves of each text, by the text's row.

    What the index takes apart is no word.
    """
    asked = {term: forms(term.tokens[0]) for term in terms if len(term.tokens) == 1 and not term.is_prefix}
    sought = stems({word for words in asked.values() for word in words})
    starts = tuple({folded(stem[: max(LEAST, len(stem) - CHANGED)]) for stem in sought.values()})
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
        term: _together(found[stem] for stem in {sought[word] for word in words})
        for term, words in asked.items()
        if all(word in sought for word in words)
    }


def _together(found: Iterable[Mapping[int, Sequence[int]]]) -> dict[int, Times]:
    """How often the forms of one word stand in each text."""
    times: dict[int, Times] = {}
    for each in found:
        for row, (head, rest) in each.items():
            before = times.get(row, (0, 0))
            times[row] = (before[0] + head, before[1] + rest)
    return times


def _like(text: str, starts: tuple[str, ...]) -> list[str]:
    """The words of a text that begin as one of those looked for does."""
    if text.isascii():
        return [word for word in words(text) if word.startswith(starts)]
    return [word for word in words(text) if folded(word).startswith(starts)]


def words(text: str) -> list[str]:
    """The words of a text, as the index takes them apart; such as hold marks are left as they are."""
    return _PLAIN_WORDS.findall(text.lower()) if text.isascii() else _WORDS.findall(text)


def folded(word: str) -> str:
    """Without case and marks, of a word as of its stem: the index keeps some marks and not others."""
    if word.isascii():
        return word.lower()
    # Marks that stand in a heap would be put in order first, one by one.
    apart = unicodedata.normalize("NFD", _MARK.sub("", word.casefold()))
    return "".join(c for c in apart if unicodedata.category(c) != "Mn")
