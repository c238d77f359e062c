"""Names of memory files.

Owns the grammar of the names we write, and the index's. Promises that a FileName is one harmless segment on every file
system. Never judges a person's own names, which are read as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_GRAMMAR = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}\.md")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])\.md")

OWN_NAME = "a file of such a name is yours and never written to"
"""Why a file whose name we would not write is left as it is."""

RENAME = "rename it (lower-case letters, digits, hyphens and underscores)"
"""What makes it one that commands may write to."""

INDEX_FILE = "MEMORY.md"
"""The index: it stands among the memory files and is none."""


@dataclass(frozen=True, slots=True)
class FileName:
    """An allowed name: it cannot be made from any other. `str(name)` is the name."""

    text: str

    def __post_init__(self) -> None:
        if not _GRAMMAR.fullmatch(self.text):
            raise ValueError(
                "a file name is 1 to 63 lower-case letters, digits, hyphens or underscores, "
                "begins with a letter or digit and ends in .md"
            )
        if self.text == INDEX_FILE.lower():
            raise ValueError("MEMORY.md is the name of the index, which the service renders")
        if _DEVICES.fullmatch(self.text):
            raise ValueError("the name belongs to a device on Windows; choose another")

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, text: str) -> FileName:
        """The name `text` is. Raises ValueError, whose text says what a name looks like."""
        return cls(text)


def valid_name(text: str) -> bool:
    """Whether `text` is a name we would write."""
    try:
        FileName(text)
    except ValueError:
        return False
    return True
