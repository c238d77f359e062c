"""The Messages API's JSON: a request as it is sent, an answer as it is read.

Owns which blocks a request becomes, where its cache marks stand, and what an answer's parts mean.
Promises the same bytes for the same request. Pure: never calls, never imports the SDK when it runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count
from math import isfinite
from typing import TYPE_CHECKING, Annotated

from pydantic import (
    BaseModel,
    Field,
    JsonValue,
    NonNegativeInt,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from extractor.domain import Usage
from extractor.models.metered import MOST_COUNTED, counted
from extractor.models.model import Reply, Request, Stop, ToolCall, Turn

if TYPE_CHECKING:
    from anthropic.types import (
        CacheControlEphemeralParam,
        MessageParam,
        TextBlockParam,
        ToolParam,
        ToolResultBlockParam,
        ToolUseBlockParam,
    )

FORM = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""What the API takes as the id or the name of a call."""

MARK: CacheControlEphemeralParam = {"type": "ephemeral"}
"""After a block: what stands up to here is to be kept in the cache."""

STOPS = {
    "end_turn": Stop.END_TURN,
    "stop_sequence": Stop.END_TURN,
    "tool_use": Stop.END_TURN,
    "max_tokens": Stop.MAX_TOKENS,
    "model_context_window_exceeded": Stop.MAX_TOKENS,
    "refusal": Stop.REFUSAL,
    "content_filter": Stop.REFUSAL,
    "stop": Stop.END_TURN,
    "eos": Stop.END_TURN,
    "tool_calls": Stop.END_TURN,
    "length": Stop.MAX_TOKENS,
}
"""Reasons a reply without calls may have ended for; those behind `refusal` are compatible services' own."""

KIND = re.compile(r"[a-z_]{1,40}")
"""A word of the API's own, safe to show: what stands around it may repeat the conversation."""


_TOO_LARGE = re.compile(r"number out of range|recursion limit exceeded")
"""What the reader says of JSON that it can read only in part; words of its own."""
_ESCAPED = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
"""A letter JSON writes by its number, or another escaped one; `half` is one of the two numbers some letters need."""
_IMPOSSIBLE = -1
"""A count that cannot be: `counted` makes none of it."""


def _count(value: object, read: ValidatorFunctionWrapHandler) -> int | None:
    """A count that is no whole number costs the count, never the reply that was paid for."""
    try:
        found = read(value)
    except ValidationError:
        return _IMPOSSIBLE
    return found if isinstance(found, int) else None


_Count = Annotated[NonNegativeInt | None, WrapValidator(_count)]


class CacheWrites(BaseModel):
    """Tokens written to the cache, by how long they are kept."""

    ephemeral_5m_input_tokens: _Count = None
    ephemeral_1h_input_tokens: _Count = None

    @property
    def total(self) -> int:
        """All of them; less than nothing where one cannot be."""
        told = self.ephemeral_5m_input_tokens or 0, self.ephemeral_1h_input_tokens or 0
        return _IMPOSSIBLE if min(told) < 0 else sum(told)


def _writes(value: object, read: ValidatorFunctionWrapHandler) -> CacheWrites | None:
    """What is no such object is nothing told, and costs no reply."""
    try:
        found = read(value)
    except ValidationError:
        return None
    return found if isinstance(found, CacheWrites) else None


class Counts(BaseModel):
    """Tokens as an answer counts them; compatible services leave some out, or send what cannot be."""

    input_tokens: _Count = None
    cache_read_input_tokens: _Count = None
    cache_creation_input_tokens: _Count = None
    cache_creation: Annotated[CacheWrites | None, WrapValidator(_writes)] = None
    output_tokens: _Count = None

    @property
    def written(self) -> int:
        """Tokens written to the cache, in whichever of the two places they are told."""
        flat, parts = self.cache_creation_input_tokens, self.cache_creation
        split = parts.total if parts else 0
        return split if flat is None else flat if flat < 0 else max(flat, split)


def _counts(value: object, read: ValidatorFunctionWrapHandler) -> Counts | None:
    """What is no object of counts, as an empty list that stands for one, counts nothing and costs no reply."""
    try:
        found = read(value)
    except ValidationError:
        return None
    return found if isinstance(found, Counts) else None


class Counted(BaseModel):
    """A body with status 200 that answers a request for a token count."""

    input_tokens: NonNegativeInt = Field(le=MOST_COUNTED)


class Answer(BaseModel):
    """A body with status 200, its blocks still as they came."""

    content: list[dict[str, JsonValue]] | None
    """None, where a service sends it in place of no block."""
    stop_reason: str | None = None
    stop_details: JsonValue = None
    usage: Annotated[Counts | None, WrapValidator(_counts)] = None


def with_whole_letters(body: bytes) -> bytes:
    """JSON without halves of letters, which no reader takes: what was cut to a length may end in the middle of one."""
    return _ESCAPED.sub(lambda found: rb"\ufffd" if found["half"] else found[0], body)


def too_large(error: ValidationError) -> str | None:
    """What is too large in a body to be read, in words that are safe to show; None where it is something else."""
    told = (_TOO_LARGE.search(each["msg"]) for each in error.errors(include_input=False))
    return next((found[0] for found in told if found), None)


class BrokenOff(Exception):
    """The answer ended for no reason known to end one: what it left unsaid is not known. `str()` names it."""


