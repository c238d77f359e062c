"""The offline model's side of the conversation: which files to read, what to write.

Owns the replies it makes: reads, then writes, as many to a reply as are carried out.
Promises writes whose every statement passes the witness gate, and silence otherwise. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from pydantic import JsonValue

from extractor.domain import Evidence, MemoryType
from extractor.memory import evidence as gate
from extractor.memory.file_name import valid_name
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.sentences import EditRefused, plain_sentence
from extractor.memory.unseen import unseen
from extractor.memory.witnesses import Witnesses, folded, witness_texts
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


def _is_plain(text: str) -> bool:
    """Whether a memory file can hold the text as a sentence: Markdown would not read it as something else."""
    try:
        plain_sentence(text)
    except EditRefused:
        return False
    return True


def _fit(fact: Fact, witnesses: Witnesses) -> Fact | None:
    """The fact as the gate lets it pass: whole, without its reason, under a plain name, or not at all."""
    cited = fact.evidence
    if gate.check_evidence(cited, witnesses) is not None:
        cited = tuple(_widened(one, witnesses) for one in cited)

    def passes(text: str) -> bool:
        return text.isprintable() and not unseen(text) and gate.check_text(text, cited, witnesses) is None

    if (
        not _is_plain(fact.text)
        or not passes(fact.text)
        or gate.check(fact.text, cited, witnesses) is not None
    ):
        return None
    if not passes(fact.description):
        return None
    why = fact.why if fact.why and passes(fact.why) else None
    names = (fact.name, name_of(fact.text, with_numbers=False), hashed_name(fact.text))
    fitting = (name for name in names if gate.check_literals(name, cited, witnesses) is None)
    return replace(fact, evidence=cited, why=why, name=next(fitting, names[-1]))


_STOP = re.compile(r"[.!?;:…]+(?:\s+|$)|,\s+")
_MOST_QUOTED = 600
"""Characters of a quote."""


def _widened(cited: Evidence, witnesses: Witnesses) -> Evidence:
    """The quote with what stands around it up to the next marks, for lines that end without one."""
    quote = folded(cited.quote)
    for piece in witness_texts(witnesses.messages[cited.message]):
        at = piece.find(quote)
        if at >= 0:
            before = [stop.end() for stop in _STOP.finditer(piece, max(0, at - _MOST_QUOTED), at)]
            after = _STOP.search(piece, at + len(quote) - 1)
            wide = piece[before[-1] if before else 0 : after.start() if after else len(piece)].strip()
            if len(wide) <= _MOST_QUOTED:
                return Evidence(cited.message, wide)
    return cited


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
