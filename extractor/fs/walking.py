"""A folder of others and all folders in it, looked through once.

Owns the walk and where it ends. Promises that no link is followed, that only plain files are opened, and that what
was passed over for its size, depth or number is told. Never decides what is looked for.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from extractor.fs.kernel import Kernel
from extractor.fs.reading import read_plain

_GONE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})
"""What is answered for a name that went, or became a link, since it was listed."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a walk goes."""

    names: int
    """Names looked at, of files and folders."""
    depth: int
    """Folders one in the other, the first one counted."""
    size: int
    """Bytes of one file."""
    total: int
    """Bytes of all files."""


@dataclass(frozen=True, slots=True)
class Walked:
    """A file that was read; or what was not, and why."""

    path: Path
    data: bytes | None = None
    problem: str = ""


def walk_files(folder: Path, bounds: Bounds, passed_by: Callable[[Path], bool]) -> Iterator[Walked]:
    """Every plain file in a folder and below it, those that lie deepest last; then one line on what was not read.

    Links on the way to `folder` are resolved once, and paths are told without them. A file or folder `passed_by`
    is neither read nor told.
    """
    walk = _Walk(Path(os.path.realpath(folder)), bounds, passed_by)
    yield from walk.files()
    if walk.unread:
        first, why = walk.unread[0]
        more = f", and {len(walk.unread) - 1} more with it" if len(walk.unread) > 1 else ""
        yield Walked(first, problem=f"{why}{more}")


class _Walk:
    def __init__(self, top: Path, bounds: Bounds, passed_by: Callable[[Path], bool]) -> None:
        self.unread: list[tuple[Path, str]] = []
        self._top = top
        self._bounds = bounds
        self._passed_by = passed_by
        self._kernel = Kernel()
        self._names = bounds.names
        self._bytes = bounds.total

    def files(self) -> Iterator[Walked]:
        """The plain files, those of a folder before those of the folders in it; what was not read stands in `unread`."""
        level = [self._top]
        for _ in range(self._bounds.depth):
            below: list[Path] = []
            for folder in level:
                for path, status in self._listed(folder):
                    if stat.S_ISREG(status.st_mode):
                        yield from self._read(path, status.st_size)
                    elif stat.S_ISDIR(status.st_mode):
                        below.append(path)
            level = below
        depth = self._bounds.depth
        deeper = f"it lies deeper than {depth} folder{'s' if depth > 1 else ''}"
        self.unread += [(folder, deeper) for folder in level]

    def _listed(self, folder: Path) -> list[tuple[Path, os.stat_result]]:
        try:
            at = self._kernel.open_folder(folder)
        except OSError as error:
            self._failed(folder, error)
            return []
        try:
            if self._kernel.is_fuller(at, self._names):
                self.unread.append((folder, f"more than {self._bounds.names:,} names were found"))
                return []
            names = sorted(self._kernel.names(at))
            self._names -= len(names)
            paths = (path for path in map(folder.joinpath, names) if not self._passed_by(path))
            return [(path, status) for path in paths if (status := self._status(path, at))]
        except OSError as error:
            self._failed(folder, error)
            return []
        finally:
            self._kernel.close(at)

    def _status(self, path: Path, at: int) -> os.stat_result | None:
        try:
            return self._kernel.stat(path.name, at)
        except OSError as error:
            self._failed(path, error)
            return None

    def _read(self, path: Path, size: int) -> Iterator[Walked]:
        if size > self._bounds.size:
            self.unread.append((path, f"it is larger than {self._bounds.size:,} bytes"))
        elif size > self._bytes:
            self._bytes = 0
            self.unread.append((path, f"the files are larger than {self._bounds.total:,} bytes together"))
        elif (data := read_plain(path, self._top, most=self._bounds.size)) is not None:
            self._bytes -= min(len(data), self._bytes)
            yield Walked(path, data)
        elif os.path.lexists(path):
            self.unread.append((path, "it cannot be read"))

    def _failed(self, path: Path, error: OSError) -> None:
        if error.errno not in _GONE:
            self.unread.append((path, "it cannot be read"))
