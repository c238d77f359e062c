"""The manifest: the memory files a sub-agent is shown, and what the records know of their sentences.

Owns what is told of each file and when its sentences were said. Promises an entry for every file, in the order of
their names. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from extractor.domain import Milliseconds
from extractor.memory.gate.tombstones import words
from extractor.memory.memory_file import MemoryFile, parse, sentences
from extractor.memory.redaction.redact import redact
from extractor.models.model import Known, ManifestEntry

LATER = Milliseconds(1 << 62)
"""After every moment a file can tell."""


def manifest(
    snapshot: Mapping[str, bytes],
    said: Iterable[Mapping[str, Milliseconds]] = (),
    personal: Collection[str] = (),
    now: Milliseconds = LATER,
) -> list[ManifestEntry]:
    """The list of memory files, by name.

    `said`: of each folder, when the words that every recorded statement rests on were said last. `personal`: the files
    that stand in the person's own folder. `now`: what was said later was dated by a clock that was wrong.
    """
    times = _times(said)
    entries: list[ManifestEntry] = []
    for file in sorted(snapshot):
        read = parse(snapshot[file])
        known = tuple(_known(each, read, times, now) for each in read.statements)
        entries.append(ManifestEntry(file, read.type, redact(read.fact), known, file in personal))
    return entries


def _times(said: Iterable[Mapping[str, Milliseconds]]) -> dict[str, Milliseconds]:
    """When each sentence was said last. A statement of several is read back as several."""
    found: dict[str, Milliseconds] = {}
    for statements in said:
        for statement, at in statements.items():
            for each in sentences(statement):
                found[each] = max(at, found.get(each, at))
    return found


def _known(text: str, file: MemoryFile, times: Mapping[str, Milliseconds], now: Milliseconds) -> Known:
    at = times.get(words(text))
    if at is None:
        return Known(text, None, file.modified_at)
    told = at if at <= now else Milliseconds(0)
    return Known(text, told, told)
