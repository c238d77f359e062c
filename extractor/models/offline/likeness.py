"""Whether two texts say the same, contradict each other, or speak of one thing.

Owns the words that tell what a text is about. Promises to look at words alone: what neither text says is not
weighed. Never does I/O.
"""

from __future__ import annotations

import re
from functools import lru_cache

STOP = frozenset(
    "a an and are as at be been but by can could did do does for from had has have he her his i if in into is it its me my of"
    " off on or our out she should so some such than that the their them then there these they this those to too up us very was"
    " we were what when where which who will with would you your user please always also asked said about all any because let"
    " der die das den dem des ein eine einen und oder ist sind mit auf für von zu wir ich im am bei"
    " el la los las un una y o es son con en de del que por para se lo al le les des du et est sont avec dans sur pour".split()
)
"""Words without which two texts still say the same."""
_TOLD = STOP | frozenset("don dont just no nor not only never nicht kein now".split())
"""Words that do not tell what a text is about."""
_WORD = re.compile(r"[^\W_]+")
_NEGATION = frozenset("not no never don dont nicht kein keine nie niemals without avoid stop".split())
_UNSPACED = re.compile(r"[\u3040-\u30ff\uac00-\ud7a3\u3400-\u9fff]+")
_SAME, _SAME_OF_ALL, _ALIKE, _OF_ONE_THING = 0.8, 0.6, 0.75, 0.3
_NAME = re.compile(
    r"(?<=[\w,;:] )[A-Z][A-Za-z]+|\b[A-Z]{2,}\b|\b[a-z]+[A-Z]\w+|^[A-Z][a-z]+(?= (?:is|left|owns))"
)
"""A name, as written inside a sentence."""
_ROOT = 4
"""Letters from which a word can be the beginning of another form of itself."""


@lru_cache(maxsize=4096)
def tokens(text: str) -> frozenset[str]:
    """The content words of a text, endings taken off; pairs of signs where no spaces are."""
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        runs = _UNSPACED.findall(word)
        for run in runs:
            found |= {run[at : at + 2] for at in range(len(run) - 1)}
        if not runs and word not in _TOLD:
            found.add(_stem(word))
    return frozenset(found)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "en"):
        if len(word) - len(ending) >= _ROOT and word.endswith(ending):
            return word.removesuffix(ending).removesuffix("e")
    return word.removesuffix("e") if len(word) > _ROOT else word


def says_same(one: str, other: str) -> bool:
    """Whether two texts state the same: nearly the same words, the same numbers, both negated or neither."""
    ours, theirs = tokens(one), tokens(other)
    if ours.isdisjoint(theirs) or _numbers(ours) != _numbers(theirs):
        return False
    is_alike = likeness(ours, theirs) >= _SAME and len(ours & theirs) >= _SAME_OF_ALL * max(
        len(ours), len(theirs)
    )
    return is_alike and _is_negated(one) == _is_negated(other)


def contradicts(one: str, other: str) -> bool:
    """Whether two texts speak of one thing in nearly the same words and differ in a number, a date or a no."""
    ours, theirs = tokens(one), tokens(other)
    if ours.isdisjoint(theirs) or likeness(_words(ours), _words(theirs)) < _ALIKE:
        return False
    return _numbers(ours) != _numbers(theirs) or _is_negated(one) != _is_negated(other)


def overtakes(newer: str, older: str) -> int:
    """How many words a text of a message that tells of a change shares with an older one; 0 where too few.

    "Deploys go to Fly now" overtakes "we deploy to Heroku": two words that tell what it is about, or one name.
    """
    if says_same(newer, older):
        return 0
    ours, theirs = tokens(newer), tokens(older)
    shared = ours & theirs
    is_enough = len(shared) > 1 and likeness(ours, theirs) >= _OF_ONE_THING
    return len(shared) if is_enough or _names(newer) & _names(older) else 0


def _names(text: str) -> set[str]:
    return {_stem(name.casefold()) for name in _NAME.findall(text)}


def likeness(ours: frozenset[str], theirs: frozenset[str]) -> float:
    """How much of the smaller set stands in the larger, 0 where either has fewer than two words."""
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller > 1 else float(ours == theirs and smaller == 1)


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isdigit())


def _words(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if not word[0].isdigit())


def _is_negated(text: str) -> bool:
    return not _NEGATION.isdisjoint(_WORD.findall(text.casefold()))
