"""Paths the state file keeps whatever is forgotten: by them a transcript is known again.

Owns the question which of them hold forgotten words. Promises to tell of a place once. Never changes one.
"""

from __future__ import annotations

from extractor.archive.database import Database
from extractor.memory.gate.phrases import Phrases


class KeptPaths:
    """The paths in the state file."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def holding(self, phrases: Phrases) -> list[tuple[str, str]]:
        """Those that hold a phrase, each led by what it is of; none below one that is told already."""
        found = [("project", each) for each in self._projects(phrases)]
        found += [("directory", each) for each in self._directories(phrases)]
        return [*found, *(("transcript", each) for each in self._transcripts(phrases))]

    def _projects(self, phrases: Phrases) -> list[str]:
        found = self._db.rows("SELECT DISTINCT project FROM sessions WHERE project IS NOT NULL ORDER BY 1")
        return [str(path) for (path,) in found if phrases.stand_in(str(path))]

    def _directories(self, phrases: Phrases) -> list[str]:
        found = self._db.rows(
            "SELECT DISTINCT cwd, project FROM sessions WHERE cwd IS NOT NULL ORDER BY 1, 2"
        )
        return list(
            dict.fromkeys(
                str(cwd)
                for cwd, project in found
                if phrases.stand_in(str(cwd)) and not phrases.stand_in(str(project or ""))
            )
        )

    def _transcripts(self, phrases: Phrases) -> list[str]:
        found = self._db.rows(
            "SELECT t.path, s.project FROM transcripts t LEFT JOIN sessions s ON s.id = t.session_id ORDER BY 1"
        )
        return [
            str(path)
            for path, project in found
            if phrases.stand_in(str(path)) and not phrases.stand_in(str(project or ""))
        ]
