"""One memory file: its text read, a new one rendered.

Owns the canonical form and what a file's text says. Promises that any bytes can be read and that a
rendered file reads back as what was given. Never touches a disk; edits stand in `edit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from extractor.domain import MemoryType, Milliseconds
from extractor.memory import front_matter
from extractor.memory.body import take_apart
from extractor.memory.front_matter import Facts
from extractor.memory.gate.tombstones import words
from extractor.memory.no_text import NO_TEXT, is_no_text
from extractor.memory.pinning import is_pinned
from extractor.memory.plain_front import moment, quoted, scalar
from extractor.memory.readings import Readings
from extractor.memory.sentences import EditRefused, one_line, plain_sentence

__all__ = [
    "EditRefused",
    "MemoryFile",
    "NewMemory",
    "all_sentences",
    "parse",
    "render",
    "sentences",
    "sentences_in",
]


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """What a memory file says. Every value is text as written; None where the file does not say it."""

    name: str | None
    description: str | None
    type: MemoryType | None
    modified: str | None
    """ISO 8601, UTC, where a client or we wrote it."""
    session: str | None
    """The session it came from (`originSessionId`)."""
    pinned: bool
    metadata: Mapping[str, JsonValue]
    """Everything under `metadata`."""
    body: str
    """The text behind the front matter, lines ended by a line feed, without blank lines around it."""
    statements: tuple[str, ...]
    """The sentences before **Why:** and **How to apply:**, in order."""
    why: str | None
    how_to_apply: str | None
    problem: str | None
    """One line about what is wrong with the file; None when nothing is."""

    @property
    def fact(self) -> str:
        """What a list tells of it: its description, else its first sentence; empty where it says nothing."""
        return self.description or (self.statements[0] if self.statements else "")

    @property
    def modified_at(self) -> Milliseconds | None:
        """The moment `modified` tells; None where it tells none, as in a person's own way of writing a time."""
        try:
            return Milliseconds(int(datetime.fromisoformat(self.modified or "").timestamp() * 1000))
        except (ValueError, OverflowError):
            return None


@dataclass(frozen=True, slots=True)
class NewMemory:
    """What a new memory file is rendered from. White space in every text is folded to one line."""

    name: str
    description: str
    type: MemoryType
    statements: tuple[str, ...]
    modified: str
    """ISO 8601 with milliseconds and Z."""
    session: str
    why: str | None = None
    how_to_apply: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    """Further keys under `metadata`."""


_ASKED_AGAIN = 8 << 10
"""Bytes of a file that is kept read: every run looks at all files of a folder several times, and few change."""
_ROOM = 32 << 20
"""Bytes of memory for what is kept: some ten thousand files of a sentence or two."""


def parse(data: bytes) -> MemoryFile:
    """Read a memory file, ours or a person's. Never raises."""
    return _KEPT.of(data) if len(data) <= _ASKED_AGAIN else _parse(data)


def _parse(data: bytes) -> MemoryFile:
    text, problem = ("", f"it {NO_TEXT}") if is_no_text(data) else _decoded(data)
    parts = front_matter.split(text)
    facts = front_matter.read(parts.block) if parts.has_block else Facts()
    body = take_apart(parts.body)
    return MemoryFile(
        name=_line(facts.top.get("name")),
        description=_line(facts.top.get("description")),
        type=_type(facts.text("type")),
        modified=_line(facts.text("modified")),
        session=_line(facts.text("originSessionId")),
        pinned=is_pinned(facts),
        metadata=facts.metadata,
        body=parts.body.replace("\r\n", "\n").strip("\n"),
        statements=body.statements,
        why=body.why,
        how_to_apply=body.how,
        problem=problem or facts.problem,
    )


_KEPT = Readings(_parse, _ROOM)


def sentences(statement: str) -> frozenset[str]:
    """The sentences of a statement or of a file's body, as two are compared."""
    return frozenset(words(part) for part in take_apart(statement).statements)


def sentences_in(data: bytes | None) -> frozenset[str]:
    """The sentences of a memory file's bytes, as two are compared; none of a file that is not there."""
    return frozenset(words(sentence) for sentence in parse(data or b"").statements)


def all_sentences(statements: Iterable[str]) -> frozenset[str]:
    """The sentences of all these statements, as two are compared."""
    return frozenset().union(*map(sentences, statements))


def render(new: NewMemory) -> bytes:
    """The canonical file. EditRefused when a statement is not a plain sentence or there is none."""
    if not new.statements:
        raise EditRefused("a memory file needs a statement: give at least one sentence")
    head = [
        "---",
        f"name: {scalar(one_line(new.name))}",
        f"description: {quoted(one_line(new.description))}",
        "metadata:",
        "  node_type: memory",
        f"  type: {new.type.value}",
        f"  modified: {moment(one_line(new.modified))}",
        f"  originSessionId: {scalar(one_line(new.session))}",
        *(f"  {scalar(one_line(key))}: {scalar(one_line(value))}" for key, value in new.metadata.items()),
        "---",
    ]
    reasons = [
        f"**{label}:** {one_line(text)}"
        for label, text in (("Why", new.why), ("How to apply", new.how_to_apply))
        if text and text.strip()
    ]
    paragraphs = [plain_sentence(statement) for statement in new.statements]
    if reasons:
        paragraphs.append("\n".join(reasons))
    return ("\n".join(head) + "\n\n" + "\n\n".join(paragraphs) + "\n").encode()


def _decoded(data: bytes) -> tuple[str, str | None]:
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        return data.decode(
            "utf-8", "replace"
        ), f"the file is not UTF-8 (byte {error.start:,}): save it as UTF-8"


def _line(text: str | None) -> str | None:
    """A fact on one line; None where nothing is said."""
    return one_line(text or "") or None


def _type(text: str) -> MemoryType | None:
    try:
        return MemoryType(text.strip().lower())
    except ValueError:
        return None
