"""The Codex client: where its rollouts are, and reading one from a checkpoint on.

Owns the walk over the client's folders and the checkpoint (mark and parser state). Promises that a read
holds a few megabytes at most and repeats nothing of an unchanged file. Never writes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.transcripts import tail
from extractor.transcripts.checkpoint import Checkpoint, Checkpoints
from extractor.transcripts.codex_lines import CLIENT, Parser
from extractor.transcripts.codex_state import State
from extractor.transcripts.lines import decode
from extractor.transcripts.listing import files, folders
from extractor.transcripts.source import UNKNOWN_FORM, Boundary, BoundaryKind, Parked, Reading

_NAME = re.compile(r"rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl")
_PACKED = re.compile(r"rollout-.*\.jsonl\.\w+")
_DATE = re.compile(r"\d+")


class Codex:
    """A Source over the client's home folder."""

    client = CLIENT

    def __init__(self, home: Path) -> None:
        self._sessions = home / "sessions"
        self._archived = home / "archived_sessions"
        self._checkpoints = Checkpoints(Checkpoint[State], State)
        self.unlisted: tuple[str, ...] = ()
        """Folders the newest walk could not list and files in a form that is not read, each with the reason."""

    def roots(self) -> list[Path]:
        """The folders below which rollouts appear, and to which the client moves those a person archived."""
        return [self._sessions, self._archived]

    def transcripts(self) -> Iterator[Transcript]:
        """Every rollout there is: `sessions/YEAR/MONTH/DAY/rollout-….jsonl`, and the archived ones."""
        unlisted: list[str] = []
        places = [self._archived]
        for year in folders(self._sessions, unlisted):
            for month in folders(year.path, unlisted):
                places += [Path(day.path) for day in folders(month.path, unlisted)]
        for place in places:
            for entry in files(place, unlisted):
                if (found := _transcript(entry.path, entry.name)) is not None:
                    yield found
                elif _PACKED.fullmatch(entry.name):
                    unlisted.append(f"{entry.path}: a packed rollout is not read; unpack it beside")
        self.unlisted = tuple(unlisted)

    def owns(self, path: Path) -> Transcript | None:
        """The rollout a path is, told by its shape alone; None for anything else."""
        if path.parent == self._archived:
            return _transcript(str(path), path.name)
        try:
            *days, name = path.relative_to(self._sessions).parts
        except ValueError:
            return None
        if len(days) == 3 and all(_DATE.fullmatch(day) for day in days):
            return _transcript(str(path), name)
        return None

    def holds(self, _path: Path) -> bool:
        """Never: each transcript has a file of its own."""
        return False

    def named(self, path: Path) -> Transcript:
        """The rollout a person names by hand, anywhere on disk; symbolic links are resolved."""
        real = Path(os.path.realpath(path))
        known = self.owns(Path(os.path.abspath(path))) or self.owns(real) or _transcript(str(real), real.name)
        return known or Transcript(CLIENT, str(real), SessionId(real.stem))

    def read(self, transcript: Transcript, checkpoint: str | None, quota: int, now: Milliseconds) -> Reading:
        """What is new since `checkpoint`, at most about `quota` bytes of it, at least one line.

        Raises TranscriptError where the file cannot be opened or read.
        """
        path = Path(transcript.path)
        with self._checkpoints.resumed(path, self.roots(), checkpoint, quota, now) as new:
            haul, state = new.haul, new.state
            parser = Parser(
                transcript.session, state, new.modified, lambda start, end: _lines(new.fd, start, end)
            )
            if new.restarted:
                parser.records.append(Boundary(BoundaryKind.RESTART, new.modified))
            for line in haul.lines:
                parser.line(line)
        if state.is_strange() and not haul.more:
            state.told = True
            parser.records.append(Parked(UNKNOWN_FORM, 0, haul.mark.offset))
        return Reading(
            records=parser.records,
            checkpoint=self._checkpoints.written(haul.mark, state),
            more=haul.more,
            held=haul.held,
            cwd=state.cwd,
            version=state.version,
            modified=new.modified,
        )


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


def _transcript(path: str, name: str) -> Transcript | None:
    match = _NAME.fullmatch(name)
    return None if match is None else Transcript(CLIENT, path, SessionId(match[1]))
