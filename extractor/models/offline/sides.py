"""On which side of a "not", a "before" or an "instead of" the words of a text stand.

Owns telling "tabs, never spaces" from "spaces, never tabs". Promises to look at words and their order alone, in
time linear in the text. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from extractor.models.offline.first_words import plain_marks

Tokens = Callable[[str], frozenset[str]]
"""The content words of a text."""

_CLAUSE = re.compile(
    r"[,;:.!?()–—。，；、]+|\s-\s|\b(?:but|always|sondern|aber|immer|sino|pero|siempre|mais|toujours)\b"
)
_NOT = re.compile(
    r"\b(?:not|no|never|don't|doesn't|nicht|kein|keine|keinen|nie|niemals|nunca|jamais|avoid|without|ohne|sin|sans)\b"
)
_PARTED = re.compile(
    r"\b(?P<before>before|until|bevor|vor|antes de|avant)\b|\b(?P<after>after|nach|después de|après)\b"
    r"|\b(?P<not>rather than|instead of|over|statt|anstatt|en vez de|en lugar de|au lieu de)\b"
    r"|\b(?P<than>than|als|que)\b|\b(?:from|von|de|du)\b(?=.{1,80}?\b(?P<to>to|nach|a|à|au)\b)",
    re.DOTALL,
)
"""What parts two things; where one comes from and where it goes are parted at the second word."""
_PLACE = re.compile(
    r"^\W*(?:in|on|at|for|with|bei|im|am|für|en|dans|pour|para)\s+(?:(?:the|every|our|each|der|die|das|el|la|le)\s+)?\w+,?\s+"
)
"""Where, when or for what a text holds, told before anything else."""


@dataclass(frozen=True, slots=True)
class _Sides:
    """Words that stand on one side alone."""

    here: frozenset[str]
    there: frozenset[str]

    def is_turned(self, other: _Sides) -> bool:
        """Whether words have changed places between the two."""
        return not (self.here.isdisjoint(other.there) or self.there.isdisjoint(other.here))


def is_turned_around(one: str, other: str, tokens: Tokens) -> bool:
    """Whether two texts of the same words have them on the other side of a "not", a "before" or an "instead of"."""
    ours, theirs = _plain(one), _plain(other)
    return _negated(ours, tokens).is_turned(_negated(theirs, tokens)) or any(
        sides.is_turned(turned)
        for word, sides in _parted(ours, tokens)
        for other_word, turned in _parted(theirs, tokens)
        if word == other_word
    )


def _plain(text: str) -> str:
    """The text in small letters, without the place or time it begins with: that is on no side."""
    return _PLACE.sub("", plain_marks(text).casefold())


def _sides(here: str, there: str, tokens: Tokens) -> _Sides:
    ours, theirs = tokens(here), tokens(there)
    return _Sides(ours - theirs, theirs - ours)


def _negated(text: str, tokens: Tokens) -> _Sides:
    """What is ruled, and what is ruled out: from a "not" to the end of its clause."""
    ruled, out = [], []
    for clause in _CLAUSE.split(text):
        found = _NOT.search(clause)
        ruled.append(clause[: found.start()] if found else clause)
        out.append(clause[found.end() :] if found else "")
    return _sides(" ".join(ruled), " ".join(out), tokens)


def _parted(text: str, tokens: Tokens) -> list[tuple[str, _Sides]]:
    """The word that parts two things, where there is one, and what stands on its sides.

    Where the text begins with it, what follows the clause is its other side.
    """
    several = list(_PARTED.finditer(text))
    if len(several) != 1:
        return []
    found = several[0]
    before, behind = text[: found.start()], text[found.end() :]
    if found["to"]:
        before, behind = text[found.end() : found.start("to")], text[found.end("to") :]
    elif not tokens(before):
        behind, _, before = behind.partition(",")
    return [(found.lastgroup or "", _sides(before, behind, tokens))]
