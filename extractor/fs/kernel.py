"""The system calls, one method each, all relative to an open directory.

Owns what differs between Linux and macOS: exchanging names, refusing to replace, syncing to the platter.
Promises to retry where a signal interrupted, and OSError with its errno. Never follows a last symbolic link.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import functools
import grp
import itertools
import os
import platform
import pwd
import signal
import stat
import sys
from pathlib import Path

UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM})
"""What a file system or a seccomp filter answers that does not know a rename with flags."""

_UNSYNCABLE = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOTTY})

_LINUX_NOREPLACE, _LINUX_EXCHANGE = 1, 2
_DARWIN_SWAP, _DARWIN_EXCL = 2, 4
_SYSCALL_NUMBERS = {
    "x86_64": 316,
    "i686": 353,
    "armv7l": 382,
    "ppc64le": 357,
    "s390x": 347,
    "aarch64": 276,
    "riscv64": 276,
    "loongarch64": 276,
}


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _flagged_rename(source: str, target: str, at: int, *, linux: int, darwin: int) -> None:
    """rename(2) with flags, both names in the directory `at`; retried where a signal came between."""
    old, new = os.fsencode(source), os.fsencode(target)
    while True:
        ctypes.set_errno(0)
        if _call_rename(old, new, at, linux=linux, darwin=darwin) == 0:
            return
        code = ctypes.get_errno()
        if code != errno.EINTR:
            raise OSError(code, os.strerror(code), source, None, target)


def _call_rename(old: bytes, new: bytes, at: int, *, linux: int, darwin: int) -> int:
    libc = _libc()
    if sys.platform == "darwin":
        return int(libc.renameatx_np(at, old, at, new, ctypes.c_uint(darwin)))
    if hasattr(libc, "renameat2"):
        return int(libc.renameat2(at, old, at, new, ctypes.c_uint(linux)))
    number = _SYSCALL_NUMBERS.get(platform.machine())
    if number is None:
        ctypes.set_errno(errno.ENOSYS)
        return -1
    return int(libc.syscall(ctypes.c_long(number), at, old, at, new, ctypes.c_uint(linux)))


_FOLDER = os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW

_PASSING = getattr(os, "O_PATH", os.O_RDONLY)
"""How a folder on the way is opened: where the system knows O_PATH, passing needs no right to list it."""


def enter(part: str, at: int, flags: int, *, create: bool = False) -> int:
    """Descriptor of the directory `part` in the directory `at`, made with mode 0700 where `create` is set.

    ELOOP where it is a symbolic link.
    """
    while True:
        try:
            return os.open(part, flags | _FOLDER, dir_fd=at)
        except FileNotFoundError:
            if not create:
                raise
        except NotADirectoryError:
            # This is what Linux answers for a link where a folder is asked for.
            if stat.S_ISLNK(os.stat(part, dir_fd=at, follow_symlinks=False).st_mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), part) from None
            raise
        try:
            os.mkdir(part, 0o700, dir_fd=at)
        except FileExistsError:
            # Somebody else made it, or put a dangling link there: the open above tells.
            continue


def walk(at: int, parts: tuple[str, ...], *, create: bool = False) -> int:
    """Descriptor of the directory `parts` lead to from the directory `at`, which is closed; no link followed."""
    try:
        for nth, part in enumerate(parts, 1):
            following = enter(part, at, os.O_RDONLY if nth == len(parts) else _PASSING, create=create)
            os.close(at)
            at = following
    except BaseException:
        os.close(at)
        raise
    return at


class Kernel:
    """The calls a Root is built on. Every method raises OSError; tests stand in for it to fail or stop."""

    def open_folder(self, path: Path, *, create: bool = False) -> int:
        """Descriptor of the directory at an absolute `path`; ELOOP where any part of it is a symbolic link.

        With `create`, missing parts are made with mode 0700.
        """
        parts = path.parts[1:]
        root = os.open(path.anchor, (_PASSING if parts else os.O_RDONLY) | _FOLDER)
        return walk(root, parts, create=create)

    def user(self) -> int:
        """The user this process acts as."""
        return os.geteuid()

    def is_private_group(self, gid: int) -> bool:
        """Whether the group is this user's alone: their primary one, of their name, without other members."""
        try:
            user, group = pwd.getpwuid(self.user()), grp.getgrgid(gid)
        except KeyError:
            return False
        is_own = gid == user.pw_gid and group.gr_name == user.pw_name
        return is_own and set(group.gr_mem) <= {user.pw_name}

    def open(self, name: str, flags: int, at: int, mode: int = 0o600) -> int:
        """Descriptor of `name`; a FIFO does not block, a symbolic link is refused with ELOOP."""
        return os.open(name, flags | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, mode, dir_fd=at)

    def close(self, fd: int) -> None:
        """Close a descriptor."""
        os.close(fd)

    def names(self, at: int) -> list[str]:
        """Every name in the directory."""
        return os.listdir(at)

    def is_fuller(self, at: int, most: int) -> bool:
        """Whether the directory holds more than so many names; no more are looked at."""
        with os.scandir(at) as found:
            return sum(1 for _ in itertools.islice(found, most + 1)) > most

    def stat(self, name: str, at: int) -> os.stat_result:
        """What `name` is, links not followed."""
        return os.stat(name, dir_fd=at, follow_symlinks=False)

    def read(self, fd: int, size: int) -> bytes:
        """At most `size` bytes; none at the end."""
        return os.read(fd, size)

    def ends_a_line(self, fd: int) -> bool:
        """Whether a file is empty or its last byte is a line feed. The descriptor has to be readable."""
        size = os.fstat(fd).st_size
        return size == 0 or os.pread(fd, 1, size - 1) == b"\n"

    def write(self, fd: int, data: bytes) -> int:
        """How many of the bytes were taken."""
        return os.write(fd, data)

    def chmod(self, fd: int, mode: int) -> None:
        """Set the permission bits."""
        os.fchmod(fd, mode)

    def sync(self, fd: int) -> None:
        """Return once the file's bytes are on the platter."""
        self._sync(fd)

    def sync_folder(self, at: int) -> None:
        """Return once the directory's names are durable; where directories cannot be synced, at once."""
        try:
            self._sync(at)
        except OSError as error:
            if error.errno not in _UNSYNCABLE:
                raise

    def _sync(self, fd: int) -> None:
        if not self.full_sync(fd):
            os.fsync(fd)

    def full_sync(self, fd: int) -> bool:
        """Have the drive itself empty its cache, which fsync(2) does not on macOS; False where nothing can be told to."""
        full = getattr(fcntl, "F_FULLFSYNC", None)
        if not isinstance(full, int):
            return False
        try:
            fcntl.fcntl(fd, full)
        except OSError as error:
            if error.errno not in _UNSYNCABLE:
                raise
            return False
        return True

    def link(self, source: str, target: str, at: int) -> None:
        """Give a file a second name; EEXIST where it is taken."""
        os.link(source, target, src_dir_fd=at, dst_dir_fd=at, follow_symlinks=False)

    def unlink(self, name: str, at: int) -> None:
        """Remove a name."""
        os.unlink(name, dir_fd=at)

    def rename(self, source: str, target: str, at: int) -> None:
        """Rename, replacing what stood at `target`."""
        os.rename(source, target, src_dir_fd=at, dst_dir_fd=at)

    def rename_exclusive(self, source: str, target: str, at: int) -> None:
        """Rename; EEXIST where `target` is taken. An errno of UNSUPPORTED where that cannot be had."""
        _flagged_rename(source, target, at, linux=_LINUX_NOREPLACE, darwin=_DARWIN_EXCL)

    def rename_exchange(self, one: str, other: str, at: int) -> None:
        """Swap two names in one step. An errno of UNSUPPORTED where that cannot be had."""
        _flagged_rename(one, other, at, linux=_LINUX_EXCHANGE, darwin=_DARWIN_SWAP)

    def try_lock(self, fd: int) -> bool:
        """Take an advisory lock that ends with the descriptor; False while another one holds it."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def has_writer(self, fd: int) -> bool | None:
        """Whether anybody has the file open for writing; None where the system cannot tell.

        `fd` must be open for reading only. A read lease is granted exactly while nobody writes. Whoever opens
        the file for writing in between would send its breaking signal, which by default ends the process:
        SIGURG is sent instead, which does nothing.
        """
        if sys.platform != "linux":
            return None
        try:
            fcntl.fcntl(fd, fcntl.F_SETSIG, signal.SIGURG)
            fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        except OSError as error:
            return True if error.errno == errno.EAGAIN else None
        fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        return False


def write_all(kernel: Kernel, at: int, name: str, data: bytes, mode: int) -> None:
    """Write a new file, over a left-over of the same name, with exactly these permission bits; synced."""
    fd = kernel.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, at)
    try:
        kernel.chmod(fd, mode)
        rest = data
        while rest:
            rest = rest[kernel.write(fd, rest) :]
        kernel.sync(fd)
    finally:
        kernel.close(fd)


def read_all(kernel: Kernel, at: int, name: str, most: int = -1) -> bytes:
    """What the file `name` says, `most` bytes of it where that is not negative. Raises OSError, also for a folder or a link."""
    fd = kernel.open(name, os.O_RDONLY, at)
    try:
        # It may be a folder: then nothing is made of the descriptor that would close it.
        with os.fdopen(fd, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        kernel.close(fd)
