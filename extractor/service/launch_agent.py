"""The launch agent: what the user unit is on Linux, for launchd.

Owns where the agent stands, what launchctl is told and how much is logged. Promises to change nothing that a
yes was not given for, and that doing it twice changes nothing more. Never starts a process besides launchctl.
"""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, unescape

from extractor import fs
from extractor.service.steps import failed, likeness
from extractor.service.unit import (
    PLACE,
    TIMED_OUT,
    Answer,
    Ask,
    Call,
    Surroundings,
    Variables,
    absolute,
    call,
    nameable,
    written,
)

LABEL = "local.extractor"
FILE = f"{LABEL}.plist"

LARGEST_LOG = 10_000_000
"""Bytes of log above which a start sets it aside: launchd writes on for ever."""

SEARCH_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"
"""The PATH of a job whose agent names none: _PATH_STDPATH of Darwin's paths.h."""

LEAVES_WITHIN = 20.0
"""Seconds a job told to leave has for it: launchd kills it after the ExitTimeOut of the agent, which is 15."""

SETTLES_WITHIN = 5.0
"""Seconds in which launchd may still be busy with a job it says is gone."""

_PAUSE = 0.2
_BUSY = frozenset({5, 37})
"""What `bootstrap` exits with while an earlier job of the label goes: EIO, and EALREADY as Darwin numbers it."""

_UNDER_WAY = 36
"""What `bootout` exits with where a job takes long to go: EINPROGRESS as Darwin numbers it."""

_NOT_LOADED = frozenset({3, 113})
"""What `bootout` exits with where launchd has no such job: ESRCH, and launchd's own number for it."""

_FACT = re.compile(r"^\t(state|pid|last exit code) = (.+)$", re.M)
"""What `print` tells of the job itself; what it tells of the job's parts stands further in."""

_PATH = re.compile(r"(<key>PATH</key>\s*<string>)([^<]*)")
_PLACE = re.compile(rf" *<key>({PLACE})</key>\s*<string>[^<]*</string>\n")
"""What holds a place of the shell an agent was installed from, its name the first group."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job launchd has."""

    is_running: bool
    told: str
    """How it is: `running, pid 417`, or `not running, last exit code 0`."""

    @classmethod
    def printed(cls, text: str) -> Job:
        """As `launchctl print` tells it, in a form that Apple promises nobody: what is missing is left out."""
        facts = dict(_FACT.findall(text))
        state = facts.get("state", "loaded")
        is_running = state == "running"
        name = "pid" if is_running else "last exit code"
        return cls(is_running, f"{state}, {name} {facts[name]}" if name in facts else state)


