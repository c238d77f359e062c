"""Pieces of work at rest: when something was done in which session, about how much, and where it was asked for.

Owns their table. Promises that it is kept in the transaction that stores the messages, and that it holds no
word: what was asked is read from the message itself. Never decides what a piece is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from extractor.archive.database import Database, Value
from extractor.archive.histories import STRETCH_STANDS, SUMMARY_STANDS
from extractor.archive.scope import ROOT
from extractor.archive.standing import as_int, as_text
from extractor.domain import Message, Milliseconds
from extractor.history.pieces import Piece, Pieces
from extractor.memory.redaction.placeholders import FORGOTTEN, PRIVATE

WORDS = 400
"""Characters of a request that are read."""

_COLUMNS = "start, end, messages, requests, tokens, asked, is_telling, latest, is_script"


class Did(NamedTuple):
    """A piece of work and the session it was done in."""

    session_id: int
    session: str
    project: str | None
    piece: Piece


class Held(NamedTuple):
    """A session a person held."""

    session_id: int
    session: str
    end: Milliseconds
    """When its newest work was done."""


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody put into words of a part of a session: a model's summary, or a closed stretch."""

    session_id: int
    start: Milliseconds
    end: Milliseconds
    text: str
    """The model's words; empty for a closed stretch."""
    files: tuple[str, ...] = ()
    """Paths that were written to."""


