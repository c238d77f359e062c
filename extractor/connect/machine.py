"""What a client is told of the memory, and what of this machine it is joined to.

Owns the plain values every client's part is made of. Promises that none of them is worked out here: they come
from the settings. Never touches the disk.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from extractor.connect.change import Wish


@dataclass(frozen=True, slots=True)
class Machine:
    """The places that matter, for one project."""

    project: str
    """Its root."""
    memory: Path
    """Its memory folder."""
    is_client_memory_off: bool
    """Claude Code's own memory is switched off, so that it reads none."""
    client_reads_it: bool
    """Claude Code reads this folder by itself."""
    home: Path
    claude_dir: Path
    codex_dir: Path
    gemini_dir: Path
    opencode_dir: Path
    """OpenCode's data folder."""
    opencode_config: Path
    """The folder of OpenCode's own settings."""
    data_dir: Path
    command: tuple[str, ...]
    """This command, by its absolute path."""
    options: tuple[str, ...] = ()
    """What it is given so that it finds the same folders."""
    agents_md: bool = False
    """A person wants lines in AGENTS.md in place of Codex' hook."""

    def call(self, *words: str) -> str:
        """A command line for a shell: by its absolute path, so that no folder decides what runs."""
        return shlex.join([*self.command, *words, *self.options])


@dataclass(frozen=True, slots=True)
class Trace:
    """A member of a client's own JSON file that is there because of us."""

    path: Path
    keys: tuple[str, ...]
    """The keys that lead to it."""
    mark: tuple[str, ...]
    """A text in it, by the keys that lead there from it."""
    begins: str
    """How that text begins, where it is about us."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one client needs."""

    wishes: tuple[Wish, ...] = ()
    notes: tuple[str, ...] = ()
    """What a person should know, a line each."""
    problems: tuple[str, ...] = ()
    """Why it cannot be connected, a line each."""
    project: str | None = None
    """The project it is for; None: what is changed serves all of them."""
    is_whole: bool = True
    """Where one wish cannot be fulfilled, none is."""
    keeps: tuple[Path, ...] = ()
    """What stays if it was put there, though it would not be put there now."""
    traces: tuple[Trace, ...] = ()
    """What the client writes down because of what it was given."""


class Client(Protocol):
    """One client's part."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        ...

    def is_here(self, machine: Machine) -> bool:
        """Whether the client was ever used on this machine."""
        ...

    def wanted(self, machine: Machine) -> Wanted:
        """What would be changed. Only reads."""
        ...

    def earlier(self, machine: Machine, /) -> Iterator[Machine]:
        """The machine as it may have been when the client was connected, by what stands in its files. Only reads."""
        ...
