"""The words a person left in the result of a Claude Code tool: why they denied it, what they answered to it.

Owns the forms in which the client hands them on. Promises that a person is recognised by fields the client
writes, never by words inside tool output, and that no words of the agent's count as an answer: where the client
writes both into one text, the questions are known from the call. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from extractor.domain import QUESTION_TOOLS
from extractor.transcripts.answer import Answer
from extractor.transcripts.claude_prompts import SERVERS, as_version
from extractor.transcripts.claude_state import State
from extractor.transcripts.lines import decode, flat

TOOL = QUESTION_TOOLS["claude-code"]
"""The tool that asks the person something."""

_PLANS = "ExitPlanMode"

_REASON = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected "
    "(eg. if it was a file edit, the new_string was NOT written to the file). "
    "To tell you how to proceed, the user said:\n"
)
"""What the client writes before the reason a person gave with a denial."""

_AGENTS_REASON = (
    "Permission for this tool use was denied. The tool use was rejected "
    "(eg. if it was a file edit, the new_string was NOT written to the file). The user said:\n"
)
"""The same where it was a sub-agent's tool."""

_HINT = "\n\nNote: The user's next message may contain a correction or preference."
"""Begins a sentence that some versions put after the reason."""

_MARKS_DENIALS = (2, 1, 205)
"""The first version known to mark every denial with `toolDenialKind`."""

_REFINED = "I'm sending this plan to Ultraplan to be refined remotely."
_PICTURE = "(See attached image)"
"""Reasons the client gives itself where the person wrote none (2.1.329): how one begins, and the whole of the other."""

_CLARIFIES = "The user wants to clarify these questions.\n"
_ASKED = "\n    Questions asked:\n"
_ANSWER, _NONE, _NOTES = "  Answer: ", "  (No answer provided)", "  User notes: "
"""What the client gives as the reason of a denial where a person answers "Chat about this" (2.1.329)."""


def left_in(
    line: dict[str, object],
    block: dict[str, object],
    state: State,
    fetch: Callable[[int, int], bytes],
    *,
    sidechain: bool = False,
) -> list[Answer]:
    """What a person said in the one result on a line; a denial's reason has no question. Closes the call.

    `fetch` gives a line again, by offset and size in bytes. In a sub-agent's conversation there are reasons alone.
    """
    call, given = block.get("tool_use_id"), line.get("toolUseResult")
    tool, ran = state.returned(call)
    asking = state.questions.pop(call, None) if state.questions and isinstance(call, str) else None
    if not isinstance(given, str):
        is_answer = isinstance(given, dict) and "answers" in given and not sidechain
        return _answers(given, block, tool) if is_answer and isinstance(given, dict) else []
    reason = _denial_reason(line, block, tool, ran, state.progress, sidechain)
    if reason is None:
        return []
    if tool in (None, TOOL) and reason.startswith(_CLARIFIES):
        return _clarified(reason, _questions(call, fetch(*asking)) if asking else [])
    return [Answer("", reason)]


def _denial_reason(
    line: dict[str, object],
    block: dict[str, object],
    tool: str | None,
    ran: bool,
    reports_runs: bool,
    sidechain: bool,
) -> str | None:
    """The reason a person gave with the denial of a tool call.

    The client's fixed sentence must open the whole result, the block must be an error with the same text,
    and nothing may say that the tool ran. Versions that mark denials must have marked this one. Before
    them, a tool of a server (whose error text is its own) is believed only in transcripts that report
    every run (`reports_runs`), and an unknown tool never. Of a sub-agent's tool the mark is always needed.
    """
    result = line.get("toolUseResult")
    if ran or block.get("is_error") is not True or not isinstance(result, str):
        return None
    text, opening = flat(block.get("content")), _AGENTS_REASON if sidechain else _REASON
    if result != f"Error: {text}":
        return None
    if not text.startswith(opening):
        return _told_apart(line, text)
    if sidechain or "toolDenialKind" in line or as_version(line.get("version")) >= _MARKS_DENIALS:
        if line.get("toolDenialKind") != "user-rejected":
            return None
    elif tool is None or (tool.startswith(SERVERS) and not reports_runs):
        return None
    words = text[len(opening) :]
    hint = words.rfind(_HINT)
    if hint >= 0 and "\n" not in words[hint + len(_HINT) :]:
        words = words[:hint]
    words = words.strip()
    is_the_clients = words == _PICTURE or (tool == _PLANS and words.startswith(_REFINED))
    return None if is_the_clients else words or None


def _told_apart(line: dict[str, object], text: str) -> str | None:
    """The reason in a field of its own: so it is told where the client denies in another sentence (2.1.329)."""
    said = line.get("userFeedback")
    if (
        line.get("toolDenialKind") != "user-rejected"
        or not isinstance(said, str)
        or not text.endswith(f": {said}")
    ):
        return None
    return said.strip() or None


def _answers(result: dict[str, object], block: dict[str, object], tool: str | None) -> list[Answer]:
    """What a person answered to a question tool, in the order of the questions; empty where it cannot be told.

    Where the tool's name is unknown, the exact structure must stand for it.
    """
    if block.get("is_error") is True:
        return []
    questions, given = result.get("questions"), result.get("answers")
    if not isinstance(questions, list) or not isinstance(given, dict):
        return []
    asked = _asked_in(result)
    exact = len(asked) == len(questions) and set(given) <= set(asked)
    if tool != TOOL and not (tool is None and exact):
        return []
    notes = result.get("annotations")
    found: list[Answer] = []
    for question in dict.fromkeys(asked):
        note = notes.get(question) if isinstance(notes, dict) else None
        words = _strings(given.get(question))
        words += _strings(note.get("notes")) if isinstance(note, dict) else []
        if words:
            found.append(Answer(question.strip(), "\n".join(words)))
    return found


def _asked_in(given: dict[str, object]) -> list[str]:
    """The questions in a call's input, or in its result."""
    asked = given.get("questions")
    items = asked if isinstance(asked, list) else []
    return [q for item in items if isinstance(item, dict) and isinstance(q := item.get("question"), str)]


def _questions(call: object, data: bytes) -> list[str]:
    """The questions of a call, from the line it stands on."""
    try:
        line = decode(data)
    except ValueError:
        return []
    message = line.get("message") if isinstance(line, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    for item in content if isinstance(content, list) else ():
        if isinstance(item, dict) and item.get("id") == call and isinstance(given := item.get("input"), dict):
            return _asked_in(given)
    return []


def _clarified(reason: str, asked: list[str]) -> list[Answer]:
    """What a person had answered before they asked back, in such a reason. Empty where the questions are others."""
    _, _, told = reason.partition(_ASKED)
    found: list[Answer] = []
    for number, question in enumerate(asked):
        head = f'- "{question}"\n'
        if not told.startswith(head):
            return []
        told = told[len(head) :]
        if number + 1 < len(asked):
            said, between, told = told.partition(f'\n- "{asked[number + 1]}"\n')
            told = between[1:] + told
        else:
            said = told
        if words := "\n".join(_answered(said)):
            found.append(Answer(question.strip(), words))
    return found


def _answered(said: str) -> Iterator[str]:
    """The answer to one question and the notes to it, without what the client writes before each."""
    if said.startswith(_NONE):
        said = said[len(_NONE) :]
    elif said.startswith(_ANSWER):
        said = said[len(_ANSWER) :]
    else:
        return
    answer, _, notes = said.partition(f"\n{_NOTES}")
    yield from _strings([answer, notes])


def _strings(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [text for item in values if isinstance(item, str) and (text := item.strip())]
