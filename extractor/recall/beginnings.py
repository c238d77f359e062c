"""The beginning of a word, held against words as they are typed.

Owns how a word that begins so may lose the end of that very beginning when an index of stems takes it in.
Promises to find every such word in a text, whatever its stem. Never asks an index.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, lru_cache

from extractor.recall.counting import folded, words
from extractor.recall.query import Term

_ENDINGS = (
    "al ance ence er ic able ible ant ement ment ent ion ism ate ity ous ive ize ful ness ical icate ative alize icity "
    "ational tional ency ancy izer ably ibly ally ently ely ously ization ation ator alism iveness fulness ousness "
    "ality ivity ability ibility logy e"
).split()
"""What Porter's stemmer takes off the end of an English word, or writes in another way."""
_BEFORE = ("", *"al ic at iv iz ous ful ent ant ion abil ibil ment".split())
"""What it takes off once such an ending is gone."""
_AFTER = ("", *"s es ed ing y ies ied".split())
"""What it takes off before."""
_DOUBLED = "bcdfghjkmnpqrtvwx"
"""Letters of which it takes one away: `hop` is the stem of `hopping`."""
_UNFINISHED = ("e", "i", "bl")
"""How a stem may end where no word of it does: `hope` is that of `hoping`, `happi` that of `happy`."""
_LONGEST = 16
"""Letters of the beginning of an ending that are looked for."""
_LEAST = 3
"""Letters of the shortest stem that ends so."""


@cache
def _endings() -> list[str]:
    """All there are, in order."""
    stacked = {
        f"{before}{ending}{after}"
        for before in _BEFORE
        for ending in (*_ENDINGS, "")
        for after in _AFTER
        if before or ending or after
    }
    doubled = {f"{letter}{after}" for letter in _DOUBLED for after in ("ing", "ed")}
    # The last letter of an ending gives way to the next one: `ize`, `izing`.
    cut = {
        f"{before}{ending[:-1]}{after}"
        for before in _BEFORE
        for ending in _ENDINGS
        if len(ending) > 1 and ending[-1] in "ey"
        for after in ("ed", "es", "ing", "ied", "ies")
    }
    return sorted(stacked | doubled | cut)


def tails(beginning: str) -> Iterator[str]:
    """What may follow a beginning so that the two end as an English word does, the ending begun before the cut."""
    listed = _endings()
    yield ""
    for size in range(1, min(len(beginning), _LONGEST) + 1):
        head = beginning[-size:]
        at = bisect_left(listed, head)
        while at < len(listed) and listed[at].startswith(head):
            yield listed[at][size:]
            at += 1


def is_unfinished(beginning: str) -> bool:
    """Whether a stem may be this beginning, or little more, of words that do not begin so."""
    return len(beginning) >= _LEAST and beginning.endswith(_UNFINISHED)


def begins(text: str, term: Term) -> bool:
    """Whether a word of a text begins as the last token of a term does, whatever its case and marks."""
    sought = folded(term.tokens[-1])
    if text.isascii():
        return sought in (small := text.lower()) and _at_a_word(sought).search(small) is not None
    return any(folded(word).startswith(sought) for word in words(text))


@lru_cache(maxsize=64)
def _at_a_word(sought: str) -> re.Pattern[str]:
    return re.compile(f"(?<![a-z0-9]){re.escape(sought)}")


def written(text: str, term: Term) -> tuple[Term, ...]:
    """The term with each word of a text that begins as its last token does, in place of that."""
    sought = folded(term.tokens[-1])
    found = dict.fromkeys(word for word in words(text) if folded(word).startswith(sought))
    return tuple(Term((*term.tokens[:-1], word)) for word in found)
