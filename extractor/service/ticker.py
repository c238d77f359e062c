"""The ticker: each tick into the loop's queue every so many seconds.

Owns the time until the next one. Promises to count on a clock that nobody sets: one that jumps would stop the
watchdog's signs of life for as long as it jumped. What was missed while the machine slept comes once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from extractor.service.events import Tick


class Ticker:
    """A thread that waits. Seconds everywhere, on a clock that only goes forward."""

    def __init__(self, put: Callable[[Tick], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._put = put
        self._clock = clock
        self._period: dict[Tick, float] = {}
        self._next: dict[Tick, float] = {}
        self._changed = threading.Condition()
        self._is_over = False
        self._thread: threading.Thread | None = None

    def every(self, seconds: float, tick: Tick) -> None:
        """Give this tick from now on, in place of what was said of it before."""
        with self._changed:
            self._period[tick] = seconds
            self._next[tick] = self._clock() + seconds
            self._changed.notify()

    def due(self) -> list[Tick]:
        """The ticks whose time has come, the most belated first; each is due again a period from now."""
        now = self._clock()
        found = sorted((at, tick) for tick, at in self._next.items() if at <= now)
        for _, tick in found:
            self._next[tick] = now + self._period[tick]
        return [tick for _, tick in found]

    def left(self) -> float | None:
        """Seconds until the next tick; None where none was asked for."""
        at = min(self._next.values(), default=None)
        return None if at is None else max(0.0, at - self._clock())

    def start(self) -> None:
        """Begin to wait, in a thread of its own."""
        # A daemon thread: what waits must not keep the process from ending.
        self._thread = threading.Thread(target=self._wait, name="ticker", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Give no tick any more. A second time does nothing."""
        with self._changed:
            self._is_over = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _wait(self) -> None:
        with self._changed:
            while not self._is_over:
                for tick in self.due():
                    self._put(tick)
                self._changed.wait(self.left())
