"""Words of like meaning: what else a question's words may have been said as.

Owns which words are looked for beside those of a query, and how much they count. Promises that a word of the
query always counts for more than one that is only near to it. Never knows where likeness comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from extractor.recall.query import Query, Term

MOST_KIN = 24
"""Words of like meaning that are looked for: the nearest ones."""

WORTH = 0.2
"""Of a word that is only near: how much a match counts against one of the query's own words, times the likeness."""


class Meaning(Protocol):
    """Who knows which words are near to each other."""

    def near(self, word: str) -> Sequence[tuple[str, float]]:
        """Other words of like meaning and how like they are, above 0 and at most 1; the nearest first."""
        ...


class Kin(NamedTuple):
    """What is looked for because it is near to a word of the query, or a name in it written otherwise."""

    term: Term
    worth: float
    """Against a word of the query."""


def kin(query: Query, meaning: Meaning) -> tuple[Kin, ...]:
    """The words near to those of a query, the nearest first. Phrases and beginnings of words have none."""
    own = {token.casefold() for term in (*query.wanted, *query.excluded) for token in term.tokens}
    found: dict[str, float] = {}
    for term in query.words:
        if term.is_prefix or len(term.tokens) != 1:
            continue
        for word, likeness in meaning.near(term.tokens[0].casefold()):
            if word not in own:
                found[word] = max(found.get(word, 0.0), likeness)
    nearest = sorted(found, key=lambda word: (-found[word], word))[:MOST_KIN]
    return tuple(Kin(Term((word,)), WORTH * min(1.0, found[word])) for word in nearest)
