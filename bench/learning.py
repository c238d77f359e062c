"""Learning long sessions from nothing, beside sessions a quarter as long.

Owns the two homes and the sessions in them. Promises processor time of the whole command, its start taken
away. Never uses a paid model.
"""

from __future__ import annotations

import resource
import subprocess
import time
from pathlib import Path
from random import Random

from bench.fleet import session_in
from bench.generated import Vocabulary
from bench.process import REPOSITORY, Home, NotMeasured, command
from bench.table import Aim, Figure, Unit

LONGER = 4
"""How many times as long the longer sessions are."""

SESSIONS = 2


def measure(scratch: Path, turns: int, seed: int) -> list[Figure]:
    """How much longer it takes to learn sessions that are four times as long."""
    started = _seconds(scratch / "empty", 0, seed)
    short = _seconds(scratch / "short", turns, seed) - started
    long = _seconds(scratch / "long", LONGER * turns, seed) - started
    note = f"{SESSIONS} sessions of {turns:,} and {LONGER * turns:,} turns: {short:.1f} s and {long:.1f} s"
    return [Figure("learning sessions four times as long (time)", long / short, Unit.RATIO, Aim(5.0), note)]


def _seconds(folder: Path, turns: int, seed: int) -> float:
    """Processor seconds of `once` over sessions of so many turns."""
    home, random = Home(folder), Random(seed)
    home.claude_dir.joinpath("projects").mkdir(parents=True)
    vocabulary = Vocabulary(random)
    for number in range(SESSIONS if turns else 0):
        path, session = session_in(home, random, vocabulary, number, time.time_ns() // 1_000_000 - 3_600_000)
        lines: list[bytes] = []
        for _ in range(turns):
            lines.append(session.prompt(f"What does part {random.random()} do?"))
            lines.append(session.said(vocabulary.words(random, 150)))
            lines.append(session.turn_end())
        path.write_bytes(b"".join(lines))
    before = _used()
    done = subprocess.run(
        command("once", "--json"), env=home.env(), cwd=REPOSITORY, capture_output=True, check=False
    )
    if done.returncode:
        raise NotMeasured(f"`once` ended ({done.returncode}): {done.stderr.decode(errors='replace')[-200:]}")
    return _used() - before


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
