"""Which files of a memory folder runs wrote.

Owns what tells such a file that bears another name, or was moved here from another folder, from a person's own.
Promises that one is known by what it says, in the sentences of runs. Never reads a memory folder: bytes come in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from extractor.archive.statements import Statements, Written
from extractor.memory.gate.tombstones import words
from extractor.memory.memory_file import MemoryFile, all_sentences, parse, sentences


def files_of_runs(statements: Statements, folder: str, files: Mapping[str, bytes]) -> frozenset[str]:
    """Names of the files runs wrote there, also those of `files` (bytes by name) a person renamed, split off or moved.

    Such a one names the session a sentence in it was learned from, in whatever folder, or says nothing but sentences of
    runs in this one.
    """
    named = statements.files(folder)
    others = {name: parse(data) for name, data in files.items() if name not in named}
    here = all_sentences(each.statement for each in statements.of_folder(folder)) if others else frozenset()
    learned = statements.learned_from({read.session for read in others.values() if read.session})
    return named | {
        name for name, read in others.items() if _is_of_runs(read, here, learned.get(read.session or "", ()))
    }


def moved_into(statements: Statements, folder: str, files: Mapping[str, bytes]) -> dict[str, list[Written]]:
    """What runs wrote in other folders and now stands in these files (bytes by name), which name its session.

    A file without any of it is left out, and a sentence that was written here too.
    """
    reads = {name: read for name, data in files.items() if (read := _from_a_session(data))}
    learned = statements.learned_from({read.session for read in reads.values() if read.session})
    elsewhere = {
        session: [each for each in written if each.folder != folder] for session, written in learned.items()
    }
    here = all_sentences(e.statement for e in statements.of_folder(folder)) if any(elsewhere.values()) else ()
    found: dict[str, list[Written]] = {}
    for name, read in reads.items():
        said = {words(each) for each in read.statements}.difference(here)
        written = elsewhere.get(read.session or "", ())
        if stands := [e for e in written if (parts := sentences(e.statement)) and parts <= said]:
            found[name] = stands
    return found


def written_into(
    statements: Statements,
    folder: str,
    files: Mapping[str, bytes],
    is_removed: Callable[[str], bool] = lambda _said: False,
) -> dict[str, frozenset[str]]:
    """What runs wrote into each of these files that is of runs; of one under another name, all they wrote there.

    Of a file no run is known to have written, as in a state file built anew, what its description says of a sentence
    for which `is_removed` is so.
    """
    known = statements.by_file(folder)
    every = frozenset[str]().union(*known.values())
    strange = {name: data for name, data in files.items() if name not in known}
    moved = moved_into(statements, folder, strange)
    names = files_of_runs(statements, folder, files) if known or moved else ()
    found = {
        name: known.get(name, every).union(each.statement for each in moved.get(name, ()))
        for name in names
        if name in files
    }
    return {**_told_of_removed(strange, is_removed), **found}


def _told_of_removed(
    files: Mapping[str, bytes], is_removed: Callable[[str], bool]
) -> dict[str, frozenset[str]]:
    reads = {name: read for name, data in files.items() if (read := _from_a_session(data))}
    told = {name: read.description for name, read in reads.items() if read.description}
    return {name: frozenset([said]) for name, said in told.items() if is_removed(said)}


def _from_a_session(data: bytes) -> MemoryFile | None:
    """The file, where it names a session."""
    # Reading a file as a memory takes a thousand times as long as seeing that the key is not in it.
    read = parse(data) if b"originSessionId" in data else None
    return read if read and read.session else None


def _is_of_runs(read: MemoryFile, here: frozenset[str], learned: Sequence[Written]) -> bool:
    """`here`: what runs wrote in the folder; `learned`: what was learned from the session the file names."""
    said = {words(each) for each in read.statements}
    if said & all_sentences(each.statement for each in learned):
        return True
    return bool(said) and said <= here and words(read.body) == words(" ".join(read.statements))
