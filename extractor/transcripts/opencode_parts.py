"""Messages and parts of an OpenCode session to records.

Owns what a part means, whichever way the client stores it. Promises that a part keeps its identity in every
copy, and that no value, of whatever shape, raises. Pure: it sees one message at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from extractor.domain import QUESTION_TOOLS, Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.transcripts.answer import Answer, question_at
from extractor.transcripts.lines import END_OF_TIME, capped, compact
from extractor.transcripts.opencode_templates import Template, is_made_of
from extractor.transcripts.source import (
    UNKNOWN_FORM,
    Boundary,
    BoundaryKind,
    Parked,
    Record,
    Replaced,
    Said,
)

CLIENT = "opencode"

_WRITERS = frozenset({"write", "edit", "multiedit", "patch"})
_ASKS = QUESTION_TOOLS[CLIENT]
_ABORTED = "MessageAbortedError"
_KNOWN = frozenset(
    {
        *("text", "reasoning", "tool", "file", "agent", "subtask", "compaction", "retry"),
        *("step-start", "step-finish", "patch", "snapshot"),
    }
)
_GOES_ON = frozenset({"tool-calls", "unknown"})
_TEXT, _NOTICE = Kind.TEXT, Kind.NOTICE


class Reverted(NamedTuple):
    """Where a person went back."""

    message: str
    is_inside: bool
    """To a place inside the message, of which the beginning stands; else to before it."""


def reverted(told: object) -> Reverted | None:
    """What the client keeps of a way back until the next prompt, when it removes what does not stand."""
    message = told.get("messageID") if isinstance(told, dict) else None
    if not isinstance(told, dict) or not isinstance(message, str):
        return None
    return Reverted(message, isinstance(told.get("partID"), str))


class Session(NamedTuple):
    """What the client says of a session."""

    id: str
    parent: str | None
    """The session whose agent sent this one."""
    cwd: str | None
    version: str | None
    updated: Milliseconds
    is_script: bool
    """A scripted run opened it, as far as its version says so."""
    reverted: Reverted | None = None
    """Where the person went back: what follows does not stand."""

    def standing(self, ids: list[str]) -> list[str]:
        """Those of its messages, in order, that stand."""
        if self.reverted is None or self.reverted.message not in ids:
            return ids
        return ids[: ids.index(self.reverted.message) + self.reverted.is_inside]


class Part(NamedTuple):
    """A part of a message; `id` is that of the part it is a copy of, where it is one."""

    id: str
    data: dict[str, object]


class Stored(NamedTuple):
    """A message as it is stored; `id` is that of the message it is a copy of, where it is one."""

    id: str
    data: dict[str, object]
    parts: tuple[Part, ...]
    updated: Milliseconds
    """When it or a part of it was last written."""
    size: int
    """Bytes of it and its parts."""

    @property
    def is_whole(self) -> bool:
        """Whether the client is done writing it: a prompt has its parts, a reply says when it was complete."""
        if self.data.get("role") != "assistant":
            return bool(self.data and self.parts)
        time = self.data.get("time")
        done = isinstance(time, dict) and time.get("completed") is not None
        return done or isinstance(self.data.get("error"), dict)


def records(
    session: Session, stored: Stored, *, place: int, is_again: bool, templates: Sequence[Template] = ()
) -> Iterator[Record]:
    """What a message says. `place`: its number in the session. `is_again`: its words may be others than were told.

    `templates`: those of the slash commands a person may have given.
    """
    data = stored.data
    if not _is_known(stored):
        yield Parked(UNKNOWN_FORM, place, stored.size)
        return
    is_reply = data.get("role") == "assistant"
    found = list(_reply(session, stored) if is_reply else _prompt(session, stored, place == 0, templates))
    if data.get("summary") is True:
        yield Boundary(BoundaryKind.COMPACTION, _created(stored))
    for message in found:
        yield Said(message)
        if is_again and message.kind is not Kind.CALL:
            yield Replaced(message)
    if (mark := _end(data)) is not None:
        yield Boundary(mark, _created(stored))


def _is_known(stored: Stored) -> bool:
    """Whether the message and at least one of its parts have a form this client is known to write."""
    kinds = [part.data.get("type") for part in stored.parts]
    is_known = not kinds or any(isinstance(kind, str) and kind in _KNOWN for kind in kinds)
    return is_known and stored.data.get("role") in ("user", "assistant")


def _end(data: dict[str, object]) -> BoundaryKind | None:
    error, finish = data.get("error"), data.get("finish")
    if isinstance(error, dict):
        return BoundaryKind.CANCELLED if error.get("name") == _ABORTED else BoundaryKind.ABORTED
    if data.get("role") != "assistant" or data.get("summary") is True or not isinstance(finish, str):
        return None
    return None if finish in _GOES_ON else BoundaryKind.TURN_END


def _created(stored: Stored) -> Milliseconds:
    return _moment(stored.data, "created", stored.updated)


def _moment(data: dict[str, object], name: str, otherwise: Milliseconds) -> Milliseconds:
    time = data.get("time")
    at = time.get(name) if isinstance(time, dict) else None
    usable = isinstance(at, int) and not isinstance(at, bool) and 0 <= at < END_OF_TIME
    return Milliseconds(at) if usable and isinstance(at, int) else otherwise


def _prompt(
    session: Session, stored: Stored, is_first: bool, templates: Sequence[Template]
) -> Iterator[Message]:
    at, sidechain = _created(stored), session.parent is not None
    for part in stored.parts:
        speaker, kind, text = _asked(session, part.data, is_first, templates)
        if text:
            yield Message(MessageKey(CLIENT, part.id, 0), speaker, kind, text, at, sidechain=sidechain)


def _asked(
    session: Session, part: dict[str, object], is_first: bool, templates: Sequence[Template]
) -> tuple[Speaker, Kind, str]:
    """Who says a part of a prompt, as what it counts, and its words."""
    text = part.get("text")
    if part.get("type") == "file":
        is_picture = str(part.get("mime")).startswith("image")
        return Speaker.SYSTEM, _NOTICE, "[image]" if is_picture else "[document]"
    if part.get("type") != "text" or not isinstance(text, str):
        return Speaker.SYSTEM, _NOTICE, ""
    if part.get("synthetic") is True or part.get("ignored") is True:
        return Speaker.SYSTEM, _NOTICE, text
    if session.parent is not None:
        return (Speaker.ASSISTANT, _TEXT, text) if is_first else (Speaker.SYSTEM, _NOTICE, text)
    # What a slash command says looks like what was typed: only the command's own text tells.
    if is_made_of(templates, text):
        return Speaker.SYSTEM, _NOTICE, text
    # A scripted run wraps what it is given in quotes: where it goes on with a session, or forks one, and in
    # older versions, nothing else tells of it.
    bare = unquoted(text)
    is_script = session.is_script or bare is not None
    return (Speaker.HUMAN_HEADLESS if is_script else Speaker.HUMAN), _TEXT, text if bare is None else bare


def unquoted(text: str) -> str | None:
    """What stands in the quotes that a scripted run puts around its one argument; None where it has none."""
    bare = text.strip()
    inner = bare[1:-1].replace('\\"', "\0")
    if len(bare) < 3 or bare[0] != '"' or bare[-1] != '"' or '"' in inner:
        return None
    return inner.replace("\0", '"')


def _reply(session: Session, stored: Stored) -> Iterator[Message]:
    sidechain = session.parent is not None
    texts = [part.id for part in stored.parts if part.data.get("type") == "text"]
    ends = stored.data.get("finish") == "stop"
    kind = Kind.SUMMARY if stored.data.get("summary") is True else _TEXT
    for part in stored.parts:
        data, at = part.data, _moment(part.data, "start", _created(stored))
        what, text = data.get("type"), data.get("text")
        key = MessageKey(CLIENT, part.id, 0)
        if what == "tool":
            yield from _tool(session, stored, part)
        elif not isinstance(text, str) or not text:
            continue
        elif what == "text":
            last = ends and part.id == texts[-1]
            words = (Speaker.SYSTEM, _NOTICE) if data.get("synthetic") is True else (Speaker.ASSISTANT, kind)
            yield Message(key, *words, text, at, stored.id, ends_turn=last, sidechain=sidechain)
        elif what == "reasoning":
            yield Message(key, Speaker.ASSISTANT, Kind.THINKING, text, at, stored.id, sidechain=sidechain)


def _tool(session: Session, stored: Stored, part: Part) -> Iterator[Message]:
    """A call, and its result once it is there."""
    data, sidechain = part.data, session.parent is not None
    found = data.get("state")
    state = found if isinstance(found, dict) else {}
    name, call, given = data.get("tool"), data.get("callID"), state.get("input")
    tool = name if isinstance(name, str) else None
    joined = call if isinstance(call, str) else None
    path = given.get("filePath") if tool in _WRITERS and isinstance(given, dict) else None
    at = _moment(state, "start", _created(stored))
    made = Message(
        MessageKey(CLIENT, part.id, 0), Speaker.ASSISTANT, Kind.CALL, compact(given), at, stored.id
    )
    named = path if isinstance(path, str) else None
    yield made._replace(tool=tool, call=joined, path=named, sidechain=sidechain)
    status = state.get("status")
    if status not in ("completed", "error"):
        return
    told = state.get("error" if status == "error" else "output")
    text = capped(told if isinstance(told, str) else compact(told))
    key, done = MessageKey(CLIENT, part.id, 1), _moment(state, "end", at)
    result = Message(key, Speaker.TOOL, Kind.RESULT, text, done, call=joined, failed=status == "error")
    yield result._replace(sidechain=sidechain)
    if tool == _ASKS and status == "completed" and not sidechain:
        speaker = Speaker.HUMAN_HEADLESS if session.is_script else Speaker.HUMAN
        for number, answer in enumerate(_answers(state)):
            asked, said = (MessageKey(CLIENT, part.id, block + 2 * number) for block in (3, 2))
            if answer.question:
                # No block of the reply that made the call: it stands behind the call's result.
                before = Milliseconds(done - 1)
                yield Message(asked, Speaker.ASSISTANT, _TEXT, answer.question, before)
            yield Message(said, speaker, _TEXT, answer.words, done)


def _answers(state: dict[str, object]) -> list[Answer]:
    """What a person answered to the client's own question tool: question and answers have the same places."""
    meta, asked = state.get("metadata"), state.get("input")
    given = meta.get("answers") if isinstance(meta, dict) else None
    questions = asked.get("questions") if isinstance(asked, dict) else None
    found: list[Answer] = []
    for place, answer in enumerate(given if isinstance(given, list) else []):
        each = answer if isinstance(answer, list) else [answer]
        words = "\n".join(filter(None, (text.strip() for text in each if isinstance(text, str))))
        if words:
            found.append(Answer(question_at(questions, place), words))
    return found
