"""Where a sentence a person said belongs among memory files.

Owns the judgement whether it stands already, takes another one's place, joins a file or begins one.
Promises that a sentence that says something of its own is never dropped. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import takewhile

from extractor.domain import MemoryType
from extractor.memory.file_name import valid_name
from extractor.memory.memory_file import MemoryFile
from extractor.memory.slots.slots import fills_otherwise
from extractor.models.offline import wording
from extractor.models.offline.likeness import contradicts, says_same, tokens

_OPENS, _CLOSES = "\"'`([{“„‘«»¿¡…,;「『（", "\"'`)]}”“’»«.,:;!?…。！？、，：；」』）–—"
"""What stands around a word and is none of it. Other signs are: C++, €5, !=, -5, <, .env."""
_STRESSED = re.compile(
    r"(?<![\w*])(\*{1,3})(?=[^\s*])(?P<stars>.+?)(?<=[^\s*])\1(?![\w*])"
    r"|(?<![\w_])(_|_{2,3}(?=[^_]*\s))(?=[^\s_])(?P<lines>[^_]+)(?<=[^\s_])\3(?![\w_])"
)
"""Words between marks of markdown. `__init__` has them of its own, and `*args`."""
_LEAD = re.compile(r"\s*(?:[-*+>•]\s+)+")
"""What makes a sentence a point of a list, or quoted."""
_NUMBER = re.compile(r"[^\w\s]*\d")
_PICTURES = frozenset({"So", "Sk", "Mn", "Cf"})
"""Categories of Unicode: emoji with what shapes them."""
_SILENT = frozenset({"a", "an", "the", "please", "do", "does", "did"})
_TURNING = frozenset(
    "not never no none nothing only off on out up down from to into before after without unless if when until except every"
    " always any all more less fewer most least instead rather than over under first last don't doesn't isn't aren't won't"
    " can't nicht nie kein keine nur ohne vor nach von bis immer no nunca sin solo antes después pas jamais sans".split()
)
"""Words that turn a sentence around or make it hold for more or for less."""
_BEFORE_A_NUMBER = frozenset(
    "is are was to at under over of than until by most least after before in for max min maximum minimum every with from takes"
    " has have be within ist sind bis nach unter es son hasta est sont".split()
)
_RATHER = ("over", "instead of", "rather than", "statt", "anstatt", "en vez de", "plutôt que", "au lieu de")
"""What stands between what is preferred and what is not."""
_OF_NOW = frozenset("now actually doch jetzt ahora maintenant".split())
"""Words that say that it is so now, and nothing of what."""
_ONE_PORT = re.compile(
    r"(?:(?:always|immer|from now on|ab jetzt) )?(?:use|take|run on|listen on|nutze|verwende|benutze|nimm|usa|utilise)"
    r" (?:ab jetzt )?port \d+(?: now| from now on| (?:not|instead of|statt|nicht) (?:port )?\d+)?"
)
"""What chooses a port and says nothing of what for."""
_AKIN = 3
"""Words a sentence and a file must share for the sentence to join the file."""
_ROOM = 6
"""Statements up to which a file is joined: beyond them a file of its own is easier to read."""


class Fate(StrEnum):
    """What becomes of a sentence."""

    STANDS = "stands"
    """A file says this already."""
    REPLACES = "replaces"
    """It says the same in more detail, or corrects a number or a not."""
    JOINS = "joins"
    BEGINS = "begins"
    """In a file of its own, or of those said with it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one sentence goes."""

    sentence: str
    fate: Fate
    file: str
    other: str = ""
    """The sentence that says it already, that it replaces, or that speaks of the same beside it."""
    own: tuple[str, str] | None = None
    """A file a person gave a name that is never written to, and a sentence in it that speaks of the same."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The memory files a sentence is placed among."""

    files: Mapping[str, MemoryFile]
    ours: frozenset[str]
    """Those we wrote: another one is joined only when it is named."""
    type: MemoryType
    named: str | None
    """The file that was named; None: the most fitting one."""
    only_ours: bool = False
    """An agent asks: nothing that stands is replaced, by words that may be older than it."""
    written: Mapping[str, Collection[str]] = field(default_factory=dict)
    """What runs wrote into each file of theirs."""

    def places(self, said: Sequence[str]) -> list[Place]:
        """A place for each sentence, in order."""
        found: list[Place] = []
        begun = self.named or self._free(wording.name_of(said[0]))
        for sentence in said:
            if any(_is_one(p.sentence, sentence) for p in found):
                continue
            place = self._standing(sentence) or self._joined(sentence)
            place = place or Place(sentence, Fate.BEGINS, begun)
            found.append(replace(place, own=self._beyond(sentence)))
        return found

    def _beyond(self, sentence: str) -> tuple[str, str] | None:
        """Where a file that is never written to speaks of the same: the file and its sentence."""
        each = (
            (file, said)
            for file, read in sorted(self.files.items())
            if not valid_name(file)
            for said in read.statements
        )
        return next(((file, said) for file, said in each if _is_near(sentence, said)), None)

    def _standing(self, sentence: str) -> Place | None:
        """Its place beside the sentence that says the same, where there is one."""
        near: Place | None = None
        for file, each in self._statements():
            if _is_one(each, sentence):
                return Place(sentence, Fate.STANDS, file, each)
            if not self.only_ours and (says_as_much(sentence, each) or _corrects(sentence, each)):
                near = Place(sentence, Fate.REPLACES, file, each)
            elif near is None and self._may_join(file) and _is_near(sentence, each):
                near = Place(sentence, Fate.JOINS, self.named or file, each)
        return near

    def _joined(self, sentence: str) -> Place | None:
        """The file of its type that speaks most of what it speaks of, and has room."""
        if self.named is not None:
            return Place(sentence, Fate.JOINS, self.named) if self.named in self.files else None
        words, best = tokens(sentence), (_AKIN - 1, "")
        for file, read in sorted(self.files.items()):
            fits = read.type is self.type and read.description and len(read.statements) < _ROOM
            shared = len(words & tokens(" ".join((read.description or "", *read.statements))))
            if fits and valid_name(file) and self._may_join(file) and shared > best[0]:
                best = shared, file
        return Place(sentence, Fate.JOINS, best[1]) if best[1] else None

    def _statements(self) -> list[tuple[str, str]]:
        return [
            (file, each)
            for file, read in sorted(self.files.items())
            if valid_name(file)
            for each in read.statements
        ]

    def _may_join(self, file: str) -> bool:
        return file == self.named or (self.named is None and file in self.ours)

    def _free(self, name: str) -> str:
        taken = {file.casefold() for file in self.files}
        candidate, number = f"{name}.md", 1
        while candidate in taken or not valid_name(candidate):
            number += 1
            candidate = f"{name}-{number}.md"
        return candidate


