"""One file's bytes put in the place of others.

Owns the moves of one intent: apply it, finish it after a crash, look after what was displaced.
Promises that a person's save at any moment is still there afterwards. Never writes to the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from pathlib import PurePath

from extractor.domain import Milliseconds
from extractor.errors import MemoryConflict
from extractor.fs import Root
from extractor.memory.journal import Intent
from extractor.memory.snapshot import READ_LIMIT

GRACE = 60_000
"""Milliseconds a displaced copy is kept where the system cannot tell whether somebody still writes to it."""

_SWAPS = 8


class Fate(StrEnum):
    """What became of an intent, or of its displaced copy."""

    APPLIED = "applied"
    """Our bytes stand."""
    HUMAN = "human"
    """A person's text stands, and nothing is left aside."""
    HUMAN_WAITING = "human-waiting"
    """A person's text stands; our bytes, swapped out again, stay aside while a save may land in them."""
    CLEAR = "clear"
    """Nothing is left aside any more."""
    WAITING = "waiting"
    """What is aside must stay for now."""
    LANDED = "landed"
    """A person's save landed in the copy aside, and our bytes still stand in its place."""


class _Odd(Enum):
    """What is there, but is no readable plain file."""

    ODD = "odd"


Found = bytes | None | _Odd


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fate, and one line for people where a text was kept beside the file."""

    fate: Fate
    line: str = ""


class Replacement:
    """Moves files in one folder. `token` gives names nobody can guess. Raises StoreFailed."""

    def __init__(self, root: Root, token: Callable[[], str]) -> None:
        self._root = root
        self._token = token

    def apply(self, intent: Intent) -> Outcome:
        """Put the new bytes in place if the file holds the old ones; one that holds the new counts."""
        live = self._found(intent.file)
        if live == intent.after:
            return Outcome(Fate.APPLIED)
        if live != intent.before:
            return Outcome(Fate.HUMAN)
        if intent.before is None:
            return self._create(intent)
        if intent.after is None:
            return self._take_away(intent)
        return self._replace(intent)

    def finish(self, intent: Intent) -> Outcome:
        """Bring an intent to its end that a crash may have cut short anywhere."""
        self._root.settle(intent.file, intent.temp)
        live, spare = self._found(intent.file), self._found(intent.temp)
        if spare is None:
            return self.apply(intent)
        if live == intent.after:
            if spare in (intent.before, intent.after):
                return Outcome(Fate.APPLIED)
            return self.give_back(intent)
        if spare == intent.before:
            # The exchange went through; what stands now is a person's later text.
            return Outcome(Fate.APPLIED)
        if live == intent.before and _is_ours(spare, intent.after):
            self._root.remove(intent.temp)
            return self.apply(intent)
        return self.drop_ours(intent)

    def settle(self, intent: Intent, now: Milliseconds) -> Outcome:
        """See to an applied intent's displaced copy: dropped, kept for now, or with a person's save in it."""
        may_drop = self._may_drop(intent, now)
        spare = self._found(intent.temp)
        if spare is None:
            return Outcome(Fate.CLEAR)
        if spare in (intent.before, intent.after):
            if may_drop:
                self._root.remove(intent.temp)
            return Outcome(Fate.CLEAR if may_drop else Fate.WAITING)
        if self._found(intent.file) == intent.after:
            return Outcome(Fate.LANDED)
        return self._keep_beside(intent, Fate.CLEAR)

    def give_back(self, intent: Intent) -> Outcome:
        """Our bytes stand, a person's text is aside: put the person's back, whoever saves meanwhile."""
        if intent.after is None:
            return self._put_back(intent)
        expected: Found = intent.after
        for _ in range(_SWAPS):
            put = self._found(intent.temp)
            try:
                self._root.exchange(intent.file, intent.temp)
            except MemoryConflict:
                return self._keep_beside(intent, Fate.HUMAN)
            if self._found(intent.temp) == expected:
                break
            expected = put
        else:
            return self._keep_beside(intent, Fate.HUMAN)
        return self.drop_ours(intent)

    def drop_ours(self, intent: Intent, now: Milliseconds | None = None) -> Outcome:
        """Remove our own bytes that came out again, unless a save may still land or has landed in them."""
        may_drop = self._may_drop(intent, now)
        spare = self._found(intent.temp)
        if spare is None:
            return Outcome(Fate.HUMAN)
        if spare != intent.after:
            return self._keep_beside(intent, Fate.HUMAN)
        if not may_drop:
            return Outcome(Fate.HUMAN_WAITING)
        self._root.remove(intent.temp)
        return Outcome(Fate.HUMAN)

    # the three changes

    def _create(self, intent: Intent) -> Outcome:
        try:
            self._root.create(intent.file, intent.after or b"", intent.temp)
        except MemoryConflict:
            self._root.remove(intent.temp)
            return Outcome(Fate.HUMAN)
        return Outcome(Fate.APPLIED)

    def _take_away(self, intent: Intent) -> Outcome:
        try:
            self._root.move_aside(intent.file, intent.temp)
        except MemoryConflict:
            return Outcome(Fate.APPLIED)
        if self._found(intent.temp) == intent.before:
            return Outcome(Fate.APPLIED)
        return self._put_back(intent)

    def _replace(self, intent: Intent) -> Outcome:
        self._root.write_aside(intent.temp, intent.after or b"", like=intent.file)
        try:
            self._root.exchange(intent.file, intent.temp)
        except MemoryConflict:
            self._root.remove(intent.temp)
            return Outcome(Fate.HUMAN)
        if self._found(intent.temp) == intent.before:
            return Outcome(Fate.APPLIED)
        return self.give_back(intent)

    # inside

    def _put_back(self, intent: Intent) -> Outcome:
        try:
            self._root.publish(intent.temp, intent.file)
        except MemoryConflict:
            return self._keep_beside(intent, Fate.HUMAN)
        return Outcome(Fate.HUMAN)

    def _keep_beside(self, intent: Intent, fate: Fate) -> Outcome:
        """Give what is aside a name people see, that no client takes for a memory file."""
        kept = f"{PurePath(intent.file).stem}.extractor-kept-{self._token()}.txt"
        self._root.publish(intent.temp, kept)
        return Outcome(
            fate,
            f"{self._root.path / intent.file} was saved while it was being replaced: "
            f"the other text is kept in {kept}; compare the two, then delete it",
        )

    def _may_drop(self, intent: Intent, now: Milliseconds | None) -> bool:
        """Asked before the copy is read: once nobody writes, nobody can begin to, its name being unknown."""
        writer = self._root.has_writer(intent.temp)
        if writer is None:
            return now is not None and now - intent.at >= GRACE
        return not writer

    def _found(self, name: str) -> Found:
        try:
            return self._root.read(name, READ_LIMIT)
        except MemoryConflict:
            return _Odd.ODD


def _is_ours(spare: Found, after: bytes | None) -> bool:
    """Whether these are our bytes, or what a crash left of them: cut short, or with zeros in places.

    A file system may lengthen a file before it fills it, and fills it page by page in any order.
    """
    if after is None or not isinstance(spare, bytes) or len(spare) > len(after):
        return False
    return all(found in (0, ours) for found, ours in zip(spare, after, strict=False))
