"""A scripted model on loopback, in every form the real clients ask one: Messages, Responses, chat, Gemini.

Owns what an answer looks like in each form, streamed or not. Promises that every request is recorded with
its body, and that the same reply can be given in any form. Never prints.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.support.messages_server import (
    Answer,
    Body,
    MessagesServer,
    Raw,
    Recorded,
    Says,
    Text,
    ToolUse,
    endpoint,
)

_EVENTS = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Call:
    """A tool the model asks for."""

    name: str
    arguments: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model says, and the tool it asks for, if any."""

    text: str
    call: Call | None = None


Script = Callable[[Recorded, int], Reply]


class ModelService(MessagesServer):
    """Serves `script(request, nth)` in the form of the request: nth counts the requests for a reply from 0."""

    def __init__(self, script: Script) -> None:
        super().__init__(lambda _body, _nth: Says((Text("unused"),)))
        self._reply = script
        self._replies = 0

    @property
    def prompts(self) -> list[Recorded]:
        """The recorded requests for a reply, in whatever form, oldest first."""
        with self._lock:
            return [request for request in self.requests if _form(request) is not None]

    def answer(self, request: Recorded) -> Answer | None:
        """Record a request; the script's answer where it asks for a reply."""
        with self._lock:
            self.requests.append(request)
            form = _form(request)
            if form is None:
                return _count(request)
            nth, self._replies = self._replies, self._replies + 1
        return form(self._reply(request, nth), request, f"{nth:04}")


def _form(request: Recorded) -> Callable[[Reply, Recorded, str], Answer] | None:
    """How a request for a reply is answered; None for any other request."""
    path = endpoint(request.path)
    if request.method != "POST":
        return None
    if path.endswith((":streamGenerateContent", ":generateContent")):
        return _gemini
    forms = {"/v1/messages": _messages, "/v1/responses": _responses, "/v1/chat/completions": _chat}
    return forms.get(path)


def _count(request: Recorded) -> Answer | None:
    if not request.path.endswith(":countTokens"):
        return None
    return Raw(json.dumps({"totalTokens": len(request.raw) // 4}).encode())


def _messages(reply: Reply, request: Recorded, id: str) -> Answer:
    called = () if reply.call is None else (ToolUse(reply.call.name, reply.call.arguments, f"toolu_{id}"),)
    return Says((Text(reply.text), *called))


def _responses(reply: Reply, request: Recorded, id: str) -> Answer:
    words = {"type": "output_text", "text": reply.text, "annotations": []}
    items: list[Body] = [
        {
            "type": "message",
            "id": f"msg_{id}",
            "role": "assistant",
            "status": "completed",
            "content": [words],
        }
    ]
    if reply.call is not None:
        items.append(
            {
                "type": "function_call",
                "id": f"fc_{id}",
                "call_id": f"call_{id}",
                "name": reply.call.name,
                "arguments": json.dumps(reply.call.arguments),
                "status": "completed",
            }
        )
    usage = {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
    whole = {"id": f"resp_{id}", "status": "completed", "output": items, "usage": usage}
    events: list[Body] = [{"type": "response.created", "response": {"id": whole["id"]}}]
    for place, item in enumerate(items):
        events.append({"type": "response.output_item.added", "output_index": place, "item": item})
        events.append({"type": "response.output_item.done", "output_index": place, "item": item})
    events.append({"type": "response.completed", "response": whole})
    return Raw(b"".join(_event(event, str(event["type"])) for event in events), _EVENTS)


def _chat(reply: Reply, request: Recorded, id: str) -> Answer:
    said: Body = {"role": "assistant", "content": reply.text}
    if reply.call is not None:
        called = {"name": reply.call.name, "arguments": json.dumps(reply.call.arguments)}
        said["tool_calls"] = [{"index": 0, "id": f"call_{id}", "type": "function", "function": called}]
    reason = "stop" if reply.call is None else "tool_calls"
    common: Body = {"id": f"chat_{id}", "created": 0, "model": request.body.get("model")}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    if not request.body.get("stream"):
        choice: Body = {"index": 0, "message": said, "finish_reason": reason}
        return _json({**common, "object": "chat.completion", "choices": [choice], "usage": usage})
    chunk: Body = {**common, "object": "chat.completion.chunk"}
    events: list[Body] = [
        {**chunk, "choices": [{"index": 0, "delta": said, "finish_reason": None}]},
        {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage},
    ]
    return Raw(b"".join(map(_event, events)) + b"data: [DONE]\n\n", _EVENTS)


def _gemini(reply: Reply, request: Recorded, id: str) -> Answer:
    parts: list[Body] = [{"text": reply.text}]
    if reply.call is not None:
        parts.append({"functionCall": {"name": reply.call.name, "args": dict(reply.call.arguments)}})
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
    whole: Body = {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}
    streamed = ":streamGenerateContent" in request.path
    return Raw(_event(whole), _EVENTS) if streamed else _json(whole)


def _json(value: Body) -> Raw:
    return Raw(json.dumps(value).encode())


def _event(value: Body, name: str | None = None) -> bytes:
    """One server-sent event."""
    head = "" if name is None else f"event: {name}\n"
    return f"{head}data: {json.dumps(value)}\n\n".encode()
