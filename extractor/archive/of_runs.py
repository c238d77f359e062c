"""Which files of a memory folder runs wrote.

Owns what tells such a file that bears another name from a person's own. Promises that one is known by what it says,
in the sentences of runs. Never reads a memory folder: bytes come in.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from extractor.archive.statements import Statements
from extractor.memory.memory_file import MemoryFile, parse, sentences
from extractor.memory.tombstones import words


def files_of_runs(statements: Statements, folder: str, files: Mapping[str, bytes]) -> frozenset[str]:
    """Names of the files runs wrote there, also those of `files` (bytes by name) a person renamed or split off.

    Such a one names the session a sentence in it was learned from, or says nothing but sentences of runs.
    """
    named = statements.files(folder)
    others = {name: parse(data) for name, data in files.items() if name not in named}
    known = _sessions(statements, folder) if others else {}
    return named | {name for name, read in others.items() if _is_of_runs(read, known)}


def written_into(
    statements: Statements, folder: str, files: Mapping[str, bytes]
) -> dict[str, frozenset[str]]:
    """What runs wrote into each of these files that is of runs; of one under another name, all they wrote there."""
    known = statements.by_file(folder)
    every = frozenset[str]().union(*known.values())
    names = files_of_runs(statements, folder, files) if known else ()
    return {name: known.get(name, every) for name in names if name in files}


def _sessions(statements: Statements, folder: str) -> dict[str, set[str]]:
    """The sessions each sentence written there was learned from, by its words."""
    found: dict[str, set[str]] = {}
    for statement, session in statements.sessions(folder):
        for each in sentences(statement):
            found.setdefault(each, set()).add(session)
    return found


def _is_of_runs(read: MemoryFile, known: Mapping[str, Set[str]]) -> bool:
    said = {words(each) for each in read.statements}
    if any(read.session in known[each] for each in said & known.keys()):
        return True
    return bool(said) and said <= known.keys() and words(read.body) == words(" ".join(read.statements))
