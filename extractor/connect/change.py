"""What would be changed, before anything is.

Owns the kinds of change and how each is shown. Promises that what is shown is what is done, and that no
secret of a file is shown with it. Never writes.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from extractor.connect.record import Entry
from extractor.fs import Standing
from extractor.memory.redaction.redact import redact


@dataclass(frozen=True, slots=True)
class Value:
    """One value: where its keys lead, or in which array it is."""

    path: tuple[str, ...]
    value: object
    in_array: bool = False
    is_own: bool = False
    """The key is called after us: whatever is set there is ours to take out."""
    is_optional: bool = False
    """Left out where the person has set something else."""


@dataclass(frozen=True, slots=True)
class Fragments:
    """A client wants values of ours in a JSON file."""

    path: Path
    values: tuple[Value, ...]
    comments: bool = False
    """The client reads comments in it."""
    within: Path | None = None
    """A link must not lead out of this folder; None: it is the person's own, wherever it leads."""
    schema: str | None = None
    """The address of its schema, told in a file that is made anew."""


@dataclass(frozen=True, slots=True)
class Block:
    """A client wants lines of ours at the end of a text."""

    path: Path
    lines: str
    within: Path | None = None


@dataclass(frozen=True, slots=True)
class Whole:
    """A client wants a file that is all ours."""

    path: Path
    data: bytes
    mode: int = 0o600
    others: tuple[bytes, ...] = ()
    """What it may hold as well and be all ours."""


@dataclass(frozen=True, slots=True)
class Link:
    """A client wants our memory folder under a name of its own."""

    path: Path
    target: Path


Wish = Fragments | Block | Whole | Link


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changes."""

    path: Path
    """Where, links resolved."""
    before: Standing
    after: Standing
    entry: Entry | None
    """What is recorded of it from now on; None: nothing any more."""
    old: Entry | None = None
    """What was recorded."""

    def is_none(self) -> bool:
        """Nothing changes on disk."""
        return self.before == self.after

    def diff(self) -> list[str]:
        """The change as a unified diff, secrets taken out."""
        before, after = self._name(self.before), self._name(self.after)
        told = difflib.unified_diff(_lines(self.before), _lines(self.after), before, after, lineterm="")
        return [redact(line).expandtabs(4) for line in told]

    def _name(self, standing: Standing) -> str:
        return f"{self.path} (not there)" if standing.is_absent else str(self.path)


def _lines(standing: Standing) -> list[str]:
    if standing.link is not None:
        return [f"symbolic link to {standing.link}"]
    if standing.is_folder:
        return ["an empty folder"]
    return (standing.data or b"").decode("utf-8", "replace").splitlines()
