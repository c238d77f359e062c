"""Parts of a Gemini CLI message: words, thoughts, calls and results.

Owns what a part means in each of the forms the versions write. Promises that what the client wove into a
prompt is told apart from what was typed. Pure: it sees one message at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from extractor.domain import QUESTION_TOOLS
from extractor.transcripts.answer import Answer, question_at
from extractor.transcripts.gemini_typed import folded
from extractor.transcripts.lines import compact, decode, flat

CLIENT = "gemini"

_CONTEXT = (
    "<session_context>",
    "<hook_context>",
    "<state_snapshot>",
    "This is the Gemini CLI. We are setting up the context for our chat.",
    "Here is the user's editor context as a JSON object.",
    "Here is a summary of changes in the user's editor context, in JSON format.",
    "System: ",
    "- **Workspace Directories:**\n",
    "User has manually exited Plan Mode. Switching to ",
)
_CONTINUE = "Please continue."
_HOOK, _HOOK_END = "<hook_context>", "</hook_context>"
_FILES = "--- Content from referenced files ---"
_SHELL = re.compile(
    r"I ran the following shell command:\n```sh\n[^\n]*\n(?:(?!```)[^\n]*\n)*```\n\nThis produced the following result:\n```\n"
)
"""How the client tells of a command that a person gave in shell mode: what it printed stands behind, fences and all."""
_STEERED = re.compile(
    r"User steering update:\s+(?:<user_input>\n)?(?P<told>[^\n]*)\n(?:</user_input>\n)?Internal instruction: "
)
"""How the client hands on, on one line, what came while the agent worked: what a person typed, what a command printed."""
_PRINTED = "[Background command completed "
_RESPONSE = re.compile(r"(?:\[Function Response: [^\]\n]*\]\s*)+")
_FAILED = frozenset({"error", "cancelled"})
_ASKS = QUESTION_TOOLS[CLIENT]


class Call(NamedTuple):
    """A tool call, with its result where there is one."""

    id: str
    tool: str | None
    args: object
    result: str | None
    failed: bool


def parts_of(content: object) -> list[object]:
    """A content field as a list of parts."""
    if isinstance(content, list):
        return content
    return [] if content is None else [content]


def prompt_of(
    parts: list[object], shown: object, before: str, is_typed: Callable[[str], bool]
) -> list[tuple[str | None, str]]:
    """Each part of a prompt that is no result: the words a person typed, or None and what stands there.

    `shown` is what the client showed in place of the parts, where it wove files into them: the words are then
    those, and the parts are its own. Else the files' own heading ends what was typed. `before`: the prompt before it,
    which the client shows again where it goes on by itself. `is_typed`: whether a text is known to have been typed, even
    if the client begins its own that way.
    """
    woven = flat(parts_of(shown))
    if woven.strip() and folded(woven) == folded(before) and not _holds(parts, folded(woven)):
        return [(None, _shown(part)) for part in parts]
    told: list[tuple[str | None, str]] = [(woven, woven)] if woven.strip() else []
    is_clients = bool(told)
    for part in parts:
        text = _shown(part)
        is_clients = is_clients or text.lstrip().startswith(_FILES)
        if text != woven:
            told.append((None if is_clients else _own_words(text, is_typed), text))
    return told


def _holds(parts: list[object], words: str) -> bool:
    """Whether a prompt is made of these words, or of them and files."""
    texts = [_shown(part) for part in parts]
    return any(words in folded(text) or text.lstrip().startswith(_FILES) for text in texts)


def _shown(part: object) -> str:
    """The text of a part that is no result, or a marker for what is not text."""
    data = part.get("inlineData") or part.get("fileData") if isinstance(part, dict) else None
    if isinstance(data, dict):
        return "[image]" if str(data.get("mimeType")).startswith("image") else "[document]"
    return "" if isinstance(part, dict) and "functionResponse" in part else flat([part])


def is_steering(text: str) -> bool:
    """Whether the client wrapped in this text what came while the agent worked: its log of what is typed holds none."""
    return _STEERED.match(text.strip()) is not None


def _own_words(text: str, is_typed: Callable[[str], bool]) -> str | None:
    """What of a text was typed; None where all of it is the client's."""
    bare = text.strip()
    if (steered := _STEERED.match(bare)) is not None and not is_typed(bare):
        # Nothing tells where what a command printed ends, and what was typed behind it begins.
        return steered["told"].partition(_PRINTED)[0].strip() or None
    if bare.startswith(_HOOK) and not bare.endswith(_HOOK_END) and _HOOK_END in bare:
        # The hook's own text may hold the mark too: what was typed stands behind the last one.
        return bare[bare.rindex(_HOOK_END) + len(_HOOK_END) :].strip() or None
    is_composed = _RESPONSE.fullmatch(bare) is not None or _SHELL.match(bare) is not None
    is_likely = is_composed or bare.startswith(_CONTEXT) or bare == _CONTINUE
    is_clients = is_likely and not is_typed(bare)
    return None if not bare or is_clients or bare in ("[image]", "[document]") else text


