"""Small state files of our own.

Owns private directories and files (0700 and 0600) outside the memory folders.
Promises that a file is the old one or the new one, never half. Never touches what people edit.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from extractor.fs.failures import told
from extractor.fs.kernel import Kernel, write_all

TEMP_PREFIX = ".extractor-"
"""How every temporary name of ours begins."""


def exists(path: Path) -> bool:
    """Whether anything stands at `path`, a dangling link included. Raises StoreFailed when unknowable."""
    with told("look at", path):
        try:
            path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True


def make_private_dir(path: Path) -> None:
    """Create `path` and its missing parents with mode 0700. A folder that is there keeps its mode.

    Raises StoreFailed where it cannot be made.
    """
    with told("make the folder", path):
        missing = [each for each in path.parents if not each.exists()]
        for each in (*reversed(missing), path):
            each.mkdir(mode=0o700, exist_ok=True)


def write_atomic(path: Path, data: bytes, *, token: Callable[[], str] = secrets.token_hex) -> None:
    """Replace the file with `data` (0600), durably. Its folder must exist. Raises StoreFailed."""
    kernel = Kernel()
    temp = f"{TEMP_PREFIX}{token()}"
    with told("write", path):
        at = kernel.open_folder(path.parent.resolve())
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
    """Add `data` at the end of the file (0600, made when missing), durably. Raises StoreFailed."""
    kernel = Kernel()
    with told("append to", path):
        at = kernel.open_folder(path.parent.resolve())
        try:
            _append(kernel, at, path.name, data)
        finally:
            kernel.close(at)


def _append(kernel: Kernel, at: int, name: str, data: bytes) -> None:
    fd = kernel.open(name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, at)
    try:
        rest = data
        while rest:
            rest = rest[kernel.write(fd, rest) :]
        kernel.sync(fd)
    finally:
        kernel.close(fd)
    kernel.sync_folder(at)


def remove_private(path: Path) -> None:
    """Remove one small file of our own; absent is fine. Raises StoreFailed."""
    with told("remove", path):
        path.unlink(missing_ok=True)
