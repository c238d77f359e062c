"""The daemon: the one loop that reads, learns and keeps the index.

Owns the event queue and the order of work. Promises to notice a change at once, to go on when one
transcript, folder or model fails, and to end within seconds when asked. Never parses a transcript.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty

from extractor import fs
from extractor.actions.removals import Removals
from extractor.archive.archive import Archive
from extractor.archive.runs import Finished
from extractor.domain import Milliseconds
from extractor.errors import ConfigError, StoreFailed
from extractor.extraction.job import Job
from extractor.service.call import Result, SummedUp
from extractor.service.events import Ask, Changed, Event, Events, Tick
from extractor.service.folders import Folders
from extractor.service.intake import Intake, Taken
from extractor.service.learning import Learning
from extractor.service.notify import Notifier
from extractor.service.ticker import Ticker
from extractor.service.watching import Watching
from extractor.service.workers import Workers

log = logging.getLogger("extractor")

LONGEST_WAIT = 3600.0
"""Seconds without an event after which the loop looks around all the same."""

LOOKS = 50
"""Sessions looked at in one turn: a look at one takes up to some milliseconds, and a stop is heard between turns."""

SWEEP_SECONDS = 60.0
"""Seconds between two looks at what is left over: displaced copies, removals, texts no longer kept."""

SET_BACK = 1_000
"""Milliseconds by which a clock may go back without anybody having set it."""

WAIT_FOR_STORE = 5.0
"""Seconds until a state file that could not be written is tried again."""


@dataclass(frozen=True, slots=True)
class Reread:
    """What came of reading the settings again."""

    scan_seconds: float
    changed: tuple[str, ...]
    """Names of the settings that count from now on."""
    needs_restart: tuple[str, ...]
    """Names of the settings that were changed and cannot count before a restart."""


class Daemon:
    """Runs until it is told to stop. Everything but model calls and timers happens in `run`'s thread."""

    def __init__(
        self,
        *,
        events: Events,
        archive: Archive,
        intake: Intake,
        learning: Learning,
        folders: Folders,
        watcher: Watching,
        notifier: Notifier,
        clock: Callable[[], Milliseconds],
        scan_seconds: float,
        removals: Removals | None = None,
        on_finished: Callable[[Job, Finished], None] = lambda _job, _done: None,
        on_scan: Callable[[], None] = lambda: None,
        reread: Callable[[], Reread] | None = None,
        lock: Path | None = None,
    ) -> None:
        """`reread` takes settings over (ConfigError: it cannot); `lock` is this process's; `on_scan` goes before a scan."""
        self._events = events
        self._archive = archive
        self._intake = intake
        self._learning = learning
        self._folders = folders
        self._watcher = watcher
        self._notifier = notifier
        self._clock = clock
        self._scan_seconds = scan_seconds
        self._removals = removals
        self._on_finished = on_finished
        self._on_scan = on_scan
        self._reread = reread
        self._lock = lock
        self._ticker = Ticker(events.put)
        self._seen = clock()
        """When the last turn was: a clock that shows less than that was set back."""
        self._workers = Workers(learning, events.put)
        self._stopping = False
        self._fault = ""
        """Why the last turn could not be ended; empty where it could."""

    # ------------------------------------------------------------ the loop

    def run(self) -> None:
        """Catch up, then follow, until a stop event.

        Raises StoreFailed when nothing can be stored at the start, ConfigError when the state file was taken away.
        """
        try:
            self._archive.problem("settings", None, self._clock())
            # What stood in the way of a session or a folder before is told again where it still does.
            self._archive.forget_problems("session", "folder", "index")
            warning = self._watcher.start()
            self._archive.problem("watcher", warning, self._clock())
            self._intake.scan()
            self._learning.add(self._archive.sessions.waiting())
            for folder in self._archive.folders():
                self._folders.get(Path(folder))
            self._folders.look(self._clock())
            self._begin_ticking()
            self._notifier.tell("READY=1", "STATUS=following transcripts")
            log.info("ready", extra={"event": "ready", "due": len(tuple(self._intake.due()))})
            while not self._stopping:
                self._step_or_wait()
        finally:
            self._notifier.tell("STOPPING=1")
            self._ticker.stop()
            self._watcher.stop()
            self._note_interrupted()

    def _note_interrupted(self) -> None:
        """Note of each run under way that it was not held to its end; where that cannot be now, the next start does."""
        try:
            for job in self._workers.runs.values():
                self._learning.interrupted(job)
        except StoreFailed as error:
            log.warning(str(error), extra={"event": "store-failed"})

    def _step_or_wait(self) -> None:
        """One turn. A state file that cannot be written holds everything up, loses nothing and is tried again.

        The log tells of it once: on a full disk each further line takes room.
        """
        try:
            self._step()
        except StoreFailed as error:
            if self._fault != str(error):
                log.error(str(error), extra={"event": "store-failed", "seconds": WAIT_FOR_STORE})
            self._fault = str(error)
            self._notifier.tell(f"STATUS={error}")
            self._sit_out(WAIT_FOR_STORE)
        else:
            self._fault = ""

    def _sit_out(self, seconds: float) -> None:
        """Wait, keeping every event for later but those that need no state file."""
        until, kept = time.monotonic() + seconds, list[Event]()
        while not self._stopping and (left := until - time.monotonic()) > 0:
            try:
                event = self._events.get(timeout=left)
            except Empty:
                break
            if event in (Tick.STOP, Tick.PING):
                self._handle(event)
            else:
                kept.append(event)
        for event in kept:
            self._events.put(event)

    def _step(self) -> None:
        """One turn: every event that is there, one quota of reading, one run started, due folders rendered."""
        event = self._next(self._wait())
        self._look_at_the_clock()
        self._drain(event)
        if self._stopping:
            return
        taken = self._intake.step()
        if taken is not None:
            self._note(taken)
        self._workers.begin_waiting()
        while self._workers.is_any_free and (job := self._learning.next_job(LOOKS)) is not None:
            self._workers.hold(job)
        for path, problem in self._folders.render_due(self._clock()):
            self._archive.problem(f"index:{path}", problem, self._clock())

    def _look_at_the_clock(self) -> None:
        """Where it was set back, every moment that was waited for comes as much earlier: else all waits that long."""
        now = self._clock()
        if now < self._seen - SET_BACK:
            log.warning("clock", extra={"event": "clock-set-back", "seconds": (self._seen - now) // 1000})
            self._learning.set_back(self._seen - now)
            self._folders.set_back(self._seen - now)
        self._seen = now

    def _wait(self) -> float:
        """Seconds until something is due by itself: 0 while transcripts wait to be read."""
        if not self._intake.is_idle:
            return 0.0
        learning = self._learning.next_due() if self._workers.is_any_free else None
        told = learning, self._folders.next_due(), self._intake.next_walk()
        moments = [at for at in told if at is not None]
        if not moments:
            return LONGEST_WAIT
        return min(LONGEST_WAIT, max(0.0, (min(moments) - self._clock()) / 1000))

    def _next(self, seconds: float) -> Event | None:
        """The next event, within so many seconds."""
        try:
            return self._events.get(timeout=seconds) if seconds > 0 else self._events.get_nowait()
        except Empty:
            return None

    def _drain(self, event: Event | None) -> None:
        """Handle an event and all that wait behind it."""
        while event is not None:
            self._handle(event)
            event = None if self._stopping else self._next(0)

    def _handle(self, event: Event) -> None:
        if isinstance(event, Changed):
            if not self._intake.changed(event.path):
                self._folders.changed(event.path, self._clock())
        elif isinstance(event, Ask):
            event.what()
        elif isinstance(event, Result):
            self._take_back(event)
        elif isinstance(event, SummedUp):
            self._workers.came_back(event)
            self._learning.summaries.take_in(event)
        elif event == Tick.STOP:
            self._stopping = True
        elif event == Tick.SCAN:
            self._scan()
        elif event == Tick.SWEEP:
            self._sweep()
        elif event == Tick.PING:
            self._notifier.tell("WATCHDOG=1")
        elif event == Tick.RELOAD:
            self._reload()

    def _scan(self) -> None:
        self._look_whether_state_stands()
        self._archive.problem("watcher", self._watcher.refresh(), self._clock())
        self._on_scan()
        self._intake.scan()
        self._folders.look(self._clock())

    def _look_whether_state_stands(self) -> None:
        """Raises ConfigError where the state file or the lock was taken away: another service may use the new ones."""
        is_held = self._lock is None or fs.lock_holder(self._lock) in (0, os.getpid())
        if not (is_held and self._archive.db.is_in_place()):
            what = self._archive.db.path if is_held else self._lock
            raise ConfigError(f"{what} was moved or removed while the service ran: start it again")

    def _sweep(self) -> None:
        self._learning.close_idle()
        lines = self._folders.sweep()
        self._archive.problem("kept copies", "; ".join(dict.fromkeys(lines)) or None, self._clock())
        if not lines:
            # What could not be brought to its end at the start has come to it.
            self._archive.problem("recovery", None, self._clock())
        if self._removals is not None:
            self._removals.look_everywhere()
        self._archive.journal.prune(self._clock())
        self._archive.messages.standing.prune()

    def _reload(self) -> None:
        """End a pause and take over the settings as they are now; where they are broken, the old ones count."""
        self._learning.resume()
        if self._reread is None:
            return
        try:
            self._archive.problem("settings", self._taken_over(self._reread), self._clock())
        except StoreFailed:
            # What was asked for is still wanted when the state file is free again.
            self._events.put(Tick.RELOAD)
            raise

    def _taken_over(self, reread: Callable[[], Reread]) -> str | None:
        """Take the settings over; a line where they cannot be, or not all of them."""
        try:
            found = reread()
        except ConfigError as error:
            line = f"the settings were not taken over, the earlier ones still count: {error}"
            log.error(line, extra={"event": "settings-refused"})
            return line
        log.info("settings", extra={"event": "settings", "settings": list(found.changed)})
        self._scan_every(found.scan_seconds)
        if not found.needs_restart:
            return None
        line = f"changed settings need a restart: {', '.join(found.needs_restart)}"
        log.warning(line, extra={"event": "needs-restart", "settings": list(found.needs_restart)})
        return line

    def _scan_every(self, seconds: float) -> None:
        if seconds != self._scan_seconds:
            self._ticker.every(seconds, Tick.SCAN)
        self._scan_seconds = seconds

    def _note(self, taken: Taken) -> None:
        if taken.session and (taken.records or taken.is_done):
            self._learning.grew(taken.session, taken.turn_ended)
        if taken.session == 0:
            log.warning("transcript", extra={"event": "transcript-problem", "path": taken.transcript.path})

    # ------------------------------------------------------------ model calls

    def _take_back(self, result: Result) -> None:
        self._workers.came_back(result)
        finished = self._learning.done(result)
        log.info(
            "run",
            extra={
                "event": "run",
                "run": result.job.run,
                "session": result.job.batch.session.session,
                "outcome": finished.outcome if finished else "put off",
                "added": finished.added if finished else 0,
                "changed": finished.changed if finished else 0,
            },
        )
        if finished is not None:
            self._on_finished(result.job, finished)
            if self._learning.summaries.is_wanted(result.job):
                self._learning.summaries.begin(result.job)
                self._workers.sum_up(result.job)

    # ------------------------------------------------------------ timers and signals

    def _begin_ticking(self) -> None:
        self._ticker.every(self._scan_seconds, Tick.SCAN)
        self._ticker.every(SWEEP_SECONDS, Tick.SWEEP)
        if self._notifier.watchdog_seconds:
            self._ticker.every(self._notifier.watchdog_seconds / 2, Tick.PING)
        self._ticker.start()

    def on_signals(self) -> None:
        """SIGTERM and SIGINT stop. SIGHUP, which is heard from before there is a daemon (`events.stop_asked`), ends a pause
        and reads the settings again.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: self._events.put(Tick.STOP))
