"""The offline model's side of the conversation: which files to read, what to write.

Owns the replies it makes: reads, then writes, as many to a reply as are carried out.
Promises writes whose every statement passes the witness gate, and silence otherwise; exchanges that hold more than a
run can write are left to the next, and said to be. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from weakref import ref

from pydantic import JsonValue

from extractor.domain import Evidence, Message, Milliseconds, Speaker
from extractor.memory.gate.witnesses import Witnesses
from extractor.models.model import Briefing, Reply, Request, Stop, ToolCall
from extractor.models.offline.deleting import deletions
from extractor.models.offline.fact import Fact, TakenBack
from extractor.models.offline.facts import facts
from extractor.models.offline.fitting import fit, may_be_named
from extractor.models.offline.placing import files_alike, writes, writes_apart, writes_beside
from extractor.models.offline.voice import types_small

MAX_CALLS = 32
"""Calls of one reply: what a run carries out of one."""

MAX_FILES = 3 * MAX_CALLS
"""Writes of one run: of its five replies one reads before, and one tries again what was refused."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was found in a briefing."""

    facts: Sequence[Fact]
    taken_back: Sequence[TakenBack]
    rest: int
    """Exchanges that were not read for it."""
    witnesses: Witnesses

    def lets_pass(self, name: str, cited: Sequence[Evidence]) -> bool:
        """Whether a new file may have the name, for what is cited."""
        return may_be_named(name, cited, self.witnesses)


class _Last:
    """What was found in the briefing that was read last: a run asks for one reply after the other."""

    def __init__(self) -> None:
        self._last: tuple[ref[Briefing], _Reading] | None = None

    def of(self, briefing: Briefing, read: Callable[[Briefing], _Reading]) -> _Reading:
        """What `read` finds in the briefing. A briefing nobody else holds any more is let go."""
        last = self._last
        if last is None or last[0]() is not briefing:
            last = self._last = ref(briefing, self._forget), read(briefing)
        return last[1]

    def _forget(self, gone: ref[Briefing]) -> None:
        if self._last is not None and self._last[0] is gone:
            self._last = None


@dataclass(frozen=True, slots=True)
class Offline:
    """Embedded rules. `tz` is the time zone dates are meant in."""

    tz: tzinfo
    name: str = "offline"
    is_paid: bool = False
    _last: _Last = field(default_factory=_Last, init=False, repr=False, compare=False)

    def reply(self, request: Request) -> Reply:
        """Reads first where the manifest holds something alike, then writes until all is written.

        Sentences refused together are tried each by itself: the gate knows more than is shown here.
        """
        reading = self._last.of(request.briefing, self._witnessed)
        return replace(self._next(request, reading), rest=reading.rest)

    def _next(self, request: Request, reading: _Reading) -> Reply:
        found = reading.facts
        written = sum(call.name != "read_memory" for turn in request.turns for call in turn.reply.calls)
        alone, beside = _to_try_alone(request), _to_try_beside(request)
        if written % MAX_CALLS and not (alone or beside):
            return _end()
        if not found and not reading.taken_back:
            return _end()
        if not request.turns:
            alike = files_alike(found, request.briefing.manifest)
            if alike:
                return _calls([("read_memory", {"file": file}) for file in alike[:MAX_CALLS]])
        read = _texts_read(request)
        if written % MAX_CALLS == 0:
            manifest = request.briefing.manifest
            asked = writes(found, manifest, read, reading.lets_pass)
            asked = (asked + deletions(reading.taken_back, manifest))[written:]
            if asked or not (alone or beside):
                # Of one exchange alone that holds more than all of them, what is left is refused, and told.
                return _calls(asked if written >= MAX_FILES else asked[:MAX_CALLS])
        manifest = request.briefing.manifest
        again = writes_apart(_each(found, alone), manifest, read, reading.lets_pass)
        again += writes_beside(_each(found, beside), manifest, read, reading.lets_pass)
        return _calls(again[:MAX_CALLS])

    def _witnessed(self, briefing: Briefing) -> _Reading:
        """The facts of the new exchanges that the gate lets pass."""
        new = [exchange.visible for exchange in briefing.newer]
        before = _last_said(briefing)
        said = facts(new, MAX_FILES, self.tz, before, types_small(_said(briefing)), _written_last(briefing))
        found, rest = said.facts, said.rest
        # Where nothing was found nothing is asked of the gate.
        material = [message for said in new[: len(new) - rest] for message in said] if found else []
        shown = material if before is None else [before, *material]
        witnesses = Witnesses.build(shown, frozenset(m.key.short for m in material), self.tz)
        parts = [part for fact in found for near in fact.by_reach() for part in near.in_files()]
        made = [fitting for part in parts if (fitting := fit(part, witnesses)) is not None]
        return _Reading(made, said.taken_back, rest, witnesses)


