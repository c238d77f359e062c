"""What the index needs to know of each memory file.

Owns the step from a folder's bytes to index entries. Promises that every readable file is listed, a
person's own included. Never touches a disk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, tzinfo

from extractor.domain import MemoryType, Milliseconds
from extractor.memory.dates.dates import literal_dates
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import Entry
from extractor.memory.memory_file import MemoryFile, parse
from extractor.memory.no_text import is_no_text

_ENDS = re.compile(
    r"\b(by|until|till|before|due|deadline|freezes?|ends?|expires?|bis|vor|fällig)\b", re.IGNORECASE
)
"""Words that make a date in a project memory one that passes."""


def entries(files: Mapping[str, bytes], tz: tzinfo) -> list[Entry]:
    """An entry for each file but the index itself, what is no text, and a memory that says nothing, in the order of
    their names: where a person took the sentences out, the name would go on telling them.
    """
    read = {
        name: parse(files[name])
        for name in sorted(files)
        if name.casefold() != INDEX_FILE.casefold() and not is_no_text(files[name])
    }
    return [_entry(name, each, tz) for name, each in read.items() if not _says_nothing(each)]


def _says_nothing(read: MemoryFile) -> bool:
    is_ours = read.type is not None or read.name is None
    return is_ours and not read.fact and not read.body.strip()


def _entry(file: str, read: MemoryFile, tz: tzinfo) -> Entry:
    said = read.fact
    return Entry(
        file=file,
        name=read.name or "",
        description=said,
        type=read.type,
        modified=read.modified or "",
        pinned=read.pinned,
        deadline=_deadline(read, said, tz),
        more=_more(read, said) if read.type else (),
    )


def _more(read: MemoryFile, said: str) -> tuple[str, ...]:
    """The sentences behind a memory's first that its description does not tell. A text of a person's is no list."""
    told = _plain(said)
    return tuple(each for each in read.statements[1:] if _plain(each) not in told)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!?…。")


def _deadline(read: MemoryFile, said: str, tz: tzinfo) -> date | None:
    """The last day a project memory's fact speaks of, where it speaks of an end."""
    if read.type is not MemoryType.PROJECT or not _ENDS.search(said):
        return None
    days = [
        day
        for mention in literal_dates(said, read.modified_at or Milliseconds(0), tz)
        for day in mention.days
    ]
    return max(days, default=None)
