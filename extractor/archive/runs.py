"""Runs: what each extraction took in, did and cost, and which quotes its statements rest on.

Owns runs, statements, failures and what was set aside. Promises that every machine-written statement
leads back to its quotes. Never decides what happens next.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pydantic import TypeAdapter

from extractor.archive.database import Database
from extractor.archive.outcome import Outcome
from extractor.archive.provenance import REWORDED, Quote
from extractor.domain import NO_USAGE, Cursor, Milliseconds, Usage
from extractor.memory.gate.tombstones import statement_hash
from extractor.memory.redaction.placeholders import FORGOTTEN


@dataclass(frozen=True, slots=True)
class Finished:
    """What a run did."""

    outcome: Outcome
    turns: int = 0
    usage: Usage = NO_USAGE
    added: int = 0
    changed: int = 0
    removed: int = 0
    refusals: tuple[str, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is recorded when a run's files have been written: the second half of its commit."""

    session_id: int
    folder: str
    rows: tuple[int, ...]
    """Messages that are then understood."""
    cursor: Cursor | None
    quotes: tuple[Quote, ...]
    done: Finished
    whole: int = 0
    """The run this one is a part of, where one writes in several folders; 0: it stands for itself."""
    is_again: bool = False
    """What a person saved first was tried again: what is lost now stays lost."""

    def to_json(self) -> str:
        """As it stands in the state file."""
        return _plans().dump_json(self).decode()

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Read back what `to_json` wrote."""
        return _plans().validate_json(text)


@dataclass(frozen=True, slots=True)
class Failure:
    """Failures in a row of a session's oldest batch."""

    count: int
    batch: int
    """Most exchanges the next batch may have; 0: no bound."""


@cache
def _plans() -> TypeAdapter[Plan]:
    return TypeAdapter(Plan)


_HALF_WRITTEN = """SELECT r.session_id FROM runs r JOIN journal j ON j.run = r.id
    WHERE r.finished IS NULL AND r.plan IS NOT NULL AND j.state = 'open'"""
"""Sessions of which a run could not be brought to its end in one of its folders: what it wrote in another waits."""