def says_as_much(one: str, other: str) -> bool:
    """Whether `one` says all that `other` says: its words in their order, and no "not", "only" or "off" more."""
    return says_same(one, other) and _stands_in(_words(other), _words(one)) and _turns(one) == _turns(other)


def _is_one(one: str, other: str) -> bool:
    """Whether two sentences are one: what a sentence says more makes it hold for less, as "in December" does."""
    return says_same(one, other) and _words(one) == _words(other)


def _corrects(newer: str, older: str) -> bool:
    """Whether only a not differs, one number that is said of the thing and does not name it, or what fills a slot."""
    if fills_otherwise(newer, older) or _chooses_otherwise(newer, older):
        return True
    if not contradicts(newer, older):
        return False
    said, before = _words(newer), _words(older)
    if _turns(newer) != _turns(older):
        return [w for w in said if w not in _TURNING] == [w for w in before if w not in _TURNING]
    changed = [at for at, pair in enumerate(zip(said, before, strict=False)) if pair[0] != pair[1]]
    if len(said) != len(before) or len(changed) != 1 or not changed[0]:
        return False
    at = changed[0]
    are_numbers = all(_NUMBER.match(word) for word in (said[at], before[at]))
    return are_numbers and said[at - 1] in _BEFORE_A_NUMBER


def _chooses_otherwise(newer: str, older: str) -> bool:
    """Whether of two things the other one is preferred, or another port is chosen, and nothing else is said."""
    said, before = _words(newer), _words(older)
    ports = " ".join(said), " ".join(before)
    if ports[0] != ports[1] and all(map(_ONE_PORT.fullmatch, ports)):
        return True
    prefers = ("to",) if {"prefer", "prefers"}.intersection(said) else ()
    each = [" ".join(word for word in words if word not in _OF_NOW) for words in (said, before)]
    return any(_have_traded(*(text.split(f" {by} ") for text in each)) for by in (*_RATHER, *prefers))


def _have_traded(newer: Sequence[str], older: Sequence[str]) -> bool:
    """Whether two sentences, each cut into two, differ in nothing but that what stands at the cut changed sides."""
    if len(newer) != 2 or len(older) != 2:
        return False
    (left, right), (before, behind) = (tuple(part.split() for part in each) for each in (newer, older))
    begun = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, before, strict=False)))
    one, other = left[begun:], before[begun:]
    is_turned = (right[: len(other)], behind[: len(one)]) == (other, one)
    return bool(one and other) and is_turned and right[len(other) :] == behind[len(one) :]


def _words(text: str) -> list[str]:
    said = text.casefold().replace("’", "'")
    if lead := _LEAD.match(said):
        said = said[lead.end() :]
    said = _STRESSED.sub(lambda match: match["stars"] or match["lines"], said)
    bare = (word.rstrip(_CLOSES).lstrip(_OPENS) for word in said.split())
    return [word for word in bare if word and word not in _SILENT and not _is_picture(word)]


def _is_picture(word: str) -> bool:
    """Whether a word is a dash or pictures alone, which say nothing beside the words."""
    return word == "-" or all(unicodedata.category(sign) in _PICTURES for sign in word)


def _turns(text: str) -> list[str]:
    return [word for word in _words(text) if word in _TURNING]


def _stands_in(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether words stand among others in the same order."""
    left = iter(whole)
    return all(any(word == other for other in left) for word in part)


def _is_near(one: str, other: str) -> bool:
    return says_same(one, other) or contradicts(one, other) or _holds_the_other(one, other)


def _holds_the_other(one: str, other: str) -> bool:
    """Whether one of two sentences has all words of the other, so many that they tell something, in their order."""
    part, whole = sorted((_words(one), _words(other)), key=len)
    return len(part) >= _AKIN and _stands_in(part, whole)
