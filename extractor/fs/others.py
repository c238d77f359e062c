"""Files that belong to people and their programs: looked at, replaced as a whole, linked.

Owns how a file of others is changed. Promises that it is the old one or the new one, that its mode stays, that
no link is turned into a file, and that what changed meanwhile is left as it is. Never decides what it says.
"""

from __future__ import annotations

import errno
import hashlib
import itertools
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from extractor.errors import ConfigError, MemoryConflict
from extractor.fs.failures import told
from extractor.fs.kernel import UNSUPPORTED, Kernel, read_all, write_all
from extractor.fs.private import TEMP_PREFIX

LARGEST = 4_000_000
"""Bytes of a file of others that is changed."""

FINDERS = ".DS_Store"
"""What the Finder of macOS leaves in a folder it showed: how it was looked at. A folder of nothing else is empty."""

NEW_MODE = 0o600
"""Of a file that was not there."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands at a path."""

    data: bytes | None = None
    """Of a plain file."""
    mode: int = NEW_MODE
    """Its permission bits, or a folder's."""
    link: str | None = None
    """Where a symbolic link leads."""
    is_folder: bool = False
    is_empty: bool = False
    """Nothing is in the folder, what the Finder leaves there aside."""

    @property
    def is_absent(self) -> bool:
        """Nothing stands there."""
        return self.data is None and self.link is None and not self.is_folder


def look_at(path: Path) -> Standing:
    """What stands at `path`; its last part is not followed where it is a link.

    Raises ConfigError where a file may not be replaced: it is another user's, read-only, has several hard links
    or is too large; StoreFailed where it cannot be read.
    """
    kernel = Kernel()
    with told("look at", path):
        try:
            status = path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return Standing()
        mode = stat.S_IMODE(status.st_mode)
        if stat.S_ISLNK(status.st_mode):
            return Standing(link=os.readlink(path))
        if stat.S_ISDIR(status.st_mode):
            return Standing(mode=mode, is_folder=True, is_empty=_is_empty(path))
        _may_replace(path, status, kernel)
        at = kernel.open_folder(Path(os.path.realpath(path.parent)))
        try:
            return Standing(read_all(kernel, at, path.name), mode)
        finally:
            kernel.close(at)


def _may_replace(path: Path, status: os.stat_result, kernel: Kernel) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise ConfigError(f"{path} is no plain file: it was left as it is")
    if status.st_uid != kernel.user():
        raise ConfigError(f"{path} belongs to another user ({status.st_uid}): it was left as it is")
    if status.st_nlink > 1:
        raise ConfigError(f"{path} has {status.st_nlink} hard links: it was left as it is")
    if not status.st_mode & stat.S_IWUSR:
        raise ConfigError(f"{path} is read-only: it was left as it is")
    if status.st_size > LARGEST:
        raise ConfigError(f"{path} is larger than {LARGEST:,} bytes: it was left as it is")


def replace_file(path: Path, before: bytes | None, after: bytes | None, mode: int = NEW_MODE) -> None:
    """Make a file that says `before` say `after`, durably; None: there is none.

    Its folder must exist; links on the way to it are followed, the last part is no link. Raises MemoryConflict
    where something else stands there by now, StoreFailed where the disk fails.
    """
    kernel = Kernel()
    with told("write", path):
        at = kernel.open_folder(Path(os.path.realpath(path.parent)))
        try:
            _replace(kernel, at, path, before, after, mode)
            kernel.sync_folder(at)
        finally:
            kernel.close(at)


def temp_name(path: Path) -> str:
    """How the new text of a file is called until it takes its place: always the same, so that none is left."""
    return f"{TEMP_PREFIX}{hashlib.blake2b(os.fsencode(path.name), digest_size=8).hexdigest()}"


