"""Messages and where they stand: everything said, once, redacted before it is stored.

Owns messages, membership and the text index, and what a reading tells of its session. Promises that a reading's
messages and its checkpoint are stored in one transaction, and that reading any stretch again changes nothing.
Never decides what is learned.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from extractor.archive.database import Database, Value
from extractor.archive.live import Live
from extractor.archive.pieces import PieceTable
from extractor.archive.private import without_private
from extractor.archive.restarts import begin_anew
from extractor.archive.standing import WAITING, Project, Standing
from extractor.archive.tombstones import Tombstones
from extractor.archive.transcripts import TranscriptTable
from extractor.domain import Message, MessageKey, Milliseconds, Passed, Transcript
from extractor.memory.private.private_paths import NOWHERE, PrivatePaths
from extractor.memory.redaction.placeholders import FORGOTTEN
from extractor.transcripts.source import (
    Boundary,
    BoundaryKind,
    Parked,
    Reading,
    Replaced,
    Said,
    Withdrawn,
)

INSERT_MESSAGE = """INSERT INTO messages(client, uuid, block, speaker, kind, text, at, reply, tool, call, path,
    failed, ends_turn, sidechain) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""

INSERT_TEXT = "INSERT INTO messages_fts(rowid, text) VALUES(?, ?)"

INSERT_MEMBER = """INSERT INTO membership(transcript, message, position) VALUES(?, ?, ?)
    ON CONFLICT DO UPDATE SET position = excluded.position, live = 1, turn_ended = 0 WHERE live <> 1"""

AN_AGENT_SPEAKS = """UPDATE sessions SET has_agent = 1 WHERE id = ? AND has_agent = 0 AND (? OR EXISTS (
    SELECT 1 FROM json_each(?) c CROSS JOIN messages m ON m.id = c.value WHERE m.sidechain = 1))"""
"""Note that a session holds a sub-agent's words. What was told before is as it was told first."""

TURN_ENDS = (BoundaryKind.TURN_END, BoundaryKind.CANCELLED, BoundaryKind.ABORTED)
"""After these the agent's turn is over."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What one reading brought to the archive."""

    session: int
    new: int
    """Messages that stood nowhere before."""


