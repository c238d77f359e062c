"""The witness gate, asked of one text and the message it is said to rest on."""

from __future__ import annotations

from datetime import UTC, datetime

from extractor.domain import Evidence, Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.evidence import check
from extractor.memory.gate.witnesses import Witnesses

NOON = Milliseconds(int(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp() * 1000))
"""A Wednesday."""


def is_admitted(text: str, said: str, at: Milliseconds = NOON) -> bool:
    """Whether the gate lets a statement pass that quotes the whole of what a person said at that moment."""
    message = Message(MessageKey("plain", "h1", 0), Speaker.HUMAN, Kind.TEXT, said, at)
    witnesses = Witnesses.build([message], frozenset({"h1"}), UTC)
    return check(text, [Evidence("h1", said)], witnesses) is None
