"""A scratch machine: a home of its own, the real command as a process, and transcripts as a client writes them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from extractor.transcripts.paths import slug


@dataclass
class Scratch:
    """A home under a temporary folder; nothing of the person's own is touched."""

    home: Path
    settings: dict[str, str] = field(default_factory=dict)
    under: tuple[str, ...] = ()
    """The words of a program each command is started under."""

    def __post_init__(self) -> None:
        self.home = self.home.resolve()
        (self.home / ".claude" / "projects").mkdir(parents=True, exist_ok=True)
        self.project.mkdir(exist_ok=True)

    @property
    def project(self) -> Path:
        return self.home / "shop"

    @property
    def transcripts(self) -> Path:
        return self.home / ".claude" / "projects" / slug(str(self.project))

    @property
    def memory(self) -> Path:
        return self.transcripts / "memory"

    @property
    def state(self) -> Path:
        return self.home / ".local" / "state" / "extractor"

    @property
    def env(self) -> dict[str, str]:
        keep = {name: os.environ[name] for name in ("PATH", "LANG", "TZ", "TMPDIR") if name in os.environ}
        return {**keep, "HOME": str(self.home), "PYTHONDONTWRITEBYTECODE": "1", **self.settings}

    def command(
        self, *words: str, timeout: float = 60, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.under, sys.executable, "-m", "extractor", *words],
            env=self.env, capture_output=True, text=True, timeout=timeout, check=False, cwd=cwd or self.project,
        )  # fmt: skip

    def start(self, *words: str, out: Path | None = None) -> subprocess.Popen[bytes]:
        log = (out or self.home / "daemon.log").open("ab")
        try:
            return subprocess.Popen(
                [*self.under, sys.executable, "-m", "extractor", "run", *words],
                env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.project,
            )  # fmt: skip
        finally:
            log.close()

    def session(self, name: str | None = None) -> Session:
        self.transcripts.mkdir(exist_ok=True)
        own = name or str(uuid.uuid4())
        return Session(self.transcripts / f"{own}.jsonl", own, str(self.project))

    def files(self) -> dict[str, str]:
        if not self.memory.is_dir():
            return {}
        return {f.name: f.read_text(encoding="utf-8") for f in sorted(self.memory.glob("*.md"))}


@dataclass
class Session:
    """One transcript, written as the client writes it."""

    path: Path
    id: str
    cwd: str
    parent: str | None = None
    uuids: list[str] = field(default_factory=list)

    def line(self, kind: str, **more: object) -> str:
        own = str(uuid.uuid4())
        now = time.time()
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03d}Z"
        made = {
            "parentUuid": self.parent, "isSidechain": False, "userType": "external", "entrypoint": "cli",
            "cwd": self.cwd, "sessionId": self.id, "version": "2.1.329", "uuid": own, "timestamp": stamp,
            "type": kind, **more,
        }  # fmt: skip
        self.parent = own
        self.uuids.append(own)
        return json.dumps(made) + "\n"

    def prompt(self, text: str) -> str:
        return self.line(
            "user", origin={"kind": "human"}, promptSource="typed", message={"role": "user", "content": text}
        )

    def answer(self, text: str) -> str:
        message = {
            "id": f"msg_{uuid.uuid4().hex[:12]}", "role": "assistant", "stop_reason": "end_turn",
            "content": [{"type": "text", "text": text}],
        }  # fmt: skip
        said = self.line("assistant", message=message)
        end = self.line("system", subtype="turn_duration", durationMs=5)
        self.uuids.pop()
        return said + end

    def turn(self, prompt: str, answer: str = "Understood.") -> None:
        self.write(self.prompt(prompt) + self.answer(answer))

    def write(self, lines: str) -> None:
        with self.path.open("a", encoding="utf-8") as out:
            out.write(lines)


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold within so many seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.05)
    return holds()


def stop(process: subprocess.Popen[bytes], timeout: float = 10) -> int:
    """Ask a process of ours to end; returns its exit code."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    return process.wait(timeout)
