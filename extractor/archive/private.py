"""Readings without the words of files and directories named private.

Owns which records of a reading are closed. Promises that a result is closed where its call is, also where
the two were read at different times. Never stores anything.
"""

from __future__ import annotations

from dataclasses import replace

from extractor.archive.database import Database
from extractor.domain import Kind
from extractor.memory.private_paths import PrivatePaths
from extractor.memory.redact import PRIVATE
from extractor.transcripts.source import Reading, Record, Replaced, Said


def without_private(db: Database, private: PrivatePaths, session: int, reading: Reading) -> Reading:
    """The reading with `[PRIVATE]` for the text of tool calls on private files and of what they returned.

    Without any record where the session (a row) is held in a private directory.
    """
    found = db.row("SELECT cwd FROM sessions WHERE id = ?", (session,))
    known = found[0] if found else None
    cwd = reading.cwd or (str(known) if known is not None else None)
    if cwd is not None and private.holds(cwd):
        return replace(reading, records=[])
    calls: set[str] = set()
    return replace(reading, records=[_closed(db, private, record, cwd, calls) for record in reading.records])


def _closed(db: Database, private: PrivatePaths, record: Record, cwd: str | None, calls: set[str]) -> Record:
    """The record as it may be stored. `calls` grows with every call that is closed."""
    if not isinstance(record, (Said, Replaced)):
        return record
    message = record.message
    if message.kind is Kind.CALL:
        named = message.path is not None and private.holds(message.path, cwd)
        if not named and not private.named_in(message.text, cwd):
            return record
        if message.call is not None:
            calls.add(message.call)
    elif message.kind is not Kind.RESULT or not (message.call in calls or _is_closed(db, message.call)):
        return record
    closed = message._replace(text=PRIVATE, path=None)
    return Said(closed) if isinstance(record, Said) else Replaced(closed)


def _is_closed(db: Database, call: str | None) -> bool:
    """Whether a call read earlier was stored without its words."""
    # The terms of the index `messages_private`.
    sql = "SELECT count(*) FROM messages WHERE call = ? AND kind = 'tool_call' AND text = '[PRIVATE]'"
    return db.number(sql, (call,)) > 0
