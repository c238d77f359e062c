"""Files of others, opened for reading.

Owns the way from a root to a file below it. Promises that links are resolved on the way to the root only:
below it none is followed. Never opens for writing.
"""

from __future__ import annotations

import os
from pathlib import Path

from extractor.fs.kernel import Kernel, walk


def open_below(root: Path, path: Path) -> int:
    """Descriptor of the file `path`, named below `root`, for reading; a FIFO does not block.

    Raises OSError: ELOOP where the file or a folder between the two is a symbolic link, ENOENT where there
    is none. Raises ValueError where `path` is not below `root` or cannot be a path.
    """
    kernel = Kernel()
    *folders, name = path.relative_to(root).parts
    if ".." in (*folders, name):
        raise ValueError("the path leads upwards")
    at = walk(kernel.open_folder(Path(os.path.realpath(root))), tuple(folders))
    try:
        return kernel.open(name, os.O_RDONLY, at)
    finally:
        kernel.close(at)