class PieceTable:
    """The pieces of every session. Of `without`, clients by name, none is told: what is asked of them is no work."""

    def __init__(self, db: Database, without: Sequence[str] = ()) -> None:
        self._db = db
        self._without = tuple(without)

    # ------------------------------------------------------------ writing

    def take_in(self, session_id: int, said: Iterable[tuple[int, Message, str]]) -> None:
        """Count new messages of a session: their rows, and their texts as they are stored."""
        main = [each for each in said if not each[1].sidechain]
        if not main:
            return
        pieces = Pieces(self._of(session_id))
        for row, message, text in main:
            pieces.add(row, message, text)
        self._db.run_many(
            f"INSERT OR REPLACE INTO pieces(session_id, {_COLUMNS}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(session_id, *piece) for piece in pieces.changed()],
        )

    def _of(self, session_id: int) -> list[Piece]:
        found = self._db.rows(
            f"SELECT {_COLUMNS} FROM pieces WHERE session_id = ? ORDER BY start", (session_id,)
        )
        return [_piece(row) for row in found]

    # ------------------------------------------------------------ reading

    def newest(
        self, most: int, projects: Sequence[str] | None = None, besides: int | None = None
    ) -> list[Did]:
        """The newest pieces, the newest first.

        `projects`: only of sessions held in these; None: in any. `besides`: none of this session.
        """
        where, values = self._in(projects, besides)
        return self._dids(f"{where} ORDER BY start DESC, s.session LIMIT ?", (*values, most))

    def held(self, most: int, projects: Sequence[str] | None = None) -> list[Held]:
        """The sessions whose work is newest, the newest first: those in which not all of it is a script's."""
        where, values = self._in(projects, None)
        found = self._db.rows(
            f"""SELECT s.id, s.session, max(end) FROM pieces CROSS JOIN sessions s ON s.id = session_id
                WHERE {where} GROUP BY s.id HAVING NOT min(is_script)
                ORDER BY max(start) DESC, s.session LIMIT ?""",
            (*values, most),
        )
        return [Held(as_int(row), str(session), Milliseconds(as_int(end))) for row, session, end in found]

    def of_session(self, session_id: int) -> list[Did]:
        """The pieces of one session, the newest first."""
        return self._dids("session_id = ? ORDER BY start DESC", (session_id,))

    def count(self, projects: Sequence[str] | None = None, besides: int | None = None) -> int:
        """How many pieces there are for `newest`."""
        where, values = self._in(projects, besides)
        return self._db.number(
            f"SELECT count(*) FROM pieces CROSS JOIN sessions s ON s.id = session_id WHERE {where}", values
        )

    def requests(self, projects: Sequence[str] | None = None, session_id: int | None = None) -> int:
        """A person's messages in the pieces of these projects, scripts' aside; or in those of one session."""
        if session_id is not None:
            return self._db.number("SELECT sum(requests) FROM pieces WHERE session_id = ?", (session_id,))
        where, values = self._in(projects, None)
        return self._db.number(
            f"""SELECT sum(requests) FROM pieces CROSS JOIN sessions s ON s.id = session_id
                WHERE {where} AND NOT is_script""",
            values,
        )

    def _in(self, projects: Sequence[str] | None, besides: int | None) -> tuple[str, list[Value]]:
        parts, values = [f"s.client NOT IN ({_marks(self._without)})"], list[Value](self._without)
        if projects is not None:
            parts.append(f"{ROOT} IN ({_marks(projects)})")
            values += projects
        if besides is not None:
            parts.append("s.id <> ?")
            values.append(besides)
        return " AND ".join(parts), values

    def _dids(self, where: str, values: Sequence[Value]) -> list[Did]:
        # CROSS JOIN: the newest are found by the index of their starts, whatever is asked of their sessions.
        found = self._db.rows(
            f"""SELECT s.id, s.session, s.project, {_COLUMNS} FROM pieces
                CROSS JOIN sessions s ON s.id = session_id WHERE {where}""",
            values,
        )
        return [Did(as_int(row[0]), str(row[1]), as_text(row[2]), _piece(row[3:])) for row in found]

    def words(self, asked: Iterable[tuple[int, int]]) -> dict[int, str]:
        """How messages begin, by their rows. `asked`: each with the row of the session whose piece it is in.

        Those whose words were taken out, or that a person took back in that session, are not there.
        """
        found = self._db.rows(
            f"""SELECT m.id, substr(m.text, 1, {WORDS}) FROM json_each(?) c
                CROSS JOIN messages m ON m.id = json_extract(c.value, '$[1]')
                WHERE m.text NOT IN ('{FORGOTTEN}', '{PRIVATE}') AND EXISTS(
                  SELECT 1 FROM membership b CROSS JOIN transcripts t ON t.id = b.transcript
                  WHERE b.message = m.id AND b.live > 0 AND t.session_id = json_extract(c.value, '$[0]'))""",
            (json.dumps(sorted(set(asked))),),
        )
        return {as_int(row): str(text) for row, text in found}

    def told(self, sessions: Iterable[int]) -> list[Told]:
        """The summaries models wrote of these sessions, the oldest first, then their closed stretches.

        None that a person has gone back behind.
        """
        listed = json.dumps(sorted(set(sessions)))
        # Read in parts by SQLite: a summary names every message it stands for.
        times = "json_extract(content, '$.start'), json_extract(content, '$.end')"
        summaries = self._db.rows(
            f"""SELECT session_id, {times}, json_extract(content, '$.text'), '[]'
               FROM json_each(?) c CROSS JOIN summaries ON session_id = c.value
               WHERE json_extract(content, '$.author') = 'model' AND {SUMMARY_STANDS} ORDER BY summaries.id""",
            (listed,),
        )
        stretches = self._db.rows(
            f"""SELECT session_id, {times}, '', json_extract(content, '$.files')
               FROM json_each(?) c CROSS JOIN stretches ON session_id = c.value
               WHERE content <> '' AND {STRETCH_STANDS} ORDER BY stretches.id""",
            (listed,),
        )
        return [
            Told(
                as_int(row[0]),
                Milliseconds(as_int(row[1])),
                Milliseconds(as_int(row[2])),
                str(row[3]),
                _names(row[4]),
            )
            for row in (*summaries, *stretches)
        ]

    def names(self) -> list[str]:
        """The id of every session, in order; once for each client that has one of it."""
        return [str(name) for (name,) in self._db.rows("SELECT session FROM sessions ORDER BY session")]


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


# The columns stand in the order of the fields; a digest reads thousands of them.
_piece = partial(tuple.__new__, Piece)


def _names(value: Value) -> tuple[str, ...]:
    found = json.loads(str(value)) if value else []
    return tuple(str(name) for name in found) if isinstance(found, list) else ()
