"""Failures of the operating system in words.

Owns the sentence for each errno: what happened, to which file, what to do.
Promises that the errno stays readable as the error's cause. Never handles a failure itself.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from extractor.errors import StoreFailed

_WORDS = {
    errno.ENOSPC: ("disk is full", "free some space"),
    errno.EDQUOT: ("disk quota is used up", "free some space or raise the quota"),
    errno.EROFS: ("file system is read-only", "remount it for writing or name another folder"),
    errno.EIO: ("disk reports an error", "check the disk and the system log"),
    errno.EACCES: ("permission denied", "check the owner and mode of the file and of the folders above"),
    errno.EPERM: ("not permitted", "check the owner and flags of the file and its folder"),
    errno.EMFILE: ("too many open files", "raise the limit of open files"),
    errno.ENFILE: ("too many open files in the system", "close programs or raise the limit"),
    errno.ENOENT: ("file or folder is gone", "see who removed it, then start again"),
    errno.ESTALE: ("network file system lost it", "check the mount, then start again"),
    errno.ENAMETOOLONG: ("name is too long", "choose a shorter path"),
    errno.EFBIG: ("file is too large", "raise the file size limit"),
    errno.ENOTSUP: ("file system cannot do this", "name a folder on a local file system"),
    errno.ENOSYS: ("file system cannot do this", "name a folder on a local file system"),
    errno.EINVAL: ("file system cannot do this", "name a folder on a local file system"),
    errno.ENOTDIR: ("a file stands where a folder is wanted", "move it elsewhere or name another folder"),
    errno.EISDIR: ("a folder stands where a file is wanted", "move it elsewhere or name another file"),
    errno.ELOOP: ("path goes through a symbolic link", "name the real path"),
}


def store_failure(error: OSError, verb: str, path: Path | str) -> StoreFailed:
    """The StoreFailed for an OSError met while trying to `verb` (such as "write") the file `path`."""
    file = in_the_way(Path(path, "below")) if error.errno == errno.ENOTDIR else None
    if file is not None:
        return StoreFailed(f"{file} is a file where a folder is wanted: move it elsewhere")
    what, advice = _told(error)
    return StoreFailed(f"{what}: cannot {verb} {path}; {advice}")


def in_the_way(path: Path | str) -> Path | None:
    """What stands where a path has a folder above its last part, and is none; None where nothing does."""
    return next((each for each in Path(path).parents if each.exists() and not each.is_dir()), None)


def dead_link(path: Path | str) -> Path | None:
    """The link on the way of a path, or at its end, that leads to nothing; None where none does."""
    way = (Path(path), *Path(path).parents)
    return next((each for each in way if each.is_symlink() and not each.exists()), None)


def fault(error: OSError) -> str | None:
    """One line for an OSError nobody turned into one of ours; None where it names no file."""
    if error.filename is None or error.errno is None:
        return None
    what, advice = _told(error)
    return f"{what}: {os.fsdecode(error.filename)}; {advice}"


def _told(error: OSError) -> tuple[str, str]:
    """What happened, and what to do."""
    reason = error.strerror or str(error)
    return _WORDS.get(error.errno or 0, (reason.lower(), "check the disk and the file"))


@contextmanager
def told(verb: str, path: Path | str) -> Iterator[None]:
    """Turn any OSError inside into StoreFailed about `path`, with the OSError as its cause."""
    try:
        yield
    except OSError as error:
        raise store_failure(error, verb, path) from error
