"""The real clients' programs, each of one version, from the npm registry into a cache folder.

Owns what is installed and how little of it. Promises that an installation is of exactly the version asked
for, made once however many ask. Never lets a missing registry fail a test: it skips, with the reason.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from filelock import FileLock

REPOSITORY = Path(__file__).resolve().parents[2]

_SECONDS = 120
"""The longest an installation may take."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of the registry, the program in it, and what npm need not do for it."""

    name: str
    version: str
    program: str
    """Path below `node_modules`."""
    spared: tuple[str, ...] = ()
    """Options that leave out what the program runs without."""

    @property
    def folder(self) -> str:
        """Name of its folder in the cache."""
        return f"{self.name.rpartition('/')[2]}-{self.version}"


def claude_code(version: str = "2.1.332") -> Package:
    """Claude Code; its own script fetches the program's native part."""
    return Package("@anthropic-ai/claude-code", version, ".bin/claude")


def codex(version: str = "0.171.0") -> Package:
    """Codex CLI, a launcher and the native program of this platform."""
    return Package("@openai/codex", version, ".bin/codex")


def gemini(version: str = "0.61.0") -> Package:
    """Gemini CLI; what is spared is a terminal and a key ring, which runs without a terminal never ask."""
    return Package("@google/gemini-cli", version, ".bin/gemini", ("--omit=optional", "--ignore-scripts"))


def opencode(version: str = "1.18.33") -> Package:
    """OpenCode: the platform's program alone, since its launcher's package brings two of them."""
    system = {"darwin": "darwin", "win32": "windows"}.get(sys.platform, "linux")
    machine = "arm64" if platform.machine().lower() in ("arm64", "aarch64") else "x64-baseline"
    name = f"opencode-{system}-{machine}"
    return Package(name, version, f"{name}/bin/opencode")


def installed(package: Package) -> Path:
    """The program, installed where it is not yet; skips with a reason where it cannot be."""
    found = _tried(package)
    if isinstance(found, str):
        pytest.skip(found)
    return found


@cache
def _tried(package: Package) -> Path | str:
    """The program, or why it cannot be had: tried once, since a registry out of reach takes its time."""
    folder = Path(os.environ.get("EXTRACTOR_CLIENTS_CACHE") or REPOSITORY / ".clients")
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock"):
        own = folder / package.folder
        problem = None if _is_there(package, own) else _install(package, own)
    return problem or own / "node_modules" / package.program


def _is_there(package: Package, folder: Path) -> bool:
    manifest = folder / "node_modules" / package.name / "package.json"
    if not manifest.is_file() or not (folder / "node_modules" / package.program).exists():
        return False
    return json.loads(manifest.read_text())["version"] == package.version


def _install(package: Package, folder: Path) -> str | None:
    """Install the package; why not, where that fails."""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not installed: it fetches the clients"
    wanted = f"{package.name}@{package.version}"
    quiet = (
        "--no-audit",
        "--no-fund",
        "--omit=dev",
        "--loglevel=error",
        "--fetch-retries=1",
        "--fetch-retry-mintimeout=2000",
    )
    command = [npm, "install", "--prefix", str(folder), *quiet, *package.spared, wanted]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_SECONDS, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return f"npm did not install {wanted} within {_SECONDS} seconds"
    if done.returncode or not _is_there(package, folder):
        return f"npm could not install {wanted}: {done.stderr.strip()[-300:]}"
    return None
