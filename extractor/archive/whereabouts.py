"""Whereabouts: under which path the state file knows a memory folder, and how that changes.

Owns every row that names a folder. Promises that what is known of one goes to another path as a whole or not at
all, and that the paths it had are not lost. Never looks at a disk.
"""

from __future__ import annotations

import json

from extractor.archive.database import Database
from extractor.archive.outcome import Outcome
from extractor.domain import Milliseconds
from extractor.errors import printable
from extractor.memory.redaction.placeholders import FORGOTTEN

_BY_LINE = ("replaced_lines", "accepted_lines")
"""Tables in which a folder has each line once."""

_WROTE = """SELECT run FROM statements WHERE folder = :folder
    UNION SELECT run FROM journal WHERE folder = :folder AND run > 0
    UNION SELECT id FROM runs WHERE folder = :folder AND added + changed + removed > 0"""


class Whereabouts:
    """The paths of memory folders, links resolved, as the state file knows them."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def known(self) -> list[str]:
        """Every folder a run wrote to or in which an index of ours stood; the one written to last is first."""
        found = self._db.rows(
            """SELECT folder, max(run) FROM (SELECT folder, id AS run FROM runs UNION ALL SELECT folder, run
               FROM statements UNION ALL SELECT folder, 0 FROM index_lines) GROUP BY folder ORDER BY 2 DESC, 1"""
        )
        return [str(folder) for folder, _ in found]

    def span(self, folder: str) -> tuple[int, int] | None:
        """The first and the last run that wrote in a folder; None where none did."""
        found = self._db.row(f"SELECT min(run), max(run) FROM ({_WROTE})", {"folder": folder})
        if found is None or found[0] is None:
            return None
        return int(str(found[0])), int(str(found[1]))

    def left_standing(self, folder: str) -> dict[str, frozenset[str]]:
        """The sentences of runs that stood in a folder when it was last looked at, by file; without what moved out."""
        rows = self._db.rows(
            """SELECT DISTINCT file, statement FROM statements WHERE folder = :folder AND stands IS NOT 0 AND file <> :forgotten
               AND file NOT IN (SELECT j.file FROM journal j JOIN runs r ON r.id = j.run
                                WHERE r.outcome = :moved AND j.folder = :folder AND j.after IS NULL)""",
            {"folder": folder, "forgotten": FORGOTTEN, "moved": Outcome.MOVED},
        )
        found: dict[str, set[str]] = {}
        for file, statement in rows:
            found.setdefault(str(file), set()).add(str(statement))
        return {file: frozenset(said) for file, said in found.items()}

    def former(self, folder: str) -> list[str]:
        """The paths a folder had before, the newest first."""
        found = self._db.row("SELECT value FROM meta WHERE name = ?", (_note(folder),))
        return [str(path) for path in json.loads(str(found[0]))] if found else []

    def went(self, folder: str) -> Milliseconds | None:
        """When a folder was seen last to be gone with what stood in it; None where that is answered."""
        found = self._db.row("SELECT value FROM meta WHERE name = ?", (_went(folder),))
        return Milliseconds(int(str(found[0]))) if found else None

    def note_went(self, folder: str, at: Milliseconds | None) -> None:
        """Note that a folder is gone with what stood in it, or that this is answered. To be called in a transaction."""
        self._db.run("DELETE FROM meta WHERE name = ?", (_went(folder),))
        if at is not None:
            self._db.run("INSERT INTO meta VALUES(?, ?)", (_went(folder), str(at)))

    def move(self, old: str, new: str) -> None:
        """Have all that is known of `old` known of `new`. To be called in a transaction."""
        former = [old, *self.former(old), *(path for path in self.former(new) if path != old)]
        self._db.run("DELETE FROM meta WHERE name IN (?, ?, ?)", (_note(old), _note(new), _went(old)))
        kept = [path for path in dict.fromkeys(former) if path != new]
        self._db.run("INSERT INTO meta VALUES(?, ?)", (_note(new), json.dumps(kept)))
        # Since when a file is missed was said of the old place.
        self._db.run("UPDATE statements SET folder = ?, missing = NULL WHERE folder = ?", (new, old))
        for table in ("runs", "journal"):
            self._db.run(f"UPDATE {table} SET folder = ? WHERE folder = ?", (new, old))
        for table in _BY_LINE:
            self._db.run(f"UPDATE OR IGNORE {table} SET folder = ? WHERE folder = ?", (new, old))
        if not self._db.number("SELECT EXISTS(SELECT 1 FROM index_lines WHERE folder = ?)", (new,)):
            self._db.run("UPDATE index_lines SET folder = ? WHERE folder = ?", (new, old))
        for table in ("index_lines", *_BY_LINE):
            self._db.run(f"DELETE FROM {table} WHERE folder = ?", (old,))
        self._db.run("DELETE FROM problems WHERE substr(scope, instr(scope, ':') + 1) = ?", (printable(old),))


def _note(folder: str) -> str:
    return f"was:{folder}"


def _went(folder: str) -> str:
    return f"went:{folder}"
