"""Gemini CLI: its own memory folder of a project leads to ours.

Owns what Gemini CLI is given. Promises that memory it keeps itself is never touched. Never switches on
anything of Gemini CLI's own.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from extractor import fs
from extractor.connect.change import Link, Whole, Wish
from extractor.connect.machine import Machine, Wanted
from extractor.extraction.folders import project_root
from extractor.transcripts.gemini_projects import ROOT_FILE, Folder

MEMORY = "memory"
TMP = "tmp"


class Gemini:
    """Gemini CLI's part."""

    name = "gemini"

    def is_here(self, machine: Machine) -> bool:
        """Its folder is there."""
        return machine.gemini_dir.is_dir()

    def wanted(self, machine: Machine) -> Wanted:
        """A link for every directory of the project it knows, and for its root."""
        tmp = machine.gemini_dir / TMP
        known = Folder(machine.gemini_dir).projects()
        names = {name for name, cwd in known.items() if project_root(cwd) == machine.project}
        wishes: list[Wish] = []
        root = fs.listed(machine.project)  # Gemini CLI knows a directory by what getcwd answers
        if root not in known.values():
            if (tmp / hashlib.sha256(root.encode("utf-8", "surrogatepass")).hexdigest()).exists():
                problem = f"gemini: an older version kept {machine.project}: start Gemini CLI there once, then connect again"
                return Wanted(problems=(problem,), project=machine.project)
            name = new_name(root, set(known))
            wishes.append(Whole(tmp / name / ROOT_FILE, os.fsencode(root)))
            names.add(name)
        wishes += [Link(tmp / name / MEMORY, machine.memory) for name in sorted(names)]
        keeps = tuple(tmp / name / ROOT_FILE for name in sorted(names))
        return Wanted(tuple(wishes), project=machine.project, is_whole=False, keeps=keeps)

    def earlier(self, _: Machine, /) -> Iterator[Machine]:
        """None: a link tells of no command that made it."""
        return iter(())


def new_name(project: str, taken: set[str]) -> str:
    """The name the client would give a directory it does not know yet: its own rule."""
    base = re.sub("-+", "-", re.sub("[^a-z0-9]", "-", Path(project).name.lower()))
    base = re.sub("^-|-$", "", base) or "project"
    name, nth = base, 0
    while name in taken:
        nth += 1
        name = f"{base}-{nth}"
    return name
