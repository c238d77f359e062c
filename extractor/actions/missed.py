"""What one look at a memory folder found, and of what is missed there a person is asked.

Owns how much may go at once without a question, and the question. Promises that what went with its whole folder is
asked about for as long as nobody answered, whatever stands there since. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from extractor.archive.statements import Written
from extractor.domain import Milliseconds
from extractor.memory.memory_file import sentences

MOST_AT_ONCE = 3
"""Files that may vanish or become what they were at once without a question, whatever the folder's size."""

MOST_SHARE = 4
"""Beyond that, one in so many files of a folder may."""

NOT_MEANT = "else `extractor undo --vanished` brings them back"


@dataclass(slots=True)
class Sight:
    """What one look at a folder found."""

    said: Mapping[str, frozenset[str]]
    """The sentences of each readable file."""
    names: frozenset[str]
    """Every name in the folder."""
    newest: int
    """The newest run that wrote there."""
    is_gone: bool = False
    """The folder itself is not there."""
    went: Milliseconds | None = None
    """When it was seen last that the folder was gone, where a person has not answered that yet."""
    standing: list[Written] = field(default_factory=list)
    dropped: list[Written] = field(default_factory=list)
    """Gone, but never there or taken by a run."""
    removed: list[Written] = field(default_factory=list)
    vanished: dict[str, list[Written]] = field(default_factory=dict)
    """Sentences whose whole file is missed, by file."""
    returned: dict[str, list[Written]] = field(default_factory=dict)
    """Sentences of a file that is what it was before a run wrote them, by file: as a backup brings it back."""

    @property
    def missed(self) -> dict[str, list[Written]]:
        """The sentences of all files that may be missed without anybody having meant it, by file."""
        return {
            file: [*self.vanished.get(file, ()), *self.returned.get(file, ())]
            for file in sorted({*self.vanished, *self.returned})
        }

    @property
    def went_along(self) -> dict[str, list[Written]]:
        """Those of them that were missed when the folder itself was gone, which another stands in place of."""
        return {file: entries for file, entries in self.missed.items() if self._went_with(entries)}

    @property
    def asked(self) -> dict[str, list[Written]]:
        """Those of them about which a person is asked."""
        # Whoever takes a fact out does not take the folder: it may have been moved, or its disk.
        return self.missed if self.is_gone or self._is_too_much() else self.went_along

    def holds(self, statement: str) -> bool:
        """Whether a sentence stands in some file."""
        wanted = sentences(statement)
        return bool(wanted) and any(wanted <= said for said in self.said.values())

    def _went_with(self, entries: Sequence[Written]) -> bool:
        went = self.went
        return went is not None and any(e.missing is not None and e.missing <= went for e in entries)

    def _is_too_much(self) -> bool:
        gone = len(self.missed)
        return gone > MOST_AT_ONCE and gone * MOST_SHARE > len(self.said) + len(self.vanished)


def question(folder: str, sight: Sight) -> str:
    """What a person is asked of the files that are missed in a folder."""
    names = list(sight.asked)
    told, files = _told(names), _files(names)
    if sight.is_gone:
        return question_of_folder(folder, names)
    if len(sight.went_along) == len(names):
        return (
            f"{folder} vanished as a whole and another stands there since, without {len(names)} {files} ({told}):"
            f" `extractor forget --vanished` if that was on purpose, {NOT_MEANT}"
        )
    happened = " or ".join(
        (
            *(["vanished"] if sight.vanished else []),
            *(["became what they were before"] if sight.returned else []),
        )
    )
    return (
        f"{len(names)} of {len(sight.said) + len(sight.vanished)} memory files {happened} at once in {folder} ({told}):"
        f" `extractor forget --vanished` if that was on purpose, {NOT_MEANT}"
    )


def question_of_folder(folder: str, names: Sequence[str]) -> str:
    """What a person is asked of a folder that is gone, and of the memory files in it."""
    return (
        f"{folder} vanished with its {len(names)} {_files(names)} ({_told(names)}): `extractor forget --vanished` if that"
        f" was on purpose, else put the folder back, or `extractor undo --vanished` brings them back"
    )


def _told(names: Sequence[str]) -> str:
    return f"{', '.join(names[:MOST_AT_ONCE])}{', …' if len(names) > MOST_AT_ONCE else ''}"


def _files(names: Sequence[str]) -> str:
    return "memory file" if len(names) == 1 else "memory files"
