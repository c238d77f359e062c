"""The log of runs: what changed memory, when, and what of it was taken back.

Owns the reading of runs for people. Promises that a run a person undid is told as undone, and one whose
undoing was undone is not. Only reads.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from extractor.archive.database import Database, Row
from extractor.archive.outcome import Outcome
from extractor.domain import Milliseconds, Usage

SHOWN = """SELECT r.id, coalesce(r.finished, r.started), r.model, s.client, s.session, r.folder,
    coalesce(r.outcome, ''), r.detail, r.added, r.changed, r.removed, r.input, r.cached, r.written, r.output,
    r.refusals, r.undoes FROM runs r JOIN sessions s ON s.id = r.session_id"""

CHANGED = """(r.added + r.changed + r.removed > 0
    OR EXISTS (SELECT 1 FROM journal j WHERE j.run = r.id AND j.state IN ('applied', 'closed')))"""
"""A run cut off by a crash has counted nothing, yet some of its files may stand."""

UNFINISHED = "(r.finished IS NULL AND r.undoes IS NOT NULL)"
"""An undo that was cut short: its files may not have moved yet."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One run as the log tells it."""

    run: int
    at: Milliseconds
    """When it ended."""
    model: str
    client: str
    session: str
    folder: str
    outcome: str
    detail: str
    added: int
    changed: int
    removed: int
    usage: Usage
    refusals: tuple[str, ...]
    undoes: int | None
    """The run this one took back; None for an extraction."""
    undone_by: int | None
    """The run that took this one back and still stands."""
    is_partly: bool
    """Files that were changed since were left as they were when it was taken back."""


class RunLog:
    """The runs, newest first."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def entries(self, limit: int, folder: str | None = None, file: str | None = None) -> list[Entry]:
        """At most so many runs that changed memory, were kept from removing much of it, or undo one and are not finished.

        `folder` and `file` narrow it to one memory folder and to runs that wrote a file of that name.
        """
        where, values = [f"({CHANGED} OR {UNFINISHED} OR r.outcome = ?)"], [str(Outcome.REMOVAL_REFUSED)]
        if folder is not None:
            where.append("r.folder = ?")
            values.append(folder)
        if file is not None:
            where.append(
                """(EXISTS (SELECT 1 FROM journal j WHERE j.run = r.id AND j.file = ?
                    AND j.state IN ('applied', 'closed'))
                    OR EXISTS (SELECT 1 FROM statements t WHERE t.run = r.id AND t.file = ?))"""
            )
            values += [file, file]
        found = self._db.rows(
            f"{SHOWN} WHERE {' AND '.join(where)} ORDER BY r.id DESC LIMIT ?", [*values, limit]
        )
        undone = self.undone()
        return [_entry(row, undone) for row in found]

    def entry(self, run: int) -> Entry | None:
        """One run, whatever it did."""
        found = self._db.row(f"{SHOWN} WHERE r.id = ?", (run,))
        return _entry(found, self.undone()) if found else None

    def standing(self, folder: str | None = None) -> list[int]:
        """Extractions that changed memory and are not undone, newest first.

        What came back from a team stays, and what was moved: half of a move would be a loss.
        """
        undone = self.undone()
        found = self._db.rows(
            f"""SELECT r.id, r.folder FROM runs r WHERE r.undoes IS NULL AND r.forgotten = 0 AND {CHANGED}
                AND coalesce(r.outcome, '') NOT IN (?, ?) ORDER BY r.id DESC""",
            (Outcome.UNSHARED, Outcome.MOVED),
        )
        runs = [int(str(run)) for run, place in found if folder in (None, place)]
        return [run for run in runs if run not in undone]

    def moves(self, since: int = 0, folder: str | None = None) -> list[int]:
        """Moves of files later than a run that are not undone, newest first."""
        undone = self.undone()
        found = self._db.rows(
            f"""SELECT r.id, r.folder FROM runs r WHERE r.id > ? AND r.outcome = ? AND r.forgotten = 0 AND {CHANGED}
                ORDER BY r.id DESC""",
            (since, Outcome.MOVED),
        )
        runs = [int(str(run)) for run, place in found if folder in (None, place)]
        return [run for run in runs if run not in undone]

    def undone(self) -> dict[int, tuple[int, bool]]:
        """Runs that are taken back: by which run, and whether only in part."""
        standing: dict[int, tuple[int, bool]] = {}
        # Newest first: whether an undo was itself undone is known before its turn comes.
        for run, undoes, outcome in self._db.rows(
            "SELECT id, undoes, outcome FROM runs WHERE undoes IS NOT NULL AND outcome IN (?, ?) ORDER BY id DESC",
            (Outcome.UNDONE, Outcome.PARTLY_UNDONE),
        ):
            if int(str(run)) not in standing:
                standing.setdefault(int(str(undoes)), (int(str(run)), outcome == Outcome.PARTLY_UNDONE))
        return standing


def _entry(row: Row, undone: dict[int, tuple[int, bool]]) -> Entry:
    numbers = [int(str(value)) for value in row[8:15]]
    run = int(str(row[0]))
    by = undone.get(run)
    return Entry(
        run=run,
        at=Milliseconds(int(str(row[1]))),
        model=str(row[2]),
        client=str(row[3]),
        session=str(row[4]),
        folder=str(row[5]),
        outcome=str(row[6]),
        detail=str(row[7]),
        added=numbers[0],
        changed=numbers[1],
        removed=numbers[2],
        usage=Usage(*numbers[3:]),
        refusals=tuple(json.loads(str(row[15]))),
        undoes=None if row[16] is None else int(str(row[16])),
        undone_by=by[0] if by else None,
        is_partly=bool(by and by[1]),
    )
