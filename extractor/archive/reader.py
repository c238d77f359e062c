"""The state file, read: what people and their agents ask of it while they wait.

Owns the opening for reading and the tables that answer in a moment. Promises to load none of those that only
learning, a session's history or a search needs. Never writes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Self

from extractor.archive.database import STATE_FILE, Database
from extractor.archive.index_lines import IndexLines
from extractor.archive.journal import JournalTable
from extractor.archive.provenance import Provenance
from extractor.archive.run_log import RunLog
from extractor.archive.scope import ROOT
from extractor.archive.sessions import SessionTable
from extractor.archive.statements import Statements
from extractor.archive.way import WAYS
from extractor.archive.whereabouts import Whereabouts
from extractor.domain import Milliseconds
from extractor.errors import StoreFailed

FOREVER = Milliseconds(1 << 62)
"""Later than any moment."""

LAST_SAID = """coalesce((SELECT max(p.end) FROM pieces p WHERE p.session_id = s.id), (SELECT max((
    SELECT m.at FROM membership b CROSS JOIN messages m ON m.id = b.message WHERE b.transcript = t.id
    ORDER BY b.position DESC LIMIT 1)) FROM transcripts t WHERE t.session_id = s.id), s.grown)"""
"""When something was last said in a session `s`, in a query: as its pieces of work have it, which are few.

A sub-agent's session has none, nor has one that only holds what others do; there the last message tells it.
"""


class Reader:
    """The tables that are asked about what is remembered, and about where that came from, on one connection."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.sessions = SessionTable(db)
        self.journal = JournalTable(db)
        self.index_lines = IndexLines(db)
        self.run_log = RunLog(db)
        self.provenance = Provenance(db)
        self.statements = Statements(db)
        self.whereabouts = Whereabouts(db)

    @classmethod
    def open_readonly(cls, folder: Path) -> Self:
        """Open the state file in `folder` for reading. Raises StoreFailed when there is none."""
        return cls(Database.open_readonly(folder / STATE_FILE))

    @classmethod
    def maybe(cls, folder: Path) -> Self | None:
        """The same; None before the first start. Raises StoreFailed when it is damaged."""
        try:
            return cls.open_readonly(folder)
        except StoreFailed:
            if (folder / STATE_FILE).exists():
                raise
            return None  # nothing was started yet: there is nothing to tell

    def projects(self) -> list[str]:
        """The root of every project a session was held in; NO_DIRECTORY for those that named no directory."""
        found = self.db.rows(f"SELECT DISTINCT {ROOT} FROM sessions s ORDER BY 1")
        return [str(project) for (project,) in found]

    def held_in(self) -> list[tuple[str, str, int, Milliseconds]]:
        """Project, client, number of sessions and when something was last said, of all a client worked in.

        A file that is no transcript is no session: it names no directory and says nothing.
        """
        found = self.db.rows(
            f"""SELECT {ROOT}, client, count(*), max({LAST_SAID}) FROM sessions s
                WHERE client NOT IN ({WAYS}) AND (s.project IS NOT NULL OR s.cwd IS NOT NULL OR EXISTS (
                    SELECT 1 FROM transcripts t JOIN membership b ON b.transcript = t.id WHERE t.session_id = s.id))
                GROUP BY 1, 2 ORDER BY 1, 2"""
        )
        return [
            (str(project), str(client), int(str(count)), Milliseconds(int(str(said))))
            for project, client, count, said in found
        ]

    def is_empty(self) -> bool:
        """Whether nothing anybody said is archived yet."""
        return self.db.row("SELECT 1 FROM messages LIMIT 1") is None

    def read_until(self) -> dict[str, Milliseconds]:
        """When each transcript had last been written as far as it was read; of one that cannot be, for ever."""
        found = self.db.rows(
            "SELECT path, CASE WHEN problem IS NULL THEN modified ELSE ? END FROM transcripts WHERE more = 0",
            (FOREVER,),
        )
        return {str(path): Milliseconds(int(str(modified))) for path, modified in found}

    def note(self, name: str) -> str | None:
        """A value kept under a name."""
        found = self.db.row("SELECT value FROM meta WHERE name = ?", (name,))
        return str(found[0]) if found else None

    def close(self) -> None:
        """Close the state file."""
        self.db.close()
