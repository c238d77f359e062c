"""What a source hands the archive of a transcript: two transcripts, one a fork of the other, and readings of them.

Owns the usual values. Promises a reading in one project, read once. Never reads a file.
"""

from __future__ import annotations

from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.transcripts.source import Reading, Record

PARENT = Transcript("plain", "/home/dev/parent.jsonl", SessionId("parent"))
FORK = Transcript("plain", "/home/dev/fork.jsonl", SessionId("fork"))


def reading(*records: Record, checkpoint: str = "1", more: bool = False, held: int = 0) -> Reading:
    """A reading of these records in the project `/home/dev/shop`."""
    return Reading(
        list(records), checkpoint, more=more, held=held, cwd="/home/dev/shop", modified=Milliseconds(7)
    )
