"""Readings without the words of files and directories named private.

Owns which records of a reading are closed. Promises that a result is closed where its call is, also where
the two were read at different times, and where no id joins them, and where it names such a file itself; that what
is asked for later of what a closed call printed is closed, and what a client puts into the conversation of such a file, and
whatever is said in a private directory. Never stores anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from extractor.archive.database import Database
from extractor.archive.standing import as_text
from extractor.domain import Kind, Message, Speaker
from extractor.memory.private.private_paths import PrivatePaths
from extractor.memory.redaction.placeholders import PRIVATE
from extractor.transcripts.rest_of_output import asked, notified, told
from extractor.transcripts.source import Reading, Record, Replaced, Said
from extractor.transcripts.woven import begins_anew, is_output, spans

BEFORE = 100
"""Messages before a reading among which the calls are looked for that its first results may belong to."""


def without_private(
    db: Database,
    private: PrivatePaths,
    session: int,
    transcript: int,
    reading: Reading,
    project: str | None = None,
) -> Reading:
    """The reading with `[PRIVATE]` for the text of tool calls on private files and of what they returned.

    Without any record where the session (a row, as the transcript is) is held in a private directory. `project`: the
    root of the project the reading is of.
    """
    cwd, root = db.row("SELECT cwd, project FROM sessions WHERE id = ?", (session,)) or (None, None)
    cwd, root = reading.cwd or as_text(cwd), project or as_text(root)
    if cwd is not None and private.holds(cwd):
        return replace(reading, records=[])
    closing = Closing(
        private,
        cwd,
        lambda call: _is_closed(db, session, call),
        root or cwd,
        lambda name: _was_told_in_closed(db, session, name),
    )
    for kind, speaker, call, is_closed, text in db.rows(
        """SELECT m.kind, m.speaker, m.call, m.text = '[PRIVATE]',
           CASE WHEN m.kind = 'tool_call' THEN substr(m.text, 1, 4096) END
           FROM membership b JOIN messages m ON m.id = b.message WHERE b.transcript = ? ORDER BY b.position DESC LIMIT ?""",
        (transcript, BEFORE),
    )[::-1]:
        closing.follows(str(kind), str(speaker), as_text(call), bool(is_closed), as_text(text))
    return replace(reading, records=closing.all_closed(reading))


class Closing:
    """The records of one transcript, in order, as they may be stored or shown.

    `cwd`: the directory the session is held in. `is_closed_before`: whether a call of this id, made before the
    first of them, is closed. `root`: the project's, from which git tells paths. `was_told_in_closed`: whether the output
    whose rest goes by this name came before the first of them, and is closed.
    """

    def __init__(
        self,
        private: PrivatePaths,
        cwd: str | None,
        is_closed_before: Callable[[str], bool],
        root: str | None,
        was_told_in_closed: Callable[[str], bool] = lambda _name: False,
    ) -> None:
        self._private = private
        self._cwd = cwd
        """The directory the session is in."""
        self._is_inside = False
        """That is a private one."""
        self._root = root
        self._is_closed_before = is_closed_before
        self._closed_ids: set[str] = set()
        """Ids of which a call is closed. Where a program counts anew, nothing tells whose a result is."""
        self._was_told_in_closed = was_told_in_closed
        self._rests: dict[str, bool] = {}
        """By what the rest of an output is asked for: whether that output is closed."""
        self._calls: dict[str | None, tuple[str, str | None]] = {}
        """What the calls said, and the directory they were made in, by id."""
        self._newest: list[tuple[str | None, bool]] = []
        """The newest calls, by id and whether they are closed: a result that no id joins may be any one's."""
        self._is_over = True
        """A result came or the person spoke since: the next call is no longer one of these."""
        self._is_notice_closed = False
        """A closed notice came last: what comes of it may stand in the next one."""

    def all_closed(self, reading: Reading) -> list[Record]:
        """The records of a reading, each from the directory in which it was said."""
        moves = dict(reading.moves)
        closed = []
        for number, record in enumerate(reading.records):
            if number in moves:
                self.goes_to(moves[number])
            closed.append(self.closed(record))
        return closed

    def goes_to(self, cwd: str) -> None:
        """The session goes on in this directory."""
        self._cwd, self._is_inside = cwd, self._private.holds(cwd)

    def closed(self, record: Record) -> Record:
        """The record, without its words where it is of a private file or said in a private directory."""
        if not isinstance(record, (Said, Replaced)):
            return record
        message = record.message
        is_closed = self._is_inside or self._is_private(message)
        if message.kind is Kind.CALL and message.call is not None and is_closed:
            self._closed_ids.add(message.call)
        if message.kind is Kind.RESULT:
            self._rests |= dict.fromkeys(told(message.text), is_closed)
        if isinstance(record, Said):
            self.follows(message.kind, message.speaker, message.call, is_closed, message.text)
        if is_closed:
            closed = message._replace(text=PRIVATE, path=None)
        elif message.is_human and (text := self._without_woven(message.text)) != message.text:
            closed = message._replace(text=text)
        else:
            return record
        return Said(closed) if isinstance(record, Said) else Replaced(closed)

    def follows(
        self, kind: str, speaker: str, call: str | None, is_closed: bool, text: str | None = None
    ) -> None:
        """A message of this kind, speaker and call stands before what comes next. `text`: what a call said."""
        self._is_notice_closed = kind == Kind.NOTICE and is_closed
        if kind == Kind.CALL:
            self._calls[call] = text or "", self._cwd
            self._newest = [*([] if self._is_over else self._newest[-BEFORE:]), (call, is_closed)]
            self._is_over = False
        elif kind == Kind.RESULT or (kind == Kind.TEXT and speaker != Speaker.ASSISTANT):
            self._is_over = True

    def _is_private(self, message: Message) -> bool:
        """Whether a message is of a private file by what it is."""
        match message.kind:
            case Kind.CALL:
                return self._names(message)
            case Kind.RESULT:
                return self._is_of_closed(message) or self._lists(message)
            case Kind.NOTICE:
                goes_on = self._is_notice_closed and not begins_anew(message.text)
                is_named = goes_on or self._private.named_in(message.text, self._cwd)
                return is_named or self._are_of_closed(notified(message.text))
            case _:
                return False

    def _names(self, call: Message) -> bool:
        named = call.path is not None and self._private.holds(call.path, self._cwd)
        is_named = named or self._private.named_in(call.text, self._cwd, self._root)
        return is_named or self._are_of_closed(asked(call.tool, call.text))

    def _are_of_closed(self, rests: Iterable[str]) -> bool:
        """Whether any of these is the rest of a closed output."""
        return any(
            self._rests[name] if name in self._rests else self._was_told_in_closed(name) for name in rests
        )

    def _without_woven(self, text: str) -> str:
        """A person's words without what the client wove into them of private files."""
        parts, at, is_closed = [], 0, False
        for start, end in spans(text):
            span = text[start:end]
            is_closed = (is_closed and is_output(span)) or self._private.named_in(span, self._cwd)
            parts += [text[at:start], PRIVATE if is_closed else span]
            at = end
        return "".join((*parts, text[at:]))

    def _lists(self, result: Message) -> bool:
        """Whether a result names a private file itself: from where it came, or where its call went."""
        said, cwd = self._calls.get(result.call, ("", self._cwd))
        bases = dict.fromkeys((self._cwd or "/", *self._private.bases(said, cwd)))
        return self._private.listed_in(result.text, list(bases), self._root)

    def _is_of_closed(self, message: Message) -> bool:
        """Whether a result is what a closed call returned."""
        if message.call is None:
            return any(is_closed for _, is_closed in self._newest)
        if message.call in self._closed_ids or (None, True) in self._newest:
            return True
        return self._is_closed_before(message.call)


