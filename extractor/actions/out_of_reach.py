"""Memory folders that are away and memory files that cannot be read or edited: what an order to forget cannot reach now.

Owns which of them hold what goes. Promises a line for each that says what to do. Only looks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from extractor import fs
from extractor.actions.removals import Looked
from extractor.actions.rewriting import Going, is_stuck
from extractor.archive.of_runs import files_of_runs
from extractor.archive.order import Order
from extractor.archive.statements import Statements, Written
from extractor.errors import ConfigError
from extractor.memory.gate.phrases import Phrases
from extractor.memory.redaction.placeholders import FORGOTTEN


class OutOfReach:
    """Looks for what cannot be reached. `folder_at` gives the memory folder at a resolved path."""

    def __init__(self, statements: Statements, folder_at: Callable[[str], Looked]) -> None:
        self._statements = statements
        self._folder_at = folder_at

    def check(self, order: Order) -> None:
        """Raises ConfigError where a sentence that goes stood last in what is out of reach."""
        if lines := [*self.holding(order)]:
            raise ConfigError("; ".join(("nothing was forgotten", *lines)))

    def holding(self, order: Order) -> Iterator[str]:
        """A line for each folder or file out of reach in which a sentence stood last that goes, or from which one goes."""
        phrases = Phrases((*order.words, *order.phrases))
        for path, files in self._closed().items():
            goes = {
                each.file
                for each in self._standing(path)
                if each.id in order.statements or phrases.stand_in(each.statement)
            }
            if files is None and goes:
                yield (
                    f"{path} {_absence(path)}, and what is to be forgotten stood in it ({', '.join(sorted(goes))}): put the"
                    f" folder back and try again, or{_link_first(path)} `extractor forget --vanished` first if it was"
                    " removed on purpose"
                )
            yield from (
                f"{Path(path) / name} cannot be read, and what is to be forgotten stood in it: make it a readable"
                " plain file or delete it, and try again"
                for name in sorted(goes & (files or set()))
            )
        for path in self._statements.folders():
            yield from (
                f"{Path(path) / name} is not UTF-8, and what is to be forgotten stands in it: save it as UTF-8 first, and"
                " try again"
                for name in self._stuck(path, order, phrases)
            )

    def unseen(self) -> Iterator[tuple[Path, str]]:
        """Each of them, and why: whether words stand there beside the sentences of runs nobody knows."""
        for path, files in self._closed().items():
            ours = {each.file for each in self._standing(path)}
            if files is None and ours:
                yield Path(path), "it is not there"
            yield from ((Path(path) / name, "it cannot be read") for name in sorted(ours & (files or set())))

    def _stuck(self, path: str, order: Order, phrases: Phrases) -> list[str]:
        """The files of runs that only a person can edit, and from which something goes."""
        files = {} if fs.no_folder(path) else self._folder_at(path).snapshot()
        written = [each for each in self._statements.of_folder(path) if each.statement != FORGOTTEN]
        gone = [each.statement for each in written if each.id in order.statements]
        going = Going.of([each.statement for each in written], gone, phrases)
        ours = files_of_runs(self._statements, path, files)
        return sorted(name for name, data in files.items() if name in ours and is_stuck(data, going))

    def _closed(self) -> dict[str, set[str] | None]:
        """The folders runs wrote to of which something is out of reach: the files, or None for all of it."""
        found: dict[str, set[str] | None] = {}
        for path in self._statements.folders():
            if fs.no_folder(path):
                found[path] = None
                continue
            readable = self._folder_at(path).snapshot().keys()
            if closed := set(os.listdir(path)) - readable:
                found[path] = closed
        return found

    def _standing(self, path: str) -> list[Written]:
        return [e for e in self._statements.of_folder(path) if e.stands != 0 and e.statement != FORGOTTEN]


def _absence(path: str) -> str:
    return f"is a link to {os.readlink(path)}, which is not there" if os.path.islink(path) else "is not there"


def _link_first(path: str) -> str:
    return " delete the link and" if os.path.islink(path) else ""
