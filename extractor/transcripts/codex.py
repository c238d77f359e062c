"""The Codex client: where its rollouts are, and reading one from a checkpoint on.

Owns the walk over the client's folders and the checkpoint (mark and parser state). Promises that a read
holds a few megabytes at most and repeats nothing of an unchanged file. Never writes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.errors import TranscriptError
from extractor.transcripts import codex_segments, tail
from extractor.transcripts.checkpoint import Checkpoint, Checkpoints
from extractor.transcripts.codex_calls import CLIENT
from extractor.transcripts.codex_lines import Parser
from extractor.transcripts.codex_state import State
from extractor.transcripts.lines import decode
from extractor.transcripts.listing import files, folders
from extractor.transcripts.source import (
    UNHEARD,
    UNKNOWN_FORM,
    Boundary,
    BoundaryKind,
    Parked,
    Reading,
    Record,
    Said,
    Withdrawn,
)

_PACKED = re.compile(r"rollout-.*\.jsonl\.\w+")
_DATE = re.compile(r"\d+")


class Codex:
    """A Source over the client's home folder."""

    client = CLIENT

    def __init__(self, home: Path) -> None:
        self._sessions = home / "sessions"
        self._archived = home / "archived_sessions"
        self._checkpoints = Checkpoints(Checkpoint[State], State)
        self._files: dict[str, dict[str, Path]] = {}
        self.unlisted: tuple[str, ...] = ()
        """Folders the newest walk could not list and files in a form that is not read, each with the reason."""

    def roots(self) -> list[Path]:
        """The folders below which rollouts appear, and to which the client moves those a person archived."""
        return [self._sessions, self._archived]

    def transcripts(self) -> Iterator[Transcript]:
        """Every rollout there is: `sessions/YEAR/MONTH/DAY/rollout-….jsonl`, and the archived ones."""
        unlisted: list[str] = []
        self._files = {}
        places = [self._archived]
        for year in folders(self._sessions, unlisted):
            for month in folders(year.path, unlisted):
                places += [Path(day.path) for day in folders(month.path, unlisted)]
        for place in places:
            for entry in files(place, unlisted):
                if (found := self._transcript(entry.path, entry.name)) is not None:
                    yield found
                elif _PACKED.fullmatch(entry.name):
                    unlisted.append(f"{entry.path}: a packed rollout is not read; unpack it beside")
        self.unlisted = tuple(unlisted)

    def owns(self, path: Path) -> Transcript | None:
        """The rollout a path is, told by its shape alone; None for anything else."""
        if path.parent == self._archived:
            return self._transcript(str(path), path.name)
        try:
            *days, name = path.relative_to(self._sessions).parts
        except ValueError:
            return None
        if len(days) == 3 and all(_DATE.fullmatch(day) for day in days):
            return self._transcript(str(path), name)
        return None

    def holds(self, _path: Path) -> bool:
        """Never: each transcript has a file of its own."""
        return False

    def named(self, path: Path) -> Transcript:
        """The rollout a person names by hand, anywhere on disk; symbolic links are resolved."""
        real = Path(os.path.realpath(path))
        for beside in files(real.parent, []):
            self._transcript(beside.path, beside.name)
        known = self.owns(Path(os.path.abspath(path))) or self.owns(real)
        known = known or self._transcript(str(real), real.name)
        return known or Transcript(CLIENT, str(real), SessionId(real.stem))

    def _transcript(self, path: str, name: str) -> Transcript | None:
        """The rollout of this name, noted as one of its thread's files."""
        told = codex_segments.named(name)
        if told is None:
            return None
        self._files.setdefault(told.thread, {})[told.segment] = Path(path)
        return Transcript(CLIENT, path, SessionId(told.thread))

    def read(self, transcript: Transcript, checkpoint: str | None, quota: int, now: Milliseconds) -> Reading:
        """What is new since `checkpoint`, at most about `quota` bytes of it, at least one line.

        Raises TranscriptError where the file cannot be opened or read.
        """
        path = Path(transcript.path)
        name = codex_segments.named(path.name)
        left = self._left(name)
        stands = left.get(name.segment) if name else None
        with self._checkpoints.resumed(path, self.roots(), checkpoint, quota, now) as new:
            haul, state = new.haul, new.state
            again = partial(_lines, new.fd)
            origin = name.origin if name else None
            parser = Parser(transcript.session, state, new.modified, again, segment=origin)
            if new.restarted:
                parser.records.append(Boundary(BoundaryKind.RESTART, new.modified))
            for line in haul.lines:
                parser.line(line)
                if stands is not None and line.offset >= stands:
                    parser.take_back()
            state.here = parser.moves.here
        if name and stands is None and haul.lines and not haul.lines[0].offset:
            parser.records += self._gone(name.thread, left)
        if state.is_strange() and not haul.more:
            state.told = True
            parser.records.append(Parked(UNKNOWN_FORM, 0, haul.mark.offset))
        if state.hearing.is_lost():
            parser.records.append(Parked(UNHEARD, 0, haul.mark.offset))
        return Reading(
            records=parser.records,
            checkpoint=self._checkpoints.written(haul.mark, state),
            more=haul.more,
            held=haul.held,
            cwd=state.cwd,
            version=state.version,
            modified=new.modified,
            moves=parser.moves.all(),
        )

    def _left(self, own: codex_segments.Name | None) -> dict[str, int]:
        """How many bytes of each file of a thread stand, where not all do."""
        known = self._files.get(own.thread, {}) if own else {}
        there = {segment: path for segment, path in known.items() if os.path.lexists(path)}
        return codex_segments.ends(there, self.roots()) if len(there) > 1 else {}

    def _gone(self, thread: str, left: dict[str, int]) -> list[Record]:
        """What the other files of a thread say where they stand no more."""
        gone: list[str] = []
        for segment, end in left.items():
            path = self._files[thread][segment]
            try:
                with tail.opened(path, codex_segments.below(path, self.roots())) as fd:
                    gone += _said_from(fd, end, thread, segment)
            except TranscriptError:
                continue  # it vanished or cannot be read, and says so when it is its turn
        return [Withdrawn(tuple(dict.fromkeys(gone)), in_session=True)] if gone else []


def is_codex(line: dict[str, object]) -> bool:
    """Whether a first line of a file is this client's."""
    return line.get("type") == "session_meta" and isinstance(line.get("payload"), dict)


def _lines(fd: int, start: int, end: int) -> Iterator[object]:
    """The JSON values on the lines of an open file between two offsets."""
    with open(fd, "rb", buffering=1 << 17, closefd=False) as file:
        file.seek(start)
        while start < end and (data := file.readline(tail.LINE_CAP)):
            start += len(data)
            try:
                yield decode(data)
            except ValueError:
                continue  # parked when it was read first


def _said_from(fd: int, begin: int, thread: str, segment: str) -> Iterator[str]:
    """Ids of what an open file of a thread says from an offset on, as they were when it was read."""
    origin = codex_segments.Name(thread, segment).origin
    again = partial(_lines, fd)
    parser = Parser(thread, State(), tail.modified(fd), again, is_past=True, segment=origin)
    for some in codex_segments.lines(fd):
        for line in some:
            parser.line(line)
            if line.offset >= begin:
                yield from (r.message.key.uuid for r in parser.records if isinstance(r, Said))
            parser.records.clear()
