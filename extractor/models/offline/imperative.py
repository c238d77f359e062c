"""The form of an order: a bare verb at its beginning, and what politeness and denial put before it.

Owns how an imperative is told from a statement. Promises nothing about whether it lasts. Never does I/O.
"""

from __future__ import annotations

from extractor.models.offline.clause import (
    FINITE,
    INDEFINITE,
    POINTING,
    PREPOSITIONS,
    PUNCTUATION,
    RELATIVE,
    Clause,
    word_set,
)
from extractor.models.offline.verbs import REGULATING, is_verb

POLITE = (
    "please", "kindly", "also", "just", "simply", "make sure", "make sure that", "make sure to", "make sure you",
    "make sure that you", "ensure", "ensure that", "ensure you", "be sure to", "be sure that you", "see to it that",
    "see to it that you", "take care to", "take care that", "try to", "remember to", "do remember to", "don't forget to",
    "make it a habit to", "i want you to", "i'd like you to", "i would like you to", "i expect you to", "i need you to",
    "i'd prefer you to", "i'd prefer if you", "i'd prefer that you", "you should", "you must", "you have to", "you need to",
    "you are to", "you're to", "you shall", "you will", "you ought to", "it is important to", "it's important to",
    "it is important that you", "it's important that you", "i want you", "i'd like it if you",
)  # fmt: skip
FIRM_LEADS = (
    "whatever you do ,", "no matter what ,", "under no circumstances", "never , ever", "never ever", "at no point",
    "no exceptions :",
)  # fmt: skip
NEGATED = (
    "don't", "do not", "dont", "never", "not", "please don't", "you shouldn't", "you mustn't", "you must not",
    "you should not", "you may not", "you are not to", "i don't want you to", "i do not want you to", "refrain from",
    "avoid", "stop", "let's not", "you should never", "you must never", "try not to", "no",
)  # fmt: skip
_AFTER_VERBS = POINTING | INDEFINITE | PREPOSITIONS | PUNCTUATION
_LATE = REGULATING | word_set(
    "run update add document bump regenerate rebuild don't never always please make check ask tell warn"
)
_NO_LATE = PREPOSITIONS | POINTING | INDEFINITE | word_set("and or you we to i")


def main(clause: Clause) -> Clause:
    """The clause up to its first comma that leaves three words: what follows may point back at it."""
    cut = next((at for at in range(2, len(clause)) if clause.words[at] in (",", ";", "–", "—")), len(clause))
    return clause.until(cut)


def is_order(clause: Clause) -> bool:
    """Whether the clause begins like an imperative: a bare verb, and no finite verb that makes it a statement."""
    first, second, third = clause.word(0), clause.word(1), clause.word(2)
    if (first != "be" and not is_verb(first)) or second == ":" or second.endswith("ly"):
        return False
    if second.endswith("ed") and (third in _AFTER_VERBS or first not in REGULATING):
        return False
    for word in clause.words[1:7]:
        if word in ("i", "you", "we") and word != second:
            return True
        if (
            word in PUNCTUATION
            or word in RELATIVE
            or word in PREPOSITIONS
            or word in ("what", "how", "because")
        ):
            return True
        if word in FINITE:
            return False
    return True


def late_order(clause: Clause, first: int = 4) -> int:
    """Where the order begins that follows a condition without a comma; -1 where none is seen."""
    for at in range(first, len(clause) - 1):
        if clause.words[at] in _LATE and clause.words[at - 1] not in _NO_LATE:
            return at
    return -1
