"""A sentence of a message, weighed, and what it is among the others of its message.

Owns what tells a sentence that lasts by itself, one that is an address alone, and one that is put otherwise later.
Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from extractor.domain import MemoryType
from extractor.models.offline import cues, passing
from extractor.models.offline.corrections import AT_ONCE
from extractor.models.offline.first_words import plain_marks
from extractor.models.offline.likeness import tokens
from extractor.models.offline.memory_type import type_of
from extractor.models.offline.mentions import without_addresses
from extractor.models.offline.passing import tells_of_change
from extractor.models.offline.weight import Weighed

_ADDS = re.compile(r"\b(?:also|too|either|as well|auch|también|aussi)\b", re.IGNORECASE)
_SHARED = 2
"""Words two sentences share that speak of one thing."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or a clause of a message, weighed."""

    quote: str
    weighed: Weighed
    points: int
    is_answer: bool
    """The first of a message that follows a question."""

    @property
    def type(self) -> MemoryType:
        """The type it has by itself."""
        return type_of(self.weighed.body, self.weighed.orders)


def stands_out(said: Said) -> bool:
    """Whether a sentence says for itself that it lasts: an answer, a rule for every time, a change."""
    is_ever = cues.EVER.search(plain_marks(said.quote)) is not None
    return said.is_answer or is_ever or tells_of_change(said.quote)


def is_bare(said: Said) -> bool:
    """Whether a sentence is an address and no word of what is there, and answers nothing."""
    beside = without_addresses(said.quote)
    return beside != said.quote and not said.is_answer and not tokens(beside)


def thought_over(heavy: Sequence[Said]) -> list[Said]:
    """The sentences without those that a later one of the message puts otherwise."""
    kept: list[Said] = []
    for said in heavy:
        rethought = passing.RETHOUGHT.search(said.quote)
        if rethought is not None and rethought.start() < AT_ONCE and not _ADDS.search(said.quote):
            about = tokens(said.quote)
            kept = [each for each in kept if len(tokens(each.quote) & about) < _SHARED]
        kept.append(said)
    return kept
