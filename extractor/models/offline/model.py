"""The offline model's side of the conversation: which files to read, what to write.

Owns the replies it makes: reads, then writes, as many to a reply as are carried out.
Promises writes whose every statement passes the witness gate, and silence otherwise. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from pydantic import JsonValue

from extractor.domain import MemoryType
from extractor.memory import evidence as gate
from extractor.memory.evidence import Witnesses
from extractor.memory.file_name import valid_name
from extractor.memory.memory_file import MemoryFile, parse
from extractor.models.model import Briefing, ManifestEntry, Reply, Request, Stop, ToolCall
from extractor.models.offline.facts import (
    Fact,
    contradicts,
    facts,
    hashed_name,
    likeness,
    name_of,
    says_same,
    tokens,
)

MAX_CALLS = 32
"""Calls of one reply: what a run carries out of one."""
_ALIKE = 0.6
"""Share of a description's words a fact must have to make the file worth reading."""


@dataclass(frozen=True, slots=True)
class Offline:
    """Embedded rules. `tz` is the time zone dates are meant in."""

    tz: tzinfo
    name: str = "offline"
    is_paid: bool = False

    def reply(self, request: Request) -> Reply:
        """Reads first where the manifest holds something alike, then writes until all is written."""
        written = sum(call.name == "write_memory" for turn in request.turns for call in turn.reply.calls)
        if written % MAX_CALLS:
            return _end()
        found = self._witnessed(request.briefing)
        if not found:
            return _end()
        if not request.turns:
            alike = _files_alike(found, request.briefing.manifest)
            if alike:
                return _calls([("read_memory", {"file": file}) for file in alike[:MAX_CALLS]])
        writes = _writes(found, request.briefing.manifest, _texts_read(request))
        return _calls(writes[written : written + MAX_CALLS])

    def _witnessed(self, briefing: Briefing) -> list[Fact]:
        """The facts of the new exchanges that the gate lets pass."""
        material = [message for exchange in briefing.newer for message in exchange.visible]
        found = facts(material, self.tz)
        if not found:
            return []
        witnesses = Witnesses.build(material, frozenset(m.key.short for m in material), self.tz)
        return [fit for fact in found if (fit := _fit(fact, witnesses)) is not None]


def _fit(fact: Fact, witnesses: Witnesses) -> Fact | None:
    """The fact as the gate lets it pass: whole, without its reason, under a plain name, or not at all."""

    def passes(text: str) -> bool:
        return text.isprintable() and gate.check_text(text, fact.evidence, witnesses) is None

    if gate.check_evidence(fact.evidence, witnesses) is not None:
        return None
    if not passes(fact.text) or not passes(fact.description):
        return None
    why = fact.why if fact.why and passes(fact.why) else None
    names = (fact.name, name_of(fact.text, with_numbers=False))
    name = next((name for name in names if passes(name.replace("-", " "))), hashed_name(fact.text))
    return replace(fact, why=why, name=name)


def _files_alike(found: Sequence[Fact], manifest: Sequence[ManifestEntry]) -> list[str]:
    """Files that may speak of one of the facts, in the manifest's order."""
    wanted = [(f"{fact.name}.md", tokens(fact.text)) for fact in found]
    alike: list[str] = []
    for entry in manifest:
        described = tokens(entry.description)
        if any(entry.file == file or likeness(words, described) >= _ALIKE for file, words in wanted):
            alike.append(entry.file)
    return alike


def _texts_read(request: Request) -> Mapping[str, str]:
    """What was read, by file. A read that failed is left out."""
    read: dict[str, str] = {}
    for turn in request.turns:
        files = {call.id: call.input.get("file") for call in turn.reply.calls if isinstance(call.input, dict)}
        for outcome in turn.outcomes:
            file = files.get(outcome.call)
            if isinstance(file, str) and not outcome.is_error:
                read[file] = outcome.text
    return read


def _writes(
    found: Sequence[Fact], manifest: Sequence[ManifestEntry], read: Mapping[str, str]
) -> list[tuple[str, dict[str, JsonValue]]]:
    """A write for each fact that stands nowhere yet: a new file, or the sentence of a file it overtakes."""
    types = {entry.file: entry.type for entry in manifest}
    standing = {file: parse(text.encode()) for file, text in read.items()}
    known = [s for memory in standing.values() for s in (*memory.statements, memory.description or "")]
    known += [entry.description for entry in manifest if entry.file not in read]
    taken = set(types)
    overtaken: set[tuple[str, str]] = set()
    writes: list[tuple[str, dict[str, JsonValue]]] = []
    for fact in found:
        if any(says_same(fact.text, sentence) for sentence in known):
            continue
        old = _overtaken(fact, standing)
        if old is None or old in overtaken or not valid_name(old[0]):
            old = None
        else:
            overtaken.add(old)
        name = old[0].removesuffix(".md") if old else _free(fact.name, taken)
        file = f"{name}.md"
        taken.add(file)
        kind = types.get(file) or fact.type
        writes.append(("write_memory", _input(fact, file, name, kind, old[1] if old else None)))
    return writes


def _overtaken(fact: Fact, standing: Mapping[str, MemoryFile]) -> tuple[str, str] | None:
    """The file and the sentence of it that speaks of the same thing and says otherwise."""
    for file, memory in standing.items():
        for sentence in memory.statements:
            if contradicts(fact.text, sentence):
                return file, sentence
    return None


def _free(name: str, taken: set[str]) -> str:
    """The name, or the name with the first number behind it that no file has."""
    candidate, number = name, 1
    while f"{candidate}.md" in taken:
        number += 1
        candidate = f"{name}-{number}"
    return candidate


def _input(fact: Fact, file: str, name: str, kind: MemoryType, replaces: str | None) -> dict[str, JsonValue]:
    statement: dict[str, JsonValue] = {
        "text": fact.text,
        "evidence": [{"message": cited.message, "quote": cited.quote} for cited in fact.evidence],
    }
    if replaces is not None:
        statement["replaces"] = replaces
    written: dict[str, JsonValue] = {
        "file": file,
        "type": kind.value,
        "name": name,
        "description": fact.description,
        "statements": [statement],
    }
    if fact.why is not None:
        written["why"] = fact.why
    return written


def _calls(asked: Sequence[tuple[str, dict[str, JsonValue]]]) -> Reply:
    if not asked:
        return _end()
    calls = tuple(
        ToolCall(f"offline-{number}", name, given) for number, (name, given) in enumerate(asked, start=1)
    )
    return Reply("", calls, Stop.TOOL_USE)


def _end() -> Reply:
    return Reply("Nothing more to keep.", (), Stop.END_TURN)
