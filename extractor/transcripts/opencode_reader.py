"""The messages of an OpenCode session, told one after the other.

Owns when a message may be told and which one a turn ended with. Promises that a message the client is still
writing is not told. Never knows how sessions are stored.
"""

from __future__ import annotations

from typing import Protocol

from extractor.domain import Milliseconds
from extractor.transcripts import tail
from extractor.transcripts.opencode_commands import Commands, Known
from extractor.transcripts.opencode_parts import Session, Stored, records
from extractor.transcripts.source import Boundary, Record, Said

_SETTLED = 200
"""Milliseconds after which what the client writes next has a later time: by that alone it is found."""


class Shelf(Protocol):
    """Where sessions stand, in a database or in files."""

    @property
    def held(self) -> int:
        """Bytes that cannot be read for now."""
        ...

    def session(self, id: str) -> Session | None:
        """What is said of a session."""
        ...

    def messages(self, session: str) -> list[str]:
        """Ids of a session's messages, in order."""
        ...

    def goes_on_elsewhere(self, session: str, /) -> bool:
        """Whether newer messages of a session stand where they cannot be read."""
        ...

    def changed(self, session: str, since: int) -> set[str]:
        """Ids of the messages written, themselves or a part of them, after a moment (milliseconds)."""
        ...

    def parts(self, session: str) -> dict[str, list[str]]:
        """Ids of the parts of each message of a session."""
        ...

    def message(self, session: str, id: str) -> Stored:
        """A message with its parts."""
        ...


class Reader:
    """Takes messages of a session, by their places in it."""

    def __init__(
        self, shelf: Shelf, session: Session, ids: list[str], commands: Commands, now: Milliseconds
    ) -> None:
        self._shelf = shelf
        self._session = session
        self._ids = ids
        self._commands = commands
        self._known: Known | None = None
        self._now = now
        self.records: list[Record] = []
        self.size = 0
        self.newest = 0
        self.held = 0
        """Bytes of a message the client is still writing."""
        self._end = -1
        """Place of the message told last: what says nothing behind it belongs to its turn."""

    def take(self, place: int, *, is_again: bool) -> bool:
        """Tell a message; False where the client is still writing it."""
        told = self._told(place, is_again)
        follows = place == self._end + 1 or (self._end < 0 and not is_again)
        if told and not follows and not _says(told) and any(isinstance(each, Boundary) for each in told):
            # The turn it ends is that of the last message before it that says something.
            told = self._behind(place, told)
        if told is None:
            return False
        if follows or _says(told):
            self._end = place
        self.records += told
        return True

    def _behind(self, place: int, told: list[Record]) -> list[Record] | None:
        for before in reversed(range(place)):
            earlier = self._told(before, is_again=True)
            if earlier is None:
                return None
            told = earlier + told
            if _says(earlier):
                break
        return told

    def _told(self, place: int, is_again: bool) -> list[Record] | None:
        """What a message says; None where the client is still writing it."""
        stored = self._shelf.message(self._session.id, self._ids[place])
        age = self._now - stored.updated
        if abs(age) < _SETTLED or (not is_again and not stored.is_whole and age < tail.QUIET):
            self.held = max(1, stored.size)
            return None
        if self._known is None:
            self._known = self._commands.known(self._session.cwd)
            if not self._known.is_whole:
                # A prompt may be made of a command that was not read: none counts as typed.
                self._session = self._session._replace(is_script=True)
        self.size += max(1, stored.size)
        self.newest = max(self.newest, stored.updated)
        templates = self._known.templates
        return [*records(self._session, stored, place=place, is_again=is_again, templates=templates)]


def _says(told: list[Record]) -> bool:
    return any(isinstance(record, Said) for record in told)
