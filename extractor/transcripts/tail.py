"""From bytes to whole lines: what a growing file holds after the place last read.

Owns the mark (offset and fingerprint) and the reading of an open file from a mark on.
Promises bounded memory and that a file which shrank, was replaced or rewritten is read again from its
start. Never writes, never parses more than the question whether a last line is finished.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import NonNegativeInt, TypeAdapter, ValidationError
from pydantic_core import from_json

from extractor import fs
from extractor.domain import Milliseconds
from extractor.errors import TranscriptError

LINE_CAP = 16 * 1024 * 1024
"""Bytes of the longest line that is given out; a longer one is passed over in chunks, and given out without its
encoded data (pictures, documents) where that is shorter."""

QUIET = 60_000
"""Milliseconds without a write after which a last line without its newline may count as finished."""

HEAD = 1024
BEFORE = 256
_CHUNK = 256 * 1024
_BUFFER = 128 * 1024
_PIECE = 64 * 1024
_ENCODED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_"
_ESCAPE = 6
"""Bytes of the longest escape in JSON: the end of one may open a piece of encoded data."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a file was read, and what it looked like there."""

    offset: NonNegativeInt
    """Bytes read and passed."""
    device: int
    inode: int
    head_size: NonNegativeInt
    """Length of the hashed beginning in bytes: 1,024, or `offset` where that is less."""
    head: str
    """Hash of the beginning."""
    before: str
    """Hash of the (at most 256) bytes that stand before `offset`."""
    skipping: NonNegativeInt | None = None
    """Where the over-long line begins inside which `offset` stands."""
    version: Literal[1] = 1

    def dump(self) -> str:
        """The mark as a small JSON string."""
        return _marks().dump_json(self).decode()

    @staticmethod
    def load(text: str) -> Mark | None:
        """The mark `dump` wrote, or None where the text is nothing of the kind."""
        try:
            return _marks().validate_json(text)
        except ValidationError:
            return None


@cache
def _marks() -> TypeAdapter[Mark]:
    return TypeAdapter(Mark)


class Line(NamedTuple):
    """A whole line."""

    offset: int
    size: int
    """Bytes of the line without its newline."""
    data: bytes | None
    """The line, with its newline where it has one; of a line above the cap what is left without encoded data, None
    where that is above the cap too."""


# A named tuple's own constructor takes twice as long, and this is the innermost loop.
_line = partial(tuple.__new__, Line)


REWRITTEN = "rewritten in place"
"""Why a file is read again in which other bytes stand where it was read."""


@dataclass(frozen=True, slots=True)
class Haul:
    """What one read brought."""

    lines: list[Line]
    """In file order, blank ones left out."""
    mark: Mark
    restarted: str | None
    """Why the file was read from its start again, None where it was not."""
    more: bool
    """The quota ended the read, not the file."""
    held: int
    """Bytes of an unfinished last line held back."""


@contextmanager
def opened(path: Path, root: Path | None = None) -> Iterator[int]:
    """A descriptor of a regular file, open for reading only.

    Links are resolved on the way to `root` (None: the file's own folder) and not followed below it.
    Raises TranscriptError where it cannot be opened or read, is no regular file, or a link leads to it.
    """
    try:
        fd = fs.open_below(root or path.parent, path)
    except (OSError, ValueError) as error:
        raise TranscriptError(f"{path}: {_why(error)}") from error
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise TranscriptError(f"{path}: not a regular file; it is left alone")
        yield fd
    except OSError as error:
        raise TranscriptError(f"{path}: {_why(error)}") from error
    finally:
        os.close(fd)


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "the transcript is gone; what was read of it is kept"
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return "a symbolic link is not followed; name the file it points to"
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"the transcript cannot be read ({reason}); it is tried again"


