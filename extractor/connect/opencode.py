"""OpenCode: an entry of `instructions` in the project's own settings file.

Owns what OpenCode is given. Promises that the file of the project is named, and whether git tracks it: the
entry is one project's, so the file all projects share is no place for it. Never makes a second settings file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from extractor.connect.change import Fragments, Value
from extractor.connect.git_note import told
from extractor.connect.json_text import load
from extractor.connect.machine import Machine, Wanted
from extractor.memory.file_name import INDEX_FILE

SCHEMA = "https://opencode.ai/config.json"
"""OpenCode writes it into a file that lacks it; a file we make has it from the start."""

FILES = ("opencode.jsonc", "opencode.json")


class OpenCode:
    """OpenCode's part."""

    name = "opencode"

    def is_here(self, machine: Machine) -> bool:
        """Its data or its settings are there."""
        return machine.opencode_dir.is_dir() or machine.opencode_config.is_dir()

    def wanted(self, machine: Machine) -> Wanted:
        """The index as one of the project's instructions."""
        root = Path(machine.project)
        index = str(machine.memory / INDEX_FILE)
        for file in FILES:
            if index in _instructions(machine.opencode_config / file):
                return Wanted(
                    notes=(f"opencode: {machine.opencode_config / file} names {index} already",),
                    project=machine.project,
                )
        path = _chosen(root)
        value = Value(("instructions",), index, in_array=True)
        wish = Fragments(path, (value,), comments=True, within=root, schema=SCHEMA)
        return Wanted((wish,), told(self.name, root, path), project=machine.project)

    def earlier(self, _: Machine, /) -> Iterator[Machine]:
        """None: an entry tells of no command that made it."""
        return iter(())


def _chosen(root: Path) -> Path:
    """The project's settings file: the one that has instructions, else the one there is, else a new one."""
    there = [root / file for file in FILES if (root / file).is_symlink() or (root / file).exists()]
    return next((path for path in there if _instructions(path)), there[0] if there else root / FILES[1])


def _instructions(path: Path) -> list[object]:
    found = load(path).get("instructions")
    return found if isinstance(found, list) else []
