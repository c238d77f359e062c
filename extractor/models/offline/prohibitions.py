"""Prohibitions that last: don't, never, stop, avoid.

Owns the signs by which an order to leave something alone speaks of every time. Promises to stay silent where
the thing meant is one at hand. Never does I/O.
"""

from __future__ import annotations

from extractor.models.offline.clause import Clause, Reach, word_set
from extractor.models.offline.imperative import is_order, main
from extractor.models.offline.scope import ADVERBS, is_habit, names_scope, points_anywhere, points_at_hand
from extractor.models.offline.verbs import LIGHT, SPEAKING, is_doing

WORKPIECES = word_set("changes edits things files tests steps lines commits")
"""What every task handles: "don't change files" is said of this task."""
_FIRM = word_set("yourself directly straight manually blindly automatically silently unprompted unasked")


def forbids(clause: Clause, skip: int, reasoned: bool, is_scoped: bool) -> bool:
    """Whether a "don't", a "stop" or an "avoid" lasts."""
    lead, order = " ".join(clause.words[:skip]), clause.since(skip)
    while order.word(0) in ADVERBS:
        if order.word(0) in ("ever", "always"):
            return is_order(order.since(1))
        order = order.since(1)
    if lead in ("avoid", "stop", "refrain from"):
        return _quits(order, lead, reasoned, is_scoped)
    verb = order.word(0)
    if lead in ("no", "not") or not is_order(order) or verb in LIGHT:
        return False
    if is_habit(order) or not _FIRM.isdisjoint(order.words):
        return not points_at_hand(main(order))
    at = 1
    while order.word(at) in ADVERBS or order.word(at) in ("to", "on", "up", "out", "with", "at", "in"):
        at += 1
    if order.word(at) in ("anything", "anyone"):
        return any("/" in word or "." in word for word in order.written[at:]) or names_scope(order, at + 1)
    reach = order.reach(at)
    if reach is Reach.NONE and verb in SPEAKING:
        return True
    if not reach.is_general or points_anywhere(main(order)):
        return False
    if is_scoped or reasoned or names_scope(order, at):
        return True
    if reach is Reach.PLURAL:
        return WORKPIECES.isdisjoint(order.words[at : at + 3])
    return (verb == "use" and order.written[at].istitle()) or verb in SPEAKING


def _quits(order: Clause, lead: str, reasoned: bool, is_scoped: bool) -> bool:
    """Whether "stop doing" or "avoid a thing" speaks of every time."""
    if points_at_hand(main(order)):
        return False
    if len(order) and is_habit(order):
        return True
    verb = order.word(0)
    doing = is_doing(verb)
    if lead == "stop" and not doing:
        return False
    stem = verb.removesuffix("ing")
    if doing and any(stem in (spoken, spoken.removesuffix("e")) for spoken in SPEAKING):
        return True
    reach = order.reach(1 if doing else 0)
    if doing and reach is Reach.NONE:
        return lead == "avoid" and len(order) > 1
    return reach.is_general and (lead != "stop" or reach is Reach.PLURAL or is_scoped or reasoned)
