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

from extractor.domain import Evidence, MemoryType, Message, Speaker
from extractor.memory import evidence as gate
from extractor.memory.file_name import valid_name
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.sentences import EditRefused, plain_sentence
from extractor.memory.unseen import unseen
from extractor.memory.witnesses import Witnesses, folded, witness_texts
from extractor.memory.workspace import MAX_STATEMENT, MAX_STATEMENTS
from extractor.models.model import Briefing, ManifestEntry, Reply, Request, Stop, ToolCall
from extractor.models.offline import wording
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.facts import facts
from extractor.models.offline.likeness import contradicts, likeness, overtakes, says_same, tokens
from extractor.models.offline.sentences import MAX_SENTENCE
from extractor.models.offline.turn import tells_of_change

MAX_CALLS = 32
"""Calls of one reply: what a run carries out of one."""
_ALIKE = 0.6
"""Share of a description's words a fact must have to make the file worth reading."""
_AKIN = 3
"""Words a fact and a file must share for the fact to join the file."""
_ROOM = 6
"""Statements up to which a file is joined: beyond them a file of its own is easier to read."""


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
        before = _last_said(briefing)
        found = facts(material, self.tz, before)
        if not found:
            return []
        shown = material if before is None else [before, *material]
        witnesses = Witnesses.build(shown, frozenset(m.key.short for m in material), self.tz)
        return [fit for fact in found if (fit := _fit(fact, witnesses)) is not None]


def _last_said(briefing: Briefing) -> Message | None:
    """What the agent said last before the new exchanges."""
    older = [m for exchange in briefing.older[-1:] for m in exchange.visible]
    return next((m for m in reversed(older) if m.speaker is Speaker.ASSISTANT and m.text.strip()), None)


def _is_plain(text: str) -> bool:
    """Whether a memory file can hold the text as a sentence: Markdown would not read it as something else."""
    try:
        plain_sentence(text)
    except EditRefused:
        return False
    return True


def _fit(fact: Fact, witnesses: Witnesses) -> Fact | None:
    """The fact as the gate lets it pass: its statements that do, under a plain name, or nothing."""
    stated = tuple(fit for one in fact.stated if (fit := _fit_one(one, witnesses)) is not None)
    if not stated:
        return None
    cited = tuple(evidence for one in stated for evidence in one.evidence)

    def passes(text: str, evidence: tuple[Evidence, ...]) -> bool:
        return text.isprintable() and not unseen(text) and gate.check_text(text, evidence, witnesses) is None

    told = (text for one in stated for text in wording.descriptions(one.text))
    # What passed as the only statement passes as the description on the same quotes.
    passed = stated[0].text if len(stated) == 1 else ""
    described = next((t for t in told if t == passed or _is_described(t, cited, witnesses)), None)
    if described is None:
        return None
    why = fact.why if fact.why and passes(fact.why, (*cited, *fact.why_evidence)) else None
    if why:
        stated = (replace(stated[0], evidence=(*stated[0].evidence, *fact.why_evidence)), *stated[1:])
    text = stated[0].text
    names = (fact.name, wording.name_of(text, with_numbers=False), wording.hashed_name(text))
    fitting = (name for name in names if gate.check_literals(name, cited, witnesses) is None)
    return replace(fact, stated=stated, described=described, why=why, name=next(fitting, names[-1]))


def _is_described(text: str, cited: tuple[Evidence, ...], witnesses: Witnesses) -> bool:
    return text.isprintable() and not unseen(text) and gate.check_rule(text, cited, witnesses) is None


def _fit_one(stated: Stated, witnesses: Witnesses) -> Stated | None:
    """A statement as the gate lets it pass, without the question it answers where it must; or nothing."""
    cited = stated.evidence
    if gate.check_evidence(cited, witnesses) is not None:
        cited = tuple(_widened(one, witnesses) for one in cited)
    text = stated.text
    fits = _is_plain(text) and len(text) <= MAX_STATEMENT and text.isprintable() and not unseen(text)
    if fits and gate.check(text, cited, witnesses) is None:
        return replace(stated, evidence=cited)
    return _fit_one(stated.alone, witnesses) if stated.alone else _fit_whole(stated, witnesses)


def _fit_whole(stated: Stated, witnesses: Witnesses) -> Stated | None:
    """The whole sentence a clause was taken from, where the gate asks for all of it."""
    *others, cited = stated.evidence
    whole = " ".join(witnesses.said([cited]))
    if others or not whole or len(whole) > MAX_SENTENCE or whole == cited.quote:
        return None
    return _fit_one(Stated(wording.statement(whole), (Evidence(cited.message, whole),)), witnesses)


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
    """A write for each fact that stands nowhere yet: a new file, the sentence it overtakes, or the file it belongs to."""
    types = {entry.file: entry.type for entry in manifest}
    standing = {file: parse(text.encode()) for file, text in read.items()}
    known = [s for memory in standing.values() for s in (*memory.statements, memory.description or "")]
    known += [entry.description for entry in manifest if entry.file not in read]
    taken = set(types)
    overtaken: set[tuple[str, str]] = set()
    planned: list[_Planned] = []
    for fact in found:
        stated = tuple(s for s in fact.stated if not any(says_same(s.text, each) for each in known))
        if not stated:
            continue
        fresh = fact.holding(stated)
        if not fact.changes and _is_past(fresh, standing):
            continue
        old = _overtaken(fresh, standing, overtaken)
        home = old[0] if old else _home(fresh, standing, types)
        if old:
            overtaken.add(old)
        if home is None and _joined(fresh, planned):
            continue
        name = home.removesuffix(".md") if home else _free(fresh.name, taken)
        taken.add(f"{name}.md")
        kept = standing[home].description if home and not old else None
        kind = types.get(f"{name}.md") or fact.type
        planned.append(_Planned(fresh, name, kind, kept, old[1] if old else None, home is None))
    return [("write_memory", each.input()) for each in planned]


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
        if each.is_new and each.kind is fact.type and has_room and is_akin:
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


def _calls(asked: Sequence[tuple[str, dict[str, JsonValue]]]) -> Reply:
    if not asked:
        return _end()
    calls = tuple(
        ToolCall(f"offline-{number}", name, given) for number, (name, given) in enumerate(asked, start=1)
    )
    return Reply("", calls, Stop.TOOL_USE)


def _end() -> Reply:
    return Reply("Nothing more to keep.", (), Stop.END_TURN)
