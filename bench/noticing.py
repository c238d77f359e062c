"""From a line appended to a transcript to its message in the archive.

Owns the appending and the looking. Promises random transcripts at random moments. Never counts a message
that did not arrive as one that did.
"""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path
from random import Random

from bench.fleet import Fleet
from bench.generated import Session
from bench.process import NotMeasured
from bench.table import Aim, Figure, Unit

_GAP = 0.3
"""Seconds between two messages, on the average."""
_LOOK = 0.001
_LONGEST = 60.0


def measure(fleet: Fleet, appends: int, seed: int) -> list[Figure]:
    """The middle and the slow end of the delays, in milliseconds."""
    random = Random(seed + 1)
    uri = f"{fleet.home.state_file.as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=5, isolation_level=None)
    try:
        delays = [_delay(fleet, connection, random) for _ in range(appends)]
    finally:
        connection.close()
    delays.sort()
    note = f"{appends} messages, {len(fleet.files):,} transcripts; longest {delays[-1]:.0f} ms"
    return [
        Figure("append to archived, p50", percentile(delays, 50), Unit.MILLISECONDS, None, note),
        Figure("append to archived, p95", percentile(delays, 95), Unit.MILLISECONDS, Aim(250), note),
    ]


def percentile(ordered: list[float], share: float) -> float:
    """The smallest value that at least `share` percent of the ordered values do not exceed."""
    rank = -(-len(ordered) * share // 100)
    return ordered[max(0, int(rank) - 1)]


def _delay(fleet: Fleet, connection: sqlite3.Connection, random: Random) -> float:
    """Append one message; milliseconds until it is archived."""
    time.sleep(random.expovariate(1 / _GAP))
    path = random.choice(fleet.files)
    line = _line(fleet, path, random)
    with path.open("ab") as file:
        file.write(line)
    begun = time.monotonic()
    wanted = (str(json.loads(line)["uuid"]),)
    while connection.execute("SELECT 1 FROM messages WHERE uuid = ?", wanted).fetchone() is None:
        if time.monotonic() - begun > _LONGEST:
            fleet.daemon.must_run()
            raise NotMeasured(f"a message appended to {path.name} was not archived within {_LONGEST:.0f} s")
        time.sleep(_LOOK)
    return (time.monotonic() - begun) * 1000


def _line(fleet: Fleet, path: Path, random: Random) -> bytes:
    project = path.parent.name.rpartition("-")[2]
    now = time.time_ns() // 1_000_000
    session = Session(random, fleet.vocabulary, f"/home/dev/project-{project}", now, path.stem)
    words = fleet.vocabulary.words(random, random.randint(5, 80))
    return session.prompt(words) if random.random() < 0.3 else session.said(words)
