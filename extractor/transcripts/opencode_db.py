"""The OpenCode database, read while the client writes it.

Owns the way it is opened and the queries. Promises that nothing is written, created or locked against the
client, and that no link is followed below its folder. Never says what a row means.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from extractor.domain import Milliseconds
from extractor.errors import TranscriptError
from extractor.transcripts import tail
from extractor.transcripts.lines import decode, directory
from extractor.transcripts.opencode_ids import is_copy
from extractor.transcripts.opencode_parts import Part, Session, Stored, reverted

_WAIT = 1.0
"""Seconds a read waits for the client's lock on the index of its log."""


class Unknown(Exception):
    """The database has not the tables and columns this client is known to write."""


class Changed(Exception):
    """The database changed under the eye of a reader who takes no lock: look again."""


class Row(NamedTuple):
    """A session, as the walk sees it."""

    id: str
    parent: str | None
    updated: int
    sequence: int


@contextmanager
def opened(path: Path, root: Path) -> Iterator[Store]:
    """The database, for one look; what is read is one moment of it.

    Where the client has it open (or was killed), it is read through the client's own log and index of it,
    which are opened for reading only. Where nobody has it open, the one file is all, and is read without
    any lock. Raises TranscriptError where it cannot be opened or read, Changed and Unknown.
    """
    with tail.opened(path, root) as fd:
        real = Path(os.path.realpath(root)) / path.relative_to(root)
        log, index = (Path(f"{real}{ending}") for ending in ("-wal", "-shm"))
        for beside in (log, index):
            if beside.is_symlink():
                raise TranscriptError(f"{beside}: a symbolic link is not followed")
        before = _state(fd, log)
        is_shared = before.logged > 0 and index.exists()
        how = "mode=ro&readonly_shm=1" if is_shared else "immutable=1"
        try:
            db = sqlite3.connect(
                f"file:{quote(str(real))}?{how}", uri=True, timeout=_WAIT, isolation_level=None
            )
        except sqlite3.Error as error:
            raise TranscriptError(
                f"{path}: the database cannot be opened ({error}); it is tried again"
            ) from error
        try:
            db.text_factory = _text
            db.execute("BEGIN")
            yield Store(db, 0 if is_shared else before.logged)
        except sqlite3.Error as error:
            if not is_shared and before != _state(fd, log):
                raise Changed(f"{path}: the database changed while it was read; it is tried again") from error
            if str(error).startswith("no such "):
                raise Unknown(str(error)) from error
            raise TranscriptError(
                f"{path}: the database cannot be read ({error}); it is tried again"
            ) from error
        finally:
            db.close()
        after = _state(fd, log)
        if not _is_same_file(fd, real) or (not is_shared and before != after):
            raise Changed(f"{path}: the database changed while it was read; it is tried again")


def _text(data: bytes) -> str:
    """Bytes that are no text become U+FFFD: one damaged row must not take its session along."""
    return data.decode("utf-8", "replace")


class _State(NamedTuple):
    written: int
    size: int
    logged: int


def _state(fd: int, log: Path) -> _State:
    there = os.fstat(fd)
    try:
        logged = os.lstat(log).st_size
    except FileNotFoundError:
        logged = 0
    return _State(there.st_mtime_ns, there.st_size, logged)


def _is_same_file(fd: int, path: Path) -> bool:
    try:
        now = os.lstat(path)
    except OSError:
        return False
    there = os.fstat(fd)
    return (now.st_dev, now.st_ino) == (there.st_dev, there.st_ino)


