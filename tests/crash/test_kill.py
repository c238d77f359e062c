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
import time
from collections import Counter
from pathlib import Path

import pytest

from extractor.memory.memory_file import parse
from tests.support.machine import Scratch
from tests.support.tally import number, tally

KILLS = number("EXTRACTOR_KILLS", 50)
SEED = number("EXTRACTOR_SEED", 20260302)
INSIDE = 1 / 3
"""Share of kills that must land inside a write, or the test proves nothing."""

WAL_WRITE_LOCK = 120
"""Byte of the -shm file a writing connection locks (sqlite.org/walformat.html, section 2.2.3)."""


def rules(count: int) -> list[str]:
    """Different plain rules, each a fact of its own, in words no two of them share."""
    chance = random.Random(SEED)

    def word() -> str:
        return "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(3))

    return [f"The {word()} {word()} is always {word()} and never {word()}." for _ in range(count)]


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


def wait_for_writes(state: Path, sightings: int) -> None:
    """Wait until a transaction was seen under way so many times, or for two seconds."""
    until = time.monotonic() + (30 if sightings == 1 else 2)
    while sightings and time.monotonic() < until:
        sightings -= holds_write_lock(state / "state.db-shm")


def commits_under_way(state: Path) -> int:
    """Memory commits written down and not yet recorded as done: files may be moving."""
    db = sqlite3.connect(f"file:{state / 'state.db'}?mode=ro", uri=True)
    try:
        (intents,) = db.execute("SELECT count(*) FROM journal WHERE state = 'open'").fetchone()
        (runs,) = db.execute(
            "SELECT count(*) FROM runs WHERE plan IS NOT NULL AND finished IS NULL"
        ).fetchone()
    except sqlite3.OperationalError:
        return 0  # killed before the tables were made
    finally:
        db.close()
    return int(intents) + int(runs)


class Person:
    """Somebody who goes on working in several sessions while the service is killed around them."""

    def __init__(self, scratch: Scratch, said: list[str]) -> None:
        self.sessions = [scratch.session() for _ in range(8)]
        self.said = said
        self._left = list(said)
        self._chance = random.Random(SEED)

    def work(self, rules: int, chatter: int) -> None:
        """Say some rules among other things."""
        turns = [self._left.pop() for _ in range(min(rules, len(self._left)))]
        turns += [f"What does part {self._chance.random()} do?" for _ in range(chatter)]
        self._chance.shuffle(turns)
        for turn in turns:
            self._chance.choice(self.sessions).turn(turn, "word " * 2_000)


def kill_inside_or_out(process: subprocess.Popen[bytes], state: Path) -> bool:
    """Stop the process where it is, look whether it is inside a write, kill it."""
    process.send_signal(signal.SIGSTOP)
    time.sleep(0.01)
    inside = holds_write_lock(state / "state.db-shm") or commits_under_way(state) > 0
    process.kill()
    process.wait(10)
    return inside


@pytest.mark.slow
@pytest.mark.timeout(max(300, KILLS * 12))
def test_killed_at_random_moments_nothing_is_lost_torn_or_done_twice(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    scratch = Scratch(tmp_path / "home")
    said = rules(min(500, KILLS * 6))
    person = Person(scratch, said)
    with (
        tally("SIGKILL at a random moment: no message lost, no file torn, no edit done twice") as counted,
        tally("SIGKILL inside a write, of these") as inside,
    ):
        while counted.cases < KILLS:
            person.work(rules=6, chatter=40)
            process = scratch.start("--quiet")
            wait_for_writes(scratch.state, 1)
            # Every other kill falls anywhere in the catching up, the rest while some write of it is under way:
            # on a fast disk most moments are not inside one.
            if counted.cases % 2:
                wait_for_writes(scratch.state, chance.randint(1, 60))
            else:
                time.sleep(chance.uniform(0, 0.3))
            assert process.poll() is None, (scratch.home / "daemon.log").read_text()[-2_000:]
            inside.cases += kill_inside_or_out(process, scratch.state)
            counted.case()
        print(f"{counted.cases} kills, {inside.cases} inside a write")
        assert inside.cases >= counted.cases * INSIDE

        # What is left over grows with the kills: each cuts a pass short, and the person goes on working.
        done = scratch.command("once", "--json", timeout=600 + KILLS * 3)
        assert done.returncode == 0, done.stderr
        _check_archive(scratch, person)
        _check_memory(scratch, said)
        again = {f.name: f.read_bytes() for f in scratch.memory.glob("*.md")}
        assert scratch.command("once", "--json").returncode == 0
        assert {f.name: f.read_bytes() for f in scratch.memory.glob("*.md")} == again


def _check_archive(scratch: Scratch, person: Person) -> None:
    db = sqlite3.connect(f"file:{scratch.state / 'state.db'}?mode=ro", uri=True)
    stored = Counter(uuid for (uuid,) in db.execute("SELECT uuid FROM messages"))
    written = {uuid for session in person.sessions for uuid in session.uuids}
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
