"""Signals as a terminal's children have them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hang_ups_heard() -> Iterator[None]:
    """What is started meanwhile is told of a hang-up, also where `nohup` started the tests: exec keeps what is ignored."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)
