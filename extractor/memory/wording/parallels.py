"""Parallels: two clauses built alike, of which each says something of its own.

Owns whether a text says of one what only the other says. Promises to refuse where a word of one clause stands in the
place of one of the other alone: what is told of both is none of it. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from extractor.memory.wording.force import NOT, SHORT_NOT
from extractor.memory.wording.novelty import shared
from extractor.memory.wording.telling import POINTS, first_telling, telling

_CLAUSE = re.compile(
    r"[.!?;:…]\s+|,\s+(?:(?:and|but|while|whereas|und|aber|während|y|pero|et|mais)\s+)?|\s(?:but|while|whereas|aber|pero|mais)\s"
    r"|\s(?:and|und|y|et)\s(?=(?:my|our|his|her|the|mein\w*|unser\w*|der|die|das|mi|nuestr\w*|el|la|m(?:on|a)|le|la|l['’])\s*\w+\s"
    r"(?:is|are|has|have|uses?|likes?|owns?|works?|does|goes|needs?|ist|sind|hat|haben|nutzt|es|son|tiene|usa|est|a|utilise)\b)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"[.!?;]\s+|,?\s(?:and|und|y|et)\s(?=(?:please |never |always |don['’]?t |do not )*(?:use|keep|delete"
    r"|remove|run|write|ask|push|merge"
    r"|deploy|skip|add|drop|log|mock|test|commit|leave|start|stop|call|put)\b)",
    re.IGNORECASE,
)
_SHORTENED = re.compile(
    rf"\b(?:does|do|did|is|are|was|were|may|can|could|must|should|will|has|have|{NOT}|never|nie)\b|{SHORT_NOT}",
    re.IGNORECASE,
)
"""What stands for the words of the clause before: "code does"."""
_ELLIPTIC = 2
"""Words that mean something, of a clause that is no more than somebody and such a word."""
_MANY = 200
"""Words above which two clauses are compared letter by letter alone: each form of each word takes the square."""
_LEAST = 2
"""Words of a text in one clause, for another clause to lend it one."""


def crossed_parallel(text: str, said: Iterable[str]) -> str | None:
    """None, or a word that a text has from another clause than all the rest, in the place of that clause's own."""
    clauses = [part for sentence in said for part in _CLAUSE.split(sentence) if telling(part)]
    meant = telling(text)
    if min(len(clauses), len(meant)) < _LEAST or len(_CLAUSE.split(text.strip(" .!"))) > 1:
        return None
    known = [shared(meant, telling(clause)) for clause in clauses]
    most = max(map(len, known))
    if most < _LEAST:
        return None
    every = set[str]().union(*known)
    crossing: str | None = None
    for clause, has in zip(clauses, known, strict=True):
        if len(has) < most:
            continue
        lent = every - has
        is_less = len(shared(telling(clause), meant)) < len(telling(clause))
        if len(lent) != 1 or not is_less or POINTS.search(clause) or _is_ruled_out(next(iter(lent)), text):
            return None
        lender = [other for other in clauses if other is not clause and shared(lent, telling(other))]
        if not any(_is_parallel(clause, other, lent) for other in lender):
            return None
        crossing = sorted(lent)[0]
    return crossing


def joined(text: str, said: Iterable[str]) -> str | None:
    """None, or a word that a text says of what another sentence than its own names: the verb of one with the object of
    the other.
    """
    parts = [part for sentence in said for part in _SENTENCE.split(sentence) if telling(part)]
    meant = telling(text)
    if (
        min(len(parts), len(meant)) < _LEAST
        or len(_CLAUSE.split(text.strip(" .!"))) > 1
        or any(map(POINTS.search, parts))
    ):
        return None
    known = [shared(meant, telling(part)) for part in parts]
    most, every = max(map(len, known)), set[str]().union(*known)
    if most < _LEAST:
        return min(every) if len(every) >= _LEAST else None
    best = [(part, has) for part, has in zip(parts, known, strict=True) if len(has) == most]
    lent = every - best[0][1]
    if len(best) > 1 or len(lent) != 1 or len(shared(telling(best[0][0]), meant)) == len(telling(best[0][0])):
        return None
    word = next(iter(lent))
    firsts = (first_telling(part) for part in parts if part is not best[0][0])
    return word if any(first and shared([word], {first}) for first in firsts) else None


def _is_ruled_out(word: str, text: str) -> bool:
    """Whether a text has the word behind a "not"."""
    ruled = (
        rf"(?:\b(?:{NOT}|instead of|rather than|statt|en vez de|au lieu de)|{SHORT_NOT})\W+{re.escape(word)}"
    )
    return re.search(ruled, text, re.IGNORECASE) is not None


def _is_parallel(clause: str, other: str, lent: AbstractSet[str]) -> bool:
    if POINTS.search(other):
        return False
    meant = telling(other)
    beside = meant - shared(meant, lent)
    is_short = len(meant) <= _ELLIPTIC and _SHORTENED.search(other) is not None
    theirs = telling(clause)
    return is_short or bool(shared(beside, theirs) if len(beside) + len(theirs) <= _MANY else beside & theirs)
