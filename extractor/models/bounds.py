"""What a call over HTTP may take: its seconds, headers and error bodies included, and the bytes of an error.

Owns the timer that shuts a call's connection and the two hooks that tie a call to it. Promises that no read outlasts
the timer, however little the other side sends at a time. Imported by the first call only.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from contextvars import ContextVar

import httpcore2
import httpx2

LARGEST_ERROR = 64 << 10
"""Bytes of an error's body, as they are sent, that are read: what is said of an error stands at its beginning."""

NO_KEEPING = httpx2.Limits(max_keepalive_connections=0)
"""Every call has a connection of its own: only one that was seen to open can be shut."""


class Deadline:
    """Within it, the connections this thread's calls open are shut when the time is up."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self._open: socket.socket | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Deadline:
        self._token = _NOW.set(self)
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        _NOW.reset(self._token)

    def traced(self, _event: str, info: Mapping[str, object]) -> None:
        """Note the connection an event tells of. One that opens too late is shut at once."""
        stream = info.get("return_value")
        if isinstance(stream, httpcore2.NetworkStream):
            found = stream.get_extra_info("socket")
            with self._lock:
                self._open = found if isinstance(found, socket.socket) else None
                if self.is_over:
                    self._shut()

    def _end(self) -> None:
        with self._lock:
            self.is_over = True
            self._shut()

    def _shut(self) -> None:
        """Wake whoever reads. Closing is left to them: another connection may get the number at once."""
        if self._open is not None:
            with suppress(OSError):  # it is closed already
                socket.socket.shutdown(self._open, socket.SHUT_RDWR)


_NOW: ContextVar[Deadline] = ContextVar("deadline")


def tie(request: httpx2.Request) -> None:
    """Hook of a request: its connection is the deadline's."""
    deadline = _NOW.get(None)
    if deadline is not None:
        request.extensions["trace"] = deadline.traced


def bound(response: httpx2.Response) -> None:
    """Hook of a response: of an error only the beginning is read, and nothing is packed twice."""
    if "," in response.headers.get("content-encoding", ""):
        raise httpx2.DecodingError("it is packed more than once", request=response.request)
    if not response.is_success and isinstance(response.stream, httpx2.SyncByteStream):
        response.stream = _Beginning(response.stream)


class _Beginning(httpx2.SyncByteStream):
    def __init__(self, whole: httpx2.SyncByteStream) -> None:
        self._whole = whole

    def __iter__(self) -> Iterator[bytes]:
        left = LARGEST_ERROR
        for chunk in self._whole:
            yield chunk[:left]
            left -= len(chunk)
            if left <= 0:
                return

    def close(self) -> None:
        self._whole.close()
