"""Small state files of our own.

Owns private directories and files (0700 and 0600) outside the memory folders.
Promises that a file is the old one or the new one, never half. Never touches what people edit.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

from extractor.errors import StoreFailed
from extractor.fs.failures import told
from extractor.fs.kernel import Kernel, read_all, write_all
from extractor.fs.ownership import own_folder

TEMP_PREFIX = ".extractor-"
"""How every temporary name of ours begins."""

_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
"""What the system answers of a path that leads nowhere."""


def exists(path: Path) -> bool:
    """Whether anything stands at `path`, a dangling link included. Raises StoreFailed when unknowable."""
    with told("look at", path):
        try:
            path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True


def no_folder(path: Path | str) -> bool:
    """Whether it is known that no folder stands at `path`, where a link leads too.

    False where that cannot be looked at (a folder on the way is closed, its disk or server is away): what stands
    there is not gone, and opening it says why it cannot be used.
    """
    try:
        return not stat.S_ISDIR(os.stat(path).st_mode)
    except OSError as error:
        return error.errno in _NOTHING_THERE
    except ValueError:
        return True  # no name of a file at all


def closed_above(path: Path) -> Path | None:
    """The outermost folder on the way to a resolved path that this user may not enter; None where there is none."""
    above = reversed(path.parents)
    return next(
        (folder for folder in above if os.path.isdir(folder) and not os.access(folder, os.X_OK)), None
    )


def make_private_dir(path: Path) -> None:
    """Create `path` and its missing parents with mode 0700. A folder that is there keeps its mode.

    Raises StoreFailed where it cannot be made.
    """
    kernel = Kernel()
    with told("make the folder", path):
        kernel.close(kernel.open_folder(_real(path), create=True))


def private_root(path: Path, kernel: Kernel | None = None) -> None:
    """The same for a folder of our own: ConfigError where other users own it or may write to it."""
    make_private_dir(path)
    own_folder(path, kernel)


def claim_private(path: Path) -> None:
    """See to it that `path` is a plain file of mode 0600 before another library opens it by its name.

    An absent one is made empty. Its contents and any lock on it stay untouched. Raises StoreFailed where a
    link or anything else stands there.
    """
    kernel = Kernel()
    with told("open", path):
        at = kernel.open_folder(_real(path.parent))
        try:
            kernel.close(kernel.open(path.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, at))
        except FileExistsError:
            # Not opened: a lock of this process on it would end with any descriptor that is closed.
            mode = kernel.stat(path.name, at).st_mode
            if stat.S_ISLNK(mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
            if not stat.S_ISREG(mode):
                raise StoreFailed(f"{path} is not a plain file: move it elsewhere") from None
            if stat.S_IMODE(mode) != 0o600:
                os.chmod(path.name, 0o600, dir_fd=at)
        finally:
            kernel.close(at)


def read_private(path: Path) -> bytes | None:
    """The whole of a small file of our own; None where it is absent. Raises StoreFailed, also for a link."""
    kernel = Kernel()
    with told("read", path):
        try:
            at = kernel.open_folder(_real(path.parent))
        except FileNotFoundError:
            return None
        try:
            return read_all(kernel, at, path.name)
        except FileNotFoundError:
            return None
        finally:
            kernel.close(at)


def _real(path: Path) -> Path:
    """Where a folder of ours is, links resolved once."""
    try:
        return path.resolve()
    except RuntimeError as error:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error


def write_atomic(path: Path, data: bytes, *, token: Callable[[], str] = secrets.token_hex) -> None:
    """Replace the file with `data` (0600), durably. Its folder must exist. Raises StoreFailed."""
    kernel = Kernel()
    temp = f"{TEMP_PREFIX}{token()}"
    with told("write", path):
        at = kernel.open_folder(_real(path.parent))
        try:
            _replace(kernel, at, temp, path.name, data)
        finally:
            kernel.close(at)


def _replace(kernel: Kernel, at: int, temp: str, name: str, data: bytes) -> None:
    try:
        write_all(kernel, at, temp, data, 0o600)
        kernel.rename(temp, name, at)
    except OSError:
        if temp in kernel.names(at):
            kernel.unlink(temp, at)
        raise
    kernel.sync_folder(at)


def append_private(path: Path, data: bytes) -> None:
    """Add `data` at the end of the file (0600, made when missing), durably. Raises StoreFailed.

    A last line that was cut off is closed first: it would swallow what follows.
    """
    kernel = Kernel()
    with told("append to", path):
        at = kernel.open_folder(_real(path.parent))
        try:
            _append(kernel, at, path.name, data)
        finally:
            kernel.close(at)


def _append(kernel: Kernel, at: int, name: str, data: bytes) -> None:
    fd = kernel.open(name, os.O_RDWR | os.O_APPEND | os.O_CREAT, at)
    try:
        rest = data if kernel.ends_a_line(fd) else b"\n" + data
        while rest:
            rest = rest[kernel.write(fd, rest) :]
        kernel.sync(fd)
    finally:
        kernel.close(fd)
    kernel.sync_folder(at)


def start_anew(path: Path, fd: int) -> None:
    """Set the file at `path` aside as `path`.1, in place of an earlier one; what `fd` wrote to it goes to a new one (0600).

    Raises StoreFailed.
    """
    kernel = Kernel()
    with told("set aside", path):
        at = kernel.open_folder(_real(path.parent))
        try:
            kernel.rename(path.name, f"{path.name}.1", at)
            new = kernel.open(path.name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, at)
            os.dup2(new, fd)
            kernel.close(new)
        finally:
            kernel.close(at)


def remove_private(path: Path) -> None:
    """Remove one small file of our own; absent is fine. Raises StoreFailed."""
    with told("remove", path):
        path.unlink(missing_ok=True)
