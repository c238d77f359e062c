"""A folder below another one, in a place that others fill.

Owns the way from a root down to such a folder. Promises that no link below the root is followed, for reading or
writing, and one line for whatever else stands in the way. Never makes a folder unless it is asked to.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from extractor.errors import ConfigError, printable
from extractor.fs.failures import store_failure
from extractor.fs.kernel import Kernel, enter
from extractor.fs.ownership import check_folder
from extractor.fs.root import Root


def folder_below(
    root: Path, parts: Sequence[str], *, create: bool = False, kernel: Kernel | None = None
) -> Root | None:
    """The folder `parts` lead to from `root`; None where it is not there, unless `create` makes it (0700).

    Links on the way to `root` are resolved once. Raises ConfigError where a link or anything else that is no
    folder stands in the way, or where others may write; StoreFailed where the disk fails.
    """
    kernel = kernel or Kernel()
    path = Path(os.path.realpath(root))
    at = _opened(path, kernel)
    if at is None:
        return None
    for part in parts:
        path /= part
        try:
            following = _entered(path, at, create=create)
        finally:
            kernel.close(at)
        if following is None:
            return None
        at = following
        _check(path, at, kernel)
    return Root(path, at, kernel)


def _opened(path: Path, kernel: Kernel) -> int | None:
    try:
        return kernel.open_folder(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(path, error) from error


def _entered(path: Path, at: int, *, create: bool) -> int | None:
    try:
        return enter(path.name, at, os.O_RDONLY, create=create)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(path, error) from error


def _check(path: Path, at: int, kernel: Kernel) -> None:
    try:
        check_folder(path, os.fstat(at), kernel)
    except BaseException:
        kernel.close(at)
        raise


def _refused(path: Path, error: OSError) -> Exception:
    shown = printable(str(path))
    if error.errno == errno.ELOOP:
        return ConfigError(f"{shown} is a symbolic link, which is not followed: put the folder itself there")
    if error.errno == errno.ENOTDIR:
        return ConfigError(f"{shown} is no folder: move it elsewhere")
    if error.errno in (errno.EACCES, errno.EPERM):
        return ConfigError(f"{shown} may not be entered: mend its mode")
    return store_failure(error, "open the folder", path)
