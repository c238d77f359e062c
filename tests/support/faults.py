"""System calls that end the process or fail, in a child process of the test.

Every durable step of the program goes through `extractor.fs.Kernel` or a SQLite connection. The child stands
in for both, so that no code of the program knows; the test's own process stays as it is.
"""

from __future__ import annotations

import errno
import functools
import json
import os
import sqlite3
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from extractor.fs import Kernel

KILLED = 9
"""Exit code of a child that was ended at a call."""

DURABLE = (
    "write", "chmod", "sync", "sync_folder", "link", "unlink", "rename", "rename_exclusive", "rename_exchange",
)  # fmt: skip
ALL = (*DURABLE, "open_folder", "open", "names", "stat", "read", "try_lock")

SQLITE = {
    errno.EIO: "disk I/O error",
    errno.ENOSPC: "database or disk is full",
    errno.EROFS: "attempt to write a readonly database",
    errno.EMFILE: "unable to open database file",
    errno.EINTR: "interrupted",
}
"""What SQLite says where its own system call fails so."""


@dataclass
class Calls:
    """Numbers the calls from 1 and acts at one of them."""

    act: Callable[[int, str], None] = lambda _number, _call: None
    names: list[str] = field(default_factory=list)

    def step(self, call: str) -> None:
        self.names.append(call)
        self.act(len(self.names), call)


def killing(at: int) -> Calls:
    """Ends the process at the call of this number."""
    return Calls(lambda number, _call: os._exit(KILLED) if number == at else None)


class Fault(Calls):
    """Fails from the call of this number on: that call alone, or every one until it is lifted."""

    def __init__(self, at: int, code: int, lasts: bool) -> None:
        super().__init__(self._fail)
        self.at, self.code, self.lasts = at, code, lasts
        self.is_lifted = False
        self.hit: list[str] = []

    def lift(self) -> None:
        self.is_lifted = self.is_lifted or bool(self.hit)

    def _fail(self, number: int, call: str) -> None:
        if self.is_lifted or number < self.at or (number > self.at and not self.lasts):
            return
        self.hit.append(call)
        if call.startswith("sqlite"):
            raise sqlite3.OperationalError(SQLITE[self.code])
        raise OSError(self.code, os.strerror(self.code))


def install(calls: Calls, kernel: tuple[str, ...], statements: bool) -> None:
    """Stand in for the calls of this process, for good. `statements`: every SQL statement, else commits only.

    Nothing is synced any more: what a process wrote outlives it without, and a busy disk would take minutes.
    """
    Kernel.sync = Kernel.sync_folder = lambda _self, _fd: None  # type: ignore[method-assign]
    for name in kernel:
        setattr(Kernel, name, _stepping(calls, name, getattr(Kernel, name)))
    sqlite3.connect = functools.partial(sqlite3.connect, factory=_connection(calls, statements))  # type: ignore[assignment]


def _stepping(calls: Calls, name: str, real: Callable[..., object]) -> Callable[..., object]:
    def call(self: Kernel, *given: object, **named: object) -> object:
        try:
            calls.step(name)
        except OSError:
            if name == "write":  # a disk that fails may have taken a part
                fd, data = given
                os.write(fd, data[: len(data) // 2])  # type: ignore[arg-type, index]
            raise
        return None if name.startswith("sync") else real(self, *given, **named)

    return call


def _connection(calls: Calls, statements: bool) -> type[sqlite3.Connection]:
    class Cursor(sqlite3.Cursor):
        def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
            _before(sql)
            return super().execute(sql, *values)  # type: ignore[arg-type]

        def executemany(self, sql: str, values: object) -> sqlite3.Cursor:
            _before(sql)
            return super().executemany(sql, values)  # type: ignore[arg-type]

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
            _before(sql)
            done = super().execute(sql.replace("synchronous = FULL", "synchronous = OFF"), *values)  # type: ignore[arg-type]
            if sql == "COMMIT" and not statements:
                calls.step("sqlite committed")
            return done

        def executemany(self, sql: str, values: object) -> sqlite3.Cursor:
            _before(sql)
            return super().executemany(sql, values)  # type: ignore[arg-type]

        def cursor(self, factory: object = None) -> sqlite3.Cursor:  # type: ignore[override]
            return super().cursor(Cursor)

    def _before(sql: str) -> None:
        if sql == "ROLLBACK":
            return  # what an error leads to; SQLite does it by itself where it cannot be asked
        if statements or sql == "COMMIT":
            calls.step(f"sqlite {sql.split(None, 1)[0]}")

    return Connection


def in_child(what: Callable[[], object], told: Path) -> int:
    """Run it in a forked process; returns the exit code: 0 done, KILLED ended at a call, 70 an error.

    What it returns is written to `told` as JSON, an error's traceback as text.
    """
    pid = os.fork()
    if pid == 0:
        code = 70
        try:
            told.write_text(json.dumps(what()), encoding="utf-8")
            code = 0
        except BaseException:
            told.write_text(traceback.format_exc(), encoding="utf-8")
        finally:
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
