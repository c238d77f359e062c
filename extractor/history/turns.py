"""Turns: messages as a model's API takes them.

Owns the alternation of user and assistant and the joining of calls with their results. Promises a list a
Messages API accepts, from whatever stretch of a session: the first turn is the user's, they alternate,
and every call is answered in the turn that follows it. Never sends what is no text: thinking stays here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue, TypeAdapter

from extractor.domain import Kind, Message, MessageKey, Speaker
from extractor.history.levels import MARKERS
from extractor.history.summary import unbroken

BEFORE = "[The conversation before this is left out.]"
"""Opens a stretch that does not begin with the person."""

UNANSWERED = "[no result]"
"""The result of a call that never got one."""

_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_NOT_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")


class Role(StrEnum):
    """Who speaks in a turn."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Text:
    """Words."""

    text: str

    def as_json(self) -> dict[str, JsonValue]:
        """As the API takes it."""
        return {"type": "text", "text": self.text}


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool call."""

    id: str
    name: str
    input: Mapping[str, JsonValue]

    def as_json(self) -> dict[str, JsonValue]:
        """As the API takes it."""
        return {"type": "tool_use", "id": self.id, "name": self.name, "input": dict(self.input)}


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer to a call."""

    call: str
    text: str
    failed: bool = False

    def as_json(self) -> dict[str, JsonValue]:
        """As the API takes it."""
        return {
            "type": "tool_result",
            "tool_use_id": self.call,
            "content": self.text or UNANSWERED,
            "is_error": self.failed,
        }


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture or a document."""

    kind: str
    """`image` or `document`."""
    media_type: str
    data: str
    """Base64."""

    def as_json(self) -> dict[str, JsonValue]:
        """As the API takes it."""
        source: dict[str, JsonValue] = {"type": "base64", "media_type": self.media_type, "data": self.data}
        return {"type": self.kind, "source": source}


Block = Text | ToolUse | ToolResult | Attached


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side says before the other speaks."""

    role: Role
    blocks: tuple[Block, ...]

    def as_json(self) -> dict[str, JsonValue]:
        """As the API takes it."""
        return {"role": self.role.value, "content": [block.as_json() for block in self.blocks]}


class _Writer:
    """Writes turns, one message after the other."""

    def __init__(self, said: Sequence[Message], answers: Mapping[int, Message]) -> None:
        self.turns: list[tuple[Role, list[Block]]] = []
        self._answers = answers
        self._due: list[ToolResult] = []
        """Results of the calls of the assistant's turn that is being written."""
        self._ids: set[str] = set()
        """Call ids that were given out."""
        self._known = {m.call for m in said if m.kind is Kind.CALL}
        """Call ids the agent's own side gave; none is made up that is one of them."""

    def say(self, role: Role, text: str) -> None:
        if not text.strip():
            return
        if role is Role.USER or (self._due and not self._is_calling()):
            self.answer()
        self._blocks(role).append(Text(unbroken(text)))

    def attach(self, blocks: Sequence[Block]) -> None:
        if blocks:
            self.answer()
            self._blocks(Role.USER).extend(blocks)

    def call(self, index: int, message: Message) -> None:
        found = self._answers.get(index)
        own = self._id(index, message.call or "")
        self._ids.add(own)
        name = _NOT_A_NAME.sub("_", message.tool or "tool")[:64] or "tool"
        self._blocks(Role.ASSISTANT).append(ToolUse(own, name, _input(message.text)))
        text = unbroken(found.text) if found else UNANSWERED
        self._due.append(ToolResult(own, text, bool(found and found.failed)))

    def _id(self, index: int, given: str) -> str:
        """What a call is named by: the id it was given, or one of its own where the API would refuse that."""
        if _ID.fullmatch(given) and given not in self._ids:
            return given
        made = f"call_{index}"
        while made in self._known or made in self._ids:
            made += "_"
        return made

    def answer(self) -> None:
        """Answer the calls made: their results open the user's next turn."""
        if self._due:
            self._blocks(Role.USER).extend(self._due)
            self._due = []

    def _is_calling(self) -> bool:
        return bool(self.turns) and self.turns[-1][0] is Role.ASSISTANT

    def _blocks(self, role: Role) -> list[Block]:
        if not self.turns and role is Role.ASSISTANT:
            self.turns.append((Role.USER, [Text(BEFORE)]))
        if not self.turns or self.turns[-1][0] is not role:
            self.turns.append((role, []))
        return self.turns[-1][1]


def turns(
    messages: Sequence[Message], attached: Mapping[MessageKey, Sequence[Block]] | None = None
) -> list[Turn]:
    """The main thread of these messages as turns; empty when there is nothing to say.

    `attached`: what a prompt carries beside its words.

    A reply's text and calls share a turn, their results open the next. What the client or a summary says
    speaks with the user's role. A result without its call is told as words, a call without its result
    is answered by a marker. A sub-agent's own conversation is left out.
    """
    said = [m for m in messages if not m.sidechain]
    answers, orphans = _joined(said)
    writer, reply, goes_on = _Writer(said, answers), _NO_REPLY, False
    for index, message in enumerate(said):
        if message.kind is Kind.THINKING:
            continue
        was_agent, goes_on = goes_on, message.speaker is Speaker.ASSISTANT
        if message.speaker is Speaker.ASSISTANT and message.kind in (Kind.TEXT, Kind.CALL):
            # Without an id for the reply, what follows without a break belongs to it.
            if message.reply != reply if message.reply is not None else not was_agent:
                writer.answer()
            reply = message.reply or _NO_REPLY
            if message.kind is Kind.CALL:
                writer.call(index, message)
            else:
                writer.say(Role.ASSISTANT, message.text)
        elif message.kind is Kind.RESULT:
            if index in orphans:
                writer.say(Role.USER, f"[result of a call that is left out]\n{message.text}")
        elif _is_shown(message):
            writer.say(Role.USER, message.text)
            writer.attach((attached or {}).get(message.key, ()))
            reply = _NO_REPLY
    writer.answer()
    return [Turn(role, tuple(blocks)) for role, blocks in writer.turns]


_NO_REPLY = "\0"


def _is_shown(message: Message) -> bool:
    return message.kind is not Kind.NOTICE or message.text in MARKERS


def _joined(said: Sequence[Message]) -> tuple[dict[int, Message], set[int]]:
    """For the index of each call its result, and the indices of results without a call."""
    waiting: dict[str, int] = {}
    answers: dict[int, Message] = {}
    orphans: set[int] = set()
    for index, message in enumerate(said):
        if message.kind is Kind.CALL and message.call:
            waiting[message.call] = index
        elif message.kind is Kind.RESULT:
            call = waiting.pop(message.call, None) if message.call else None
            if call is None:
                orphans.add(index)
            else:
                answers[call] = message
    return answers, orphans


_OBJECT: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


def _input(text: str) -> dict[str, JsonValue]:
    """A call's input. One that was cut short, is no object or holds no number is handed on as words."""
    text = unbroken(text)
    try:
        given = _OBJECT.validate_json(text)
        json.dumps(given, allow_nan=False)
    except ValueError:
        return {"text": text}
    return given


def as_json(spoken: Iterable[Turn]) -> list[JsonValue]:
    """The turns as an API takes them."""
    return [turn.as_json() for turn in spoken]
