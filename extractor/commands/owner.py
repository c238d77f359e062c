"""Whose machine this is: the names by which others would know the person.

Owns where they are asked for: the system, version control, the network. Promises names only, and that what cannot be
asked is left out. Never writes one down.
"""

from __future__ import annotations

import os
import platform
import pwd
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from extractor import fs

SECONDS = 10
"""How long version control may take to answer."""

_VARIABLES = (
    *("USER", "LOGNAME", "USERNAME", "NAME", "EMAIL", "DEBFULLNAME", "DEBEMAIL", "HOSTNAME"),
    *(f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")),
)
_SECTION = re.compile(r"\s*\[\s*([^\]\s\"]+)")
_VALUE = re.compile(r"\s*(?:name|email)\s*=\s*\"?([^\"#;]*)", re.IGNORECASE)


def names_of(env: Mapping[str, str], root: Path) -> tuple[str, ...]:
    """Account, full name, what git knows of the person in this repository and everywhere, and the machine's name."""
    found = [env.get(name, "") for name in _VARIABLES]
    found += _system()
    found += _git(env, root) or _git_files(env, root)
    found += [platform.node(), os.path.basename(env.get("HOME", ""))]
    return tuple(dict.fromkeys(name.strip() for name in found if name.strip()))


def _system() -> list[str]:
    try:
        entry = pwd.getpwuid(os.getuid())
    except KeyError:
        return []  # an account without an entry has no name
    return [entry.pw_name, entry.pw_gecos.split(",")[0], os.path.basename(entry.pw_dir)]


def _git(env: Mapping[str, str], root: Path) -> list[str]:
    """What git says; nothing where it is not here or does not answer."""
    command = ["git", "-C", str(root), "config", "--get-regexp", r"^(user|author|committer)\.(name|email)$"]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env=dict(env),
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []  # the files are read instead
    told = done.stdout.decode("utf-8", "replace").splitlines() if done.returncode == 0 else []
    return [line.partition(" ")[2] for line in told]


def _git_files(env: Mapping[str, str], root: Path) -> list[str]:
    home = Path(env.get("HOME") or Path.home())
    config = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
    files = (root / ".git" / "config", home / ".gitconfig", config / "git" / "config")
    return [name for file in files for name in _in_file(file)]


def _in_file(file: Path) -> Iterator[str]:
    data = fs.read_plain(file) or b""  # there is none, or none of ours
    section = ""
    for line in data.decode("utf-8", "replace").splitlines():
        opened, value = _SECTION.match(line), _VALUE.match(line)
        if opened:
            section = opened[1].casefold()
        elif value and section in ("user", "author", "committer"):
            yield value[1].strip()
