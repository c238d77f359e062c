"""The request: a briefing rendered into what a model is sent.

Owns the layout: system and rules, older exchanges, then manifest, date and new exchanges. Promises that
a session's next request begins byte for byte like its previous one up to the cache mark, and that what
was said stands indented under its speaker, so that no text can pose as another message. No I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from string import Template

from extractor.domain import Kind, MemoryType, Message, Milliseconds, Speaker
from extractor.extraction.tools import SPECS
from extractor.history.exchanges import Exchange
from extractor.models.model import Briefing, ManifestEntry, Request

ASSISTANT_HEAD, ASSISTANT_TAIL = 1_600, 800
"""Characters of an assistant's text that are shown: how it begins and how it ends."""

HUMAN_HEAD, HUMAN_TAIL = 16_000, 8_000
"""Characters of a person's text that are shown. Beyond that it is a paste, and no quote from it counts."""

STRIDE = 8
"""Older exchanges leave the request in steps of so many, so that its beginning stays the same between steps."""

LABELS = {Speaker.HUMAN: "person", Speaker.HUMAN_HEADLESS: "person (script)", Speaker.ASSISTANT: "agent"}


@dataclass(frozen=True, slots=True)
class Templates:
    """The texts of `memory_templates/`, handed in as plain strings."""

    extraction: str
    types: Mapping[MemoryType, str]

    def system(self) -> str:
        """The system prompt."""
        types = "\n".join(f"- {self.types[kind].strip()}" for kind in MemoryType)
        return Template(self.extraction).safe_substitute(types=types).strip() + "\n"


def build(briefing: Briefing, templates: Templates, tz: tzinfo, lead_in: int, max_output: int) -> Request:
    """The request for a briefing. `lead_in`: most characters of older exchanges that are sent along."""
    older = [render_exchange(exchange, tz) for exchange in briefing.older]
    fresh = "\n".join(
        [
            "# Manifest",
            render_manifest(briefing.manifest),
            f"Today is {briefing.today.isoformat()}, {briefing.today:%A}.",
            "",
            "# New",
            *(render_exchange(exchange, tz) for exchange in briefing.newer),
        ]
    )
    return Request(
        system=templates.system(),
        tools=SPECS,
        stable=tuple(_lead_in(older, lead_in)),
        fresh=fresh,
        briefing=briefing,
        max_output=max_output,
    )


def _lead_in(older: Sequence[str], limit: int) -> Sequence[str]:
    """The newest older exchanges within `limit` characters, beginning at a multiple of the stride."""
    start, sizes = 0, [len(text) for text in older]
    while sum(sizes[start:]) > limit and start < len(older):
        start += STRIDE
    return [
        "# Earlier in this session, already understood\n" + t if n == 0 else t
        for n, t in enumerate(older[start:])
    ]


def render_exchange(exchange: Exchange, tz: tzinfo) -> str:
    """An exchange as the model reads it: a person's and the agent's words, and which tools were used."""
    lines: list[str] = []
    calls: Counter[str] = Counter()

    def flush() -> None:
        if calls:
            used = ", ".join(
                f"{count} {name}" if count > 1 else name for name, count in sorted(calls.items())
            )
            lines.append(f"(tools used: {used})")
            calls.clear()

    for message in exchange.messages:
        if message.kind is Kind.CALL and not message.sidechain:
            calls[_tool_name(message)] += 1
        elif message.is_visible and message.text.strip():
            flush()
            lines.append(f"[{message.key.short}] {LABELS[message.speaker]}, {_moment(message.at, tz)}")
            lines.extend("    " + line for line in shown(message).splitlines())
    flush()
    return "\n".join(lines) + "\n"


def shown(message: Message) -> str:
    """The part of a message's text that is sent: head and tail, and between them how much was left out."""
    is_human = message.is_human
    head, tail = (HUMAN_HEAD, HUMAN_TAIL) if is_human else (ASSISTANT_HEAD, ASSISTANT_TAIL)
    text = message.text.strip()
    if len(text) <= head + tail:
        return text
    return f"{text[:head]}\n[… {len(text) - head - tail} characters left out …]\n{text[-tail:]}"


def render_manifest(entries: Sequence[ManifestEntry]) -> str:
    """One line a memory file."""
    if not entries:
        return "There are no memory files yet."
    return "\n".join(
        f"- {e.file} ({e.type or 'no type'}): {' '.join(e.description.split())[:200]}" for e in entries
    )


def _tool_name(message: Message) -> str:
    name = "".join(c for c in message.tool or "tool" if c.isalnum() or c in "_-.")
    return name[:40] or "tool"


def _moment(at: Milliseconds, tz: tzinfo) -> str:
    moment = datetime.fromtimestamp(at / 1000, UTC).astimezone(tz)
    return f"{moment:%A %Y-%m-%d %H:%M %z}"
