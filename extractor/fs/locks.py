"""The instance lock: one daemon for a state folder.

Owns the lock file and, beside it, the holder's process id and which command it is.
Promises that a lock ends with its process, however that ends. Never keeps an editor from writing.
"""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from extractor.errors import ConfigError, StoreFailed
from extractor.fs.failures import store_failure
from extractor.fs.private import write_atomic

if TYPE_CHECKING:
    from filelock import BaseFileLock

_PATIENCE = 0.3
"""Seconds a daemon waits for its lock: long enough for a `lock_holder` that is just looking."""


class HeldLock:
    """A lock held until `close`, the end of the `with` block, or the end of the process."""

    def __init__(self, lock: BaseFileLock) -> None:
        self._lock = lock

    def close(self) -> None:
        """Give the lock back; a second time does nothing."""
        self._lock.release()

    def __enter__(self) -> HeldLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def instance_lock(path: Path, command: str = "") -> HeldLock:
    """Be the only daemon: hold the lock file `path`, with this process's id in `<path>.pid`.

    `command`: the one that holds it for as long as it works; empty: the service. Raises ConfigError naming the
    holder when another process has it, StoreFailed when it cannot be written.
    """
    lock = _acquire(path, _PATIENCE)
    if lock is None:
        pid, other = _told(path)
        if other:
            raise ConfigError(
                f"`extractor {other}` (process {pid}) is at work with {path.parent}: try again when it has ended,"
                " or name another state folder"
            )
        raise ConfigError(
            f"another extractor{f' (process {pid})' if pid else ''} already runs with {path.parent} "
            "and learns by itself (`extractor status` says what waits): stop it first, or name another state folder"
        )
    try:
        write_atomic(_pid_file(path), f"{os.getpid()} {command}".rstrip().encode() + b"\n")
    except StoreFailed:
        lock.release()
        raise
    return HeldLock(lock)


def lock_holder(path: Path) -> int | None:
    """Process id of the daemon that holds the lock file `path`: 0 where it has not told, None if none.

    Writes nothing. Raises StoreFailed when the file is there and cannot be asked.
    """
    try:
        # A pipe in its place, which nobody writes to, is not waited for.
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise store_failure(error, "read", path) from error
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES):
            return _told(path)[0]
        raise store_failure(error, "lock", path) from error
    finally:
        os.close(fd)
    return None


def lock_command(path: Path) -> str:
    """The command that holds the lock file `path` while it works, `once` say; empty where none does, or the service.

    Raises what `lock_holder` raises.
    """
    return "" if lock_holder(path) is None else _told(path)[1]


def _acquire(path: Path, timeout: float) -> BaseFileLock | None:
    # Imported where a lock is taken: it brings asyncio along, which `status` has no use for.
    from filelock import Timeout

    lock = _file_lock(path)
    try:
        lock.acquire(timeout=timeout, poll_interval=0.02)
    except Timeout:
        return None
    except OSError as error:
        raise store_failure(error, "lock", path) from error
    return lock


def _file_lock(path: Path) -> BaseFileLock:
    from filelock import FileLock

    try:
        # A soft lock would survive the death of its process.
        return FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False)
    except TypeError:
        return FileLock(path, mode=0o600, thread_local=False)


def _pid_file(path: Path) -> Path:
    return path.with_name(path.name + ".pid")


def _told(path: Path) -> tuple[int, str]:
    """What the holder wrote: its process id, 0 where it has not yet, and its command."""
    try:
        text = _pid_file(path).read_text("ascii", "replace").strip()
    except OSError:
        return 0, ""
    pid, _, command = text.partition(" ")
    return (int(pid), command) if pid.isdigit() and len(pid) < 10 else (0, "")
