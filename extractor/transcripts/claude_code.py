"""The Claude Code client: where its transcripts are, and reading one from a checkpoint on.

Owns the walk over the client's folders and the checkpoint (mark and parser state). Promises that a read
holds a few megabytes at most and repeats nothing of an unchanged file. Never writes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pydantic_core import from_json

from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.transcripts import tail
from extractor.transcripts.checkpoint import Checkpoint, Checkpoints
from extractor.transcripts.claude_blocks import CLIENT, reported_calls
from extractor.transcripts.claude_lines import Parser
from extractor.transcripts.claude_state import State
from extractor.transcripts.listing import entries, folders
from extractor.transcripts.source import UNHEARD, UNKNOWN_FORM, Boundary, BoundaryKind, Parked, Reading

_WALK_CHUNK = 4 * 1024 * 1024
_MOST_WITHDRAWN = 100_000
_MOST_WALKS = 64
_LONG = 16 * 1024
"""Bytes above which decoding a sub-agent's report costs more than looking for its end."""


class ClaudeCode:
    """A Source over the client's configuration folder."""

    client = CLIENT

    def __init__(self, config_dir: Path) -> None:
        self._root = config_dir / "projects"
        self._checkpoints = Checkpoints(Checkpoint[State], State)
        self.unlisted: tuple[str, ...] = ()
        """Folders the newest walk could not list, each with the reason."""

    def roots(self) -> list[Path]:
        """The one folder below which transcripts appear."""
        return [self._root]

    def transcripts(self) -> Iterator[Transcript]:
        """Every transcript there is. No file is opened or even looked at: names are enough."""
        unlisted: list[str] = []
        for folder in folders(self._root, unlisted):
            for entry in entries(folder.path, unlisted):
                if entry.name.endswith(".jsonl"):
                    if entry.is_file(follow_symlinks=False):
                        yield _flat(entry.path, folder.name, entry.name)
                elif entry.is_dir(follow_symlinks=False) and entry.name != "memory":
                    for agent in entries(os.path.join(entry.path, "subagents"), unlisted):
                        if _is_agent(agent.name) and agent.is_file(follow_symlinks=False):
                            yield _nested(agent.path, folder.name, entry.name, agent.name)
        self.unlisted = tuple(unlisted)

    def owns(self, path: Path) -> Transcript | None:
        """The transcript a path is, told by its shape alone; None for anything else."""
        try:
            parts = path.relative_to(self._root).parts
        except ValueError:
            return None
        if len(parts) == 2 and parts[1].endswith(".jsonl"):
            return _flat(str(path), parts[0], parts[1])
        if len(parts) == 4 and parts[2] == "subagents" and _is_agent(parts[3]):
            return _nested(str(path), parts[0], parts[1], parts[3])
        return None

    def holds(self, _path: Path) -> bool:
        """Never: each transcript has a file of its own."""
        return False

    def named(self, path: Path) -> Transcript:
        """The transcript a person names by hand, anywhere on disk; symbolic links are resolved."""
        real = Path(os.path.realpath(path))
        return (
            self.owns(Path(os.path.abspath(path)))
            or self.owns(real)
            or _flat(str(real), real.parent.name, real.name)
        )

    def read(self, transcript: Transcript, checkpoint: str | None, quota: int, now: Milliseconds) -> Reading:
        """What is new since `checkpoint`, at most about `quota` bytes of it, at least one line.

        Raises TranscriptError where the file cannot be opened or read.
        """
        path = Path(transcript.path)
        with self._checkpoints.resumed(path, self.roots(), checkpoint, quota, now) as new:
            haul, state, file = new.haul, new.state, _File(new.fd)
            parser = Parser(transcript, state, new.modified, file.line, file.between)
            if new.restarted:
                parser.records.append(Boundary(BoundaryKind.RESTART, new.modified))
            _parse(parser, haul.lines)
            state.here = parser.moves.here
        if state.seen and not state.known and not haul.more:
            state.known = True
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


def _parse(parser: Parser, lines: list[tail.Line]) -> None:
    feed = parser.feed
    for offset, size, data in lines:
        if data is None:
            parser.park(f"longer than {tail.LINE_CAP:,} bytes", offset, size)
            continue
        if size > _LONG and (calls := reported_calls(data)) is not None:
            parser.reported(*calls)
            continue
        try:
            line: object = from_json(data, cache_strings="keys")
        except ValueError:
            parser.broken(data, offset, size)
        else:
            feed(line, offset, size)


class _File:
    """The open transcript, for what a line says about lines before it."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._walks = 0

    def line(self, offset: int, size: int) -> bytes:
        """A line again."""
        return os.pread(self._fd, size, offset)

    def between(self, after: str | None, before: str | None, end: int) -> tuple[str, ...]:
        """uuids of the lines after one (None: from the first) and before another (None: all) in the first `end` bytes.

        Empty where one that is named is missing, or where a read asked for more walks than a person could
        have caused.
        """
        self._walks += 1
        found: list[str] | None = [] if after is None else None
        for data in self._lines(end) if self._walks <= _MOST_WALKS else ():
            if found is None:
                if after and after.encode() in data and _uuid(data) == after:
                    found = []
                continue
            uuid = _uuid(data)
            if uuid is not None and uuid == before:
                return tuple(found)
            if uuid is not None:
                found.append(uuid)
            if len(found) > _MOST_WITHDRAWN:
                return ()
        return tuple(found or ()) if before is None else ()

    def _lines(self, end: int) -> Iterator[bytes]:
        mark: tail.Mark | None = None
        more = True
        while more:
            haul = tail.read(self._fd, mark, _WALK_CHUNK)
            mark, more = haul.mark, haul.more
            for offset, _, data in haul.lines:
                if offset >= end:
                    return
                if data is not None:
                    yield data


def _uuid(data: bytes) -> str | None:
    try:
        line: object = from_json(data)
    except ValueError:
        return None
    uuid = line.get("uuid") if isinstance(line, dict) else None
    return uuid if isinstance(uuid, str) else None


def _is_agent(name: str) -> bool:
    return name.startswith("agent-") and name.endswith(".jsonl")


def _flat(path: str, folder: str, name: str) -> Transcript:
    return Transcript(CLIENT, path, SessionId(name.removesuffix(".jsonl")), _is_agent(name), folder)


def _nested(path: str, folder: str, session: str, name: str) -> Transcript:
    agent = name.removesuffix(".jsonl")
    return Transcript(CLIENT, path, SessionId(f"{session}/{agent}"), True, folder)
