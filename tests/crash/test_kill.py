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
from typing import NamedTuple

import pytest

from extractor.memory.memory_file import parse
from tests.support.machine import Scratch
from tests.support.tally import Tally, number, tally

KILLS = number("EXTRACTOR_KILLS", 50)
SEED = number("EXTRACTOR_SEED", 20260302)
RULES = 6
"""Rules a person says before each kill."""
IN_ONE_HOME = 50
"""Kills in one home: in a folder that goes on growing a pass comes to its first commit later and later."""
INSIDE = 1 / 3
"""Share of kills that must land inside a write, or the test proves nothing."""

WAL_WRITE_LOCK = 120
"""Byte of the -shm file a writing connection locks (sqlite.org/walformat.html, section 2.2.3)."""


def rules(count: int, seed: int) -> list[str]:
    """Different plain rules, each a fact of its own, in words no two of them share."""
    chance = random.Random(seed)

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


def open_commits(state: Path) -> frozenset[str]:
    """Memory commits written down and not yet recorded as done: files may be moving."""
    if not (state / "state.db").exists():
        return frozenset()
    db = sqlite3.connect(f"file:{state / 'state.db'}?mode=ro", uri=True)
    try:
        intents = db.execute("SELECT 'intent ' || id FROM journal WHERE state = 'open'").fetchall()
        runs = db.execute(
            "SELECT 'run ' || id FROM runs WHERE plan IS NOT NULL AND finished IS NULL"
        ).fetchall()
    except sqlite3.OperationalError:
        return frozenset()  # killed before the tables were made
    finally:
        db.close()
    return frozenset(name for (name,) in (*intents, *runs))


def wait_for_commit(state: Path, before: frozenset[str]) -> None:
    """Wait until a memory commit is open that was not before, or for ten seconds."""
    until = time.monotonic() + 10
    while not open_commits(state) - before and time.monotonic() < until:
        time.sleep(0.001)


class Person:
    """Somebody who goes on working in several sessions while the service is killed around them."""

    def __init__(self, scratch: Scratch, said: list[str], seed: int) -> None:
        self.sessions = [scratch.session() for _ in range(8)]
        self.said = said
        self._left = list(said)
        self._chance = random.Random(seed)

    def work(self, rules: int, chatter: int) -> None:
        """Say some rules among other things."""
        turns = [self._left.pop() for _ in range(min(rules, len(self._left)))]
        turns += [f"What does part {self._chance.random()} do?" for _ in range(chatter)]
        self._chance.shuffle(turns)
        for turn in turns:
            self._chance.choice(self.sessions).turn(turn, "word " * 2_000)


class Counted(NamedTuple):
    """The kills of all homes."""

    kills: Tally
    inside: Tally
    committing: Tally

    def kill(self, process: subprocess.Popen[bytes], state: Path, before: frozenset[str]) -> None:
        """Stop the process where it is, look what it is in the middle of, kill it.

        `before`: commits that were open when it started; those an earlier kill left open are not its own.
        """
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.01)
        found = open_commits(state)
        self.committing.cases += bool(found - before)
        self.inside.cases += bool(found) or holds_write_lock(state / "state.db-shm")
        process.kill()
        process.wait(10)
        self.kills.case()


@pytest.mark.slow
@pytest.mark.timeout(max(300, KILLS * 12))
def test_killed_at_random_moments_nothing_is_lost_torn_or_done_twice(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    with (
        tally("SIGKILL while a memory commit was open, of these") as committing,
        tally("SIGKILL inside a write, of these") as inside,
        tally("SIGKILL at a random moment: no message lost, no file torn, no edit done twice") as kills,
    ):
        counted = Counted(kills, inside, committing)
        for home, before in enumerate(range(0, KILLS, IN_ONE_HOME)):
            scratch = Scratch(tmp_path / f"home-{home}")
            _kill_around(scratch, min(IN_ONE_HOME, KILLS - before), SEED + home, counted)
        print(f"{kills.cases} kills, {inside.cases} inside a write, {committing.cases} in a memory commit")
        assert inside.cases >= kills.cases * INSIDE


def _kill_around(scratch: Scratch, kills: int, seed: int, counted: Counted) -> None:
    """So many kills in one home while a person says rules in it, and what has to stand in it afterwards."""
    chance = random.Random(seed)
    said = rules(kills * RULES, seed)
    person = Person(scratch, said, seed)
    for number_ in range(kills):
        person.work(RULES, chatter=40)
        before = open_commits(scratch.state)
        process = scratch.start("--quiet")
        wait_for_writes(scratch.state, 1)
        # One in five falls into a commit of memory files. Of the others every other one falls anywhere in the
        # catching up, the rest while some write of it is under way: on a fast disk most moments are not inside one.
        if number_ % 5 == 4:
            wait_for_commit(scratch.state, before)
        elif number_ % 2:
            wait_for_writes(scratch.state, chance.randint(1, 60))
        else:
            time.sleep(chance.uniform(0, 0.3))
        assert process.poll() is None, (scratch.home / "daemon.log").read_text()[-2_000:]
        counted.kill(process, scratch.state, before)

    # What is left over grows with the kills: each cuts a pass short, and the person goes on working.
    done = scratch.command("once", "--json", timeout=600 + kills * 3)
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
