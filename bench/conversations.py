"""Public conversations with questions: LoCoMo's data file and BEAM's chats, as they come.

Owns the reading of both. Promises the ids of the lines a question's answer rests on; a question that names
none that exists is left out. Never keeps a word of the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from extractor.domain import Speaker

LOCOMO_KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said, under the data's own id."""

    id: str
    sitting: int
    """Which sitting of the conversation it belongs to: a session of its own."""
    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the ids of the lines that answer it."""

    text: str
    kind: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Lines in their order, and what is asked of them."""

    lines: Sequence[Line]
    questions: Sequence[Question]


def read(path: Path) -> tuple[str, list[Conversation]]:
    """The data at a path: LoCoMo's file, or a folder of BEAM's chats. Raises ValueError: neither."""
    if path.is_dir():
        found = beam(path)
        if found:
            return f"BEAM {path.name}", found
    elif path.is_file():
        return "LoCoMo", locomo(path)
    raise ValueError(f"{path} is neither LoCoMo's locomo10.json nor a folder of BEAM's chats")


# ---------------------------------------------------------------- LoCoMo


class _Turn(BaseModel):
    speaker: str
    dia_id: str
    text: str = ""
    blip_caption: str | None = None


class _Asked(BaseModel):
    question: str
    category: int
    evidence: list[str] = Field(default_factory=list)


class _Sample(BaseModel):
    conversation: dict[str, JsonValue]
    qa: list[_Asked]


def locomo(file: Path) -> list[Conversation]:
    """The conversations of LoCoMo's data file. Both speakers are people; a picture is its caption."""
    samples = TypeAdapter(list[_Sample]).validate_json(file.read_bytes())
    return [_of_locomo(sample) for sample in samples]


def _of_locomo(sample: _Sample) -> Conversation:
    lines: list[Line] = []
    for sitting in range(1, 1 + len(sample.conversation)):
        turns = sample.conversation.get(f"session_{sitting}")
        for turn in TypeAdapter(list[_Turn]).validate_python(turns or []):
            caption = f" [shares {turn.blip_caption}]" if turn.blip_caption else ""
            lines.append(Line(turn.dia_id, sitting, Speaker.HUMAN, f"{turn.speaker}: {turn.text}{caption}"))
    ids = {line.id for line in lines}
    questions = [
        Question(
            asked.question,
            LOCOMO_KINDS.get(asked.category, str(asked.category)),
            # Some entries name several ids in one string, a few name none that exists.
            frozenset(re.findall(r"D\d+:\d+", " ".join(asked.evidence))) & ids,
        )
        for asked in sample.qa
    ]
    return Conversation(lines, [question for question in questions if question.evidence])


# ---------------------------------------------------------------- BEAM


class _Said(BaseModel):
    id: int
    role: str
    content: str


class _Batch(BaseModel):
    batch_number: int
    turns: list[list[_Said]]


class _Probe(BaseModel):
    question: str
    source_chat_ids: JsonValue = None


def beam(folder: Path) -> list[Conversation]:
    """The chats in a folder of BEAM's, in the order of their numbers; a batch is a sitting."""
    chats = sorted(
        (chat for chat in folder.glob("*/chat.json")), key=lambda chat: (len(chat.parent.name), chat)
    )
    return [_of_beam(chat) for chat in chats]


def _of_beam(chat: Path) -> Conversation:
    lines = [
        # What stands behind the arrow numbers the plan the chat was made from.
        Line(str(said.id), batch.batch_number, _SPEAKERS[said.role], said.content.split("->->")[0])
        for batch in TypeAdapter(list[_Batch]).validate_json(chat.read_bytes())
        for turn in batch.turns
        for said in turn
    ]
    ids = {line.id for line in lines}
    asked = (chat.parent / "probing_questions" / "probing_questions.json").read_bytes()
    questions = [
        Question(probe.question, kind, frozenset(_numbers(probe.source_chat_ids)) & ids)
        for kind, probes in TypeAdapter(dict[str, list[_Probe]]).validate_json(asked).items()
        for probe in probes
    ]
    return Conversation(lines, [question for question in questions if question.evidence])


_SPEAKERS = {"user": Speaker.HUMAN, "assistant": Speaker.ASSISTANT}


def _numbers(value: JsonValue) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, (int, str)):
        yield str(value)
