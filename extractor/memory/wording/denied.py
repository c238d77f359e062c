"""What a text denies, against what its quotes deny: a "not" of one sentence says nothing of what another one says.

Owns which clause of a text a "not" stands in, and which sentence of a person says those words. Promises to refuse only where
a sentence says all that the text denies and denies nothing itself. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.wording.force import APOSTROPHE, NOT, SHORT_NOT
from extractor.memory.wording.kinship import denials
from extractor.memory.wording.novelty import shared, words
from extractor.memory.wording.provisos import is_question
from extractor.memory.wording.telling import POINTS, telling

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
_PART = re.compile(
    r"[,;:.!?—]\s+|\s[–-]\s|\s(?:but|because|since|whereas|while|aber|weil|während|pero|porque|mientras|mais|parce|ma|mas)\s",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\W*(?:(?:and|but|so|und|y|et)\s+)?(?:in|on|at|for|before|after|during|when(?:ever)?|if|unless|until|once|with|without|as|to|from|by"
    r"|wenn|falls|sobald|bei|vor|nach|im|in|auf|für|mit|ohne|cuando|si|antes|después|en|para|con|sin|avant|après|quand|dans|pour|avec|sans)\b",
    re.IGNORECASE,
)
"""How a part begins that says where or when the next one holds."""
_REMINDS = re.compile(
    rf"\b(?:(?:please|bitte|por favor)\s+)?(?:(?:do\s+not|don{APOSTROPHE}?t|never|lets?\s+not)\s+(?:ever\s+)?"
    r"(?:forget(?:\s+(?:to|about))?|(?:hesitate|fail|neglect|omit|be\s+(?:afraid|shy|scared))\s+to)\b"
    r"|(?:vergiss|vergesst)\s+(?:bitte\s+)?nicht\b,?(?:\s+zu\b)?|zögere?\s+nicht\b,?\s+zu\b|no\s+olvides\b|no\s+dudes\s+en\b"
    r"|n['’]oublie\s+pas\s+(?:de\b|d['’])|n['’]hésite\s+pas\s+à\b|non\s+dimenticare\s+di\b)",
    re.IGNORECASE,
)
"""A "not" that asks for what stands behind it: "don't forget to"."""
_ENOUGH = 2
"""Words from which it can be told what a "not" denies."""


def without_reminders(text: str) -> str:
    """A text with an order in the place of a "don't forget to", which denies nothing of what it is said of."""
    return _REMINDS.sub(" ", text)


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


def denies_across(text: str, said: Iterable[str]) -> str | None:
    """None, or what a text denies of words that stand in a part of the sentences that denies nothing, and in no other."""
    parts = [part for sentence in said for part in _parts(sentence)]
    denied = [part for part in parts if denials(part) or _DENIES.search(part)]
    if not denied or any(is_question(p) or POINTS.search(p) or not telling(p) for p in denied):
        return None
    theirs = frozenset[str]().union(*map(telling, denied))
    others = frozenset[str]().union(*(telling(part) for part in parts if part not in denied))
    for clause in _parts(text):
        meant = telling(_DENIES.sub(" ", clause)) if _DENIES.search(clause) else frozenset()
        own, foreign = shared(meant, theirs), shared(meant, others)
        if foreign - own and not own - foreign:
            return " ".join(clause.split())
    return None


def _parts(sentence: str) -> list[str]:
    """The parts of a sentence that deny or do not each by itself: what only says where or when belongs to the next."""
    found: list[str] = []
    lead = ""
    for part in _PART.split(sentence):
        if not part.strip():
            continue
        if _LEADS.match(part) and not _DENIES.search(part):
            lead = f"{lead} {part}"
            continue
        found.append(f"{lead} {part}".strip())
        lead = ""
    if lead and found:
        found[-1] = f"{found[-1]}{lead}"
    return found or [lead.strip()]


def _means_another(sentence: str) -> bool:
    """Whether a sentence may deny, or ask, what another one says."""
    if is_question(sentence):
        return True
    is_bare = len(words(sentence)) < _ENOUGH or _POINTS.search(sentence) is not None
    return denials(sentence) > 0 and is_bare
