"""Where facts belong: a file of their own, one that speaks of the same, or the place of what they overtake.

Owns the files worth reading before, and the writes in the tool's own form. Promises nothing twice: what stands
in a memory, or in a write before, is not written again. Never does I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import count, islice

from pydantic import JsonValue

from extractor.domain import Evidence, MemoryType
from extractor.memory.file_name import valid_name
from extractor.memory.leading import leading
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.slot_forms import filled
from extractor.memory.slots import fills_otherwise
from extractor.memory.workspace import MAX_STATEMENTS
from extractor.models.model import Known, ManifestEntry
from extractor.models.offline import wording
from extractor.models.offline.by_words import ByWords, Shared
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.likeness import corrects, likeness, overtakes, tokens
from extractor.models.offline.passing import tells_of_change
from extractor.models.offline.remainder import says_more_than

_ALIKE = 0.6
"""Share of a description's words a fact must have to make the file worth reading."""
_AKIN = 3
"""Words a fact and a file must share for the fact to join the file."""
_ROOM = 6
"""Statements up to which a file is joined: beyond them a file of its own is easier to read."""
_TRIES = 10
"""Free names of one kind that are shown to the gate."""

LetsPass = Callable[[str, Sequence[Evidence]], bool]
"""Whether the gate lets a new file have a name, for what is cited."""


def files_alike(found: Sequence[Fact], manifest: Sequence[ManifestEntry]) -> list[str]:
    """Files that may speak of one of the facts: those first that share most words with one, then by the manifest."""
    names = {f"{fact.name}.md" for fact in found}
    wanted = [tokens(fact.whole) for fact in found]
    near = Shared(wanted)
    said = (each for fact in found for one in fact.stated for each in leading(one.text))
    slots = {slot for each in said for slot, _ in filled(each)}
    alike: list[tuple[int, str]] = []
    for entry in manifest:
        named = f"{entry.description} {entry.file.removesuffix('.md').replace('-', ' ')}"
        told = [tokens(each) for each in (named, *(known.text for known in entry.sentences))]
        shared = [
            count
            for said in told
            for at, count in near.with_each(said).items()
            if count >= _AKIN
            or found[at].may_overtake
            or entry.file.casefold() == f"{found[at].name}.md"
            or likeness(wanted[at], said) >= _ALIKE
        ]
        held = {slot for known in entry.sentences for slot, _ in filled(known.text)}
        fills = any(slot.covers(each) for slot in slots for each in held)
        if shared or fills or entry.file.casefold() in names:
            alike.append((max(shared, default=0), entry.file))
    return [file for _, file in sorted(alike, key=lambda each: -each[0])]


def writes(
    found: Sequence[Fact], manifest: Sequence[ManifestEntry], read: Mapping[str, str], lets_pass: LetsPass
) -> list[tuple[str, dict[str, JsonValue]]]:
    """A write for each fact that stands nowhere yet: a new file, the sentence it overtakes, or the file it belongs to."""
    return _writes(found, _Shelf.of(manifest, read), Counter(), lets_pass)


def writes_apart(
    found: Sequence[Fact], manifest: Sequence[ManifestEntry], read: Mapping[str, str], lets_pass: LetsPass
) -> list[tuple[str, dict[str, JsonValue]]]:
    """The writes for facts each of which is taken for the only one."""
    shelf, added = _Shelf.of(manifest, read), Counter[str]()
    return [write for fact in found for write in _writes([fact], shelf, added, lets_pass)]


def writes_beside(
    found: Sequence[Fact], manifest: Sequence[ManifestEntry], read: Mapping[str, str], lets_pass: LetsPass
) -> list[tuple[str, dict[str, JsonValue]]]:
    """The writes for facts each of which gets a file of its own, beside those that do not take it.

    What is only so instead of a sentence says too little beside it.
    """
    shelf = _Shelf.of(manifest, read)
    taken = {file.casefold() for file in shelf.types}
    planned: list[_Planned] = []
    for fact in found:
        if fact.only_instead:
            continue
        name = _free(fact, taken, lets_pass)
        taken.add(f"{name}.md")
        planned.append(_Planned(fact, name, fact.type, None, None, is_new=True))
    return [("write_memory", each.input()) for each in planned]


def _writes(
    found: Sequence[Fact], shelf: _Shelf, added: Counter[str], lets_pass: LetsPass
) -> list[tuple[str, dict[str, JsonValue]]]:
    """`added`: sentences each file of the shelf gains by these writes and those before."""
    taken = {file.casefold() for file in shelf.types}
    overtaken: set[_Standing] = set()
    planned: list[_Planned] = []
    for fact in found:
        stated = tuple(
            one for one in fact.stated if not shelf.says(one.text) and not shelf.is_past(one, fact)
        )
        if not stated:
            continue
        fresh = fact.holding(stated)
        old = shelf.overtaken_by(fresh, overtaken)
        is_beside = old is None and shelf.is_corrected_beside(fresh)
        if old is None and fact.only_instead and not is_beside:
            continue
        # A file holds one reason, and its index line tells its first sentence: what has a reason, or corrects a part of
        # what stands, keeps a file of its own.
        is_apart = bool(fresh.why) or is_beside
        home = old.file if old else (None if is_apart else shelf.home_of(fresh, added))
        if old:
            overtaken.add(old)
        if home:
            added[home] += len(stated) - bool(old)
        if home is None and not is_apart and _joined(fresh, planned):
            continue
        name = home.removesuffix(".md") if home else _free(fresh, taken, lets_pass)
        taken.add(f"{name}.md")
        said = shelf.files[home].description if home else None
        # What tells of the sentence that goes goes with it; what a person wrote of the file stays.
        kept = None if old and said in tuple(wording.descriptions(old.text)) else said
        kind = (shelf.types.get(home) if home else None) or fact.type
        planned.append(_Planned(fresh, name, kind, kept, old.text if old else None, home is None))
    return [("write_memory", each.input()) for each in planned]


