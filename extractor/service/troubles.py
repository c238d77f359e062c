"""Troubles: what stands in the way of sessions, and until when `status` tells of it.

Owns the lines of sessions and of their folders. Promises that a line is told as long as what it tells of hinders a
session, and no longer. Never decides when a session is tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from extractor.archive.archive import Archive
from extractor.domain import Milliseconds

RETRY = 10_000
"""Milliseconds until a session in whose way a folder or a defect stands is tried again."""


class Troubles:
    """What stood in each session's way when it was last looked at."""

    def __init__(self, archive: Archive, clock: Callable[[], Milliseconds]) -> None:
        self._archive = archive
        self._clock = clock
        self._scopes: dict[int, str] = {}
        """By session: the scope of the line that tells it."""

    def __bool__(self) -> bool:
        """Whether anything stands in a session's way."""
        return bool(self._scopes)

    def stand(self, session: int, scope: str, line: str) -> None:
        """Something stands in a session's way."""
        self._scopes[session] = scope
        self._archive.problem(scope, line, self._clock())

    def over(self, session: int) -> None:
        """Nothing stands in a session's way any more."""
        if (scope := self._scopes.pop(session, None)) is not None:
            self._untold(scope)

    def went_through(self, session: int, folder: str, stuck: Collection[int]) -> list[int]:
        """A session's run went through in a folder: what was told of both is over.

        Returns the other sessions that waited for the folder to be well. Those that are `stuck` there still are.
        """
        freed = [s for s, scope in self._scopes.items() if scope == folder and s not in {session, *stuck}]
        for each in (*freed, session):
            self.over(each)
        for scope in (f"session:{session}", folder):
            self._untold(scope)
        return freed

    def _untold(self, scope: str) -> None:
        if scope not in self._scopes.values():
            self._archive.problem(scope, None, self._clock())
