"""The Gemini CLI client: where its chats are, and reading one from a checkpoint on.

Owns the walk over the client's folders and the checkpoint: a mark in a log of operations, a fingerprint of a
chat that is one document. Promises that what is read again repeats nothing. Never writes.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.transcripts import tail
from extractor.transcripts.gemini_log import Log
from extractor.transcripts.gemini_parts import CLIENT
from extractor.transcripts.gemini_projects import Folder
from extractor.transcripts.lines import decode, salvage
from extractor.transcripts.listing import entries, folders
from extractor.transcripts.source import UNKNOWN_FORM, Boundary, BoundaryKind, Parked, Reading, Record

_WALK_CHUNK = 4 * 1024 * 1024
DOCUMENT_CAP = 64 * 1024 * 1024
"""Bytes of the longest chat of older versions that is read: it is one document."""

_AT_HAND = 16
"""Chats whose log is kept between two reads."""

_PREFIX = "session-"
_BEGINS = re.compile(rb'\{"(?:id|\$set|\$rewindTo|sessionId)":')


@dataclass(frozen=True, slots=True)
class _Document:
    """What was read of a chat that is one document."""

    digest: str
    size: int


@cache
def _documents() -> TypeAdapter[_Document]:
    return TypeAdapter(_Document)


class Gemini:
    """A Source over the client's folder."""

    client = CLIENT

    def __init__(self, folder: Path) -> None:
        self._root = folder / "tmp"
        self._folder = Folder(folder)
        self._logs: OrderedDict[tuple[str, str], Log] = OrderedDict()
        self.unlisted: tuple[str, ...] = ()
        """Folders the newest walk could not list, each with the reason."""

    def roots(self) -> list[Path]:
        """The one folder below which chats appear."""
        return [self._root]

    def transcripts(self) -> Iterator[Transcript]:
        """Every chat there is: `tmp/PROJECT/chats/session-….jsonl`, and those of sub-agents a folder deeper.

        A document that the client took over into a log is left out: the log holds all of it.
        """
        unlisted: list[str] = []
        for project in folders(self._root, unlisted):
            chats = entries(os.path.join(project.path, "chats"), unlisted)
            names = {chat.name for chat in chats}
            for chat in chats:
                if chat.is_dir(follow_symlinks=False):
                    for agent in entries(chat.path, unlisted):
                        if agent.name.endswith(".jsonl") and agent.is_file(follow_symlinks=False):
                            yield _nested(agent.path, project.name, chat.name, agent.name)
                elif (
                    _is_chat(chat.name)
                    and f"{chat.name}l" not in names
                    and chat.is_file(follow_symlinks=False)
                ):
                    yield _flat(chat.path, project.name, chat.name)
        self.unlisted = tuple(unlisted)

    def owns(self, path: Path) -> Transcript | None:
        """The chat a path is, told by its shape alone; None for anything else."""
        try:
            parts = path.relative_to(self._root).parts
        except ValueError:
            return None
        if len(parts) == 3 and parts[1] == "chats" and _is_chat(parts[2]):
            return _flat(str(path), parts[0], parts[2])
        if len(parts) == 4 and parts[1] == "chats" and parts[3].endswith(".jsonl"):
            return _nested(str(path), parts[0], parts[2], parts[3])
        return None

    def holds(self, _path: Path) -> bool:
        """Never: each transcript has a file of its own."""
        return False

    def named(self, path: Path) -> Transcript:
        """The chat a person names by hand, anywhere on disk; symbolic links are resolved."""
        real = Path(os.path.realpath(path))
        known = self.owns(Path(os.path.abspath(path))) or self.owns(real)
        return known or _flat(str(real), None, real.name)

    def read(self, transcript: Transcript, checkpoint: str | None, quota: int, now: Milliseconds) -> Reading:
        """What is new since `checkpoint`: of a log at most about `quota` bytes, at least one line.

        Raises TranscriptError where the file cannot be opened or read.
        """
        path = Path(transcript.path)
        with tail.opened(path, self._root if self._root in path.parents else None) as fd:
            modified = tail.modified(fd)
            final = tail.is_quiet(modified, now)
            if path.suffix == ".json":
                return self._document(transcript, fd, checkpoint, final)
            return self._journal(transcript, fd, checkpoint, quota, final)

    def _log(self, transcript: Transcript, checkpoint: str | None) -> Log | None:
        """The log of what was read up to a checkpoint, where it is still at hand."""
        log = self._logs.pop((transcript.path, checkpoint), None) if checkpoint else None
        if log is not None:
            log.typed = self._folder.typed(transcript)
        return log

    def _new_log(self, transcript: Transcript, modified: Milliseconds) -> Log:
        typed = self._folder.typed(transcript)
        return Log(transcript.session, typed, modified, is_agent=transcript.sidechain)

    def _keep(self, transcript: Transcript, checkpoint: str, log: Log) -> None:
        """The log of what was read, for the next read from there; without it, it is read again."""
        log.records = []
        self._logs[transcript.path, checkpoint] = log
        while len(self._logs) > _AT_HAND:
            self._logs.popitem(last=False)

    def _reading(
        self, transcript: Transcript, log: Log, checkpoint: str, modified: Milliseconds, more: bool, held: int
    ) -> Reading:
        records = log.records
        self._keep(transcript, checkpoint, log)
        cwd = self._folder.cwd(transcript, log.project_hash, log.paths)
        return Reading(records, checkpoint, more, held, cwd, None, modified)

    # ------------------------------------------------------------ a log of operations

    def _journal(
        self, transcript: Transcript, fd: int, checkpoint: str | None, quota: int, final: bool
    ) -> Reading:
        past = None if checkpoint is None else tail.Mark.load(checkpoint)
        modified = tail.modified(fd)
        haul = tail.read(fd, past, quota, final=final)
        restarted = haul.restarted is not None or (checkpoint is not None and past is None)
        log = self._log(transcript, None if restarted else checkpoint)
        if log is None:
            log = self._new_log(transcript, modified)
            if past is not None and not restarted:
                _replay(log, fd, past.offset)
        log.records = [Boundary(BoundaryKind.RESTART, modified)] if restarted else []
        log.is_sure = log.is_sure and not restarted
        _feed(log, haul.lines)
        if log.seen and not log.known and not haul.more:
            log.known = True
            log.records.append(Parked(UNKNOWN_FORM, 0, haul.mark.offset))
        log.is_sure = log.is_sure or not haul.more
        return self._reading(transcript, log, haul.mark.dump(), modified, haul.more, haul.held)

    # ------------------------------------------------------------ one document

    def _document(self, transcript: Transcript, fd: int, checkpoint: str | None, final: bool) -> Reading:
        """A chat that is rewritten whole: what changed in it, or all of it again where that is not known."""
        modified, past = tail.modified(fd), _loaded(checkpoint)
        data = _whole(fd)
        if len(data) > DOCUMENT_CAP:
            parked: list[Record] = [Parked(f"longer than {DOCUMENT_CAP:,} bytes", 0, len(data))]
            return Reading(parked, checkpoint or "", modified=modified)
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        if past is not None and past.digest == digest:
            return Reading([], checkpoint or "", modified=modified)
        after = _documents().dump_json(_Document(digest, len(data))).decode()
        try:
            value = decode(data)
        except ValueError:
            if not final:
                # The client writes it in place: it is seen half-written now and then.
                return Reading([], checkpoint or "", held=len(data), modified=modified)
            broken: list[Record] = [Parked("not a JSON document: torn or damaged", 0, len(data))]
            return Reading(broken, after, modified=modified)
        log = self._log(transcript, checkpoint)
        if log is None:
            log = self._new_log(transcript, modified)
            log.is_sure = not checkpoint
        if not log.is_sure:
            log.records.append(Boundary(BoundaryKind.ANEW, modified))
        log.feed(value, 0, len(data))
        log.is_sure = True
        return self._reading(transcript, log, after, modified, False, 0)