@dataclass(frozen=True, slots=True)
class _Standing:
    """A sentence of a file that was read."""

    file: str
    text: str
    known: Known

    def is_older(self, fact: Fact) -> bool:
        """Whether its words are known to be no newer than the fact's."""
        return self.known.said is not None and self.known.said <= fact.at

    def is_newer(self, fact: Fact) -> bool:
        return self.known.since is not None and self.known.since > fact.at


@dataclass(frozen=True, slots=True)
class _Shelf:
    """What stands in the memory files, as far as it was read."""

    files: Mapping[str, MemoryFile]
    types: Mapping[str, MemoryType | None]
    personal: frozenset[str]
    """Files in the person's own folder."""
    sentences: tuple[_Standing, ...]
    corrigible: ByWords
    """The sentences' texts."""
    unsure: frozenset[str]
    """Files with a sentence of which no run recorded when it was said."""
    known: ByWords
    """All that is said anywhere, sentence by sentence."""
    wholes: tuple[str, ...]
    """All that each file says. A statement of several sentences is read back as several."""

    @classmethod
    def of(cls, manifest: Sequence[ManifestEntry], read: Mapping[str, str]) -> _Shelf:
        """The shelf of a manifest and the texts that were read, by file."""
        files = {file: parse(text.encode()) for file, text in read.items()}
        known = {(entry.file, each.text): each for entry in manifest for each in entry.sentences}
        sentences = tuple(
            _Standing(file, text, known.get((file, text), Known(text)))
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

    def overtaken_by(self, fact: Fact, already: AbstractSet[_Standing]) -> _Standing | None:
        """The sentence that speaks of the same thing and says otherwise. One a person may have written stays."""
        if fact.takes_back and (last := self._said_last(fact)) is not None and last not in already:
            return last
        corrected = self._corrected_by(fact)
        best: tuple[int, _Standing] | None = None
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

    def _said_last(self, fact: Fact) -> _Standing | None:
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
            room = held + len(fact.stated) <= min(_ROOM, MAX_STATEMENTS)
            is_alike = self.types.get(file) is fact.type and memory.description
            if not is_alike or not room or file in self.unsure:
                continue
            told = (memory.description or "", *memory.statements)
            shared = max(len(words & tokens(each)) for each in told)
            if shared >= _AKIN and (best is None or shared > best[0]) and self._may_hold(file, fact):
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


def _joined(fact: Fact, planned: list[_Planned]) -> bool:
    """Whether the fact was put into a file of its type that is about to be written and speaks of the same."""
    words = tokens(fact.whole)
    for at, each in enumerate(planned):
        has_room = len(each.fact.stated) + len(fact.stated) <= _ROOM
        if not each.is_new or each.kind is not fact.type or not has_room:
            continue
        is_akin = len(words & tokens(each.fact.whole)) >= _AKIN
        if is_akin and each.fact.is_personal is fact.is_personal:
            planned[at] = replace(each, fact=replace(each.fact, stated=(*each.fact.stated, *fact.stated)))
            return True
    return False


def _free(fact: Fact, taken: AbstractSet[str], lets_pass: LetsPass) -> str:
    """A name for the fact that no file has and the gate lets pass: its own, or a plainer one.

    `taken`: the files' names, their letter cases folded, as some file systems do.
    """
    cited = [evidence for one in fact.stated for evidence in one.evidence]
    free = fact.name
    for name in (fact.name, *wording.plainer_names(fact.text)):
        for free in islice(_untaken(name, taken), _TRIES):
            if lets_pass(free, cited):
                return free
    return free


def _untaken(name: str, taken: AbstractSet[str]) -> Iterator[str]:
    """The name, and the name with letters behind it: a number would want a witness."""
    numbered = (f"{name}-{_letters(number)}" if number else name for number in count())
    return (each for each in numbered if f"{each}.md" not in taken)


def _letters(number: int) -> str:
    """1 is b, 25 is z, 26 is b-a: letters for digits, each by itself, since two may be a word that weighs."""
    high, low = divmod(number, 26)
    return (f"{_letters(high)}-" if high else "") + chr(ord("a") + low)


@dataclass(frozen=True, slots=True)
class _Planned:
    """A write in the making."""

    fact: Fact
    name: str
    kind: MemoryType
    description: str | None
    """That of the file the fact joins, which stays as it is."""
    replaces: str | None
    is_new: bool

    def input(self) -> dict[str, JsonValue]:
        """The write as the tool takes it."""
        statements: list[JsonValue] = []
        for number, one in enumerate(self.fact.stated):
            cited: list[JsonValue] = [{"message": e.message, "quote": e.quote} for e in one.evidence]
            statement: dict[str, JsonValue] = {"text": one.text, "evidence": cited}
            if self.replaces is not None and number == 0:
                statement["replaces"] = self.replaces
            statements.append(statement)
        written: dict[str, JsonValue] = {
            "file": f"{self.name}.md",
            "type": self.kind.value,
            "name": self.name,
            "description": self.description or self.fact.described,
            "statements": statements,
        }
        if self.fact.why is not None and self.description is None:
            written["why"] = self.fact.why
        return written
