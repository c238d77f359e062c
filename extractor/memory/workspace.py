"""The workspace: memory files in memory, and every rule of writing them.

Owns what the sub-agent's tools act on. Promises that an accepted edit is witnessed, small, free of
secrets and touches only what it names; the difference to the snapshot is a ChangeSet. Never does I/O.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from extractor.domain import Evidence, Reach, SessionId
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.described import as_told
from extractor.memory.edit import edit
from extractor.memory.gate import evidence as gate
from extractor.memory.gate.tombstones import words
from extractor.memory.gate.witnesses import Witnesses
from extractor.memory.large_removals import large_removals
from extractor.memory.memory_file import EditRefused, MemoryFile, NewMemory, parse, render
from extractor.memory.pins import PinRoom
from extractor.memory.proposal import (
    Delete,
    Refused,
    Write,
    apart_from,
    file_name,
    keeping,
    reach_asked,
    shown,
)
from extractor.memory.redaction.redact import redact
from extractor.memory.taking_out import holds_typed, left_of
from extractor.memory.write_gate import faults_of

MAX_STATEMENTS = 20
"""Statements one file may hold: beyond that it is a document, not a memory."""
MAX_FAULTS = 5
"""Faults of one write that are told at once: each further reply costs the whole request again."""
BETWEEN_FAULTS = " | "
DELETED = "deleted: "
"""What is noted of a sentence, or a file, that was taken out begins so."""
MAX_DELETED = 3
"""Files one run may delete."""
MAX_FILE = 16_000
"""Bytes of one memory file."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A statement that was accepted, and the file it stands in (or stood, when a file was deleted)."""

    file: str
    statement: str
    evidence: tuple[Evidence, ...]


