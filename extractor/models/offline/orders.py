"""Standing orders: telling "always do it so" from "do it now".

Owns the signs by which an imperative lasts: a habit, a scope, a contrast, a kind of thing for an object.
Promises to stay silent where the thing meant is one at hand. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline.clause import (
    FINITE,
    INDEFINITE,
    POINTING,
    PREPOSITIONS,
    PUNCTUATION,
    RELATIVE,
    Clause,
    Reach,
    find,
    is_code,
    is_identifier,
    word_set,
)
from extractor.models.offline.scope import (
    ADVERBS,
    UNITS,
    is_general_condition,
    is_habit,
    is_scope,
    names_scope,
    points_anywhere,
    points_at_hand,
)
from extractor.models.offline.verbs import (
    CHOOSING,
    DISTRIBUTIVE,
    ENDLESS,
    LIGHT,
    REGULATING,
    SPEAKING,
    is_verb,
)

_MOST_WORDS = 34
"""Words: a longer sentence is no order."""

_TALK = word_set(
    "pleasantries preamble preambles intro introduction introductions summary summaries recap recaps explanation"
    " explanations apology apologies fluff disclaimer disclaimers praise flattery chitchat theory basics boilerplate"
)
_PLANS = word_set("plan option first second third original current previous approach version idea one")
_WORKPIECES = word_set("changes edits things files tests steps lines commits")
_FIRM = word_set("yourself directly straight manually blindly automatically silently unprompted unasked")
_COMPARING = ("instead of", "rather than", "in place of", "not", "never", "over", "and not", "no")
_ASIDE = re.compile(
    r"(?:[,;]|\s[–—-])\s+(?:it|they|we|that|those|these|there|our|the [\w-]+)(?:'s|'re)?\s+(?!what|which)\w+",
    re.IGNORECASE,
)
"""A reason set behind a comma: ", it is overwritten by a script"."""
_POLITE = (
    "please", "kindly", "also", "just", "simply", "make sure", "make sure that", "make sure to", "make sure you",
    "make sure that you", "ensure", "ensure that", "ensure you", "be sure to", "be sure that you", "see to it that",
    "see to it that you", "take care to", "take care that", "try to", "remember to", "do remember to", "don't forget to",
    "make it a habit to", "i want you to", "i'd like you to", "i would like you to", "i expect you to", "i need you to",
    "i'd prefer you to", "i'd prefer if you", "i'd prefer that you", "you should", "you must", "you have to", "you need to",
    "you are to", "you're to", "you shall", "you will", "you ought to", "it is important to", "it's important to",
    "it is important that you", "it's important that you", "i want you", "i'd like it if you",
)  # fmt: skip
_NEGATED = (
    "don't", "do not", "dont", "never", "not", "please don't", "you shouldn't", "you mustn't", "you must not",
    "you should not", "you may not", "you are not to", "i don't want you to", "i do not want you to", "refrain from",
    "avoid", "stop", "let's not", "you should never", "you must never", "try not to", "no",
)  # fmt: skip
_FRONTS = word_set(
    "if when whenever before after unless while once for in on with within inside under across during"
)
_BEFORE_A_SCOPE = word_set("for in on with within inside under across during")
_AFTER_VERBS = POINTING | INDEFINITE | PREPOSITIONS | PUNCTUATION
_THINGS_MEANT = word_set("it them")
"""What in the order after a condition means the thing of the condition."""


def is_standing(text: str, has_reason: bool) -> bool:
    """Whether a text is an order that is meant to last."""
    clause = Clause.of(text)
    if not 2 < len(clause) <= _MOST_WORDS:
        return False
    return _holds(clause, has_reason or _ASIDE.search(text) is not None, is_scoped=False)


def _holds(clause: Clause, reasoned: bool, is_scoped: bool) -> bool:
    """Whether the clause is an order that lasts. `is_scoped`: a kind of case was named before it."""
    polite, negated = clause.starts(*_POLITE), clause.starts(*_NEGATED)
    if polite > negated:
        return _holds(clause.since(polite), reasoned, is_scoped)
    if negated:
        return _forbids(clause, negated, reasoned, is_scoped)
    first = clause.word(0)
    if first in ("let's", "lets") and clause.word(1) in ("always", "never", "only"):
        return _is_order(clause.since(2)) and not points_at_hand(clause)
    if first in _FRONTS:
        return _holds_after_front(clause, reasoned)
    if first in ("always", "ever"):
        return _is_order(clause.since(1))
    if first == "only":
        return _is_order(clause.since(1)) and _is_general(clause.since(1), reasoned, is_scoped)
    if not _is_order(clause):
        return False
    if is_habit(clause):
        return first not in ENDLESS and not points_at_hand(clause)
    return _is_general(clause, reasoned, is_scoped)


def _is_order(clause: Clause) -> bool:
    """Whether the clause begins like an imperative: a bare verb, and no finite verb that makes it a statement."""
    first, second, third = clause.word(0), clause.word(1), clause.word(2)
    if (first != "be" and not is_verb(first)) or second == ":" or second.endswith("ly"):
        return False
    if second.endswith("ed") and (third in _AFTER_VERBS or first not in REGULATING):
        return False
    for word in clause.words[1:7]:
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


def _holds_after_front(clause: Clause, reasoned: bool) -> bool:
    """A condition or a scope, then an order: lasts where the condition is general."""
    cut = clause.comma()
    if cut < 2:
        cut = clause.words.index("then") if "then" in clause.words else -1
    if cut < 2:
        return False
    head, rest = clause.until(cut), clause.since(cut + 1)
    rest = rest.since(rest.starts("then"))
    if head.word(0) in _BEFORE_A_SCOPE:
        return is_scope(head, 0) and _holds(rest, reasoned, is_scoped=True)
    if not is_general_condition(head):
        return False
    rest = rest.since(rest.starts(*_POLITE))
    order = rest.since(rest.starts(*_NEGATED) or (1 if rest.word(0) in ADVERBS else 0))
    return (
        _is_order(order)
        and order.word(0) not in ENDLESS - {"tell", "show"}
        and not points_at_hand(order, _THINGS_MEANT)
    )


# ---------------------------------------------------------------- orders to do something


def _is_general(clause: Clause, reasoned: bool, is_scoped: bool) -> bool:
    """Whether an order without a sign of habit speaks of a kind of thing and of how it is done."""
    verb, at = clause.word(0), 1
    while clause.word(at) in ADVERBS:
        at += 1
    special = _is_special(clause, at)
    if special is not None or verb not in REGULATING:
        return bool(special)
    if clause.word(at) in PREPOSITIONS:
        at += 1
    reach = clause.reach(at + 1 if clause.word(at) == "only" else at)
    if not reach.is_general or ":" in clause.words or any(is_code(word) for word in clause.written):
        return False
    if clause.word(at) in _WORKPIECES and not UNITS.search(" ".join(clause.words)):
        return False
    if points_anywhere(clause, verb in DISTRIBUTIVE):
        return False
    if _is_contrast(clause, at):
        return True
    if verb not in CHOOSING:
        settled = is_scoped or reasoned or verb in ("sign", "respect") or _has_manner(clause, at)
        return reach is Reach.PLURAL and settled
    if reach is Reach.PLURAL and verb in ("prefer", "favor", "favour"):
        return True
    bounded = is_scoped or reasoned or names_scope(clause, at) or _is_assigned(clause, at)
    return bounded and (reach is Reach.PLURAL or not is_identifier(clause.written[at]))


def _is_special(clause: Clause, at: int) -> bool | None:
    """What verbs with a use of their own decide; None for all others."""
    verb = clause.word(0)
    if verb in ("skip", "omit", "drop", "spare", "cut"):
        return not _TALK.isdisjoint(clause.words[at : at + 4])
    if verb == "stick" and clause.word(1) in ("to", "with"):
        return clause.word(2) not in ("this", "that", "it") and _PLANS.isdisjoint(clause.words)
    if verb == "go":
        return clause.word(1) == "with" and _is_contrast(clause, 2) and not points_anywhere(clause)
    if verb == "be":
        return names_scope(clause, 2) and not points_at_hand(clause)
    return None


def _is_assigned(clause: Clause, at: int) -> bool:
    """Whether a kind of thing is chosen for a kind of task: X for Y."""
    end = clause.phrase_end(at)
    task = clause.word(end + 1)
    return clause.word(end) == "for" and clause.reach(end + 1).is_general and task not in ("now", "example")


def _is_contrast(clause: Clause, at: int) -> bool:
    """Whether two kinds of things are set against each other: X, not Y; X instead of Y."""
    for phrase in _COMPARING:
        place = find(clause.words[at + 1 :], phrase)
        if place < 0 or ":" in clause.words[: at + 1 + place]:
            continue
        place += at + 1
        if phrase == "over" and clause.word(0) not in (
            "prefer",
            "favor",
            "favour",
            "choose",
            "pick",
            "go",
            "value",
        ):
            continue
        if phrase in ("not", "never", "no") and clause.word(place - 1) not in (
            ",",
            "and",
            "but",
            "–",
            "—",
            "-",
        ):
            continue
        other = place + len(phrase.split())
        if clause.word(other) in PREPOSITIONS:
            other += 1
        if clause.word(other) in ("to", "just", "only"):
            return False
        named = [clause.written[where] for where in (at, other) if where < len(clause)]
        if clause.reach(other).is_general and not any(is_identifier(word) for word in named):
            return _PLANS.isdisjoint(clause.words)
    return False


_LEADING_TO_A_MANNER = word_set("in with as under without like after at by to from inside next")
_MANNERS = word_set("first small short minimal brief simple alone sorted")


def _has_manner(clause: Clause, at: int) -> bool:
    """Whether the order says how: a limit, a way, a place, a time."""
    if UNITS.search(" ".join(clause.words)):
        return True
    end = clause.phrase_end(at)
    joint, following = clause.word(end), clause.word(end + 1)
    if not joint:
        return clause.words[-1] in _MANNERS
    if joint in _LEADING_TO_A_MANNER:
        return (bool(following) and following not in POINTING) or clause.word(0) in DISTRIBUTIVE
    return joint == "," and clause.words[end - 1] == "first"


# ---------------------------------------------------------------- orders to leave something alone


def _forbids(clause: Clause, skip: int, reasoned: bool, is_scoped: bool) -> bool:
    """Whether a "don't", a "stop" or an "avoid" lasts."""
    lead, order = " ".join(clause.words[:skip]), clause.since(skip)
    while order.word(0) in ADVERBS:
        if order.word(0) in ("ever", "always"):
            return _is_order(order.since(1))
        order = order.since(1)
    if lead in ("avoid", "stop", "refrain from"):
        return _quits(order, lead, reasoned, is_scoped)
    verb = order.word(0)
    if lead in ("no", "not") or not _is_order(order) or verb in LIGHT:
        return False
    if is_habit(order) or not _FIRM.isdisjoint(order.words):
        return not points_at_hand(order)
    at = 1
    while order.word(at) in ADVERBS or order.word(at) in ("to", "on", "up", "out", "with", "at", "in"):
        at += 1
    if order.word(at) in ("anything", "anyone"):
        return any("/" in word or "." in word for word in order.written[at:]) or names_scope(order, at + 1)
    reach = order.reach(at)
    if not reach.is_general or points_anywhere(order):
        return False
    if is_scoped or reasoned or names_scope(order, at):
        return True
    if reach is Reach.PLURAL:
        return _WORKPIECES.isdisjoint(order.words[at : at + 3])
    return (verb == "use" and order.written[at].istitle()) or verb in SPEAKING


def _quits(order: Clause, lead: str, reasoned: bool, is_scoped: bool) -> bool:
    """Whether "stop doing" or "avoid a thing" speaks of every time."""
    if points_at_hand(order):
        return False
    if len(order) and is_habit(order):
        return True
    verb = order.word(0)
    is_doing = verb.endswith("ing")
    if lead == "stop" and not is_doing:
        return False
    stem = verb.removesuffix("ing")
    if is_doing and any(stem in (spoken, spoken.removesuffix("e")) for spoken in SPEAKING):
        return True
    reach = order.reach(1 if is_doing else 0)
    if is_doing and reach is Reach.NONE:
        return lead == "avoid" and len(order) > 1
    return reach.is_general and (lead != "stop" or reach is Reach.PLURAL or is_scoped or reasoned)
