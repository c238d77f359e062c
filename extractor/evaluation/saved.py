"""What was saved: the statements of a memory folder, each with what its file says around it.

Owns the unit that labels are held against. Promises one Memory a statement, in the order of files and of
statements in them. Never touches a disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from extractor.domain import MemoryType, Milliseconds
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.memory_file import parse


@dataclass(frozen=True, slots=True)
class Quote:
    """Words a statement rests on, and when they were said."""

    text: str
    at: Milliseconds


@dataclass(frozen=True, slots=True)
class Memory:
    """One statement and its file."""

    file: str
    type: MemoryType | None
    text: str
    """The statement alone."""
    around: str = ""
    """What the file says of it besides: name, description, why, how to apply, a line each."""
    quotes: tuple[Quote, ...] = ()

    @property
    def whole(self) -> str:
        """Everything a label may be found in."""
        return f"{self.text}\n{self.around}"


def memories(
    files: Mapping[str, bytes], quotes: Mapping[tuple[str, str], Iterable[Quote]] | None = None
) -> list[Memory]:
    """Every statement of a folder's files. `quotes`: by file name and statement, where they are known."""
    known = quotes or {}
    found: list[Memory] = []
    for name in sorted(files):
        if name.casefold() == INDEX_FILE.casefold():
            continue
        read = parse(files[name])
        around = "\n".join(
            part for part in (read.name, read.description, read.why, read.how_to_apply) if part
        )
        found += [
            Memory(name, read.type, text, around, tuple(known.get((name, text), ())))
            for text in read.statements
        ]
    return found


def by_file(statements: Iterable[Memory]) -> list[Memory]:
    """The statements of each file as one memory, in the order of files."""
    files: dict[str, list[Memory]] = {}
    for one in statements:
        files.setdefault(one.file, []).append(one)
    return [
        replace(
            held[0],
            text="\n".join(one.text for one in held),
            quotes=tuple(quote for one in held for quote in one.quotes),
        )
        for held in files.values()
    ]
