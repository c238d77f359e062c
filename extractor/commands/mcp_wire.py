"""What stands between a client and the MCP SDK: lines in, lines out, and which requests are still open.

Owns what the SDK would pass over in silence: batches, halves of characters, what is no message. Promises that every
request with an id is answered once. Never knows where the lines come from or go to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

PARSE_ERROR, INVALID_REQUEST = -32700, -32600

_LASTING = frozenset({"subscriptions/listen"})
"""Requests that are answered when the client goes, not before."""


@dataclass(slots=True)
class _Batch:
    """Requests that came together and are answered together."""

    waiting: int = 0
    answers: list[str] = field(default_factory=list)

    def told(self) -> list[str]:
        """The answers, once they are all there."""
        return [f"[{','.join(self.answers)}]"] if self.answers and not self.waiting else []


@dataclass(frozen=True, slots=True)
class Taken:
    """What becomes of a line of the client's."""

    passed: Sequence[str] = ()
    """Messages for the server, a line each."""
    told: Sequence[str] = ()
    """Answers for the client, a line each."""


class Wire:
    """The lines of one connection."""

    def __init__(self, reads: Callable[[str], object]) -> None:
        """`reads`: raises ValueError where the server would not read a message."""
        self._reads = reads
        self._open: dict[str, list[_Batch | None]] = {}
        """Requests that were passed on and not answered, by their ids."""

    @property
    def is_open(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._open)

    def taken(self, line: str) -> Taken:
        """A line the client wrote."""
        if not line.strip():
            return Taken()
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            return Taken(told=[_refusal(None, PARSE_ERROR, "Parse error")])
        if not isinstance(said, list):
            return self._one(said, None)
        if not said:
            return Taken(told=[_refusal(None, INVALID_REQUEST, "Invalid Request")])
        batch = _Batch()
        each = [self._one(message, batch) for message in said]
        batch.answers[:0] = [answer for one in each for answer in one.told]
        return Taken([message for one in each for message in one.passed], batch.told())

    def _one(self, said: object, batch: _Batch | None) -> Taken:
        # No JSON can carry half of a character as UTF-8; the SDK reads nothing of a message that holds one.
        message = json.dumps(said, ensure_ascii=False).encode("utf-8", "replace").decode()
        key = said.get("id") if isinstance(said, dict) else None
        is_named = isinstance(key, str | int) and not isinstance(key, bool)
        is_request = isinstance(said, dict) and "id" in said and "method" in said
        try:
            self._reads(message)
            if is_request and not is_named:
                raise ValueError(message)
        except ValueError:
            return Taken(told=[_refusal(key if is_named else None, INVALID_REQUEST, "Invalid Request")])
        if not isinstance(said, dict):
            return Taken([message])
        if is_request and said["method"] not in _LASTING:
            self._open.setdefault(_named(key), []).append(batch)
            if batch is not None:
                batch.waiting += 1
        taken_back = said.get("params") if said.get("method") == "notifications/cancelled" else None
        told = self._closed(taken_back.get("requestId"), None) if isinstance(taken_back, dict) else []
        return Taken([message], told)

    def answered(self, line: str) -> list[str]:
        """A line the server wrote, as the client is told it, and when: those of a batch together."""
        said = json.loads(line)
        is_answer = isinstance(said, dict) and "method" not in said and "id" in said
        if not is_answer or _named(said["id"]) not in self._open:
            return [line]
        return self._closed(said["id"], line)

    def _closed(self, key: object, answer: str | None) -> list[str]:
        """A request is done with: it was answered, or taken back and never will be."""
        name = _named(key)
        batches = self._open.get(name)
        if not batches:
            return []
        batch = batches.pop(0)
        if not batches:
            del self._open[name]
        if batch is None:
            return [] if answer is None else [answer]
        batch.waiting -= 1
        batch.answers += [] if answer is None else [answer]
        return batch.told()


def _named(key: object) -> str:
    """An id as a name: 1 is not "1"."""
    return json.dumps(key, ensure_ascii=False).encode("utf-8", "replace").decode()


def _refusal(key: object, code: int, told: str) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": key, "error": {"code": code, "message": told}})
