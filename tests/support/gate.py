"""The witness gate, asked of one text and the messages it is said to rest on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from extractor.domain import Evidence, Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.memory.gate.evidence import check
from extractor.memory.gate.witnesses import Witnesses

NOON = Milliseconds(int(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp() * 1000))
"""A Wednesday."""


def said(
    uuid: str, text: str, speaker: Speaker = Speaker.HUMAN, kind: Kind = Kind.TEXT, sidechain: bool = False
) -> Message:
    """A message of that moment; its short id is the uuid."""
    return Message(MessageKey("claude-code", uuid, 0), speaker, kind, text, NOON, sidechain=sidechain)


def witnesses(*messages: Message, newer: Sequence[str] | None = None) -> Witnesses:
    """What a run may cite of these messages. `newer`: the new ones; all where it is left out."""
    material = [m.key.short for m in messages] if newer is None else newer
    return Witnesses.build(messages, frozenset(material), UTC)


def quotes(*pairs: tuple[str, str]) -> list[Evidence]:
    """Messages and the words quoted from each."""
    return [Evidence(message, quote) for message, quote in pairs]


def refusal(words: str, text: str) -> str | None:
    """What the gate says of a text that quotes the whole of what a person said; None where it passes."""
    return check(text, quotes(("h1", words)), witnesses(said("h1", words)))


def is_refused_answer(asked: str, answer: str, text: str) -> bool:
    """Whether a text is refused that quotes the agent's question and the person's answer, both whole."""
    agents, persons = said("a1", asked, Speaker.ASSISTANT), said("h1", answer)
    return check(text, quotes(("a1", asked), ("h1", answer)), witnesses(agents, persons)) is not None


def is_admitted(text: str, said: str, at: Milliseconds = NOON) -> bool:
    """Whether the gate lets a statement pass that quotes the whole of what a person said at that moment."""
    message = Message(MessageKey("plain", "h1", 0), Speaker.HUMAN, Kind.TEXT, said, at)
    witnesses = Witnesses.build([message], frozenset({"h1"}), UTC)
    return check(text, [Evidence("h1", said)], witnesses) is None
