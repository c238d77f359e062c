"""The journal: what is about to be done to memory files, written down before it is done.

Owns the intents and the bytes they replace. Promises that an intent is durable before its file moves, and
that a run can be taken back for as long as `KEEP` says. Never touches a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from extractor.archive.database import Database, Row, Value
from extractor.archive.outcome import Outcome
from extractor.domain import Milliseconds
from extractor.memory.changeset import FileChange
from extractor.memory.journal import Intent, IntentState

KEEP = 90 * 24 * 3600 * 1000
"""Milliseconds for which what a run replaced is kept, counted from the newest run."""

KEEP_BYTES = 50_000_000
"""Bytes of replaced and new text kept of all runs together; beyond that the oldest go first."""

FINAL = "('closed', 'kept-human')"

_REMEMBERED = f"""(run IN (SELECT id FROM runs WHERE outcome = '{Outcome.MOVED}') AND after IS NULL
    OR run IN (SELECT id FROM runs WHERE outcome = '{Outcome.UNSHARED}'))"""
"""Rows whose names are known from nowhere else: what was moved away once is not moved again when a person brings it
back, and what came from the team is of no unknown hand."""

_HOLDS = "(before IS NOT NULL OR after IS NOT NULL)"
"""A row with bytes: without them only its name is remembered."""


class JournalTable:
    """Implements the Journal that `memory.store` needs."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def open(self, intents: Sequence[Intent]) -> None:
        """Write intents down, all or none, before any of their files moves."""
        with self._db.transaction():
            self._db.run_many(
                "INSERT INTO journal VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [(i.id, i.run, i.folder, i.file, i.temp, i.before, i.after, i.state, i.at) for i in intents],
            )

    def mark(self, intent_id: str, state: IntentState) -> None:
        """Note how far an intent has come."""
        with self._db.transaction():
            self._db.run("UPDATE journal SET state = ? WHERE id = ?", (state, intent_id))

    def unfinished(self) -> list[Intent]:
        """Intents whose files may not be what they should be, or whose displaced copies still stand."""
        return [
            _intent(row)
            for row in self._db.rows(
                """SELECT id, run, folder, file, temp, before, after, state, at FROM journal
                   WHERE state IN ('open', 'applied') ORDER BY at, rowid"""
            )
        ]

    def net(self, run: int) -> tuple[FileChange, ...]:
        """What a run's writes came to, file by file, by name: the bytes before the first, those after the last.

        Writes that a person's edit came before are none. A file that ends as it began is not among them.
        """
        first: dict[str, bytes | None] = {}
        last: dict[str, bytes | None] = {}
        for file, before, after in self._db.rows(
            "SELECT file, before, after FROM journal WHERE run = ? AND state IN ('applied', 'closed') ORDER BY rowid",
            (run,),
        ):
            first.setdefault(str(file), _bytes(before))
            last[str(file)] = _bytes(after)
        return tuple(FileChange(f, first[f], last[f]) for f in sorted(first) if first[f] != last[f])

    def texts(self, folder: str, file: str) -> frozenset[bytes]:
        """Every text a file had before or after a run wrote it, as far as it is kept."""
        found = self._db.rows(
            """SELECT before, after FROM journal WHERE folder = ? AND file = ? AND run > 0
               AND state IN ('applied', 'closed')""",
            (folder, file),
        )
        return frozenset(text for row in found for value in row if (text := _bytes(value)) is not None)

    def led_to(self, folder: str, file: str, data: bytes) -> frozenset[bytes]:
        """These bytes, and those of the file from which runs made them, one after the other, as far as it is kept."""
        found = self._db.rows(
            """SELECT before, after FROM journal WHERE folder = ? AND file = ? AND run > 0
               AND state IN ('applied', 'closed') ORDER BY rowid DESC""",
            (folder, file),
        )
        texts = {data}
        for before, after in found:
            if _bytes(after) in texts and (text := _bytes(before)) is not None:
                texts.add(text)
        return frozenset(texts)

    def last_text(self, folder: str, file: str) -> bytes | None:
        """What a file was when a run wrote it last; None where that took it away, or is not kept."""
        found = self._db.row(
            """SELECT after FROM journal WHERE folder = ? AND file = ? AND run > 0
               AND state IN ('applied', 'closed') ORDER BY run DESC, rowid DESC LIMIT 1""",
            (folder, file),
        )
        return _bytes(found[0]) if found else None

    def left(self, folder: str, sizes: Iterable[int]) -> list[tuple[str, bytes]]:
        """Name and bytes of what runs left in a folder, as far as it is kept, of texts of these sizes (bytes)."""
        found = self._db.rows(
            """SELECT DISTINCT file, after FROM journal WHERE folder = ? AND run > 0
               AND state IN ('applied', 'closed') AND length(after) IN (SELECT value FROM json_each(?))""",
            (folder, json.dumps(sorted(set(sizes)))),
        )
        return [(str(file), data) for file, value in found if (data := _bytes(value)) is not None]

    def writes(self, run: int) -> list[tuple[str, IntentState]]:
        """Each write of a run and how far it has come, by the file's name, in their order."""
        found = self._db.rows("SELECT file, state FROM journal WHERE run = ? ORDER BY rowid", (run,))
        return [(str(file), IntentState(str(state))) for file, state in found]

    def runs_in(self, folder: str, since: int, file: str | None = None) -> list[int]:
        """The runs from `since` on that wrote in a folder (that file, if given), newest first."""
        found = self._db.rows(
            """SELECT DISTINCT run FROM journal WHERE folder = ? AND run >= ? AND state IN ('applied', 'closed')
               AND file = coalesce(?, file) ORDER BY run DESC""",
            (folder, max(1, since), file),
        )
        return [int(str(run)) for (run,) in found]

    def is_writing(self, folder: str) -> bool:
        """Whether a write in a folder is under way or was cut short."""
        sql = "SELECT count(*) FROM journal WHERE folder = ? AND state = 'open'"
        return self._db.number(sql, (folder,)) > 0

    def is_kept(self, run: int) -> bool:
        """Whether anything of what a run wrote is still here."""
        return self._db.number(f"SELECT count(*) FROM journal WHERE run = ? AND {_HOLDS}", (run,)) > 0

    def left_to_people(self, run: int) -> tuple[str, ...]:
        """Files of which a write of this run came after a person's edit, by name."""
        found = self._db.rows(
            "SELECT DISTINCT file FROM journal WHERE run = ? AND state = 'kept-human' ORDER BY 1", (run,)
        )
        return tuple(str(file) for (file,) in found)

    def later_run(self, run: int, folder: str, file: str) -> int | None:
        """The newest run after this one that wrote the file."""
        found = self._db.number(
            """SELECT max(run) FROM journal WHERE folder = ? AND file = ? AND run > ?
               AND state IN ('applied', 'closed')""",
            (folder, file, run),
        )
        return found or None

    def prune(self, now: Milliseconds) -> int:
        """Drop what is older than `KEEP` or beyond `KEEP_BYTES`, whole runs at a time; returns how many rows.

        Nothing grows old by the clock alone: one that is ahead for a minute would cost every undo. What is not finished
        stays. The index's texts go at once: it is rendered anew, never brought back. Of files that were moved or came
        from the team the names stay.
        """
        newest = Milliseconds(self._db.number("SELECT coalesce(max(started), 0) FROM runs"))
        oldest = min(now, newest) - KEEP
        with self._db.transaction():
            dropped = self._db.run(f"DELETE FROM journal WHERE run = 0 AND state IN {FINAL}").rowcount
            runs = self._db.rows(
                f"""SELECT j.run, max(j.at), sum(coalesce(length(j.before), 0) + coalesce(length(j.after), 0))
                    FROM journal j JOIN runs r ON r.id = j.run AND r.finished IS NOT NULL
                    GROUP BY j.run HAVING sum(j.state NOT IN {FINAL}) = 0 AND sum({_HOLDS}) > 0
                    ORDER BY j.run DESC"""
            )
            held = 0
            for run, at, size in runs:
                held += int(str(size))
                if held > KEEP_BYTES or int(str(at)) < oldest:
                    kept = f"UPDATE journal SET before = NULL, after = NULL WHERE run = ? AND {_REMEMBERED}"
                    dropped += self._db.run(kept, (run,)).rowcount
                    dropped += self._db.run(
                        f"DELETE FROM journal WHERE run = ? AND {_HOLDS}", (run,)
                    ).rowcount
        return dropped


def _intent(row: Row) -> Intent:
    return Intent(
        id=str(row[0]),
        run=int(str(row[1])),
        folder=str(row[2]),
        file=str(row[3]),
        temp=str(row[4]),
        before=_bytes(row[5]),
        after=_bytes(row[6]),
        state=IntentState(str(row[7])),
        at=Milliseconds(int(str(row[8]))),
    )


def _bytes(value: Value) -> bytes | None:
    return value if isinstance(value, bytes) else None
