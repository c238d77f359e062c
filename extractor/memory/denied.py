"""What a text denies, against what its quotes deny: a "not" of one sentence says nothing of what another one says.

Owns which clause of a text a "not" stands in, and which sentence of a person says those words. Promises to refuse only where
a sentence says all that the text denies and denies nothing itself. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.force import NOT, SHORT_NOT
from extractor.memory.kinship import denials
from extractor.memory.novelty import shared, words
from extractor.memory.provisos import is_question

_DENIES = re.compile(rf"(?:\b(?:{NOT}|cannot|niemals)\b|{SHORT_NOT})", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[,;:.!?—]\s+|\s[–-]\s|\s(?:and|but|or|because|since|if|unless|when|und|aber|oder|weil|wenn|y|pero|porque"
    r"|et|mais|parce|e|ma|mas)\s",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:that|this|it|so|both|either|neither|das|dies|es|eso|esto|ça|cela|ciò|isso)\b", re.IGNORECASE
)
"""Words by which a denial means what another sentence says."""
_ENOUGH = 2
"""Words from which it can be told what a "not" denies."""


def denies_another(text: str, said: Iterable[str]) -> str | None:
    """None, or what a text denies though the only sentence that says all of it denies nothing. `said`: whole sentences."""
    given = [*dict.fromkeys(said)]
    if len(given) < _ENOUGH or any(_means_another(sentence) for sentence in given):
        return None
    for clause in _CLAUSE.split(text):
        denied = words(_DENIES.sub(" ", clause)) if _DENIES.search(clause) else frozenset()
        if len(denied) < _ENOUGH:
            continue
        saying = [sentence for sentence in given if len(shared(denied, words(sentence))) == len(denied)]
        if saying and not any(denials(sentence) for sentence in saying):
            return " ".join(_DENIES.sub(" ", clause).split())
    return None


def _means_another(sentence: str) -> bool:
    """Whether a sentence may deny, or ask, what another one says."""
    if is_question(sentence):
        return True
    is_bare = len(words(sentence)) < _ENOUGH or _POINTS.search(sentence) is not None
    return denials(sentence) > 0 and is_bare
