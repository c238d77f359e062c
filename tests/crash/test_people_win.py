"""Against editors that save at the same moment, no edit is lost; an edit of ours touches its own bytes only."""

from __future__ import annotations

import os
import random
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from extractor.domain import Milliseconds
from extractor.fs import Kernel, Root
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.edit import edit
from extractor.memory.front_matter import split
from extractor.memory.memory_file import EditRefused, parse
from extractor.memory.store import Store
from tests.support.memory_files import Made, made_files
from tests.support.tally import number, tally
from tests.unit.memory.test_store import ListJournal, Steps

SEED = number("EXTRACTOR_SEED", 20260302)
RACES = number("EXTRACTOR_RACES", 300)
FILES = number("EXTRACTOR_FILES", 500)
NOW = Milliseconds(1_772_442_845_120)
FILE = "a.md"


class Quick(Kernel):
    """Races are about names, not about platters. Counts the writers it met."""

    writers = 0

    def has_writer(self, fd: int) -> bool | None:
        found = super().has_writer(fd)
        self.writers += found is True
        return found

    def sync(self, fd: int) -> None:
        return None

    def sync_folder(self, at: int) -> None:
        return None


def spin(seconds: float) -> None:
    """Wait without giving the processor away: sleeping takes longer than a commit."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def by_rename(path: Path, data: bytes, half_way: Callable[[], None] = lambda: None) -> None:
    other = path.with_name("editor~")
    other.write_bytes(data)
    half_way()
    other.replace(path)


def in_place(path: Path, data: bytes, half_way: Callable[[], None]) -> None:
    """Emptied, then filled, as `open(path, "w")` does."""
    with path.open("wb") as out:
        half_way()
        out.write(data)


def over(path: Path, data: bytes, half_way: Callable[[], None]) -> None:
    """Written over, then cut to its length; a file that is not there is made."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        half_way()
        os.write(fd, data)
        os.ftruncate(fd, len(data))
    finally:
        os.close(fd)


EDITORS: tuple[Callable[[Path, bytes, Callable[[], None]], None], ...] = (by_rename, in_place, over)
SPAN = struct.Struct("dd")
"""When an editor began to save and when it had saved, in seconds of the clock both processes read."""


class Save(NamedTuple):
    """One save of an editor's."""

    kind: int
    text: bytes
    delay: float
    """Seconds before it begins."""
    wait: float
    """Seconds half-way: the file is open, its bytes are not written."""
    is_first: bool
    """The commit begins when the save is half-way."""


def saves(count: int) -> list[Save]:
    """So many saves, by each kind of editor in turn."""
    chance = random.Random(SEED)
    return [
        Save(
            turn % len(EDITORS),
            b"a person's words %d\n" % turn * chance.randint(1, 40),
            chance.uniform(0, 6e-4),
            chance.uniform(0, 1e-3),
            turn // len(EDITORS) % 2 == 1,
        )
        for turn in range(count)
    ]


@contextmanager
def editor(path: Path, saves: list[Save]) -> Iterator[tuple[int, int]]:
    """A process of its own that saves once for each byte it is sent; gives the two ends to talk to it.

    Of each save it tells one byte half-way, and its `SPAN` at the end.
    """
    ask_read, ask_write = os.pipe()
    done_read, done_write = os.pipe()

    def half_way(wait: float) -> None:
        os.write(done_write, b"h")
        spin(wait)

    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(ask_write)
            for save in saves:
                if not os.read(ask_read, 1):
                    break
                spin(save.delay)
                began = time.perf_counter()
                EDITORS[save.kind](path, save.text, partial(half_way, save.wait))
                os.write(done_write, SPAN.pack(began, time.perf_counter()))
            code = 0
        finally:
            os._exit(code)
    os.close(ask_read)
    os.close(done_write)
    try:
        yield ask_write, done_read
    finally:
        os.close(ask_write)
        os.close(done_read)
        os.waitpid(pid, 0)


