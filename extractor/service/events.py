"""What the daemon's loop hears of.

Owns the events and the queue they wait in. Promises that a signal is heard from before the loop begins.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue

from extractor.service.call import Result, SummedUp


@dataclass(frozen=True, slots=True)
class Changed:
    """A wake-up: something happened to this path."""

    path: Path


@dataclass(frozen=True, slots=True)
class Ask:
    """A thread without the database asks the loop to do something with it."""

    what: Callable[[], None]


class Tick(StrEnum):
    """Events that are nothing but their name."""

    SCAN = "scan"
    SWEEP = "sweep"
    PING = "ping"
    STOP = "stop"
    RELOAD = "reload"


Event = Changed | Ask | Result | SummedUp | Tick
Events = SimpleQueue[Event]


def stop_asked(events: Events) -> threading.Event:
    """Hear SIGTERM from now on, before there is a daemon: it is noted in what is returned, and as an event.

    So is SIGHUP, as an event: settings that were read before it are read again once there is a daemon. Where it comes
    because the terminal is gone that the process was started from, it stops: nobody sees it any more. One that was told
    to ignore it, as by `nohup`, goes on. Ctrl-C goes on ending the process: a person may be sitting before a question.
    """
    asked = threading.Event()

    def note(_number: int, _frame: object) -> None:
        asked.set()
        events.put(Tick.STOP)

    goes_on = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN or not _has_terminal()

    def hang_up(number: int, frame: object) -> None:
        if goes_on or _has_terminal():
            events.put(Tick.RELOAD)
        else:
            note(number, frame)

    signal.signal(signal.SIGTERM, note)
    signal.signal(signal.SIGHUP, hang_up)
    return asked


def _has_terminal() -> bool:
    """Whether the process belongs to a terminal that is there."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True
