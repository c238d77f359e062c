"""The loop: what a new reading of the settings changes in it."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from extractor.archive.live import KEPT
from extractor.clock import now_ms
from extractor.config.settings import load
from extractor.domain import Milliseconds
from extractor.errors import ConfigError, StoreFailed
from extractor.extraction.homes import Homes
from extractor.models.model import Reply, Request
from extractor.service.daemon import Daemon, Reread
from extractor.service.events import Ask, Events, Tick
from extractor.service.folders import Folders
from extractor.service.intake import Intake
from extractor.service.learning import Learning
from extractor.service.memory_folder import MemoryFolder
from extractor.service.notify import Notifier
from extractor.service.watching import Watching
from extractor.service.workers import WORKERS
from extractor.wiring.parts import Parts, build
from tests.support.machine import within
from tests.support.scripted import Desk, says
from tests.support.talk import agent, human


class Blind:
    """A watcher that never notices anything."""

    def start(self) -> str | None:
        return None

    def refresh(self) -> str | None:
        return None

    def stop(self) -> None:
        return


class Rereads:
    """Answers for the settings file."""

    def __init__(self, *answers: Reread | ConfigError | StoreFailed) -> None:
        self.answers = list(answers)

    def __call__(self, *_asked: object) -> Reread:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    own = {"state_dir": tmp_path / "state", "memory_dir": tmp_path / "memory", "claude_dir": tmp_path}
    made = build(load({**own, "plain_folders": (tmp_path / "logs",)}, {}).settings, {"HOME": str(tmp_path)})
    yield made
    made.archive.close()


def run(
    parts: Parts,
    reread: Rereads,
    events: Events,
    scan_seconds: float = 3600.0,
    clock: Callable[[], Milliseconds] = now_ms,
    watcher: Watching | None = None,
    on_scan: Callable[[], None] = lambda: None,
) -> None:
    Daemon(
        events=events,
        archive=parts.archive,
        intake=parts.intake,
        learning=parts.learning,
        folders=parts.folders,
        watcher=watcher or Blind(),
        notifier=Notifier({}),
        clock=clock,
        scan_seconds=scan_seconds,
        on_scan=on_scan,
        reread=reread,
    ).run()


def test_a_shorter_scan_interval_counts_at_once(parts: Parts, tmp_path: Path) -> None:
    events = Events()
    memory = tmp_path / "memory" / "MEMORY.md"

    def play() -> None:
        # The first scan is over once an event posted before is taken.
        assert within(10, events.empty)
        (tmp_path / "logs").mkdir()
        line = {"uuid": "1", "role": "user", "content": "Never mock the database in tests."}
        (tmp_path / "logs" / "s.jsonl").write_text(json.dumps(line) + "\n")
        events.put(Tick.RELOAD)
        found.append(within(20, lambda: bool(parts.intake._stamps)))
        events.put(Tick.STOP)

    found: list[bool] = []
    events.put(Tick.PING)
    player = threading.Thread(target=play)
    player.start()
    run(parts, Rereads(Reread(0.05, ("scan_seconds",), ())), events)
    player.join()
    assert found == [True]
    assert not memory.exists(), "a session that goes on is not learned from yet"


def test_a_refusal_is_a_problem_until_the_next_reading(parts: Parts) -> None:
    told: list[tuple[str, ...]] = []

    class Looking(Rereads):
        def __call__(self) -> Reread:
            told.append(parts.archive.summary("").problems)
            return super().__call__()

    events = Events()
    for event in (Tick.RELOAD, Tick.RELOAD, Tick.RELOAD, Tick.STOP):
        events.put(event)
    well = Reread(30.0, (), ())
    run(parts, Looking(ConfigError("config.toml is broken"), Reread(30.0, (), ("state_dir",)), well), events)
    assert told == [
        (),
        ("the settings were not taken over, the earlier ones still count: config.toml is broken",),
        ("changed settings need a restart: state_dir",),
    ]
    assert parts.archive.summary("").problems == ()


def test_what_was_asked_for_while_the_state_file_was_held_is_done_afterwards(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractor.service.daemon.WAIT_FOR_STORE", 0.01)
    events = Events()
    rereads = Rereads(StoreFailed("state.db is held by another process"), Reread(30.0, (), ()))
    events.put(Tick.RELOAD)
    player = threading.Thread(target=lambda: (within(10, lambda: not rereads.answers), events.put(Tick.STOP)))
    player.start()
    run(parts, rereads, events)
    player.join()
    assert rereads.answers == []
    assert parts.archive.summary("").problems == ()


def test_a_state_file_that_stays_closed_is_logged_once(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("extractor.service.daemon.WAIT_FOR_STORE", 0.01)
    events = Events()
    full, held = StoreFailed("the disk is full"), StoreFailed("state.db is held by another process")
    rereads = Rereads(full, full, full, held, Reread(30.0, (), ()), full, Reread(30.0, (), ()))
    for _ in range(2):  # one that was held up is done again
        events.put(Tick.RELOAD)
    player = threading.Thread(target=lambda: (within(10, lambda: not rereads.answers), events.put(Tick.STOP)))
    player.start()
    run(parts, rereads, events)
    player.join()
    told = [r.getMessage() for r in caplog.records if r.__dict__.get("event") == "store-failed"]
    assert told == ["the disk is full", "state.db is held by another process", "the disk is full"]


def test_a_clock_that_is_set_back_is_told_to_all_who_wait(parts: Parts) -> None:
    now = now_ms()
    shown = iter([now, now - 7_200_000])
    back: list[int] = []
    parts.learning.set_back = back.append  # type: ignore[method-assign]
    parts.folders.set_back = back.append  # type: ignore[method-assign]
    events = Events()
    events.put(Tick.PING)
    player = threading.Thread(target=lambda: (within(10, lambda: bool(back)), events.put(Tick.STOP)))
    player.start()
    run(parts, Rereads(), events, clock=lambda: Milliseconds(next(shown, now - 7_200_000)))
    player.join()
    assert back == [7_200_000, 7_200_000]


def test_a_clock_that_was_set_back_is_told_before_what_happened_since(parts: Parts) -> None:
    now = now_ms()
    shown = iter([now])
    order: list[str] = []
    parts.learning.set_back = lambda _by: order.append("clock")  # type: ignore[method-assign]
    events = Events()
    events.put(Ask(lambda: order.append("event")))
    events.put(Tick.STOP)
    run(parts, Rereads(), events, clock=lambda: Milliseconds(next(shown, now - 7_200_000)))
    assert order == ["clock", "event"]


def test_what_belongs_to_a_scan_is_done_at_each_before_transcripts_are_looked_at(parts: Parts) -> None:
    order: list[str] = []
    parts.intake.scan = lambda: len(order.append("transcripts") or ())  # type: ignore[method-assign,func-returns-value]
    events = Events()
    for event in (Tick.SCAN, Tick.SCAN, Tick.STOP):
        events.put(event)
    run(parts, Rereads(), events, on_scan=lambda: order.append("first start"))
    assert order == ["transcripts", *["first start", "transcripts"] * 2]


def test_what_stood_in_the_way_before_a_start_is_told_again_only_where_it_still_does(parts: Parts) -> None:
    for scope in ("session:1", "folder:/gone", "index:/gone", "walk:plain"):
        parts.archive.problem(scope, f"{scope} is broken", now_ms())
    events = Events()
    events.put(Tick.STOP)
    run(parts, Rereads(), events)
    assert parts.archive.summary("").problems == ()
    parts.archive.problem("watcher", "changes are not noticed", now_ms())
    parts.archive.forget_problems("session", "folder")
    assert parts.archive.summary("").problems == ("changes are not noticed",)


def test_what_is_not_watched_is_told_until_it_is(parts: Parts) -> None:
    told: list[tuple[str, ...]] = []

    class Recovering(Blind):
        def __init__(self) -> None:
            self.warnings: list[str | None] = ["/x is not watched", "/x is not watched", None]

        def start(self) -> str | None:
            return self.warnings.pop(0)

        refresh = start

    events = Events()
    for event in (Tick.SCAN, Tick.SCAN):
        events.put(Ask(lambda: told.append(parts.archive.summary("").problems)))
        events.put(event)
    events.put(Tick.STOP)
    run(parts, Rereads(), events, watcher=Recovering())
    assert told == [("/x is not watched",), ("/x is not watched",)]
    assert parts.archive.summary("").problems == ()


def test_what_could_not_be_recovered_at_the_start_is_told_until_a_sweep_comes_through(parts: Parts) -> None:
    told: list[set[str]] = []
    lines = [["disk is full"], list[str]()]
    parts.folders.sweep = lambda: lines.pop(0)  # type: ignore[method-assign]
    parts.archive.problem("recovery", "disk is full: cannot write a.md", now_ms())
    events = Events()
    for _ in range(2):
        events.put(Tick.SWEEP)
        events.put(Ask(lambda: told.append(set(parts.archive.summary("").problems))))
    events.put(Tick.STOP)
    run(parts, Rereads(), events)
    assert told == [{"disk is full", "disk is full: cannot write a.md"}, set()]


def test_stretches_of_silent_sessions_are_closed_with_each_sweep(parts: Parts) -> None:
    closed: list[str] = []
    parts.learning.close_idle = lambda: closed.append("silent ones")  # type: ignore[method-assign]
    events = Events()
    for tick in (Tick.SWEEP, Tick.SWEEP, Tick.STOP):
        events.put(tick)
    run(parts, Rereads(), events)
    assert len(closed) == 2


def test_notes_of_changes_are_dropped_while_the_service_runs(parts: Parts) -> None:
    many = [(number,) for number in range(1, 2 * KEPT + 100)]
    parts.archive.db.run_many("INSERT INTO changes VALUES(?, 1, 1)", many)
    events = Events()
    events.put(Tick.SWEEP)
    events.put(Tick.STOP)
    run(parts, Rereads(), events)
    assert parts.archive.db.number("SELECT count(*) FROM changes") == KEPT


def test_a_project_in_the_state_file_that_cannot_be_a_path_ends_no_loop(parts: Parts, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    db, folder = parts.archive.db, str(tmp_path / "memory")
    for value in ("/home/dev/s\0hop", "/home/dev/shop"):
        row = db.run(
            "INSERT INTO sessions(client, session, cwd, project) VALUES('plain', ?, ?, ?)",
            (value, value, value),
        )
        db.run(
            """INSERT INTO runs(session_id, folder, started, finished, outcome, model, exchanges, added)
               VALUES(?, ?, 1, 2, 'saved', 'offline', 1, 1)""",
            (row.lastrowid, folder),
        )
        events = Events()
        events.put(Tick.SCAN)
        events.put(Tick.STOP)
        run(parts, Rereads(), events)
    assert parts.archive.summary("").problems == ()


def test_a_start_takes_the_settings_as_they_are_and_forgets_an_earlier_refusal(parts: Parts) -> None:
    parts.archive.problem("settings", "changed settings need a restart: state_dir", now_ms())
    events = Events()
    events.put(Tick.STOP)
    run(parts, Rereads(), events)
    assert parts.archive.summary("").problems == ()


def test_summaries_and_runs_together_ask_the_model_twice_at_a_time(tmp_path: Path) -> None:
    desk = Desk(tmp_path, run_tokens=2_000)
    desk.extraction.limits = replace(desk.extraction.limits, lead_in=600)
    desk.extraction._homes_of = lambda info: Homes(
        MemoryFolder(tmp_path / info.session, desk.archive.journal, desk.clock, "", UTC)
    )
    desk.extraction._removed = None
    for name in "abcdef":
        desk.said(
            name, *(m for n in range(10) for m in (human(f"{name}{n}", LONG), agent(f"{name}{n}-a", LONG)))
        )
    desk.archive.db.run("UPDATE messages SET passed = 'learned'")
    for name in "abcdef":
        desk.said(name, human(f"{name}-new", "What does this do?"), agent(f"{name}-new-a"))
    model = Counting()
    events = Events()
    daemon = Daemon(
        events=events,
        archive=desk.archive,
        intake=Intake(desk.archive, [], desk.clock),
        learning=Learning(
            desk.archive,
            desk.extraction,
            lambda _run: model,
            "m",
            UTC,
            desk.clock,
            summary_template="Sum up.",
        ),
        folders=Folders(lambda _path: desk.folder, desk.archive.journal),
        watcher=Blind(),
        notifier=Notifier({}),
        clock=desk.clock,
        scan_seconds=3600.0,
    )
    player = threading.Thread(
        target=lambda: (within(20, lambda: model.summaries == 6), events.put(Tick.STOP))
    )
    player.start()
    daemon.run()
    player.join()
    assert (model.summaries, model.most) == (6, WORKERS)
    desk.close()


def test_a_stop_is_one_though_the_state_file_is_held_while_a_run_is_under_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    # Another test of this process may have set the logger up as a command does.
    caplog.set_level(logging.WARNING, logger="extractor")
    desk, asked, over = Desk(tmp_path), threading.Event(), threading.Event()

    class Slow(Counting):
        def reply(self, request: Request) -> Reply:
            asked.set()
            over.wait(10)
            return says()

    model = Slow()
    learning = Learning(desk.archive, desk.extraction, lambda _run: model, "m", UTC, desk.clock)
    learning.interrupted = Rereads(StoreFailed("state.db is held"))  # type: ignore[assignment]
    desk.said("s", human("h1", LONG), agent("a1"))
    events = Events()
    player = threading.Thread(target=lambda: (asked.wait(10), events.put(Tick.STOP)))
    player.start()
    Daemon(
        events=events,
        archive=desk.archive,
        intake=Intake(desk.archive, [], desk.clock),
        learning=learning,
        folders=Folders(lambda _path: desk.folder, desk.archive.journal),
        watcher=Blind(),
        notifier=Notifier({}),
        clock=desk.clock,
        scan_seconds=3600.0,
    ).run()
    player.join()
    over.set()
    assert [r.getMessage() for r in caplog.records if r.levelname == "WARNING"] == ["state.db is held"]
    desk.close()


LONG = "We looked at the order module together and found nothing odd. " * 12


class Counting:
    """A model that takes its time, above all for a summary, and knows how many ask it at once."""

    name = "counting"
    is_paid = False

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = self.most = self.summaries = 0

    def reply(self, request: Request) -> Reply:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(0.02 if request.tools else 0.2)
        with self._lock:
            self._now -= 1
            self.summaries += not request.tools
        return says(text="It was about orders.")
