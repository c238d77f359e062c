"""How long the commands take that are waited for, beside a Python that only loads what no command can do without.

Owns the processes and how they take turns. Promises whole processes, from start to end. Never counts a
run that failed.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from bench.process import REPOSITORY, Home, NotMeasured, command
from bench.table import Aim, Figure, Unit

FLOOR = ("typer", "pydantic", "sqlite3")
"""What no command can do without."""

_BARE = [sys.executable, "-c", f"import {', '.join(FLOOR)}"]

MOST: Mapping[tuple[str, ...], float] = {
    ("status",): 3.2,
    ("list",): 3.2,
    ("recall", "quokka", "--speaker", "person"): 3.4,
}
"""Times the floor: the form of the command, the settings and the tables of the state file, with none of the rules
of memory among the imports but those that read a file. Few files are read, and the word was seldom said: what those
cost grows with the memory."""


def measure(home: Home, runs: int) -> list[Figure]:
    """The middle of the times of each, over that of the floor."""
    asked: list[list[str]] = [_BARE, *(command(*words) for words in MOST)]
    times: list[list[float]] = [[] for _ in asked]
    for words in asked:
        _seconds(words, home)  # the first run of each fills the disk cache
    for number in range(runs):
        for place in range(len(asked))[:: 1 if number % 2 else -1]:
            times[place].append(_seconds(asked[place], home))
    floor, *taken = map(statistics.median, times)
    messages = home.number("SELECT count(*) FROM messages")
    return [
        Figure(
            f"extractor {words[0]} ÷ bare imports (time)",
            ours / floor,
            Unit.RATIO,
            Aim(most),
            f"{ours * 1000:.0f} ms over {floor * 1000:.0f} ms, {messages:,} messages, median of {runs}",
        )
        for (words, most), ours in zip(MOST.items(), taken, strict=True)
    ]


def _seconds(words: Sequence[str], home: Home) -> float:
    begun = time.perf_counter()
    done = subprocess.run(words, env=home.env(), cwd=REPOSITORY, capture_output=True, check=False)
    taken = time.perf_counter() - begun
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise NotMeasured(f"{words[-1]!r} failed ({done.returncode}): {said[-1] if said else ''}")
    return taken
