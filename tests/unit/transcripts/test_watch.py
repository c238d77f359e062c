from __future__ import annotations

import errno
import os
import queue
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from watchdog.events import FileModifiedEvent
from watchdog.observers.api import BaseObserver

from extractor.transcripts.watch import Watcher
from tests.support.place import cannot_be_looked_at

PATIENCE = 5.0
"""Seconds a test waits for an event before it fails."""


class Posted:
    """What a watcher posted, to be waited for."""

    def __init__(self) -> None:
        self.paths: queue.Queue[Path] = queue.Queue()

    def __call__(self, path: Path) -> None:
        self.paths.put(path)

    def wait_for(self, path: Path) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self.paths.get(timeout=0.1) == path:
                    return
            except queue.Empty:
                continue
        raise AssertionError(f"{path} was not posted")

    def names(self) -> set[str]:
        return {self.paths.get().name for _ in range(self.paths.qsize())}


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.01)


def written_until_posted(path: Path, posted: Posted, meanwhile: Callable[[], object] = lambda: None) -> None:
    """Write a file again and again until the watcher tells of it: its folder is new."""

    def is_posted() -> bool:
        meanwhile()
        path.write_text("x")
        return path.name in posted.names()

    until(is_posted)


@pytest.fixture
def posted() -> Posted:
    return Posted()


@pytest.fixture
def watch(posted: Posted) -> Iterator[Callable[..., tuple[Watcher, str | None]]]:
    started: list[Watcher] = []

    def start(*roots: Path) -> tuple[Watcher, str | None]:
        watcher = Watcher(roots, posted)
        started.append(watcher)
        return watcher, watcher.start()

    yield start
    for watcher in started:
        watcher.stop()


Watch = Callable[..., tuple[Watcher, str | None]]


def test_a_change_below_a_root_is_posted(tmp_path: Path, posted: Posted, watch: Watch) -> None:
    (tmp_path / "-a").mkdir()
    watcher, warning = watch(tmp_path)
    assert warning is None
    assert watcher.health()
    path = tmp_path / "-a" / "s.jsonl"
    path.write_text("x")
    posted.wait_for(path)
    (tmp_path / "-b").mkdir()
    until(lambda: (tmp_path / "-b").is_dir())
    memory = tmp_path / "-a" / "m.md"
    memory.write_text("x")
    posted.wait_for(memory)


def test_moves_and_deletions_are_posted(tmp_path: Path, posted: Posted, watch: Watch) -> None:
    path = tmp_path / "a.md"
    path.write_text("x")
    watch(tmp_path)
    path.rename(tmp_path / "b.md")
    posted.wait_for(path)
    posted.wait_for(tmp_path / "b.md")
    (tmp_path / "b.md").unlink()
    posted.wait_for(tmp_path / "b.md")


def test_other_files_are_not_posted(tmp_path: Path, posted: Posted, watch: Watch) -> None:
    watch(tmp_path)
    for name in ("a.txt", "b.json", "c.md.tmp", "d.jsonl"):
        (tmp_path / name).write_text("x")
    posted.wait_for(tmp_path / "d.jsonl")
    assert posted.names() <= {"d.jsonl"}


def test_a_root_that_does_not_exist_is_watched_once_it_appears(
    tmp_path: Path, posted: Posted, watch: Watch
) -> None:
    root = tmp_path / "config" / "projects"
    watcher, warning = watch(root)
    assert warning is None
    (tmp_path / "stray.jsonl").write_text("x")
    root.mkdir(parents=True)
    path = root / "s.jsonl"
    end = time.monotonic() + PATIENCE
    while posted.paths.empty() and time.monotonic() < end:
        path.write_text("x")
        time.sleep(0.02)
    assert posted.names() == {"s.jsonl"}
    assert watcher.health()


def test_what_came_with_a_root_that_appeared_is_posted(tmp_path: Path, posted: Posted, watch: Watch) -> None:
    root, made = tmp_path / ".claude" / "projects", tmp_path / "made"
    watch(root)
    (made / "projects" / "-shop").mkdir(parents=True)
    (made / "projects" / "-shop" / "s.jsonl").write_text("x")
    made.rename(tmp_path / ".claude")
    posted.wait_for(root / "-shop" / "s.jsonl")


def test_what_stood_there_at_the_start_is_left_to_the_scan(
    tmp_path: Path, posted: Posted, watch: Watch
) -> None:
    (tmp_path / "old.jsonl").write_text("x")
    watch(tmp_path)
    (tmp_path / "new.jsonl").write_text("x")
    posted.wait_for(tmp_path / "new.jsonl")
    assert "old.jsonl" not in posted.names()


