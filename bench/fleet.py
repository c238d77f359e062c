"""Many small transcripts on disk and a daemon over them.

Owns the making of the transcripts and the daemon's catching up. Promises conversations spread over a year,
few of them recent, as they lie on a developer's disk. Never measures.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.generated import Session, Vocabulary
from bench.process import Daemon, Home

FOLDERS = 100
"""Projects the transcripts are spread over."""

_YEAR = 365 * 86_400
_CATCH_UP = 1_800.0


@dataclass(frozen=True, slots=True)
class Fleet:
    """A daemon that has caught up with its transcripts."""

    home: Home
    daemon: Daemon
    files: tuple[Path, ...]
    vocabulary: Vocabulary
    caught_up_in: float
    """Seconds from the start of the daemon until nothing was left to do."""


@contextmanager
def fleet(home: Home, transcripts: int, seed: int) -> Iterator[Fleet]:
    """Write the transcripts, start the daemon, wait until it is idle."""
    random = Random(seed)
    vocabulary = Vocabulary(random)
    files = tuple(_write(home, random, vocabulary, number) for number in range(transcripts))
    begun = time.monotonic()
    with Daemon(home) as daemon:
        daemon.wait_until(
            lambda: home.is_caught_up(transcripts), _CATCH_UP, f"{transcripts:,} transcripts read"
        )
        taken = time.monotonic() - begun
        daemon.wait_until_quiet(120)
        yield Fleet(home, daemon, files, vocabulary, taken)


def session_in(
    home: Home, random: Random, vocabulary: Vocabulary, number: int, at: int
) -> tuple[Path, Session]:
    """A new session of one of the projects and the place of its transcript. `at`: milliseconds UTC."""
    project = number % FOLDERS
    session = Session(random, vocabulary, f"/home/dev/project-{project}", at)
    folder = home.claude_dir / "projects" / f"-home-dev-project-{project}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{session.id}.jsonl", session


def _write(home: Home, random: Random, vocabulary: Vocabulary, number: int) -> Path:
    written = time.time() - random.uniform(600, _YEAR)
    path, session = session_in(home, random, vocabulary, number, int(written * 1000) - 60_000)
    path.write_bytes(b"".join(session.brief()))
    os.utime(path, (written, written))
    return path
