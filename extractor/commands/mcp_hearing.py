"""Calls over MCP that wait for words said a moment ago.

Owns how long they wait and how they ask again. Promises that however many wait, no other call waits for them, and
that what the client takes back meanwhile is not done. Never decides what was said.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from extractor.actions.witness import NotSaid

HEARD_WITHIN = 6.0
"""Seconds within which a running service has read what was just said."""

PAUSE = 0.25
"""Seconds between two looks."""

AT_ONCE = 2
"""Looks at a time: the threads of other calls are never among theirs."""

_Answer = TypeVar("_Answer")


class Hearing:
    """The calls of one connection that wait."""

    def __init__(self, within: float = HEARD_WITHIN, at_once: int = AT_ONCE) -> None:
        from anyio import CapacityLimiter

        self._within = within
        self._limiter = CapacityLimiter(at_once)

    async def heard(self, look: Callable[[], _Answer]) -> _Answer:
        """What a look answers, taken in a thread, as soon as it raises NotSaid no more.

        Raises NotSaid where that is so for too long, and what else the look raises.
        """
        from anyio import sleep
        from anyio.to_thread import run_sync

        until = time.monotonic() + self._within
        while True:
            try:
                return await run_sync(look, limiter=self._limiter)
            except NotSaid:
                if time.monotonic() >= until:
                    raise
            await sleep(PAUSE)