def test_a_root_that_went_and_came_back_is_watched_again(
    tmp_path: Path, posted: Posted, watch: Watch
) -> None:
    root = tmp_path / "projects"
    root.mkdir()
    watcher, _ = watch(root)
    root.rmdir()
    until(lambda: not root.exists() and watcher.health())
    path = root / "s.jsonl"
    end = time.monotonic() + PATIENCE
    while posted.paths.empty() and time.monotonic() < end:
        root.mkdir(exist_ok=True)
        path.write_text("x")
        time.sleep(0.02)
    assert posted.names() == {"s.jsonl"}


def test_a_linked_root_is_watched_under_its_own_name(tmp_path: Path, posted: Posted, watch: Watch) -> None:
    (tmp_path / "real").mkdir()
    root = tmp_path / "linked"
    root.symlink_to("real")
    watch(root)
    (tmp_path / "real" / "s.jsonl").write_text("x")
    posted.wait_for(root / "s.jsonl")


def test_on_macos_a_change_is_posted_however_the_disk_spells_the_root(tmp_path: Path, posted: Posted) -> None:
    root = tmp_path.resolve() / "Gr\u00f6\u00dfe"
    watcher = Watcher([root, tmp_path / "other"], posted, "darwin")
    for spelled in ("Gro\u0308\u00dfe", "GR\u00d6\u00dfe"):
        told = tmp_path.resolve() / spelled / "Sub" / "s.jsonl"
        watcher.on_any_event(FileModifiedEvent(str(told)))
        assert posted.paths.get_nowait() == root / "Sub" / "s.jsonl"
    watcher.on_any_event(FileModifiedEvent(str(tmp_path.resolve() / "Grosser" / "s.jsonl")))
    assert posted.paths.empty()


def test_a_root_that_cannot_be_looked_at_keeps_no_other_from_being_watched(
    tmp_path: Path, posted: Posted, watch: Watch
) -> None:
    (tmp_path / "b").mkdir()
    cannot_be_looked_at(tmp_path / "a")
    watcher, warning = watch(tmp_path / "a" / "projects", tmp_path / "b")
    assert warning is None
    (tmp_path / "b" / "s.jsonl").write_text("x")
    posted.wait_for(tmp_path / "b" / "s.jsonl")
    (tmp_path / "a").unlink()
    (tmp_path / "a" / "projects").mkdir(parents=True)
    watcher.refresh()
    (tmp_path / "a" / "projects" / "s.jsonl").write_text("x")
    posted.wait_for(tmp_path / "a" / "projects" / "s.jsonl")


def test_a_root_that_may_not_be_read_is_a_warning_until_it_may(
    tmp_path: Path, posted: Posted, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The kernel asks nothing of root.
    with monkeypatch.context() as closed:
        closed.setattr(os, "access", lambda _path, _mode: False)
        watcher, warning = watch(tmp_path)
    assert warning == f"{tmp_path} is not watched (Permission denied); the timed scan finds its changes"
    watcher.refresh()
    assert watcher.warnings == {}
    (tmp_path / "s.jsonl").write_text("x")
    posted.wait_for(tmp_path / "s.jsonl")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE])
