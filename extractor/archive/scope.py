"""Where and when is searched.

Owns the scope and its conditions on rows. Promises that every value is bound, none written into a query.
Never searches.
"""

from __future__ import annotations

from dataclasses import dataclass

from extractor.archive.database import Value
from extractor.domain import NO_DIRECTORY, Milliseconds, Speaker


@dataclass(frozen=True, slots=True)
class Scope:
    """Where and when is searched; None: everywhere, always."""

    since: Milliseconds | None = None
    """From this moment on."""
    until: Milliseconds | None = None
    """Before this moment."""
    projects: tuple[str, ...] = ()
    """The roots of some projects; empty: of all."""
    session: str | None = None
    """A session's id; its sub-agents are meant too."""
    speakers: tuple[Speaker, ...] = ()
    client: str | None = None

    @property
    def is_of_sessions(self) -> bool:
        """Some sessions only."""
        return bool(self.projects or self.session is not None or self.client is not None)


EVERYWHERE = Scope()

ROOT = f"coalesce(s.project, s.cwd, '{NO_DIRECTORY}')"
"""The project a session `s` was held in, in a query."""

WHOLE = "(s.session = ? OR (s.client <> 'plain' AND substr(s.session, 1, length(?) + 1) = ? || '/'))"
"""In a query, that `s` is the session of an id (given three times) or one of its sub-agents (`ID/agent-…`).

The id of a plain transcript is its path, and what stands below is not its own.
"""


def conditions(scope: Scope) -> tuple[str, list[Value]]:
    """The scope as conditions on `m`, each led in by AND; empty: everywhere."""
    parts: list[str] = []
    values: list[Value] = []
    for moment, sign in ((scope.since, ">="), (scope.until, "<")):
        if moment is not None:
            parts.append(f"AND m.at {sign} ?")
            values.append(moment)
    if scope.speakers:
        parts.append(f"AND m.speaker IN ({', '.join('?' * len(scope.speakers))})")
        values += scope.speakers
    if scope.is_of_sessions:
        where, more = of_sessions(scope)
        parts.append(
            f"""AND EXISTS(SELECT 1 FROM membership b JOIN transcripts t ON t.id = b.transcript
                JOIN sessions s ON s.id = t.session_id WHERE b.message = m.id AND {where})"""
        )
        values += more
    return " ".join(parts), values


def of_sessions(scope: Scope) -> tuple[str, list[Value]]:
    """The scope as conditions on `s`."""
    parts: list[str] = []
    values: list[Value] = []
    if scope.client is not None:
        parts.append("s.client = ?")
        values.append(scope.client)
    if scope.session is not None:
        parts.append(WHOLE)
        values += [scope.session] * 3
    if scope.projects:
        parts.append(f"{ROOT} IN ({', '.join('?' * len(scope.projects))})")
        values += scope.projects
    return " AND ".join(parts), values
