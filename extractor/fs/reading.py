"""Files of others, opened for reading.

Owns the way from a root to a file below it, the small file read whole, and the first look at many. Promises that
links are resolved on the way to the root only: below it none is followed. Never opens for writing.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from extractor.fs.kernel import Kernel, walk
from extractor.fs.others import LARGEST

_CHUNK = 1 << 16


def open_below(root: Path, path: Path) -> int:
    """Descriptor of the file `path`, named below `root`, for reading; a FIFO does not block.

    Raises OSError: ELOOP where the file or a folder between the two is a symbolic link, ENOENT where there
    is none. Raises ValueError where `path` is not below `root` or cannot be a path.
    """
    kernel = Kernel()
    *folders, name = path.relative_to(root).parts
    if ".." in (*folders, name):
        raise ValueError("the path leads upwards")
    at = walk(kernel.open_folder(Path(os.path.realpath(root))), tuple(folders))
    try:
        return kernel.open(name, os.O_RDONLY, at)
    finally:
        kernel.close(at)


def read_plain(path: Path, root: Path | None = None, *, most: int = LARGEST) -> bytes | None:
    """The whole of a plain file of others; None where there is none, it cannot be read, or holds more than `most` bytes.

    Nothing but a plain file is opened: a FIFO is waited for without end, and a device ends never. Links are resolved
    on the way to `root` and none is followed below it, where a repository may have brought them along; without
    `root` the last one is followed too.
    """
    try:
        place = Path(os.path.realpath(path)) if root is None else path
        if not stat.S_ISREG(os.lstat(place).st_mode):
            return None
        fd = open_below(root or place.parent, place)
    except (OSError, ValueError):
        return None
    try:
        return _whole(fd, most) if stat.S_ISREG(os.fstat(fd).st_mode) else None
    except OSError:
        return None
    finally:
        os.close(fd)


def _whole(fd: int, most: int) -> bytes | None:
    parts: list[bytes] = []
    size = 0
    while size <= most and (part := os.read(fd, min(_CHUNK, most + 1 - size))):
        parts.append(part)
        size += len(part)
    return b"".join(parts) if size <= most else None


def holding(folder: Path, ending: str, word: bytes, size: int) -> list[str]:
    """Names of the plain files in a folder whose first `size` bytes hold a word, in order.

    A first look at many files, at a tenth of the cost of reading them: what may not be opened is left out, and
    whoever reads the others finds out what is wrong with them. Raises OSError where the folder is none.
    """
    kernel, found = Kernel(), []
    at = kernel.open_folder(Path(os.path.realpath(folder)))
    try:
        for name in sorted(kernel.names(at)):
            if name.endswith(ending) and word in _beginning(name, at, size):
                found.append(name)
    finally:
        kernel.close(at)
    return found


def _beginning(name: str, at: int, size: int) -> bytes:
    try:
        fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=at)
    except OSError:
        return b""  # gone, a link, or not ours to read: the caller's own reading tells
    try:
        return os.read(fd, size)
    except OSError:
        return b""  # a folder or a device
    finally:
        os.close(fd)