class Runs:
    """The record of extractions."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def start(self, session_id: int, model: str, folder: str, exchanges: int, now: Milliseconds) -> int:
        """Open a run; returns its number."""
        with self._db.transaction():
            made = self._db.run(
                "INSERT INTO runs(session_id, model, folder, started, exchanges) VALUES(?, ?, ?, ?, ?)",
                (session_id, model, folder, now, exchanges),
            )
            return made.lastrowid or 0

    def start_beside(self, run: int, folder: str, now: Milliseconds) -> int:
        """Open a run for what another one, under way, writes in a second folder; returns its number."""
        with self._db.transaction():
            made = self._db.run(
                """INSERT INTO runs(session_id, model, folder, started, exchanges)
                   SELECT session_id, model, ?, ?, 0 FROM runs WHERE id = ?""",
                (folder, now, run),
            )
            return made.lastrowid or 0

    def start_undo(self, undone: int, now: Milliseconds) -> int:
        """Open a run in which a person takes another one back; returns its number."""
        with self._db.transaction():
            made = self._db.run(
                """INSERT INTO runs(session_id, model, folder, started, exchanges, undoes)
                   SELECT session_id, 'none', folder, ?, 0, id FROM runs WHERE id = ?""",
                (now, undone),
            )
            return made.lastrowid or 0

    def unfinished_undos(self) -> list[tuple[int, str]]:
        """Runs that take another one back and were cut off, oldest first, each with its folder."""
        found = self._db.rows(
            "SELECT id, folder FROM runs WHERE finished IS NULL AND undoes IS NOT NULL ORDER BY id"
        )
        return [(int(str(run)), str(folder)) for run, folder in found]

    def reworded(self, run: int, statements: Iterable[str]) -> None:
        """Note, as hashes, which sentences a run made of words no message is quoted for."""
        made = sorted(statement_hash(each) for each in statements)
        with self._db.transaction():
            self._db.run("DELETE FROM meta WHERE name = ?", (f"{REWORDED}{run}",))
            if made:
                self._db.run("INSERT INTO meta VALUES(?, ?)", (f"{REWORDED}{run}", json.dumps(made)))

    def finish(self, run: int, done: Finished, now: Milliseconds) -> None:
        """Close a run with what it did. A record that stands stays, but for one that only says it was cut off."""
        usage = done.usage
        self._db.run(
            """UPDATE runs SET finished = ?, outcome = ?, turns = ?, input = ?, cached = ?, written = ?,
               output = ?, added = ?, changed = ?, removed = ?, refused = ?, refusals = ?, detail = ?
               WHERE id = ? AND (finished IS NULL OR outcome = ?)""",
            (
                now, done.outcome, done.turns, usage.input, usage.cached, usage.written, usage.output, done.added,
                done.changed, done.removed, len(done.refusals), json.dumps(list(done.refusals)), done.detail, run,
                Outcome.INTERRUPTED,
            ),
        )  # fmt: skip

    def took(self, run: int, exchanges: int) -> None:
        """How many exchanges a run took in after all, where it left some to the next."""
        self._db.run("UPDATE runs SET exchanges = ? WHERE id = ? AND finished IS NULL", (exchanges, run))

    def is_recorded(self, run: int) -> bool:
        """Whether what a run did stands in the record; a start beside it may have called it interrupted."""
        sql = "SELECT count(*) FROM runs WHERE id = ? AND finished IS NOT NULL AND outcome != ?"
        return self._db.number(sql, (run, Outcome.INTERRUPTED)) > 0

    def is_forgotten(self, run: int) -> bool:
        """Whether what a run wrote was forgotten: it cannot be taken back."""
        return self._db.number("SELECT forgotten FROM runs WHERE id = ?", (run,)) > 0

    def plan(self, run: int, plan: Plan) -> None:
        """Write down, before any file moves, what is to be recorded once all of them have."""
        with self._db.transaction():
            self._db.run("UPDATE runs SET plan = ? WHERE id = ?", (plan.to_json(), run))

    def follow(self, old: str, new: str) -> None:
        """A memory folder has another path now: what is to be recorded of its runs names it so."""
        rows = self._db.rows("SELECT id, plan FROM runs WHERE folder = ? AND plan IS NOT NULL", (old,))
        for run, text in rows:
            moved = replace(Plan.from_json(str(text)), folder=new)
            self._db.run("UPDATE runs SET plan = ? WHERE id = ?", (moved.to_json(), run))

    def interrupt_open(self, now: Milliseconds) -> int:
        """Close extractions a crash left open; returns how many.

        One that undoes another is not given up, nor one whose files cannot be brought to their end yet.
        """
        with self._db.transaction():
            return self._db.run(
                f"""UPDATE runs SET finished = ?, outcome = ? WHERE finished IS NULL AND undoes IS NULL
                    AND coalesce(session_id, 0) NOT IN ({_HALF_WRITTEN})""",
                (now, Outcome.INTERRUPTED),
            ).rowcount

    def quote(self, run: int, folder: str, quotes: Sequence[Quote]) -> None:
        """Record the quotes that the statements written by a run rest on."""
        self._db.run_many(
            """INSERT INTO statements(run, folder, file, statement, client, uuid, block, quote, at)
               VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            [
                (run, folder, q.file, q.statement, q.key.client, q.key.uuid, q.key.block, q.quote, q.at)
                for q in quotes
            ],
        )

    def folders(self) -> list[str]:
        """Every memory folder a run has written to."""
        found = self._db.rows(
            "SELECT DISTINCT folder FROM runs WHERE added + changed + removed > 0 ORDER BY 1"
        )
        return [str(folder) for (folder,) in found]

    def written_in(self, folder: str) -> int:
        """How many runs have written to a memory folder."""
        sql = """SELECT count(*) FROM runs WHERE folder = ? AND finished IS NOT NULL
                 AND added + changed + removed > 0"""
        return self._db.number(sql, (folder,))

    def forgotten_in(self, folder: str) -> int:
        """How many sentences of a memory folder, and runs that wrote there, were forgotten."""
        sql = """SELECT (SELECT count(*) FROM statements WHERE folder = :folder AND statement = :forgotten)
                 + (SELECT count(*) FROM runs WHERE folder = :folder AND forgotten)"""
        return self._db.number(sql, {"folder": folder, "forgotten": FORGOTTEN})

    def projects_in(self, folder: str) -> list[str]:
        """The projects whose sessions wrote in a memory folder, the last to write first."""
        found = self._db.rows(
            """SELECT s.project FROM runs r JOIN sessions s ON s.id = r.session_id
               WHERE r.folder = ? AND s.project IS NOT NULL GROUP BY s.project ORDER BY max(r.id) DESC""",
            (folder,),
        )
        return [str(project) for (project,) in found]

    def moved_from(self, folder: str) -> frozenset[str]:
        """Names of files that were moved out of a memory folder, as long as the journal knows."""
        found = self._db.rows(
            """SELECT DISTINCT j.file FROM journal j JOIN runs r ON r.id = j.run
               WHERE r.outcome = ? AND j.folder = ? AND j.after IS NULL""",
            (Outcome.MOVED, folder),
        )
        return frozenset(str(file) for (file,) in found)

    # ------------------------------------------------------------ failures

    def failure(self, session_id: int) -> Failure:
        """How often the session's oldest batch has failed in a row."""
        found = self._db.row("SELECT count, batch FROM failures WHERE session_id = ?", (session_id,))
        return Failure(int(str(found[0])), int(str(found[1]))) if found else Failure(0, 0)

    def set_failure(self, session_id: int, failure: Failure, detail: str, now: Milliseconds) -> None:
        """Record the failures in a row."""
        self._db.run(
            """INSERT INTO failures VALUES(?, ?, ?, ?, ?) ON CONFLICT(session_id) DO UPDATE SET
               count = excluded.count, batch = excluded.batch, detail = excluded.detail, at = excluded.at""",
            (session_id, failure.count, failure.batch, detail, now),
        )

    def clear_failure(self, session_id: int) -> None:
        """Forget the failures: a batch went through."""
        self._db.run("DELETE FROM failures WHERE session_id = ?", (session_id,))

    def set_aside(self, session_id: int, uuid: str, reason: str, now: Milliseconds) -> None:
        """Record an exchange that could not be understood, named by its first message."""
        self._db.run(
            "INSERT INTO set_aside(session_id, uuid, reason, at) VALUES(?, ?, ?, ?)",
            (session_id, uuid, reason, now),
        )

    def clear_set_aside(self) -> None:
        """Forget what was set aside: it is tried again."""
        self._db.run("DELETE FROM set_aside")
