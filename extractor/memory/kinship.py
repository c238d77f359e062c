"""Kinship: whether a text has anything to do with the quotes it is said to rest on.

Owns two plain questions: do they share a word, and does one deny what the other says. Promises to ask
little: a text in a script without spaces, or too short to tell, passes. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d_]{3,}")
_STEM = 4
"""Letters two words share at their beginning to count as kin: enough to see an ending or a plural through."""

_EVERYDAY = frozenset(
    "the and for are was were not never always with from into that this these those them they you your our his"
    " her its has have had will would can could should must may use used uses when where what which who how why"
    " all any each every only just also more most some such than then there here user users person project"
    " before after about over under out off one two way make made get got let want wants does did done been"
    " der die das den dem ein eine und ist sind nicht nie immer mit von für auf wir ich sie soll muss".split()
)

_DENIAL = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|without|cannot|nor|nicht|nie|niemals|kein\w*|ohne|nunca|jamais|pas)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_AVERSION = re.compile(
    r"\b(?:avoid\w*|stop\w*|instead|rather|refus\w*|forbid\w*|forbidden|only|wrong|ban\w*|hate\w*|dislike\w*|drop\w*"
    r"|skip\w*|leave|remove\w*|out|off|dont|wont|cant|isnt|statt\w*|nur|vermeid\w*|verboten|lass\w*)\b",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\s*(?:(?:ah|oh|hm+|well|uh|please|bitte)[,\s]+)*(?:no|nope|nah|never|nein|non|nee|don['’]?t|do not|stop|wrong)\b",
    re.IGNORECASE,
)


def is_kin(text: str, quotes: Iterable[str]) -> bool:
    """Whether the text shares a word that means something with the quotes, or has too few to tell."""
    words, said = _stems(text), _stems(" ".join(quotes))
    return not words or not said or bool(words & said)


def denies(text: str, quotes: Iterable[str]) -> bool:
    """Whether the text says a "not" where no quote says one or anything like it."""
    if not _DENIAL.search(text):
        return False
    return not any(_DENIAL.search(quote) or _AVERSION.search(quote) for quote in quotes)


def leaves_out_a_not(text: str, quotes: Iterable[str]) -> bool:
    """Whether the text says, without a "not", what every quote that says it denies."""
    words = _stems(text)
    if not words or _DENIAL.search(text) or _AVERSION.search(text):
        return False
    saying = [quote for quote in quotes if words <= _stems(quote)]
    return bool(saying) and all(_DENIAL.search(quote) for quote in saying)


def refuses(answer: str) -> bool:
    """Whether an answer begins by saying no."""
    return _REFUSAL.match(answer) is not None


def denials(text: str) -> int:
    """How often a text says "not", in whatever words."""
    return len(_DENIAL.findall(text)) + len(_AVERSION.findall(text))


def _stems(text: str) -> set[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return {word[:_STEM] for word in words if word not in _EVERYDAY}
