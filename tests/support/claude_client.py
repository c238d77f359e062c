"""The real Claude Code client in a home of its own, talking to a scripted service.

Owns its installation (once, in a cache folder), the scratch machine it runs on, and the daemon beside it.
Promises that nothing of the user's is read or written. Never lets a missing network fail a test.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest
from filelock import FileLock

VERSION = "2.1.329"
REPOSITORY = Path(__file__).resolve().parents[2]
T = TypeVar("T")
FOREIGN = ("CLAUDE", "ANTHROPIC", "EXTRACTOR", "XDG_")
"""Beginnings of variables that would carry the user's own set-up into the scratch machine."""


def need_client() -> Path:
    """The client's executable, installed where it is not yet; skips with a reason where it cannot be."""
    cache = Path(os.environ.get("EXTRACTOR_CLIENTS_CACHE") or REPOSITORY / ".clients")
    folder = cache / f"claude-code-{VERSION}"
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / "lock"):
        if _installed(folder) != VERSION:
            _install(folder)
    return folder / "node_modules/.bin/claude"


def _installed(folder: Path) -> str | None:
    manifest = folder / "node_modules/@anthropic-ai/claude-code/package.json"
    if not manifest.is_file() or not (folder / "node_modules/.bin/claude").exists():
        return None
    return str(json.loads(manifest.read_text())["version"])


def _install(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: it fetches the client")
    wanted = f"@anthropic-ai/claude-code@{VERSION}"
    command = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--loglevel=error", wanted]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm did not install {wanted} within 240 seconds")
    if done.returncode or _installed(folder) != VERSION:
        pytest.skip(f"npm could not install {wanted}: {done.stderr.strip()[-300:]}")


def slug(path: Path) -> str:
    """The name the client gives the folder of a project at this path (of no more than 200 characters)."""
    return re.sub(r"[^A-Za-z0-9]", "-", str(path.resolve()))


@dataclass(frozen=True, slots=True)
class Machine:
    """A scratch home with one project in it. `url` is the service the client asks."""

    client: Path
    home: Path
    project: Path
    url: str

    @property
    def transcripts(self) -> Path:
        """The client's folder of the project."""
        return self.home / ".claude/projects" / slug(self.project)

    @property
    def memory(self) -> Path:
        """The project's memory folder."""
        return self.transcripts / "memory"

    def environment(self) -> dict[str, str]:
        """The variables every process on the machine starts with."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        return {
            **kept,
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_STATE_HOME": str(self.home / ".local/state"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_RUNTIME_DIR": str(self.home / ".run"),
        }

    def prompt(self, text: str, session: str | None = None, *options: str) -> str:
        """Give the client a prompt, in a new session or in this one, and wait for the end of its turn.

        `options`: further words of its command line. Returns the session's id.
        """
        opened = session or str(uuid.uuid4())
        flag = "--resume" if session else "--session-id"
        settings = {
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_KEY": "-".join(["scratch", "machine"]),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "IS_SANDBOX": "1",
        }
        done = subprocess.run(
            [str(self.client), "-p", text, flag, opened, *options],
            cwd=self.project,
            env={**self.environment(), **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, f"the client failed: {done.stdout}{done.stderr}"
        return opened


def machine(folder: Path, client: Path, url: str) -> Machine:
    """A new scratch machine below `folder`, with a small git repository as its project."""
    home, project = folder / "home", folder / "shop"
    for needed in (home / ".run", project):
        needed.mkdir(parents=True)
    (home / ".run").chmod(0o700)
    (project / "orders.py").write_text("def total(lines):\n    return sum(n * price for n, price in lines)\n")
    made = Machine(client, home, project, url)
    identity = ["-c", "user.name=dev", "-c", "user.email=dev@example.org"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], [*identity, "commit", "-qm", "start"]):
        subprocess.run(
            ["git", *command], cwd=project, env=made.environment(), check=True, capture_output=True
        )
    return made


@contextmanager
def daemon(on: Machine) -> Iterator[Path]:
    """The service, running in the foreground of its own process until left. Gives the file of its output."""
    output = on.home / "daemon.log"
    environment = {**on.environment(), "PYTHONPATH": str(REPOSITORY), "EXTRACTOR_LEARN_HEADLESS": "true"}
    with output.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "extractor", "run"],
            cwd=on.home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield output
        assert process.poll() is None, f"the daemon ended by itself: {output.read_text()[-2000:]}"
    finally:
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
