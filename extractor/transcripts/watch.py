"""Wake-ups from the file system: which transcript or memory file may be worth a look.

Owns the observer thread. Promises to post paths and nothing else: a missed event costs time, never
data, for the timed scan is the truth. Never reads a file, never raises out of `start` or `refresh`.
"""

from __future__ import annotations

import errno
import heapq
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch
from watchdog.utils import BaseThread

from extractor import fs

log = logging.getLogger("extractor")

_SUFFIXES = (".jsonl", ".json", ".md", ".db", ".db-wal")
_STOP_WITHIN = 2.0
_MOST_POSTED = 100
"""Files of a root that appeared: a wake-up each, before which no other is heard."""
_EVENTS: list[type[FileSystemEvent]] = [
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]


class Watcher(FileSystemEventHandler):
    """Watches folders and everything below them; one that does not exist yet is watched for.

    On macOS `refresh` finds one that appeared: there the system tells of everything below a folder or of nothing, and
    the nearest folder above may be the whole home, of which the library would keep a number for every file that changes.

    `on_change` is called in the observer's thread with the path of a transcript, database or `.md` file that appeared,
    changed, moved or went. It must return at once and not raise.
    """

    def __init__(
        self, roots: Sequence[Path], on_change: Callable[[Path], None], platform: str = sys.platform
    ) -> None:
        self.warnings: dict[Path, str] = {}
        """One line for each root that cannot be watched at present, by its folder or the nearest above it.

        A folder below a root for which the system has no watch left is told by nobody: the timed scan finds its changes.
        """
        self._roots = {Path(os.path.abspath(root)): Path(os.path.realpath(root)) for root in roots}
        self._on_change = on_change
        self._platform = platform
        self._hears_all_below = platform == "darwin"
        """The system tells of everything below a folder, asked for or not."""
        self._observer: BaseObserver | None = None
        self._trouble: str | None = None
        """Why nothing can be watched at present."""
        self._watches: dict[Path, ObservedWatch] = {}
        self._gone: set[Path] = set()
        self._started = False
        self._stale = False
        self._arranged = False
        """The watches were arranged once: what stood there then is found by the scan at the start."""
        self._arranging = threading.Lock()

    def start(self) -> str | None:
        """Begins to watch. Returns one line of warning where not all can be watched, else None."""
        self._started = True
        return self.refresh()

    def stop(self) -> None:
        """Ends the observer's threads, within two seconds."""
        if self._started and self._observer is not None:
            _end(self._observer)
        self._started = False

    def health(self) -> bool:
        """Whether the threads still run for every folder that could be watched."""
        if not self._started or self._observer is None:
            return False
        return all(map(_runs, (self._observer, *self._observer.emitters)))

    def refresh(self) -> str | None:
        """Arranges the watches anew, for folders that came or went unseen; the timed scan may call it.

        What could not be watched is tried again, and a thread that died is replaced: what happened meanwhile is left
        to the scan. Returns one line of warning as `start` does.

        The observer holds its own lock while it calls us, and we need that lock to arrange: whoever
        comes second leaves word and goes, so that neither waits for the other.
        """
        self._stale = self._started
        while self._stale and self._arranging.acquire(blocking=False):
            try:
                self._stale = False
                self._observe()
                if self._observer is not None:
                    self._arrange(self._observer)
            except Exception as error:  # noqa: BLE001 - whatever befalls the library must not end the service
                self._let_go()
                self._stale = False
                self._trouble = _untold(error)
            finally:
                self._arranging.release()
        return "; ".join(filter(None, (self._trouble, *self.warnings.values()))) or None

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Posts the paths of an event; a folder's coming or going may change what is to be watched."""
        if event.is_directory:
            self._gone.add(Path(os.fsdecode(event.src_path)))
            self.refresh()
            return
        for path in (event.src_path, event.dest_path):
            name = os.fsdecode(path)
            if name.endswith(_SUFFIXES):
                self._post(Path(name))

    def _post(self, path: Path) -> None:
        for root, real in self._roots.items():
            # macOS tells a path as the disk spells it, however it was asked for.
            above, below = path.parts[: len(real.parts)], path.parts[len(real.parts) :]
            if self._spelled(Path(*above)) == self._spelled(real):
                self._on_change(root.joinpath(*below))

    def _spelled(self, path: Path) -> str:
        return fs.compared(str(path), self._platform)

    def _observe(self) -> None:
        """Begins the observer's threads where there are none: one died, or the system had no room for them."""
        if self._observer is not None and not _runs(self._observer):
            self._let_go()
        if self._observer is not None:
            return
        try:
            self._observer = _begun()
            self._trouble = None
        except (OSError, RuntimeError) as error:
            self._trouble = _untold(error)

    def _let_go(self) -> None:
        observer, self._observer = self._observer, None
        self._watches, self.warnings = {}, {}
        if observer is not None:
            _end(observer)

    def _arrange(self, observer: BaseObserver) -> None:
        """Every root is watched, or its nearest parent that exists and can be watched alone."""
        wanted = self._wanted()
        gone, self._gone = self._gone, set()
        for place, watch in list(self._watches.items()):
            if wanted.get(place) != watch.is_recursive or place in gone or not _is_alive(observer, watch):
                observer.unschedule(watch)
                del self._watches[place]
        warnings: dict[Path, str] = {}
        for place, recursive in wanted.items():
            if place in self._watches:
                continue
            try:
                self._watches[place] = self._watch(observer, place, recursive)
            except OSError as error:
                reason = error.strerror or error
                warnings[place] = f"{place} is not watched ({reason}); the timed scan finds its changes"
            else:
                if recursive and self._arranged:
                    self._post_newest(place)
        self.warnings = warnings
        self._arranged = True
        # A folder made after the look and before the watch is announced by nobody.
        self._stale = self._stale or self._wanted() != wanted

    def _post_newest(self, root: Path) -> None:
        """What came with a root that appeared, the newest first: nobody announces what was made before the watch.

        The timed scan finds the rest.
        """
        found: list[tuple[float, Path]] = []
        for folder, _, names in os.walk(root):
            for name in names:
                path = Path(folder, name)
                if name.endswith(_SUFFIXES) and (seen := _modified(path)) is not None:
                    found.append((seen, path))
        for _, path in heapq.nlargest(_MOST_POSTED, found):
            self._post(path)

    def _wanted(self) -> dict[Path, bool]:
        """The folders to watch, and whether with everything below them."""
        self._roots = {root: Path(os.path.realpath(root)) for root in self._roots}
        wanted: dict[Path, bool] = {}
        for root in self._roots.values():
            if self._hears_all_below and not os.path.exists(root):
                continue
            place = _nearest(root)
            wanted[place] = wanted.get(place, False) or place == root
        return wanted

    def _watch(self, observer: BaseObserver, place: Path, recursive: bool) -> ObservedWatch:
        if not os.access(place, os.R_OK):
            # watchdog says nothing where the kernel refuses.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return observer.schedule(self, str(place), recursive=recursive, event_filter=_EVENTS)


