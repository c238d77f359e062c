"""How long `extractor context` takes beside `extractor status`, over a large archive and a large memory.

Owns the home with both, and how the processes take turns. Promises whole processes, from start to end, and
processor time where others use the machine too. Never counts a run that failed.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
from collections.abc import Sequence
from random import Random

from bench.generated import Vocabulary
from bench.process import REPOSITORY, Home, NotMeasured, command
from bench.recalling import Grown, session_name
from bench.table import Aim, Figure, Unit
from extractor.archive.database import Database
from extractor.archive.standing import Project
from extractor.domain import Milliseconds
from extractor.transcripts.paths import slug

PROJECT = "/bench/shop"

FILES = 1_000
"""Memory files; every hundredth is pinned."""

INDEXED = 190
"""Lines of MEMORY.md."""


def measure(home: Home, messages: int, runs: int, seed: int) -> list[Figure]:
    """The middle of the differences and both times over one another, for a new session and for one that goes on."""
    _fill(home, messages, seed)
    status, new = command("status"), command("context", "--project", PROJECT)
    same = command("context", "--session", session_name(0))
    commands = (status, new, same)
    times: list[list[float]] = [[] for _ in commands]
    for words in commands:
        _seconds(words, home)  # the first run of each fills the disk cache
    for number in range(runs):
        for place in range(len(commands))[:: 1 if number % 2 else -1]:
            times[place].append(_seconds(commands[place], home))
    floor = statistics.median(times[0])
    figures: list[Figure] = []
    for name, ours in (("new session", times[1]), ("session that goes on", times[2])):
        taken = statistics.median(ours)
        more = statistics.median(o - s for o, s in zip(ours, times[0], strict=True)) * 1_000
        note = f"{taken * 1_000:.0f} ms over {floor * 1_000:.0f} ms, {messages:,} messages, {FILES:,} memory files"
        figures += [
            Figure(f"context less status, {name}", more, Unit.MILLISECONDS, Aim(50), f"median of {runs}"),
            Figure(f"context ÷ status (time), {name}", taken / floor, Unit.RATIO, None, note),
        ]
    return figures


def _seconds(words: Sequence[str], home: Home) -> float:
    """Processor time of a whole process and of the kernel for it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, env=home.env(), cwd=REPOSITORY, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise NotMeasured(f"{' '.join(words[3:])!r} failed ({done.returncode}): {said[-1] if said else ''}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _fill(home: Home, messages: int, seed: int) -> None:
    """An archive of one project, and its memory."""
    random = Random(seed)
    vocabulary = Vocabulary(random)
    home.state_file.parent.mkdir(parents=True, mode=0o700)
    db = Database.open(home.state_file, Milliseconds(0))
    try:
        Grown(db, random, vocabulary, project=Project(PROJECT, is_seen=True)).grow(messages)
        # As after a service that has kept up: `status` counts what waits.
        db.run("UPDATE messages SET passed = 'learned' WHERE kind = 'text' AND speaker = 'human'")
        db.run("DELETE FROM changes WHERE n <= (SELECT max(n) FROM changes) - 10000")
        db.run("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.close()
    folder = home.path / "data" / "extractor" / "projects" / slug(PROJECT) / "memory"
    folder.mkdir(parents=True, mode=0o700)
    for number in range(FILES):
        said = vocabulary.words(random, 20)
        pin = "  pinned: true\n" if number % 100 == 0 else ""
        front = f"---\nname: fact-{number}\ndescription: {said}\nmetadata:\n  type: feedback\n{pin}---\n"
        (folder / f"fact-{number}.md").write_text(f"{front}\n{said}.\n", encoding="utf-8")
    lines = (f"- [Fact {n}](fact-{n}.md) — {vocabulary.words(random, 12)}" for n in range(INDEXED))
    (folder / "MEMORY.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
