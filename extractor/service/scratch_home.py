"""A home for the time of one command, in which everything can be tried.

Owns that it goes with the command. Promises that SIGTERM and SIGHUP end what is under way in order: neither the folder
nor a process begun in it outlives the command. Never a person's own.
"""

from __future__ import annotations

import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType


class Ended(BaseException):
    """The process was told to end. No `except Exception` holds it up."""


class ScratchHome:
    """The home: where it is, and whether a signal may end what is done in it just now."""

    def __init__(self, path: Path) -> None:
        self.path = path
        """No link is in it."""
        self.heard: int | None = None
        """The signal that told the process to end."""
        self._is_holding = True

    @contextmanager
    def beginning(self) -> Iterator[None]:
        """A step that is finished before a signal ends anything: what it begins is known to whoever ends it.

        Raises Ended behind it where a signal came meanwhile.
        """
        self.hold()
        try:
            yield
        finally:
            self._is_holding = False
        if self.heard is not None:
            raise Ended

    def hold(self) -> None:
        """Let no signal end anything from now on."""
        self._is_holding = True

    def end(self, number: int, _frame: FrameType | None) -> None:
        """Hear a signal. The first one ends; what comes while that is under way changes nothing."""
        is_first = self.heard is None
        self.heard = self.heard or number
        if is_first and not self._is_holding:
            raise Ended


@contextmanager
def scratch_home(prefix: str) -> Iterator[ScratchHome]:
    """A new folder for a home, gone after it. SIGTERM or SIGHUP meanwhile ends the command behind it, with 128 + its number.

    A signal that is ignored stays ignored. In another thread than the main one none is listened to.
    """
    home = ScratchHome(Path())
    try:
        with _listening(home):
            folder = tempfile.TemporaryDirectory(prefix=prefix)
            home.path = Path(folder.name).resolve()
            try:
                with home.beginning():
                    pass
                yield home
            finally:
                home.hold()
                folder.cleanup()
    except Ended:
        pass  # told below, as what was heard while nothing could be ended is
    if home.heard is not None:
        raise SystemExit(128 + home.heard)


@contextmanager
def _listening(home: ScratchHome) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) is not signal.SIG_IGN]
    before = {number: signal.signal(number, home.end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
