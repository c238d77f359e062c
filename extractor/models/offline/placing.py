"""Where facts belong: a file of their own, one that speaks of the same, or the place of what they overtake.

Owns the files worth reading before, and the writes in the tool's own form. Promises nothing twice: what stands
in a memory, or in a write before, is not written again. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from extractor.domain import MemoryType
from extractor.memory.file_name import valid_name
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.workspace import MAX_STATEMENTS
from extractor.models.model import ManifestEntry
from extractor.models.offline.fact import Fact
from extractor.models.offline.likeness import contradicts, likeness, overtakes, says_same, tokens
from extractor.models.offline.passing import tells_of_change

_ALIKE = 0.6
"""Share of a description's words a fact must have to make the file worth reading."""
_AKIN = 3
"""Words a fact and a file must share for the fact to join the file."""
_ROOM = 6
"""Statements up to which a file is joined: beyond them a file of its own is easier to read."""


def files_alike(found: Sequence[Fact], manifest: Sequence[ManifestEntry]) -> list[str]:
    """Files that may speak of one of the facts, in the manifest's order."""
    wanted = [(f"{fact.name}.md", fact, tokens(fact.whole)) for fact in found]
    alike: list[str] = []
    for entry in manifest:
        described = tokens(f"{entry.description} {entry.file.removesuffix('.md').replace('-', ' ')}")
        if any(
            entry.file == file
            or likeness(words, described) >= _ALIKE
            or len(words & described) >= _AKIN
            or (fact.changes and words & described)
            for file, fact, words in wanted
        ):
            alike.append(entry.file)
    return alike


def writes(
    found: Sequence[Fact], manifest: Sequence[ManifestEntry], read: Mapping[str, str]
) -> list[tuple[str, dict[str, JsonValue]]]:
    """A write for each fact that stands nowhere yet: a new file, the sentence it overtakes, or the file it belongs to."""
    types = {entry.file: entry.type for entry in manifest}
    standing = {file: parse(text.encode()) for file, text in read.items()}
    known = [s for memory in standing.values() for s in (*memory.statements, memory.description or "")]
    known += [entry.description for entry in manifest if entry.file not in read]
    # A statement of several sentences is read back as several.
    whole = [" ".join(memory.statements) for memory in standing.values()]
    taken = set(types)
    overtaken: set[tuple[str, str]] = set()
    planned: list[_Planned] = []
    for fact in found:
        stated = tuple(
            one
            for one in fact.stated
            if not any(says_same(one.text, each) for each in known)
            and not any(_stands_in(one.text, each) for each in whole)
        )
        if not stated:
            continue
        fresh = fact.holding(stated)
        if not fact.changes and _is_past(fresh, standing):
            continue
        old = _overtaken(fresh, standing, overtaken)
        # A file holds one reason: a fact that has one keeps a file of its own.
        home = old[0] if old else (None if fresh.why else _home(fresh, standing, types))
        if old:
            overtaken.add(old)
        if home is None and not fresh.why and _joined(fresh, planned):
            continue
        name = home.removesuffix(".md") if home else _free(fresh.name, taken)
        taken.add(f"{name}.md")
        kept = standing[home].description if home and not old else None
        kind = types.get(f"{name}.md") or fact.type
        planned.append(_Planned(fresh, name, kind, kept, old[1] if old else None, home is None))
    return [("write_memory", each.input()) for each in planned]


def _stands_in(text: str, whole: str) -> bool:
    """Whether sentences stand in a text as they are, from the beginning of one to the end of one."""
    at = whole.find(text)
    if at < 0:
        return False
    before, behind = whole[:at].rstrip(), whole[at + len(text) :]
    return (not before or before[-1] in ".!?…。") and (not behind or behind[0].isspace())


def _is_past(fact: Fact, standing: Mapping[str, MemoryFile]) -> bool:
    """Whether a memory tells of a change away from what the fact says without telling of one itself.

    A transcript that is read anew says again what was so before the change.
    """
    sentences = (sentence for memory in standing.values() for sentence in memory.statements)
    return any(tells_of_change(each) and overtakes(each, fact.whole) for each in sentences)


def _joined(fact: Fact, planned: list[_Planned]) -> bool:
    """Whether the fact was put into a file of its type that is about to be written and speaks of the same."""
    words = tokens(fact.whole)
    for at, each in enumerate(planned):
        has_room = len(each.fact.stated) + len(fact.stated) <= _ROOM
        is_akin = len(words & tokens(each.fact.whole)) >= _AKIN
        is_as_far = each.fact.is_personal is fact.is_personal
        if each.is_new and each.kind is fact.type and has_room and is_akin and is_as_far:
            planned[at] = replace(each, fact=replace(each.fact, stated=(*each.fact.stated, *fact.stated)))
            return True
    return False


def _overtaken(
    fact: Fact, standing: Mapping[str, MemoryFile], already: set[tuple[str, str]]
) -> tuple[str, str] | None:
    """The file and the sentence of it that speaks of the same thing and says otherwise."""
    best: tuple[int, tuple[str, str]] | None = None
    for file, memory in standing.items():
        for sentence in memory.statements:
            if (file, sentence) in already or not valid_name(file):
                continue
            if any(contradicts(one.text, sentence) for one in fact.stated):
                return file, sentence
            shared = overtakes(fact.whole, sentence) if fact.changes else 0
            if shared and (best is None or shared > best[0]):
                best = shared, (file, sentence)
    return best[1] if best else None


def _home(
    fact: Fact, standing: Mapping[str, MemoryFile], types: Mapping[str, MemoryType | None]
) -> str | None:
    """The file of the fact's type that speaks most of what it speaks of, and has room."""
    words = tokens(fact.whole)
    best: tuple[int, str] | None = None
    for file, memory in standing.items():
        room = len(memory.statements) + len(fact.stated) <= min(_ROOM, MAX_STATEMENTS)
        if types.get(file) is not fact.type or not room or not memory.description or not valid_name(file):
            continue
        shared = len(words & tokens(" ".join((memory.description, *memory.statements))))
        if shared >= _AKIN and (best is None or shared > best[0]):
            best = shared, file
    return best[1] if best else None


def _free(name: str, taken: set[str]) -> str:
    """The name, or the name with the first letters behind it that no file has: a number would want a witness."""
    candidate, number = name, 0
    while f"{candidate}.md" in taken:
        number += 1
        candidate = f"{name}-{_letters(number)}"
    return candidate


def _letters(number: int) -> str:
    """1 is b, 25 is z, 26 is ba: what is written with letters for digits."""
    high, low = divmod(number, 26)
    return (_letters(high) if high else "") + chr(ord("a") + low)


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
