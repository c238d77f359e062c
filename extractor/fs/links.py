"""Where the links on the way of a path lead.

Owns the question what a path resolves to that somebody else wrote down. Promises an answer whatever stands
there, and to ask for each folder on the way once in a moment. Never opens a file.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable

_MOMENT = 2.0
"""Seconds for which an answer counts: a link may be made at any time."""
_MOST = 100_000
"""Answers that are kept."""
_MOST_LINKS = 40
"""Links on one way, as Linux counts them."""
_LONGEST = 4096
"""Characters of a path that may lead anywhere."""
_OF_PROCESSES = "/proc/"
"""Where links say something else to every process."""


class Links:
    """The links there are. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since = clock()
        self._targets: dict[str, str | None] = {}
        """By path: where a link leads, empty for what is none, None where nothing can be below."""

    def real(self, path: str) -> str:
        """What a whole path resolves to: itself where no link is on its way, or where that cannot be told.

        What is not there stays in it as it is written. Raises nothing.
        """
        if len(path) > _LONGEST or path.startswith(_OF_PROCESSES):
            return path
        if (now := self._clock()) - self._since > _MOMENT or len(self._targets) > _MOST:
            self._targets.clear()
            self._since = now
        parts = path.split("/")[::-1]
        at, followed, is_gone = "", 0, False
        while parts:
            part = parts.pop()
            if part in ("", "."):
                continue
            if part == "..":
                at, is_gone = at.rpartition("/")[0], False
                continue
            step = f"{at}/{part}"
            target = "" if is_gone else self._target(step)
            if target:
                followed += 1
                if followed > _MOST_LINKS:
                    return path
                parts += target.split("/")[::-1]
                at = "" if target.startswith("/") else at
            else:
                at, is_gone = step, is_gone or target is None
        return at or "/"

    def _target(self, path: str) -> str | None:
        if path not in self._targets:
            try:
                self._targets[path] = os.readlink(path)
            except OSError as error:
                self._targets[path] = "" if error.errno == errno.EINVAL else None
            except ValueError:
                self._targets[path] = None
        return self._targets[path]
