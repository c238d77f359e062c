"""What may stand on the disk after the power fails: a model of a file system, over recorded calls.

The rules, as POSIX and Linux's file systems give them and no kinder:

- A file's bytes are safe once `sync` of it returned. Before that, what reached the disk may be what was safe
  before, any beginning of the new bytes, or their full length with zeros for the beginning, the end or all of them.
- A name's change (made, renamed, exchanged, linked, unlinked) is safe once `sync_folder` returned. Before that
  each change has reached the disk or not, whole (a rename is atomic), and in any order, except that a change
  of a name comes after the earlier changes of that same name. Syncing a file makes no name safe.
- A transaction of the state file is safe once COMMIT returned: SQLite with synchronous = FULL is taken at
  its word. Nothing of one that did not return is seen.
"""

from __future__ import annotations

import itertools
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from extractor.fs import Kernel

MUTATING = (
    "open", "write", "sync", "sync_folder", "link", "unlink", "rename", "rename_exclusive", "rename_exchange"
)  # fmt: skip


@dataclass(frozen=True)
class Change:
    """One change of names, not yet safe: what each name leads to afterwards (None: nothing)."""

    names: tuple[tuple[str, int | None], ...]

    @property
    def touched(self) -> set[str]:
        return {name for name, _ in self.names}


@dataclass
class Platter:
    """One folder on the model disk. Files are numbered; a number is never used twice."""

    names: dict[str, int] = field(default_factory=dict)
    """As every process sees them now."""
    safe_names: dict[str, int] = field(default_factory=dict)
    data: dict[int, bytes] = field(default_factory=dict)
    safe_data: dict[int, bytes] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    grain: int = 0
    """Bytes between the places at which unsafe data is cut; 0: at its first, middle and last byte."""
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def holds(self, files: Mapping[str, bytes]) -> None:
        """Begin with these files, all safe."""
        for name, data in files.items():
            number = next(self._numbers)
            self.names[name] = self.safe_names[name] = number
            self.data[number] = self.safe_data[number] = data

    def opened(self, name: str, flags: int) -> int:
        """Number of the file `name`, made or emptied as the flags say."""
        if name not in self.names:
            number = next(self._numbers)
            self.data[number] = self.safe_data[number] = b""
            self._change((name, number))
        number = self.names[name]
        if flags & os.O_TRUNC:
            self.data[number] = b""
        return number

    def written(self, number: int, data: bytes) -> None:
        self.data[number] += data

    def synced(self, number: int) -> None:
        self.safe_data[number] = self.data[number]

    def synced_folder(self) -> None:
        self.safe_names = dict(self.names)
        self.changes.clear()

    def linked(self, source: str, target: str) -> None:
        self._change((target, self.names[source]))

    def unlinked(self, name: str) -> None:
        self._change((name, None))

    def renamed(self, source: str, target: str) -> None:
        self._change((target, self.names[source]), (source, None))

    def exchanged(self, one: str, other: str) -> None:
        self._change((one, self.names[other]), (other, self.names[one]))

    def states(self) -> Iterator[dict[str, bytes]]:
        """Every content of the folder the power may leave now, each once."""
        seen: set[tuple[tuple[str, bytes], ...]] = set()
        for names in self._name_states():
            numbers = sorted(set(names.values()))
            for contents in itertools.product(
                *(_contents(self.safe_data[n], self.data[n], self.grain) for n in numbers)
            ):
                data = dict(zip(numbers, contents, strict=True))
                state = tuple(sorted((name, data[number]) for name, number in names.items()))
                if state not in seen:
                    seen.add(state)
                    yield dict(state)

    def _name_states(self) -> Iterator[dict[str, int]]:
        for reached in itertools.product((False, True), repeat=len(self.changes)):
            if not self._is_legal(reached):
                continue
            names: dict[str, int | None] = dict(self.safe_names)
            for change, did in zip(self.changes, reached, strict=True):
                names.update(change.names if did else ())
            yield {name: number for name, number in names.items() if number is not None}

    def _is_legal(self, reached: tuple[bool, ...]) -> bool:
        missing: set[str] = set()
        for change, did in zip(self.changes, reached, strict=True):
            if not did:
                missing |= change.touched
            elif change.touched & missing:
                return False
        return True

    def _change(self, *names: tuple[str, int | None]) -> None:
        self.changes.append(Change(names))
        for name, number in names:
            if number is None:
                del self.names[name]
            else:
                self.names[name] = number