def is_summary(line: dict[str, object]) -> bool:
    """Whether a message is the client's summary of the conversation before it."""
    return line.get("type") == "user" and "<state_snapshot>" in flat(parts_of(line.get("content")))


def reply_text(line: dict[str, object]) -> str:
    """The words of a reply."""
    parts = parts_of(line.get("content"))
    texts = [
        part if isinstance(part, str) else part.get("text")
        for part in parts
        if not _is_thought(part)
        if isinstance(part, (str, dict))
    ]
    return "".join(text for text in texts if isinstance(text, str))


def thoughts_of(line: dict[str, object]) -> str:
    """What the model thought, one thought a line."""
    told = [
        part.get("text")
        for part in parts_of(line.get("content"))
        if isinstance(part, dict) and _is_thought(part)
    ]
    for thought in parts_of(line.get("thoughts")):
        if isinstance(thought, dict):
            subject, description = thought.get("subject"), thought.get("description")
            told.append(": ".join(text for text in (subject, description) if isinstance(text, str) and text))
    return "\n".join(text for text in told if isinstance(text, str) and text)


def calls_of(line: dict[str, object]) -> list[Call]:
    """The calls of a reply: with their results, or as the bare parts a resumption leaves."""
    found: dict[str, Call] = {}
    for call in parts_of(line.get("toolCalls")):
        if isinstance(call, dict) and isinstance(name := call.get("id"), str):
            text, failed = _outcome(call.get("result"))
            failed = failed or _text(call.get("status")) in _FAILED
            found[name] = Call(name, _text(call.get("name")), call.get("args"), text, failed)
    for part in parts_of(line.get("content")):
        call = part.get("functionCall") if isinstance(part, dict) else None
        if isinstance(call, dict) and isinstance(name := call.get("id"), str) and name not in found:
            found[name] = Call(name, _text(call.get("name")), call.get("args"), None, False)
    return list(found.values())


def results_in(parts: list[object]) -> list[tuple[str, str, bool]]:
    """Call, text and failure of each result among the parts of a message."""
    told: list[tuple[str, str, bool]] = []
    for part in parts:
        response = part.get("functionResponse") if isinstance(part, dict) else None
        if isinstance(response, dict) and isinstance(name := response.get("id"), str):
            text, failed = _outcome([part])
            told.append((name, text or "", failed))
    return told


def answers(call: Call) -> list[Answer]:
    """What a person answered to the client's own question tool, in the order of the questions."""
    questions = call.args.get("questions") if isinstance(call.args, dict) else None
    if call.tool != _ASKS or not isinstance(questions, list):
        return []
    try:
        value = decode((call.result or "").encode())
    except ValueError:
        return []
    given = value.get("answers") if isinstance(value, dict) else None
    told = given if isinstance(given, dict) else {}
    places = {str(place): place for place in range(len(questions))}
    order = sorted(told, key=lambda name: places.get(name, len(places)))
    return [
        Answer(question_at(questions, places.get(name, len(places))), words)
        for name in order
        if isinstance(text := told[name], str) and (words := text.strip())
    ]


def _outcome(result: object) -> tuple[str | None, bool]:
    """The text of a result and whether it failed; None where there is none."""
    if result is None:
        return None, False
    texts: list[str] = []
    failed = False
    for part in parts_of(result):
        response = part.get("functionResponse") if isinstance(part, dict) else None
        answer = response.get("response") if isinstance(response, dict) else None
        if not isinstance(answer, dict):
            texts.append(flat([part]))
            continue
        output, error = answer.get("output"), answer.get("error")
        failed = failed or (output is None and error is not None)
        told = output if output is not None else error
        texts.append(told if isinstance(told, str) else compact(answer))
    return "\n".join(filter(None, texts)), failed


def _is_thought(part: object) -> bool:
    return isinstance(part, dict) and part.get("thought") is True


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