def modified(fd: int) -> Milliseconds:
    """When the open file was last written."""
    return Milliseconds(os.fstat(fd).st_mtime_ns // 1_000_000)


def is_quiet(modified: Milliseconds, now: Milliseconds) -> bool:
    """Whether nobody has written for a while; a time that lies ahead of the clock says no more than one long ago."""
    return abs(now - modified) >= QUIET


def read(fd: int, mark: Mark | None, quota: int, *, final: bool = False, cap: int = LINE_CAP) -> Haul:
    """The whole lines that begin in the `quota` bytes after `mark` (None: from the start), at least one.

    `final` says that nobody has written for a while: a last line without its newline is then given out
    where it is a complete JSON object; otherwise it stays held. A line above `cap` bytes is never held:
    it is passed over, across calls if need be, and told once its end was seen.
    """
    there = os.fstat(fd)
    seen = _Seen() if mark is None else _Seen.at(fd, mark)
    restarted = None if mark is None else _changed(mark, there, seen)
    if mark is None or restarted is not None:
        cursor = _Cursor(fd, 0, None, _Seen(), there.st_size, quota, cap)
    else:
        cursor = _Cursor(fd, mark.offset, mark.skipping, seen, there.st_size, quota, cap)
    held = cursor.run(final)
    head, before = cursor.seen.head, cursor.seen.before()
    mark = Mark(
        cursor.offset, there.st_dev, there.st_ino, len(head), _hash(head), _hash(before), cursor.skipping
    )
    return Haul(cursor.lines, mark, restarted, cursor.more, held)


class _Seen:
    """The bytes a mark is known again by, as they were read: what the file says later may be something else."""

    def __init__(self, head: bytes = b"", before: bytes = b"") -> None:
        self.head = head
        """The beginning, at most HEAD bytes."""
        # Every piece has a byte: so many of them are enough.
        self.pieces = deque((before,), BEFORE)

    @classmethod
    def at(cls, fd: int, mark: Mark) -> _Seen:
        """What stands now where a mark was taken."""
        back = min(BEFORE, mark.offset)
        return cls(os.pread(fd, mark.head_size, 0), os.pread(fd, back, mark.offset - back))

    def take(self, piece: bytes) -> None:
        """Further bytes, behind those before."""
        if len(self.head) < HEAD:
            self.head += piece[: HEAD - len(self.head)]
        self.pieces.append(piece[-BEFORE:])

    def before(self) -> bytes:
        """The end of it all, at most BEFORE bytes."""
        return b"".join(self.pieces)[-BEFORE:]


def _changed(mark: Mark, there: os.stat_result, seen: _Seen) -> str | None:
    """Why the file is not the one the mark was taken from.

    Another device number alone says nothing: some file systems get a new one at every mount.
    """
    if there.st_ino != mark.inode:
        return "replaced by another file"
    if there.st_size < mark.offset:
        return "shorter than what was read of it"
    if _hash(seen.head) != mark.head or _hash(seen.before()) != mark.before:
        return REWRITTEN
    return None


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()


class _Cursor:
    """One walk over the file, from an offset until the quota or the end."""

    def __init__(
        self, fd: int, offset: int, skipping: int | None, seen: _Seen, size: int, quota: int, cap: int
    ) -> None:
        self.fd = fd
        self.offset = offset
        self.skipping = skipping
        self.seen = seen
        self.size = size
        self.quota = max(1, quota)
        self.cap = cap
        self.lines: list[Line] = []
        self.more = False

    def run(self, final: bool) -> int:
        """Fills `lines`; returns the bytes held back."""
        limit = self.offset + self.quota
        while self.offset < limit:
            if self.skipping is not None:
                if self._skip(limit):
                    continue
                # Nobody looks for the end of so long an object: its last sign tells.
                if not (final and self.seen.before().rstrip().endswith(b"}")):
                    return self.offset - self.skipping
                self._long_line(self.skipping, self.offset)
                continue
            rest = self._whole_lines(limit)
            if len(rest) > self.cap:
                self._pass(rest)
            elif self.offset < limit:
                return self._last(rest, final)
        self.more = self.offset < self.size
        return 0 if self.more or self.skipping is None else self.offset - self.skipping

    def _whole_lines(self, limit: int) -> bytes:
        """Takes the lines that begin before `limit`; returns what stands there instead of a whole one.

        That is the beginning of a line above the cap, or what the file ends in after its last newline.
        """
        offset, most, append = self.offset, self.cap + 1, self.lines.append
        rest, is_beginning = b"", len(self.seen.head) < HEAD
        passed = self.seen.pieces.append
        with open(self.fd, "rb", buffering=_BUFFER, closefd=False) as file:
            file.seek(offset)
            readline = file.readline
            while offset < limit:
                data = readline(most)
                if not data.endswith(b"\n"):
                    rest = data
                    break
                size = len(data)
                if not data.isspace():
                    append(_line((offset, size - 1, data)))
                offset += size
                if is_beginning:
                    self.seen.take(data)
                    is_beginning = len(self.seen.head) < HEAD
                else:
                    passed(data[-BEFORE:])
        self.offset = offset
        return rest

    def _last(self, rest: bytes, final: bool) -> int:
        """What the file ends in after its last newline: given out where it is finished, else held."""
        if not (final and rest and _is_object(rest)):
            return len(rest)
        self.lines.append(Line(self.offset, len(rest), rest))
        self.offset += len(rest)
        self.seen.take(rest)
        return 0

    def _pass(self, data: bytes) -> None:
        """Begins to pass over a line above the cap."""
        self.skipping = self.offset
        self.offset += len(data)
        self.seen.take(data)

    def _skip(self, limit: int) -> bool:
        """Passes a piece of an over-long line; False where the file ends inside it."""
        chunk = os.pread(self.fd, min(_CHUNK, max(1, limit - self.offset)), self.offset)
        if not chunk:
            return False
        newline = chunk.find(b"\n")
        if newline < 0:
            self.offset += len(chunk)
            self.seen.take(chunk)
            return True
        self.seen.take(chunk[: newline + 1])
        self._long_line(self.skipping or 0, self.offset + newline)
        self.offset += newline + 1
        return True

    def _long_line(self, start: int, end: int) -> None:
        """Tells a line above the cap, which was passed over."""
        size = end - start
        self.lines.append(Line(start, size, _without_encoded(self.fd, start, size, self.cap)))
        self.skipping = None


def _without_encoded(fd: int, start: int, size: int, cap: int) -> bytes | None:
    """What a line above the cap says beside its encoded data, of which some is left at both ends.

    None where that is above the cap too. Words hold a space or a sign in so many bytes.
    """
    kept, at = bytearray(), start
    while at < start + size:
        piece = os.pread(fd, min(_PIECE, start + size - at), at)
        is_encoded = len(piece) == _PIECE and not piece.translate(None, _ENCODED)
        kept += piece[:_ESCAPE] if is_encoded else piece
        if not piece or len(kept) > cap:
            return None
        at += len(piece)
    return bytes(kept)


def _is_object(data: bytes) -> bool:
    try:
        return isinstance(from_json(data), dict)
    except ValueError:
        return False
