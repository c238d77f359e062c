"""Stopped at any moment it ends at once and leaves nothing to repair; started many times it runs once."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.machine import Scratch, within
from tests.support.tally import number, tally

SEED = number("EXTRACTOR_SEED", 20260302)
STOPS = number("EXTRACTOR_STOPS", 10)
STARTS = number("EXTRACTOR_STARTS", 20)
PATIENCE = 5.0
"""Seconds in which a service that is asked to end has ended."""


def to_repair(scratch: Scratch) -> list[str]:
    """What the next start would have to bring to its end."""
    found = [f"{f.name} is left over" for f in scratch.state.glob(".extractor-*")]
    if not (scratch.state / "state.db").exists():
        return found
    log = scratch.state / "state.db-wal"
    if log.exists() and log.stat().st_size:  # our own look below leaves an empty one
        found.append("the state file was not closed")
    with sqlite3.connect(f"file:{scratch.state / 'state.db'}?mode=ro", uri=True) as db:
        try:
            (intents,) = db.execute("SELECT count(*) FROM journal WHERE state = 'open'").fetchone()
            (runs,) = db.execute("SELECT count(*) FROM runs WHERE finished IS NULL").fetchone()
        except sqlite3.OperationalError:
            intents = runs = 0  # stopped before the tables were made
    db.close()
    found += [f"{intents} files may be half-way"] if intents else []
    return found + ([f"{runs} runs are open"] if runs else [])


@pytest.mark.timeout(3600)
def test_asked_to_stop_at_random_moments_it_ends_at_once_and_leaves_nothing_to_repair(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    scratch = Scratch(tmp_path / "home")
    sessions = [scratch.session() for _ in range(4)]
    longest = 0.0
    with tally("SIGTERM at a random moment: ended within 5 s, nothing to repair") as counted:
        for turn in range(STOPS):
            for session in sessions:
                for part in range(6):
                    session.turn(f"Part {turn}x{part} is always {chance.random()} here.", "word " * 2_000)
            process = scratch.start("--quiet")
            time.sleep(chance.uniform(0, 2.5))
            asked = time.monotonic()
            process.send_signal(signal.SIGTERM)
            try:
                code = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)
                counted.case(f"stop {turn}: still running after {PATIENCE:g} s")
                continue
            longest = max(longest, time.monotonic() - asked)
            wrong = to_repair(scratch)
            # Before its first line of Python nobody can answer a signal: the system ends the process.
            if code not in (0, -signal.SIGTERM):
                wrong.append(f"exit code {code}: {(scratch.home / 'daemon.log').read_text()[-300:]}")
            counted.case("; ".join(wrong) and f"stop {turn}, code {code}: {'; '.join(wrong)}")
        print(f"longest stop {longest:.2f} s")


@pytest.mark.timeout(max(600, STARTS * 12))
def test_of_many_starts_at_once_one_runs_and_the_others_say_so(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "home")
    scratch.session().turn("Never mock the database in tests.")
    with tally("Many starts at once: one runs, the others say so in one line") as counted:
        started = [
            subprocess.Popen(
                ["nice", "-n", "5", *_command("run", "--quiet")],
                env=scratch.env, cwd=scratch.project, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            )
            for _ in range(STARTS)
        ]  # fmt: skip
        try:
            assert within(max(120, STARTS * 6), lambda: sum(p.poll() is None for p in started) <= 1)
            assert within(30, lambda: len(scratch.files()) > 1), "the one that runs does not work"
            running = [p for p in started if p.poll() is None]
            for process in started:
                if process in running:
                    counted.case("" if len(running) == 1 else f"{len(running)} run")
                    continue
                told = process.communicate(timeout=10)[1]
                is_told = process.returncode == 1 and told.count("\n") == 1 and "already runs" in told
                counted.case("" if is_told else f"code {process.returncode}, said {told!r}")
            if not running:
                counted.case("none runs")
        finally:
            for process in started:
                process.terminate()
            for process in started:
                process.communicate(timeout=20)


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "extractor", *words]
