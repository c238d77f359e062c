"""How large the daemon grows: over a backlog, and once a paid model is in use.

Owns the model server of its own that answers at once, and the reading of the peak. Promises loopback only.
Never looks at a daemon that is still at work, except for its peak.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random

from bench.corpus import Corpus
from bench.fleet import session_in
from bench.generated import Vocabulary
from bench.process import Daemon, Home
from bench.table import Aim, Figure, Unit

_ANSWER = json.dumps(
    {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-haiku-4-5",
        "content": [{"type": "text", "text": "Nothing worth keeping."}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1_000, "output_tokens": 5},
    }
).encode()


def backlog(corpus: Corpus, home: Home) -> list[Figure]:
    """Read the whole corpus from nothing; the daemon's peak. Leaves the state file for others to use."""
    begun = time.monotonic()
    with Daemon(home) as daemon:
        daemon.wait_until(lambda: home.is_caught_up(len(corpus.files)), 3_600, "the backlog read")
        taken = time.monotonic() - begun
        peak = daemon.megabytes("VmHWM")
    megabytes = corpus.size / 1e6
    return [
        Figure(
            "memory at its peak over a backlog", peak, Unit.MEGABYTES, Aim(200), f"{megabytes:,.0f} MB read"
        ),
        Figure("backlog, from bytes to archived", megabytes / taken, Unit.SPEED, None, f"{taken:.1f} s"),
    ]


def with_sdk(home: Home, seed: int) -> list[Figure]:
    """The memory held after a turn was learned from through the SDK."""
    with _model_server() as url:
        env = {
            "EXTRACTOR_MODEL": "anthropic",
            "EXTRACTOR_BASE_URL": url,
            "EXTRACTOR_API_KEY": "loopback",
            "NO_PROXY": "127.0.0.1",
        }
        home.claude_dir.joinpath("projects").mkdir(parents=True)
        with Daemon(home, "--yes", env=env) as daemon:
            daemon.wait_until(home.state_file.exists, 60, "the daemon's start")
            random = Random(seed)
            path, session = session_in(home, random, Vocabulary(random), 0, time.time_ns() // 1_000_000)
            path.write_bytes(
                session.prompt("Please always run the tests before you commit.")
                + session.said("Understood: tests first.")
                + session.turn_end()
            )
            finished = "SELECT count(*) FROM runs WHERE finished IS NOT NULL"
            daemon.wait_until(lambda: home.number(finished) > 0, 120, "a turn learned through the SDK")
            daemon.wait_until_quiet(30)
            held, peak = daemon.megabytes("VmRSS"), daemon.megabytes("VmHWM")
    note = f"resident after one run; at its largest {peak:.1f} MB"
    return [Figure("memory while idle, SDK in use", held, Unit.MEGABYTES, Aim(130), note)]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(_ANSWER)))
        self.end_headers()
        self.wfile.write(_ANSWER)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def _model_server() -> Iterator[str]:
    """The address of a Messages API that ends every turn at once."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
