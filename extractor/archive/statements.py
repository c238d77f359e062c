"""Statements at rest: which sentences runs wrote, and whether they still stand.

Owns what is noted of each written sentence since. Promises that a sentence is named with every quote it rests on.
Never looks at a memory folder.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from extractor.archive.database import Database, Row
from extractor.domain import MessageKey, Milliseconds

COLUMNS = "id, run, folder, file, statement, client, uuid, block, quote, stands, missing"


@dataclass(frozen=True, slots=True)
class Written:
    """One quote of one sentence a run wrote."""

    id: int
    run: int
    folder: str
    file: str
    statement: str
    key: MessageKey
    quote: str
    stands: int | None
    """The newest run that had written in the folder when the sentence was last seen there; 0: it is gone;
    None: not looked at yet."""
    missing: Milliseconds | None
    """Since when its file is missed, while that is not sure to be a removal."""


class Statements:
    """What runs wrote, by memory folder (its resolved path)."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def folders(self) -> list[str]:
        """Every folder with a sentence of ours."""
        return [str(f) for (f,) in self._db.rows("SELECT DISTINCT folder FROM statements ORDER BY 1")]

    def files(self, folder: str) -> frozenset[str]:
        """Names of the files runs wrote there."""
        found = self._db.rows("SELECT DISTINCT file FROM statements WHERE folder = ?", (folder,))
        return frozenset(str(file) for (file,) in found)

    def by_file(self, folder: str) -> dict[str, frozenset[str]]:
        """What was written there, by the name its file had."""
        rows = self._db.rows("SELECT DISTINCT file, statement FROM statements WHERE folder = ?", (folder,))
        found: dict[str, set[str]] = {}
        for file, statement in rows:
            found.setdefault(str(file), set()).add(str(statement))
        return {file: frozenset(said) for file, said in found.items()}

    def of_folder(self, folder: str) -> list[Written]:
        """All that was written there, oldest first."""
        return self._where("folder = ?", folder)

    def learned_from(self, sessions: Collection[str]) -> dict[str, list[Written]]:
        """All that was learned from sessions of these ids, in whatever folder, oldest first."""
        if not sessions:
            return {}
        rows = self._db.rows(
            f"""SELECT {", ".join(f"t.{each}" for each in COLUMNS.split(", "))}, s.session FROM sessions s
                JOIN runs r ON r.session_id = s.id JOIN statements t ON t.run = r.id
                WHERE s.session IN (SELECT value FROM json_each(?)) ORDER BY t.id""",
            (json.dumps(sorted(sessions)),),
        )
        found: dict[str, list[Written]] = {}
        for row in rows:
            found.setdefault(str(row[-1]), []).append(_written(row))
        return found

    def on(self, key: MessageKey) -> list[Written]:
        """All that rests on a message."""
        return self._where("client = ? AND uuid = ? AND block = ?", *key)

    def missing(self) -> list[Written]:
        """Sentences whose files are missed, in every folder."""
        return self._where("missing IS NOT NULL")

    def mark(self, written: Iterable[Written], stands: int | None, missing: Milliseconds | None) -> None:
        """Note what was seen of these sentences."""
        self._db.run_many(
            "UPDATE statements SET stands = ?, missing = ? WHERE id = ?",
            [(stands, missing, each.id) for each in written],
        )

    def _where(self, condition: str, *values: str | int) -> list[Written]:
        rows = self._db.rows(f"SELECT {COLUMNS} FROM statements WHERE {condition} ORDER BY id", values)
        return [_written(row) for row in rows]


def _written(row: Row) -> Written:
    return Written(
        id=int(str(row[0])),
        run=int(str(row[1])),
        folder=str(row[2]),
        file=str(row[3]),
        statement=str(row[4]),
        key=MessageKey(str(row[5]), str(row[6]), int(str(row[7]))),
        quote=str(row[8]),
        stands=None if row[9] is None else int(str(row[9])),
        missing=None if row[10] is None else Milliseconds(int(str(row[10]))),
    )
