"""What a person looks for, taken apart.

Owns the query's grammar: words, "phrases", prefix*, -excluded. Promises that every text of whatever length
can be parsed and that a term holds letters, digits and their marks only. Never searches.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 10_000
"""Characters of a query that are read."""

MOST_TERMS = 24
"""Terms of a kind that are looked for: the first ones."""

STOP_WORDS = frozenset(
    """a about above after again against all also am an and any are as at be because been before being below
    between both but by can could d did do does doing don down during each few for from further had has have
    having he her here hers him his how i if in into is it its itself just ll m me more most my myself no nor
    not now of off on once only or other our ours out over own re s same she should so some such t than that
    the their theirs them then there these they this those through to too under until up us ve very was we
    were what when where which while who whom whose why will with would you your yours yourself""".split()
)
"""English words that say nothing of what a text is about, and what apostrophes leave of others."""

_PART = re.compile(
    r'-"(?P<unclosed>[^"]*)$|(?P<not>-(?!-))?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+))',
)
"""A mark that is never closed quotes nothing; behind a hyphen it goes on to the end, or what is unwanted is searched.
Two hyphens lead in a command's option, which is looked for."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to find: a token, several in a row, or the beginning of one."""

    tokens: tuple[str, ...]
    is_prefix: bool = False
    """Of the last token, any ending will do."""


@dataclass(frozen=True, slots=True)
class Query:
    """What must stand in a message, what counts for it, and what must not stand in it."""

    words: tuple[Term, ...] = ()
    """Each counts; none is needed."""
    phrases: tuple[Term, ...] = ()
    """All are needed."""
    excluded: tuple[Term, ...] = ()

    @property
    def wanted(self) -> tuple[Term, ...]:
        """Everything that is looked for."""
        return (*self.phrases, *self.words)


def parse(text: str) -> Query:
    """The query a text is. Nothing to look for gives a query that wants nothing."""
    words: dict[Term, None] = {}
    phrases: dict[Term, None] = {}
    excluded: dict[Term, None] = {}
    for part in _PART.finditer(text[:LONGEST]):
        phrase, word = part["unclosed"] or part["phrase"], part["word"] or ""
        whole = tuple(tokens(word if phrase is None else phrase))
        if not whole:
            continue
        is_prefix = word.endswith("*")
        if part["not"] or part["unclosed"]:
            excluded[Term(whole, is_prefix)] = None
        elif phrase is not None:
            phrases[Term(whole)] = None
        else:
            words |= dict.fromkeys(_terms(whole, is_prefix))
    return Query(_told(words), tuple(phrases)[:MOST_TERMS], tuple(excluded)[:MOST_TERMS])


def _terms(whole: tuple[str, ...], is_prefix: bool) -> Iterator[Term]:
    """The tokens one by one: of `cart_total.py` a text may say any."""
    for token in whole[:-1]:
        yield Term((token,))
    yield Term(whole[-1:], is_prefix)


def _told(words: dict[Term, None]) -> tuple[Term, ...]:
    """The words that say something; all of them where none does."""
    telling = [term for term in words if term.is_prefix or term.tokens[0].casefold() not in STOP_WORDS]
    return tuple(telling or words)[:MOST_TERMS]


def tokens(text: str) -> Iterator[str]:
    """Runs of letters and digits with their marks, as the archive's index knows them."""
    run: list[str] = []
    for character in f"{text} ":
        if character.isalnum() or (run and unicodedata.category(character) == "Mn"):
            run.append(character)
        elif run:
            yield "".join(run)
            run.clear()