class Workspace:
    """An overlay on a snapshot. Accepted edits are kept, so that they can be played again on newer text."""

    def __init__(
        self,
        snapshot: Mapping[str, bytes],
        witnesses: Witnesses,
        session: SessionId,
        now: str,
        ours: frozenset[str] | None = None,
        pins: PinRoom | None = None,
        elsewhere: Mapping[str, Reach] | None = None,
        is_recorded: Callable[[str], bool] = lambda _said: True,
        written: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """`ours`: names of the files runs wrote before; None: all of them. `pins`: None: no bound.
        `elsewhere`: files that do not stand in the project's folder, and where what they say holds. `is_recorded`:
        whether a run wrote a reason that stands in a file of ours, as far as the records tell; `written`: what they did.
        """
        self._is_recorded, self._written = is_recorded, written or {}
        self._ours = frozenset(snapshot) if ours is None else ours
        self._before = dict(snapshot)
        self._cased = frozenset(folded for name in snapshot if (folded := name.casefold()) != name)
        """Names that people's files have in other letter cases: some file systems take the two for one."""
        self._files = dict(snapshot)
        self._witnesses = witnesses
        self._session = session
        self._now = now
        self._pins = pins
        self._elsewhere = dict(elsewhere or {})
        self._deleted: set[str] = set()
        self.edits: list[Write | Delete] = []
        self.accepted: list[Accepted] = []

    @property
    def witnesses(self) -> Witnesses:
        """The messages its edits may cite."""
        return self._witnesses

    def read(self, file: str) -> str:
        """The text of a file, a person's own included, without its secrets. Raises Refused when there is none."""
        data = self._files.get(file)
        if data is None:
            raise Refused(f"there is no file {shown(file)}; the manifest lists all there are")
        return redact(data.decode("utf-8", errors="replace"))

    def apply(self, change: Write | Delete) -> str:
        """Do one edit or refuse it whole; returns the answer to the sub-agent. Raises Refused."""
        if isinstance(change, Write):
            change = self._beside(change)
            answer = self._write(change)
        else:
            answer = self._delete(change)
        self.edits.append(change)
        return answer

    def changes(self) -> ChangeSet:
        """The difference to the snapshot, file by file, in the order of their names."""
        names = sorted(self._before.keys() | self._files.keys())
        return ChangeSet(
            tuple(
                FileChange(name, self._before.get(name), self._files.get(name))
                for name in names
                if self._before.get(name) != self._files.get(name)
            )
        )

    def without_large_removal(self) -> tuple[Workspace, list[str]]:
        """This workspace, or, where it takes too much of a folder away, one in which nothing of it was removed.

        The other edits are tried again on the files as they were; with them comes one line for each edit
        that was refused. A sentence cannot be emptied instead: one that says nothing is refused at once.
        """
        refused = large_removals(self._before, self._files, self._elsewhere)
        if not refused:
            return self, []
        again, lines = self._anew(self._before), [f"{name}: {why}" for name, why in refused.items()]
        for change in self.edits:
            if isinstance(change, Delete) and change.file in refused:
                continue
            try:
                again.apply(change)
            except Refused as reason:
                lines.append(f"{change.file}: {reason}")
        return again, lines

    def replay(
        self,
        snapshot: Mapping[str, bytes],
        files: Sequence[str],
        elsewhere: Mapping[str, Reach] | None = None,
    ) -> tuple[Workspace, list[str]]:
        """The edits of `files` tried again on newer text; with them, what was refused this time.

        `elsewhere`: as it is now. Where a file's name stands for another one by now, what would be added to it goes
        into a new file.
        """
        again = self._anew(snapshot)
        again._elsewhere = dict(elsewhere or {})
        named: dict[str, str] = {}
        refused: list[str] = []
        for change in self.edits:
            if change.file in files:
                try:
                    again.apply(again._by_another_name(change, self._elsewhere.get(change.file), named))
                except Refused as reason:
                    refused.append(f"{change.file}: {reason}")
        return again, refused

    def _anew(self, snapshot: Mapping[str, bytes]) -> Workspace:
        return Workspace(
            snapshot, self._witnesses, self._session, self._now, self._ours, self._pins, self._elsewhere,
            self._is_recorded, self._written,
        )  # fmt: skip

    def _is_ours(self, name: str) -> bool:
        """Whether a run wrote the file, this one or an earlier one."""
        return name in self._ours if name in self._before else name not in self._cased

    def _beside(self, change: Write) -> Write:
        """The write, in a file of our own where it would add to one that is not.

        What another put into the folder stays apart from what runs write: it gains no sentence that is
        witnessed, and none of our keys. What holds here alone stays out of a file that others read too. Raises
        Refused where a sentence is to be replaced beside one that would go elsewhere.
        """
        replaces = any(s.replaces is not None for s in change.statements)
        home = self._elsewhere.get(change.file)
        is_astray = home is not None and reach_asked(change) is not home
        if is_astray and replaces:
            raise Refused(f"{change.file} is {home} memory, and this is not: write it into another file")
        if self._is_ours(change.file) and not is_astray:
            return change
        if replaces:
            self._check_adds_nothing(change)
            return change
        return self._apart(change, self._takes)

    def _apart(self, change: Write, takes: Callable[[str], bool]) -> Write:
        stem = change.file.removesuffix(".md")
        names = (f"{stem}-{number}.md" for number in itertools.count(2))
        name = next(n for n in names if takes(n))
        theirs, own = (parse(self._files.get(file, b"")) for file in (change.file, name))
        return replace(apart_from(theirs, own, change), file=name)

    def _by_another_name(
        self, change: Write | Delete, home: Reach | None, named: dict[str, str]
    ) -> Write | Delete:
        """The change where its name stands for a file of another home than `home` by now; `named`: new names so far."""
        old = change.file
        if old in named or old not in self._files or self._elsewhere.get(old) is home:
            return replace(change, file=named.get(old, old))
        if isinstance(change, Delete) or any(s.replaces is not None for s in change.statements):
            raise Refused("another file has that name now")
        made = self._apart(change, lambda name: self._takes(name) and name not in self._files)
        named[old] = made.file
        return made

    def _check_adds_nothing(self, change: Write) -> None:
        current = parse(self._files.get(change.file, b""))
        if any(s.replaces is None and not _stands(s.text, current) for s in change.statements):
            raise Refused(
                f"{change.file} was written by no run: replace its sentences alone, and write what is new into another file"
            )

    def _takes(self, name: str) -> bool:
        return self._is_ours(name) and (name not in self._files or name not in self._elsewhere)

    def _write(self, change: Write) -> str:
        name = file_name(change.file)
        if name in self._deleted:
            raise Refused(f"{name} was deleted in this run; replace its sentences instead of deleting it")
        self._check_elsewhere(name, change)
        data = self._files.get(name)
        described = parse(data).description if data is not None else None
        change = keeping(change, parse(self._before.get(name, b"")).description, described)
        if faults := faults_of(change, data is None, described, self._witnesses):
            raise Refused(BETWEEN_FAULTS.join(faults[:MAX_FAULTS]))
        made = self._new(change) if data is None else self._edited(name, data, change)
        if len(made) > MAX_FILE:
            raise Refused(f"{name} would grow beyond {MAX_FILE} bytes; write shorter or into another file")
        if self._pins and (full := self._pins.refusal(self._files, name, made)):
            raise Refused(f"{full}; write shorter or into a file that is not pinned")
        self._files[name] = made
        self.accepted += [Accepted(name, s.text, s.evidence) for s in change.statements]
        return f"{name} written" if data is None else f"{name} updated"

    def _new(self, change: Write) -> bytes:
        if any(s.replaces for s in change.statements):
            raise Refused(f"{change.file} does not exist yet, so nothing in it can be replaced")
        if len(change.statements) > MAX_STATEMENTS:
            raise Refused(f"{change.file} would hold more than {MAX_STATEMENTS} statements; use another file")
        try:
            return render(
                NewMemory(
                    name=change.name,
                    description=change.description,
                    type=change.type,
                    statements=tuple(s.text for s in change.statements),
                    why=change.why,
                    how_to_apply=change.how_to_apply,
                    modified=self._now,
                    session=self._session,
                )
            )
        except EditRefused as reason:
            raise Refused(str(reason)) from reason

    def _edited(self, name: str, data: bytes, change: Write) -> bytes:
        current = parse(data)
        if current.type is not None and current.type is not change.type:
            raise Refused(f"{name} is of type {current.type}; keep that type or choose another file")
        add = [s.text for s in change.statements if s.replaces is None and not _stands(s.text, current)]
        exchanged = [(s.replaces, s.text) for s in change.statements if s.replaces is not None]
        if not add and not exchanged:
            raise Refused(f"{name} says this already; nothing to write")
        if len(current.statements) + len(add) > MAX_STATEMENTS:
            raise Refused(f"{name} would hold more than {MAX_STATEMENTS} statements; use another file")
        has_front_matter = current.description is not None
        try:
            made = edit(
                data,
                add=add,
                replace=exchanged,
                description=change.description if has_front_matter else None,
                why=change.why,
                how_to_apply=change.how_to_apply,
                file=name if self._is_ours(name) else None,
                is_recorded=self._is_recorded,
                modified=self._now if has_front_matter and self._is_ours(name) else None,
            )
            return as_told(name, made, self._written.get(name, ()))
        except EditRefused as reason:
            raise Refused(str(reason)) from reason

    def _delete(self, change: Delete) -> str:
        name = file_name(change.file)
        data = self._files.get(name)
        if data is None:
            raise Refused(f"there is no file {shown(name)} to delete")
        read, written = parse(data), self._written.get(name)
        left, told = None, read.description or name
        about = " ".join((name.replace("-", " "), told, *read.statements))
        if change.statements:
            left = left_of(name, data, change.statements, written or (), self._is_recorded, self._now)
            told = about = " ".join(change.statements)
        elif holds_typed(data, written, self._is_recorded):
            raise Refused(f"{name} holds what a person typed, who alone deletes it: name `statements`")
        if left is None and len(self._deleted) >= MAX_DELETED:
            raise Refused(f"a run deletes {MAX_DELETED} files at most; leave the rest")
        if left is None and read.pinned:
            raise Refused(
                f"{name} is pinned by a person, who alone deletes it; replace its sentences instead"
            )
        if problem := gate.check_deletion(about, change.evidence, self._witnesses):
            raise Refused(problem)
        self.accepted.append(Accepted(name, f"{DELETED}{told}", change.evidence))
        if left is not None:
            self._files[name] = left
            return f"{name} updated"
        del self._files[name]
        self._deleted.add(name)
        return f"{name} deleted"

    def _check_elsewhere(self, name: str, change: Write) -> None:
        """The same sentence in two files is one too many."""
        for other, data in self._files.items():
            # Reading a file as a memory takes a thousand times as long as seeing that the words are not in it.
            held = [s.text for s in change.statements if s.text.encode() in data] if other != name else []
            if any(_stands(text, parse(data)) for text in held):
                raise Refused(f"{other} says this already; nothing to write")


def _stands(text: str, current: MemoryFile) -> bool:
    return words(text) in map(words, current.statements)