def _replace(
    kernel: Kernel, at: int, path: Path, before: bytes | None, after: bytes | None, mode: int
) -> None:
    temp = temp_name(path)
    try:
        if after is not None:
            write_all(kernel, at, temp, after, mode)
        try:
            now = read_all(kernel, at, path.name)
        except FileNotFoundError:
            now = None
        if now != before:
            raise MemoryConflict(f"{path} was changed meanwhile: it was left as it is, try again")
        if after is None:
            kernel.unlink(path.name, at)
        elif before is None:
            _publish(kernel, at, temp, path)
        else:
            kernel.rename(temp, path.name, at)
    finally:
        if temp in kernel.names(at):
            kernel.unlink(temp, at)


def _publish(kernel: Kernel, at: int, temp: str, path: Path) -> None:
    try:
        try:
            kernel.rename_exclusive(temp, path.name, at)
        except OSError as error:
            if error.errno not in UNSUPPORTED:
                raise
            kernel.link(temp, path.name, at)
    except FileExistsError as error:
        raise MemoryConflict(f"{path} was made meanwhile: it was left as it is, try again") from error


def sweep(path: Path) -> None:
    """Remove what a killed command may have left beside a file it was replacing."""
    with told("remove", path):
        try:
            (Path(os.path.realpath(path.parent)) / temp_name(path)).unlink(missing_ok=True)
        except NotADirectoryError:
            return


def make_link(path: Path, target: Path) -> None:
    """Put a symbolic link to `target` where nothing stands. Raises MemoryConflict, StoreFailed."""
    kernel = Kernel()
    with told("link", path):
        at = kernel.open_folder(Path(os.path.realpath(path.parent)))
        try:
            os.symlink(target, path.name, dir_fd=at)
            kernel.sync_folder(at)
        except FileExistsError as error:
            raise MemoryConflict(f"{path} was made meanwhile: it was left as it is, try again") from error
        finally:
            kernel.close(at)


def remove_link(path: Path, target: str) -> None:
    """Take a symbolic link to `target` away. Raises MemoryConflict where it is none, or leads elsewhere."""
    with told("remove", path):
        if not path.is_symlink() or os.readlink(path) != target:
            raise MemoryConflict(f"{path} was changed meanwhile: it was left as it is, try again")
        path.unlink()


def set_folder_aside(path: Path, ending: str) -> Path | None:
    """Give a folder a name with this ending that is free beside it; returns it, or None where it was empty and went.

    Raises MemoryConflict where it is a link or no folder, StoreFailed.
    """
    kernel = Kernel()
    with told("move", path):
        if path.is_symlink() or not path.is_dir():
            raise MemoryConflict(f"{path} is no folder any more: it was left as it is, try again")
        at = kernel.open_folder(Path(os.path.realpath(path.parent)))
        try:
            if _is_empty(path):
                _remove_folder(path)
                return None
            taken = set(kernel.names(at))
            names = (f"{path.name}-{ending}{f'-{n}' if n > 1 else ''}" for n in itertools.count(1))
            aside = next(name for name in names if name not in taken)
            kernel.rename(path.name, aside, at)
            kernel.sync_folder(at)
            return path.with_name(aside)
        finally:
            kernel.close(at)


def missing_folders(path: Path) -> tuple[Path, ...]:
    """The folders that would be made for `path` to be one, the outermost first."""
    missing: list[Path] = []
    at = Path(os.path.realpath(path))
    while not at.exists():
        missing.append(at)
        at = at.parent
    return tuple(reversed(missing))


def make_folder(path: Path, mode: int) -> None:
    """Make one folder with exactly this mode; one that is there stays as it is."""
    with told("make the folder", path):
        try:
            path.mkdir()
        except FileExistsError:
            return
        path.chmod(mode)


def remove_empty_folder(path: Path) -> bool:
    """Remove a folder in which nothing is but what the Finder leaves there; False where something is, or it is none."""
    with told("remove", path):
        try:
            _remove_folder(path)
        except FileNotFoundError:
            return True
        except OSError as error:
            if error.errno in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR, errno.EBUSY):
                return False
            raise
    return True


def _is_empty(path: Path) -> bool:
    return set(os.listdir(path)) <= {FINDERS}


def _remove_folder(path: Path) -> None:
    try:
        path.rmdir()
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST) or not _is_empty(path):
            raise
        (path / FINDERS).unlink()
        path.rmdir()
