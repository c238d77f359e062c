"""Provenance: which run wrote a statement, and the quotes it gave.

Owns the way from a memory folder's statements back to their runs. Promises every quote any run recorded
for the folder, whatever became of the file since. Only reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from extractor.archive.database import Database, Row
from extractor.archive.standing import as_int
from extractor.domain import MessageKey, Milliseconds

REWORDED = "reworded:"
"""Begins the name of a run's note that says which sentences it made of words no message is quoted for."""


@dataclass(frozen=True, slots=True)
class Quote:
    """One quote a statement of a file rests on."""

    file: str
    statement: str
    key: MessageKey
    quote: str
    at: Milliseconds
    """When the quoted words were said."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One quote as a run recorded it."""

    run: int
    model: str
    session: str
    """The session the run learned from."""
    file: str
    """The file's name when the run wrote it."""
    statement: str
    key: MessageKey
    quote: str
    at: Milliseconds
    """When the quoted words were said."""


class Provenance:
    """What runs recorded of the statements they wrote."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of_folder(self, folder: str) -> list[Recorded]:
        """Every quote recorded for a memory folder (its resolved path), oldest first."""
        return self._recorded("t.folder = ?", folder)

    def of_session(self, session: str) -> list[Recorded]:
        """Every quote recorded of what was learned from sessions of this id, in whatever folder, oldest first."""
        return self._recorded("s.session = ?", session)

    def of_file(self, folder: str, file: str) -> list[Quote]:
        """Every quote a memory file's statements rest on, oldest first."""
        return [
            _quote(row)
            for row in self._db.rows(
                """SELECT file, statement, client, uuid, block, quote, at FROM statements
                   WHERE folder = ? AND file = ? ORDER BY id""",
                (folder, file),
            )
        ]

    def reworded(self, folder: str) -> dict[str, tuple[int, str]]:
        """The run, with its model, that made a sentence of words no message is quoted for, by the sentence's hash."""
        found = self._db.rows(
            """SELECT r.id, r.model, m.value FROM meta m JOIN runs r ON r.id = CAST(substr(m.name, ?) AS INTEGER)
               WHERE m.name > ? AND m.name < ? AND r.folder = ? ORDER BY r.id""",
            (len(REWORDED) + 1, REWORDED, REWORDED[:-1] + ";", folder),
        )
        return {
            str(each): (int(str(run)), str(model))
            for run, model, made in found
            for each in json.loads(str(made))
        }

    def said_in(self, folders: Iterable[str], moved: Iterable[str] = ()) -> dict[str, Milliseconds]:
        """When the words each statement recorded for these memory folders rests on were said last, by statement.

        Of one of `moved` of which none of them knows, as it is recorded for any other.
        """
        here = self._said("folder", folders)
        return {**self._said("statement", set(moved) - here.keys()), **here}

    def _said(self, column: str, values: Iterable[str]) -> dict[str, Milliseconds]:
        if not (wanted := sorted(values)):
            return {}
        found = self._db.rows(
            f"""SELECT statement, max(at) FROM statements WHERE {column} IN (SELECT value FROM json_each(?))
                GROUP BY statement""",
            (json.dumps(wanted),),
        )
        return {str(statement): Milliseconds(int(str(at))) for statement, at in found}

    def quotes(self) -> list[str]:
        """Every quote recorded for any memory folder, once."""
        return [str(quote) for (quote,) in self._db.rows("SELECT DISTINCT quote FROM statements")]

    def speaker_of(self, key: MessageKey) -> str:
        """Who said a message; empty when it is not in the archive."""
        found = self._db.row(
            "SELECT speaker FROM messages WHERE uuid = ? AND block = ? AND client = ?",
            (key.uuid, key.block, key.client),
        )
        return str(found[0]) if found else ""

    def is_gone(self, key: MessageKey) -> bool:
        """Whether a message that is known stands in no transcript any more: a person went back before it, or a client
        replaced its history.
        """
        found = self._db.row(
            """SELECT count(*), coalesce(max(b.live), 0) FROM messages m JOIN membership b ON b.message = m.id
               WHERE m.uuid = ? AND m.block = ? AND m.client = ?""",
            (key.uuid, key.block, key.client),
        )
        return found is not None and as_int(found[0]) > 0 and as_int(found[1]) == 0

    def _recorded(self, condition: str, value: str) -> list[Recorded]:
        return [
            Recorded(
                run=int(str(row[0])),
                model=str(row[1]),
                session=str(row[2]),
                file=str(row[3]),
                statement=str(row[4]),
                key=MessageKey(str(row[5]), str(row[6]), int(str(row[7]))),
                quote=str(row[8]),
                at=Milliseconds(int(str(row[9]))),
            )
            for row in self._db.rows(
                f"""SELECT r.id, r.model, s.session, t.file, t.statement, t.client, t.uuid, t.block, t.quote, t.at
                   FROM statements t JOIN runs r ON r.id = t.run JOIN sessions s ON s.id = r.session_id
                   WHERE {condition} ORDER BY t.id""",
                (value,),
            )
        ]

    def begun(self) -> Milliseconds:
        """When this archive was made: of what was written before it knows nothing."""
        return Milliseconds(self._db.number("SELECT min(at) FROM migrations"))


def _quote(row: Row) -> Quote:
    key = MessageKey(str(row[2]), str(row[3]), int(str(row[4])))
    return Quote(str(row[0]), str(row[1]), key, str(row[5]), Milliseconds(int(str(row[6]))))
