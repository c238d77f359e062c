"""Plain transcripts: JSON lines any program can write.

Owns the format {"uuid", "role", "content", "timestamp"}.
Promises that no value, of whatever shape, raises: what cannot be used is parked. Never writes.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from extractor.domain import Kind, Message, MessageKey, Milliseconds, SessionId, Speaker, Transcript
from extractor.transcripts import tail
from extractor.transcripts.checkpoint import Checkpoint, Checkpoints
from extractor.transcripts.lines import capped, decode, directory, flat, moment, salvage
from extractor.transcripts.message_ids import derived_uuid, is_lasting
from extractor.transcripts.moves import Moves
from extractor.transcripts.source import Boundary, BoundaryKind, Parked, Reading, Record, Said

CLIENT = "plain"

_BEGINS = re.compile(rb'\{"(?:uuid|role|content|timestamp)"')
_ID = re.compile(r"[A-Za-z0-9._:/#@+-]{1,200}")
"""A message's id as a model may be shown it."""

_LATEST = 1e11
"""A number from here on is no count of seconds; neither is one that is none."""

_ROLES = {
    "user": (Speaker.HUMAN, Kind.TEXT),
    "human": (Speaker.HUMAN, Kind.TEXT),
    "assistant": (Speaker.ASSISTANT, Kind.TEXT),
    "tool": (Speaker.TOOL, Kind.RESULT),
    "system": (Speaker.SYSTEM, Kind.NOTICE),
}


_COARSE = 60_000
"""Milliseconds of which a time is a multiple that may be a date, or of no second."""

_MOST_ALIKE = 500
"""Lines of one time that are told apart by how many of the same words stand before them."""


@dataclass(slots=True)
class _State:
    cwd: str | None = None
    here: str | None = None
    """The directory the newest line that named one did."""
    at: int = 0
    by_place: bool = True
    """Lines without an id are known by where they stand, as earlier versions began to know this file's."""
    first: str | None = None
    """Tells the file's first line."""
    alike: dict[str, int] = field(default_factory=dict)
    """Lines of the newest time, by what they say: how many."""

    def number(self, said: str, at: int) -> int:
        """How many lines of the same time and words stand before this one."""
        if at != self.at:
            self.alike.clear()
        what = hashlib.blake2b(said.encode(), digest_size=8).hexdigest()
        before = self.alike.get(what, 0)
        if before or len(self.alike) < _MOST_ALIKE:
            self.alike[what] = before + 1
        return before


class Plain:
    """A Source over folders of plain transcripts.

    A file's session is its path below its folder; outside the first of them something that tells the folder follows. Where
    another folder comes to be the first one, the archive tells the sessions of both apart by their paths.
    """

    client = CLIENT

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = list(folders)
        self._checkpoints = Checkpoints(Checkpoint[_State], lambda: _State(by_place=False))
        self.unlisted: tuple[str, ...] = ()

    def roots(self) -> list[Path]:
        """The folders, whether they exist yet or not."""
        return list(self._folders)

    def transcripts(self) -> Iterator[Transcript]:
        """Every `.jsonl` file below the folders; symbolic links are not followed."""
        unlisted: list[str] = []

        def note(error: OSError) -> None:
            if not isinstance(error, FileNotFoundError):
                unlisted.append(f"{error.filename}: cannot be listed ({error.strerror})")

        for folder in self._folders:
            for place, _, names in os.walk(folder, onerror=note):
                for name in sorted(names):
                    path = Path(place, name)
                    if name.endswith(".jsonl") and path.is_file() and not path.is_symlink():
                        yield self._below(path, folder)
        self.unlisted = tuple(unlisted)

    def owns(self, path: Path) -> Transcript | None:
        """The transcript a path is, told by its place and name alone."""
        for folder in self._folders:
            if path.suffix == ".jsonl" and folder in path.parents:
                return self._below(path, folder)
        return None

    def _below(self, path: Path, folder: Path) -> Transcript:
        return _transcript(path, folder, is_alone=folder == self._folders[0])

    def holds(self, _path: Path) -> bool:
        """Never: each transcript has a file of its own."""
        return False

    def named(self, path: Path) -> Transcript:
        """The transcript a person names by hand, anywhere on disk; symbolic links are resolved."""
        real = Path(os.path.realpath(path))
        known = self.owns(Path(os.path.abspath(path))) or self.owns(real)
        return known or _transcript(real, real.parent, is_alone=False)

    def read(self, transcript: Transcript, checkpoint: str | None, quota: int, now: Milliseconds) -> Reading:
        """What is new since `checkpoint`, at most about `quota` bytes of it, at least one line.

        Raises TranscriptError where the file cannot be opened or read.
        """
        path = Path(transcript.path)
        with self._checkpoints.resumed(path, self._folders, checkpoint, quota, now) as new:
            haul, state, modified, before = new.haul, new.state, new.modified, new.before
        state.at = state.at or modified
        state.first = state.first or _first(haul.lines)
        records: list[Record] = []
        if before is not None:
            state.by_place = before.by_place
        # A log that is turned over or cut in front goes on: what it said before was said all the same.
        goes_on = before is not None and before.first is not None and before.first != state.first
        if new.restarted and (new.is_rewritten or not goes_on):
            records.append(Boundary(BoundaryKind.RESTART, modified))
        moves = Moves(state.here)
        for line in haul.lines:
            before_it = len(records)
            records += _records(transcript, state, line)
            moves.to(state.here, before_it)
        after = self._checkpoints.written(haul.mark, state)
        cwd = state.cwd or os.path.dirname(transcript.path)
        return Reading(records, after, haul.more, haul.held, cwd, None, modified, moves.all())