def test_a_limit_of_the_system_is_a_warning_of_one_line(
    tmp_path: Path, posted: Posted, watch: Watch, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    schedule = BaseObserver.schedule

    def limited(self: BaseObserver, handler: object, path: str, **options: bool) -> object:
        if path.endswith("a"):
            raise OSError(number, "inotify watch limit reached")
        return schedule(self, handler, path, **options)

    monkeypatch.setattr(BaseObserver, "schedule", limited)
    watcher, warning = watch(tmp_path / "a", tmp_path / "b")
    assert warning is not None
    assert f"{tmp_path}/a" in warning
    assert "timed scan" in warning
    assert "\n" not in warning
    path = tmp_path / "b" / "s.jsonl"
    path.write_text("x")
    posted.wait_for(path)
    assert watcher.health()
    assert watcher.refresh() == warning
    monkeypatch.undo()
    assert watcher.refresh() is None
    (tmp_path / "a" / "s.jsonl").write_text("x")
    posted.wait_for(tmp_path / "a" / "s.jsonl")


def test_where_no_observer_can_be_had_it_watches_once_there_can(
    tmp_path: Path, posted: Posted, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OSError(errno.EMFILE, "inotify instance limit reached")

    monkeypatch.setattr("extractor.transcripts.watch.Observer", refuse)
    watcher, warning = watch(tmp_path)
    assert warning is not None
    assert "inotify instance limit reached" in warning
    assert not watcher.health()
    assert watcher.refresh() == warning
    monkeypatch.undo()
    assert watcher.refresh() is None
    assert watcher.health()
    (tmp_path / "s.jsonl").write_text("x")
    posted.wait_for(tmp_path / "s.jsonl")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_folder_moved_away_made_anew_and_removed_leaves_no_watcher_that_hears_nothing(
    tmp_path: Path, posted: Posted, watch: Watch
) -> None:
    root, moved = tmp_path / "projects", tmp_path / "backup"
    (root / "-old").mkdir(parents=True)
    watcher, _ = watch(root)
    (root / "-old" / "a.jsonl").write_text("x")
    posted.wait_for(root / "-old" / "a.jsonl")
    (root / "-old").rename(moved)
    (root / "-old").mkdir()
    written_until_posted(root / "-old" / "b.jsonl", posted)
    shutil.rmtree(root / "-old")
    posted.wait_for(root / "-old" / "b.jsonl")
    shutil.rmtree(moved)
    assert watcher.refresh() is None
    (root / "-new").mkdir()
    written_until_posted(root / "-new" / "s.jsonl", posted, watcher.refresh)
    assert watcher.health()


def test_a_library_that_loses_count_of_its_watches_is_begun_anew(
    tmp_path: Path, posted: Posted, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "projects"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    root.symlink_to("one")
    watcher, _ = watch(root)

    def lose_count(_self: BaseObserver, _watch: object) -> None:
        raise KeyError(b"/gone")

    with monkeypatch.context() as broken:
        broken.setattr(BaseObserver, "unschedule", lose_count)
        root.unlink()
        root.symlink_to("two")
        assert "KeyError" in str(watcher.refresh())
    assert not watcher.health()
    assert watcher.refresh() is None
    assert watcher.health()
    (root / "s.jsonl").write_text("x")
    posted.wait_for(root / "s.jsonl")


def test_an_observer_that_cannot_start_is_a_warning(
    tmp_path: Path, posted: Posted, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: BaseObserver) -> None:
        raise OSError(errno.EMFILE, "inotify instance limit reached")

    monkeypatch.setattr(BaseObserver, "start", refuse)
    watcher, warning = watch(tmp_path)
    assert warning is not None
    assert "inotify instance limit reached" in warning
    assert not watcher.health()
    watcher.stop()


def test_it_stops_quickly_and_says_that_it_stopped(tmp_path: Path, watch: Watch) -> None:
    watcher, _ = watch(tmp_path)
    begun = time.monotonic()
    watcher.stop()
    assert time.monotonic() - begun < 2.5
    assert not watcher.health()
    watcher.stop()


def test_it_can_be_stopped_before_it_started(tmp_path: Path, posted: Posted) -> None:
    watcher = Watcher([tmp_path], posted)
    assert not watcher.health()
    watcher.stop()


def test_a_file_may_be_a_root_and_its_folder_is_not_watched_below(
    tmp_path: Path, posted: Posted, watch: Watch
) -> None:
    log = tmp_path / "opencode.db-wal"
    watch(tmp_path / "opencode.db", log)
    (tmp_path / "snapshot").mkdir()
    (tmp_path / "other.db").write_text("x")
    log.write_text("x")
    seen = {posted.paths.get(timeout=PATIENCE)}
    while log not in seen:
        seen.add(posted.paths.get(timeout=PATIENCE))
    assert seen == {log}


# ---------------------------------------------------------------- where the system tells of all that is below a folder


@pytest.fixture
def scheduled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders the system was asked about."""
    asked: list[str] = []
    schedule = BaseObserver.schedule

    def heard(self: BaseObserver, handler: object, path: str, **options: bool) -> object:
        asked.append(path)
        return schedule(self, handler, path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(BaseObserver, "schedule", heard)
    return asked


def test_on_macos_a_root_that_does_not_exist_makes_it_hear_of_nothing_else(
    tmp_path: Path, posted: Posted, scheduled: list[str]
) -> None:
    there, later = tmp_path / "claude", tmp_path / "codex" / "sessions"
    there.mkdir()
    watcher = Watcher([there, later], posted, platform="darwin")
    assert watcher.start() is None
    assert scheduled == [str(there)]
    assert watcher.health()
    later.mkdir(parents=True)
    (later / "early.jsonl").write_text("x")
    assert watcher.refresh() is None
    assert scheduled == [str(there), str(later)]
    posted.wait_for(later / "early.jsonl")
    (later / "s.jsonl").write_text("x")
    posted.wait_for(later / "s.jsonl")
    shutil.rmtree(tmp_path / "codex")
    watcher.refresh()
    later.mkdir(parents=True)
    watcher.refresh()
    assert set(scheduled) == {str(there), str(later)}
    (later / "again.jsonl").write_text("x")
    posted.wait_for(later / "again.jsonl")
    watcher.stop()


def test_on_macos_a_file_that_is_a_root_is_heard_of_by_its_folder_once_it_is_there(
    tmp_path: Path, posted: Posted, scheduled: list[str]
) -> None:
    log = tmp_path / "opencode.db-wal"
    watcher = Watcher([log], posted, platform="darwin")
    watcher.start()
    assert scheduled == []
    log.write_text("x")
    watcher.refresh()
    assert scheduled == [str(tmp_path)]
    log.write_text("xx")
    posted.wait_for(log)
    watcher.stop()
