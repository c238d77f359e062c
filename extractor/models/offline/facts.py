"""Facts of a batch of messages, each once, the later word before the earlier.

Owns the order in which messages are read and what one overtakes. Promises at most `MAX_FACTS`. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo

from extractor.domain import Evidence, Kind, MemoryType, Message, Speaker
from extractor.memory.own_words import own_words
from extractor.models.offline import wording
from extractor.models.offline.answers import asked
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.interviewed import interviewed
from extractor.models.offline.likeness import contradicts, overtakes, says_same
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
            known = [one.text for other in kept for one in other.stated]
            fresh = tuple(one for one in fact.stated if not any(says_same(one.text, each) for each in known))
            if fresh:
                kept = [*_left_standing(kept, fact), fact.holding(fresh)]
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


def _left_standing(kept: list[Fact], fact: Fact) -> list[Fact]:
    """The facts before this one that it does not overtake."""
    stays = [other for other in kept if not contradicts(fact.text, other.text)]
    if fact.changes and stays and stays[-1] is kept[-1] and overtakes(fact.whole, stays[-1].whole):
        stays.pop()
    return stays
