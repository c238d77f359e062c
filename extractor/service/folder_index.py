"""The index of one memory folder: MEMORY.md rendered around what people wrote into it.

Owns what it tells of the folder's own files and of other homes, and what is told where it cannot. Promises that a
person who saves it at the same moment, and another service that writes it too, win. Never changes a memory file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Protocol

from extractor.domain import Milliseconds, Reach
from extractor.memory.file_name import INDEX_FILE
from extractor.memory.index import BEGIN, Entry, decode, entry_lines, not_listed, own_text, render
from extractor.memory.listing import entries
from extractor.memory.no_text import NO_TEXT, is_no_text
from extractor.memory.outside import IndexNotes, line_hash, told_lines
from extractor.memory.pins import PinRoom
from extractor.memory.store import Store
from extractor.memory.team.team import team_entries
from extractor.memory.unfinished import unfinished
from extractor.service.rivals import Rivals

INDEX_TRIES = 5
"""Times the index is rendered anew when a person saves it at the same moment."""

MOST_TOLD = 5
"""Files that cannot be read of which each is named in `status`."""


class Told(Protocol):
    """A home whose facts an index tells too."""

    def told(self) -> Mapping[str, bytes]:
        """Its files' bytes, by name, as they are told."""
        ...

    def stamp(self) -> tuple[object, ...]:
        """What it looks like from outside."""
        ...


class FolderIndex:
    """MEMORY.md of one folder."""

    def __init__(
        self,
        place: Path,
        clock: Callable[[], Milliseconds],
        header: str,
        tz: tzinfo,
        notes: IndexNotes | None,
        others: Callable[[], Mapping[Reach, Told]],
        as_told: Callable[[Mapping[str, bytes]], Mapping[str, bytes]],
    ) -> None:
        """`place`: the folder, links resolved. `others`: the homes whose facts it tells too. `as_told`: the folder's files
        as they are told.
        """
        self._place = place
        self._clock = clock
        self._header = header
        self._tz = tz
        self._notes = notes
        self._others = others
        self._as_told = as_told
        self._rivals = Rivals(clock)
        self.pins: PinRoom | None = None
        """How much room pinned files have; None: nobody looks."""

    def today(self) -> date:
        """The day deadlines pass by."""
        return datetime.fromtimestamp(self._clock() / 1000, self._tz).date()

    def is_ours(self, index: bytes | None) -> bool:
        """Whether it holds our block, or held it when we last wrote it."""
        holds = index is not None and BEGIN in decode(index)
        return holds or bool(self._notes and self._notes.own(str(self._place)))

    def own_text(self, index: bytes | None) -> str:
        """What people wrote into it; empty where there is none."""
        return own_text(decode(index), self._header) if index is not None else ""

    def render(self, store: Store) -> str | None:
        """Render it in a folder that is held; one line when it cannot be written, or cannot hold or read everything.

        Raises StoreFailed.
        """
        today = self.today()
        for _ in range(INDEX_TRIES):
            seen = store.snapshot()
            existing = seen.index
            unread = _unread(problems := {**seen.problems, **self._unfit(seen.files, existing)})
            if INDEX_FILE in problems:
                return unread
            told = self._as_told(seen.files)
            listed = [*entries(told, self._tz), *self._shared(told)]
            made = render(
                decode(existing) if existing is not None else None,
                listed,
                today=today,
                header=self._header,
            )
            if made.text is None:
                return unread
            if self._rivals.win(
                decode(existing or b""), made.own, [x for e in listed for x in entry_lines(e)]
            ):
                return "; ".join(line for line in (self._overwritten(), unread) if line)
            wrote = store.write_index(existing, made.text)
            if wrote.problem:
                return wrote.problem
            if wrote.written:
                self._rivals.wrote(made.own)
                self._note(decode(existing or b""), made.text, made.own)
                warning = self._warning(made.own_text_too_large, made.left_out)
                left_out = self.pins.pins(seen.files).problem if self.pins else None
                pins = f"{self._place}: {left_out}" if left_out else None
                return "; ".join(line for line in (warning, pins, unread) if line) or None
        return f"{self._place / INDEX_FILE} is being saved again and again: it is rendered when that ends"

    def _unfit(self, files: Mapping[str, bytes], index: bytes | None) -> dict[str, str]:
        """A line for each file that is no text, or that was left unfinished: what is no sentence may be read as one."""
        none = [name for name, data in {**files, INDEX_FILE: index or b""}.items() if is_no_text(data)]
        each = ((name, unfinished(data.decode("utf-8", "replace"))) for name, data in files.items())
        told = {name: f"{self._place / name} {NO_TEXT}" for name in none}
        return told | {name: f"{self._place / name}: {reason}" for name, reason in each if reason}

    def _shared(self, own: Mapping[str, bytes]) -> list[Entry]:
        """What the index tells of the other homes, beside the folder's own files. Raises StoreFailed."""
        others = {reach: folder.told() for reach, folder in self._others().items()}
        team = others.pop(Reach.TEAM, {})
        return [
            *(
                replace(entry, home=reach.value)
                for reach, files in others.items()
                for entry in entries(files, self._tz)
            ),
            *team_entries(team, [own, *others.values()], self._tz),
        ]

    def _note(self, before: str, after: str, own: Sequence[str]) -> None:
        """Note the lines of our block, and what of others' stood in its place."""
        if self._notes is None:
            return
        ours = self._notes.own(str(self._place))
        # Where it is not known what stood there before, all of it may have been ours.
        gone = {line_hash(line) for line in told_lines(before)} - set(map(line_hash, told_lines(after)))
        gone = gone - ours if ours else set()
        self._notes.wrote(str(self._place), set(map(line_hash, own)), gone, self._clock())

    def _overwritten(self) -> str:
        index = self._place / INDEX_FILE
        return f"another service writes {index} too and it was left as that wrote it: let one of them keep the folder"

    def _warning(self, too_large: bool, left_out: int) -> str | None:
        index = self._place / INDEX_FILE
        if too_large:
            return f"your own text in {index} fills it: shorten it, {not_listed(left_out)}"
        if left_out:
            return f"{index} is full: {not_listed(left_out)}; merge or delete some"
        return None


def _unread(problems: Mapping[str, str]) -> str | None:
    """What is told of memory files that cannot be used, the index first."""
    lines = [problems[name] for name in sorted(problems, key=lambda name: (name != INDEX_FILE, name))]
    more = len(lines) - MOST_TOLD
    return (
        "; ".join([*lines[:MOST_TOLD], *([f"and {more} more files like these"] if more > 0 else [])]) or None
    )