def _begun() -> BaseObserver:
    """An observer at work. Raises OSError, RuntimeError where the system has no room for one."""
    observer = Observer()
    try:
        observer.start()
    except (OSError, RuntimeError):
        _end(observer)
        raise
    return observer


def _end(observer: BaseObserver) -> None:
    """Ends an observer's threads. One that broke may fail at that: then those it started are ended by themselves."""
    for thread in _threads(observer):
        try:
            thread.stop()
        except Exception as error:  # noqa: BLE001 - as in `refresh`
            log.warning("watcher", extra={"event": "watcher-broke", "error": _untold(error)})
    if observer.is_alive() and observer is not threading.current_thread():
        observer.join(_STOP_WITHIN)


def _threads(owner: BaseThread) -> list[BaseThread]:
    """A thread of the library, and those it has: one of them hears the kernel, and nobody says when it dies."""
    return [owner, *(held for held in vars(owner).values() if isinstance(held, BaseThread))]


def _runs(owner: BaseThread) -> bool:
    return all(thread.is_alive() for thread in _threads(owner))


def _is_alive(observer: BaseObserver, watch: ObservedWatch) -> bool:
    return any(emitter.watch == watch and _runs(emitter) for emitter in list(observer.emitters))


def _untold(error: Exception) -> str:
    """The one line about changes nobody tells."""
    reason = error if isinstance(error, OSError | RuntimeError) else f"{type(error).__name__}: {error}"
    return f"changes are not watched ({reason}); the timed scan finds them"


def _modified(path: Path) -> float | None:
    """When a file was changed; None where it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def _nearest(root: Path) -> Path:
    """The root itself, or the nearest folder above it that can be reached."""
    place = root
    while not os.path.isdir(place) and place != place.parent:
        place = place.parent
    return place
