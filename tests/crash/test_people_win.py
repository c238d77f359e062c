"""Against editors that save at the same moment, no edit is lost; an edit of ours touches its own bytes only."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from extractor.domain import Milliseconds
from extractor.fs import Kernel, Root
from extractor.memory.changeset import ChangeSet, FileChange
from extractor.memory.front_matter import split
from extractor.memory.memory_file import EditRefused, edit, parse
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
    """Races are about names, not about platters."""

    def sync(self, fd: int) -> None:
        return None

    def sync_folder(self, at: int) -> None:
        return None


def by_rename(path: Path, data: bytes) -> None:
    other = path.with_name("editor~")
    other.write_bytes(data)
    other.replace(path)


def in_place(path: Path, data: bytes) -> None:
    """Emptied, then filled, as `open(path, "w")` does."""
    path.write_bytes(data)


def over(path: Path, data: bytes) -> None:
    """Written over, then cut to its length; a file that is not there is made."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.write(fd, data)
        os.ftruncate(fd, len(data))
    finally:
        os.close(fd)


EDITORS: tuple[Callable[[Path, bytes], None], ...] = (by_rename, in_place, over)


@contextmanager
def editor(path: Path, texts: list[tuple[int, bytes, float]]) -> Iterator[tuple[int, int]]:
    """A process of its own that saves once for each byte it is sent; gives the two ends to talk to it."""
    ask_read, ask_write = os.pipe()
    done_read, done_write = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(ask_write)
            for kind, text, delay in texts:
                if not os.read(ask_read, 1):
                    break
                until = time.perf_counter() + delay
                while time.perf_counter() < until:
                    pass
                EDITORS[kind](path, text)
                os.write(done_write, b".")
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
    chance = random.Random(SEED)
    path = tmp_path / FILE
    texts = [
        (
            turn % len(EDITORS),
            b"a person's words %d\n" % turn * chance.randint(1, 40),
            chance.uniform(0, 6e-4),
        )
        for turn in range(RACES)
    ]
    journal = ListJournal()
    met = 0
    with (
        tally("An editor saves while a commit is under way: the edit stands, or beside") as counted,
        Root.open(tmp_path, kernel=Quick()) as root,
        editor(path, texts) as (ask, done),
    ):
        for turn, (_, text, _) in enumerate(texts):
            journal.intents.clear()
            store = Store(root, journal, lambda: NOW)
            path.write_bytes(b"before %d\n" % turn)
            before = path.read_bytes()
            after = None if turn % 7 == 6 else b"ours %d\n" % turn
            os.write(ask, b".")
            result = store.commit(turn, ChangeSet((FileChange(FILE, before, after),)))
            assert os.read(done, 1)
            store.sweep(NOW)
            store.sweep(NOW)
            stands = path.read_bytes() if path.exists() else None
            beside = [p for p in tmp_path.iterdir() if p.name != FILE]
            kept = [p.read_bytes() for p in beside if ".extractor-kept-" in p.name]
            met += bool(result.conflicts) or bool(kept) or stands != text
            temps = [p.name for p in beside if p.name.startswith(".extractor-")]
            counted.case(
                "" if text in (stands, *kept) else f"race {turn}: {text[:30]!r} is lost, {stands!r} stands",
                f"race {turn}: {temps} are left over" if temps else "",
            )
            for each in beside:
                each.unlink()
        print(f"{met} of {RACES} saves fell into the commit")
    assert met >= RACES * 0.05, "hardly a save came while a commit was under way"


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
        before = store.snapshot().files[FILE].data
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
