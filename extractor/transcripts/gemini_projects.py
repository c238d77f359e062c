"""What stands beside a Gemini CLI chat: its project's working directory, and which sessions a person types in.

Owns the client's small files of a project. Promises a directory only where the client names it or its hash
proves it. Never follows a link, never writes.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from extractor.domain import Transcript
from extractor.errors import TranscriptError
from extractor.transcripts import tail
from extractor.transcripts.gemini_typed import Typed
from extractor.transcripts.lines import decode, directory

_MOST = 64 * 1024 * 1024
"""Bytes of such a file that are read."""

_DEEPEST = 64
"""Folders above each other that may be a project's."""

ROOT_FILE = ".project_root"
"""In the client's folder of a project: its directory."""


class Folder:
    """The client's folder, as far as it tells of chats."""

    def __init__(self, folder: Path) -> None:
        self._root = folder / "tmp"
        self._home = folder
        self._cwds: dict[str, str] = {}

    def typed(self, transcript: Transcript) -> Typed:
        """What a person typed in the project of a chat."""
        return Typed(lambda: self._logged(transcript))

    def _logged(self, transcript: Transcript) -> list[object] | None:
        """What the client logged of it; None where that is not known."""
        project = self._project(transcript)
        if project is None:
            return None
        file = project / "logs.json"
        if not os.path.lexists(file):
            return []
        value = self._value(file, self._root)
        return value if isinstance(value, list) else None

    def _project(self, transcript: Transcript) -> Path | None:
        """The client's folder of the chat's project; None for a chat that lies elsewhere."""
        path = Path(transcript.path)
        return self._root / path.relative_to(self._root).parts[0] if self._root in path.parents else None

    def projects(self) -> dict[str, str]:
        """Every directory the client knows, by the name it gave it: as its own folder says, else its list."""
        value = self._value(self._home / "projects.json", self._home)
        named = value.get("projects") if isinstance(value, dict) else None
        found = {
            name: listed
            for listed, name in (named if isinstance(named, dict) else {}).items()
            if isinstance(name, str) and name and "/" not in name and name not in (".", "..")
        }
        try:
            names = sorted(os.listdir(self._root))
        except OSError:
            return found  # nothing was kept yet, or not for us to see: its list is all there is
        for name in names:
            noted = _text(self._root / name / ROOT_FILE, self._root)
            if noted and noted.startswith("/"):
                found[name] = noted
        return found

    def cwd(self, transcript: Transcript, hashed: str | None, paths: Iterable[str]) -> str | None:
        """The working directory: as the client noted it, else the one whose hash the chat names.

        `paths`: absolute paths the chat speaks of; the directory may be above one of them.
        """
        if transcript.path not in self._cwds and (found := self._found(transcript, hashed, paths)):
            self._cwds[transcript.path] = found
        return self._cwds.get(transcript.path)

    def _found(self, transcript: Transcript, hashed: str | None, paths: Iterable[str]) -> str | None:
        project = self._project(transcript)
        if project is not None:
            noted = directory(_text(project / ROOT_FILE, self._root))
            if noted and noted.startswith("/"):
                return noted
        value = self._value(self._home / "projects.json", self._home)
        named = value.get("projects") if isinstance(value, dict) else None
        known = named if isinstance(named, dict) else {}
        for listed, name in known.items():
            if name == transcript.folder and project is not None and directory(listed):
                return str(listed)
        candidates = chain(known, (str(above) for path in paths for above in _upwards(Path(path))))
        proved = (each for each in candidates if _hash(each) == hashed and directory(each))
        return next(proved, None) if hashed else None

    def _value(self, file: Path, root: Path) -> object:
        text = _text(file, root)
        try:
            return decode(text.encode()) if text else None
        except ValueError:
            return None


def _upwards(path: Path) -> Sequence[Path]:
    """A path and what is above it, but for folders deeper than any project."""
    return path, *path.parents[-_DEEPEST:]


def _text(file: Path, root: Path) -> str | None:
    """What a file of the client's says; None where there is none, or it cannot be read."""
    if not os.path.lexists(file):
        return None
    try:
        with tail.opened(file, root) as fd, open(fd, "rb", closefd=False) as opened:
            return opened.read(_MOST).decode("utf-8", "replace").strip()
    except TranscriptError:
        return None


def _hash(path: str) -> str:
    return hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()
