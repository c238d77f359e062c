"""Storing readings, beside a bare bulk insert of the same texts.

Owns the bare index and how the contenders take turns. Promises that all of them get the same texts in the
same transactions on the same disk, at the same durability. Never reads a transcript while the clock runs.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import Corpus
from bench.parsing import readings
from bench.table import Aim, Figure, Unit
from extractor.archive.database import Database
from extractor.archive.messages import Messages
from extractor.domain import Milliseconds, Transcript
from extractor.memory.redaction.redact import redact
from extractor.transcripts.claude_code import ClaudeCode
from extractor.transcripts.source import Reading, Said


@dataclass(frozen=True, slots=True)
class Load:
    """One transcript, read."""

    transcript: Transcript
    readings: Sequence[Reading]
    texts: Sequence[Sequence[tuple[str]]]
    """The texts of each reading, as rows."""


Contender = Callable[[Load], None]


def measure(corpus: Corpus, folder: Path) -> list[Figure]:
    """Throughput over that of the bare insert, without and with redaction."""
    folder.mkdir()
    databases = [Database.open(folder / name / "state.db", Milliseconds(0)) for name in ("as-is", "redacted")]
    bare = _bare_index(folder / "bare.db")
    contenders: list[Contender] = [
        lambda load: _insert(bare, load),
        _storing(Messages(databases[0], _as_is)),
        _storing(Messages(databases[1], redact)),
    ]
    try:
        seconds, texts = _race(corpus, contenders)
    finally:
        bare.close()
        for database in databases:
            database.close()
    return _figures(seconds, texts)


def _race(corpus: Corpus, contenders: Sequence[Contender]) -> tuple[list[float], int]:
    """Seconds of each contender over the whole corpus, and the characters they stored."""
    source = ClaudeCode(corpus.claude_dir)
    seconds, characters = [0.0] * len(contenders), 0
    for turn, path in enumerate(corpus.files):
        load = _load(source, path)
        characters += sum(len(text) for rows in load.texts for (text,) in rows)
        for step in range(len(contenders)):
            number = (turn + step) % len(contenders)
            begun = time.perf_counter()
            contenders[number](load)
            seconds[number] += time.perf_counter() - begun
    return seconds, characters


def _load(source: ClaudeCode, path: Path) -> Load:
    read = list(readings(source, path))
    texts = [
        [(record.message.text,) for record in reading.records if isinstance(record, Said)] for reading in read
    ]
    return Load(source.named(path), read, texts)


def _bare_index(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cache_size = -16000")
    connection.execute(
        "CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')"
    )
    return connection


def _insert(connection: sqlite3.Connection, load: Load) -> None:
    for rows in load.texts:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO texts(text) VALUES(?)", rows)
        connection.execute("COMMIT")


def _as_is(text: str) -> str:
    return text


def _storing(messages: Messages) -> Contender:
    def store(load: Load) -> None:
        for reading in load.readings:
            messages.store(load.transcript, reading, None)

    return store


def _figures(seconds: Sequence[float], characters: int) -> list[Figure]:
    bare, as_is, redacted = seconds
    note = f"of {characters / 1e6:,.0f} million characters; the bare insert {bare:.2f} s"
    return [
        Figure(
            "archiving ÷ bare FTS5 insert (throughput)",
            bare / as_is,
            Unit.RATIO,
            Aim(0.5, is_most=False),
            f"{as_is:.2f} s {note}",
        ),
        Figure(
            "archiving with redaction ÷ bare FTS5 insert",
            bare / redacted,
            Unit.RATIO,
            Aim(0.35, is_most=False),
            f"{redacted:.2f} s {note}",
        ),
    ]
