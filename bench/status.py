"""How long `extractor status` takes, beside a Python that only loads what no command can do without.

Owns the two processes and how they take turns. Promises whole processes, from start to end. Never counts a
run that failed.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

from bench.process import REPOSITORY, Home, NotMeasured, command
from bench.table import Aim, Figure, Unit

FLOOR = ("typer", "pydantic", "sqlite3")
"""What no command can do without."""

_BARE = [sys.executable, "-c", f"import {', '.join(FLOOR)}"]

MOST = 3.2
"""Times the floor: the form of the command, the settings and the tables of the state file, with none of the rules
of memory among the imports."""


def measure(home: Home, runs: int) -> list[Figure]:
    """The middle of the times of both, over one another."""
    ours: list[float] = []
    bare: list[float] = []
    _seconds(command("status"), home)  # the first run of each fills the disk cache
    _seconds(_BARE, home)
    for number in range(runs):
        for words, times in ((command("status"), ours), (_BARE, bare))[:: 1 if number % 2 else -1]:
            times.append(_seconds(words, home))
    taken, floor = statistics.median(ours), statistics.median(bare)
    messages = home.number("SELECT count(*) FROM messages")
    note = f"{taken * 1000:.0f} ms over {floor * 1000:.0f} ms, {messages:,} messages, median of {runs}"
    return [Figure("extractor status ÷ bare imports (time)", taken / floor, Unit.RATIO, Aim(MOST), note)]


def _seconds(words: Sequence[str], home: Home) -> float:
    begun = time.perf_counter()
    done = subprocess.run(words, env=home.env(), cwd=REPOSITORY, capture_output=True, check=False)
    taken = time.perf_counter() - begun
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise NotMeasured(f"{words[-1]!r} failed ({done.returncode}): {said[-1] if said else ''}")
    return taken
