"""A person's own memory files, and those of unknown hand, as far as forgetting reaches: they are named.

Owns what is said of a file that holds words which are forgotten and that no order changes. Promises that no file
is touched. Never writes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from extractor.actions.why import is_origin_unknown
from extractor.archive.archive import Archive
from extractor.archive.of_runs import files_of_runs
from extractor.memory.copies import is_beside
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.gate.phrases import Phrases
from extractor.memory.memory_file import parse

Holding = Callable[[Callable[[bytes], bool]], Iterable[tuple[Path, str]]]
"""The files in every memory folder there is, and beside its memory, whoever wrote there, of whose bytes something is
so; or what cannot be looked into, and why.
"""


class OwnFiles:
    """The files that no order to forget changes."""

    def __init__(self, archive: Archive, holding: Holding) -> None:
        self._archive = archive
        self._holding = holding

    def is_unknown(self, folder: str, name: str, data: bytes) -> bool:
        """Whether who wrote the file is not known."""
        return is_origin_unknown(self._archive, folder, name, data)

    def lines(
        self, folder: str, files: Mapping[str, bytes], phrases: Phrases, renamed: Mapping[str, str]
    ) -> Iterator[str]:
        """A line for each of a folder's files, as the order leaves them, that holds a phrase: in a person's own words,
        in words of unknown hand, or in front matter alone.

        `renamed`: the names the order gives to files, with those under which they stand when the line is read.
        """
        names = files_of_runs(self._archive.statements, folder, files)
        for name, data in files.items():
            if not phrases.stand_in(data):
                continue
            stands = renamed.get(name, name)
            path = Path(folder) / stands
            then = "" if stands == name else f"; it will be called {name}"
            if name not in (*names, *renamed) and self.is_unknown(folder, name, data):
                yield f"{path} holds it, and who wrote that is not known: take it out there"
            elif phrases.stand_in(parse(data).body):
                yield f"{path} holds it in words of your own: take them out there{then}"
            else:
                yield f"{path} holds it in its front matter: take it out there{then}"

    def beyond(
        self,
        rendered: Collection[str],
        ours: Collection[str],
        phrases: Phrases,
        unseen: Iterable[tuple[Path, str]] = (),
    ) -> Iterator[str]:
        """A line for each file that holds a phrase in a folder in which no sentence of a run is known, and for each that
        holds one beside memory files.

        `rendered`: folders (resolved paths) whose index is ours; `ours`: those with a sentence of a run; `unseen`: what of
        runs' own (by resolved path) cannot be looked into, and why.
        """
        told = {path: f"{path} was not looked into: {why}" for path, why in unseen}
        yield from told.values()
        for path, problem in self._holding(phrases.stand_in):
            folder = os.path.realpath(path.parent)
            if problem:
                if Path(folder) / path.name not in told:
                    yield f"{path} was not looked into: {problem}"
            elif is_beside(path.name):
                yield beside(path)
            elif folder not in (rendered if path.name == INDEX_FILE else ours):
                yield f"{path} holds it, and no run is known to have written there: take it out there"


def beside(path: Path) -> str:
    """What is said of a file beside the memory files that holds a phrase."""
    return f"{path} holds it: it is a file of your own, or a copy that a program of yours keeps"