class Store:
    """The sessions of one database, at one moment."""

    def __init__(self, db: sqlite3.Connection, held: int) -> None:
        self._db = db
        self.held = held
        """Bytes of the client's log that cannot be read: it was left behind without its index."""
        self._times: dict[int, list[str]] | None = None

    def sessions(self) -> list[Row]:
        """Every session, without what was said in it."""
        sequences = self._sequences()
        found = self._db.execute(
            "SELECT id, parent_id, time_updated FROM session ORDER BY time_created, id"
        ).fetchall()
        return [
            Row(str(id), str(parent) if parent else None, _number(updated), sequences.get(str(id), 0))
            for id, parent, updated in found
        ]

    def _sequences(self) -> dict[str, int]:
        try:
            found = self._db.execute("SELECT aggregate_id, seq FROM event_sequence").fetchall()
        except sqlite3.OperationalError:
            return {}  # earlier versions count no events
        return {str(id): _number(sequence) for id, sequence in found}

    def session(self, id: str) -> Session | None:
        """What is said of a session; None where there is none."""
        found = self._db.execute(
            "SELECT parent_id, directory, version, time_updated, permission, revert FROM session WHERE id = ?",
            (id,),
        ).fetchone()
        if found is None:
            return None
        parent, cwd, version, updated, permission, revert = found
        return Session(
            id,
            str(parent) if parent else None,
            directory(str(cwd)) if cwd else None,
            str(version) if version else None,
            Milliseconds(_number(updated)),
            _asks_nobody(permission),
            reverted(_object(revert)),
        )

    def messages(self, session: str) -> list[str]:
        """Ids of a session's messages, in order. Raises Unknown where they stand in a table that is not known."""
        found = self._db.execute(
            "SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id", (session,)
        )
        ids = [str(id) for (id,) in found.fetchall()]
        if not ids and self._stand_elsewhere(session):
            raise Unknown("its messages stand in another table")
        return ids

    def _stand_elsewhere(self, session: str) -> bool:
        try:
            sql = "SELECT count(*) FROM session_message WHERE session_id = ?"
            return _number(self._db.execute(sql, (session,)).fetchone()[0]) > 0
        except sqlite3.OperationalError:
            return False  # earlier versions have no such table

    def goes_on_elsewhere(self, session: str) -> bool:
        """Whether messages of a session stand in a table that is not known, newer than all that was read of it."""
        try:
            sql = """SELECT count(*) FROM session_message s WHERE s.session_id = :session
                AND NOT EXISTS (SELECT 1 FROM message WHERE id = s.id)
                AND s.time_created > (SELECT max(time_updated) FROM (
                  SELECT time_updated FROM message WHERE session_id = :session
                  UNION ALL SELECT time_updated FROM part WHERE session_id = :session))"""
            return _number(self._db.execute(sql, {"session": session}).fetchone()[0]) > 0
        except sqlite3.OperationalError:
            return False  # earlier versions have no such table

    def changed(self, session: str, since: int) -> set[str]:
        """Ids of the messages written, themselves or a part of them, after a moment."""
        found = self._db.execute(
            """SELECT message_id FROM part WHERE session_id = :session AND time_updated > :since
               UNION SELECT id FROM message WHERE session_id = :session AND time_updated > :since""",
            {"session": session, "since": since},
        )
        return {str(id) for (id,) in found.fetchall()}

    def parts(self, session: str) -> dict[str, list[str]]:
        """Ids of the parts of each message of a session, in order."""
        found: dict[str, list[str]] = {}
        sql = "SELECT message_id, id FROM part WHERE session_id = ? ORDER BY id"
        for message, part in self._db.execute(sql, (session,)):
            found.setdefault(str(message), []).append(str(part))
        return found

    def message(self, session: str, id: str) -> Stored:
        """A message of a session with its parts; nothing where its id, damaged, leads to none."""
        found = self._db.execute(
            "SELECT data, time_created, time_updated FROM message WHERE id = ? AND session_id = ?",
            (id, session),
        ).fetchone()
        data, created, updated = found or ("", 0, 0)
        told = _object(data)
        parts = self._parts(id)
        original = self._original(id, _number(created), told.get("role"))
        ids = [part[0] for part in self._parts(original)] if original != id else []
        return Stored(
            original,
            told,
            tuple(
                Part(ids[place] if place < len(ids) else str(part), _object(text))
                for place, (part, text, _) in enumerate(parts)
            ),
            Milliseconds(max([_number(updated), *(_number(at) for _, _, at in parts)])),
            len(str(data)) + sum(len(str(text)) for _, text, _ in parts),
        )

    def _parts(self, message: str) -> list[tuple[str, object, object]]:
        return self._db.execute(
            "SELECT id, data, time_updated FROM part WHERE message_id = ? ORDER BY id", (message,)
        ).fetchall()

    def _original(self, id: str, created: int, role: object) -> str:
        """The message another is a copy of: a fork copies a message's time and not its id, which tells its own."""
        if not is_copy(id, created):
            return id
        if self._times is None:
            self._times = {}
            for at, other in self._db.execute("SELECT time_created, id FROM message ORDER BY id"):
                self._times.setdefault(_number(at), []).append(str(other))
        for other in self._times.get(created, []):
            found = self._db.execute("SELECT data FROM message WHERE id = ?", (other,)).fetchone()
            if other < id and _object(found[0]).get("role") == role and not is_copy(other, created):
                return other
        return id


def _asks_nobody(permission: object) -> bool:
    """Whether a session was opened by a scripted run: it forbids the agent to ask anything."""
    try:
        rules = decode(str(permission).encode()) if permission else None
    except ValueError:
        return False
    return any(
        isinstance(rule, dict) and (rule.get("permission"), rule.get("action")) == ("question", "deny")
        for rule in (rules if isinstance(rules, list) else [])
    )


def _object(text: object) -> dict[str, object]:
    try:
        value = decode(str(text).encode("utf-8", "replace")) if text else None
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
