"""Intake: from transcripts on disk to messages in the archive, fairly and within bounds.

Owns which transcripts are due and whose turn it is. Promises that every transcript gets its share and
that one that cannot be read holds up no other. Never parses a line: sources do.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extractor.archive.archive import Archive
from extractor.archive.standing import Project
from extractor.domain import Milliseconds, Transcript
from extractor.errors import StoreFailed, TranscriptError, is_text
from extractor.extraction.folders import project_root
from extractor.transcripts.lines import directory
from extractor.transcripts.source import Boundary, BoundaryKind, Source

QUOTA = 1 << 20
"""Bytes one transcript may bring before it is another one's turn."""

Ends = Mapping[str, tuple[Milliseconds, int | None]]
"""By path: when a transcript that was read to its end had last been written, and its bytes where they are known."""

RECENT = 24 * 3600 * 1000
"""Milliseconds: a file written since is read again at start even where its time stamp says nothing is new."""

BETWEEN_WALKS = 1_000
"""Milliseconds between two walks wake-ups lead to: a database tells of every write, a walk looks at all it holds."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What one step brought."""

    transcript: Transcript
    session: int
    """Row of the session in the archive; 0 where the transcript could not be read."""
    records: int
    """What it told, messages and what is none."""
    new: int
    """Messages nobody had read before."""
    turn_ended: bool
    is_done: bool
    """The transcript was read to its end."""


