"""The state file: one SQLite database, opened, checked and guarded.

Owns the connection and its transactions. Promises that what a transaction committed survives a power
loss and that every failure comes out as StoreFailed naming the file. Never knows what the rows mean.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from extractor import fs
from extractor.archive.migrations import MIGRATIONS, applied, migrate
from extractor.domain import Milliseconds
from extractor.errors import StoreFailed, is_text

STATE_FILE = "state.db"

Value = str | int | float | bytes | None
Row = tuple[Value, ...]
Values = Sequence[Value] | Mapping[str, Value]
"""Values of a statement, by place (`?`) or by name (`:name`). Python 3.12.0 to 3.12.3 take a number (`?1`) for a name."""

BUSY_MS = 5_000
"""How long a statement waits for another process's transaction, in milliseconds."""

LEAST_ROOM = 64 * 1024
"""Bytes that must be free beside the file also for reading: SQLite's `-shm` grows by 32 KiB (sqlite.org/walformat)."""


class Database:
    """One connection. Not shared between threads: whoever opens it owns it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._file = _file_at(path)

    @classmethod
    def open(cls, path: Path, now: Milliseconds, expect_alone: Callable[[], None] = lambda: None) -> Database:
        """Open or create the state file and bring it to today's shape, where `expect_alone` raises nothing.

        Raises StoreFailed when it is damaged, a link, from a newer version, or cannot be written, ConfigError
        when its folder is another user's or may be written to by others.
        """
        fs.private_root(path.parent)
        fs.claim_private(path)
        for side in _sides(path):
            if os.path.lexists(side):
                fs.claim_private(side)
        with _guard(path):
            connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                # WAL with synchronous=NORMAL may lose the last commits on power loss; a checkpoint or a
                # cursor that went backwards would be repaired, an intent that vanished would not.
                connection.execute("PRAGMA synchronous = FULL")
                # On macOS a drive is told to empty its cache by this alone.
                connection.execute("PRAGMA fullfsync = ON")
                connection.execute("PRAGMA checkpoint_fullfsync = ON")
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("PRAGMA cache_size = -2000")
                try:
                    migrate(connection, now, expect_alone)
                except ValueError as error:
                    raise StoreFailed(
                        f"{path} was written by a newer version ({error}): upgrade extractor or use another --state-dir"
                    ) from error
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    @classmethod
    def open_readonly(cls, path: Path) -> Database:
        """Open the state file for reading only.

        Also where nothing can be written beside it, as long as all that was committed is in it. Raises StoreFailed when
        there is none, or it is damaged or of an earlier version, ConfigError as `open`.
        """
        fs.own_folder(path.parent)
        if not path.is_file():
            if path.exists():
                raise StoreFailed(f"{path} is not a plain file: move it elsewhere")
            if (file := fs.in_the_way(path)) is not None:
                raise StoreFailed(f"{file} is a file where a folder is wanted: move it elsewhere")
            raise StoreFailed(
                f"there is no state file at {path} yet: start `extractor run` or `extractor once`"
            )
        with _guard(path):
            connection, done = _opened_for_reading(path)
        if not {step.__name__ for step in MIGRATIONS} <= done:
            connection.close()
            raise StoreFailed(
                f"{path} was written by an earlier version: `extractor once` or a restart of the service updates it"
                if done
                else f"{path} holds nothing yet: start `extractor run` or `extractor once`"
            )
        return cls(path, connection)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, and durable when it returns. Joins a transaction that is already open."""
        if self._connection.in_transaction:
            yield
            return
        with _guard(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def keep_nothing(self) -> None:
        """What is written from now on is gone once this is closed. No other process can write until then."""
        with _guard(self.path):
            self._connection.execute("BEGIN IMMEDIATE")

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    @contextmanager
    def moment(self) -> Iterator[None]:
        """What is read inside is of one moment, whatever others write. Joins an open transaction."""
        if self._connection.in_transaction:
            yield
            return
        with _guard(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Every row of a query."""
        with _guard(self.path):
            return self._ask(sql, values).fetchall()

    def each(self, sql: str, values: Values = ()) -> Iterator[Row]:
        """The rows of a query one by one, for those too large to be held at once. Nothing else is asked meanwhile."""
        with _guard(self.path):
            yield from self._ask(sql, values)

    def row(self, sql: str, values: Values = ()) -> Row | None:
        """The first row of a query, or None."""
        with _guard(self.path):
            found: Row | None = self._ask(sql, values).fetchone()
            return found

    def number(self, sql: str, values: Values = ()) -> int:
        """The one number a query gives; 0 where it gives none."""
        found = self.row(sql, values)
        return int(found[0]) if found and isinstance(found[0], (int, float)) else 0

    def _ask(self, sql: str, values: Values) -> sqlite3.Cursor:
        try:
            return self._connection.execute(sql, values)
        except UnicodeEncodeError:
            # Words that cannot be written down stand in no row. As bytes they are equal to no text.
            return self._connection.execute(sql, _all_as_bytes(values))

    def run(self, sql: str, values: Values = ()) -> sqlite3.Cursor:
        """Execute one statement."""
        with _guard(self.path):
            return self._connection.execute(sql, values)

    def run_many(self, sql: str, values: Iterable[Values]) -> None:
        """Execute one statement for each row of values."""
        with _guard(self.path):
            self._connection.executemany(sql, values)

    def cursor(self) -> sqlite3.Cursor:
        """A bare cursor for the hot path of archiving, to be used inside `transaction` only."""
        return self._connection.cursor()

    def is_in_place(self) -> bool:
        """Whether the file that was opened still stands at its path: what is written to another is lost."""
        return _file_at(self.path) == self._file

    def check(self) -> list[str]:
        """What SQLite's own integrity check finds wrong: empty when all is well.

        Raises StoreFailed where the text index does not tell what the messages say. Writers wait meanwhile.
        """
        with _guard(self.path):
            found = [str(line) for (line,) in self._connection.execute("PRAGMA integrity_check")]
            # With a rank of 1 the index is compared with the messages, not only with itself.
            self._connection.execute(
                "INSERT INTO messages_fts(messages_fts, rank) VALUES('integrity-check', 1)"
            )
        return [line for line in found if line != "ok"]

    def close(self) -> None:
        """Close the connection; a clean close leaves no WAL behind."""
        self._connection.close()


def _all_as_bytes(values: Values) -> Values:
    if isinstance(values, Mapping):
        return {name: _as_bytes(value) for name, value in values.items()}
    return [_as_bytes(value) for value in values]


def _as_bytes(value: Value) -> Value:
    if isinstance(value, str) and not is_text(value):
        return value.encode("utf-8", "surrogatepass")
    return value


def _opened_for_reading(path: Path) -> tuple[sqlite3.Connection, set[str]]:
    """A connection to a state file, and the migrations it has seen.

    Beside a file that may not be written none is left: a reader gives them the file's own mode and cannot remove them
    (sqlite.org/walformat), and who writes later, once it may be, would be kept out by them.
    """
    log, index = _sides(path)
    has_log = log.exists() and log.stat().st_size > 0
    if not os.access(path, os.W_OK) and not has_log and not index.exists():
        return _connected(path, "mode=ro&immutable=1")
    try:
        return _connected(path, "mode=ro")
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or (log.exists() and log.stat().st_size):
            raise
    # A reader makes a -shm beside the file, for which a full or read-only disk has no place. Nobody writes there either.
    return _connected(path, "mode=ro&immutable=1")


def _connected(path: Path, how: str) -> tuple[sqlite3.Connection, set[str]]:
    uri = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_MS / 1000)
    try:
        return connection, applied(connection)
    except sqlite3.Error:
        connection.close()
        raise


def _sides(path: Path) -> tuple[Path, Path]:
    """What SQLite keeps beside a state file while it is used: its log, and the index of that."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def _closed(path: Path, wanted: int) -> Path:
    """Which of the files a state file consists of this process may not use so; the state file where none is closed."""
    files = (each for each in (path, *_sides(path)) if each.exists() and not os.access(each, wanted))
    return next(files, path)


def no_writing(disk: os.statvfs_result) -> int:
    """The errno of why nothing can be written to a disk: EROFS, ENOSPC, or 0 where it can be."""
    if disk.f_flag & os.ST_RDONLY:
        return errno.EROFS
    return errno.ENOSPC if disk.f_bavail * disk.f_frsize < LEAST_ROOM else 0


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file stands at a path, by device and inode; None where there is none."""
    try:
        stat = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreFailed(
            f"cannot look at {path} ({error.strerror}): check the folder's permissions"
        ) from error
    return stat.st_dev, stat.st_ino


@contextmanager
def _guard(path: Path) -> Iterator[None]:
    """Give SQLite's failures the shape every other failure has."""
    try:
        yield
    except sqlite3.OperationalError as error:
        what = str(error)
        if "locked" in what:
            raise StoreFailed(f"{path} is held by another process: try again when it is done") from error
        if "disk is full" in what:
            raise StoreFailed(f"the disk is full: nothing can be stored in {path}; make room") from error
        if any(sign in what for sign in ("readonly", "unable to open", "disk I/O error")):
            code = no_writing(os.statvfs(path.parent)) if path.parent.exists() else errno.ENOENT
            if code:
                raise fs.store_failure(OSError(code, os.strerror(code)), "use", path) from error
        if "readonly" in what or "unable to open" in what:
            verb, wanted = ("write", os.W_OK) if "readonly" in what else ("open", os.R_OK)
            raise StoreFailed(
                f"cannot {verb} {_closed(path, wanted)} ({what}): check its permissions and those of its folder"
            ) from error
        if what.startswith("no such table"):
            raise StoreFailed(
                f"the state file {path} is of a shape no version knows any more ({what}): move it away and start again; "
                "transcripts are read anew, memory files stay as they are"
            ) from error
        raise StoreFailed(f"cannot use the state file {path} ({what}): run `extractor doctor`") from error
    except sqlite3.DatabaseError as error:
        raise StoreFailed(
            f"the state file {path} is damaged ({error}): move it away and start again; "
            "transcripts are read anew, memory files stay as they are"
        ) from error
