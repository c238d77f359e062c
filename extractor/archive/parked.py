"""Where what could not be used stands: the transcripts whose lines are parked, and those that end within a line.

Owns the question which files they are. Promises every file once for each reason. Only reads.
"""

from __future__ import annotations

from dataclasses import dataclass

from extractor.archive.database import Database


@dataclass(frozen=True, slots=True)
class ParkedIn:
    """What of one transcript is parked for one reason."""

    reason: str
    client: str
    version: str
    path: str
    lines: int
    byte: int
    """Where the first of them begins."""


@dataclass(frozen=True, slots=True)
class HeldBack:
    """The last line of one transcript, which is not finished."""

    path: str
    bytes: int
    """How much of it stands there."""


def held_back(db: Database) -> tuple[HeldBack, ...]:
    """By path."""
    found = db.rows("SELECT path, held FROM transcripts WHERE held > 0 ORDER BY 1")
    return tuple(HeldBack(str(path), int(str(held))) for path, held in found)


def parked_in(db: Database) -> tuple[ParkedIn, ...]:
    """By reason and path."""
    found = db.rows(
        """SELECT p.reason, t.client, coalesce(s.version, 'unknown'), t.path, count(*), min(p.offset)
           FROM parked p JOIN transcripts t ON t.id = p.transcript LEFT JOIN sessions s ON s.id = t.session_id
           GROUP BY p.reason, t.id ORDER BY 1, 4"""
    )
    return tuple(
        ParkedIn(str(reason), str(client), str(version), str(path), int(str(lines)), int(str(byte)))
        for reason, client, version, path, lines, byte in found
    )
