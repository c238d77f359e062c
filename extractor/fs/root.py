"""A folder as an open directory descriptor.

Owns every move of a memory file: written aside, published, exchanged, moved aside, removed.
Promises that nothing outside the folder is reached and no link is followed. Never decides who wins.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from extractor.errors import ConfigError, MemoryConflict, StoreFailed
from extractor.fs.entries import FileInfo, Listing, refusal, unreadable
from extractor.fs.failures import store_failure, told
from extractor.fs.kernel import UNSUPPORTED, Kernel, write_all
from extractor.fs.ownership import check_folder
from extractor.fs.private import TEMP_PREFIX, closed_above

_OLD_SUFFIX = "-old"
_CHUNK = 1 << 20
_CANNOT_SWAP = "that cannot swap files safely: keep memory in a folder on a local file system (memory_dir)"


class Root:
    """An open folder. All names are single segments in it. Raises StoreFailed where the disk fails."""

    def __init__(self, path: Path, fd: int, kernel: Kernel) -> None:
        self.path = path
        self.exchange_is_atomic = True
        """False once the file system turned out unable to swap two names in one step: a save by rename that
        falls between two of our calls can then be lost."""
        self._fd = fd
        self._kernel = kernel

    @classmethod
    def open(
        cls, path: Path, *, create: bool = True, is_real: bool = False, kernel: Kernel | None = None
    ) -> Root:
        """Open the folder `path`, made with mode 0700 when missing and `create` is set.

        Links on the way to it are resolved once; with `is_real` that was done before, and none is followed.
        Raises ConfigError when it is no folder, may not be entered, or other users own it or write to it.
        """
        kernel = kernel or Kernel()
        try:
            real = path if is_real else path.resolve()
        except RuntimeError as error:
            raise ConfigError(f"{path} is a loop of symbolic links: name another folder") from error
        fd = cls._open_folder(real, create, kernel)
        try:
            check_folder(path, os.fstat(fd), kernel)
        except BaseException:
            kernel.close(fd)
            raise
        return cls(real, fd, kernel)

    @staticmethod
    def _open_folder(path: Path, create: bool, kernel: Kernel) -> int:
        try:
            return kernel.open_folder(path, create=create)
        except FileNotFoundError as error:
            raise ConfigError(f"the folder {path} does not exist: create it or name another") from error
        except (NotADirectoryError, PermissionError) as error:
            if closed := closed_above(path):
                raise ConfigError(f"{closed} cannot be entered: mend its mode") from error
            raise ConfigError(
                f"{path} cannot be opened as a folder: name another, or mend its mode or that of a folder above it"
            ) from error
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise ConfigError(
                    f"{path} leads through a symbolic link it did not lead through before: put the folder back, "
                    "or restart the service if that is meant"
                ) from error
            raise store_failure(error, "open the folder", path) from error

    def close(self) -> None:
        """Give the descriptor back; a second time does nothing."""
        if self._fd >= 0:
            self._kernel.close(self._fd)
            self._fd = -1

    def __enter__(self) -> Root:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def is_at(self, path: Path) -> bool:
        """Whether `path` still leads to this folder: it may have been removed and made again since."""
        try:
            there, here = os.stat(path), os.fstat(self._fd)
        except OSError:
            return False
        return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)

    @contextmanager
    def lock(self, seconds: float) -> Iterator[None]:
        """Be the only one of our processes that writes here, waiting at most so long.

        The lock is on the folder itself (flock(2)): no lock file stands among a person's memories, and it
        ends with its process. Raises StoreFailed when time is over.
        """
        with told("lock", self.path):
            # A descriptor of its own for this very folder, whatever stands at its path now.
            fd = self._kernel.open(".", os.O_RDONLY | os.O_DIRECTORY, self._fd)
        try:
            self._acquire(fd, seconds)
            yield
        finally:
            self._kernel.close(fd)

    def _acquire(self, fd: int, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._try_lock(fd):
            if time.monotonic() >= until:
                raise StoreFailed(
                    f"another extractor command has held {self.path} for {seconds:g} s: wait for it, then try again"
                )
            time.sleep(0.02)

    def _try_lock(self, fd: int) -> bool:
        with told("lock", self.path):
            return self._kernel.try_lock(fd)

    # looking

    def names(self) -> Listing:
        """The plain files, sorted, without dot files; links, folders and hard links are listed as refused."""
        files, refused = [], {}
        for name in self._all_names():
            if name.startswith("."):
                continue
            status = self._stat(name)
            if status is None:
                continue
            line = refusal(self.path / name, status, self._kernel.user())
            if line is None:
                files.append(name)
            else:
                refused[name] = line
        return Listing(tuple(files), refused)

    def is_fuller(self, most: int) -> bool:
        """Whether more than so many names stand here, of whatever kind: asked before others' folders are listed."""
        with told("list", self.path):
            return self._kernel.is_fuller(self._fd, most)

    def temps(self) -> dict[str, FileInfo]:
        """Our own temporary files, whoever of us left them."""
        found = {name: self.info(name) for name in self._all_names() if name.startswith(TEMP_PREFIX)}
        return {name: info for name, info in found.items() if info is not None}

    def info(self, name: str) -> FileInfo | None:
        """Times, size and inode of whatever stands at `name`; None when nothing does."""
        status = self._stat(name)
        if status is None:
            return None
        return FileInfo(status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)

    def read(self, name: str, limit: int) -> bytes | None:
        """The whole file; None when it is absent.

        Raises MemoryConflict when it is no plain file, may not be read or is larger than `limit` bytes.
        """
        try:
            fd = self._kernel.open(self._segment(name), os.O_RDONLY, self._fd)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise unreadable(self.path / name, error) from error
        try:
            return self._read_open(name, fd, limit)
        except OSError as error:
            raise unreadable(self.path / name, error) from error
        finally:
            self._kernel.close(fd)

    def has_writer(self, name: str) -> bool | None:
        """Whether anybody has the file open for writing; None when absent or the system cannot tell."""
        try:
            fd = self._kernel.open(self._segment(name), os.O_RDONLY, self._fd)
        except OSError:
            # Not there, or not ours to ask about: "cannot tell" is the answer.
            return None
        try:
            return self._kernel.has_writer(fd)
        finally:
            self._kernel.close(fd)

    # moving

    def write_aside(self, temp: str, data: bytes, *, like: str | None = None) -> None:
        """Write `data` to the temporary file `temp`, durably: mode 0600, or that of the file `like`."""
        status = self._stat(like) if like is not None else None
        # A link has a mode of its own, which lets everybody in.
        mode = status.st_mode & 0o777 if status and stat.S_ISREG(status.st_mode) else 0o600
        with told("write", self.path / (like or temp)):
            write_all(self._kernel, self._fd, self._temp(temp), data, mode)

    def create(self, name: str, data: bytes, temp: str) -> None:
        """Make a new file of `data`, by way of `temp`, durably.

        Raises MemoryConflict when `name` is taken; `temp` is then left behind.
        """
        with told("write", self.path / name):
            write_all(self._kernel, self._fd, self._temp(temp), data, 0o600)
        self.publish(temp, name)

    def publish(self, temp: str, name: str) -> None:
        """Give what stands at `temp` the name `name`, durably; MemoryConflict when that is taken."""
        with told("write", self.path / name):
            try:
                self._rename_exclusive(self._temp(temp), self._segment(name))
            except FileExistsError as error:
                raise MemoryConflict(f"{self.path / name} is there already: it was left as it is") from error
            self._kernel.sync_folder(self._fd)

    def exchange(self, name: str, temp: str) -> None:
        """Swap what stands at `name` and at `temp`, durably. What came out then stands at `temp`.

        Raises MemoryConflict when nothing stands at `name`.
        """
        with told("replace", self.path / name):
            try:
                self._kernel.rename_exchange(self._temp(temp), self._segment(name), self._fd)
            except FileNotFoundError as error:
                raise self._gone(name, temp) from error
            except OSError as error:
                if error.errno not in UNSUPPORTED:
                    raise
                self.exchange_is_atomic = False
                self._exchange_by_link(name, temp, error)
            self._kernel.sync_folder(self._fd)

    def move_aside(self, name: str, aside: str) -> None:
        """Take `name` away by renaming it to the temporary name `aside`, durably.

        Raises MemoryConflict when nothing stands at `name`.
        """
        with told("remove", self.path / name):
            try:
                self._kernel.rename(self._segment(name), self._temp(aside), self._fd)
            except FileNotFoundError as error:
                raise MemoryConflict(f"{self.path / name} is gone already") from error
            self._kernel.sync_folder(self._fd)

    def remove(self, temp: str) -> None:
        """Unlink one of our own temporary files; absent is fine."""
        with told("remove", self.path / temp):
            try:
                self._kernel.unlink(self._temp(temp), self._fd)
            except FileNotFoundError:
                return
            self._kernel.sync_folder(self._fd)

    def settle(self, name: str, temp: str) -> None:
        """Finish or take back an exchange or a creation by hard links that a crash cut in half."""
        old = temp + _OLD_SUFFIX
        with told("settle", self.path / name):
            if self._stat(old) is not None:
                if self._stat(temp) is None:
                    self._kernel.rename(old, temp, self._fd)
                else:
                    self._kernel.unlink(old, self._fd)
                self._kernel.sync_folder(self._fd)
            live, spare = self._stat(name), self._stat(temp)
            if live and spare and (live.st_dev, live.st_ino) == (spare.st_dev, spare.st_ino):
                self._kernel.unlink(temp, self._fd)
                self._kernel.sync_folder(self._fd)

    # inside

    def _all_names(self) -> list[str]:
        with told("list", self.path):
            return sorted(self._kernel.names(self._fd))

    def _stat(self, name: str) -> os.stat_result | None:
        with told("look at", self.path / name):
            try:
                return self._kernel.stat(self._segment(name), self._fd)
            except FileNotFoundError:
                return None

    def _read_open(self, name: str, fd: int, limit: int) -> bytes:
        line = refusal(self.path / name, os.fstat(fd), self._kernel.user())
        if line is not None:
            raise MemoryConflict(line)
        parts: list[bytes] = []
        size = 0
        while size <= limit:
            part = self._kernel.read(fd, min(_CHUNK, limit + 1 - size))
            if not part:
                return b"".join(parts)
            parts.append(part)
            size += len(part)
        raise MemoryConflict(f"{self.path / name} is larger than {limit:,} bytes: make it shorter")

    def _gone(self, name: str, temp: str) -> MemoryConflict | StoreFailed:
        if self._stat(temp) is None:
            return StoreFailed(
                f"{self.path / temp} was removed while in use: leave such files alone, then retry"
            )
        return MemoryConflict(f"{self.path / name} was removed meanwhile: it stays removed")

    def _rename_exclusive(self, source: str, target: str) -> None:
        try:
            self._kernel.rename_exclusive(source, target, self._fd)
        except OSError as error:
            if error.errno not in UNSUPPORTED:
                raise
            self._link(source, target, error)
            self._kernel.unlink(source, self._fd)

    def _link(self, source: str, target: str, unnamed: OSError) -> None:
        try:
            self._kernel.link(source, target, self._fd)
        except OSError as error:
            # Neither is permitted: that is the file's owner and flags, not what its file system knows.
            if error.errno not in UNSUPPORTED or unnamed.errno == error.errno == errno.EPERM:
                raise
            raise StoreFailed(f"{self.path} is on a file system {_CANNOT_SWAP}") from error

    def _exchange_by_link(self, name: str, temp: str, unnamed: OSError) -> None:
        old = temp + _OLD_SUFFIX
        try:
            self._link(name, old, unnamed)
        except FileNotFoundError as error:
            raise self._gone(name, temp) from error
        self._kernel.rename(temp, name, self._fd)
        self._kernel.rename(old, temp, self._fd)

    @staticmethod
    def _segment(name: str) -> str:
        if not name or name in (".", "..") or "/" in name or "\0" in name:
            raise StoreFailed(f"{name!r} is not a plain file name: nothing was done with it")
        return name

    def _temp(self, name: str) -> str:
        if not name.startswith(TEMP_PREFIX):
            raise StoreFailed(f"{name!r} is not a temporary name of ours: nothing was done with it")
        return self._segment(name)
