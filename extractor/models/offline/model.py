"""The offline model's side of the conversation: which files to read, what to write.

Owns the replies it makes: reads, then writes, as many to a reply as are carried out.
Promises writes whose every statement passes the witness gate, and silence otherwise. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from pydantic import JsonValue

from extractor.domain import Message, Speaker
from extractor.memory.witnesses import Witnesses
from extractor.models.model import Briefing, Reply, Request, Stop, ToolCall
from extractor.models.offline.fact import Fact
from extractor.models.offline.facts import facts
from extractor.models.offline.fitting import fit
from extractor.models.offline.placing import files_alike, writes

MAX_CALLS = 32
"""Calls of one reply: what a run carries out of one."""


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
            alike = files_alike(found, request.briefing.manifest)
            if alike:
                return _calls([("read_memory", {"file": file}) for file in alike[:MAX_CALLS]])
        asked = writes(found, request.briefing.manifest, _texts_read(request))
        return _calls(asked[written : written + MAX_CALLS])

    def _witnessed(self, briefing: Briefing) -> list[Fact]:
        """The facts of the new exchanges that the gate lets pass."""
        material = [message for exchange in briefing.newer for message in exchange.visible]
        before = _last_said(briefing)
        found = facts(material, self.tz, before)
        if not found:
            return []
        shown = material if before is None else [before, *material]
        witnesses = Witnesses.build(shown, frozenset(m.key.short for m in material), self.tz)
        parted = (part for fact in found for part in fact.by_reach())
        return [made for fact in parted if (made := fit(fact, witnesses)) is not None]


def _last_said(briefing: Briefing) -> Message | None:
    """What the agent said last before the new exchanges."""
    older = [m for exchange in briefing.older[-1:] for m in exchange.visible]
    return next((m for m in reversed(older) if m.speaker is Speaker.ASSISTANT and m.text.strip()), None)


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


def _calls(asked: Sequence[tuple[str, dict[str, JsonValue]]]) -> Reply:
    if not asked:
        return _end()
    calls = tuple(
        ToolCall(f"offline-{number}", name, given) for number, (name, given) in enumerate(asked, start=1)
    )
    return Reply("", calls, Stop.TOOL_USE)


def _end() -> Reply:
    return Reply("Nothing more to keep.", (), Stop.END_TURN)
