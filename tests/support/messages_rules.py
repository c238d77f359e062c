"""The rules of the Messages API for a conversation, checked one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue


def broken_rules(messages: Sequence[JsonValue]) -> list[str]:
    """Every rule a list of messages breaks, one line each; empty when the API would take it."""
    broken: list[str] = []
    if not messages:
        return ["there is no message"]
    if _role(messages[0]) != "user":
        broken.append("the first message is not the user's")
    due: list[str] = []
    used: set[str] = set()
    for number, message in enumerate(messages):
        role, blocks = _role(message), _blocks(message)
        if number and role == _role(messages[number - 1]):
            broken.append(f"message {number}: {role} speaks twice in a row")
        if not blocks:
            broken.append(f"message {number}: no content")
        broken += [f"message {number}: {fault}" for fault in _block_faults(role, blocks)]
        results = [str(b.get("tool_use_id")) for b in blocks if b.get("type") == "tool_result"]
        if sorted(results) != sorted(due):
            broken.append(f"message {number}: results {results} for calls {due}")
        kinds = [b.get("type") for b in blocks]
        if "tool_result" in kinds and kinds != sorted(kinds, key=lambda kind: kind != "tool_result"):
            broken.append(f"message {number}: something stands before a result")
        due = [str(b.get("id")) for b in blocks if b.get("type") == "tool_use"]
        if used & set(due) or len(due) != len(set(due)):
            broken.append(f"message {number}: a call id is used twice")
        used |= set(due)
    if due:
        broken.append("the last message calls a tool and nothing answers")
    return broken


def _block_faults(role: str, blocks: Sequence[Mapping[str, JsonValue]]) -> list[str]:
    faults: list[str] = []
    for block in blocks:
        kind = block.get("type")
        if kind == "text":
            if not str(block.get("text") or "").strip():
                faults.append("an empty text")
        elif kind == "tool_use":
            if role != "assistant":
                faults.append("a call by the user")
            if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", str(block.get("id"))):
                faults.append("a call id of a form the API refuses")
            if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", str(block.get("name"))):
                faults.append("a tool name of a form the API refuses")
            if not isinstance(block.get("input"), dict):
                faults.append("an input that is no object")
        elif kind == "tool_result":
            if role != "user":
                faults.append("a result by the assistant")
        else:
            faults.append(f"a block of the unknown type {kind}")
    return faults


def _role(message: JsonValue) -> str:
    return str(message.get("role")) if isinstance(message, dict) else ""


def _blocks(message: JsonValue) -> list[Mapping[str, JsonValue]]:
    content = message.get("content") if isinstance(message, dict) else None
    return [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []
