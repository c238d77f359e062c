"""Tombstones and forgotten messages at rest: in the state file, and as hashes beside it.

Owns both tables and `tombstones.jsonl`. Promises that what a person no longer wants survives the state
file, and that neither holds a word of it. Never decides what is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import TypeAdapter, ValidationError

from extractor.archive.beside import Beside, Newer
from extractor.archive.database import Database, Value
from extractor.domain import MessageKey, Milliseconds
from extractor.memory.gate.tombstones import Tombstone, message_hash, statement_hash

FILE = "tombstones.jsonl"
"""Name of the copy in the state folder: one line a tombstone or a forgotten message."""


@dataclass(frozen=True, slots=True)
class _Line:
    message: str
    quote: str = ""
    """Empty: the whole message is forgotten."""
    length: int = 0
    statement: str = ""


@cache
def _lines() -> TypeAdapter[_Line]:
    return TypeAdapter(_Line)


class Tombstones:
    """What a person no longer wants remembered. After a change, `save` writes the copy beside."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._beside = Beside(db, FILE)

    def add(self, stones: Iterable[Tombstone], now: Milliseconds) -> None:
        """Set tombstones."""
        self._change(
            "INSERT INTO tombstones VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [(s.message, s.quote, s.length, s.statement, now) for s in stones],
        )

    def on(self, keys: Iterable[MessageKey]) -> dict[MessageKey, tuple[Tombstone, ...]]:
        """The tombstones on these messages; a message without one is left out."""
        held = {str(message) for (message,) in self._db.rows("SELECT DISTINCT message FROM tombstones")}
        found: dict[MessageKey, tuple[Tombstone, ...]] = {}
        for key in keys if held else ():
            if message_hash(key) not in held:
                continue
            rows = self._db.rows(
                "SELECT message, quote, length, statement FROM tombstones WHERE message = ?",
                (message_hash(key),),
            )
            if rows:
                found[key] = tuple(Tombstone(str(m), str(q), int(str(n)), str(s)) for m, q, n, s in rows)
        return found

    def is_on(self, statement: str) -> bool:
        """Whether a sentence was removed by a person and not wished for anew."""
        sql = "SELECT count(*) FROM tombstones WHERE statement = ?"
        return self._db.number(sql, (statement_hash(statement),)) > 0

    def holds(self, stone: Tombstone) -> bool:
        """Whether this very one is set: a sentence that was said anew rests on another quote."""
        sql = "SELECT count(*) FROM tombstones WHERE message = ? AND quote = ? AND statement = ?"
        return self._db.number(sql, (stone.message, stone.quote, stone.statement)) > 0

    def lift(self, statements: Iterable[str], spared: Collection[Tombstone] = ()) -> int:
        """Take away the tombstones these sentences left, but for `spared`: somebody wants them again.

        Returns how many.
        """
        lifted = 0
        for each in {statement_hash(statement) for statement in statements}:
            kept = {(stone.message, stone.quote) for stone in spared if stone.statement == each}
            rows = self._db.rows("SELECT message, quote FROM tombstones WHERE statement = ?", (each,))
            gone = [(str(m), str(q), each) for m, q in rows if (str(m), str(q)) not in kept]
            self._change("DELETE FROM tombstones WHERE message = ? AND quote = ? AND statement = ?", gone)
            lifted += len(gone)
        return lifted

    def forget(self, keys: Iterable[MessageKey], now: Milliseconds) -> None:
        """Note that no word of these messages may come back."""
        self._change(
            "INSERT INTO forgotten VALUES(?, ?) ON CONFLICT DO NOTHING",
            [(message_hash(key), now) for key in keys],
        )

    def anything_forgotten(self) -> bool:
        """Whether any message is."""
        return bool(self._db.number("SELECT EXISTS(SELECT 1 FROM forgotten)"))

    def is_forgotten(self, key: MessageKey) -> bool:
        """Whether a message is."""
        sql = "SELECT count(*) FROM forgotten WHERE message = ?"
        return self._db.number(sql, (message_hash(key),)) > 0

    def forgotten(self) -> frozenset[str]:
        """The hashes of all that are."""
        return frozenset(str(message) for (message,) in self._db.rows("SELECT message FROM forgotten"))

    def is_any_forgotten(self, keys: Iterable[MessageKey]) -> bool:
        """Whether one of these messages is."""
        forgotten = self.forgotten()
        return bool(forgotten) and any(message_hash(key) in forgotten for key in keys)

    # ------------------------------------------------------------ beside the state file

    def save(self) -> None:
        """Write the copy beside the state file, if it says something else. Raises StoreFailed."""
        # Inside a transaction: of two processes the one that reads last also writes last.
        with self._db.transaction():
            self._beside.save(self._all())

    def take_over(self, then: Callable[[], None]) -> None:
        """Take over what the copy knows and this state file, a new or an older one, does not; write the copy anew.

        A line that was cut off or is not ours is passed over. `then` is called with it, where anything was taken
        over. Raises StoreFailed.
        """
        if self._beside.is_saved(self._all()):
            return
        with self._db.transaction():
            newer = self._beside.newer()
            if newer is not None:
                self._take(newer)
                then()
            self.save()  # also what a process did not write that was killed after its transaction

    def _take(self, newer: Newer) -> None:
        kept = [line for text in newer.lines if (line := _line(text))]
        if newer.is_later and len(kept) == len(newer.lines):
            self._db.run("DELETE FROM tombstones")  # some may be lifted since; no message is ever given back
        self._db.run_many(
            "INSERT INTO tombstones VALUES(?, ?, ?, ?, 0) ON CONFLICT DO NOTHING",
            [(k.message, k.quote, k.length, k.statement) for k in kept if k.quote],
        )
        self._db.run_many(
            "INSERT INTO forgotten VALUES(?, 0) ON CONFLICT DO NOTHING",
            [(k.message,) for k in kept if not k.quote],
        )
        self._beside.caught_up(newer)

    def _change(self, sql: str, rows: Sequence[Sequence[Value]]) -> None:
        if rows:
            with self._db.transaction():
                self._db.run_many(sql, rows)
                self._beside.changed()

    def _all(self) -> list[dict[str, Value]]:
        stones = self._db.rows(
            "SELECT message, quote, length, statement FROM tombstones ORDER BY at, 1, 2, 4"
        )
        names = ("message", "quote", "length", "statement")
        forgotten = self._db.rows("SELECT message FROM forgotten ORDER BY at, 1")
        return [
            *(dict(zip(names, row, strict=True)) for row in stones),
            *({"message": message} for (message,) in forgotten),
        ]


def _line(text: str) -> _Line | None:
    try:
        return _lines().validate_json(text)
    except ValidationError:
        return None  # only whole lines name anything
