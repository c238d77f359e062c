"""The OpenCode client: where its sessions are, and reading one from a checkpoint on.

Owns the walk over the client's databases and files and the checkpoint: which messages were read, and which parts of them.
Promises that what the client rewrites, takes back or removes is told. Never writes.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import NonNegativeInt, TypeAdapter, ValidationError

from extractor.domain import Milliseconds, SessionId, Transcript
from extractor.errors import TranscriptError
from extractor.transcripts import opencode_db
from extractor.transcripts.listing import files
from extractor.transcripts.opencode_commands import Commands
from extractor.transcripts.opencode_files import FileStore
from extractor.transcripts.opencode_ids import is_made_after
from extractor.transcripts.opencode_parts import CLIENT, Session
from extractor.transcripts.opencode_reader import Reader, Shelf
from extractor.transcripts.source import Boundary, BoundaryKind, Reading, Withdrawn

_DATABASE = re.compile(r"opencode(?:-[A-Za-z0-9._-]+)?\.db")
_LOG = "-wal"
_TRIES = 3


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    count: NonNegativeInt = 0
    """Messages told."""
    digest: str = ""
    """Hash of their ids."""
    since: int = 0
    """When the newest of what was told had been written."""
    parts: str = ""
    """Hash of the ids of their parts made by then; empty where an earlier version kept none."""
    version: Literal[1] = 1

    def stands(self, ids: list[str], parts: Mapping[str, list[str]]) -> bool:
        """Whether nothing of what was told is gone from a session that has these messages and parts."""
        made = _digest(_made(ids[: self.count], parts, self.since))
        return _digest(ids[: self.count]) == self.digest and self.parts in ("", made)


_START = _Checkpoint()
_T = TypeVar("_T")


@cache
def _checkpoints() -> TypeAdapter[_Checkpoint]:
    return TypeAdapter(_Checkpoint)


class OpenCode:
    """A Source over the client's data folder."""

    client = CLIENT

    def __init__(self, folder: Path, settings: Path | None = None) -> None:
        """`settings`: the folder of the client's settings, where the person keeps commands of their own."""
        self._root = folder
        self._commands = Commands(settings)
        self._files = FileStore(folder / "storage")
        self._walked: dict[Path, tuple[object, list[opencode_db.Row]]] = {}
        self._parents: dict[Path, tuple[int, bool]] = {}
        self.unlisted: tuple[str, ...] = ()
        """What the newest walk could not list or read, each with the reason."""

    def roots(self) -> list[Path]:
        """The databases with their logs, and the folders of older versions. The client's folder holds much else."""
        found = {self._root / "opencode.db", *self._databases([])}
        places = [place for path in sorted(found) for place in (path, Path(f"{path}{_LOG}"))]
        return [*places, self._root / "storage" / "session", self._root / "storage" / "message"]

    def transcripts(self) -> Iterator[Transcript]:
        """Every session there is: those of a database have its path with their id below it.

        Newer versions copied files into a database and let them stand: what a database holds is told by it alone.
        """
        unlisted: list[str] = []
        held: set[str] = set()
        for path in self._databases(unlisted):
            for row in self._rows(path, unlisted):
                held.add(row.id)
                stamp = (row.updated, row.sequence)
                yield Transcript(
                    CLIENT, str(path / row.id), SessionId(row.id), row.parent is not None, None, stamp
                )
        for path in self._files.session_files(unlisted):
            if path.stem not in held:
                yield self._of_file(path)
        self.unlisted = tuple(unlisted)

    def _databases(self, unlisted: list[str]) -> list[Path]:
        return [Path(entry.path) for entry in files(self._root, unlisted) if _DATABASE.fullmatch(entry.name)]

    def _rows(self, path: Path, unlisted: list[str]) -> list[opencode_db.Row]:
        """The sessions of a database; it is opened only where it changed since the last walk."""
        state = [_stat(path), _stat(Path(f"{path}{_LOG}"))]
        known = self._walked.get(path)
        if known is not None and known[0] == state:
            return known[1]
        try:
            rows = _in_database(path, path.parent, lambda store: store.sessions())
        except TranscriptError as error:
            unlisted.append(str(error))
            return known[1] if known else []
        self._walked[path] = state, rows
        return rows

    def _of_file(self, path: Path) -> Transcript:
        written = _stat(path)[0]
        if self._parents.get(path, (None,))[0] != written:
            session = self._files.session(path.stem)
            self._parents[path] = written, session is not None and session.parent is not None
        stamp = self._files.stamp(path.stem)
        stamp = max(stamp[0], written) // 1_000_000, stamp[0]
        return Transcript(CLIENT, str(path), SessionId(path.stem), self._parents[path][1], None, stamp)

    def owns(self, path: Path) -> Transcript | None:
        """The session a file of older versions is of or speaks of; None for anything else, and where a database has it."""
        found = self._spoken_of(path)
        return None if found is None or found.session in self._held() else found

    def _held(self) -> set[str]:
        return {row.id for path in self._databases([]) for row in self._rows(path, [])}

    def _spoken_of(self, path: Path) -> Transcript | None:
        try:
            parts = path.relative_to(self._root / "storage").parts
        except ValueError:
            return None
        if len(parts) != 3 or not parts[2].endswith(".json"):
            return None
        if parts[0] == "session":
            return self._of_file(path)
        found = self._files.find(parts[1]) if parts[0] == "message" else None
        return None if found is None else self._of_file(found)

    def holds(self, path: Path) -> bool:
        """Whether a path is a database of the client, or the log of one."""
        return path.parent == self._root and _DATABASE.fullmatch(path.name.removesuffix(_LOG)) is not None

    def named(self, path: Path) -> Transcript:
        """The session of a file a person names by hand; symbolic links are resolved."""
        real = Path(os.path.realpath(path))
        found = self._spoken_of(Path(os.path.abspath(path))) or self._spoken_of(real)
        return found or OpenCode(_home(real))._of_file(real)

    def inside(self, path: Path) -> list[Transcript]:
        """The sessions of a database a person names by hand; symbolic links are resolved.

        Raises TranscriptError where it cannot be read.
        """
        real = Path(os.path.realpath(path))
        rows = _in_database(real, real.parent, lambda store: store.sessions())
        return [
            Transcript(CLIENT, str(real / row.id), SessionId(row.id), row.parent is not None, None,
                       (row.updated, row.sequence))
            for row in rows
        ]  # fmt: skip

    def read(self, transcript: Transcript, checkpoint: str | None, quota: int, now: Milliseconds) -> Reading:
        """What is new since `checkpoint`, at most about `quota` bytes of it, at least one message.

        Raises TranscriptError where the database or the file cannot be opened or read.
        """
        path = Path(transcript.path)
        if path.suffix == ".json":
            storage = self._files if self._root in path.parents else FileStore(_home(path) / "storage")
            return self._told(storage, transcript, checkpoint, quota, now)
        root = path.parent.parent
        earlier = self._files if root == self._root else FileStore(root / "storage")
        return _in_database(
            path.parent,
            root,
            lambda store: self._told(store, transcript, checkpoint, quota, now, earlier),
        )

    def _told(
        self,
        shelf: Shelf,
        transcript: Transcript,
        checkpoint: str | None,
        quota: int,
        now: Milliseconds,
        earlier: FileStore | None = None,
    ) -> Reading:
        """`earlier`: the files a database may have been filled from, which still say what was taken back since."""
        session = shelf.session(transcript.session)
        if session is None:
            raise TranscriptError(f"{transcript.path}: the session is gone; what was read of it is kept")
        past = _load(checkpoint)
        ids, parts = session.standing(shelf.messages(session.id)), shelf.parts(session.id)
        restarted = checkpoint is not None and (past is None or not past.stands(ids, parts))
        start = past if past is not None and not restarted else _START
        reader = Reader(shelf, session, ids, self._commands, now)
        if restarted:
            reader.records.append(Boundary(BoundaryKind.ANEW, session.updated))
        if earlier is not None and not start.parts:
            gone = _told_no_more(earlier, shelf, session, ids)
            reader.records += [Withdrawn(gone, in_session=True)] if gone else []
        changed = shelf.changed(session.id, start.since) if start.count else set()
        again = [place for place, id in enumerate(ids[: start.count]) if id in changed]
        held_back = [place for place in again if not reader.take(place, is_again=True)]
        count = start.count
        while count < len(ids) and not reader.held and reader.size < quota:
            if not reader.take(count, is_again=restarted):
                break
            count += 1
        # What changed and could not be told yet is older than what was told: it is looked for from where it was.
        since = start.since if held_back else max(start.since, reader.newest)
        after = _Checkpoint(count, _digest(ids[:count]), since, _digest(_made(ids[:count], parts, since)))
        more = count < len(ids) and not reader.held
        if not more and not reader.held and shelf.goes_on_elsewhere(session.id):
            if after == past:
                raise opencode_db.Unknown("its newer messages stand in another table")
            more = True  # it is told by the next read, once what can be read is kept
        held = reader.held + shelf.held
        dumped = _checkpoints().dump_json(after).decode()
        return Reading(reader.records, dumped, more, held, session.cwd, session.version, session.updated)


