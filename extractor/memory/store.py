"""A memory folder: snapshot, commit, recover.

Owns what stands in the folder and every change of it. Promises that a change is written down before a
file moves, happens once, and loses to a person's. Never knows what the bytes mean.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from extractor.domain import Milliseconds
from extractor.errors import MemoryConflict, StoreFailed
from extractor.fs import TEMP_PREFIX, Root
from extractor.memory.changeset import ChangeSet
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import encode
from extractor.memory.journal import Intent, IntentState, Journal
from extractor.memory.replacement import Fate, Outcome, Replacement
from extractor.memory.snapshot import READ_LIMIT, Snapshot, is_markdown, snapshot

__all__ = [
    "CommitResult",
    "IndexWrite",
    "Intent",
    "IntentState",
    "Journal",
    "Store",
    "Swept",
]

STRAY_AGE = 3_600_000
"""Milliseconds after which a temporary file of no intent is removed."""


@dataclass(frozen=True, slots=True)
class CommitResult:
    """What became of changes. A file is in `applied` or, where a person won, in `conflicts`."""

    applied: tuple[str, ...]
    conflicts: tuple[str, ...]
    lines: tuple[str, ...] = ()
    """What people should be told."""


@dataclass(frozen=True, slots=True)
class IndexWrite:
    """Whether MEMORY.md holds the new text. If not and `problem` is empty, render again from its text."""

    written: bool
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Swept:
    """What became of displaced copies."""

    restored: tuple[str, ...]
    """Files to which a person's late save was given back: our change of them is undone."""
    lines: tuple[str, ...]
    waiting: int
    """Copies still kept: sweep again later."""


@dataclass(slots=True)
class _Tally:
    applied: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def result(self) -> CommitResult:
        return CommitResult(tuple(self.applied), tuple(self.conflicts), tuple(self.lines))


