"""The files of one Codex thread: since 0.169 going back begins a new file, which names where it goes on.

Owns which of a thread's files stand, and how far. Promises that what a person went back before is told as
taken back, in whatever order the files are read. Never writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from extractor.errors import TranscriptError
from extractor.transcripts import tail
from extractor.transcripts.lines import decode

_ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_NAME = re.compile(rf"rollout-.*?({_ID})(?:_({_ID}))?\.jsonl")
_CHUNK = 4 * 1024 * 1024


class Name(NamedTuple):
    """What a file's name tells."""

    thread: str
    segment: str
    """The file's own id; of a thread's first file, the thread's."""

    @property
    def origin(self) -> str | None:
        """Of a thread's later file, its own id."""
        return self.segment if self.segment != self.thread else None


@dataclass(frozen=True, slots=True)
class Base:
    """Where a file goes on: in which file, and how many bytes of it stand."""

    segment: str
    end: int


def named(file: str) -> Name | None:
    """The thread and the segment a file name tells; None for a name that is no rollout's."""
    match = _NAME.fullmatch(file)
    return None if match is None else Name(match[1], match[2] or match[1])


def ends(files: Mapping[str, Path], roots: Sequence[Path]) -> dict[str, int]:
    """Of a thread's files, by segment: how many bytes of each still stand, where not all of them do.

    The newest file stands whole, what it goes on from up to there; what neither leads to stands no more. Where
    that cannot be followed, since a file is gone or cannot be read, nothing is told.
    """
    newest = max(files)
    left = dict.fromkeys(files, 0)
    del left[newest]
    try:
        base = _base(files[newest], roots)
        while base is not None:
            if left[base.segment]:
                return {}
            left[base.segment] = base.end
            base = _base(files[base.segment], roots)
    except (TranscriptError, ValueError, KeyError):
        return {}
    return left


def _base(path: Path, roots: Sequence[Path]) -> Base | None:
    """Where a file goes on, by its first line; None where it begins anew or goes on from another thread.

    Raises TranscriptError where it cannot be read, ValueError where its first line is not written yet.
    """
    with tail.opened(path, below(path, roots)) as fd, open(fd, "rb", closefd=False) as file:
        line = decode(file.readline(tail.LINE_CAP))
    payload = line.get("payload") if isinstance(line, dict) else None
    base = payload.get("history_base") if isinstance(payload, dict) else None
    if not isinstance(payload, dict) or not isinstance(base, dict):
        return None
    segment, end = base.get("thread_id"), base.get("end_byte_offset")
    # Every file of a fork names the thread it was forked from, but its later ones may go on from its own.
    parent, own = payload.get("forked_from_id"), named(path.name)
    if parent and (segment == parent or own is None or own.origin is None):
        return None
    is_told = isinstance(segment, str) and isinstance(end, int) and end > 0
    return Base(str(segment), int(str(end))) if is_told else None


def below(path: Path, roots: Sequence[Path]) -> Path | None:
    """The folder below which nothing is followed on the way to a file."""
    return next((root for root in roots if root in path.parents), None)


def lines(fd: int) -> Iterator[list[tail.Line]]:
    """The whole lines of an open file, some megabytes at a time."""
    mark: tail.Mark | None = None
    while True:
        haul = tail.read(fd, mark, _CHUNK, final=True)
        if mark is not None and haul.mark.offset == mark.offset:
            return
        mark = haul.mark
        yield haul.lines
