"""The pipes between standard input and output and a server that reads and writes them.

Owns the two threads that carry lines. Promises that standard input and output are as they were at the end, and that a
server is told of the end of its input only once nothing is left to answer, or that was answered with an error. Never
reads a line itself.

Standard input and output may be set not to block, by whoever shares them and at any time. They are waited for where
they have nothing or take nothing; they are never set to block, for that would stop the others who share them.
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from extractor.commands.mcp_wire import Wire

PATIENCE = 30.0
"""Seconds an answer is waited for after the client has said its last."""

READ = 65_536
"""Bytes that are read at once."""

GIVEN_UP = "No answer came before the server ended; what was asked may have been done all the same"

_END = b"\n"
"""A line no server writes: there is nothing after it."""


class Pipes:
    """Standard input and output, with a wire between them and the server."""

    def __init__(self, wire: Wire, patience: float = PATIENCE) -> None:
        self._wire = wire
        self._patience = patience
        self._is_gone = False
        """The client reads no more."""
        self._changed = threading.Condition()
        """Held by whoever uses the wire or writes to the client."""
        self._client_in, self._client_out = os.dup(0), os.dup(1)
        theirs, self._to_server = os.pipe()
        self._from_server, self._server_out = os.pipe()
        os.dup2(theirs, 0)
        os.dup2(self._server_out, 1)
        os.close(theirs)

    def carry(self) -> threading.Thread:
        """Begin; returns the thread that ends when all is told."""
        threading.Thread(target=self._inwards, name="mcp-in", daemon=True).start()
        out = threading.Thread(target=self._outwards, name="mcp-out", daemon=True)
        out.start()
        return out

    def end(self, out: threading.Thread) -> None:
        """Tell what is left, and give standard input and output back."""
        os.write(self._server_out, _END)
        out.join(self._patience)
        os.dup2(self._client_in, 0)
        os.dup2(self._client_out, 1)
        os.close(self._server_out)

    def _inwards(self) -> None:
        with os.fdopen(self._to_server, "wb") as server:
            for line in _lines(self._client_in):
                with self._changed:
                    taken = self._wire.taken(line.decode("utf-8", "replace"))
                    self._tell(taken.told)
                for message in taken.passed:
                    server.write(f"{message}\n".encode())
                server.flush()
            self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + self._patience
        with self._changed:
            while self._wire.is_open and not self._is_gone and (left := until - time.monotonic()) > 0:
                self._changed.wait(left)
            self._tell(self._wire.given_up(GIVEN_UP))

    def _outwards(self) -> None:
        with os.fdopen(self._from_server, "rb") as lines:
            for line in lines:
                if line == _END:
                    return
                with self._changed:
                    self._tell(self._wire.answered(line.decode().rstrip("\n")))
                    self._changed.notify_all()

    def _tell(self, lines: Iterable[str]) -> None:
        left = b"".join(f"{line}\n".encode() for line in lines)
        while left and not self._is_gone:
            try:
                left = left[os.write(self._client_out, left) :]
            except BlockingIOError:
                select.select([], [self._client_out], [])
            except OSError:
                self._is_gone = True


def _lines(number: int) -> Iterator[bytes]:
    """The lines of a descriptor until its end."""
    begun: list[bytes] = []
    while read := _read(number):
        *ended, rest = read.split(b"\n")
        for line in ended:
            yield b"".join((*begun, line))
            begun.clear()
        begun.append(rest)
    yield b"".join(begun)


def _read(number: int) -> bytes:
    """What a descriptor has, waited for; empty at the end."""
    while True:
        try:
            return os.read(number, READ)
        except BlockingIOError:
            select.select([number], [], [])


@contextmanager
def wired(wire: Wire, patience: float = PATIENCE) -> Iterator[None]:
    """Have the lines of standard input and output pass a wire; where there are none, nothing is done."""
    try:
        pipes = Pipes(wire, patience)
    except OSError:
        yield
        return
    out = pipes.carry()
    try:
        yield
    finally:
        pipes.end(out)
