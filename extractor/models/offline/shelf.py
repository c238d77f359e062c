"""What stands in the memory files, as far as it was read: what a new fact is held against.

Owns which sentence a fact overtakes, and which file it joins. Promises that nothing said later, and nothing a person
may have written, gives way. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from extractor.domain import MemoryType
from extractor.memory.file_name import valid_name
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.slots.slots import fills_otherwise
from extractor.memory.workspace import MAX_STATEMENTS
from extractor.models.model import Known, ManifestEntry
from extractor.models.offline.by_words import ByWords
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.likeness import corrects, overtakes, tokens
from extractor.models.offline.passing import tells_of_change
from extractor.models.offline.remainder import says_more_than

AKIN = 3
"""Words a fact and a file must share for the fact to join the file."""
ROOM = 6
"""Statements up to which a file is joined: beyond them a file of its own is easier to read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A sentence of a file that was read."""

    file: str
    text: str
    known: Known

    def is_older(self, fact: Fact) -> bool:
        """Whether its words are known to be no newer than the fact's."""
        return self.known.said is not None and self.known.said <= fact.at

    def is_newer(self, fact: Fact) -> bool:
        """Whether it is known to stand there since later words than the fact's."""
        return self.known.since is not None and self.known.since > fact.at


@dataclass(frozen=True, slots=True)
class Shelf:
    """What stands in the memory files, as far as it was read."""

    files: Mapping[str, MemoryFile]
    types: Mapping[str, MemoryType | None]
    personal: frozenset[str]
    """Files in the person's own folder."""
    sentences: tuple[Standing, ...]
    corrigible: ByWords
    """The sentences' texts."""
    unsure: frozenset[str]
    """Files with a sentence of which no run recorded when it was said."""
    known: ByWords
    """All that is said anywhere, sentence by sentence."""
    wholes: tuple[str, ...]
    """All that each file says. A statement of several sentences is read back as several."""

    @classmethod
    def of(cls, manifest: Sequence[ManifestEntry], read: Mapping[str, str]) -> Shelf:
        """The shelf of a manifest and the texts that were read, by file."""
        files = {file: parse(text.encode()) for file, text in read.items()}
        known = {(entry.file, each.text): each for entry in manifest for each in entry.sentences}
        sentences = tuple(
            Standing(file, text, known.get((file, text), Known(text)))
            for file, memory in files.items()
            for text in memory.statements
        )
        said = [each.text for each in sentences] + [each.text for each in known.values()]
        said += [memory.description or "" for memory in files.values()]
        said += [entry.description for entry in manifest if entry.file not in files]
        personal = frozenset(entry.file for entry in manifest if entry.is_personal)
        types = {entry.file: entry.type for entry in manifest}
        texts = ByWords(each.text for each in sentences)
        unsure = frozenset(each.file for each in sentences if each.known.said is None)
        wholes = tuple(" ".join(memory.statements) for memory in files.values())
        return cls(files, types, personal, sentences, texts, unsure, ByWords(said), wholes)

    def says(self, text: str) -> bool:
        """Whether it stands already, in one sentence or, said in several, in several."""
        is_repeated = next(self.known.repeated_by(text), None) is not None
        return is_repeated or any(_stands_in(text, whole) for whole in self.wholes)

    def is_past(self, one: Stated, fact: Fact) -> bool:
        """Whether a later word stands against a sentence: a transcript that is read late says what was so before."""
        return any(
            corrects(each.text, one.text)
            or fills_otherwise(each.text, one.text)
            or (overtakes(each.text, one.text) and tells_of_change(each.text))
            for each in self.sentences
            if each.is_newer(fact)
        )

    def overtaken_by(self, fact: Fact, already: AbstractSet[Standing]) -> Standing | None:
        """The sentence that speaks of the same thing and says otherwise. One a person may have written stays."""
        if fact.takes_back and (last := self._said_last(fact)) is not None and last not in already:
            return last
        corrected = self._corrected_by(fact)
        best: tuple[int, Standing] | None = None
        for each in self.sentences if corrected or fact.may_overtake else ():
            if each in already or not each.is_older(fact) or says_more_than(each.text, fact.whole):
                continue
            if each.text in corrected and self._may_hold(each.file, fact):
                return each
            shared = overtakes(fact.whole, each.text) if fact.may_overtake else 0
            if shared and (best is None or shared > best[0]) and self._may_hold(each.file, fact):
                best = shared, each
        return best[1] if best else None

    def is_corrected_beside(self, fact: Fact) -> bool:
        """Whether a sentence says otherwise that tells of more, or holds in all projects: the later word stands beside it."""
        corrected = self._corrected_by(fact)
        return any(
            (says_more_than(each.text, fact.whole) or not self._may_hold(each.file, fact))
            and (each.text in corrected or overtakes(fact.whole, each.text))
            for each in self.sentences
        )

    def _corrected_by(self, fact: Fact) -> set[str]:
        """The texts of which a sentence of the fact says otherwise."""
        found = (self.corrigible.corrected_by(one.text, at_least=fact.told) for one in fact.stated)
        return {older for each in found for older in each}

    def _said_last(self, fact: Fact) -> Standing | None:
        """The only sentence of the message before the fact's, where they have a word in common."""
        said = [each for each in self.sentences if fact.after is not None and each.known.said == fact.after]
        if len(said) != 1 or tokens(fact.whole).isdisjoint(tokens(said[0].text)):
            return None
        return said[0] if self._may_hold(said[0].file, fact) else None

    def home_of(self, fact: Fact, added: Mapping[str, int]) -> str | None:
        """The file of the fact's type with the sentence that speaks most of what the fact speaks of, and room.

        `added`: sentences that are about to be added to each.
        """
        words = tokens(fact.whole)
        best: tuple[int, str] | None = None
        for file, memory in self.files.items():
            held = len(memory.statements) + added.get(file, 0)
            room = held + len(fact.stated) <= min(ROOM, MAX_STATEMENTS)
            is_alike = self.types.get(file) is fact.type and memory.description
            if not is_alike or not room or file in self.unsure:
                continue
            told = (memory.description or "", *memory.statements)
            shared = max(len(words & tokens(each)) for each in told)
            if shared >= AKIN and (best is None or shared > best[0]) and self._may_hold(file, fact):
                best = shared, file
        return best[1] if best else None

    def _may_hold(self, file: str, fact: Fact) -> bool:
        """Whether the fact can stand there: what holds in a project alone is kept out of what all of them read."""
        return valid_name(file) and (file not in self.personal or fact.is_personal)


def _stands_in(text: str, whole: str) -> bool:
    """Whether sentences stand in a text as they are, from the beginning of one to the end of one."""
    at = whole.find(text)
    if at < 0:
        return False
    before, behind = whole[:at].rstrip(), whole[at + len(text) :]
    return (not before or before[-1] in ".!?…。") and (not behind or behind[0].isspace())
