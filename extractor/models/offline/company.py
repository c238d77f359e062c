"""Company: which sentences of a message are kept for those beside them.

Owns what the sentences of one message are worth to each other. Promises them in their order. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from extractor.memory.wording.left_behind import over
from extractor.models.offline.fact import Stated
from extractor.models.offline.only_told import states, tells_only
from extractor.models.offline.said import Said, stands_out
from extractor.models.offline.weight import BESIDE, BESIDE_ONE, ENOUGH_AMONG_MANY

IsKept = Callable[[Said], bool]
"""Whether a sentence can be understood."""

_SHORT_TURN = 45
"""Words of a message up to which its other sentences go with the one that weighs enough."""
_MANY = 3
"""Sentences of a message above which one alone that weighs enough is lost among the others."""
_FULL = 5
"""Words of a sentence that goes along with another."""


def in_company(said: Sequence[Said], heavy: list[Said], is_kept: IsKept, *, changes: bool) -> list[Said]:
    """The sentences of a message that weigh enough, and those that go along with them.

    Who explains says one thing after another that lasts: plain sentences among several of them are kept. Who
    says one such thing among many others mostly speaks of the moment: it has to weigh more, but for an answer,
    a rule and a change. `changes`: the message tells that something is otherwise than it was.
    """

    def with_others(heavy: Sequence[Said], lowest: int) -> list[Said]:
        """The sentences, and those of so many points that go along with them."""
        kept = set(heavy)
        return [
            each
            for each in said
            if each in kept or (each.points >= lowest and _goes_along(each, is_kept, changes=changes))
        ]

    if sum(len(each.quote.split()) for each in said) <= _SHORT_TURN:
        heavy = with_others(heavy, BESIDE)
    if len(heavy) > 1:
        return with_others(heavy, BESIDE if len(heavy) > 2 else BESIDE_ONE)
    is_lost = len(said) > _MANY and not any(map(stands_out, heavy))
    return [each for each in heavy if each.points >= ENOUGH_AMONG_MANY or not is_lost]


def telling(said: Sequence[Said]) -> list[Said]:
    """The sentences that only tell how something is: that it is no more, or, beside one that does, what is instead."""
    is_over = any(over(each.quote) for each in said)
    return [
        each
        for each in said
        if tells_only(each.quote, each.weighed) or over(each.quote) or (is_over and states(each.weighed))
    ]


def with_what_is_over(stated: Sequence[Stated]) -> Stated:
    """The first sentence, with the words of another one that says what is no more: in its place stands the first."""
    first, *others = stated
    if over(first.text):
        return first
    told = tuple(each for one in others if over(one.text) for each in one.evidence)
    return replace(first, evidence=tuple(dict.fromkeys((*first.evidence, *told))))


def _goes_along(said: Said, is_kept: IsKept, *, changes: bool) -> bool:
    weighed = said.weighed
    is_whole = len(said.quote.split()) >= _FULL or changes
    return is_whole and not (weighed.asks or weighed.orders or weighed.is_doubted) and is_kept(said)
