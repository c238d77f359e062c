"""Killed at any moment, nothing is lost, torn or done twice."""

from __future__ import annotations

import fcntl
import os
import random
import re
import signal
import sqlite3
import struct
import subprocess
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from extractor.memory.memory_file import parse
from tests.support.machine import Scratch, Session

KILLS = int(os.environ.get("EXTRACTOR_KILLS", "50"))
SEED = int(os.environ.get("EXTRACTOR_SEED", "20260302"))
INSIDE = 1 / 3
"""Share of kills that must land inside a write, or the test proves nothing."""

WAL_WRITE_LOCK = 120
"""Byte of the -shm file a writing connection locks (sqlite.org/walformat.html, section 2.2.3)."""

SUBJECTS = ["prices", "weights", "dates", "names", "totals", "limits", "ports", "colours", "sizes", "rates", "units"]
QUALITIES = ["integers", "positive", "sorted", "rounded", "trimmed", "escaped", "signed", "quoted", "indexed", "cached"]


def rules(count: int) -> list[str]:
    """Different plain rules, each a fact of its own."""
    made = [
        f"{a.capitalize()} of the {b} module are always {q}, never raw."
        for a in SUBJECTS
        for q in QUALITIES
        for b in ("alpha", "bravo", "carrot", "delta", "ember")
    ]
    random.Random(SEED).shuffle(made)
    return made[:count]


def holds_write_lock(shm: Path) -> bool:
    """Whether a connection of another process holds SQLite's write lock: a transaction is under way."""
    try:
        fd = os.open(shm, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, WAL_WRITE_LOCK, 1, 0)
        found = struct.unpack("hhqqi4x", fcntl.fcntl(fd, fcntl.F_GETLK, asked))
        return found[0] != fcntl.F_UNLCK
    finally:
        os.close(fd)


def open_intents(state: Path) -> int:
    """Intents written down whose files may not have moved yet."""
    with sqlite3.connect(f"file:{state / 'state.db'}?mode=ro", uri=True) as db:
        try:
            (count,) = db.execute("SELECT count(*) FROM journal WHERE state = 'open'").fetchone()
        except sqlite3.OperationalError:
            return 0
    db.close()
    return int(count)


class Feeder(threading.Thread):
    """A person who goes on working while the service is killed around them."""

    def __init__(self, sessions: list[Session], said: list[str]) -> None:
        super().__init__(daemon=True)
        self.sessions = sessions
        self.said = said
        self.finished = threading.Event()

    def run(self) -> None:
        for number, rule in enumerate(self.said):
            if self.finished.is_set():
                return
            self.sessions[number % len(self.sessions)].turn(rule, "x" * 2_000)
            time.sleep(0.012)


def kill_inside_or_out(process: subprocess.Popen[bytes], state: Path) -> bool:
    """Stop the process where it is, look whether it is inside a write, kill it."""
    process.send_signal(signal.SIGSTOP)
    time.sleep(0.01)
    inside = holds_write_lock(state / "state.db-shm") or open_intents(state) > 0
    process.kill()
    process.wait(10)
    return inside


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_killed_at_random_moments_nothing_is_lost_torn_or_done_twice(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    scratch = Scratch(tmp_path / "home")
    said = rules(min(500, KILLS * 6))
    feeder = Feeder([scratch.session() for _ in range(8)], said)
    feeder.sessions[0].turn("Hello.", "Hello.")
    feeder.start()
    inside = landed = 0
    while landed < KILLS:
        process = scratch.start("--quiet")
        # Anything from the first write of the start to well into the catching up.
        until = time.monotonic() + 30
        while not holds_write_lock(scratch.state / "state.db-shm") and time.monotonic() < until and process.poll() is None:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.25))
        assert process.poll() is None, (scratch.home / "daemon.log").read_text()[-2_000:]
        inside += kill_inside_or_out(process, scratch.state)
        landed += 1
    feeder.join(60)
    print(f"{landed} kills, {inside} inside a write")
    assert inside >= landed * INSIDE

    done = scratch.command("once", "--json")
    assert done.returncode == 0, done.stderr
    _check_archive(scratch, feeder)
    _check_memory(scratch, said)
    again = {f.name: f.read_bytes() for f in scratch.memory.glob("*.md")}
    assert scratch.command("once", "--json").returncode == 0
    assert {f.name: f.read_bytes() for f in scratch.memory.glob("*.md")} == again


def _check_archive(scratch: Scratch, feeder: Feeder) -> None:
    db = sqlite3.connect(f"file:{scratch.state / 'state.db'}?mode=ro", uri=True)
    stored = Counter(uuid for (uuid,) in db.execute("SELECT uuid FROM messages"))
    written = {uuid for session in feeder.sessions for uuid in session.uuids}
    assert written - stored.keys() == set(), "messages were lost"
    assert {uuid for uuid, count in stored.items() if count > 1} == set(), "messages were stored twice"
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert db.execute("SELECT count(*) FROM journal WHERE state = 'open'").fetchone() == (0,)
    assert db.execute("SELECT count(*) FROM runs WHERE finished IS NULL").fetchone() == (0,)
    waiting = "SELECT count(*) FROM messages WHERE speaker = 'human' AND kind = 'text' AND passed IS NULL"
    assert db.execute(waiting).fetchone() == (0,)
    db.close()


def _check_memory(scratch: Scratch, said: list[str]) -> None:
    stated: Counter[str] = Counter()
    for file in scratch.memory.glob("*.md"):
        if file.name == "MEMORY.md":
            continue
        read = parse(file.read_bytes())
        assert read.problem is None, f"{file.name} is torn: {read.problem}"
        assert read.description, f"{file.name} is torn"
        stated.update(read.statements)
    assert [s for s, count in stated.items() if count > 1] == [], "statements were written twice"
    learned = " ".join(stated)
    missing = [rule for rule in said if rule.rstrip(".") not in learned]
    print(f"{len(said)} rules said, {len(missing)} not learned")
    assert missing == []
    index = (scratch.memory / "MEMORY.md").read_text(encoding="utf-8")
    assert len(index.splitlines()) <= 200
    assert len(index.encode()) <= 25_000
    links = re.findall(r"\]\(([^)]+\.md)\)", index)
    assert [link for link in links if not (scratch.memory / link).is_file()] == []
    assert [f.name for f in scratch.memory.iterdir() if f.name.startswith(".extractor-")] == []
