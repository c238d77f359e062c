"""Histories at rest: the stretches of a session that were closed, and summaries of it.

Owns their tables. Promises that what was closed stays closed over restarts, and that only the newest
stretches are kept with their content. Never reads a message.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pydantic import TypeAdapter, ValidationError

from extractor.archive.database import Database
from extractor.domain import MessageKey, Milliseconds
from extractor.history.stretches import Stretch
from extractor.history.summary import Summary

SUMMARIES_KEPT = 3
"""Newest summaries kept of a session: an older one is only worth something while a rewind may reach it."""


_LIVE = """EXISTS(SELECT 1 FROM messages m CROSS JOIN membership b ON b.message = m.id AND b.live > 0
    CROSS JOIN transcripts t ON t.id = b.transcript
    WHERE m.uuid = {uuid} AND m.block = {block} AND t.session_id = {table}.session_id)"""

_LAST = "json_extract(content, '$.ids[#-1]')"

_UUID_AND_DOT = f"rtrim({_LAST}, '0123456789')"

SUMMARY_STANDS = f"""({_LAST} IS NULL OR {
    _LIVE.format(
        uuid=f"substr({_LAST}, 1, length({_UUID_AND_DOT}) - 1)",
        block=f"CAST(substr({_LAST}, length({_UUID_AND_DOT}) + 1) AS INTEGER)",
        table="summaries",
    )
})"""
"""Whether the last message of a row of `summaries` stands in its own session: a rewind takes back what follows a place."""

STRETCH_STANDS = _LIVE.format(uuid="stretches.uuid", block="stretches.block", table="stretches")
"""Whether the last message of a row of `stretches` stands in its own session."""


@cache
def _stretches() -> TypeAdapter[Stretch]:
    return TypeAdapter(Stretch)


@cache
def _summaries() -> TypeAdapter[Summary]:
    return TypeAdapter(Summary)


class Histories:
    """What is remembered of the histories of sessions beside their messages."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def close(self, session_id: int, stretch: Stretch, kept: Sequence[Stretch], now: Milliseconds) -> None:
        """Note that a stretch was closed. `kept`: those whose content stays at hand, this one among them."""
        last = stretch.last
        with self._db.transaction():
            self._db.run(
                """INSERT INTO stretches(session_id, client, uuid, block, reason, closed, content)
                   VALUES(?, ?, ?, ?, ?, ?, ?)""",
                (session_id, last.client, last.uuid, last.block, stretch.reason, now, _dumped(stretch)),
            )
            at_hand = {(s.last.uuid, s.last.block) for s in kept}
            for row, uuid, block in self._db.rows(
                "SELECT id, uuid, block FROM stretches WHERE session_id = ? AND content <> ''", (session_id,)
            ):
                if (uuid, block) not in at_hand:
                    self._db.run("UPDATE stretches SET content = '' WHERE id = ?", (row,))

    def stretches(self, session_id: int, are_standing: bool = False) -> list[Stretch]:
        """The closed stretches whose content is at hand, oldest first.

        `are_standing`: none that a person has gone back behind.
        """
        found = self._db.rows(
            f"""SELECT content FROM stretches WHERE session_id = ? AND content <> ''
                {f"AND {STRETCH_STANDS}" if are_standing else ""} ORDER BY id""",
            (session_id,),
        )
        read: list[Stretch] = []
        for (content,) in found:
            try:
                read.append(_stretches().validate_json(str(content)))
            except ValidationError:
                continue  # written by another version: its messages are in the archive all the same
        return read

    def last_closed(self, session_id: int) -> list[MessageKey]:
        """The last message of each closed stretch, newest first."""
        found = self._db.rows(
            "SELECT client, uuid, block FROM stretches WHERE session_id = ? ORDER BY id DESC", (session_id,)
        )
        return [MessageKey(str(client), str(uuid), int(str(block))) for client, uuid, block in found]

    def keep_summary(self, session_id: int, summary: Summary, now: Milliseconds) -> None:
        """Keep a summary a model made: the next compaction uses it."""
        with self._db.transaction():
            self._db.run(
                "INSERT INTO summaries(session_id, made, content) VALUES(?, ?, ?)",
                (session_id, now, _summaries().dump_json(summary).decode()),
            )
            self._db.run(
                """DELETE FROM summaries WHERE session_id = :session AND id NOT IN
                   (SELECT id FROM summaries WHERE session_id = :session ORDER BY id DESC LIMIT :kept)""",
                {"session": session_id, "kept": SUMMARIES_KEPT},
            )

    def summaries(self, session_id: int, are_standing: bool = False) -> list[Summary]:
        """The summaries models made of a session, newest first.

        `are_standing`: none that a person has gone back behind.
        """
        found = self._db.rows(
            f"""SELECT content FROM summaries WHERE session_id = ?
                {f"AND {SUMMARY_STANDS}" if are_standing else ""} ORDER BY id DESC""",
            (session_id,),
        )
        return [_summaries().validate_json(str(content)) for (content,) in found]


def _dumped(stretch: Stretch) -> str:
    return _stretches().dump_json(stretch).decode()
