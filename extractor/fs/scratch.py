"""Scratch folders: private copies of files that another program works on.

Owns how one is made, read back and removed. Promises that only the owner can enter it, that no link in it is
followed, and that none outlives the next start. Never touches what the copies were made from.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from extractor.fs.failures import told
from extractor.fs.kernel import Kernel, read_all, write_all
from extractor.fs.private import private_root


def sweep_scratch(parent: Path) -> None:
    """Remove what killed processes left below `parent`. Nobody may be at work there. Raises StoreFailed."""
    with told("remove", parent):
        for left in os.scandir(parent) if parent.is_dir() else ():
            if left.is_dir(follow_symlinks=False):
                shutil.rmtree(left.path)


@contextmanager
def scratch(parent: Path, name: str, files: Mapping[str, bytes]) -> Iterator[Path]:
    """A new folder `name` below `parent` (both 0700) with these files (0600), gone after it.

    Its path has no link in it. Raises StoreFailed, and ConfigError where others may write to `parent`.
    """
    private_root(parent)
    path = parent.resolve() / name
    with told("make the folder", path):
        path.mkdir(0o700)
    try:
        kernel = Kernel()
        with told("write to", path):
            at = kernel.open_folder(path)
            try:
                for file, data in files.items():
                    write_all(kernel, at, file, data, 0o600)
            finally:
                kernel.close(at)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)  # what cannot be removed now is at the next start


def read_scratch(path: Path, largest: int) -> dict[str, bytes | None]:
    """What stands in it by name; None for what is no plain file of at most `largest` bytes. Raises StoreFailed."""
    kernel = Kernel()
    with told("read", path):
        at = kernel.open_folder(path)
        try:
            return {name: _plain(kernel, at, name, largest) for name in sorted(kernel.names(at))}
        finally:
            kernel.close(at)


def _plain(kernel: Kernel, at: int, name: str, largest: int) -> bytes | None:
    status = kernel.stat(name, at)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or status.st_size > largest:
        return None
    try:
        data = read_all(kernel, at, name, largest + 1)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return None
        raise
    return data if len(data) <= largest else None