def _first(lines: Sequence[tail.Line]) -> str | None:
    """What tells the first line of a file from another one."""
    said = next((line.data for line in lines if line.data is not None), None)
    return None if said is None else hashlib.blake2b(said, digest_size=8).hexdigest()


def _transcript(path: Path, folder: Path, *, is_alone: bool) -> Transcript:
    """`is_alone`: no other folder's files need to be told from this one's."""
    session = path.relative_to(folder).with_suffix("").as_posix()
    if not is_alone:
        place = hashlib.blake2b(os.fsencode(folder), digest_size=4).hexdigest()
        session = f"{session}-{place}"
    return Transcript(CLIENT, str(path), SessionId(session), False, folder.name, is_whole=True)


def _records(transcript: Transcript, state: _State, line: tail.Line) -> list[Record]:
    if line.data is None:
        return [Parked(f"longer than {tail.LINE_CAP:,} bytes", line.offset, line.size)]
    try:
        return _said(transcript, state, decode(line.data), line.offset, line.size)
    except ValueError:
        records: list[Record] = []
        for start, size, value in salvage(line.data, _BEGINS):
            if value is None:
                records.append(Parked("not a JSON object: torn or damaged", line.offset + start, size))
            else:
                records += _said(transcript, state, value, line.offset + start, size)
        return records


def _said(transcript: Transcript, state: _State, line: object, offset: int, size: int) -> list[Record]:
    if not isinstance(line, dict):
        return [Parked("not a JSON object", offset, size)]
    role, content = line.get("role"), line.get("content")
    if not isinstance(role, str) or role not in _ROLES:
        return [Parked("a line without a known role", offset, size)]
    if not isinstance(content, (str, list)):
        return [Parked("a line without content", offset, size)]
    state.here = directory(line.get("cwd")) or state.here
    state.cwd = state.cwd or state.here
    uuid = _uuid(transcript.session, state, line, role, content, offset)
    state.at = _at(line.get("timestamp"), state.at)
    blocks = content if isinstance(content, list) else [content]
    return [
        Said(_message(line, role, MessageKey(CLIENT, uuid, block), flat([item]), Milliseconds(state.at)))
        for block, item in enumerate(blocks)
    ]


def _uuid(
    session: str, state: _State, line: dict[str, object], role: str, content: object, offset: int
) -> str:
    """The id the line gives where it lasts, else one of ours.

    A count may begin anew in every file, or with every start of a program: there a line is the same message
    where its id, role, words and time are the same; without a time, in its own session. Without an id it is the same
    where its role, words and time are, also once the log was cut in front or renamed; a time that may be a date counts in
    its own session. Without a time its place tells: where the file was begun anew, another line stands there.
    """
    given, at = line.get("uuid"), _at(line.get("timestamp"), 0)
    said = f"{role}\n{at}\n{flat(content)}"
    if isinstance(given, str) and _ID.fullmatch(given):
        return given if is_lasting(given) else derived_uuid("" if at else session, f"{given}\n{said}")
    if state.by_place or not at:
        return derived_uuid(session, f"{offset}\n{said}")
    number = state.number(said, at)
    return derived_uuid(session if at % _COARSE == 0 else "", f"{number}\n{said}" if number else said)


def _at(stamp: object, before: int) -> int:
    """Milliseconds of an ISO 8601 stamp or of seconds since 1970; else those of the line before."""
    if isinstance(stamp, (int, float)) and not isinstance(stamp, bool):
        return int(stamp * 1000) if 0 <= stamp < _LATEST else before
    at = moment(stamp)
    return before if at is None else at


def _message(line: dict[str, object], role: str, key: MessageKey, text: str, at: Milliseconds) -> Message:
    speaker, kind = _ROLES[role]
    tool, call = line.get("tool"), line.get("call")
    if speaker is Speaker.HUMAN and line.get("headless") is True:
        speaker = Speaker.HUMAN_HEADLESS
    if speaker is Speaker.ASSISTANT and isinstance(tool, str):
        kind = Kind.CALL
    is_tool = kind in (Kind.CALL, Kind.RESULT)
    return Message(
        key,
        speaker,
        kind,
        capped(text) if is_tool else text,
        at,
        tool=tool if kind is Kind.CALL and isinstance(tool, str) else None,
        call=call if is_tool and isinstance(call, str) else None,
        failed=kind is Kind.RESULT and line.get("failed") is True,
        ends_turn=kind is Kind.TEXT and speaker is Speaker.ASSISTANT and line.get("end_turn") is True,
    )


def is_plain(line: dict[str, object]) -> bool:
    """Whether a line has this form."""
    role = line.get("role")
    return isinstance(role, str) and role in _ROLES and isinstance(line.get("content"), (str, list))
