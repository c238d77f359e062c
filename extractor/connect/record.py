"""What was put into other programs' files, kept so that it can be taken out again.

Owns the record in the state folder. Promises to hold our own words, their places and hashes, and not a byte of
what people wrote. Never touches the files it tells of.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from extractor import fs
from extractor.errors import ConfigError

FILE = "connections.json"
"""Its name in the state folder; mode 0600."""

PATIENCE = 5.0
"""Seconds another command is waited for."""

Form = Literal["json", "block", "whole", "link"]


class PutIn(BaseModel):
    """A value of ours in a JSON file, as json_edit.Fragment, and how many containers were made for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: tuple[str, ...]
    value: JsonValue
    in_array: bool = False
    is_own: bool = False
    """The key is called after us."""
    made: int = 0


class Entry(BaseModel):
    """What one client was given at one path."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    client: str
    project: str | None
    """Root of the project it is for; None where it serves them all."""
    form: Form
    path: str
    """The real one, links resolved; what stood on the way then may be a link by now."""
    folders: tuple[str, ...] = ()
    """Folders made for it, the outermost first."""
    created: bool = False
    """No file stood there."""
    before: str | None = None
    """SHA-256 of the file without ours; None where there was none."""
    after: str | None = None
    """SHA-256 of the file with ours."""
    pieces: tuple[tuple[int, str], ...] = ()
    """What was put in, in order: the place in characters, and the text."""
    values: tuple[PutIn, ...] = ()
    """The same by meaning, for a file that was changed since."""
    comments: bool = False
    """The file may hold comments."""
    target: str | None = None
    """Where a link leads."""
    folder_mode: int | None = None
    """Permission bits of the empty folder in whose place the link stands."""


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1] = 1
    folders: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()


def digest(data: bytes) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def place(entry: Entry) -> str:
    """Where an entry's path leads by now; a link of ours is not followed."""
    if entry.form == "link":
        folder, name = os.path.split(entry.path)
        return os.path.join(os.path.realpath(folder), name)
    return os.path.realpath(entry.path)


class Record:
    """The record of one state folder, as it stood when it was read or last changed here.

    Every change is made to what stands on disk by then, under a lock, and is durable before the call returns.
    """

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / FILE
        self._kept = self._read()

    @property
    def folder(self) -> Path:
        """The state folder it stands in."""
        return self._path.parent

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was put anywhere, in the order it was."""
        return self._kept.entries

    def at(self, path: str, client: str) -> Entry | None:
        """What a client was given at a path, or at one that leads there by now."""
        own = [entry for entry in self.entries if entry.client == client]
        return next((e for e in own if e.path == path), next((e for e in own if place(e) == path), None))

    def links_to(self, folder: str) -> list[Path]:
        """The links clients were given to a folder (its real path)."""
        links = (entry for entry in self.entries if entry.target is not None)
        return [Path(e.path) for e in links if os.path.realpath(e.target or "") == folder]

    def keep(self, entry: Entry) -> None:
        """Note an entry, in place of an earlier one of this client at this path."""

        def kept(entries: list[Entry]) -> list[Entry]:
            before = [e for e in entries if (e.path, e.client) == (entry.path, entry.client)]
            folders = dict.fromkeys(folder for e in (*before, entry) for folder in e.folders)
            others = [e for e in entries if e not in before]
            return [*others, entry.model_copy(update={"folders": tuple(folders)})]

        self._change(kept)

    def drop(self, entry: Entry) -> None:
        """Let go of an entry, and remove the folders made for it in which nothing is left."""
        left = remove_folders(entry.folders)
        self._change(
            lambda entries: _handed_on(
                [e for e in entries if (e.path, e.client) != (entry.path, entry.client)], left
            )
        )

    def _change(self, change: Callable[[list[Entry]], list[Entry]]) -> None:
        folder = self._path.parent
        made = tuple(map(str, fs.missing_folders(folder)))
        fs.private_root(folder)
        with fs.Root.open(folder, create=False) as root, root.lock(PATIENCE):
            before = self._read()
            self._kept = _Kept(folders=before.folders or made, entries=tuple(change(list(before.entries))))
            if self._kept.entries:
                fs.write_atomic(self._path, (self._kept.model_dump_json(indent=1) + "\n").encode())
            else:
                fs.remove_private(self._path)
        if not self._kept.entries:
            remove_folders(self._kept.folders)

    def _read(self) -> _Kept:
        data = fs.read_private(self._path)
        try:
            return _Kept.model_validate_json(data) if data else _Kept()
        except ValidationError as error:
            raise ConfigError(
                f"{self._path} cannot be understood: move it away; what was connected then stays connected"
            ) from error


def remove_folders(folders: Iterable[str]) -> tuple[str, ...]:
    """Remove those in which nothing is, the innermost first; returns the others."""
    inward = sorted(folders, key=len, reverse=True)
    return tuple(folder for folder in inward if not fs.remove_empty_folder(Path(folder)))


def _handed_on(entries: list[Entry], folders: tuple[str, ...]) -> list[Entry]:
    """The entries, where folders of one that went are now those of another that stands in them."""
    for folder in folders:
        for nth, entry in enumerate(entries):
            inside = [path for path in (entry.path, entry.target) if path is not None]
            if any(path == folder or path.startswith(folder + "/") for path in inside):
                more = tuple(sorted({*entry.folders, folder}, key=len))
                entries[nth] = entry.model_copy(update={"folders": more})
                break
    return entries