def _clean(text: str) -> str:
    """The text without lone surrogates, which no JSON body can carry."""
    return text.encode("utf-8", "replace").decode()


def _text(text: str) -> TextBlockParam:
    return {"type": "text", "text": _clean(text)}


def system_blocks(request: Request) -> list[TextBlockParam]:
    """One block with the mark that covers the tools and itself."""
    if not request.system:
        return []
    block = _text(request.system)
    block["cache_control"] = MARK
    return [block]


def tool_params(request: Request) -> list[ToolParam]:
    """The tools in their order, with a mark only where no system text carries it."""
    tools: list[ToolParam] = [
        {"name": t.name, "description": t.description, "input_schema": dict(t.schema)} for t in request.tools
    ]
    if tools and not request.system:
        tools[-1]["cache_control"] = MARK
    return tools


def message_params(request: Request) -> list[MessageParam]:
    """One user message with the older exchanges, a block each, and the fresh part; then the turns.

    Marks stand after the older exchanges, where the previous turn of the run ended and at the end.
    """
    older = [_text(text) for text in request.stable if text]
    fresh = [_text(request.fresh)] if request.fresh else []
    if older:
        older[-1]["cache_control"] = MARK
    messages: list[MessageParam] = [{"role": "user", "content": [*older, *fresh]}]
    ends: list[TextBlockParam | ToolResultBlockParam] = [*fresh]
    seen: set[str] = set()
    for turn in request.turns:
        ids = _ids(turn, seen)
        said = _said(turn, ids)
        if said:
            answers = _answers(turn, ids)
            messages.append({"role": "assistant", "content": said})
            messages.append({"role": "user", "content": answers})
            ends.append(answers[-1])
    for block in ends[-2:]:
        block["cache_control"] = MARK
    return messages


def _said(turn: Turn, ids: Sequence[str]) -> list[TextBlockParam | ToolUseBlockParam]:
    """A reply as the model made it; the API takes no blank text and no input but an object."""
    blocks: list[TextBlockParam | ToolUseBlockParam] = []
    if turn.reply.text.strip():
        blocks.append(_text(turn.reply.text))
    for call, own in zip(turn.reply.calls, ids, strict=True):
        given: dict[str, object] = {**call.input} if isinstance(call.input, dict) else {"input": call.input}
        name = call.name if FORM.fullmatch(call.name) else "unknown"
        blocks.append({"type": "tool_use", "id": own, "name": name, "input": given})
    return blocks


def _ids(turn: Turn, seen: set[str]) -> list[str]:
    """An id for each call: its own where the API takes it back and no call of the request has it, else ours."""
    ids: list[str] = []
    for call in turn.reply.calls:
        own = call.id if FORM.fullmatch(call.id) else "call"
        names = chain([own], (f"{own[:50]}_{number}" for number in count(len(seen))))
        ids.append(next(name for name in names if name not in seen))
        seen.add(ids[-1])
    return ids


def _answers(turn: Turn, ids: Sequence[str]) -> list[TextBlockParam | ToolResultBlockParam]:
    """An answer to every call, as the API demands; a reply without calls is asked to go on."""
    blocks: list[TextBlockParam | ToolResultBlockParam] = []
    for number, own in enumerate(ids):
        found = turn.outcomes[number] if number < len(turn.outcomes) else None
        text = _clean(found.text) if found else "This call was not made."
        failed = found is None or found.is_error
        blocks.append({"type": "tool_result", "tool_use_id": own, "content": text, "is_error": failed})
    return blocks or [_text("Go on.")]


def read_answer(answer: Answer) -> Reply:
    """The answer as a Reply. Raises KeyError for a call without id or name, and BrokenOff.

    A reply with calls wants answers whatever reason it gives.
    """
    texts: list[str] = []
    calls: list[ToolCall] = []
    content = answer.content or []
    for block in content:
        text = block.get("text")
        if block.get("type") == "text" and isinstance(text, str):
            texts.append(text)
        elif block.get("type") == "tool_use":
            calls.append(ToolCall(str(block["id"]), str(block["name"]), _finite(block.get("input"))))
    stop = STOPS.get(answer.stop_reason or "")
    if calls and stop in (None, Stop.END_TURN):
        stop = Stop.TOOL_USE
    if stop is None:
        known = KIND.fullmatch(answer.stop_reason or "")
        raise BrokenOff(known[0] if known else "no known reason")
    detail = _why_refused(answer.stop_details) if stop is Stop.REFUSAL else ""
    has_thoughts = len(texts) + len(calls) < len(content)
    lacks_input = answer.usage is None or answer.usage.input_tokens is None
    usage = _usage(answer.usage)
    return Reply("\n".join(texts), tuple(calls), stop, usage, detail, has_thoughts, lacks_input=lacks_input)


def _usage(counts: Counts | None) -> Usage:
    """The counts as they came."""
    if counts is None:
        return Usage()
    return counted(
        Usage(
            counts.input_tokens or 0,
            counts.cache_read_input_tokens or 0,
            counts.written,
            counts.output_tokens or 0,
        )
    )


def _finite(value: JsonValue) -> JsonValue:
    """The value without NaN and infinities, which are read but can be sent in no JSON body."""
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _why_refused(details: JsonValue) -> str:
    category = details.get("category") if isinstance(details, dict) else None
    known = isinstance(category, str) and KIND.fullmatch(category)
    return f"refused: {category}" if known else "refused"