def _is_closed(db: Database, session: int, call: str) -> bool:
    """Whether a call of this id read earlier is without its words: in this session where it has one, else in any."""
    # The terms of the index `messages_private`.
    sql = "SELECT count(*) FROM messages WHERE call = ? AND kind = 'tool_call' AND text = '[PRIVATE]'"
    if not db.number(sql, (call,)):
        return False
    own = db.rows(
        """SELECT m.text FROM transcripts t JOIN membership b ON b.transcript = t.id
           JOIN messages m ON m.id = b.message
           WHERE t.session_id = ? AND m.kind = 'tool_call' AND m.call = ?""",
        (session, call),
    )
    return not own or (PRIVATE,) in own


def _was_told_in_closed(db: Database, session: int, name: str) -> bool:
    """Whether the rest of an output goes by this name that a closed one told: by one that was kept it would be known."""
    in_session = """FROM transcripts t JOIN membership b ON b.transcript = t.id JOIN messages m ON m.id = b.message
        WHERE t.session_id = ?"""
    if db.row(f"SELECT 1 {in_session} AND m.text = '[PRIVATE]' LIMIT 1", (session,)) is None:
        return False
    kept = db.each(
        f"SELECT m.text {in_session} AND m.kind = 'tool_result' AND instr(m.text, ?) > 0", (session, name)
    )
    return not any(name in told(str(text)) for (text,) in kept)
