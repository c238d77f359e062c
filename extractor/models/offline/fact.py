"""A fact: what one message says for good, as sentences with their quotes.

Owns the values the offline rules pass on. Promises nothing about the gate. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from extractor.domain import Evidence, MemoryType, Milliseconds, Reach
from extractor.memory.reach import reach_of
from extractor.memory.slots.slot import Told
from extractor.models.offline import wording
from extractor.models.offline.memory_type import type_of_all
from extractor.models.offline.passing import tells_of_change

_NEVER = Milliseconds(0)

MAX_IN_FILE = 8
"""Statements of one message in one file: more are easier to read in two."""


@dataclass(frozen=True, slots=True)
class Stated:
    """One sentence of a fact, and the words that witness it."""

    text: str
    evidence: tuple[Evidence, ...]
    alone: Stated | None = None
    """A plainer form, for where the gate refuses this one: without its question, or with its reason."""
    described: str = ""
    """What the index may say of a file of this sentence, by its own words alone; empty where that is not known."""
    type: MemoryType | None = None
    """The type of the sentence by itself, where that is known."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What one message says for good: what goes into one file."""

    type: MemoryType
    stated: tuple[Stated, ...]
    name: str
    why: str | None = None
    why_evidence: tuple[Evidence, ...] = ()
    changes: bool = False
    """The message tells that something is otherwise than it was."""
    is_for_good: bool = False
    """It says that it holds from here on, or that something no longer does: a sentence in a file may be meant."""
    takes_back: bool = False
    """The message begins by taking back what the person said before."""
    after: Milliseconds | None = None
    """When they said that: the time of their message before it."""
    only_instead: bool = False
    """It is kept in the place of what it takes back alone."""
    described: str = ""
    """What the index says of it, at most 150 characters."""
    at: Milliseconds = _NEVER
    """When the message was written."""

    @property
    def may_overtake(self) -> bool:
        """Whether a sentence that stands in a file, in other words, can be meant by it."""
        return self.changes or self.is_for_good

    @property
    def told(self) -> Told:
        """How plainly it is known to tell of a change: its sentences may have lost the words that do."""
        return Told.MOVE if self.may_overtake else Told.NOTHING

    @property
    def text(self) -> str:
        """The first sentence."""
        return self.stated[0].text

    @property
    def whole(self) -> str:
        """All sentences."""
        return " ".join(one.text for one in self.stated)

    @property
    def is_personal(self) -> bool:
        """Whether all of it holds wherever the person works."""
        return reach_of(self.type, (one.text for one in self.stated)) is Reach.PERSONAL

    @property
    def most_files(self) -> int:
        """Files it goes into at most: rules of two reaches make one more."""
        return -(-len(self.stated) // MAX_IN_FILE) + (len(self.stated) > 1)

    def by_reach(self) -> tuple[Fact, ...]:
        """The fact, or two where some of its sentences tell how to talk with the person, and others do not.

        What a person says of themselves in one breath stays together: its sentences explain each other.
        """
        far = tuple(one for one in self.stated if self._is_of_the_talk(one))
        near = tuple(one for one in self.stated if one not in far)
        if not far or not near:
            return (self,)
        parts = self._parted((far, near) if self.stated[0] in far else (near, far))
        return tuple(replace(part, type=self._type_of(part.stated, far)) for part in parts)

    def _type_of(self, part: tuple[Stated, ...], far: tuple[Stated, ...]) -> MemoryType:
        """Feedback for how to talk; of the others the type they have, where it is known of each."""
        if part == far:
            return MemoryType.FEEDBACK
        types = [one.type for one in part if one.type]
        return type_of_all(types) if len(types) == len(part) else self.type

    def _is_of_the_talk(self, one: Stated) -> bool:
        """Whether a sentence tells the agent how to talk with the person, wherever they work."""
        is_told = self.type is MemoryType.FEEDBACK or one.type is MemoryType.FEEDBACK
        return is_told and reach_of(MemoryType.FEEDBACK, (one.text,)) is Reach.PERSONAL

    def in_files(self) -> tuple[Fact, ...]:
        """The fact in as few parts of nearly one size as go into a file each; the first has its reason."""
        files = -(-len(self.stated) // MAX_IN_FILE)
        if files < 2:
            return (self,)
        ends = [len(self.stated) * number // files for number in range(files + 1)]
        return self._parted([self.stated[at:to] for at, to in pairwise(ends)])

    def _parted(self, parts: Iterable[tuple[Stated, ...]]) -> tuple[Fact, ...]:
        """A fact for each part: the first has the reason, and one changes what was so where it says so itself."""
        first, *others = (
            replace(self.holding(part), changes=self.changes and _changes(part)) for part in parts
        )
        return (first, *(replace(other, why=None, why_evidence=()) for other in others))

    def holding(self, stated: tuple[Stated, ...]) -> Fact:
        """The fact with these sentences of its own; its name follows the first, and what is said of it them."""
        described = next((one.described for one in stated if one.described), "")
        if stated[0] == self.stated[0]:
            return replace(self, stated=stated, described=described or self.described)
        text = stated[0].text
        described = described or wording.description(text)
        return replace(self, stated=stated, name=wording.name_of(text), described=described)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What a message takes back and names, without saying what is so instead."""

    about: frozenset[str]
    """The words it names it by."""
    evidence: Evidence
    at: Milliseconds
    """When the message was written."""


def _changes(stated: Iterable[Stated]) -> bool:
    """Whether one of the sentences tells of a change, in the person's own words."""
    return any(tells_of_change(one.evidence[-1].quote) for one in stated)
