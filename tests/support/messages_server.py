"""A scripted Messages API on loopback, for the SDK and for real clients.

Owns what such a service looks like over HTTP, streamed and not, healthy and failing.
Promises that every request is recorded and that nothing outlives `close`. Never prints.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

Body = dict[str, object]


@dataclass(frozen=True, slots=True)
class Text:
    """Words of the model."""

    text: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """Thoughts of the model, signed."""

    thinking: str
    signature: str = "c2lnbmVk"


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool call; `input` may be anything JSON can hold, as a broken service would send it."""

    name: str
    input: object
    id: str = "toolu_0001"


Block = Text | Thinking | ToolUse


@dataclass(frozen=True, slots=True)
class Says:
    """A reply. `stop_reason` None means what the blocks call for; `usage` None leaves the count out."""

    blocks: tuple[Block, ...]
    stop_reason: str | None = None
    usage: Mapping[str, object] | None = field(
        default_factory=lambda: {"input_tokens": 10, "output_tokens": 5}
    )
    extra: Mapping[str, object] = field(default_factory=dict)
    """Further keys of the message."""


@dataclass(frozen=True, slots=True)
class Fails:
    """An HTTP error."""

    status: int
    kind: str = "api_error"
    message: str = "scripted failure"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Delayed:
    """Another answer, after so many seconds."""

    seconds: float
    then: Answer


@dataclass(frozen=True, slots=True)
class Trickles:
    """A blank every `seconds`, until closed: alive, and never an answer. `is_head`: headers in place of blanks."""

    seconds: float
    status: int = 200
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class Floods:
    """An error whose body does not end while anyone reads."""

    status: int


@dataclass(frozen=True, slots=True)
class Hangs:
    """Nothing, until closed."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The first part of a reply, then the connection is dropped; `part` 0 drops it before a byte."""

    reply: Says
    part: float = 0.5


@dataclass(frozen=True, slots=True)
class Raw:
    """A body of this kind with status 200, whatever it holds."""

    body: bytes
    kind: str = "application/json"


Answer = Says | Fails | Delayed | Trickles | Floods | Hangs | Cut | Raw
Script = Callable[[Body, int], Answer]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A request as it came. Header names are lower-case; `body` is {} where it was no JSON object."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Body
    raw: bytes


def says(text: str) -> Says:
    """A reply of one text."""
    return Says((Text(text),))


class MessagesServer:
    """Serves `script(body, nth)`: nth counts the requests for messages from 0.

    `counts`: what a request for a token count is answered; None counts.

    A context manager: open inside it, gone after it. An error raised by the script or the server itself
    is raised again on leaving.
    """

    def __init__(self, script: Script, counts: Answer | None = None) -> None:
        self.counts = counts
        self.requests: list[Recorded] = []
        self.errors: list[Exception] = []
        self._script = script
        self._asked = 0
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self._http = _Http(self)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        """The base address clients are given."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def messages(self) -> list[Recorded]:
        """The recorded requests for messages, oldest first."""
        with self._lock:
            return [r for r in self.requests if endpoint(r.path) == "/v1/messages"]

    def __enter__(self) -> MessagesServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if error is None and self.errors:
            raise self.errors[0]

    def close(self) -> None:
        """Drop every connection and wait for every thread."""
        self.closing.set()
        self._http.shutdown()
        self._http.hang_up()
        self._http.server_close()
        self._thread.join()

    def answer(self, request: Recorded) -> Answer | None:
        """Record a request; the script's answer where it asks for a message."""
        with self._lock:
            self.requests.append(request)
            if endpoint(request.path).endswith("/count_tokens"):
                return self.counts
            if request.method != "POST" or endpoint(request.path) != "/v1/messages":
                return None
            nth, self._asked = self._asked, self._asked + 1
        return self._script(request.body, nth)


def endpoint(path: str) -> str:
    """A path without its query."""
    return path.partition("?")[0]


