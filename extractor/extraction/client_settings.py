"""What Claude Code was told in its settings, as it holds in a project.

Owns which of its files are asked, and when a folder that a project's local ones name may be believed to be its
memory. Promises that only small plain files are opened. Only reads.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from extractor import fs
from extractor.errors import is_text
from extractor.extraction.git_index import may_be_tracked
from extractor.memory.file_name import INDEX_FILE

LOCAL = ".claude/settings.local.json"
"""A project's local settings: the client has git ignore them, so they are the person's own where git does."""

DIRECTORY = "autoMemoryDirectory"

_SESSION, _FRONT = b"originSessionId", 4096
"""What every memory file learned from a session names, and how far into a file its front matter is looked for."""


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """One of the client's files of settings."""

    file: Path
    says: Mapping[str, object]
    is_local: bool = False
    """It lies in the project, into which an archive or a repository may have brought it."""

    @property
    def directory(self) -> Path | None:
        """Where memory is to be kept; None where that is not said, or in no form the client takes."""
        named = self.says.get(DIRECTORY)
        if not isinstance(named, str) or not named.startswith(("/", "~/")):
            return None
        if "\0" in named or not is_text(named):
            return None  # no name of a folder at all
        return Path(named).expanduser()


def settings_of(project: str, claude_dir: Path) -> Iterator[ClientSettings]:
    """The client's settings: a project's local ones come before the person's own.

    Settings a repository shares are not asked: they may be anyone's.
    """
    for file, root in ((Path(project) / LOCAL, Path(project)), (claude_dir / "settings.json", None)):
        if not file.is_absolute():
            continue  # a directory of another machine, or none that is known
        try:
            read = json.loads(fs.read_plain(file, root) or b"")
        except (ValueError, RecursionError):
            continue  # no such file, or not ours to repair: the client's own defaults hold
        if isinstance(read, dict):
            yield ClientSettings(file, read, root is not None)


def behind_a_link(project: str) -> Path | None:
    """A project's local settings where a link leads to them, which is not followed; None where none does."""
    local = Path(project) / LOCAL
    is_linked = os.path.islink(local) or os.path.islink(local.parent)
    return local if is_linked and os.path.lexists(local) else None


def why_no_memory(project: str, place: str) -> str:
    """Why a folder that local settings name (links resolved) is not believed to be memory, with the remedy; empty where it is."""
    if may_be_tracked(Path(project), LOCAL):
        return (
            "git tracks that file, or its index cannot be read, so it may be anyone's: take it out of git, or name the"
            " folder in your own settings"
        )
    if not _is_memory(Path(place)):
        return "other files than memories stand there: name a new folder, or an empty one"
    return ""


def _is_memory(folder: Path) -> bool:
    """Whether nothing stands in a folder but memory files, or its index or one of them tells that memory is kept there."""
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, PermissionError):
        return True  # there is none yet; one that is closed is told of by whoever opens it
    except OSError:
        return False
    if all(name.endswith(".md") or name == fs.FINDERS or name.startswith(fs.TEMP_PREFIX) for name in names):
        return True
    from extractor.memory.index import BEGIN  # not for every command to wait for

    return BEGIN.encode() in (fs.read_plain(folder / INDEX_FILE, folder) or b"") or _names_a_session(folder)


def _names_a_session(folder: Path) -> bool:
    """Whether a file tells in its front matter from which session it was learned: its index may be gone."""
    from extractor.memory.memory_file import parse

    try:
        names = fs.holding(folder, ".md", _SESSION, _FRONT)
    except OSError:
        return False  # gone meanwhile, or no folder
    return any(parse(fs.read_plain(folder / name, folder) or b"").session for name in names)
