"""A scratch machine for a real client: a home and a project of its own, the command, and the service beside it.

Owns the variables its processes start with. Promises that nothing of the user's is read or written: no
variable of theirs comes along but where programs are found and in which letters they print.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tests.support.client_installs import REPOSITORY

T = TypeVar("T")
_KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR")


@dataclass(frozen=True, slots=True)
class Machine:
    """A scratch home with one project in it. `leading`: further variables, such as those of a proxy."""

    home: Path
    project: Path
    leading: Mapping[str, str] = field(default_factory=dict)

    @property
    def memory(self) -> Path:
        """The project's memory folder, where Claude Code is on the machine."""
        return self.home / ".claude/projects" / slug(self.project) / "memory"

    @property
    def state(self) -> Path:
        """The service's state file."""
        return self.home / ".local/state/extractor/state.db"

    def environment(self) -> dict[str, str]:
        """The variables every process on the machine starts with."""
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        # The command that a client is led to is the one under test.
        kept["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", os.defpath)])
        return {
            **kept,
            **self.leading,
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_STATE_HOME": str(self.home / ".local/state"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_RUNTIME_DIR": str(self.home / ".run"),
        }

    def service_environment(self) -> dict[str, str]:
        """The variables of the service's own processes: what a script asks counts as a person's words."""
        return {
            **self.environment(),
            "PYTHONPATH": str(REPOSITORY),
            "PYTHONDONTWRITEBYTECODE": "1",
            "EXTRACTOR_LEARN_HEADLESS": "true",
        }

    def extractor(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The service's command with these words, in the project."""
        return subprocess.run(
            [sys.executable, "-m", "extractor", *words],
            cwd=self.project,
            env=self.service_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def run(self, command: list[str], settings: Mapping[str, str]) -> str:
        """What a program of the client's prints, run in the project with these variables besides."""
        done = subprocess.run(
            command,
            cwd=self.project,
            env={**self.environment(), **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, f"the client failed: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout


def slug(path: Path) -> str:
    """The name Claude Code gives the folder of a project at this path (of no more than 200 characters)."""
    return re.sub(r"[^A-Za-z0-9]", "-", str(path.resolve()))


def set_up(on: Machine) -> None:
    """Make the home, and a small git repository as its project."""
    for needed in (on.home / ".run", on.project):
        needed.mkdir(parents=True)
    (on.home / ".run").chmod(0o700)
    (on.project / "orders.py").write_text(
        "def total(lines):\n    return sum(n * price for n, price in lines)\n"
    )
    identity = ["-c", "user.name=dev", "-c", "user.email=dev@example.org"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], [*identity, "commit", "-qm", "start"]):
        subprocess.run(
            ["git", *command], cwd=on.project, env=on.environment(), check=True, capture_output=True
        )


@contextmanager
def daemon(on: Machine) -> Iterator[Path]:
    """The service, running in the foreground of its own process until left. Gives the file of its output."""
    output = on.home / "daemon.log"
    with output.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "extractor", "run"],
            cwd=on.home,
            env=on.service_environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield output
        assert process.poll() is None, f"the daemon ended by itself: {output.read_text()[-2000:]}"
    finally:
        ended(process)


def ended(process: subprocess.Popen[bytes]) -> None:
    """Ask a process of ours to end, and wait until it has."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def within(seconds: float, look: Callable[[], T | None]) -> T | None:
    """What `look` finds, looked for again and again until it finds something or the time is up."""
    until = time.monotonic() + seconds
    while (found := look()) is None and time.monotonic() < until:
        time.sleep(0.1)
    return found