class Messages:
    """The archive of what was said. `redact` cleans every text before it is stored.

    Of a tool call that names a path in `private`, and of its result, no word is stored; of a session whose
    working directory lies there, nothing but how far it was read.
    """

    def __init__(self, db: Database, redact: Callable[[str], str], private: PrivatePaths = NOWHERE) -> None:
        self._db = db
        self._redact = redact
        self._private = private
        self.transcripts = TranscriptTable(db)
        self._tombstones = Tombstones(db)
        self.standing = Live(db)
        self._pieces = PieceTable(db)
        self._may_forget = False
        """Whether any message is forgotten, asked once a reading."""

    # ------------------------------------------------------------ writing

    def store(self, transcript: Transcript, reading: Reading, project: Project | None) -> Stored:
        """Store a reading: messages, where they stand, what was parked, and the checkpoint. All or nothing."""
        with self._db.transaction():
            transcript_id, session_id, position = self.transcripts.row_of(transcript)
            if self._private:
                root = project.root if project else None
                reading = without_private(self._db, self._private, session_id, transcript_id, reading, root)
            self._may_forget = self._tombstones.anything_forgotten()
            before = position
            last: int | None = None
            fresh: list[tuple[int, Message, str]] = []
            members: list[tuple[int, int, int]] = []
            known: list[int] = []
            has_agent = transcript.sidechain
            texts: list[tuple[int, str]] = []
            cursor = self._db.cursor()
            for record in reading.records:
                if isinstance(record, Said):
                    row, text = self._message(cursor, record.message)
                    if text is not None:
                        texts.append((row, text))
                        fresh.append((row, record.message, text))
                        has_agent = has_agent or record.message.sidechain
                    else:
                        known.append(row)
                    members.append((transcript_id, row, position))
                    position += 1
                    last = row
                    continue
                # What follows may be about messages of this very reading.
                cursor.executemany(INSERT_MEMBER, members)
                cursor.executemany(INSERT_TEXT, texts)
                members.clear()
                texts.clear()
                self._mark(transcript_id, position, last, record)
            cursor.executemany(INSERT_MEMBER, members)
            cursor.executemany(INSERT_TEXT, texts)
            self._pieces.take_in(session_id, fresh)
            self._db.run(AN_AGENT_SPEAKS, (session_id, has_agent, json.dumps(known)))
            self.transcripts.reached(transcript_id, position, reading)
            self._learn_of(session_id, reading, project, has_grown=position > before)
        return Stored(session_id, len(fresh))

    def _learn_of(
        self, session_id: int, reading: Reading, project: Project | None, *, has_grown: bool
    ) -> None:
        """Note what a reading tells of its session."""
        self._db.run(
            """UPDATE sessions SET cwd = coalesce(?, cwd), project = coalesce(?, project, ?),
               version = coalesce(?, version), grown = max(grown, ?) WHERE id = ?""",
            (
                reading.cwd,
                project.root if project and project.is_seen else None,
                project.root if project else None,
                reading.version,
                reading.modified if has_grown else 0,
                session_id,
            ),
        )

    def _message(self, cursor: sqlite3.Cursor, message: Message) -> tuple[int, str | None]:
        """Row of the message, and its text as stored when it stood nowhere before."""
        key = message.key
        is_forgotten = self._may_forget and self._tombstones.is_forgotten(key)
        if is_forgotten:
            # Whether its tool was named by the words nobody knows any more.
            message = message._replace(text=FORGOTTEN, path=None, tool=message.tool and FORGOTTEN)
        text = self._redact(message.text)
        path = None if message.path is None else self._redact(message.path)
        cursor.execute(
            INSERT_MESSAGE,
            (
                key.client, key.uuid, key.block, message.speaker, message.kind, text, message.at, message.reply,
                message.tool, message.call, path, message.failed, message.ends_turn, message.sidechain,
            ),
        )  # fmt: skip
        if cursor.rowcount == 1:
            row = cursor.lastrowid or 0
            if is_forgotten:
                self.pass_over([row], Passed.LEARNED)
            return row, text
        return self._row_of(key), None

    def _row_of(self, key: MessageKey) -> int:
        return self._db.number(
            "SELECT id FROM messages WHERE uuid = ? AND block = ? AND client = ?",
            (key.uuid, key.block, key.client),
        )

    def _mark(
        self,
        transcript: int,
        position: int,
        last: int | None,
        record: Replaced | Withdrawn | Boundary | Parked,
    ) -> None:
        """Store what is no message. `last`: row of the message this reading told before it."""
        if isinstance(record, Parked):
            self._db.run(
                "INSERT INTO parked VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (transcript, record.offset, record.size, record.reason),
            )
        elif isinstance(record, Withdrawn):
            self._withdraw(transcript, record)
        elif isinstance(record, Replaced):
            self._replace(record.message)
        elif record.kind in (BoundaryKind.RESTART, BoundaryKind.ANEW):
            begin_anew(self._db, transcript, keeps_waiting=record.kind is BoundaryKind.RESTART)
        elif record.kind in TURN_ENDS:
            self._end_turn(transcript, last, record)
        else:
            self._db.run(
                "INSERT INTO boundaries VALUES(?, ?, ?, ?)", (transcript, position, record.kind, record.at)
            )

    def _end_turn(self, transcript: int, last: int | None, end: Boundary) -> None:
        """Note that a turn ended with the message told last, wherever it stands; None: with the newest."""
        if last is None:
            newest = "SELECT message FROM membership WHERE transcript = ? ORDER BY position DESC LIMIT 1"
            last = self._db.number(newest, (transcript,))
        self._db.run(
            "UPDATE membership SET turn_ended = 1 WHERE transcript = ? AND message = ? AND live = 1",
            (transcript, last),
        )
        if end.kind is not BoundaryKind.TURN_END:
            self._db.run(
                """INSERT INTO boundaries SELECT transcript, position + 1, ?, ? FROM membership
                   WHERE transcript = ? AND message = ? AND live = 1""",
                (end.kind, end.at, transcript, last),
            )

    def _withdraw(self, transcript: int, record: Withdrawn) -> None:
        where = "transcript = ?"
        if record.in_session:
            where = """transcript IN (SELECT o.id FROM transcripts t JOIN transcripts o
                       ON o.session_id = t.session_id WHERE t.id = ?)"""
        self._db.run_many(
            f"""UPDATE membership SET live = 0 WHERE {where} AND message IN
               (SELECT id FROM messages WHERE uuid = ?)""",
            [(transcript, uuid) for uuid in record.uuids],
        )

    def _replace(self, message: Message) -> None:
        row = self._row_of(message.key)
        if not row or (self._may_forget and self._tombstones.is_forgotten(message.key)):
            return
        found = self._db.row("SELECT text, failed, ends_turn FROM messages WHERE id = ?", (row,))
        new = self._redact(message.text), int(message.failed), int(message.ends_turn)
        if found is None or found == new:
            return
        # An external-content index forgets words only when it is told exactly what they were.
        self._db.run(
            "INSERT INTO messages_fts(messages_fts, rowid, text) VALUES('delete', ?, ?)", (row, found[0])
        )
        self._db.run("UPDATE messages SET text = ?, failed = ?, ends_turn = ? WHERE id = ?", (*new, row))
        self._db.run("INSERT INTO messages_fts(rowid, text) VALUES(?, ?)", (row, new[0]))

    def pass_over(self, rows: Iterable[int], why: Passed) -> None:
        """Note why these messages need no further understanding."""
        self._db.run_many("UPDATE messages SET passed = ? WHERE id = ?", [(why, row) for row in rows])

    def wait_again(self, why: Passed, session: int | None = None, after: Milliseconds | None = None) -> int:
        """Let messages that were passed for this reason wait again; returns how many.

        `after`: only those that were stored after one that was said at that moment or later.
        """
        scope = ""
        values: list[Value] = [why]
        if session is not None:
            scope = """ AND id IN (SELECT b.message FROM membership b JOIN transcripts t ON t.id = b.transcript
                        WHERE t.session_id = ?)"""
            values.append(session)
        if after is not None:
            scope += " AND id > (SELECT min(id) FROM messages WHERE at >= ?)"
            values.append(after)
        with self._db.transaction():
            sql = f"UPDATE messages SET passed = NULL WHERE {WAITING} AND passed = ?{scope}"
            return self._db.run(sql, values).rowcount

    # ------------------------------------------------------------ reading

    def newest(self) -> Milliseconds:
        """When the newest message was said, as its client dated it; 0 where there is none."""
        return Milliseconds(self._db.number("SELECT coalesce(max(at), 0) FROM messages"))

    def rows_of(self, key: MessageKey) -> list[int]:
        """The row of a message, where it is in the archive."""
        row = self._row_of(key)
        return [row] if row else []

    def live(self, session_id: int, is_whole: bool = False) -> list[Standing]:
        """The session's messages as they stand now, in order; `is_whole`: see `Live.whole`."""
        return self.standing.whole(session_id, is_whole)

    def archive_id(self) -> str:
        """Names this archive: changes when it is built anew, so that cursors know their messages are gone."""
        found = self._db.row("SELECT value FROM meta WHERE name = 'archive'")
        return str(found[0]) if found else ""
