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
from extractor.memory.slots.leading import leading
from extractor.memory.slots.slot_forms import filled
from extractor.models.model import ManifestEntry
from extractor.models.offline import wording
from extractor.models.offline.by_words import Shared
from extractor.models.offline.fact import Fact
from extractor.models.offline.likeness import likeness, tokens
from extractor.models.offline.shelf import AKIN, ROOM, Shelf, Standing

_ALIKE = 0.6
"""Share of a description's words a fact must have to make the file worth reading."""
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
            if count >= AKIN
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
    return _writes(found, Shelf.of(manifest, read), Counter(), lets_pass)


def writes_apart(
    found: Sequence[Fact], manifest: Sequence[ManifestEntry], read: Mapping[str, str], lets_pass: LetsPass
) -> list[tuple[str, dict[str, JsonValue]]]:
    """The writes for facts each of which is taken for the only one."""
    shelf, added = Shelf.of(manifest, read), Counter[str]()
    return [write for fact in found for write in _writes([fact], shelf, added, lets_pass)]


def writes_beside(
    found: Sequence[Fact], manifest: Sequence[ManifestEntry], read: Mapping[str, str], lets_pass: LetsPass
) -> list[tuple[str, dict[str, JsonValue]]]:
    """The writes for facts each of which gets a file of its own, beside those that do not take it.

    What is only so instead of a sentence says too little beside it.
    """
    shelf = Shelf.of(manifest, read)
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
    found: Sequence[Fact], shelf: Shelf, added: Counter[str], lets_pass: LetsPass
) -> list[tuple[str, dict[str, JsonValue]]]:
    """`added`: sentences each file of the shelf gains by these writes and those before."""
    taken = {file.casefold() for file in shelf.types}
    overtaken: set[Standing] = set()
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


def _joined(fact: Fact, planned: list[_Planned]) -> bool:
    """Whether the fact was put into a file of its type that is about to be written and speaks of the same."""
    words = tokens(fact.whole)
    for at, each in enumerate(planned):
        has_room = len(each.fact.stated) + len(fact.stated) <= ROOM
        if not each.is_new or each.kind is not fact.type or not has_room:
            continue
        is_akin = len(words & tokens(each.fact.whole)) >= AKIN
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
