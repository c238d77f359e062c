"""A memory file without what is to be forgotten.

Owns which of its bytes go. Promises that a person's own sentences stay, and that nothing else which holds
the words does. Pure.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from extractor.memory.changeset import FileChange
from extractor.memory.described import as_told
from extractor.memory.edit import edit
from extractor.memory.memory_file import EditRefused, MemoryFile, parse, sentences
from extractor.memory.phrases import Phrases
from extractor.memory.placeholders import FORGOTTEN
from extractor.memory.proposal import MAX_DESCRIPTION
from extractor.memory.tombstones import words

_NAME = re.compile(rb"^name:[^\r\n]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Going:
    """What is to be taken out of the files of a folder."""

    written: frozenset[str]
    """Every sentence a run wrote in the folder."""
    parts: tuple[frozenset[str], ...]
    """The sentences of each statement that goes: it goes where all of them stand."""
    phrases: Phrases

    @classmethod
    def of(cls, ours: Sequence[str], gone: Sequence[str], phrases: Phrases) -> Going:
        """`ours`: every statement a run wrote in the folder; `gone`: those that go."""
        return cls(said(ours), tuple(map(sentences, gone)), phrases)

    def doomed(self, read: MemoryFile) -> set[str]:
        """Those of a file's sentences that go."""
        stand = {words(each) for each in read.statements}
        standing = frozenset[str]().union(*(each for each in self.parts if each <= stand))
        return {
            each
            for each in read.statements
            if words(each) in standing or (words(each) in self.written and self.phrases.stand_in(each))
        }


def without(data: bytes, going: Going) -> bytes | None:
    """The file without what goes; None where nothing of it may stay. What is a person's own stays, phrases and all."""
    read, phrases = parse(data), going.phrases
    doomed = going.doomed(read)
    kept = [each for each in read.statements if each not in doomed]
    is_ours = any(words(each) in going.written for each in read.statements)
    if not doomed and not (is_ours and phrases.stand_in(data)):
        return data
    only_ours = all(words(each) in going.written for each in kept)
    if not kept:
        return None
    try:
        made = _edited(data, read, sorted(doomed), kept[0], phrases)
    except EditRefused:
        return None if only_ours else data
    return None if only_ours and phrases.stand_in(made) else made


def taken_out(
    files: Mapping[str, bytes], ours: Sequence[str], gone: Sequence[str], phrases: Phrases
) -> tuple[FileChange, ...]:
    """What has to change in these files (bytes by name), those runs wrote: see `without`."""
    made: list[FileChange] = []
    going = Going.of(ours, gone, phrases)
    doomed = [*gone, *(each for each in ours if phrases.stand_in(each))]
    for name, data in sorted(files.items()):
        after = without(data, going)
        # A description may say what a person took out of the body, or say it cut short.
        after = None if after is None else as_told(name, after, doomed)
        if after == data:
            continue
        kept = name if after is None else _renamed(name, after, phrases)
        if kept == name:
            made.append(FileChange(name, data, after))
        else:
            made += [FileChange(kept, None, after), FileChange(name, data, None)]
    return tuple(made)


def lost(changes: Sequence[FileChange]) -> Iterator[tuple[str, str]]:
    """What files say no more after these changes, with the name of each: what a person is shown before."""
    after = [parse(change.after) for change in changes if change.after is not None]
    kept = {words(each) for read in after for each in (*_told(read), *_named(read))}
    for change in changes:
        read = parse(change.before or b"")
        gone = {words(each): each for each in _told(read) if words(each) not in kept}
        said = gone.values() or [each for each in _named(read) if words(each) not in kept]
        yield from ((change.file, each) for each in said)


def _told(read: MemoryFile) -> Iterator[str]:
    yield from read.statements
    yield from (each for each in (read.why, read.how_to_apply) if each)


def _named(read: MemoryFile) -> Iterator[str]:
    yield from (each for each in (read.description, read.name) if each)


def _renamed(name: str, data: bytes, phrases: Phrases) -> str:
    """The name the file may keep: another one where its own holds one of the phrases."""
    if not phrases.stand_in(name.replace("-", " ")) and not phrases.stand_in(name):
        return name
    return f"memory-{hashlib.sha256(data).hexdigest()[:8]}.md"


def own(data: bytes, written: Set[str], phrases: Phrases) -> bool:
    """Whether a person's own text in the file holds one of the phrases. `written`: every sentence runs wrote there."""
    return phrases.stand_in(data) and not written >= {words(each) for each in parse(data).statements}


def said(statements: Iterable[str]) -> frozenset[str]:
    """The sentences of all these statements, as two are compared."""
    return frozenset().union(*map(sentences, statements))


def _edited(data: bytes, read: MemoryFile, doomed: Sequence[str], first: str, phrases: Phrases) -> bytes:
    told = {words(each) for each in doomed}
    described = read.description
    stale = described is not None and (phrases.stand_in(described) or words(described) in told)
    made = edit(
        data,
        remove=doomed,
        description=first[:MAX_DESCRIPTION] if stale else None,
        why=FORGOTTEN if phrases.stand_in(read.why) else None,
        how_to_apply=FORGOTTEN if phrases.stand_in(read.how_to_apply) else None,
    )
    return _NAME.sub(b"name: forgotten", made, count=1) if phrases.stand_in(read.name) else made
