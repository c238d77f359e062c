"""A Gemini CLI chat as a log of operations: what is said, rewritten, replaced as a whole and taken back.

Owns the list of messages that stand, and what each operation changes in it. Promises that feeding the same
operations again tells the same records, and that no value, of whatever shape, raises. Reads no file.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

from extractor.domain import Kind, Message, MessageKey, Milliseconds, Speaker
from extractor.transcripts.gemini_parts import (
    CLIENT,
    Call,
    answers,
    calls_of,
    is_steering,
    is_summary,
    parts_of,
    prompt_of,
    reply_text,
    results_in,
    thoughts_of,
)
from extractor.transcripts.gemini_typed import Account, Typed, folded
from extractor.transcripts.lines import capped, compact, flat, moment
from extractor.transcripts.message_ids import derived_uuid
from extractor.transcripts.source import (
    UNKNOWN_FORM,
    Boundary,
    BoundaryKind,
    Parked,
    Record,
    Replaced,
    Said,
    Withdrawn,
)

_TEXT, _NOTICE = Kind.TEXT, Kind.NOTICE
_NOTICES = frozenset({"info", "error", "warning"})
_WRITERS = frozenset({"write_file", "replace", "edit"})
_PATH = re.compile(r"/[^\s'\"`,;:()<>]+")
_MOST_PATHS, _LONGEST_PATH = 200, 4096
"""Paths that are noted, and characters of one: what is longer only begins like a path."""
_RESULTS, _ANSWERS = 10_000, 100_000
"""Blocks of results that came back in a message; as many as each result has for what a person answered in it."""


@dataclass(slots=True)
class _Entry:
    """What was told of one message."""

    said: dict[int, str] = field(default_factory=dict)
    """Hash of the text told of each block of words."""
    calls: dict[str, int] = field(default_factory=dict)
    """Place of each tool call among those of the message."""
    results: set[str] = field(default_factory=set)
    """Calls whose result was told here."""
    uuid: str = ""
    is_own: bool = False
    """It had a line of its own, as everything a person types has."""
    shown: object = None
    """What the client showed in its place: where a session goes on it says no more of it."""
    is_composed: bool | None = None
    """A slash command made it; None where that was not asked yet."""


class Log:
    """Turns operations into records, in order: `records` grows with every one fed."""

    def __init__(self, session: str, typed: Typed, modified: Milliseconds, *, is_agent: bool) -> None:
        self.records: list[Record] = []
        self.session_id: str | None = None
        """The client's own id of the session."""
        self.project_hash: str | None = None
        self.known = False
        """An operation of a known kind was fed, or its lack was reported."""
        self.seen = False
        """Anything was fed."""
        self.typed = typed
        """Asked for every prompt; who typed it may be known only when it is read."""
        self.is_sure = True
        """Whether the archive holds what was told so far and nothing else: else words are told as rewritten too."""
        self.paths: set[str] = set()
        """Absolute paths the first texts and calls name, for finding the working directory."""
        self._session = session
        self._is_agent = is_agent
        self._opened = False
        self._asked = ""
        self._at = modified
        self._began: int | None = None
        self._account = Account()
        self._entries: dict[str, _Entry] = {}
        self._live: dict[str, None] = {}
        self._results: set[str] = set()

    def feed(self, line: object, offset: int, size: int) -> None:
        """One operation, with its place in the file in bytes."""
        self.seen = True
        if not isinstance(line, dict):
            return self._park("not a JSON object", offset, size)
        if "$rewindTo" in line:
            self.known = True
            return self._rewound(line["$rewindTo"])
        if "$set" in line:
            self.known = True
            change = line["$set"]
            messages = change.get("messages") if isinstance(change, dict) else None
            return self._replaced(messages, offset, size) if isinstance(messages, list) else None
        if isinstance(line.get("id"), str):
            return self._message(line, offset, size, is_own=True)
        if isinstance(line.get("sessionId"), str):
            return self._header(line, offset, size)
        return self._park(UNKNOWN_FORM, offset, size)

    def _park(self, reason: str, offset: int, size: int) -> None:
        self.records.append(Parked(reason, offset, size))

    def _header(self, line: dict[str, object], offset: int, size: int) -> None:
        """The first line; in older versions the whole chat."""
        self.known = True
        session, hashed, kind = line.get("sessionId"), line.get("projectHash"), line.get("kind")
        self.session_id = session if isinstance(session, str) else self.session_id
        self.project_hash = hashed if isinstance(hashed, str) else self.project_hash
        self._is_agent = self._is_agent or kind == "subagent"
        self._began = moment(line.get("startTime"))
        messages = line.get("messages")
        if not isinstance(messages, list):
            return
        ids = {m["id"] for m in messages if isinstance(m, dict) and isinstance(m.get("id"), str)}
        self._withdraw([each for each in self._live if each not in ids])
        for message in messages:
            if isinstance(message, dict) and isinstance(message.get("id"), str):
                self._message(message, offset, size, is_own=True)
            else:
                self._park("a message without an id", offset, size)

    # ------------------------------------------------------------ what no longer stands

    def _rewound(self, target: object) -> None:
        """The person went back before a message; before one that is not there, the client drops them all."""
        live = list(self._live)
        begin = live.index(target) if isinstance(target, str) and target in self._live else 0
        self._withdraw(live[begin:])

    def _withdraw(self, ids: list[str]) -> None:
        gone = tuple(dict.fromkeys(self._entries[each].uuid for each in ids if self._entries[each].said))
        for each in ids:
            del self._live[each]
        if gone:
            # The document that an older version kept, and this log took over, is of the same session.
            self.records.append(Withdrawn(gone, in_session=True))

    def _replaced(self, messages: list[object], offset: int, size: int) -> None:
        """The whole history is set anew: at a resumption, and when the client sums it up.

        What a person types always has a line of its own first: a message that is new here is the client's. Only
        before the first such line it may be one of an earlier file, which a session that goes on need not have left:
        there the client's log tells what was typed. Where the new history begins with a summary, what it sums up was
        said all the same. One of the client's own messages alone is how a resumption begins.
        """
        known = [m for m in messages if isinstance(m, dict) and isinstance(m.get("id"), str)]
        is_begun = any(entry.is_own for entry in self._entries.values())
        ids = {str(m["id"]) for m in known}
        summaries = [m["id"] for m in known if is_summary(m) and not self._had_a_line(m["id"])]
        if summaries:
            if not all(each in self._entries for each in summaries):
                self.records.append(Boundary(BoundaryKind.COMPACTION, self._at))
        elif any(self._is_said(each) for each in ids) or not messages:
            self._withdraw([each for each in self._live if each not in ids])
        self._withdraw(self._displaced([str(m["id"]) for m in known]))
        for message in known:
            self._message(message, offset, size, is_own=not is_begun and self._was_typed(message))

    def _was_typed(self, message: dict[str, object]) -> bool:
        texts = (flat([part]).strip() for part in parts_of(message.get("content")))
        return message.get("type") == "user" and any(text and self._is_typed(text) for text in texts)

    def _displaced(self, order: list[str]) -> list[str]:
        """What stands from the place on where the new order is another: it is told anew, in that order."""
        wanted = [each for each in dict.fromkeys(order) if self._had_a_line(each)]
        known = set(wanted)
        standing = [each for each in self._live if each in known] if wanted else []
        same = 0
        while same < len(standing) and standing[same] == wanted[same]:
            same += 1
        return standing[same:]

    def _is_said(self, message: str) -> bool:
        return self._had_a_line(message) and bool(self._entries[message].said)

    def _had_a_line(self, message: object) -> bool:
        return isinstance(message, str) and message in self._entries and self._entries[message].is_own

    # ------------------------------------------------------------ what is said

    def _message(self, line: dict[str, object], offset: int, size: int, *, is_own: bool) -> None:
        """A message, for the first time or again; `is_own`: on a line of its own."""
        kind, name = line.get("type"), str(line["id"])
        if kind not in ("user", "gemini", *_NOTICES):
            return self._park(UNKNOWN_FORM, offset, size)
        self.known = True
        # The context every chat opens with has the same id everywhere.
        uuid = name if "-" in name else derived_uuid(self._session, name)
        entry = self._entries.setdefault(name, _Entry(uuid=uuid))
        entry.is_own = entry.is_own or is_own
        at = moment(line.get("timestamp"))
        if not entry.said and not entry.calls and at is not None:
            self._at = Milliseconds(at)
        if name not in self._live:
            self._live[name] = None
            self._again(entry)
        if kind == "user":
            self._user(line, entry)
        elif kind == "gemini":
            self._reply(line, entry)
        else:
            self._words(entry, 0, Speaker.SYSTEM, _NOTICE, flat(line.get("content")))
        return None

    def _again(self, entry: _Entry) -> None:
        """What stands again after it was taken back is told anew."""
        self._results -= entry.results
        entry.results.clear()
        entry.said.clear()
        entry.calls.clear()

    def _user(self, line: dict[str, object], entry: _Entry) -> None:
        """A prompt, what the client puts in its place, or the results of calls."""
        parts = parts_of(line.get("content"))
        if not entry.is_own and is_summary(line):
            return self._words(entry, 0, Speaker.ASSISTANT, Kind.SUMMARY, flat(parts))
        entry.shown = line.get("displayContent") or entry.shown
        told = prompt_of(parts, entry.shown, self._asked, self._is_typed)
        self._asked = "\n".join(words for words, _ in told if words is not None) or self._asked
        is_own = entry.is_own and not self._is_composed(line, entry, told)
        for block, (words, text) in enumerate(told):
            speaker, kind = (Speaker.SYSTEM, _NOTICE) if words is None or not is_own else self._prompter()
            if words is not None and kind is _TEXT:
                self._words(entry, block, speaker, kind, words)
                self._opened = True
            else:
                self._words(entry, block, Speaker.SYSTEM, _NOTICE, text)
                self._note(_PATH.findall(text))
        for place, (call, text, failed) in enumerate(results_in(parts)):
            self._result(entry, _RESULTS + place, Call(call, None, None, text, failed))
        return None

    def _is_composed(
        self, line: dict[str, object], entry: _Entry, told: list[tuple[str | None, str]]
    ) -> bool:
        """Whether a slash command made a prompt of which nothing is shown: what was typed stands in the client's log."""
        own = [words for words, text in told if words is not None and not is_steering(text)]
        if entry.is_composed is None and own and not self._is_agent:
            texts = {folded(text) for text in (*own, "\n".join(own))}
            typed, at = self.typed.entries(self.session_id or ""), moment(line.get("timestamp"))
            is_composed = self._account.is_composed(typed, texts, at, self._began)
            entry.is_composed = is_composed and not flat(parts_of(entry.shown)).strip()
        return entry.is_composed is True

    def _note(self, paths: list[str]) -> None:
        short = [path for path in paths if len(path) <= _LONGEST_PATH]
        self.paths.update(short[: max(0, _MOST_PATHS - len(self.paths))])

    def _is_typed(self, words: str) -> bool:
        return self.typed.holds(self.session_id or "", words)

    def _prompter(self) -> tuple[Speaker, Kind]:
        if self._is_agent:
            return (Speaker.SYSTEM, _NOTICE) if self._opened else (Speaker.ASSISTANT, _TEXT)
        is_typed = self.typed.is_in(self.session_id or "")
        return (Speaker.HUMAN if is_typed else Speaker.HUMAN_HEADLESS), _TEXT

    def _reply(self, line: dict[str, object], entry: _Entry) -> None:
        """Words in block 0, thoughts in 1, then a call and its result in two each."""
        if (text := reply_text(line)) or 0 in entry.said:
            self._words(entry, 0, Speaker.ASSISTANT, _TEXT, text)
        if (thought := thoughts_of(line)) and 1 not in entry.said:
            self._words(entry, 1, Speaker.ASSISTANT, Kind.THINKING, thought)
        for call in calls_of(line):
            place = entry.calls.get(call.id)
            if place is None:
                place = entry.calls[call.id] = len(entry.calls)
                self._call(entry, 2 + 2 * place, call)
            if call.result is not None:
                self._result(entry, 3 + 2 * place, call)

    def _words(self, entry: _Entry, block: int, speaker: Speaker, kind: Kind, text: str) -> None:
        digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest()
        before = entry.said.get(block)
        if before == digest or (before is None and not text):
            return
        entry.said[block] = digest
        message = self._made(entry, block, speaker, kind, text)
        if before is None:
            self.records.append(Said(message))
        if before is not None or not self.is_sure:
            self.records.append(Replaced(message))

    def _call(self, entry: _Entry, block: int, call: Call) -> None:
        given = call.args
        values = given.values() if isinstance(given, dict) else ()
        self._note([value for value in values if isinstance(value, str) and value.startswith("/")])
        path = given.get("file_path") if call.tool in _WRITERS and isinstance(given, dict) else None
        made = self._made(entry, block, Speaker.ASSISTANT, Kind.CALL, compact(given))
        named = path if isinstance(path, str) else None
        self.records.append(Said(made._replace(tool=call.tool, call=call.id, path=named)))
        entry.said.setdefault(block, "")

    def _result(self, entry: _Entry, block: int, call: Call) -> None:
        """A result, once: it stands with its call, and again in the message that was sent back."""
        if call.id in self._results:
            return
        self._results.add(call.id)
        entry.results.add(call.id)
        text = call.result or ""
        made = self._made(entry, block, Speaker.TOOL, Kind.RESULT, capped(text))
        self.records.append(Said(made._replace(call=call.id, failed=call.failed, reply=None)))
        entry.said.setdefault(block, "")
        if self._is_agent or call.failed:
            return
        first, at = _ANSWERS * block, self._at
        for number, answer in enumerate(answers(call)):
            self._at = Milliseconds(at - 1)
            self._words(entry, first + 2 * number + 1, Speaker.ASSISTANT, _TEXT, answer.question)
            self._at = at
            self._words(entry, first + 2 * number, self._prompter()[0], _TEXT, answer.words)

    def _made(self, entry: _Entry, block: int, speaker: Speaker, kind: Kind, text: str) -> Message:
        # A question stands behind the call that asked it, and is no block of the reply that made the call.
        reply = entry.uuid if speaker is Speaker.ASSISTANT and block < _RESULTS else None
        key = MessageKey(CLIENT, entry.uuid, block)
        return Message(key, speaker, kind, text, self._at, reply=reply, sidechain=self._is_agent)