@pytest.mark.timeout(3600)
def test_no_edit_that_races_a_commit_is_unrecoverable(tmp_path: Path) -> None:
    path, planned, kernel, journal = tmp_path / FILE, saves(RACES), Quick(), ListJournal()
    with (
        tally("A save into the copy the commit set aside, of these") as landed,
        tally("A save while the commit was under way, of these") as inside,
        tally("An editor saves while a commit is under way: the edit stands, or beside") as counted,
        Root.open(tmp_path, kernel=kernel) as root,
        editor(path, planned) as (ask, done),
    ):
        for turn, (_, text, _, _, is_first) in enumerate(planned):
            journal.intents.clear()
            store = Store(root, journal, lambda: NOW)
            path.write_bytes(b"before %d\n" % turn)
            before = path.read_bytes()
            after = None if turn % 7 == 6 else b"ours %d\n" % turn
            os.write(ask, b".")
            if is_first:
                assert os.read(done, 1)
            began = time.perf_counter()
            store.commit(turn, ChangeSet((FileChange(FILE, before, after),)))
            ended = time.perf_counter()
            # Half the copies are looked after at once, perhaps with the writer at work; the rest when it is done.
            if turn // 6 % 2:
                landed.cases += len(store.sweep(NOW).restored)
            if not is_first:
                assert os.read(done, 1)
            opened, closed = SPAN.unpack(os.read(done, SPAN.size))
            landed.cases += len(store.sweep(NOW).restored)
            store.sweep(NOW)
            inside.cases += began <= closed and opened <= ended
            stands = path.read_bytes() if path.exists() else None
            beside = [p for p in tmp_path.iterdir() if p.name != FILE]
            kept = [p.read_bytes() for p in beside if ".extractor-kept-" in p.name]
            temps = [p.name for p in beside if p.name.startswith(".extractor-")]
            counted.case(
                "" if text in (stands, *kept) else f"race {turn}: {text[:30]!r} is lost, {stands!r} stands",
                f"race {turn}: {temps} are left over" if temps else "",
            )
            for each in beside:
                each.unlink()
        print(f"of {RACES} saves {kernel.writers} had the file open when its copy was looked after")
    assert inside.cases >= RACES * 0.05, "hardly a save came while a commit was under way"
    assert kernel.writers or sys.platform != "linux", "no open writer was met"


@pytest.mark.timeout(3600)
def test_an_edit_of_any_file_changes_its_own_bytes_only() -> None:
    tried = refused = 0
    with tally("An edit of a generated memory file: every other byte as it was") as counted:
        for made in made_files(SEED, FILES):
            try:
                counted.case(_edited(made))
                tried += 1
            except EditRefused:
                refused += 1
                counted.case()  # nothing was written
    print(f"{tried} edited, {refused} refused")
    assert tried > refused


def _edited(made: Made) -> str:
    """One edit of the file; what is wrong with the bytes it gives."""
    data, old, new = made.data, made.sentence, "The replaced sentence is always this one."
    parts = split(data.decode())
    done = edit(data, replace=[(old, new)])
    if done != data.replace(old.encode(), new.encode()):
        return f"{made.seed}: more than the sentence changed: {done!r}"
    if not parts.has_block:
        return ""
    told = edit(data, description="A new description of it")
    before, after = data.split(b"\n"), told.split(b"\n")
    at = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), None)
    if at is None:
        return f"{made.seed}: the description was not written"
    tail = len(after) - at - 1
    if before[:at] != after[:at] or (tail and before[-tail:] != after[-tail:]):
        return f"{made.seed}: more than the description changed: {told!r}"
    if parse(told).description != "A new description of it":
        return f"{made.seed}: the description reads {parse(told).description!r}"
    return ""


# the client's own writer


START = b"""---
name: a
description: "d"
metadata:
  type: feedback
  modified: 2026-03-02T09:14:05.120Z
---

The lamp is copper.
"""
CLIENT_KEYS = ("node_type: memory", "originSessionId: 1f0c2a54", "reviewed: 2026-03-02", "source: client")


def client_saves(path: Path, key: str) -> None:
    """The client's writer: reads the file, puts a key under `metadata`, and renames the whole into place."""
    data = path.read_bytes()
    head, line, rest = data.partition(b"metadata:\n")
    by_rename(path, head + line + f"  {key}\n".encode() + rest)


def ours(store: Store, turn: int) -> None:
    """Our writer: an edit on what is there, tried again where somebody came first."""
    for _ in range(5):
        before = store.snapshot().files[FILE]
        done = edit(before, add=[f"Our fact number {turn} is kept."], modified="2026-04-01T08:00:00.000Z")
        if store.commit(turn, ChangeSet((FileChange(FILE, before, done),))).applied:
            return
    raise AssertionError("never came through")


def test_the_client_s_writer_and_ours_at_every_step_keep_each_other_s_keys(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with tally("The client's writer and ours in turn: neither loses the other's keys") as counted:
        for step in range(1, 60):
            path.write_bytes(START)
            journal = ListJournal()
            key = CLIENT_KEYS[step % len(CLIENT_KEYS)]
            kernel = Steps(
                lambda number_, _call, s=step, k=key: client_saves(path, k) if number_ == s else None
            )
            with Root.open(tmp_path, kernel=kernel) as root:
                store = Store(root, journal, lambda: NOW)
                ours(store, step)
                store.sweep(NOW)
                came_between = kernel.number >= step
            if not came_between:
                client_saves(path, key)
            data = path.read_text()
            wanted = [f"  {key}\n", f"Our fact number {step} is kept.", "  type: feedback\n"]
            temps = [p.name for p in tmp_path.iterdir() if p.name != FILE]
            problem = next((f"{w!r} is lost" for w in wanted if w not in data), "")
            problem = (
                problem or (f"{temps} are left over" if temps else "") or (parse(data.encode()).problem or "")
            )
            counted.case(problem and f"step {step}: {problem}: {data!r}")
