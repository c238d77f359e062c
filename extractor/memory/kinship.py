"""Kinship: whether a text has anything to do with the quotes it is said to rest on.

Owns two plain questions: do they share a word, and does one deny what the other says. Promises to ask
little: a text in a script without spaces, or too short to tell, passes. Never does I/O.
"""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.novelty import novel, words

_DENIAL = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|without|cannot|nor|nicht|nie|niemals|kein\w*|ohne|nunca|jamais|pas|aucun\w*|ningún\w*|ninguna?|senza|sem|sin|sans|geen|niet|nooit|mai|não|inte|aldrig|не|нет|никогда|nie)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_AVERSION = re.compile(
    r"\b(?:avoid\w*|stop\w*|instead|rather|refus\w*|forbid\w*|forbidden|only|wrong|ban\w*|hate\w*|dislike\w*|drop\w*"
    r"|skip\w*|leave|remove\w*|out|off|dont|wont|cant|isnt|statt\w*|nur|vermeid\w*|verboten|lass\w*)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:real|actual|true|genuine|echte?\w*|real(?:es)?|vrai\w*|ver[oi])\b", re.IGNORECASE
)
"""What says the opposite of something without a "not"."""
_CLAUSE = re.compile(r"[.!?;:…]+\s+|(?<=\w\s\w\w\w\w),\s+|(?<=\w\w\w\w),\s+(?=\w+ \w+ \w+)")
_WITHDRAWAL = re.compile(
    r"\b(?:forget|wrong|outdated|obsolete|stale|delete|remove|drop(?:ped)?|gone|over|changed|anymore|any more|instead"
    r"|replaced|switched|moved|cancell?ed|retired|scrap|rather|old|used to|now|vergiss|veraltet|falsch|lösch\w*|weg"
    r"|vorbei|geändert|jetzt|statt\w*|olvida|ya|ahora|borra|obsoleto|oublie|maintenant|plus|dimentica|esquece"
    r"|vergeet|nu)\b|不再|忘|もう|забудь|уже",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\s*(?:(?:ah|oh|hm+|well|uh|please|bitte)[,\s]+)*(?:no(?! (?:problem|worries|objections?|issue|doubt|need to ask))|nope|nah|never(?! mind)|nein|non|nee|don['’]?t|do not|stop|wrong)\b",
    re.IGNORECASE,
)


def is_kin(text: str, quotes: Iterable[str]) -> bool:
    """Whether the text shares a word that means something with the quotes, or has too few to tell."""
    given = list(quotes)
    brought, known = novel(text, given)
    return known > 0 or not brought or not words(" ".join(given))


def denies(text: str, quotes: Iterable[str]) -> bool:
    """Whether the text says a "not" where no quote says one or anything like it."""
    if not _DENIAL.search(text):
        return False
    return not any(_DENIAL.search(quote) or _AVERSION.search(quote) for quote in quotes)


def leaves_out_a_not(text: str, quotes: Iterable[str]) -> bool:
    """Whether the text says, without a "not", what every quote that says it denies."""
    if not words(text) or any(mark.search(text) for mark in (_DENIAL, _AVERSION, _CONTRAST)):
        return False
    given = list(quotes)
    clauses = [clause for quote in given for clause in _CLAUSE.split(quote)]
    saying = _saying(text, clauses) or _saying(text, given)
    return bool(saying) and all(_DENIAL.search(quote) for quote in saying)


def _saying(text: str, parts: Iterable[str]) -> list[str]:
    return [part for part in parts if not novel(text, [part])[0]]


def says_not(text: str) -> bool:
    """Whether the text denies something."""
    return _DENIAL.search(text) is not None


def withdraws(sentence: str) -> bool:
    """Whether a sentence can mean that something no longer holds."""
    return _DENIAL.search(sentence) is not None or _WITHDRAWAL.search(sentence) is not None


def refuses(answer: str) -> bool:
    """Whether an answer begins by saying no."""
    return _REFUSAL.match(answer) is not None


def denials(text: str) -> int:
    """How often a text says "not", in whatever words."""
    return len(_DENIAL.findall(text)) + len(_AVERSION.findall(text))
