"""Whose a place is: who besides this person could change what stands there.

Owns the rule for the folders and files the service trusts. Promises one clear line that names the place
and the remedy. Never changes an owner or a mode.
"""

from __future__ import annotations

import os
import re
import shlex
import stat
from pathlib import Path

from extractor.errors import ConfigError
from extractor.fs.kernel import Kernel

_WRITABLE = re.compile(
    r"other users may write to the (?P<kind>folder|file) (?P<path>.+): run `chmod go-w (?P<quoted>.+)`"
)
"""What `_check_writers` tells."""


def check_folder(path: Path, status: os.stat_result, kernel: Kernel) -> None:
    """Raise ConfigError where another user than root owns the folder or may replace files in it.

    A sticky folder may be written to by others: they cannot rename or remove what is not theirs.
    """
    _check_owner(f"the folder {path}", status, kernel)
    if not status.st_mode & stat.S_ISVTX:
        _check_writers(f"the folder {path}", path, status, kernel)


def own_folder(path: Path, kernel: Kernel | None = None) -> None:
    """Raise ConfigError as `check_folder` does, for the folder `path` leads to; absent is fine."""
    status = _stat(path)
    if status is not None:
        check_folder(path, status, kernel or Kernel())


def own_file(path: Path, kernel: Kernel | None = None) -> None:
    """Raise ConfigError where another user could change the file `path`, the name or what it leads to.

    The folder it is named in and the one it lies in are held to `check_folder`. Absent is fine.
    """
    kernel = kernel or Kernel()
    own_folder(path.parent, kernel)
    status = _stat(path)
    if status is None:
        return
    own_folder(path.resolve().parent, kernel)
    _check_owner(f"the file {path}", status, kernel)
    _check_writers(f"the file {path}", path, status, kernel)


def is_mended(line: str, kernel: Kernel | None = None) -> bool:
    """Whether a line says that others may write to a folder or file to which they may not any more."""
    found = _WRITABLE.fullmatch(line)
    path = Path(found["path"]) if found else None
    if found is None or path is None or found["quoted"] not in _quoted(path) or _stat(path) is None:
        return False
    try:
        (own_folder if found["kind"] == "folder" else own_file)(path, kernel)
    except ConfigError:
        return False
    return True


def _quoted(path: Path) -> tuple[str, str]:
    """A path as the line names it to a shell, now and before quotation marks inside it were minded."""
    return shlex.quote(str(path)), f"'{path}'"


def _check_owner(what: str, status: os.stat_result, kernel: Kernel) -> None:
    if status.st_uid not in (0, kernel.user()):
        raise ConfigError(f"{what} belongs to another user ({status.st_uid}): name one of your own")


def _check_writers(what: str, path: Path, status: os.stat_result, kernel: Kernel) -> None:
    mode = status.st_mode
    by_group = mode & stat.S_IWGRP and not kernel.is_private_group(status.st_gid)
    if by_group or mode & stat.S_IWOTH:
        raise ConfigError(f"other users may write to {what}: run `chmod go-w {shlex.quote(str(path))}`")


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        # Not there or not to be reached: opening it says what is wrong, and nothing was trusted yet.
        return None