def _contents(safe: bytes, now: bytes, grain: int) -> list[bytes]:
    if safe == now:
        return [now]
    cuts = range(grain, len(now), grain) if grain else (1, len(now) // 2, len(now) - 1)
    made = [safe, now, b"", bytes(len(now))]
    for cut in cuts:
        made += [now[:cut], now[:cut] + bytes(len(now) - cut), bytes(cut) + now[cut:]]
    return list(dict.fromkeys(made))


@dataclass(frozen=True)
class Loss:
    """What the power left: the folder's files, and the state folder's."""

    at: str
    """The call before which the power failed."""
    files: dict[str, bytes]
    state: dict[str, bytes]


class Recorder:
    """Stands in for the calls of this process, for good, and writes down every state a power loss may leave."""

    def __init__(self, memory: Path, state: Path, grain: int = 0) -> None:
        self.losses: list[Loss] = []
        self._memory, self._state = memory, state
        self._platter = Platter(grain=grain)
        self._platter.holds({f.name: f.read_bytes() for f in memory.iterdir()})
        self._open: dict[int, int] = {}
        self._seen: set[object] = set()

    def install(self) -> None:
        for name in MUTATING:
            setattr(Kernel, name, _recording(self, name, getattr(Kernel, name)))
        real = sqlite3.connect

        def connect(*given: object, **more: object) -> sqlite3.Connection:
            connection: sqlite3.Connection = real(*given, **more)  # type: ignore[call-overload]
            connection.set_trace_callback(self._before_statement)
            return connection

        sqlite3.connect = connect  # type: ignore[assignment]

    def record(self, at: str) -> None:
        """Write down what the power may leave if it fails now."""
        state = {f.name: f.read_bytes() for f in self._state.iterdir() if not f.name.endswith("-shm")}
        print_of_state = hash(tuple(sorted(state.items())))
        for files in self._platter.states():
            known = (print_of_state, tuple(sorted(files.items())))
            if known not in self._seen:
                self._seen.add(known)
                self.losses.append(Loss(at, files, state))

    def call(self, name: str, real: Callable[..., object], given: tuple[object, ...]) -> object:
        is_by_descriptor = name in ("write", "sync")
        if is_by_descriptor and given[0] not in self._open:
            return real(*given)
        if not is_by_descriptor and not self._is_memory(name, given):
            done = real(*given)
            if name == "open":
                self._open.pop(int(str(done)), None)  # a number of the system's that was ours once
            return done
        self.record(name)
        done = real(*given)
        self._note(name, given, done)
        return done

    def _is_memory(self, name: str, given: tuple[object, ...]) -> bool:
        at = given[2] if name == "open" else given[-1]
        try:
            return os.path.samestat(os.fstat(int(str(at))), os.stat(self._memory))
        except FileNotFoundError:
            return False

    def _note(self, name: str, given: tuple[object, ...], done: object) -> None:
        disk = self._platter
        if name == "open":
            file, flags = str(given[0]), int(str(given[1]))
            self._open.pop(int(str(done)), None)
            if flags & (os.O_WRONLY | os.O_RDWR):
                self._open[int(str(done))] = disk.opened(file, flags)
        elif name == "write":
            disk.written(self._open[int(str(given[0]))], bytes(given[1])[: int(str(done))])  # type: ignore[arg-type]
        elif name == "sync":
            disk.synced(self._open[int(str(given[0]))])
        elif name == "sync_folder":
            disk.synced_folder()
        else:
            note = {
                "link": disk.linked,
                "unlink": disk.unlinked,
                "rename": disk.renamed,
                "rename_exclusive": disk.renamed,
                "rename_exchange": disk.exchanged,
            }[name]
            note(*(str(name) for name in given[:-1]))

    def _before_statement(self, sql: str) -> None:
        if sql.startswith("BEGIN"):
            self.record("a transaction")


def _recording(recorder: Recorder, name: str, real: Callable[..., object]) -> Callable[..., object]:
    def call(self: Kernel, *given: object) -> object:
        return recorder.call(name, partial(real, self), given)

    return call
