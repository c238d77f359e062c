"""A team's files, as far as forgetting reaches: the repository keeps them, agents are told of them no more.

Owns which of them hold words and what is said of those. Promises that no file is touched. Never writes into a
repository.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from extractor.archive.index_lines import IndexLines
from extractor.memory.gate.phrases import Phrases
from extractor.memory.team.team import mark


class TeamFiles:
    """The files in every team's folder. `read` gives their bytes by their paths."""

    def __init__(self, known: IndexLines, read: Callable[[], Mapping[str, bytes]]) -> None:
        self._known = known
        self._read = read

    def told(self, phrases: Phrases) -> list[tuple[str, str]]:
        """Folder and mark of each file that holds one of the phrases and was accepted: agents are told of it."""
        holding = {Path(path): data for path, data in self._read().items() if phrases.stand_in(data)}
        marked = [(str(path.parent), mark(path.name, data)) for path, data in holding.items()]
        return [(folder, each) for folder, each in marked if each in self._known.accepted(folder)]

    def withdraw(self, phrases: Phrases) -> None:
        """Have no agent told of those files any more: a person may accept them anew. Raises StoreFailed."""
        told = self.told(phrases)
        for folder, each in told:
            self._known.withdraw(folder, [each])
        if told:
            self._known.save()

    def lines(self, phrases: Phrases) -> list[str]:
        """A line for each file that holds one of the phrases, for a person."""
        return [
            f"{path} in the repository holds it, and the history of git once it was committed: take it out there;"
            " agents are told it again only once you accept it"
            for path, data in self._read().items()
            if phrases.stand_in(data)
        ]