@dataclass(frozen=True, slots=True)
class LaunchAgent:
    """The launch agent of one person."""

    path: Path
    """Where the agent stands, `~/Library/LaunchAgents/local.extractor.plist`."""
    text: str
    """What it says."""
    logs: Path
    """Folder of its log."""
    uid: int
    call: Call = call
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    @classmethod
    def make(
        cls,
        template: str,
        executable: Path,
        home: Path,
        uid: int,
        search_path: str,
        call: Call = call,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        places: Variables = (),
    ) -> LaunchAgent:
        """The agent for an installed command, which looks for others in the absolute folders of a PATH.

        `places` are the variables that say where its files lie. Raises ConfigError for what no agent can hold.
        """
        logs = log_file(home).parent
        values = {
            "{executable}": escape(str(executable)),
            "{logs}": escape(str(logs)),
            "{path}": escape(absolute(search_path) or SEARCH_PATH),
            "{places}\n": "".join(_entry(name, nameable(name, held)) for name, held in places),
        }
        text = re.sub(r"\{places\}\n|\{\w+\}", lambda found: values[found[0]], template)
        return cls(agent_file(home), text, logs, uid, call, clock, sleep)

    @property
    def _domain(self) -> str:
        return f"gui/{self.uid}"

    @property
    def _target(self) -> str:
        return f"{self._domain}/{LABEL}"

    @property
    def restart(self) -> str:
        """What a person types to start it again, be it loaded or not."""
        return "extractor service install"

    def surroundings(self) -> Surroundings | None:
        """What the service finds around it; None where no agent stands. Raises ConfigError as `written` does."""
        current = written(self.path)
        if current is None:
            return None
        told = _PATH.search(current)
        return Surroundings(unescape(told[2]) if told else SEARCH_PATH)

    def install(self, ask: Ask, say: Callable[[str], None]) -> dict[str, str]:
        """Show the agent, ask, write it and start it, anew where it changed. Returns what was done."""
        if written(self.path) == self.text:
            self._make_logs()
            return {"agent": f"{self.path} stands already", "start": self._start()}
        say(f"# {self.path}\n{self.text}")
        if not ask(f"write {self.path} and start it?"):
            return {"agent": "nothing was written"}
        # An earlier agent goes before its file does: where it stays, the next install finds it as it was.
        if self._job() and (stopped := self._bootout()).code not in (0, *_NOT_LOADED):
            again = failed(_reason(stopped), "run `extractor service install` again")
            return {"agent": f"{self.path} was not written", "stop": again}
        fs.make_private_dir(self.path.parent)
        self._make_logs()
        fs.write_atomic(self.path, self.text.encode())
        return {"agent": f"{self.path} written", "start": self._bootstrap()}

    def _make_logs(self) -> None:
        """The log's folder, which keeps others out: launchd makes the log, and a folder that is missing, with its own mode."""
        fs.make_private_dir(self.logs)

    def _job(self) -> Job | None:
        """The job as launchd has it, also one that is about to go; None where it has none."""
        answer = self.call(["launchctl", "print", self._target])
        return Job.printed(answer.text) if answer.code == 0 else None

    def _start(self) -> str:
        """See to it that the job runs. Returns what came of it."""
        job = self._job()
        if job is None:
            return self._bootstrap()
        return f"it is {job.told}" if job.is_running else self._told(["launchctl", "kickstart", self._target])

    def _bootout(self) -> Answer:
        """Have launchd let go of the job, and wait until it did: launchctl comes back before.

        Answers 0 where it has gone, one of `_NOT_LOADED` where it was not there.
        """
        answer = self.call(["launchctl", "bootout", self._target])
        until = self.clock() + LEAVES_WITHIN
        while self._job():
            if self.clock() >= until:
                return Answer(TIMED_OUT, answer.text or f"it did not end within {LEAVES_WITHIN:g} seconds")
            self.sleep(_PAUSE)
        return Answer(0, "") if answer.code == _UNDER_WAY else answer

    def _bootstrap(self) -> str:
        """Have launchd take the job on, which starts it. Returns what came of it."""
        return self._told(["launchctl", "bootstrap", self._domain, str(self.path)])

    def _told(self, command: Sequence[str]) -> str:
        """Have launchd do it, when it has the time; returns what came of it."""
        until = self.clock() + SETTLES_WITHIN
        while (answer := self.call(command)).code in _BUSY and self.clock() < until:
            self.sleep(_PAUSE)
        return "done" if answer.code == 0 else failed(_reason(answer), f"run `{shlex.join(command)}`")

    def uninstall(self, ask: Ask, _is_idle: bool = False) -> dict[str, str]:
        """Stop the service and take the agent away, after a yes. Memory, state and log stay."""
        if written(self.path) is None:
            return {"agent": f"{self.path} does not exist: nothing to take away"}
        if not ask(f"stop the service and remove {self.path}?"):
            return {"agent": "nothing was changed"}
        stopped = self._bootout()
        fs.remove_private(self.path)
        return {
            "agent": f"{self.path} removed",
            "stop": _stop(stopped),
            "kept": f"memory files, the state folder and {self.logs} were not touched",
        }

    def is_active(self) -> bool:
        """Whether launchd has its process; one question."""
        job = self._job()
        return job is not None and job.is_running

    def status(self) -> dict[str, str]:
        """Whether the agent stands, is this version's and has this shell's places, whatever its PATH, and runs."""
        current = written(self.path)
        if current is None:
            return {"agent": f"{self.path} does not exist: `extractor service install` makes it"}
        same = likeness(_PATH.sub(r"\1", current), _PATH.sub(r"\1", self.text), _PLACE)
        job = self._job()
        return {
            "agent": f"{self.path} ({same})",
            "active": "active" if job is not None and job.is_running else "inactive",
            "job": "not loaded" if job is None else job.told,
        }


def _entry(name: str, value: str) -> str:
    """A variable as an agent has it."""
    return f"    <key>{name}</key>\n    <string>{escape(value)}</string>\n"


def agent_file(home: Path) -> Path:
    """Where a person's launch agent stands."""
    return home / "Library" / "LaunchAgents" / FILE


def log_file(home: Path) -> Path:
    """The log of a person's launch agent."""
    return home / "Library" / "Logs" / "extractor" / "extractor.log"


def bound_log(home: Path, fd: int = 2) -> None:
    """Where `fd` writes to the launch agent's log, and that is above LARGEST_LOG, begin a new one: the old is `….log.1`.

    Raises StoreFailed where that cannot be done.
    """
    log = log_file(home)
    try:
        stands = log.stat()
    except OSError:
        return  # launchd has just opened what it gave us: this start is another's
    if os.path.samestat(stands, os.fstat(fd)) and stands.st_size > LARGEST_LOG:
        fs.start_anew(log, fd)


def _reason(answer: Answer) -> str:
    """Why launchctl failed, in one line; the advice to try as root is of no use here."""
    return " ".join(line for line in answer.text.splitlines() if not line.startswith("Try re-running"))


def _stop(answer: Answer) -> str:
    """What came of stopping the service, in words."""
    if answer.code in _NOT_LOADED:
        return "it did not run"
    return "done" if answer.code == 0 else failed(_reason(answer), "stop it by hand if it runs")
