"""What the archive holds and what waits, in figures.

Owns the questions `status` asks of all tables. Promises that they are asked in one go. Only reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from extractor import fs
from extractor.archive.database import Database
from extractor.archive.parked import HeldBack, ParkedIn, held_back, parked_in
from extractor.archive.reader import Reader
from extractor.archive.spending import Spending, Spent
from extractor.archive.standing import WAITING
from extractor.archive.unfinished import unfinished
from extractor.archive.way import WAYS
from extractor.domain import Milliseconds, Passed
from extractor.transcripts.source import STRANGE

BY_SERVICE = f"r.undoes IS NULL AND s.client NOT IN ({WAYS})"
"""Runs in which something was to be learned: what was asked for directly is none of them."""

_PROBLEMS = """SELECT CASE WHEN sum(scope GLOB 'index:*') > 1 AND line GLOB '* cannot be entered: mend its mode'
    THEN line || ' (' || sum(scope GLOB 'index:*') || ' memory folders are below it)' ELSE line END FROM problems"""
"""Each line once. That of several memory folders names none of them, but the folder above that is closed."""

_OF_TODAY = " WHERE NOT (scope = 'budget' AND at < ?)"
"""A budget that was reached before this moment was that of an earlier day."""

_LASTING = " AND scope NOT IN ('settings', 'watcher')"
"""What the service itself has taken over or watches ends with it."""


@dataclass(frozen=True, slots=True)
class LastRun:
    """The newest run that has finished."""

    outcome: str
    session: str
    at: Milliseconds
    detail: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What the archive holds and what waits, as `status` tells it."""

    transcripts: int
    sessions: int
    messages: int
    waiting: int
    """A person's messages that wait to be understood."""
    waiting_sessions: int
    headless: int
    """Scripts' prompts behind `learn_headless`."""
    old: int
    """A person's messages from before `learn_since`."""
    agent_wrote: int
    set_aside: tuple[tuple[str, str], ...]
    """Session and reason of each exchange set aside."""
    parked: tuple[tuple[str, int], ...]
    """Reasons and how often."""
    parked_in: tuple[ParkedIn, ...]
    """The transcripts they stand in."""
    unknown: tuple[tuple[str, str, int], ...]
    """Client, version and number of the transcripts whose form is not known."""
    held_back: tuple[HeldBack, ...]
    """The transcripts whose last line is held back, for it is not finished."""
    problems: tuple[str, ...]
    holding_up: tuple[str, ...]
    """Those of the problems that keep what waits from being learned: of the model, the budget, a session, a folder."""
    runs: int
    under_way: int
    """Runs that were begun and have not come to their end."""
    last_learned: LastRun | None
    last_run: LastRun | None
    spent: Spent
    """Today."""
    spent_week: Spent
    """In the last seven days, today's among them."""
    spent_by_project: tuple[tuple[str, Spent], ...]
    """In the last seven days, each project's."""
    versions: tuple[tuple[str, str, int], ...]
    """Client, version and number of sessions."""


def summary_of(
    archive: Reader,
    day: str,
    *,
    is_service_running: bool = True,
    midnight: Milliseconds | None = None,
) -> Summary:
    """Everything `status` needs, read in one go. `day` is today's ISO date where the person is.

    `midnight`: when it began there; None: a budget that was reached on an earlier day is told too.
    """
    db, spending = archive.db, Spending(archive.db)
    problems = _Problems(db, midnight or Milliseconds(0), is_service_running)
    week = (date.fromisoformat(day) - timedelta(days=6)).isoformat() if day else day
    return Summary(
        transcripts=db.number(f"SELECT count(*) FROM transcripts WHERE client NOT IN ({WAYS})"),
        sessions=db.number(f"SELECT count(*) FROM sessions WHERE client NOT IN ({WAYS})"),
        messages=db.number("SELECT count(*) FROM messages"),
        waiting=_waiting(db),
        waiting_sessions=len(archive.sessions.waiting()),
        headless=_passed(db, Passed.HEADLESS),
        old=_passed(db, Passed.OLD),
        agent_wrote=_passed(db, Passed.AGENT_WROTE),
        set_aside=_set_aside(db),
        parked=_parked(db),
        parked_in=parked_in(db),
        unknown=_unknown(db),
        held_back=held_back(db),
        problems=tuple(dict.fromkeys((*problems.all(), *unfinished(db)))),
        holding_up=problems.holding_up(),
        runs=db.number(
            f"SELECT count(*) FROM runs r JOIN sessions s ON s.id = r.session_id WHERE {BY_SERVICE}"
        ),
        under_way=db.number("SELECT count(*) FROM runs WHERE finished IS NULL AND undoes IS NULL"),
        last_learned=_last_run(db, f"WHERE {BY_SERVICE} AND r.added + r.changed + r.removed > 0"),
        last_run=_last_run(db, f"WHERE {BY_SERVICE} AND r.finished IS NOT NULL"),
        spent=spending.spent(day),
        spent_week=spending.spent(week, day),
        spent_by_project=tuple(spending.by_project(week, day)),
        versions=_by_version(db, f"count(*) FROM sessions s WHERE s.client NOT IN ({WAYS})"),
    )


