"""The power fails at any moment of a commit of five files: every state the disk may be left in."""

from __future__ import annotations

import os
import pickle
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.faults import in_child
from tests.support.loop import Loop, Speech, State, connected, memory_files, write_transcripts
from tests.support.place import in_memory
from tests.support.platter import Loss, Platter, Recorder
from tests.support.tally import number, tally

SEED = number("EXTRACTOR_SEED", 20260302)
GRAIN = number("EXTRACTOR_POWER_GRAIN", 0)
"""Bytes between the places at which unsynced data is cut; 0: at its first, middle and last byte."""

AGAIN = number("EXTRACTOR_POWER_AGAIN", 1)
"""States in whose recovery the power fails a second time, at every moment of it."""

BEFORE = Speech(
    "earlier",
    (
        "kalax holds: The kalax lamp is always copper and never chrome.",
        "bolox holds: The bolox gate is always closed before the evening bell.",
        "milix holds: The milix barrel is always rolled and never carried.",
        "rural holds: The rural mill is always stopped before the harvest.",
    ),
)
COMMIT = Speech(
    "later",
    (
        "kalax no longer says: The kalax lamp is always copper and never chrome. "
        "It holds: The kalax lamp is always bronze and never copper.",
        "bolox is gone: The bolox gate is always closed before the evening bell.",
        "milix holds: The milix ladder is always kept behind the eastern door.",
        "zubub holds: The zubub wheel is always oiled with linseed.",
        "tepep holds: The tepep well is always covered overnight.",
    ),
)
FIVE = {"kalax.md", "bolox.md", "milix.md", "zubub.md", "tepep.md"}


class Scene:
    """A home before a commit of five files, and what that commit leads to."""

    def __init__(self, path: Path) -> None:
        self.home, self.told = path / "home", path / "told"
        write_transcripts(self.home, [BEFORE])
        self.work()
        write_transcripts(self.home, [BEFORE, COMMIT])
        shutil.copytree(self.home, path / "before")
        self._before = path / "before"
        self.old = memory_files(self.home)

    def work(self) -> None:
        """What waits, in one run a session."""
        loop = Loop(self.home, run_tokens=5_000)
        loop.until_done()
        loop.close()

    def record(self, place: Path) -> list[Loss]:
        """Every state the power may leave while this home is worked on."""

        def run() -> None:
            recorder = Recorder(self.home / "memory", self.home / "state", GRAIN)
            recorder.install()
            self.work()
            place.write_bytes(pickle.dumps(recorder.losses))

        assert in_child(run, self.told) == 0, self.told.read_text()
        losses: list[Loss] = pickle.loads(place.read_bytes())
        return losses

    def put(self, loss: Loss) -> None:
        """The home as the power left it."""
        for folder, files in (("memory", loss.files), ("state", loss.state)):
            place = self.home / folder
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(mode=0o700)
            for name, data in files.items():
                (place / name).write_bytes(data)


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory: the disk that loses power is a model of one."""
    with in_memory() as place:
        yield place


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def wrong_after(scene: Scene, new: State) -> str:
    """What is wrong with a home after the start that follows a power loss, and after the work that follows."""
    loop = Loop(scene.home, run_tokens=5_000)
    found = memory_files(scene.home)
    with connected(scene.home) as db:
        (open_intents,) = db.execute("SELECT count(*) FROM journal WHERE state = 'open'").fetchone()
        learned = {u for (u,) in db.execute("SELECT uuid FROM messages WHERE passed = 'learned'")}
    loop.until_done()
    loop.close()
    problems = []
    for name in FIVE:
        if found.get(name) not in (scene.old.get(name), new.files.get(name)):
            problems.append(f"{name} is torn: {found.get(name)!r}")
    if open_intents:
        problems.append("the journal stays open")
    if any(u.startswith("later-") for u in learned) and {n: found.get(n) for n in FIVE} != {
        n: new.files.get(n) for n in FIVE
    }:
        problems.append("the cursor is ahead of memory")
    problems.append(new.difference(State.of(scene.home)))
    return "; ".join(p for p in problems if p)


@pytest.mark.timeout(3600)
def test_whatever_the_power_leaves_of_five_files_each_is_old_or_new(scene: Scene, tmp_path: Path) -> None:
    losses = scene.record(tmp_path / "losses")
    new = State.of(scene.home)
    changed = {n for n in scene.old.keys() | new.files.keys() if scene.old.get(n) != new.files.get(n)}
    assert changed == FIVE | {"MEMORY.md"}
    assert len(losses) > 60
    again = [loss for loss in losses if any(name.startswith(".extractor-") for name in loss.files)]
    again = random.Random(SEED).sample(again, min(AGAIN, len(again)))
    with tally(
        "Power lost anywhere in a commit of five files: each old or new, cursor consistent"
    ) as counted:
        for loss in losses:
            scene.put(loss)
            problem = wrong_after(scene, new)
            counted.case(problem and f"before {loss.at}, {sorted(loss.files)}: {problem}")
        print(f"{counted.cases} states")
        for first in again:
            scene.put(first)
            for second in scene.record(tmp_path / "again"):
                scene.put(second)
                problem = wrong_after(scene, new)
                counted.case(problem and f"{first.at}, then {second.at}: {problem}")
        print(f"{counted.cases - len(losses)} states of a second loss during recovery")


def test_the_model_disk_knows_a_commit_that_syncs_nothing_for_torn() -> None:
    """The model itself can find fault: these are the classic mistakes."""
    disk = Platter()
    disk.holds({"a": b"old"})
    disk.written(disk.opened("a", os.O_WRONLY | os.O_TRUNC), b"new bytes")
    assert {"a": b""} in list(disk.states())
    assert {"a": b"new "} in list(disk.states())

    disk = Platter()
    disk.holds({"a": b"old"})
    disk.written(disk.opened("t", os.O_WRONLY | os.O_TRUNC), b"new bytes")
    disk.renamed("t", "a")
    assert {"a": bytes(9)} in list(disk.states())

    disk = Platter()
    disk.holds({"a": b"old"})
    number_ = disk.opened("t", os.O_WRONLY)
    disk.written(number_, b"new")
    disk.synced(number_)
    disk.renamed("t", "a")
    assert list(disk.states()) == [{"a": b"old"}, {"a": b"old", "t": b"new"}, {"a": b"new"}]
    disk.synced_folder()
    assert list(disk.states()) == [{"a": b"new"}]
