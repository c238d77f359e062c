"""Whether files can be replaced safely in a folder, found out by doing it.

Owns the trial. Promises that it touches names of its own alone and leaves none behind, whatever comes of it.
Never says what it means for anybody.
"""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from extractor.fs.kernel import Kernel
from extractor.fs.private import TEMP_PREFIX
from extractor.fs.root import Root

LOCK_SECONDS = 5.0
"""How long the trial waits for those who write in the folder."""


def try_swaps(folder: Path, kernel: Kernel | None = None) -> bool:
    """Make a file in a folder, swap it with another one and take both away; whether the swap was one step.

    Raises StoreFailed where the file system does not do it, ConfigError where the folder cannot be used.
    """
    one, other = (f"{TEMP_PREFIX}trial-{uuid4().hex}-{each}" for each in "ab")
    with Root.open(folder, create=False, kernel=kernel) as root, root.lock(LOCK_SECONDS):
        try:
            root.create(other, b"a trial\n", one)
            root.write_aside(one, b"another\n")
            root.exchange(other, one)
            return root.exchange_is_atomic
        finally:
            root.settle(other, one)
            root.remove(one)
            root.remove(other)