def _said(briefing: Briefing) -> Iterator[str]:
    """What people said in all that is shown."""
    for exchange in (*briefing.older, *briefing.newer):
        yield from (m.text for m in exchange.messages if m.is_human and m.is_visible)


def _to_try_alone(request: Request) -> set[str]:
    """The sentences of writes that were refused with several in them, and have not been tried alone."""
    together: set[str] = set()
    tried: set[str] = set()
    for turn in request.turns:
        refused = {outcome.call for outcome in turn.outcomes if outcome.is_error}
        for call in turn.reply.calls:
            said = _sentences(call)
            if len(said) == 1:
                tried |= said
            elif call.id in refused:
                together |= said
    return together - tried


def _to_try_beside(request: Request) -> set[str]:
    """The sentences that a file which stands did not take, and that were not tried in one of their own.

    It cannot be read, is full, or says by now what no tool may change: what was said later is kept all the same.
    """
    standing = {entry.file for entry in request.briefing.manifest}
    refused: set[str] = set()
    tried: set[str] = set()
    for turn in request.turns:
        faulty = {outcome.call for outcome in turn.outcomes if outcome.is_error}
        for call in turn.reply.calls:
            said = _sentences(call)
            if isinstance(call.input, dict) and call.input.get("file") not in standing:
                tried |= said
            elif call.id in faulty and len(said) == 1:
                refused |= said
    return refused - tried


def _each(found: Sequence[Fact], wanted: AbstractSet[str]) -> list[Fact]:
    """The facts of these sentences, one of each."""
    return [fact.holding((one,)) for fact in found for one in fact.stated if one.text in wanted]


def _sentences(call: ToolCall) -> set[str]:
    """What a write states."""
    stated = call.input.get("statements") if isinstance(call.input, dict) else None
    texts = (one.get("text") for one in stated if isinstance(one, dict)) if isinstance(stated, list) else ()
    return {text for text in texts if isinstance(text, str)}


def _last_said(briefing: Briefing) -> Message | None:
    """What the agent said last before the new exchanges."""
    older = [m for exchange in briefing.older[-1:] for m in exchange.visible]
    return next((m for m in reversed(older) if m.speaker is Speaker.ASSISTANT and m.text.strip()), None)


def _written_last(briefing: Briefing) -> Milliseconds | None:
    """When a person wrote last before the new exchanges."""
    return max((m.at for each in briefing.older for m in each.visible if m.is_human), default=None)


def _texts_read(request: Request) -> Mapping[str, str]:
    """What was read, by file. A read that failed is left out; what a write is answered with is no file's text."""
    read: dict[str, str] = {}
    for turn in request.turns:
        reads = (call for call in turn.reply.calls if call.name == "read_memory")
        files = {call.id: call.input.get("file") for call in reads if isinstance(call.input, dict)}
        for outcome in turn.outcomes:
            file = files.get(outcome.call)
            if isinstance(file, str) and not outcome.is_error:
                read[file] = outcome.text
    return read


def _calls(asked: Sequence[tuple[str, dict[str, JsonValue]]]) -> Reply:
    if not asked:
        return _end()
    calls = tuple(
        ToolCall(f"offline-{number}", name, given) for number, (name, given) in enumerate(asked, start=1)
    )
    return Reply("", calls, Stop.TOOL_USE)


def _end() -> Reply:
    return Reply("Nothing more to keep.", (), Stop.END_TURN)
