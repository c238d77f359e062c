"""A session's messages as they stand now: all of them, or what follows a place, and what changed since.

Owns the two readings and the notes of changes. Promises that both tell the same of the same message, and
that no change of a message that was read before goes without a note. Never decides what a change means.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from extractor.archive.database import Database, Row
from extractor.archive.standing import END, SHOWN_TEXT, Standing, as_int, standing_of
from extractor.domain import Kind, Passed
from extractor.history.budget import estimate
from extractor.history.levels import DISPATCHERS

KEPT = 10_000
"""Newest notes of changes that are kept. Who read longer ago reads again from the start."""

PAGE = 500
"""Messages read in one go, from the end of a session backwards."""

_KIND, _TEXT, _TRANSCRIPT, _POSITION = 5, 6, 17, 19
"""Columns of a row."""


class Place(NamedTuple):
    """Where a transcript stands in its session, and how far it was read."""

    transcript: int
    first: int
    """Milliseconds: its first message. Transcripts stand in this order, then in that of their rows."""
    end: int
    """The position its next message will have."""


class Mark(NamedTuple):
    """What a session was when it was read."""

    change: int
    """The newest change noted in the archive."""
    places: tuple[Place, ...]
    """Its transcripts, in order."""


class Change(NamedTuple):
    """A message that changed."""

    message: int
    """Its row."""
    only_passed: bool
    """Nothing but why it needs no understanding; else anything, its place included."""
    passed: Passed | None
    """Why it needs none, as it stands now."""


class Tail(NamedTuple):
    """The end of a session."""

    standing: list[Standing]
    """Its newest messages, in order; none of a sub-agent's own."""
    is_whole: bool
    """Nothing stands before them."""


