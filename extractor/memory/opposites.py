"""Opposites: words of which one says the contrary of the other, as "include" and "exclude".

Owns the pairs. Promises to tell only a text that has the one alone where its clause has the other alone, and neither
says "not". Pure.
"""

from __future__ import annotations

import re

from extractor.memory.expressions import Expression
from extractor.memory.force import NOT, SHORT_NOT

_PAIRS = (
    ("includ|inclus", "exclud|exclus"),
    ("accept", "reject|refus"),
    ("allow|permit", "forbid|disallow|prohibit"),
    ("enabl", "disabl"),
    ("encrypt", "decrypt"),
    ("increas|rais", "decreas|lower"),
    ("upload", "download"),
    ("ascend", "descend"),
    ("intern", "extern"),
)
"""Their stems."""
_OPPOSITES = tuple(tuple(re.compile(rf"\b(?:{stems})", re.IGNORECASE) for stems in pair) for pair in _PAIRS)
_ANY = re.compile(rf"\b(?:{'|'.join(stems for pair in _PAIRS for stems in pair)})", re.IGNORECASE)
_NO = Expression(rf"\b(?:{NOT}|cannot|without)\b|{SHORT_NOT}")


def opposite(text: str, clause: str) -> str | None:
    """The word of a clause of which a text has the opposite alone; None where there is none."""
    if not _ANY.search(clause) or _NO.search(text) or _NO.search(clause):
        return None
    for pair in _OPPOSITES:
        for own, other in (pair, pair[::-1]):
            told = own.search(clause)
            if told and other.search(text) and not (own.search(text) or other.search(clause)):
                return clause[told.start() :].split()[0].strip(".,;:!?")
    return None
