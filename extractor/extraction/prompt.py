"""The request: a briefing rendered into what a model is sent.

Owns the layout: system and rules, older exchanges, then manifest, date and new exchanges. Promises that
a session's next request begins byte for byte like its previous one up to the cache mark, and that what
was said stands indented under its speaker and a memory file on one line, so that no text and no file's name
can pose as another message. No I/O.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from string import Template

from extractor.domain import Kind, MemoryType, Speaker
from extractor.errors import printable
from extractor.extraction.shown import LeadIn
from extractor.extraction.tools import SPECS
from extractor.history.budget import estimate
from extractor.history.exchanges import Exchange
from extractor.models.model import Briefing, ManifestEntry, Request
from extractor.moment import with_weekday

LABELS = {Speaker.HUMAN: "person", Speaker.HUMAN_HEADLESS: "person (script)", Speaker.ASSISTANT: "agent"}

TITLES = {
    Kind.CALL: "(the agent sends a sub-agent)",
    Kind.RESULT: "(the sub-agent's answer)",
    Kind.SUMMARY: "(what the client kept of the conversation before)",
}

_VERSION = re.compile(r"\A<!-- version (?P<version>[\w.-]{1,20}) -->\s*")
"""The first line of a template, where it names its version."""

EARLIER = "# Earlier in this session, already understood"


@dataclass(frozen=True, slots=True)
class Templates:
    """The texts of `memory_templates/`, handed in as plain strings."""

    extraction: str
    types: Mapping[MemoryType, str]

    def system(self) -> str:
        """The system prompt, without the line of its version."""
        return self.filled(self.extraction)

    def filled(self, prompt: str) -> str:
        """A prompt with the texts of the types in their place, without the line of its version."""
        types = "\n".join(f"- {self.types[kind].strip()}" for kind in MemoryType)
        text = _VERSION.sub("", prompt, count=1)
        return Template(text).safe_substitute(types=types).strip() + "\n"

    def version(self) -> str:
        """What the first line of the prompt says its version is; empty where it says nothing."""
        found = _VERSION.match(self.extraction)
        return found["version"] if found else ""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is sent. All in tokens."""

    lead_in: int
    """Most of earlier conversation."""
    exchange: int
    """Most of one exchange: what passes it is cut inside, around a person's words."""
    max_output: int
    """Most of one reply."""


def build(
    briefing: Briefing,
    templates: Templates,
    tz: tzinfo,
    sizes: Sizes,
    before: LeadIn,
    newer: Sequence[Exchange],
) -> Request:
    """The request for a briefing. `before` and `newer`: what is shown of its exchanges."""
    older = [*(_indented(line) for line in before.head), *(render(e, tz) for e in before.exchanges)]
    fresh = "\n".join(
        [
            "# Manifest",
            render_manifest(briefing.manifest),
            f"Today is {briefing.today.isoformat()}, {briefing.today:%A}.",
            "",
            "# New",
            *(render(exchange, tz) for exchange in newer),
        ]
    )
    return Request(
        system=templates.system(),
        tools=SPECS,
        stable=tuple(f"{EARLIER}\n{t}" if n == 0 else t for n, t in enumerate(older)),
        fresh=fresh,
        briefing=briefing,
        max_output=sizes.max_output,
    )


def estimated(request: Request) -> int:
    """The likely tokens of a run's first call, without what the other side adds of its own."""
    tools = sum(estimate(f"{t.name}{t.description}{json.dumps(dict(t.schema))}") for t in request.tools)
    return tools + sum(estimate(text) for text in (request.system, *request.stable, request.fresh))


def render(exchange: Exchange, tz: tzinfo) -> str:
    """A shown exchange as the model reads it. Only what carries an id in brackets can be cited."""
    lines: list[str] = []
    for message in exchange.messages:
        if message.kind is Kind.TEXT:
            lines.append(f"[{message.key.short}] {LABELS[message.speaker]}, {with_weekday(message.at, tz)}")
        elif message.kind in TITLES:
            lines.append(TITLES[message.kind])
        else:
            lines.append(_indented(message.text))
            continue
        lines.extend("    " + line for line in message.text.splitlines())
    return "\n".join(lines) + "\n"


def _indented(text: str) -> str:
    """The text with all but its first line indented."""
    return "\n    ".join(text.splitlines())


def render_manifest(entries: Sequence[ManifestEntry]) -> str:
    """One line a memory file, whatever its name and its description hold."""
    if not entries:
        return "There are no memory files yet."
    return "\n".join(
        printable(f"- {e.file} ({e.type or 'no type'}): {' '.join(e.description.split())[:200]}")
        for e in entries
    )
