"""Facts of a batch of messages, each once, the later word before the earlier.

Owns the order in which messages are read, what one overtakes, and how far a run reads. Promises that what it does
not get to is counted, and nothing of what it read is left out. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import tzinfo

from extractor.domain import Evidence, Kind, MemoryType, Message, Milliseconds, Speaker
from extractor.memory.own_words import own_words
from extractor.models.offline import wording
from extractor.models.offline.answers import asked
from extractor.models.offline.by_words import ByWords
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.interviewed import interviewed
from extractor.models.offline.likeness import overtakes
from extractor.models.offline.places import pointers
from extractor.models.offline.turn import fact_of


def facts(
    exchanges: Sequence[Iterable[Message]],
    most: int,
    tz: tzinfo,
    before: Message | None = None,
    small: bool = False,
) -> tuple[list[Fact], int]:
    """What the people's messages say for good, and how many of the last exchanges are left unread.

    `most`: files the facts may go into, for which an exchange waits unless it is the first. `before`: what the agent
    said last ahead of them. `small`: the people type without capitals.
    """
    reading = _Reading(tz, before, small)
    for number, messages in enumerate(exchanges):
        kept = reading.kept
        reading.go_on(messages)
        if number and sum(fact.most_files for fact in reading.kept) > most:
            return kept, len(exchanges) - number
    return reading.kept, 0


class _Reading:
    """What was found up to a message."""

    def __init__(self, tz: tzinfo, before: Message | None, small: bool) -> None:
        self.kept: list[Fact] = []
        self._said = ByWords()
        self._last = before
        self._tz, self._small = tz, small

    def go_on(self, messages: Iterable[Message]) -> None:
        """Read further messages."""
        for message in messages:
            if message.sidechain:
                continue
            if message.speaker is Speaker.ASSISTANT and message.kind is Kind.TEXT and message.text.strip():
                self._last = message
            if message.is_human:
                for fact in _facts_of(message, self._last, self._tz, self._small):
                    self._take(fact, message.at)
                self._last = None

    def _take(self, fact: Fact, at: Milliseconds) -> None:
        known = {one.text for other in self.kept for one in other.stated}
        fresh = tuple(one for one in fact.stated if known.isdisjoint(self._said.repeated_by(one.text)))
        if fresh:
            corrected = {older for new in fact.stated for older in self._said.corrected_by(new.text)}
            stays = _left_standing(self.kept, fact, corrected)
            self.kept = [*stays, replace(fact.holding(fresh), at=at)]
            self._said.add(one.text for one in fresh)


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