def _loaded(checkpoint: str | None) -> _Document | None:
    try:
        return _documents().validate_json(checkpoint) if checkpoint else None
    except ValidationError:
        return None


def _whole(fd: int) -> bytes:
    """The file's bytes, one more than the cap at most."""
    with open(fd, "rb", closefd=False) as file:
        file.seek(0)
        return file.read(DOCUMENT_CAP + 1)


def _replay(log: Log, fd: int, end: int) -> None:
    """Feed a log what was read before, for what it must know of it."""
    mark: tail.Mark | None = None
    while mark is None or mark.offset < end:
        haul = tail.read(fd, mark, min(_WALK_CHUNK, end - (mark.offset if mark else 0)), final=True)
        if mark is not None and haul.mark.offset == mark.offset:
            break
        mark = haul.mark
        _feed(log, [line for line in haul.lines if line.offset < end])
        log.records = []


def _feed(log: Log, lines: Sequence[tail.Line]) -> None:
    for offset, size, data in lines:
        if data is None:
            log.records.append(Parked(f"longer than {tail.LINE_CAP:,} bytes", offset, size))
            continue
        try:
            value = decode(data)
        except ValueError:
            for start, length, piece in salvage(data, _BEGINS):
                if piece is None:
                    log.records.append(Parked("not a JSON object: torn or damaged", offset + start, length))
                else:
                    log.feed(piece, offset + start, length)
        else:
            log.feed(value, offset, size)


def is_gemini(value: object) -> bool:
    """Whether a line, or a whole document, is the head of this client's chat."""
    return isinstance(value, dict) and isinstance(value.get("sessionId"), str) and "projectHash" in value


def _is_chat(name: str) -> bool:
    return name.startswith(_PREFIX) and name.endswith((".jsonl", ".json"))


def _flat(path: str, project: str | None, name: str) -> Transcript:
    stem = name.removesuffix(".jsonl").removesuffix(".json").removeprefix(_PREFIX)
    return Transcript(CLIENT, path, SessionId(stem), False, project)


def _nested(path: str, project: str, session: str, name: str) -> Transcript:
    return Transcript(CLIENT, path, SessionId(f"{session}/{name.removesuffix('.jsonl')}"), True, project)
