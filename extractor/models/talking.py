"""A process that is given words and says some: for so long, and so much.

Owns its three pipes. Promises to be done once the process itself has ended, whoever else holds its pipes, and
to keep no more than `LARGEST_OUTPUT` of what it says. Never ends the process.
"""

from __future__ import annotations

import os
import subprocess
import time
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector

LARGEST_OUTPUT = 32 << 20
"""Bytes a process may say: the lines of a few replies and of what they read come to a hundredth of it."""

_PIECE = 65_536
_LOOK_AGAIN = 0.1
"""Seconds after which a silent process is looked at: another may hold its pipes open."""


class TooMuchSaid(Exception):
    """The process said more than is kept."""


def talk(process: subprocess.Popen[bytes], given: bytes, seconds: float) -> tuple[bytes, bytes]:
    """The output and the errors of a process that is given these words, once it has ended.

    `process` is unbuffered with three pipes. Raises subprocess.TimeoutExpired and TooMuchSaid.
    """
    assert process.stdin
    assert process.stdout
    assert process.stderr
    until = time.monotonic() + seconds
    said = {process.stdout.fileno(): bytearray(), process.stderr.fileno(): bytearray()}
    left = memoryview(given)
    with DefaultSelector() as pipes:
        for pipe in said:
            pipes.register(pipe, EVENT_READ)
        os.set_blocking(process.stdin.fileno(), False)
        pipes.register(process.stdin, EVENT_WRITE)
        ended = float("inf")
        while pipes.get_map():
            now = time.monotonic()
            if now >= until:
                raise subprocess.TimeoutExpired(process.args, seconds)
            if process.poll() is not None:
                ended = min(ended, now)
            ready = pipes.select(_LOOK_AGAIN)
            # What it said itself is in the pipes by then; who else holds them may go on for ever.
            if ended < float("inf") and (not ready or now > ended + _LOOK_AGAIN):
                break
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    left = _give(process, left)
                    if not left:
                        pipes.unregister(process.stdin)
                        process.stdin.close()
                elif piece := os.read(key.fd, _PIECE):
                    said[key.fd] += piece
                else:
                    pipes.unregister(key.fd)
            if sum(map(len, said.values())) > LARGEST_OUTPUT:
                raise TooMuchSaid
    process.wait(max(0.0, until - time.monotonic()))
    out, err = said.values()
    return bytes(out), bytes(err)


def _give(process: subprocess.Popen[bytes], left: memoryview) -> memoryview:
    """What is left of the words after a piece of them was given; nothing where nobody reads them."""
    assert process.stdin
    try:
        return left[os.write(process.stdin.fileno(), left[:_PIECE]) :]
    except BrokenPipeError:
        return left[:0]