class Intake:
    """Reads what is due, one quota at a time."""

    def __init__(
        self, archive: Archive, sources: Sequence[Source], clock: Callable[[], Milliseconds]
    ) -> None:
        self._archive = archive
        self._sources = {source.client: source for source in sources}
        self._clock = clock
        self._due: deque[Transcript] = deque()
        self._queued: set[str] = set()
        self._stamps: dict[str, tuple[int, int]] = {}
        self._projects: dict[str, Project] = {}
        self._found: dict[str, frozenset[str]] = {}
        """By client, the paths the newest walk found."""
        self._walked: dict[str, Milliseconds] = {}
        """By client, when a wake-up led to a walk last."""
        self._to_walk: set[str] = set()
        """Clients of which a wake-up came too soon after that."""

    @property
    def is_idle(self) -> bool:
        """Nothing is due."""
        return not self._due

    def changed(self, path: Path) -> bool:
        """A wake-up: something happened to this path. True when it is a transcript, which is then due.

        Of a file that holds many, those that changed are, within `BETWEEN_WALKS`.
        """
        for source in self._sources.values():
            transcript = source.owns(path)
            if transcript is not None:
                self.add(transcript)
                return True
            if source.holds(path):
                self._to_walk.add(source.client)
                self._walk_where_due()
                return True
        return False

    def next_walk(self) -> int | None:
        """Milliseconds: when `step` is to look at what a wake-up put off; None where none did."""
        now = self._clock()
        return min((now + self._rest(client, now) for client in self._to_walk), default=None)

    def _walk_where_due(self) -> None:
        now = self._clock()
        for client in [each for each in self._to_walk if not self._rest(each, now)]:
            self._walk(self._sources[client], {}, now)
            self._walked[client] = self._clock()

    def _rest(self, client: str, now: Milliseconds) -> int:
        """Milliseconds until a wake-up may lead to a walk again; a clock that was set back puts none off."""
        since = now - self._walked.get(client, Milliseconds(now - BETWEEN_WALKS))
        return max(0, BETWEEN_WALKS - since) if since >= 0 else 0

    def add(self, transcript: Transcript) -> None:
        """Make a transcript due, once."""
        if not is_text(transcript.path):
            line = f"the transcript {transcript.path!a} has a name that is not UTF-8: rename it"
            self._archive.problem(f"name:{transcript.path!a}", line, self._clock())
        elif transcript.path not in self._queued:
            self._queued.add(transcript.path)
            self._due.append(transcript)

    def scan(self) -> int:
        """Look at every transcript's time stamp and size: the truth behind the wake-ups. Returns how many are due.

        One that is gone before it was read to its end is due as well: what was read of it waits for nothing more. Nor does
        that of one that stands where nobody looks any more: it is told no longer, and its session is not held up.
        """
        known = self._archive.messages.transcripts.ends() if not self._stamps else {}
        # A repository may have been made around a directory since, or a work tree where none was.
        self._projects.clear()
        now, seen = self._clock(), 0
        for source in self._sources.values():
            seen += self._walk(source, known, now)
        unfinished = self._archive.messages.transcripts.unfinished()
        gone = [each for each in unfinished if self._is_gone(each)]
        for transcript in gone:
            self.add(transcript)
        for transcript in filter(self._is_left, unfinished):
            self._archive.messages.transcripts.trouble(transcript, None)
        return seen + len(gone)

    def _is_left(self, transcript: Transcript) -> bool:
        """Whether no walk finds a transcript: its folder is set no more, or it was named by hand."""
        source, path = self._sources.get(transcript.client), transcript.path
        if source is None:
            return True
        if path in self._queued or path in self._found[transcript.client]:
            return False
        return not source.unlisted or not any(root in Path(path).parents for root in source.roots())

    def _is_gone(self, transcript: Transcript) -> bool:
        """Whether nothing stands at a transcript's path; of a file that holds many, that no walk listed it."""
        source = self._sources.get(transcript.client)
        if source is None or transcript.path in self._queued:
            return False
        try:
            os.lstat(transcript.path)
        except (FileNotFoundError, NotADirectoryError):
            holder = Path(transcript.path).parent
            return source.holds(holder) and not source.unlisted if os.path.isfile(holder) else True
        except OSError:
            return False  # a folder on the way cannot be entered: that says nothing of what is in it
        return False

    def _walk(self, source: Source, known: Ends, now: Milliseconds) -> int:
        """Make due what has changed, what was written longest ago first: a copy is younger than what it was made of."""
        self._to_walk.discard(source.client)
        found = [(self._unread(each, known, now), each) for each in source.transcripts()]
        self._found[source.client] = frozenset(each.path for _, each in found)
        changed = sorted(((at, each) for at, each in found if at is not None), key=lambda one: one[0])
        for _, transcript in changed:
            self.add(transcript)
        unlisted = "; ".join(source.unlisted)
        self._archive.problem(f"walk:{source.client}", unlisted or None, now)
        return len(changed)

    def _unread(self, transcript: Transcript, known: Ends, now: Milliseconds) -> int | None:
        """When a transcript was last written, as its stamp tells it; None where there is nothing to read."""
        try:
            stamp = _stamp(transcript)
        except OSError:
            self._stamps.pop(transcript.path, None)  # gone between the walk and the look: nothing to read
            return None
        before = self._stamps.get(transcript.path)
        if before == stamp:
            return None
        modified = stamp[0] if transcript.stamp else stamp[0] // 1_000_000
        end = known.get(transcript.path)
        is_known = end is not None and end[0] == modified and end[1] in (None, stamp[1])
        if before is None and is_known and now - modified > RECENT:
            self._stamps[transcript.path] = stamp
            return None
        return stamp[0]

    def step(self) -> Taken | None:
        """Read one quota of the transcript whose turn it is. None when nothing is due."""
        self._walk_where_due()
        if not self._due:
            return None
        transcript = self._due.popleft()
        self._queued.discard(transcript.path)
        try:
            stamp = _stamp(transcript)
            reading = self._sources[transcript.client].read(
                transcript, self._archive.messages.transcripts.checkpoint(transcript), QUOTA, self._clock()
            )
            # A file from the future would never be quiet; earlier versions' checkpoints tell any directory.
            modified = min(reading.modified, self._clock())
            reading = replace(reading, modified=modified, cwd=directory(reading.cwd))
            stored = self._archive.messages.store(transcript, reading, self._project(reading.cwd))
        except StoreFailed:
            self.add(transcript)
            raise
        except Exception as error:  # noqa: BLE001 - one transcript, whatever it is, must not end the service
            return self._trouble(transcript, error)
        if reading.more:
            self.add(transcript)
        elif not reading.held:
            self._stamps[transcript.path] = stamp
        ended = any(isinstance(r, Boundary) and r.kind is BoundaryKind.TURN_END for r in reading.records)
        return Taken(transcript, stored.session, len(reading.records), stored.new, ended, not reading.more)

    def _trouble(self, transcript: Transcript, error: Exception) -> Taken:
        self._stamps.pop(transcript.path, None)
        session = self._archive.sessions.of_transcript(transcript)
        self._archive.messages.transcripts.trouble(transcript, _line(error, transcript))
        return Taken(transcript, session.id if session else 0, 0, 0, turn_ended=False, is_done=True)

    def run_dry(self, on_step: Callable[[Taken], None], is_over: Callable[[], bool] = lambda: False) -> None:
        """Read everything that is due, or until `is_over` says so: what is left stays due."""
        while not is_over() and (taken := self.step()) is not None:
            on_step(taken)

    def due(self) -> Iterable[Transcript]:
        """The transcripts waiting for their turn."""
        return tuple(self._due)

    def _project(self, cwd: str | None) -> Project | None:
        if cwd is None:
            return None
        if cwd not in self._projects:
            self._projects[cwd] = Project(project_root(cwd), os.path.isdir(cwd))
        return self._projects[cwd]


def _stamp(transcript: Transcript) -> tuple[int, int]:
    """What changes with a transcript: its file's time in nanoseconds and size, or what its source says.

    Raises OSError where the file is gone.
    """
    if transcript.stamp is not None:
        return transcript.stamp
    found = os.lstat(transcript.path)
    return found.st_mtime_ns, found.st_size


def _line(error: Exception, transcript: Transcript) -> str | None:
    """What to tell of a transcript that could not be read; nothing where its client let it go."""
    path = transcript.path
    is_there = os.path.lexists(path) or (
        transcript.stamp is not None and os.path.isfile(os.path.dirname(path))
    )
    if isinstance(error, FileNotFoundError) or not is_there:
        return None
    if isinstance(error, TranscriptError):
        return str(error)
    if isinstance(error, OSError):
        return f"cannot read {path} ({error.strerror}): check its permissions"
    return f"{path} could not be taken in ({type(error).__name__}: {error}): please report it"
