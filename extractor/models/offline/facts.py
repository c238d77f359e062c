"""Facts of a batch of messages, each once, the later word before the earlier.

Owns the order in which messages are read, what one overtakes, and how far a run reads. Promises that what it does
not get to is counted, and nothing of what it read is left out. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import tzinfo

from extractor.domain import Evidence, Kind, MemoryType, Message, Milliseconds, Speaker
from extractor.memory.own_words.own_words import own_words
from extractor.memory.wording.left_behind import over
from extractor.models.offline import wording
from extractor.models.offline.agreed import agreed
from extractor.models.offline.answers import asked
from extractor.models.offline.by_words import ByWords
from extractor.models.offline.fact import Fact, Stated, TakenBack
from extractor.models.offline.interviewed import interviewed
from extractor.models.offline.likeness import overtakes, tokens
from extractor.models.offline.otherwise import turned
from extractor.models.offline.places import pointers
from extractor.models.offline.remainder import says_more_than
from extractor.models.offline.sentences import sentences
from extractor.models.offline.taking_back import instead_of, taken_back
from extractor.models.offline.turn import fact_of
from extractor.models.offline.withdrawal import takes_back_the_last


def facts(
    exchanges: Sequence[Iterable[Message]],
    most: int,
    tz: tzinfo,
    before: Message | None = None,
    small: bool = False,
    after: Milliseconds | None = None,
) -> Found:
    """What the people's messages say for good.

    `most`: files the facts may go into, for which an exchange waits unless it is the first. `before`: what the agent
    said last ahead of them. `small`: the people type without capitals. `after`: when a person wrote last ahead of them.
    """
    reading = _Reading(tz, before, small, after)
    for number, messages in enumerate(exchanges):
        found = reading.found()
        reading.go_on(messages)
        if number and sum(fact.most_files for fact in reading.kept if not fact.only_instead) > most:
            return replace(found, rest=len(exchanges) - number)
    return reading.found()


@dataclass(frozen=True, slots=True)
class Found:
    """What messages say for good."""

    facts: tuple[Fact, ...]
    taken_back: tuple[TakenBack, ...] = ()
    rest: int = 0
    """How many of the last exchanges are left unread."""


class _Reading:
    """What was found up to a message."""

    def __init__(self, tz: tzinfo, before: Message | None, small: bool, after: Milliseconds | None) -> None:
        self.kept: list[Fact] = []
        self._taken_back: list[TakenBack] = []
        self._after = after
        self._last_heard = ""
        self._said = ByWords()
        self._last = before
        self._tz, self._small = tz, small

    def found(self) -> Found:
        """What was found so far."""
        return Found(tuple(self.kept), tuple(self._taken_back))

    def go_on(self, messages: Iterable[Message]) -> None:
        """Read further messages."""
        for message in messages:
            if message.sidechain:
                continue
            if message.speaker is Speaker.ASSISTANT and message.kind is Kind.TEXT and message.text.strip():
                self._last = message
            if message.is_human:
                self._hear(message)
                self._last = None

    def _hear(self, message: Message) -> None:
        if takes_back_the_last(message.text) and len(sentences(self._last_heard)) == 1:
            self.kept = [fact for fact in self.kept if fact.at != self._after]
        for taken in taken_back(message):
            self._taken_back.append(taken)
            self.kept = _without(self.kept, taken)
        for fact in _facts_of(message, self._last, self._tz, self._small):
            self._take(replace(fact, after=self._after), message.at)
        self._after = message.at
        self._last_heard = message.text

    def _take(self, fact: Fact, at: Milliseconds) -> None:
        known = {one.text for other in self.kept if not other.only_instead for one in other.stated}
        fresh = tuple(one for one in fact.stated if known.isdisjoint(self._said.repeated_by(one.text)))
        if fresh:
            corrected = {
                older
                for new in fact.stated
                for older in self._said.corrected_by(new.text, at_least=fact.told)
            }
            stays = _left_standing(self.kept, fact, corrected)
            only_instead = fact.only_instead and stays == self.kept
            self.kept = [*stays, replace(fact.holding(fresh), at=at, only_instead=only_instead)]
            self._said.add(one.text for one in fresh)


def _facts_of(message: Message, before: Message | None, tz: tzinfo, small: bool) -> list[Fact]:
    parts = interviewed(message, before)
    question = asked(before)
    fact = fact_of(message, question, tz, tuple(part.said for part, _ in parts), small)
    if fact is None and question is not None:
        fact = agreed(message, question)
    found = ([fact] if fact else []) + [told for _, told in parts]
    if (instead := instead_of(message, tz)) is not None:
        stands = next((at for at, each in enumerate(found) if instead.text in each.whole), None)
        if stands is None:
            found.append(instead)
        else:
            found[stands] = replace(found[stands], takes_back=True)
    heard = "\n".join(cited.quote for each in found for one in each.stated for cited in one.evidence)
    found += [each for each in turned(message, tz) if each.stated[0].evidence[0].quote not in heard]
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


def _without(kept: list[Fact], taken: TakenBack) -> list[Fact]:
    """The facts without the sentences that say what was taken back."""
    stays: list[Fact] = []
    for fact in kept:
        left = tuple(one for one in fact.stated if not taken.about <= tokens(one.text))
        if left:
            stays.append(fact if left == fact.stated else _without_reason(fact, left))
    return stays


def _without_reason(fact: Fact, left: tuple[Stated, ...]) -> Fact:
    """The fact with what is left of its sentences: the reason was the first one's."""
    if left[0] is fact.stated[0]:
        return fact.holding(left)
    return replace(fact.holding(left), why=None, why_evidence=())


def _most_alike(fact: Fact, before: Fact) -> Stated | None:
    """The sentence of the message before that a message which tells of a change puts otherwise."""
    if fact.takes_back and fact.after == before.at and len(before.stated) == 1:
        # Said right after it: one word in common tells that it is meant.
        return None if tokens(fact.whole).isdisjoint(tokens(before.whole)) else before.stated[0]
    shared = [
        (overtakes(fact.whole, one.text, is_next=True), one)
        for one in before.stated
        if not (over(fact.whole) and says_more_than(one.text, fact.whole))
    ]
    most, found = max(shared, key=lambda each: each[0], default=(0, None))
    return found if most else None