class _Http(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True

    def __init__(self, owner: MessagesServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()

    def process_request(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        with self._guard:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: object) -> None:
        assert isinstance(request, socket.socket)
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End the connections clients keep open, so that their threads end."""
        with self._guard:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # the client was faster

    def handle_error(self, request: object, client_address: object) -> None:
        """Broken connections are what scripts and clients do; any other error is kept for the test."""
        error = sys.exception()
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self.owner.errors.append(error)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._serve()

    def do_HEAD(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            body = {}
        headers = {name.lower(): value for name, value in self.headers.items()}
        recorded = Recorded(self.command, self.path, headers, body if isinstance(body, dict) else {}, raw)
        try:
            answer = self.server.owner.answer(recorded)
            if answer is None:
                self._other(raw)
            else:
                self._give(answer, recorded.body)
        except OSError:
            self.close_connection = True  # the client went away
        except Exception as error:
            self.server.owner.errors.append(error)
            self._json({"type": "error", "error": {"type": "api_error", "message": "script failed"}}, 500)

    def _other(self, raw: bytes) -> None:
        asked = endpoint(self.path)
        if asked.endswith("/count_tokens"):
            self._json({"input_tokens": max(1, len(raw) // 4)})
        elif asked == "/v1/models":
            self._json({"data": [], "has_more": False, "first_id": None, "last_id": None})
        elif asked == "/":
            self._json({})
        else:
            self._json(
                {"type": "error", "error": {"type": "not_found_error", "message": "no such place"}}, 404
            )

    def _give(self, answer: Answer, body: Body) -> None:
        closing = self.server.owner.closing
        while isinstance(answer, Delayed):
            closing.wait(answer.seconds)
            answer = answer.then
        match answer:
            case Says():
                self._whole(answer, body)
            case Fails():
                error = {"type": answer.kind, "message": answer.message}
                self._json({"type": "error", "error": error}, answer.status, answer.headers)
            case Raw():
                self._send(answer.body, answer.kind, 200, {})
            case Cut():
                self._cut(answer, body)
            case Hangs():
                closing.wait()
                self.close_connection = True
            case Trickles():
                self._trickle(answer)
            case Floods():
                self._begin("application/json", status=answer.status)
                while not closing.is_set():
                    self.wfile.write(b" " * 65_536)

    def _whole(self, reply: Says, body: Body) -> None:
        if not body.get("stream"):
            self._json(_message(reply, body))
            return
        self._begin("text/event-stream")
        for event in _events(reply, body):
            self.wfile.write(event)

    def _cut(self, answer: Cut, body: Body) -> None:
        self.close_connection = True
        if not answer.part:
            return
        if body.get("stream"):
            events = list(_events(answer.reply, body))
            self._begin("text/event-stream")
            self.wfile.write(b"".join(events[: max(1, int(len(events) * answer.part))]))
            return
        data = json.dumps(_message(answer.reply, body)).encode()
        self._begin("application/json", {"content-length": str(len(data))})
        self.wfile.write(data[: int(len(data) * answer.part)])

    def _trickle(self, answer: Trickles) -> None:
        if answer.is_head:
            self.wfile.write(b"HTTP/1.1 %d OK\r\n" % answer.status)
            self.close_connection = True
        else:
            self._begin("application/json", status=answer.status)
        while not self.server.owner.closing.wait(answer.seconds):
            self.wfile.write(b"x-more: yes\r\n" if answer.is_head else b" ")

    def _begin(self, kind: str, headers: Mapping[str, str] | None = None, status: int = 200) -> None:
        """Headers of a body that ends with the connection."""
        self.send_response(status)
        for name, value in {"content-type": kind, "connection": "close", **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True

    def _json(self, value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self._send(json.dumps(value).encode(), "application/json", status, headers or {})

    def _send(self, data: bytes, kind: str, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def _block(block: Block) -> dict[str, object]:
    match block:
        case Text():
            return {"type": "text", "text": block.text}
        case Thinking():
            return {"type": "thinking", "thinking": block.thinking, "signature": block.signature}
        case ToolUse():
            return {"type": "tool_use", "id": block.id, "name": block.name, "input": block.input}


def _message(reply: Says, body: Body) -> dict[str, object]:
    calls = any(isinstance(block, ToolUse) for block in reply.blocks)
    message: dict[str, object] = {
        "id": "msg_0001",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", ""),
        "content": [_block(block) for block in reply.blocks],
        "stop_reason": reply.stop_reason or ("tool_use" if calls else "end_turn"),
        "stop_sequence": None,
    }
    if reply.usage is not None:
        message["usage"] = dict(reply.usage)
    return {**message, **reply.extra}


def _event(kind: str, **data: object) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()


def _events(reply: Says, body: Body) -> Iterator[bytes]:
    """The reply as server-sent events."""
    message = _message(reply, body)
    usage = dict(reply.usage or {})
    start = {**message, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield _event("message_start", message=start)
    for index, block in enumerate(reply.blocks):
        empty, deltas = _deltas(block)
        yield _event("content_block_start", index=index, content_block=empty)
        for delta in deltas:
            yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield _event("message_delta", delta=stop, usage=usage)
    yield _event("message_stop")


def _deltas(block: Block) -> tuple[dict[str, object], list[dict[str, object]]]:
    """A block as it starts, and what is added to it piece by piece."""
    match block:
        case Text():
            pieces = [block.text[at : at + 20] for at in range(0, len(block.text), 20)]
            return {"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces]
        case Thinking():
            return {"type": "thinking", "thinking": "", "signature": ""}, [
                {"type": "thinking_delta", "thinking": block.thinking},
                {"type": "signature_delta", "signature": block.signature},
            ]
        case ToolUse():
            sent = json.dumps(block.input)
            pieces = [sent[at : at + 20] for at in range(0, len(sent), 20)]
            return {**_block(block), "input": {}}, [
                {"type": "input_json_delta", "partial_json": piece} for piece in pieces
            ]
