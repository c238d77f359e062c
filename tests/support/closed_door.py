"""The way out of a scratch machine: a proxy on loopback that lets nothing through.

Owns the record of what was asked of it. Promises that every request is refused at once, but for those to
loopback that a client sends here all the same. Never connects anywhere else.
"""

from __future__ import annotations

import select
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType


class ClosedDoor:
    """A context manager: refuses while inside it. `asked`: the hosts and addresses asked for, in order."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.door = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})

    def environment(self) -> dict[str, str]:
        """The variables that lead a program's requests here, all but those to this machine."""
        url, here = f"http://127.0.0.1:{self._http.server_address[1]}", "127.0.0.1,localhost,::1"
        leading = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), url) | {"NO_PROXY": here}
        return {**leading, **{name.lower(): value for name, value in leading.items()}}

    def __enter__(self) -> ClosedDoor:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Http(ThreadingHTTPServer):
    door: ClosedDoor
    block_on_close = False
    daemon_threads = True


class _Handler(BaseHTTPRequestHandler):
    server: _Http

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_CONNECT(self) -> None:
        """Some clients send even what is for this machine to their proxy: that goes on to where it belongs."""
        host, _, port = self.path.rpartition(":")
        if host not in ("127.0.0.1", "localhost"):
            return self.do_GET()
        self.close_connection = True
        with socket.create_connection(("127.0.0.1", int(port))) as other:
            self.send_response(200)
            self.end_headers()
            ways = {self.connection: other, other: self.connection}
            while True:
                for one in select.select(list(ways), [], [])[0]:
                    if not (data := one.recv(1 << 16)):
                        return None
                    ways[one].sendall(data)

    def do_GET(self) -> None:
        """Refuse; `path` is the host and port, or the whole address."""
        self.server.door.asked.append(self.path)
        self.send_error(403)
        self.close_connection = True

    do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_GET
