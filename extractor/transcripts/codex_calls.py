"""Tool calls of a Codex rollout, their results, and what a person answers in one.

Owns the forms of an item that calls a tool or tells what came of it. Promises that no value, of whatever shape, raises.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from extractor.domain import QUESTION_TOOLS
from extractor.transcripts.answer import Answer
from extractor.transcripts.lines import capped, compact, decode, flat
from extractor.transcripts.message_ids import is_lasting

CLIENT = "codex"

_ASKS = QUESTION_TOOLS[CLIENT]
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)
_NO_OPTION, _NOTE = "None of the above", "user_note: "
_EXIT = re.compile(r"(?:(?:Chunk ID|Wall time): .*\n)*Process exited with code (\d+)\n")


class Call(NamedTuple):
    """A tool that was called."""

    id: object
    """As the client gave it."""
    tool: str
    text: str
    """What the tool was given."""
    path: str | None
    """The one file a patch is for."""
    asks: bool
    """It asks the person something."""


class Result(NamedTuple):
    """What came of a call."""

    call: str | None
    """The call's id."""
    uuid: str | None
    """An id of its own, where the call's lasts."""
    whole: str
    text: str
    failed: bool


def call_of(item: dict[str, object], kind: str) -> Call:
    """The call an item tells of. `kind`: the item's type."""
    name, id = item.get("name"), item.get("call_id") or item.get("id")
    given = next((item[key] for key in ("arguments", "input", "action") if key in item), None)
    text = capped(given) if isinstance(given, str) else compact(given)
    tool = name if isinstance(name, str) else kind.removesuffix("_call")
    patched = _PATCHED.findall(text) if tool == "apply_patch" else []
    path = patched[0].strip() if len(patched) == 1 else None
    return Call(id, tool, text, path, asks=tool == _ASKS and kind == "function_call")


def result_of(item: dict[str, object]) -> Result:
    """The result an item tells of."""
    id, output = item.get("call_id"), item.get("output")
    call = id if isinstance(id, str) else None
    whole = output if isinstance(output, str) else flat(output)
    text, failed = _outcome(whole)
    return Result(call, f"{call}.result" if call and is_lasting(call) else None, whole, text, failed)


def _outcome(text: str) -> tuple[str, bool]:
    """A result's text and whether it failed: older versions wrap both in JSON, newer ones head it."""
    if text.startswith('{"output":') and isinstance(value := _json(text), dict):
        meta, told = value.get("metadata"), value.get("output")
        code = meta.get("exit_code") if isinstance(meta, dict) else None
        return (told if isinstance(told, str) else text), code not in (None, 0)
    head = _EXIT.match(text)
    return text, head is not None and head[1] != "0"


def answers(text: str, arguments: object) -> list[Answer]:
    """What a person answered by the result's text, in the order of the questions in the call's arguments."""
    value = _json(text)
    given = value.get("answers") if isinstance(value, dict) else None
    if not isinstance(given, dict):
        return []
    asked = _questions(arguments)
    found = (Answer(asked.get(id, ""), _words(given.get(id))) for id in dict.fromkeys([*asked, *given]))
    return [answer for answer in found if answer.words]


def _questions(arguments: object) -> dict[str, str]:
    """The questions of a call, by their ids."""
    value = _json(arguments) if isinstance(arguments, str) else None
    asked = value.get("questions") if isinstance(value, dict) else None
    told: dict[str, str] = {}
    for each in asked if isinstance(asked, list) else ():
        id, question = (each.get("id"), each.get("question")) if isinstance(each, dict) else (None, None)
        if isinstance(id, str) and isinstance(question, str):
            told[id] = question.strip()
    return told


def _words(answer: object) -> str:
    """What of an answer is the person's: neither the client's label for no option nor its mark of a note."""
    each = answer.get("answers") if isinstance(answer, dict) else None
    given = [text for text in each if isinstance(text, str)] if isinstance(each, list) else []
    return "\n".join(filter(None, (text.removeprefix(_NOTE).strip() for text in given if text != _NO_OPTION)))


def _json(text: str) -> object:
    try:
        return decode(text.encode())
    except ValueError:
        return None
