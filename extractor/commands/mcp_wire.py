"""What stands between a client and the MCP SDK: lines in, lines out, and which requests are still open.

Owns what the SDK would pass over in silence: batches, halves of characters, what is no message. Promises that every
request with an id is answered once, also where the server never does. Never knows where the lines come from or go to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

PARSE_ERROR, INVALID_REQUEST, NO_ANSWER = -32700, -32600, -32000

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


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A request that was passed on."""

    key: str | int
    batch: _Batch | None

    def done(self, answer: str | None) -> list[str]:
        """What the client is told now that it was answered, or taken back and never will be."""
        if self.batch is None:
            return [] if answer is None else [answer]
        self.batch.waiting -= 1
        self.batch.answers += [] if answer is None else [answer]
        return self.batch.told()


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
        self._open: dict[str | int, list[_Asked]] = {}
        """Requests that were passed on and not answered, by their ids as the SDK takes them, the oldest first."""
        self._is_over = False
        """Nothing the server answers is told any more."""

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
            key = json.loads(message)["id"]  # as the SDK reads it, and answers
            self._open.setdefault(_one_id(key), []).append(_Asked(key, batch))
            if batch is not None:
                batch.waiting += 1
        taken_back = said.get("params") if said.get("method") == "notifications/cancelled" else None
        told = self._taken_back(taken_back.get("requestId")) if isinstance(taken_back, dict) else []
        return Taken([message], told)

    def answered(self, line: str) -> list[str]:
        """A line the server wrote, as the client is told it, and when: those of a batch together."""
        said = json.loads(line)
        if not (isinstance(said, dict) and "method" not in said and "id" in said):
            return [line]
        asked = next((each for each in self._of(said["id"]) if each.key == said["id"]), None)
        if asked is None:
            return [] if self._is_over else [line]
        return self._closed(asked, line)

    def given_up(self, why: str) -> list[str]:
        """An error for each request that is still open. What the server answers from now on is told no more."""
        self._is_over = True
        left = [asked for each in self._open.values() for asked in each]
        self._open.clear()
        return [line for asked in left for line in asked.done(_refusal(asked.key, NO_ANSWER, why))]

    def _taken_back(self, key: object) -> list[str]:
        """The SDK takes 5 and "5" for one id: of several it drops the request that came last."""
        asked = self._of(key)
        return self._closed(asked[-1], None) if asked else []

    def _of(self, key: object) -> list[_Asked]:
        """Open requests whose id the SDK takes for this one, the oldest first."""
        if not isinstance(key, str | int) or isinstance(key, bool):
            return []
        return self._open.get(_one_id(key), [])

    def _closed(self, asked: _Asked, answer: str | None) -> list[str]:
        key = _one_id(asked.key)
        self._open[key].remove(asked)
        if not self._open[key]:
            del self._open[key]
        return asked.done(answer)


def _one_id(key: str | int) -> str | int:
    """An id as the SDK looks for it: "1" is 1."""
    try:
        return int(key)
    except ValueError:
        return key


def _refusal(key: object, code: int, told: str) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": key, "error": {"code": code, "message": told}})
