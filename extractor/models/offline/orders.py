"""Standing orders: telling "always do it so" from "do it now".

Owns the signs by which an imperative lasts: a habit, a scope, a contrast, a kind of thing for an object.
Promises to stay silent where the thing meant is one at hand. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline.clause import (
    POINTING,
    PREPOSITIONS,
    Clause,
    Reach,
    find,
    is_code,
    is_identifier,
    word_set,
)
from extractor.models.offline.imperative import FIRM_LEADS, NEGATED, POLITE, is_order, late_order, main
from extractor.models.offline.prohibitions import WORKPIECES, forbids
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
    HEEDING,
    REGULATING,
    is_doing,
)

_MOST_WORDS = 34
"""Words: a longer sentence is no order."""

_TALK = word_set(
    "pleasantries preamble preambles intro introduction introductions summary summaries recap recaps"
    " explanation explanations apology apologies fluff disclaimer disclaimers praise flattery chitchat"
    " theory basics boilerplate"
)
_PLANS = word_set("plan option first second third original current previous approach version idea one")
_COMPARING = ("instead of", "rather than", "in place of", "not", "never", "over", "and not", "no")
_ASIDE = re.compile(
    r"(?:[,;]|\s[–—-])\s+(?:it|they|we|that|those|these|there|our|the [\w-]+)(?:'s|'re)?\s+(?!what|which)\w+",
    re.IGNORECASE,
)
"""A reason set behind a comma: ", it is overwritten by a script"."""
_FRONTS = word_set(
    "if when whenever before after unless while once for in on with within inside under across during"
)
_BEFORE_A_SCOPE = word_set("for in on with within inside under across during")
_LACKING = (
    "if you need a",
    "if you need an",
    "if you need any",
    "when you need a",
    "when you need an",
    "if you want a",
)
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
    if skip := clause.starts(*FIRM_LEADS):
        order = clause.since(skip)
        order = order.since(order.starts(",") or order.starts(*NEGATED))
        return is_order(order) and not points_at_hand(main(order))
    polite, negated = clause.starts(*POLITE), clause.starts(*NEGATED)
    if polite > negated:
        return _holds(clause.since(polite), reasoned, is_scoped)
    if negated:
        return forbids(clause, negated, reasoned, is_scoped)
    first = clause.word(0)
    if first in ("let's", "lets") and clause.word(1) in ("always", "never", "only"):
        return is_order(clause.since(2)) and not points_at_hand(main(clause))
    if first in _FRONTS:
        return _holds_after_front(clause, reasoned)
    if first in ("always", "ever"):
        return is_order(clause.since(1))
    if first == "only":
        return is_order(clause.since(1)) and _restricts(clause.since(1), reasoned, is_scoped)
    if not is_order(clause):
        return False
    if is_habit(clause) and first not in ENDLESS:
        return not points_at_hand(main(clause))
    return _is_general(clause, reasoned, is_scoped)


def _holds_after_front(clause: Clause, reasoned: bool) -> bool:
    """A condition or a scope, then an order: lasts where the condition is general."""
    cut, size = clause.comma(), 1
    if clause.word(0) in _BEFORE_A_SCOPE and not 1 < cut < 8:
        late = late_order(clause, 2)
        cut, size = (late, 0) if late > 0 else (cut, size)
    if cut < 2:
        cut = clause.words.index("then") if "then" in clause.words else -1
    if cut < 2:
        cut, size = late_order(clause, 3), 0
    if cut < 2:
        return False
    head, rest = clause.until(cut), clause.since(cut + size)
    rest = rest.since(rest.starts("then"))
    if head.word(0) in _BEFORE_A_SCOPE:
        return is_scope(head, 0) and _holds(rest, reasoned, is_scoped=True)
    rest = rest.since(rest.starts(*POLITE))
    lacks = rest.word(0) == "ask" and head.starts(*_LACKING) > 0
    if not lacks and not is_general_condition(head):
        return False
    order = rest.since(rest.starts(*NEGATED) or (1 if rest.word(0) in ADVERBS else 0))
    return (
        is_order(order)
        and order.word(0) not in ENDLESS - {"tell", "show"}
        and not points_at_hand(order, _THINGS_MEANT)
    )


# ---------------------------------------------------------------- orders to do something


def _is_general(clause: Clause, reasoned: bool, is_scoped: bool) -> bool:
    """Whether an order without a sign of habit speaks of a kind of thing and of how it is done."""
    verb, at = clause.word(0), 1
    while clause.word(at) in ADVERBS:
        at += 1
    if verb in ("answer", "reply", "respond") and clause.word(1) == "with" and "first" in clause.words:
        return not points_at_hand(clause)
    if verb in ("write", "document", "answer") and reasoned and _is_in_a_language(clause):
        return not points_at_hand(main(clause))
    if is_scoped and verb in HEEDING:
        return not points_at_hand(clause)
    if clause.words[-1] == "only" and clause.reach(at) is Reach.PLURAL and clause.word(at) not in WORKPIECES:
        return not points_at_hand(clause)
    special = _is_special(clause, at)
    if special is not None or verb not in REGULATING:
        return bool(special)
    if clause.word(at) in PREPOSITIONS or (verb in ("give", "answer") and clause.word(at) in ("me", "us")):
        at += 1
    if clause.word(at) == "the" and verb in ("use", "prefer") and _is_known(clause, at):
        at += 1
    reach = clause.reach(at + 1 if clause.word(at) == "only" else at)
    if not reach.is_general or ":" in clause.words or any(is_code(word) for word in clause.written):
        return False
    if (
        clause.word(at) in WORKPIECES
        and "first" not in clause.words
        and not UNITS.search(" ".join(clause.words))
    ):
        return False
    contrasted = _is_contrast(clause, at)
    if points_anywhere(main(clause), verb in DISTRIBUTIVE or (contrasted and reach is Reach.PLURAL)):
        return False
    if contrasted:
        return True
    if verb not in CHOOSING:
        settled = is_scoped or reasoned or verb in ("sign", "respect") or _has_manner(clause, at)
        return reach is Reach.PLURAL and settled
    if reach is Reach.PLURAL and verb in ("prefer", "favor", "favour"):
        return True
    bounded = is_scoped or reasoned or names_scope(clause, at) or _is_assigned(clause, at)
    return bounded and (reach is Reach.PLURAL or not is_identifier(clause.written[at]))


_TAKING = word_set(
    "add import install depend expose export allow commit merge deploy push release accept support mock"
    " include publish tag ship"
)


_TAKEN_FROM = word_set("with from without under for in to that")


def _restricts(clause: Clause, reasoned: bool, is_scoped: bool) -> bool:
    """Whether "only do so with …" restricts things of a kind."""
    if _is_general(clause, reasoned, is_scoped):
        return True
    if clause.reach(1) is not Reach.PLURAL or points_anywhere(clause):
        return False
    return clause.word(0) in _TAKING and clause.word(clause.phrase_end(1)) in _TAKEN_FROM


def _is_special(clause: Clause, at: int) -> bool | None:
    """What verbs with a use of their own decide; None for all others."""
    verb = clause.word(0)
    if verb in ("skip", "omit", "drop", "spare", "cut"):
        return not _TALK.isdisjoint(clause.words[at : at + 4])
    if verb == "default" and clause.word(1) != "to":
        return False
    if verb == "prefer" and is_doing(clause.word(1)):
        return "the" not in clause.words
    if verb == "write" and clause.word(1) in _QUALITIES:
        return clause.reach(1) is Reach.PLURAL and not points_anywhere(clause)
    if verb == "leave":
        end = clause.phrase_end(at)
        return clause.reach(at).is_general and clause.word(end) == "to" and clause.reach(end + 1).is_general
    if verb == "stick" and clause.word(1) in ("to", "with"):
        return clause.word(2) not in ("this", "that", "it") and _PLANS.isdisjoint(clause.words)
    if verb == "stay":
        return clause.word(1) in ("on", "with", "at") and clause.written[2][:1].isupper()
    if (
        verb in ("keep", "make")
        and clause.reach(1) is Reach.PLURAL
        and not _QUALITIES.isdisjoint(clause.words[1:6])
    ):
        return not points_at_hand(main(clause))
    if verb == "follow" and clause.word(1) == "the":
        return clause.written[2][:1].isupper() or not _GUIDES.isdisjoint(clause.words)
    if verb == "keep" and (
        clause.words[len(main(clause)) - 1] in _QUALITIES or UNITS.search(" ".join(clause.words))
    ):
        return not points_at_hand(main(clause))
    if verb == "treat" and (as_ := find(clause.words, "as", "like")) > 1:
        return not points_at_hand(main(clause)) and clause.reach(as_ + 1) is not Reach.POINTED
    if verb == "go":
        return clause.word(1) == "with" and _is_contrast(clause, 2) and not points_anywhere(main(clause))
    if verb == "be" and not _BEARING.isdisjoint(clause.words[1:4]):
        return True
    if verb == "be":
        return names_scope(clause, 2) and not points_at_hand(main(clause))
    return None


def _is_assigned(clause: Clause, at: int) -> bool:
    """Whether a kind of thing is chosen for a kind of task: X for Y."""
    end = clause.phrase_end(at)
    task = clause.word(end + 1)
    return clause.word(end) == "for" and clause.reach(end + 1).is_general and task not in ("now", "example")


_WEIGHING = word_set("prefer favor favour choose pick go value")
_PARTING = word_set(", and but – — -")


def _is_contrast(clause: Clause, at: int) -> bool:
    """Whether two kinds of things are set against each other: X, not Y; X instead of Y."""
    for phrase in _COMPARING:
        place = find(clause.words[at + 1 :], phrase) + at + 1
        if place <= at or ":" in clause.words[:place]:
            continue
        if phrase == "over" and clause.word(0) not in _WEIGHING:
            continue
        if phrase in ("not", "never", "no") and clause.word(place - 1) not in _PARTING:
            continue
        other = place + len(phrase.split())
        if clause.word(other) in PREPOSITIONS:
            if clause.reach(at) is Reach.PLURAL and clause.word(place - 1) == ",":
                return _PLANS.isdisjoint(clause.words)
            other += 1
        if clause.word(other) in ("to", "just", "only"):
            return False
        named = [
            *clause.written[at : clause.phrase_end(at)],
            *clause.written[other : clause.phrase_end(other)],
        ]
        if clause.reach(other).is_general and not any(is_identifier(word) for word in named):
            return _PLANS.isdisjoint(clause.words)
    return False


def _is_in_a_language(clause: Clause) -> bool:
    at = find(clause.words, "in")
    return at > 0 and clause.written[at + 1 : at + 2] != () and clause.written[at + 1].istitle()


def _is_known(clause: Clause, at: int) -> bool:
    """Whether "the …" is known to everyone, because it is used in things of a kind: the present tense in changelogs."""
    end = clause.phrase_end(at)
    named = clause.words[at + 1 : end]
    joint = clause.word(end)
    if named[:1] and named[0] in ("word", "term", "name", "spelling"):
        return True
    return (
        _PLANS.isdisjoint(named)
        and _OTHERS.isdisjoint(named)
        and joint in ("in", "for", "over", "when", "rather", "instead")
    )


_OTHERS = word_set("other old new existing same last next above following helper branch file one")
_BEARING = word_set(
    "concise brief terse direct blunt explicit succinct honest frank critical strict formal informal"
    " polite skeptical sceptical pedantic precise conservative proactive"
)
_GUIDES = word_set("convention conventions guide guidelines style standard standards rules policy")
_QUALITIES = word_set(
    "atomic compatible short small stable green clean minimal thin simple consistent pure private"
    " deterministic alphabetical readable light lean flat idempotent reproducible sorted fast cheap tidy"
    " terse brief concise generic portable immutable stateless backwards-compatible sync date"
)
"""What something is kept like for good."""
_LEADING_TO_A_MANNER = word_set(
    "through via behind in with as under without like after at by to from inside next"
)
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
        return (bool(following) and (following not in POINTING or following == "one")) or clause.word(
            0
        ) in DISTRIBUTIVE
    return joint == "," and clause.words[end - 1] == "first"
