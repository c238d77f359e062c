"""Blocks of content of a Claude Code line to messages.

Owns what a block of an assistant's reply and a tool's result become. Promises that a block of any shape
becomes one message. Pure: it sees one block at a time.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.transcripts.lines import capped, compact, flat

CLIENT = "claude-code"

_WRITERS = frozenset({"Write", "Edit", "MultiEdit", "NotebookEdit"})
_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_ASSISTANT, _TOOL, _SYSTEM = Speaker.ASSISTANT, Speaker.TOOL, Speaker.SYSTEM
_TEXT, _THINKING, _CALL, _RESULT, _NOTICE = Kind.TEXT, Kind.THINKING, Kind.CALL, Kind.RESULT, Kind.NOTICE


# A named tuple's own constructor takes twice as long, and this is the innermost loop.
_tuple = tuple.__new__


class Place(NamedTuple):
    """What all messages of a line share."""

    uuid: str
    at: Milliseconds
    sidechain: bool
    reply: str | None

    def message(self, block: int, speaker: Speaker, kind: Kind, text: str) -> Message:
        """A plain message of this line."""
        uuid, at, sidechain, reply = self
        key = _tuple(MessageKey, (CLIENT, uuid, block))
        return _tuple(
            Message, (key, speaker, kind, text, at, reply, None, None, None, False, False, sidechain)
        )


_REPORT_BEGINS = re.compile(
    rb'\{(?:"(?:parentUuid|isSidechain|userType|cwd|sessionId|version|gitBranch|agentId|slug|entrypoint)":'
    rb'(?:"[^"\\]*"|true|false|null),)*"type":"progress","data":\{"message":\{'
)
_REPORT_TYPE = b',"type":"agent_progress",'
_REPORT_ENDS = re.compile(
    rb',"type":"agent_progress",(?:"prompt":"[^"\\]*(?:\\.[^"\\]*)*",)?"agentId":"[^"\\]*"\},'
    rb'"toolUseID":"([\w-]*)","parentToolUseID":"([\w-]*)",'
    rb'"uuid":"[\w-]*","timestamp":"[\w:.+-]*"\}\n?'
)


def reported_calls(data: bytes) -> tuple[str, str] | None:
    """The two calls a sub-agent's report names, found without decoding the sub-agent's words between.

    None where the line is not byte for byte shaped as the client writes it: then it is to be decoded.
    Quotes inside a string are escaped, so no string can hold what is looked for. Two lines torn into one
    name two sessions. Other damage between the two ends goes unnoticed: none of it would have been used.
    """
    if _REPORT_BEGINS.match(data) is None or data.count(b'"sessionId":"') != 1:
        return None
    ends = _REPORT_ENDS.fullmatch(data, max(0, data.rfind(_REPORT_TYPE)))
    return None if ends is None else (ends[1].decode(), ends[2].decode())


def assistant_block(place: Place, block: int, item: dict[str, object], ends: bool) -> Message:
    """One block of a reply. `ends`: the model said that its turn ended with this reply."""
    kind = item.get("type")
    if kind == "text":
        uuid, at, sidechain, reply = place
        text = item.get("text")
        words = text if isinstance(text, str) else ""
        key = _tuple(MessageKey, (CLIENT, uuid, block))
        return _tuple(
            Message, (key, _ASSISTANT, _TEXT, words, at, reply, None, None, None, False, ends, sidechain)
        )
    if not isinstance(kind, str):
        return place.message(block, _SYSTEM, _NOTICE, flat([item]))
    if kind in _CALLS:
        return _call(place, block, item)
    if kind in ("thinking", "redacted_thinking"):
        thought = item.get("thinking")
        return place.message(block, _ASSISTANT, _THINKING, thought if isinstance(thought, str) else "")
    if kind.endswith("tool_result"):
        return result_block(place, block, item, item.get("is_error") is True)
    return place.message(block, _SYSTEM, _NOTICE, flat([item]))


def _call(place: Place, block: int, item: dict[str, object]) -> Message:
    name, call, given = item.get("name"), item.get("id"), item.get("input")
    tool = name if isinstance(name, str) else None
    path: object = None
    if tool in _WRITERS and isinstance(given, dict):
        path = given.get("file_path") or given.get("notebook_path")
    uuid, at, sidechain, reply = place
    key = _tuple(MessageKey, (CLIENT, uuid, block))
    joined = call if isinstance(call, str) else None
    named = path if isinstance(path, str) else None
    text = compact(given)
    return _tuple(
        Message, (key, _ASSISTANT, _CALL, text, at, reply, tool, joined, named, False, False, sidechain)
    )


def result_block(place: Place, block: int, item: dict[str, object], failed: bool) -> Message:
    """One tool's result, its text inside the cap."""
    uuid, at, sidechain, _ = place
    call, content = item.get("tool_use_id"), item.get("content")
    text = capped(content if isinstance(content, str) else flat(content))
    joined = call if isinstance(call, str) else None
    key = _tuple(MessageKey, (CLIENT, uuid, block))
    return _tuple(
        Message, (key, _TOOL, _RESULT, text, at, None, None, joined, None, failed, False, sidechain)
    )