class Store:
    """One memory folder. Our own processes take turns by a lock the caller holds; people need none.

    Every method raises StoreFailed where the disk fails. What was begun then stays open in the journal:
    call `recover` before the next snapshot.
    """

    def __init__(
        self,
        folder: Root,
        journal: Journal,
        clock: Callable[[], Milliseconds],
        token: Callable[[], str] = secrets.token_hex,
    ) -> None:
        self._root = folder
        self._journal = journal
        self._clock = clock
        self._token = token
        self._moves = Replacement(folder, token)
        self._held: dict[str, Intent] = {}
        """Lost intents whose bytes, swapped out again, are still watched."""

    def snapshot(self) -> Snapshot:
        """Read the folder. What cannot be read is a problem of that file alone."""
        return snapshot(self._root)

    def commit(self, run: int, changes: ChangeSet) -> CommitResult:
        """Put the changes on disk, file by file. A file a person changed since is left to them."""
        return commit_together([Part(self, run, changes)])[0]

    def try_writing(self) -> None:
        """Raise StoreFailed where nothing can be written to the folder now: what was not begun is not done later."""
        temp = f"{TEMP_PREFIX}{self._token()}"
        try:
            # A change of the folder changes its index, whatever else.
            self._root.write_aside(temp, b"", like=INDEX_FILE)
        finally:
            self._root.remove(temp)

    def write_index(self, existing: bytes | None, text: str) -> IndexWrite:
        """Put a MEMORY.md rendered from `existing` on disk, unless it has changed since."""
        try:
            live = self._root.read(INDEX_FILE, READ_LIMIT)
        except MemoryConflict as error:
            return IndexWrite(False, str(error))
        data = encode(text)
        if live == data or live != existing:
            return IndexWrite(live == data)
        intent = self._intent(0, INDEX_FILE, existing, data, self._clock())
        self._journal.open([intent])
        outcome = self._apply(intent)
        return IndexWrite(outcome.fate is Fate.APPLIED, outcome.line)

    def sweep(self, now: Milliseconds) -> Swept:
        """Drop displaced copies nobody can write to any more; give back what people saved into them."""
        restored: list[str] = []
        lines: list[str] = []
        waiting = 0
        for intent in self._unfinished(IntentState.APPLIED):
            outcome = self._moves.settle(intent, now)
            if outcome.fate is Fate.LANDED:
                # Open again, so that a crash between here and the swap ends in the same place.
                self._journal.mark(intent.id, IntentState.OPEN)
                outcome = self._moves.give_back(intent)
                self._note(intent, outcome)
                restored.append(intent.file)
            elif outcome.fate is Fate.CLEAR:
                self._journal.mark(intent.id, IntentState.CLOSED)
            else:
                waiting += 1
            lines += [outcome.line] if outcome.line else []
        for intent in list(self._held.values()):
            outcome = self._moves.drop_ours(intent, now)
            self._note(intent, outcome)
            lines += [outcome.line] if outcome.line else []
        return Swept(tuple(restored), tuple(lines), waiting + len(self._held))

    def drop_copies(self, holds: Callable[[bytes], bool]) -> tuple[str, ...]:
        """Drop every temporary file for which `holds`; returns the names of people's other files for which it does."""
        for name in self._root.temps():
            data = self._read_aside(name)
            if data is not None and holds(data):
                self._root.remove(name)
        others = (name for name in self._root.names().files if not is_markdown(name))
        return tuple(name for name in others if (data := self._read_aside(name)) is not None and holds(data))

    def tells(self, holds: Callable[[bytes], bool]) -> bool:
        """Whether `holds` is so of the index or of a temporary file: bytes that tell what stands elsewhere too."""
        found = (self._read_aside(name) for name in (INDEX_FILE, *self._root.temps()))
        return any(data is not None and holds(data) for data in found)

    def _read_aside(self, name: str) -> bytes | None:
        try:
            return self._root.read(name, READ_LIMIT)
        except MemoryConflict:
            return None  # no plain file of a size we would have written

    def recover(self) -> CommitResult:
        """Bring every open intent of this folder to its end, and remove old strays.

        New bytes found: applied. Old bytes found: applied now. Anything else: the person's. Any number of
        times gives the same. A run whose intents are then all applied or closed stands as if never stopped.
        """
        tally = _Tally()
        for intent in self._unfinished(IntentState.OPEN):
            if intent.id in self._held:
                continue
            outcome = self._moves.finish(intent)
            self._count(tally, intent, outcome)
            self._note(intent, outcome, is_final=True)
        self._remove_strays()
        return tally.result()

    # inside

    def _intent(
        self, run: int, file: str, before: bytes | None, after: bytes | None, at: Milliseconds
    ) -> Intent:
        token = self._token()
        folder = str(self._root.path)
        return Intent(token, run, folder, file, f"{TEMP_PREFIX}{token}", before, after, IntentState.OPEN, at)

    def _intents(self, run: int, changes: ChangeSet) -> list[Intent]:
        for change in changes.changes:
            _check_name(change.file)
        at = self._clock()
        return [self._intent(run, c.file, c.before, c.after, at) for c in changes.changes]

    def _carry_out(self, intents: Sequence[Intent]) -> CommitResult:
        tally = _Tally()
        for intent in intents:
            self._count(tally, intent, self._apply(intent))
        return tally.result()

    def _apply(self, intent: Intent) -> Outcome:
        outcome = self._moves.apply(intent)
        self._note(intent, outcome)
        return outcome

    def _note(self, intent: Intent, outcome: Outcome, *, is_final: bool = False) -> None:
        """Tell the journal. A lost intent stays open while its bytes are watched: a crash then finds them."""
        self._held.pop(intent.id, None)
        if outcome.fate is Fate.APPLIED:
            self._journal.mark(intent.id, IntentState.APPLIED)
            return
        if outcome.fate is Fate.HUMAN_WAITING:
            self._held[intent.id] = intent
        if outcome.fate is Fate.HUMAN or is_final:
            self._journal.mark(intent.id, IntentState.KEPT_HUMAN)

    @staticmethod
    def _count(tally: _Tally, intent: Intent, outcome: Outcome) -> None:
        if outcome.line:
            tally.lines.append(outcome.line)
        if intent.file == INDEX_FILE:
            return
        names = tally.applied if outcome.fate is Fate.APPLIED else tally.conflicts
        names.append(intent.file)

    def _unfinished(self, state: IntentState) -> list[Intent]:
        folder = str(self._root.path)
        return [i for i in self._journal.unfinished() if i.folder == folder and i.state is state]

    def _remove_strays(self) -> None:
        known = {intent.temp for intent in self._journal.unfinished()}
        known |= {intent.temp for intent in self._held.values()}
        youngest = (self._clock() - STRAY_AGE) * 1_000_000
        for name, info in self._root.temps().items():
            if name not in known and max(info.mtime_ns, info.ctime_ns) < youngest:
                self._root.remove(name)


@dataclass(frozen=True, slots=True)
class Part:
    """What a run changes in one folder."""

    store: Store
    run: int
    changes: ChangeSet


@dataclass(frozen=True, slots=True)
class Begun:
    """Changes that stand in the journal; their files may move."""

    parts: tuple[Part, ...]
    intents: tuple[tuple[Intent, ...], ...]
    """Of each part."""

    def carry_out(self) -> list[CommitResult]:
        """Move the files. A crash half-way is brought to its end by `recover` in each folder. Raises StoreFailed."""
        return [part.store._carry_out(each) for part, each in zip(self.parts, self.intents, strict=True)]


def begin_together(parts: Sequence[Part]) -> Begun:
    """Write down changes of several folders as if they were one: all of them are begun before any file moves.

    The stores share a journal and each is held. Raises StoreFailed.
    """
    intents = tuple(tuple(part.store._intents(part.run, part.changes)) for part in parts)
    begun = [intent for each in intents for intent in each]
    if begun:
        parts[0].store._journal.open(begun)
    return Begun(tuple(parts), intents)


def commit_together(parts: Sequence[Part]) -> list[CommitResult]:
    """Put changes of several folders on disk, as if they were one. Raises StoreFailed."""
    return begin_together(parts).carry_out()


def _check_name(file: str) -> None:
    if set("/\0") & set(file) or file.startswith(".") or file == INDEX_FILE or not is_markdown(file):
        raise StoreFailed(f"{file!r} is not a memory file's name: nothing was written")
