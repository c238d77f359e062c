"""How far an order reaches: every time, every thing of a kind, or the one at hand.

Owns the signs of habit, general conditions, scopes, and the words that point at something at hand.
Promises nothing about the order itself. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline.clause import (
    PUNCTUATION,
    RELATIVE,
    Clause,
    Reach,
    find,
    is_code,
    is_plural,
    word_set,
)
from extractor.models.offline.verbs import (
    CHANGING,
    HEEDING,
    MOMENTARY,
    REGULATING,
    WORKING,
    is_doing,
    is_form_of,
    is_past,
    is_verb,
)

ADVERBS = word_set(
    "also always never just only ever simply strictly explicitly directly either first then please still"
)
PROJECT = word_set(
    "repo repository project codebase monorepo workspace package org company team app application service"
)
_HABITS = (
    "at all times", "any more", "no matter", "as a rule", "in general", "in doubt", "no exceptions", "by hand",
    "on your own", "without asking", "without approval", "without permission", "without my", "without a", "without an",
    "without first", "without tests", "without review", "without telling",
)  # fmt: skip
_MANNERED = ("by default",)
_THROUGHOUT = word_set("everywhere throughout consistently exclusively strictly anymore")
_EVENTFUL = word_set("before after on with for at per")
_OCCASIONS = word_set(
    "commit push merge pr pull change release deploy deployment edit response reply answer migration day"
    " week session task step feature bug bugfix fix version refactor run build ticket story sprint"
    " iteration review experiment"
)
_ANSWERS = word_set("answer reply response")
_DONE = word_set("done finished complete completed ready fixed")
_USERS = word_set(
    "user users customer customers visitor visitors client clients request requests event events"
)
_PLACES = word_set(
    "work development documentation testing logging production prod staging ci code main master develop"
    " trunk prose markdown sql css html"
)
_SCOPING = word_set("in for across throughout within inside with under on")
_AT_HAND = word_set(
    "it's that's they're this that these those it them here now there below above following next again today"
)
_COMMON = word_set(
    "imperative present past active passive same standard whole entire repo repository project codebase"
    " user team end beginning top bottom default database network code"
)
"""Nouns that "the" stands before whatever is meant."""


def is_habit(clause: Clause) -> bool:
    """Whether a sign of habit stands in the order itself, not in what it says of its object."""
    words = clause.words
    words = words[: next((at for at in range(2, len(words)) if words[at] in RELATIVE), len(words))]
    if ":" in words[:6]:
        return False
    is_manner = words[0] in REGULATING
    if find(words, *_HABITS) >= 0 or (is_manner and find(words, *_MANNERED) >= 0):
        return True
    return any(_marks_habit(clause, at, is_manner) for at in range(len(words)))


def _marks_habit(clause: Clause, at: int, is_manner: bool) -> bool:
    """Whether the word at a place says: every time."""
    word, before, after = clause.word(at), clause.word(at - 1), clause.word(at + 1)
    if word in ("always", "never", "ever"):
        return before not in ("to", "it", "that", "which", "not")
    if word in _THROUGHOUT:
        return is_manner and (
            not after
            or after in PUNCTUATION
            or after in ("please", "in", "for")
            or clause.word(at + 2) in PROJECT
        )
    if word in ("before", "after", "when", "if", "whenever", "unless"):
        if word in ("if", "when") and clause.word(0) not in HEEDING:
            return False
        if word == "whenever" and clause.word(0) in HEEDING:
            return is_general_condition(clause.since(at))
        if after == "you" or is_doing(after):
            return is_general_condition(clause.since(at))
        return (word == "whenever" and after in ("we", "i")) or (
            word == "unless" and (after in ("we", "i") or clause.reach(1).is_general)
        )
    if word in ("every", "each"):
        if after == "time":
            return clause.word(at + 2) in ("you", "we", "i")
        if before in _EVENTFUL or (before == "in" and after in _ANSWERS):
            return not _OCCASIONS.isdisjoint(clause.words[at + 1 : at + 4])
    return False


def is_general_condition(clause: Clause) -> bool:
    """Whether "when you …", "if a …", "before …ing" means every such case and not the one at hand."""
    joint, rest = clause.word(0), clause.since(1)
    if rest.starts(
        "in doubt",
        "unsure",
        "not sure",
        "you are unsure",
        "you're unsure",
        "you're not sure",
        "you are not sure",
        "i say",
        "i ask",
    ):
        return True
    if joint == "whenever":
        spoken_of = rest.word(0) in ("you", "we", "i", "a", "an", "any") or rest.reach(0).is_general
        return spoken_of and not _tells_of_users(rest)
    if joint not in ("if", "when", "before", "after", "unless") or any(
        is_code(word) for word in rest.written
    ):
        return False
    if rest.word(0) in ("you", "one"):
        return _is_general_event(rest.since(1))
    if points_at_hand(rest) or rest.word(0) in ("we", "i") or _tells_of_users(rest):
        return False
    if is_doing(rest.word(0)):
        return _is_general_event(rest)
    if rest.word(0) in ("every", "each", "any"):
        return True
    if joint in ("if", "when", "unless") and rest.word(0) in (
        "a",
        "an",
        "no",
        "someone",
        "anyone",
        "anything",
    ):
        return True
    return is_plural(rest.word(0)) or rest.reach(0) is Reach.PLURAL


def _tells_of_users(clause: Clause) -> bool:
    """Whether it tells what users and requests do: a product, and no way of working."""
    return any(
        word in _USERS and clause.word(at - 1) not in ("pull", "merge")
        for at, word in enumerate(clause.words)
    )


_INTENDING = ("want to", "need to", "have to", "are about to", "are going to")


def _is_general_event(clause: Clause) -> bool:
    """Whether a verb with its object means every such event: commit, open a PR, changing a file."""
    while skip := clause.starts(*_INTENDING) or (1 if clause.word(0) in ADVERBS else 0):
        clause = clause.since(skip)
    verb = clause.word(0)
    if not _DONE.isdisjoint(clause.words):
        return "you" in clause.words or not is_form_of(verb, MOMENTARY)
    if verb == "have" and is_past(clause.word(1)) and clause.word(1) not in _DONE:
        return True
    if not (is_verb(verb) or is_doing(verb)) or is_form_of(verb, MOMENTARY) or points_at_hand(clause):
        return False
    if is_form_of(verb, CHANGING):
        return True
    if len(clause) == 1 and is_form_of(verb, WORKING):
        return False
    at = 1
    while clause.word(at) in (
        "up",
        "out",
        "to",
        "on",
        "into",
        "me",
        "us",
        "anything",
        "in",
        "with",
        "from",
        "of",
    ):
        at += 1
    return clause.word(at) in RELATIVE or (
        clause.reach(at) is not Reach.POINTED and clause.word(at) != "more"
    )


def is_scope(clause: Clause, at: int) -> bool:
    """Whether the preposition at a place leads to a kind of case: in tests, for SQL, in this repository."""
    where = at + 1
    first = clause.word(where)
    if first in ("this", "the", "our", "that", "all", "any", "every", "each", "your"):
        following = [
            word
            for word in clause.words[where + 1 : where + 4]
            if word not in ("whole", "entire", "of", "the")
        ]
        if following and following[0] in PROJECT:
            return True
        if first in ("this", "that"):
            return False
    if first in ("one", "a", "an", "single"):
        return not _UNITS_OF_WORK.isdisjoint(clause.words[where + 1 : where + 3])
    reach = clause.reach(where)
    if reach is Reach.BARE:
        word = clause.written[where]
        named = clause.words[where : clause.phrase_end(where)]
        return word[:1].isupper() or "/" in word or not _PLACES.isdisjoint(named)
    return reach is Reach.PLURAL


_UNITS_OF_WORK = word_set(
    "commit pr pull file function test module class message branch release migration package component"
    " service handler loop transaction script query hook constructor method line"
)


def names_scope(clause: Clause, at: int) -> bool:
    """Whether a kind of case is named after a place."""
    for place in range(at, len(clause) - 1):
        word = clause.words[place]
        if word == "when":
            if is_general_condition(clause.since(place)) or clause.word(place + 1) in ("my", "i"):
                return True
        elif word in _SCOPING and is_scope(clause, place):
            return True
    return False


def points_at_hand(clause: Clause, allowed: frozenset[str] = frozenset()) -> bool:
    """Whether a word points at something at hand; "that" before a clause and "this" before the project do not."""
    for at, word in enumerate(clause.words):
        if word not in _AT_HAND or word in allowed:
            continue
        following = clause.word(at + 1)
        if word in ("above", "below") and following and following not in PUNCTUATION:
            continue
        if (word in ("this", "that") and following in PROJECT) or (
            (word == "there" and following in ("is", "are")) or (word == "next" and following == "to")
        ):
            continue
        if word == "that" and following and following not in PUNCTUATION and at > 1:
            continue
        return True
    return False


def points_anywhere(clause: Clause, is_distributive: bool = False) -> bool:
    """Whether any noun phrase means one thing at hand. `is_distributive`: "the" goes with each of many."""
    for at, word in enumerate(clause.words):
        if (
            word == "the"
            and not is_distributive
            and clause.word(at + 1) not in _COMMON
            and not _is_general_the(clause, at)
        ):
            return True
        if word in ("my", "his", "her") and at:
            return True
    return points_at_hand(clause)


def _is_general_the(clause: Clause, at: int) -> bool:
    """Whether "use the …" names what things of a kind are to have."""
    return clause.word(at - 1) in ("use", "prefer") and at == 1


UNITS = re.compile(
    r"\b(?:under|below|at most|no more than|at least|up to|within|max(?:imum)?(?: of)?|at|to|than)\s+(?:\d+"
    r"|one|two|three|four|five|six|ten|half)\b"
)
"""A limit, in words joined by spaces."""
