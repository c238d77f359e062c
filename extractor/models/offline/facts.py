"""Facts of a batch of messages, each once, the later word before the earlier.

Owns the order in which messages are read and what one overtakes. Promises at most `MAX_FACTS`. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import tzinfo

from extractor.domain import Evidence, Kind, MemoryType, Message, Speaker
from extractor.memory.own_words import own_words
from extractor.models.offline import wording
from extractor.models.offline.answers import asked
from extractor.models.offline.by_words import ByWords
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.interviewed import interviewed
from extractor.models.offline.likeness import overtakes
from extractor.models.offline.places import pointers
from extractor.models.offline.turn import fact_of

MAX_FACTS = 128
"""A batch that seems to hold more than these is no conversation; a run can write as many after its reads."""


def facts(
    messages: Iterable[Message], tz: tzinfo, before: Message | None = None, small: bool = False
) -> list[Fact]:
    """What the people's messages say for good.

    `before`: what the agent said last ahead of them. `small`: the people type without capitals.
    """
    kept: list[Fact] = []
    said = ByWords()
    last = before
    for message in messages:
        if message.sidechain:
            continue
        if message.speaker is Speaker.ASSISTANT and message.kind is Kind.TEXT and message.text.strip():
            last = message
        if not message.is_human:
            continue
        for fact in _facts_of(message, last, tz, small):
            if len(kept) == MAX_FACTS:
                return kept
            known = {one.text for other in kept for one in other.stated}
            fresh = tuple(one for one in fact.stated if known.isdisjoint(said.repeated_by(one.text)))
            if fresh:
                corrected = {older for new in fact.stated for older in said.corrected_by(new.text)}
                kept = [*_left_standing(kept, fact, corrected), replace(fact.holding(fresh), at=message.at)]
                said.add(one.text for one in fresh)
        last = None
    return kept


def _facts_of(message: Message, before: Message | None, tz: tzinfo, small: bool) -> list[Fact]:
    parts = interviewed(message, before)
    fact = fact_of(message, asked(before), tz, tuple(part.said for part, _ in parts), small)
    found = ([fact] if fact else []) + [told for _, told in parts]
    for piece in own_words(message.text):
        for text, name, quote in pointers(piece):
            if fact is None or name not in fact.whole:
                cited = (Evidence(message.key.short, quote),)
                found.append(Fact(MemoryType.REFERENCE, (Stated(text, cited),), wording.name_of(text)))
    return found


def _left_standing(kept: list[Fact], fact: Fact, corrected: AbstractSet[str]) -> list[Fact]:
    """The facts before this one, without the sentences it corrects or overtakes."""
    stays: list[Fact] = []
    for other in kept:
        over = _most_alike(fact, other) if fact.changes and other is kept[-1] else None
        left = tuple(one for one in other.stated if one is not over and one.text not in corrected)
        if left:
            stays.append(other if left == other.stated else _without_reason(other, left))
    return stays


def _without_reason(fact: Fact, left: tuple[Stated, ...]) -> Fact:
    """The fact with what is left of its sentences: the reason was the first one's."""
    if left[0] is fact.stated[0]:
        return fact.holding(left)
    return replace(fact.holding(left), why=None, why_evidence=())


def _most_alike(fact: Fact, before: Fact) -> Stated | None:
    """The sentence of the message before that a message which tells of a change puts otherwise."""
    shared = [(overtakes(fact.whole, one.text, is_next=True), one) for one in before.stated]
    most, found = max(shared, key=lambda each: each[0])
    return found if most else None
