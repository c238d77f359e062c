"""A scratch home goes with its command, also where that is told to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from extractor.service.scratch_home import Ended, scratch_home
from tests.support.signals import hang_ups_heard

WAITING = """
import sys, time
from extractor.service.scratch_home import scratch_home
with scratch_home("tried-") as home:
    {begin}
        (home.path / "a").write_text("x")
        print(home.path, flush=True)
        time.sleep({seconds})
    time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(("begin", "seconds"), [("if True:", 60), ("with home.beginning():", 1)])
def test_a_command_that_is_told_to_end_takes_its_home_along(
    tmp_path: Path, number: signal.Signals, begin: str, seconds: int
) -> None:
    with hang_ups_heard():
        process = subprocess.Popen(
            [sys.executable, "-c", WAITING.format(begin=begin, seconds=seconds)],
            env={**os.environ, "TMPDIR": str(tmp_path)},
            stdout=subprocess.PIPE,
        )
    assert process.stdout is not None
    home = Path(process.stdout.readline().decode().strip())
    assert (home / "a").exists()
    process.send_signal(number)
    assert process.wait(20) == 128 + number
    process.stdout.close()
    assert list(tmp_path.iterdir()) == []


def test_what_comes_while_a_step_is_made_waits_for_its_end() -> None:
    done: list[str] = []
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as told, scratch_home("tried-") as home:
        with pytest.raises(Ended), home.beginning():
            os.kill(os.getpid(), signal.SIGTERM)
            done.append("the step")
        done.append("behind it")
    assert told.value.code == 128 + signal.SIGTERM
    assert done == ["the step", "behind it"]
    assert signal.getsignal(signal.SIGTERM) == before
    assert not home.path.exists()


def test_a_hang_up_that_is_ignored_from_outside_ends_nothing() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with scratch_home("tried-") as home:
            os.kill(os.getpid(), signal.SIGHUP)
            assert home.path.is_dir()
        assert home.heard is None
    finally:
        signal.signal(signal.SIGHUP, before)
    assert not home.path.exists()
