"""Whether a sentence lasts by what it is: a standing order, a norm, a practice, a rule in a fragment.

Owns the order in which these are tried, on the whole sentence and on its clauses. Promises that a clause
alone makes the sentence last only where what stands before it is general too. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.domain import MemoryType
from extractor.models.offline.clause import Clause, Reach, is_plural
from extractor.models.offline.form import Form
from extractor.models.offline.fragments import FRAGMENTS, OTHERS
from extractor.models.offline.norms import is_stated
from extractor.models.offline.orders import is_standing
from extractor.models.offline.passing import POINTING, TROUBLE
from extractor.models.offline.scope import PROJECT

_BEGINS = re.compile(r"[\w`@#.~/-]").match
_JOINTS = re.compile(r",? (?:so|and so|hence|therefore) (?:please )?|; |, (?:and |but |please )?| [–—-] ")
_MOST_CLAUSES = 4
_THEM = re.compile(r"\b(?:them|they|it|there)\b", re.IGNORECASE)
_OURS = ("our", "we", "we're", "i", "i'm", "my", "your", "every", "each", "all", "nobody", "nothing")


def standing(text: str, has_reason: bool) -> MemoryType | None:
    """The type of what lasts in a sentence; None where nothing does."""
    if text.endswith(":") or not _BEGINS(text):
        return None
    found = _of_whole(text, has_reason)
    return found if found is not None else _of_clauses(text)


def _of_whole(text: str, has_reason: bool) -> MemoryType | None:
    if is_standing(text, has_reason):
        return MemoryType.FEEDBACK
    if kind := _by_form(OTHERS, text, has_reason):
        return kind
    if POINTING.match(_first_clause(text)):
        return None
    if kind := _by_form(FRAGMENTS, text, has_reason):
        return kind
    return MemoryType.PROJECT if is_stated(text, has_reason) else None


def _by_form(forms: tuple[Form, ...], text: str, has_reason: bool) -> MemoryType | None:
    for form in forms:
        match = form.match(text)
        if match and form.holds(match, has_reason):
            return form.type
    return None


def _first_clause(text: str) -> str:
    """The text up to its first comma, where two words stand before it."""
    head, comma, _ = text.partition(", ")
    return head if comma and " " in head else text


def _of_clauses(text: str) -> MemoryType | None:
    """The type of a later clause that is a rule for which the first gives the ground."""
    parts = [part for part in _JOINTS.split(text) if part]
    if not 1 < len(parts) <= _MOST_CLAUSES or not _is_ground(parts[0]):
        return None
    for part in parts[1:]:
        told = _THEM.sub("kinds", part)
        if is_standing(told, has_reason=True):
            return MemoryType.FEEDBACK
        if POINTING.match(told) is None and _by_form(FRAGMENTS, told, has_reason=False):
            return MemoryType.PROJECT
    return None


def _is_ground(text: str) -> bool:
    """Whether a clause says something general: of us, of the project, of things of a kind."""
    clause = Clause.of(text)
    if len(clause) < 2 or TROUBLE.search(text) or POINTING.match(text):
        return False
    first = clause.word(0)
    if first in _OURS or (first in ("the", "this") and not PROJECT.isdisjoint(clause.words[1:4])):
        return True
    return clause.reach(0) is Reach.PLURAL or is_plural(clause.word(1))