class Live:
    """Reads what stands. To compare a `mark` with what is read, do both in one `Database.moment`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def whole(self, session_id: int, is_whole: bool = False) -> list[Standing]:
        """The session's messages, in order.

        Unless `is_whole`, tool output, thinking and notices come without text, but for what the project
        level shows of them: a sub-agent's answer and the markers of pictures.
        """
        with self._db.moment():
            return self._read(self._places(session_id), 0, (), is_whole)

    def following(self, places: Sequence[Place], position: int, sent: Collection[str]) -> list[Standing]:
        """The messages of these transcripts, in order; of the first one those from this position on.

        `sent`: ids of the calls before them that sent a sub-agent.
        """
        return self._read(places, position, sent, False)

    def tail(self, session_id: int, wanted: int) -> Tail:
        """The session's newest messages, so many that what is said in them comes to `wanted` tokens, or all."""
        found: list[Row] = []
        said, is_more = 0, False
        with self._db.moment():
            for place in reversed(self._places(session_id)):
                before = place.end
                while (page := self._page(place.transcript, before)) and not (is_more := said >= wanted):
                    found += page
                    before = as_int(page[-1][_POSITION])
                    said += sum(estimate(str(row[_TEXT])) for row in page if row[_KIND] == Kind.TEXT)
            return Tail(self._with_answers(_standing(found[::-1]), ()), not is_more)

    def mark(self, session_id: int) -> Mark:
        """What the session is now."""
        return Mark(self._db.number("SELECT max(n) FROM changes"), self._places(session_id))

    def changes(self, since: int) -> list[Change] | None:
        """What changed of messages, of whatever session, since a mark; None where the notes do not reach back."""
        if self._db.number("SELECT min(n) FROM changes") > since + 1:
            return None
        found = self._db.rows(
            """SELECT c.message, min(c.only_passed), m.passed FROM changes c LEFT JOIN messages m ON m.id = c.message
               WHERE c.n > ? GROUP BY c.message""",
            (since,),
        )
        return [
            Change(as_int(message), bool(only), Passed(str(why)) if why else None)
            for message, only, why in found
        ]

    def positions(self, session_id: int, message: int) -> list[tuple[int, int]]:
        """Where in the session a message stands: transcripts and positions."""
        found = self._db.rows(
            """SELECT b.transcript, b.position FROM membership b JOIN transcripts t ON t.id = b.transcript
               WHERE b.message = ? AND b.live > 0 AND t.session_id = ?""",
            (message, session_id),
        )
        return [(as_int(transcript), as_int(position)) for transcript, position in found]

    def prune(self) -> None:
        """Drop all but the newest notes of changes, once there are many."""
        if self._db.number("SELECT max(n) - min(n) FROM changes") > 2 * KEPT:
            self._db.run("DELETE FROM changes WHERE n <= (SELECT max(n) FROM changes) - ?", (KEPT,))

    def _places(self, session_id: int) -> tuple[Place, ...]:
        found = self._db.rows(
            """SELECT id, coalesce(first, 0), next_position FROM transcripts WHERE session_id = ?
               ORDER BY 2, 1""",
            (session_id,),
        )
        return tuple(Place(as_int(row), as_int(first), as_int(end)) for row, first, end in found)

    def _read(
        self, places: Sequence[Place], position: int, sent: Collection[str], is_whole: bool
    ) -> list[Standing]:
        found: list[Row] = []
        for number, place in enumerate(places):
            found += self._rows(place.transcript, position if number == 0 else 0, is_whole)
        standing = _standing(found)
        return standing if is_whole else self._with_answers(standing, sent)

    def _rows(self, transcript: int, position: int, is_whole: bool) -> list[Row]:
        shown = "m.text" if is_whole else SHOWN_TEXT
        return self._db.rows(
            f"""SELECT {_columns(shown)} FROM membership b JOIN messages m ON m.id = b.message
               WHERE b.transcript = ? AND b.position >= ? AND b.live > 0 ORDER BY b.position""",
            (transcript, position),
        )

    def _page(self, transcript: int, before: int) -> list[Row]:
        """The newest messages before a position, backwards."""
        return self._db.rows(
            f"""SELECT {_columns(SHOWN_TEXT)} FROM membership b JOIN messages m ON m.id = b.message
               WHERE b.transcript = ? AND b.position < ? AND b.live > 0 AND m.sidechain = 0
               ORDER BY b.position DESC LIMIT {PAGE}""",
            (transcript, before),
        )

    def _with_answers(self, standing: list[Standing], sent: Collection[str]) -> list[Standing]:
        """The same messages with the text of sub-agents' answers."""
        calls = {*sent, *(dispatched(standing))}
        if not calls:
            return standing
        return [
            s._replace(message=s.message._replace(text=self._text(s.id)))
            if s.message.kind is Kind.RESULT and s.message.call in calls
            else s
            for s in standing
        ]

    def _text(self, row: int) -> str:
        found = self._db.row("SELECT text FROM messages WHERE id = ?", (row,))
        return str(found[0]) if found else ""


def _columns(shown: str) -> str:
    return f"""m.id, m.client, m.uuid, m.block, m.speaker, m.kind, {shown}, m.at, m.reply, m.tool, m.call,
        m.path, m.failed, m.ends_turn, m.sidechain, m.passed, b.turn_ended, b.transcript,
        CASE WHEN b.turn_ended THEN {END} END, b.position"""


def _standing(found: Sequence[Row]) -> list[Standing]:
    """Rows in the session's order as messages, each once."""
    seen: set[int] = set()
    standing: list[Standing] = []
    for number, row in enumerate(found):
        if as_int(row[0]) not in seen:
            seen.add(as_int(row[0]))
            # No exchange goes on in another transcript.
            is_last = number + 1 < len(found) and found[number + 1][_TRANSCRIPT] != row[_TRANSCRIPT]
            standing.append(standing_of(row, is_last))
    return standing


def dispatched(standing: Sequence[Standing]) -> set[str]:
    """Ids of the calls that sent a sub-agent."""
    return {s.message.call for s in standing if s.message.tool in DISPATCHERS and s.message.call}
