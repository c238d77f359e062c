"""Standard output and standard error, whose reader may hang up before all is told.

Owns where the rest goes then. Promises that what was ordered is done all the same, and that nobody is asked about what
they were not shown. Never decides what is told.
"""

from __future__ import annotations

import io
import os
import stat
import sys
from typing import TYPE_CHECKING

from extractor.errors import ConfigError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Pipe(io.FileIO):
    """One of the two. It takes what nobody reads any more, so that no command breaks off half-way in silence."""

    is_read = True

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            self.is_read = False
            tell_nobody(self.fileno())
            return super().write(data)


def go_on_unread() -> None:
    """From now on a reader who hangs up ends nothing, as in `extractor list | head -1`.

    A terminal, a file and a service manager's socket stay as they are.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if type(stream) is io.TextIOWrapper and stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode):
            pipe = io.BufferedWriter(_Pipe(stream.fileno(), "w", closefd=False))
            lines = stream.line_buffering
            setattr(sys, name, io.TextIOWrapper(pipe, stream.encoding, stream.errors, line_buffering=lines))


def expect_read(question: str) -> None:
    """Raise ConfigError where what a question is about was told to nobody."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if isinstance(raw, _Pipe) and not raw.is_read:
        raise ConfigError(f"nobody reads what is asked about ({question}): show it, or add --yes")


def tell_nobody(descriptor: int) -> None:
    """From now on what is written there goes nowhere. What waits to be written too: the interpreter tries it last."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
