"""A command that tries something in a scratch home and is told to end leaves neither the home nor a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from extractor import fs
from extractor.config.settings import LOCK_FILE
from tests.support.machine import Scratch, within
from tests.support.signals import hang_ups_heard

SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """The only folder for temporary files."""
    made = tmp_path / "room"
    made.mkdir()
    return made


@pytest.fixture
def scratch(tmp_path: Path, room: Path) -> Scratch:
    return Scratch(tmp_path / "home", settings={"TMPDIR": str(room)})


def started(scratch: Scratch, *words: str) -> subprocess.Popen[bytes]:
    with hang_ups_heard():
        return subprocess.Popen(
            [sys.executable, "-m", "extractor", *words],
            env=scratch.env, cwd=scratch.project, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip


def services(room: Path) -> Iterator[int]:
    """The processes that run as a service in a scratch home. One that has not written its number yet is not among them."""
    for lock in room.glob(f"*/.local/state/extractor/{LOCK_FILE}"):
        if holder := fs.lock_holder(lock):
            yield holder


@pytest.mark.parametrize("number", SIGNALS)
def test_a_doctor_that_is_told_to_end_ends_the_service_it_tries(
    scratch: Scratch, room: Path, number: signal.Signals
) -> None:
    doctor = started(scratch, "doctor")
    found: list[int] = []

    def is_there() -> bool:
        found.extend(services(room))
        return bool(found)

    assert within(60, is_there)
    doctor.send_signal(number)
    assert doctor.wait(20) == 128 + number
    with pytest.raises(ProcessLookupError):
        os.kill(found[0], 0)
    assert list(room.iterdir()) == []


@pytest.mark.parametrize("number", SIGNALS)
def test_a_sample_that_is_told_to_end_leaves_no_folder(
    scratch: Scratch, room: Path, number: signal.Signals
) -> None:
    sample = started(scratch, "run", "--sample")
    assert within(60, lambda: any(room.glob("*/.claude/projects/*/*.jsonl")))
    sample.send_signal(number)
    sample.wait(20)
    assert list(room.iterdir()) == []
