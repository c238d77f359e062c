"""Another try: a run whose edits no longer fit what a person saved while its model was thinking.

Owns how often such a run is held again, and what is told once it is not any more. Promises that nobody who keeps
saving has a model called without end. Never judges an edit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from extractor.archive.archive import Archive
from extractor.extraction.job import Job
from extractor.memory.gate.tombstones import words
from extractor.memory.memory_file import parse
from extractor.memory.proposal import Delete, Write

MOST = 2
"""Times a run is held again because a person saved first: each is another call of the model."""

SAVED_FIRST = "a person's edit came first"
"""How the line ends on a file that was left to a person."""

AGAIN = "a person's edit came first: it is held again, on what they saved"
"""What the log says of a run whose messages go on waiting."""


class AnotherTry:
    """Counts how often a session's oldest words were held again. The count outlives the process."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def take(self, job: Job) -> bool:
        """Whether the run may be held again; counted where it may."""
        name, first = f"held again:{job.batch.session.id}", job.batch.exchanges[0].messages[0].key.uuid
        uuid, _, count = (self._archive.note(name) or "").rpartition(" ")
        tries = int(count) if uuid == first else 0
        if tries < MOST:
            self._archive.set_note(name, f"{first} {tries + 1}")
        return tries < MOST


def is_missing(edits: Iterable[Write | Delete], files: Mapping[str, bytes]) -> bool:
    """Whether something that was to be written stands in none of these files, or one that was to go is among them."""
    said = {words(sentence) for data in files.values() for sentence in parse(data).statements}
    return any(
        edit.file in files
        if isinstance(edit, Delete)
        else any(words(statement.text) not in said for statement in edit.statements)
        for edit in edits
    )


def given_up(job: Job, files: Sequence[str]) -> str:
    """What `status` tells of edits that a person's came before each time."""
    where, session = job.batch.folder.path, job.batch.session.session
    return (
        f"{', '.join(sorted(set(files)))} in {where}: somebody saved it each time a model was at work on it, and what"
        f" session {session} says of it was not written: write it there yourself, or have it learned with"
        " `extractor remember`"
    )