def _home(path: Path) -> Path:
    """The client's folder of a session's file: `HOME/storage/session/PROJECT/ID.json`."""
    return path.parents[3] if len(path.parents) > 3 else path.parent


def _in_database(path: Path, root: Path, look: Callable[[opencode_db.Store], _T]) -> _T:
    """One look into a database. Where it changes under the look, the look is taken again."""
    for left in reversed(range(_TRIES)):
        try:
            with opencode_db.opened(path, root) as store:
                return look(store)
        except opencode_db.Unknown as error:
            raise TranscriptError(
                f"{path}: a database of a form this version does not know ({error}): a newer extractor may read it"
            ) from error
        except opencode_db.Changed as error:
            if not left:
                raise TranscriptError(str(error)) from error
    raise AssertionError("unreachable")


def _told_no_more(earlier: FileStore, shelf: Shelf, session: Session, ids: list[str]) -> tuple[str, ...]:
    """The parts that files say of a session and its database does not, under every name they may be known by.

    What is newer than all the database holds was said to an older version since, and not taken back.
    """
    own = session.id
    old = [id for id in earlier.messages(own) if not is_made_after(id, session.updated)]
    if not old:
        return ()
    parts = earlier.parts(own)
    named = [part for id in old for part in parts.get(id, ())]
    named += [part.id for id in old for part in earlier.message(own, id).parts]
    standing = {part.id for id in ids for part in shelf.message(own, id).parts}
    return tuple(part for part in dict.fromkeys(named) if part not in standing)


def _load(checkpoint: str | None) -> _Checkpoint | None:
    try:
        return _checkpoints().validate_json(checkpoint) if checkpoint else None
    except ValidationError:
        return None


def _digest(ids: list[str]) -> str:
    return (
        hashlib.blake2b("\n".join(ids).encode("utf-8", "replace"), digest_size=12).hexdigest() if ids else ""
    )


def _made(ids: list[str], parts: Mapping[str, list[str]], since: int) -> list[str]:
    """The parts of these messages whose ids were made by a moment (milliseconds); later ones may come to them."""
    return [part for id in ids for part in parts.get(id, ()) if not is_made_after(part, since)]


def _stat(path: Path) -> tuple[int, int]:
    try:
        there = os.lstat(path)
    except OSError:
        return 0, 0
    return there.st_mtime_ns, there.st_size
