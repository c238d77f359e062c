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


def read(fd: int, mark: Mark | None, quota: int, *, final: bool = False, cap: int = LINE_CAP) -> Haul:
    """The whole lines that begin in the `quota` bytes after `mark` (None: from the start), at least one.

    `final` says that nobody has written for a while: a last line without its newline is then given out
    where it is a complete JSON object; otherwise it stays held. A line above `cap` bytes is never held:
    it is passed over, across calls if need be, and told once its end was seen.
    """
    there = os.fstat(fd)
    restarted = None if mark is None else _changed(fd, mark, there)
    if mark is None or restarted is not None:
        cursor = _Cursor(fd, 0, None, there.st_size, quota, cap)
    else:
        cursor = _Cursor(fd, mark.offset, mark.skipping, there.st_size, quota, cap)
    held = cursor.run(final)
    lines, more = cursor.lines, cursor.more
    return Haul(lines, _mark(fd, there, cursor.offset, cursor.skipping), restarted, more, held)


def _changed(fd: int, mark: Mark, there: os.stat_result) -> str | None:
    """Why the file is not the one the mark was taken from.

    Another device number alone says nothing: some file systems get a new one at every mount.
    """
    if there.st_ino != mark.inode:
        return "replaced by another file"
    if there.st_size < mark.offset:
        return "shorter than what was read of it"
    head, before = _prints(fd, mark.offset, mark.head_size)
    if head != mark.head or before != mark.before:
        return REWRITTEN
    return None


def _prints(fd: int, offset: int, head_size: int) -> tuple[str, str]:
    back = min(BEFORE, offset)
    return _hash(os.pread(fd, head_size, 0)), _hash(os.pread(fd, back, offset - back))


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()


def _mark(fd: int, there: os.stat_result, offset: int, skipping: int | None) -> Mark:
    head_size = min(HEAD, offset)
    head, before = _prints(fd, offset, head_size)
    return Mark(offset, there.st_dev, there.st_ino, head_size, head, before, skipping)


class _Cursor:
    """One walk over the file, from an offset until the quota or the end."""

    def __init__(self, fd: int, offset: int, skipping: int | None, size: int, quota: int, cap: int) -> None:
        self.fd = fd
        self.offset = offset
        self.skipping = skipping
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
                if not self._skip(limit):
                    return self.offset - self.skipping
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
        rest = b""
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
        self.offset = offset
        return rest

    def _last(self, rest: bytes, final: bool) -> int:
        """What the file ends in after its last newline: given out where it is finished, else held."""
        if not (final and rest and _is_object(rest)):
            return len(rest)
        self.lines.append(Line(self.offset, len(rest), rest))
        self.offset += len(rest)
        return 0

    def _pass(self, data: bytes) -> None:
        """Begins to pass over a line above the cap."""
        self.skipping = self.offset
        self.offset += len(data)

    def _skip(self, limit: int) -> bool:
        """Passes a piece of an over-long line; False where the file ends inside it."""
        chunk = os.pread(self.fd, min(_CHUNK, max(1, limit - self.offset)), self.offset)
        if not chunk:
            return False
        newline = chunk.find(b"\n")
        if newline < 0:
            self.offset += len(chunk)
            return True
        start = self.skipping if self.skipping is not None else self.offset
        size = self.offset + newline - start
        self.lines.append(Line(start, size, _without_encoded(self.fd, start, size, self.cap)))
        self.offset += newline + 1
        self.skipping = None
        return True


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