@dataclass(frozen=True, slots=True)
class _Problems:
    """Lines about what is wrong."""

    db: Database
    midnight: Milliseconds
    is_service_running: bool

    def all(self) -> tuple[str, ...]:
        """Everything that is wrong, what is wrong with a transcript among it."""
        return self._lines(
            "GROUP BY line UNION ALL SELECT problem FROM transcripts WHERE problem IS NOT NULL"
        )

    def holding_up(self) -> tuple[str, ...]:
        """What keeps that which waits from being learned."""
        return self._lines(
            """GROUP BY line HAVING sum(scope IN ('model', 'budget')
               OR scope GLOB 'session:*' OR scope GLOB 'folder:*')"""
        )

    def _lines(self, grouped: str) -> tuple[str, ...]:
        told = _PROBLEMS + _OF_TODAY + ("" if self.is_service_running else _LASTING)
        lines = (str(line) for (line,) in self.db.rows(f"{told} {grouped}", (self.midnight,)))
        # Asked again: a person who ran what the line says looks here next, and no service may run that would see it.
        return tuple(line for line in lines if not fs.is_mended(line))


def _waiting(db: Database) -> int:
    """A person's messages that wait to be understood."""
    return db.number(
        f"""SELECT count(DISTINCT messages.id) FROM messages
            CROSS JOIN membership b ON b.message = messages.id AND b.live > 0
            CROSS JOIN transcripts t ON t.id = b.transcript AND t.sidechain = 0
            WHERE {WAITING} AND messages.passed IS NULL"""
    )


def _passed(db: Database, why: Passed) -> int:
    return db.number(f"SELECT count(*) FROM messages WHERE {WAITING} AND passed = ?", (why,))


def _set_aside(db: Database) -> tuple[tuple[str, str], ...]:
    found = db.rows(
        "SELECT s.session, a.reason FROM set_aside a JOIN sessions s ON s.id = a.session_id ORDER BY a.id"
    )
    return tuple((str(session), str(reason)) for session, reason in found)


def _parked(db: Database) -> tuple[tuple[str, int], ...]:
    found = db.rows("SELECT reason, count(*) FROM parked GROUP BY 1 ORDER BY 2 DESC")
    return tuple((str(reason), int(str(count))) for reason, count in found)


def _unknown(db: Database) -> tuple[tuple[str, str, int], ...]:
    return _by_version(
        db,
        """count(DISTINCT t.id) FROM parked p JOIN transcripts t ON t.id = p.transcript
           JOIN sessions s ON s.id = t.session_id WHERE p.reason IN (?, ?)""",
        *STRANGE,
    )


def _by_version(db: Database, counted: str, *values: str) -> tuple[tuple[str, str, int], ...]:
    """Client, version and a number of each, of sessions `s`."""
    found = db.rows(
        f"SELECT s.client, coalesce(s.version, 'unknown'), {counted} GROUP BY 1, 2 ORDER BY 1, 2", values
    )
    return tuple((str(client), str(version), int(str(count))) for client, version, count in found)


def _last_run(db: Database, where: str) -> LastRun | None:
    found = db.row(
        f"""SELECT r.outcome, s.session, r.finished, r.detail FROM runs r JOIN sessions s ON s.id = r.session_id
            {where} ORDER BY r.id DESC LIMIT 1"""
    )
    if found is None:
        return None
    return LastRun(str(found[0]), str(found[1]), Milliseconds(int(str(found[2] or 0))), str(found[3]))
