"""Which project a session belongs to, and where that project's memory stands.

Owns the way from a working directory to a memory folder. Promises that all work trees and sub-folders
of a repository share one folder, the one the client reads by itself where there is one. Only reads.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from extractor.errors import ConfigError
from extractor.transcripts.paths import slug

OFF = {"1", "true", "yes", "on"}


@dataclass(frozen=True, slots=True)
class Places:
    """Where memory may stand on this machine."""

    override: Path | None
    """The setting `memory_dir`: one folder for everything."""
    claude_dir: Path
    """The Claude Code client's own folder, whether it exists or not."""
    data_dir: Path
    """`$XDG_DATA_HOME/extractor`."""
    env: Mapping[str, str]
    is_personal: bool = True
    """What is known of the person stands in a folder of its own."""

    @property
    def personal(self) -> Path | None:
        """The folder of what holds wherever the person works; None where all stands in one folder."""
        return self.data_dir / "personal" if self.is_personal and self.override is None else None

    def folder(self, project: str) -> Path:
        """The memory folder of a project (its root's absolute path)."""
        if self.override is not None:
            return self.override
        if not self.claude_dir.is_dir() or self.is_off(project):
            return self.data_dir / "projects" / slug(project) / "memory"
        named = self._setting(project, "autoMemoryDirectory")
        if isinstance(named, str) and (named.startswith(("/", "~/"))):
            place = Path(named).expanduser()
            # What is told in every project is no project's own folder, whatever the client is told.
            if self.personal is None or os.path.realpath(place) != os.path.realpath(self.personal):
                return place
        return self.claude_dir / "projects" / slug(project) / "memory"

    def is_read_by_client(self, project: str) -> bool:
        """Whether Claude Code reads this folder by itself: its memory is on, and it looks there."""
        if self.is_off(project) or not self.claude_dir.is_dir():
            return False
        return self.override is None or replace(self, override=None).folder(project) == self.override

    def is_off(self, project: str) -> bool:
        """Whether Claude Code's own memory is switched off in a project: it then reads none."""
        if self.env.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "").lower() in OFF:
            return True
        return self._setting(project, "autoMemoryEnabled") is False

    def _setting(self, project: str, name: str) -> object:
        """A setting of the client: a project's local settings come before the person's own.

        Settings checked in with a repository are not asked: they may be anyone's.
        """
        for file in (Path(project) / ".claude" / "settings.local.json", self.claude_dir / "settings.json"):
            try:
                read = json.loads(file.read_bytes())
            except (OSError, ValueError, RecursionError):
                continue  # no such file, or not ours to repair: the client's own defaults hold
            if isinstance(read, dict) and name in read:
                return read[name]
        return None


def spellings(path: Path, real: Path) -> tuple[str, ...]:
    """Every way an agent may name the folder: as configured, with links resolved, and from the home."""
    plain = {str(path), str(real)}
    homes = {os.path.expanduser("~"), os.path.realpath(os.path.expanduser("~"))}
    short = {"~" + name.removeprefix(home) for name in plain for home in homes if name.startswith(home + "/")}
    return tuple(sorted(plain | short))


def project_root(cwd: str) -> str:
    """The root of the repository a working directory lies in (of its main work tree), else the directory itself."""
    path = Path(cwd)
    if not path.is_absolute():
        return cwd
    try:
        if path.exists():
            path = path.resolve()
        for folder in (path, *path.parents):
            mark = folder / ".git"
            if mark.is_dir():
                return str(folder)
            if mark.is_file():
                return _main_work_tree(mark) or str(folder)
    except (OSError, ValueError, RuntimeError):
        return cwd  # a directory we may not look into, or whose marks make no sense, is its own project
    return str(path)


def current_project() -> str:
    """The project of the directory the command was given in. Raises ConfigError where that is gone."""
    try:
        return project_root(os.getcwd())
    except FileNotFoundError as error:
        raise ConfigError(
            "the directory you are in does not exist any more: change to another one"
        ) from error


def _main_work_tree(mark: Path) -> str | None:
    """The main work tree behind a linked work tree's `.git` file; None for a submodule."""
    line = mark.read_text(encoding="utf-8", errors="replace").strip()
    if not line.startswith("gitdir:"):
        return None
    git_dir = (mark.parent / line.removeprefix("gitdir:").strip()).resolve()
    common = git_dir / "commondir"
    if not common.is_file():
        return None
    shared = (git_dir / common.read_text(encoding="utf-8").strip()).resolve()
    return str(shared.parent) if shared.name == ".git" else str(shared)
