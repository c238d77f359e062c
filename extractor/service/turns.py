"""Turns: which runs may be under way at the same time.

Owns the runs under way and the sessions that wait for one of them to end. Promises one run at a time in a project's
folder, and in a folder that projects share no other run beside one that was overtaken there. Knows nothing of time.
"""

from __future__ import annotations

from collections.abc import Iterator

from extractor.extraction.homes import Homes


class Turns:
    """Sessions take turns. Each has one run under way at most."""

    def __init__(self) -> None:
        self._under_way: dict[int, Homes] = {}
        self._waiting: dict[int, str] = {}
        """Sessions that wait for a run to end, and a folder that run may write to."""
        self._alone: set[int] = set()

    def is_under_way(self, session: int) -> bool:
        """A run of the session is under way."""
        return session in self._under_way

    @property
    def is_any_under_way(self) -> bool:
        """A run is under way."""
        return bool(self._under_way)

    def is_out(self, session: int) -> bool:
        """The session cannot be next: a run of it is under way, or it waits for another one's to end."""
        return session in self._under_way or session in self._waiting

    def is_first(self, session: int) -> bool:
        """The session goes before others: its last run was overtaken."""
        return session in self._alone

    def takes(self, session: int, homes: Homes) -> bool:
        """Whether the session's run may begin now; where not, the session waits for another one's to end."""
        folder = next(self._in_the_way(session, homes), None)
        if folder is None:
            return True
        self._waiting[session] = folder
        return False

    def waits_for_another(self, session: int) -> bool:
        """Let the session wait for a run under way to end, whatever it is about; False where there is none."""
        homes = next(iter(self._under_way.values()), None)
        if homes is not None:
            self._waiting[session] = homes.project.path
        return homes is not None

    def begin(self, session: int, homes: Homes) -> None:
        """A run of the session is under way from now on."""
        self._under_way[session] = homes

    def end(self, session: int) -> None:
        """The session's run is over; who waited for it may be next."""
        ended = _paths(self._under_way.pop(session))
        self._waiting = {other: path for other, path in self._waiting.items() if path not in ended}
        self.let_go(session)

    def run_alone(self, session: int) -> None:
        """The session's run was overtaken: no other one is under way in its folders beside its next."""
        self._alone.add(session)

    def let_go(self, session: int) -> None:
        """The session has nothing to run alone for any more."""
        self._alone.discard(session)

    def _in_the_way(self, session: int, homes: Homes) -> Iterator[str]:
        """Folders for which the session has to wait."""
        own, mine = homes.project.path, _paths(homes)
        for other, theirs in self._under_way.items():
            if own in _paths(theirs):
                yield own
            elif theirs.project.path in mine:
                yield theirs.project.path
            elif {session, other} & self._alone:
                yield from mine & _paths(theirs)
        if session not in self._alone:
            # Or one that is to run alone would wait for ever: there is always another one under way.
            yield from (
                self._waiting[other]
                for other in self._alone & self._waiting.keys()
                if self._waiting[other] in mine
            )


def _paths(homes: Homes) -> frozenset[str]:
    return frozenset(folder.path for folder in homes.all)
