"""The files older versions of OpenCode keep: one for each session, message and part.

Owns their places and what is read of them. Promises that no link is followed below the client's folder and
that a file seen half-written counts as not there. Never says what a part means.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from extractor.domain import Milliseconds
from extractor.errors import TranscriptError
from extractor.transcripts import tail
from extractor.transcripts.lines import decode, directory
from extractor.transcripts.listing import files, folders
from extractor.transcripts.opencode_ids import around, is_copy, while_made
from extractor.transcripts.opencode_parts import Part, Session, Stored, reverted


class FileStore:
    """The sessions below one `storage` folder."""

    held = 0

    def __init__(self, storage: Path) -> None:
        self._root = storage
        self._unread: list[str] = []
        self._found: dict[str, Path] = {}
        """Where sessions were at the newest walk: whether one is still there is asked each time."""
        self._made: dict[int, list[tuple[str, str]]] = {}
        """Every message and its session, by the while in which it was made, as of when the newest of `_listed` was looked for."""
        self._listed: set[str] = set()

    def session_files(self, unlisted: list[str]) -> Iterator[Path]:
        """The file of each session: `session/PROJECT/ID.json`."""
        for project in folders(self._root / "session", unlisted):
            yield from (
                Path(entry.path) for entry in files(project.path, unlisted) if entry.name.endswith(".json")
            )

    def find(self, session: str) -> Path | None:
        """The file of a session."""
        found = self._found.get(session)
        if found is None or not os.path.lexists(found):
            self._found = {path.stem: path for path in reversed([*self.session_files([])])}
            found = self._found.get(session)
        return found

    def session(self, id: str) -> Session | None:
        """What is said of a session; None where there is none."""
        path = self.find(id)
        told, written = self._read(path) if path is not None else ({}, 0)
        if not told:
            return None
        parent, cwd, version, revert = (
            told.get(name) for name in ("parentID", "directory", "version", "revert")
        )
        return Session(
            id,
            parent if isinstance(parent, str) else None,
            directory(cwd),
            version if isinstance(version, str) else None,
            Milliseconds(max(self.stamp(id)[0], written) // 1_000_000),
            False,
            reverted(revert),
        )

    def stamp(self, session: str) -> tuple[int, int]:
        """When what was said last was written, in nanoseconds, and how many messages there are.

        Ids are made in order and only what is newest is still written to: the last message and its last part
        tell of all.
        """
        messages = self.messages(session)
        newest = [self._root / "message" / session]
        if messages:
            parts = self._root / "part" / messages[-1]
            newest += [newest[0] / f"{messages[-1]}.json", parts]
            newest += [parts / name for name in self._names(parts)[-1:]]
        return max(map(_written, newest)), len(messages)

    def messages(self, session: str) -> list[str]:
        """Ids of a session's messages, in order."""
        return [name.removesuffix(".json") for name in self._names(self._root / "message" / session)]

    def goes_on_elsewhere(self, _session: str) -> bool:
        """Never: a session has one folder."""
        return False

    def changed(self, session: str, since: int) -> set[str]:
        """Ids of the messages written, themselves or a part of them, after a moment (milliseconds)."""
        found: set[str] = set()
        for message in self.messages(session):
            folder = self._root / "part" / message
            files = [self._root / "message" / session / f"{message}.json"]
            files += [folder / name for name in self._names(folder)]
            if any(_written(file) // 1_000_000 > since for file in files):
                found.add(message)
        return found

    def parts(self, session: str) -> dict[str, list[str]]:
        """Ids of the parts of each message of a session, in order."""
        folder = self._root / "part"
        return {
            message: [name.removesuffix(".json") for name in self._names(folder / message)]
            for message in self.messages(session)
        }

    def message(self, session: str, id: str) -> Stored:
        """A message with its parts; without any where it is being written."""
        folder = self._root / "part" / id
        told, written = self._read(self._root / "message" / session / f"{id}.json")
        original = self._original(session, id, told)
        ids = self._names(self._root / "part" / original)
        parts: list[Part] = []
        size = 0
        for place, name in enumerate(self._names(folder)):
            data, at = self._read(folder / name)
            written, size = max(written, at), size + _size(folder / name)
            if data:
                own = ids[place] if place < len(ids) else name
                parts.append(Part(own.removesuffix(".json"), data))
        return Stored(original, told, tuple(parts), Milliseconds(written // 1_000_000), size)

    def _original(self, session: str, id: str, told: dict[str, object]) -> str:
        """The message another is a copy of, as a fork copies it: with its time and role, and an id made later."""
        created = _created(told)
        if created is None or not is_copy(id, created):
            return id
        if session not in self._listed:
            self._list_messages()
        near = (found for when in around(created) for found in self._made.get(when, ()))
        for other, home in sorted(near):
            if is_copy(other, created):
                continue
            data, _ = self._read(self._root / "message" / home / f"{other}.json")
            if other < id and data.get("role") == told.get("role") and _created(data) == created:
                return other
        return id

    def _list_messages(self) -> None:
        """Note every message by the moment it was made. What a fork copies was there before the fork."""
        self._made.clear()
        for home in folders(self._root / "message", self._unread):
            self._listed.add(home.name)
            for id in self.messages(home.name):
                if (when := while_made(id)) is not None:
                    self._made.setdefault(when, []).append((id, home.name))

    def _names(self, folder: Path) -> list[str]:
        return [entry.name for entry in files(folder, self._unread) if entry.name.endswith(".json")]

    def _read(self, path: Path) -> tuple[dict[str, object], int]:
        """What a file says and when it was written, in nanoseconds; nothing where it cannot be read now."""
        try:
            with tail.opened(path, self._root) as fd, open(fd, "rb", closefd=False) as file:
                value = decode(file.read(tail.LINE_CAP))
                return (value if isinstance(value, dict) else {}), os.fstat(fd).st_mtime_ns
        except (TranscriptError, ValueError):
            return {}, 0


def _created(told: dict[str, object]) -> int | None:
    time = told.get("time")
    created = time.get("created") if isinstance(time, dict) else None
    return created if isinstance(created, int) else None


def _written(path: Path) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0


def _size(path: Path) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0
