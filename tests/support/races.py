"""A thread that swaps files and folders for links to a place outside, and tells what came of it."""

from __future__ import annotations

import hashlib
import os
import random
import sys
import threading
import time
from pathlib import Path
from types import TracebackType

from extractor.fs import Kernel

OUTSIDE = b"this was never meant to be read"


class Outside:
    """A folder nothing of ours may read, write or make anything in."""

    def __init__(self, place: Path, *names: str) -> None:
        self.place = place
        place.mkdir()
        for name in names:
            file = place / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b'{"uuid": "o", "role": "user", "content": "' + OUTSIDE + b'"}\n')
        self._before = self._print()

    def _print(self) -> str:
        told = hashlib.sha256()
        for folder, folders, files in os.walk(self.place):
            folders.sort()
            for name in (*sorted(folders), *sorted(files)):
                path = os.path.join(folder, name)
                status = os.lstat(path)
                told.update(
                    repr((path, status.st_mode, status.st_ino, status.st_mtime_ns, status.st_nlink)).encode()
                )
                if name in files:
                    told.update(Path(path).read_bytes())
        return told.hexdigest()

    def is_untouched(self) -> bool:
        return self._print() == self._before


class Swapper:
    """Swaps each place with a link to its counterpart outside, in one step, over and over.

    The link stands beside the place under a hidden name, so that a swap never leaves a gap. `swaps` counts.
    """

    def __init__(self, pairs: dict[Path, Path], seed: int) -> None:
        self.swaps = 0
        self._kernel, self._rng, self._ends = Kernel(), random.Random(seed), threading.Event()
        self._spots: list[tuple[int, str, str]] = []
        for nth, (place, target) in enumerate(pairs.items()):
            link = f".link-{nth}"
            os.symlink(target, place.parent / link)
            self._spots.append((os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY), place.name, link))
        self._thread = threading.Thread(target=self._run, name="swapper")
        self._interval = sys.getswitchinterval()

    def swap(self) -> None:
        at, name, link = self._rng.choice(self._spots)
        try:
            self._kernel.rename_exchange(name, link, at)
            self.swaps += 1
            time.sleep(0)
            self._kernel.rename_exchange(name, link, at)
        except OSError:
            return  # taken away at this moment by whom it races with
        self.swaps += 1

    def _run(self) -> None:
        while not self._ends.is_set():
            self.swap()
            # Between two swaps things are as they should be for a moment, or no act would get far.
            time.sleep(0)

    def __enter__(self) -> Swapper:
        sys.setswitchinterval(1e-5)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ends.set()
        self._thread.join()
        sys.setswitchinterval(self._interval)
        for at, _name, _link in self._spots:
            os.close(at)
