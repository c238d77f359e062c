"""The extractor as its own process, in a home that is nobody's.

Owns scratch homes, starting and ending the command, and what the kernel says of a process. Promises that
nothing of the person's is read or written and that every process it started has ended. Never decides what
is measured.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

REPOSITORY = Path(__file__).resolve().parents[1]

_KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
_TICKS = os.sysconf("SC_CLK_TCK")


class NotMeasured(Exception):
    """Something that was to be measured could not be; the text says why."""


@dataclass(frozen=True, slots=True)
class Home:
    """A home folder of its own."""

    path: Path

    @property
    def claude_dir(self) -> Path:
        """Where the Claude Code client's files would be."""
        return self.path / ".claude"

    @property
    def state_file(self) -> Path:
        """The extractor's state file."""
        return self.path / "state" / "extractor" / "state.db"

    def env(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of a process that lives here."""
        own = {"HOME": str(self.path)}
        for name, folder in (("STATE", "state"), ("CONFIG", "config"), ("DATA", "data"), ("CACHE", "cache")):
            own[f"XDG_{name}_HOME"] = str(self.path / folder)
        return {**{name: os.environ[name] for name in _KEPT if name in os.environ}, **own, **(more or {})}

    def number(self, sql: str, values: Sequence[str | int] = ()) -> int:
        """The one number a query of the state file gives; 0 while there is no such file or table."""
        if not self.state_file.exists():
            return 0
        with _reading(self.state_file) as connection:
            try:
                found = connection.execute(sql, values).fetchone()
            except sqlite3.OperationalError:
                return 0  # the file is just being made
        return int(found[0] or 0) if found else 0

    def is_caught_up(self, transcripts: int) -> bool:
        """Every transcript was read to its end and no person's words wait."""
        read = self.number("SELECT count(*) FROM transcripts WHERE more = 0 AND checkpoint IS NOT NULL")
        return read >= transcripts and not self.number(WAITING)


WAITING = """SELECT count(*) FROM messages WHERE kind = 'text' AND sidechain = 0
    AND speaker IN ('human', 'human-headless') AND passed IS NOT 'learned' AND passed IS NULL"""
"""A person's messages no run took in and none passed over, in the terms of the index that holds them."""


class _reading:
    """A read-only connection that is closed when left."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(
            f"{path.as_uri()}?mode=ro", uri=True, timeout=5, isolation_level=None
        )

    def __enter__(self) -> sqlite3.Connection:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def command(*words: str) -> list[str]:
    """The extractor's command line."""
    return [sys.executable, "-m", "extractor", *words]


class Daemon:
    """`extractor run` in a home, for as long as the context is open."""

    def __init__(self, home: Home, *options: str, env: Mapping[str, str] | None = None) -> None:
        home.path.mkdir(parents=True, exist_ok=True)
        self._home = home
        self._log = home.path / "daemon.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command("run", "--quiet", *options),
                env=home.env(env),
                cwd=REPOSITORY,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def __enter__(self) -> Daemon:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End it; twice is as good as once."""
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def processor_seconds(self) -> float:
        """Processor time used so far, in the process and in the kernel for it."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def megabytes(self, field: str) -> float:
        """A size from the kernel's account of the process: `VmRSS` now, `VmHWM` at its largest."""
        for line in self._proc("status").splitlines():
            if line.startswith(f"{field}:"):
                return int(line.split()[1]) * 1024 / 1e6
        raise NotMeasured(f"the kernel tells no {field}")

    def _proc(self, name: str) -> str:
        self.must_run()
        try:
            return Path(f"/proc/{self._process.pid}/{name}").read_text(encoding="utf-8")
        except OSError as error:
            raise NotMeasured(f"this system tells nothing of a process ({error.strerror})") from error

    def must_run(self) -> None:
        """Raises NotMeasured, with the last it said, where the daemon has ended."""
        code = self._process.poll()
        if code is not None:
            said = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise NotMeasured(f"the daemon ended ({code}): {said[-1] if said else 'it said nothing'}")

    def wait_until(self, is_so: Callable[[], bool], seconds: float, what: str) -> None:
        """Wait for something; raises NotMeasured where it does not come or the daemon ends."""
        deadline = time.monotonic() + seconds
        while not is_so():
            self.must_run()
            if time.monotonic() > deadline:
                raise NotMeasured(f"{what}: not within {seconds:.0f} s")
            time.sleep(0.1)

    def wait_until_quiet(self, seconds: float) -> None:
        """Wait until it uses less than a twentieth of a core over two seconds."""
        deadline = time.monotonic() + seconds
        used = self.processor_seconds()
        while True:
            time.sleep(2)
            before, used = used, self.processor_seconds()
            if used - before < 0.1:
                return
            if time.monotonic() > deadline:
                raise NotMeasured(f"the daemon is still busy after {seconds:.0f} s")
