"""The archive as a whole: one state file and the tables that stand in it.

Owns the opening of the state file and what a summary of it says. Promises one writing connection.
Never reads a transcript or a memory file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from extractor.archive.cursors import Cursors
from extractor.archive.database import Database
from extractor.archive.direct import WAYS, Direct, Way
from extractor.archive.forgetting import Forgetting
from extractor.archive.given import GivenTexts
from extractor.archive.histories import Histories
from extractor.archive.index_lines import IndexLines
from extractor.archive.journal import JournalTable
from extractor.archive.ledger import LedgerTable, Spent
from extractor.archive.messages import WAITING, Messages
from extractor.archive.pieces import PieceTable
from extractor.archive.provenance import Provenance
from extractor.archive.run_log import RunLog
from extractor.archive.runs import Plan, Runs
from extractor.archive.scope import ROOT
from extractor.archive.search import Search
from extractor.archive.sessions import SessionTable
from extractor.archive.statements import Statements
from extractor.archive.tombstones import Tombstones
from extractor.domain import Milliseconds, Passed
from extractor.errors import StoreFailed, printable
from extractor.memory.private_paths import NOWHERE, PrivatePaths
from extractor.transcripts.source import UNKNOWN_FORM

STATE_FILE = "state.db"

BY_SERVICE = f"r.undoes IS NULL AND s.client NOT IN ({WAYS})"
"""Runs in which something was to be learned: what was asked for directly is none of them."""


PROBLEMS = """SELECT CASE WHEN sum(scope GLOB 'index:*') > 1 AND line GLOB '* cannot be entered: mend its mode'
    THEN line || ' (' || sum(scope GLOB 'index:*') || ' memory folders are below it)' ELSE line END FROM problems"""
"""Each line once. That of several memory folders names none of them, but the folder above that is closed."""


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
    unknown: tuple[tuple[str, str, int], ...]
    """Client, version and number of the transcripts whose form is not known."""
    held_bytes: int
    """Bytes of unterminated last lines held back."""
    problems: tuple[str, ...]
    holding_up: tuple[str, ...]
    """Those of the problems that keep what waits from being learned: of the model, the budget, a session, a folder."""
    runs: int
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


class Archive:
    """The state file's tables on one connection."""

    def __init__(
        self,
        db: Database,
        redact: Callable[[str], str],
        clock: Callable[[], Milliseconds],
        private: PrivatePaths = NOWHERE,
    ) -> None:
        self.db = db
        self.messages = Messages(db, redact, private)
        self.sessions = SessionTable(db)
        self.pieces = PieceTable(db, without=tuple(Way))
        self.direct = Direct(db, self.messages)
        self.given = GivenTexts(db)
        self.search = Search(db)
        self.cursors = Cursors(db)
        self.journal = JournalTable(db)
        self.index_lines = IndexLines(db)
        self.ledger = LedgerTable(db, clock)
        self.runs = Runs(db)
        self.histories = Histories(db)
        self.run_log = RunLog(db)
        self.provenance = Provenance(db)
        self.statements = Statements(db)
        self.tombstones = Tombstones(db)
        self.forgetting = Forgetting(db, self.tombstones, self.statements)

    @classmethod
    def open(
        cls,
        folder: Path,
        redact: Callable[[str], str],
        clock: Callable[[], Milliseconds],
        private: PrivatePaths = NOWHERE,
    ) -> Archive:
        """Open the state file in `folder` for writing. Raises StoreFailed, ConfigError."""
        archive = cls(Database.open(folder / STATE_FILE, clock()), redact, clock, private)
        try:
            if archive.note("cursors_taken_over") is None:
                # Both or neither: a new state file that knows nothing of earlier cursors would learn all again.
                with archive.db.transaction():
                    archive.set_note("cursors_taken_over", str(archive.cursors.take_over()))
            archive.cursors.shorten()
            archive.tombstones.take_over()
            archive.tombstones.catch_up()
            archive.index_lines.take_over()
            archive.messages.standing.prune()
        except BaseException:
            archive.close()
            raise
        return archive

    @classmethod
    def open_readonly(cls, folder: Path) -> Archive:
        """Open the state file in `folder` for reading. Raises StoreFailed when there is none."""
        return cls(Database.open_readonly(folder / STATE_FILE), lambda text: text, lambda: Milliseconds(0))

    @classmethod
    def maybe(cls, folder: Path) -> Archive | None:
        """The same; None before the first start. Raises StoreFailed when it is damaged."""
        try:
            return cls.open_readonly(folder)
        except StoreFailed:
            if (folder / STATE_FILE).exists():
                raise
            return None  # nothing was started yet: there is nothing to tell

    def problem(self, scope: str, line: str | None, now: Milliseconds) -> None:
        """Record what is wrong with a scope (a folder, the watcher, the model), or that it is well again."""
        with self.db.transaction():
            if line is None:
                self.db.run("DELETE FROM problems WHERE scope = ?", (printable(scope),))
            else:
                self.db.run(
                    """INSERT INTO problems VALUES(?, ?, ?) ON CONFLICT(scope) DO UPDATE SET
                       line = excluded.line, at = excluded.at""",
                    (printable(scope), printable(line), now),
                )

    def forget_problems(self, *kinds: str) -> None:
        """Tell no longer what was wrong with scopes of these kinds (`folder` of `folder:/a/path`)."""
        for kind in kinds:
            self.db.run("DELETE FROM problems WHERE substr(scope, 1, ?) = ?", (len(kind) + 1, f"{kind}:"))

    def complete(self, run: int, plan: Plan, now: Milliseconds) -> bool:
        """Record what a run did once its files are written; False where somebody else has done so already."""
        with self.db.transaction():
            if self.runs.is_recorded(run):
                return False
            self.runs.quote(run, plan.folder, plan.quotes)
            self.messages.pass_over(plan.rows, Passed.LEARNED)
            if plan.cursor is not None and self.sessions.of_row(plan.session_id) is not None:
                self.cursors.move(plan.session_id, plan.cursor, self.messages.archive_id(), now)
            self.runs.clear_failure(plan.session_id)
            self.runs.finish(run, plan.done, now)
        if plan.cursor is not None:
            self.cursors.save()
        return True

    def complete_plans(self, folder: str | None, now: Milliseconds) -> int:
        """Record the runs a crash cut off after their files had been written; returns how many.

        `folder`: only those in it, which has been recovered and is held. None: in every folder.
        """
        return sum(self.complete(run, plan, now) for run, plan in self.runs.unfinished_plans(folder))

    def projects(self) -> list[str]:
        """The root of every project a session was held in; NO_DIRECTORY for those that named no directory."""
        found = self.db.rows(f"SELECT DISTINCT {ROOT} FROM sessions s ORDER BY 1")
        return [str(project) for (project,) in found]

    def held_in(self) -> list[tuple[str, str, int, Milliseconds]]:
        """Project, client, number of sessions and when the newest grew, of every project a client worked in."""
        found = self.db.rows(
            f"""SELECT {ROOT}, client, count(*), max(grown) FROM sessions s
                WHERE client NOT IN ({WAYS}) GROUP BY 1, 2 ORDER BY 1, 2"""
        )
        return [
            (str(project), str(client), int(str(count)), Milliseconds(int(str(grown))))
            for project, client, count, grown in found
        ]

    def folders(self) -> list[str]:
        """Every memory folder a run has written to, or in which an index of ours stands."""
        return sorted({*self.runs.folders(), *self.index_lines.folders()})

    def note(self, name: str) -> str | None:
        """A value kept under a name."""
        found = self.db.row("SELECT value FROM meta WHERE name = ?", (name,))
        return str(found[0]) if found else None

    def set_note(self, name: str, value: str) -> None:
        """Keep a value under a name."""
        with self.db.transaction():
            self.db.run(
                "INSERT INTO meta VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    def summary(self, day: str) -> Summary:
        """Everything `status` needs, read in one go. `day` is today's ISO date where the person is."""
        number = self.db.number
        week = (date.fromisoformat(day) - timedelta(days=6)).isoformat() if day else day

        def passed(why: Passed) -> int:
            return number(f"SELECT count(*) FROM messages WHERE {WAITING} AND passed = ?", (why,))

        return Summary(
            transcripts=number(f"SELECT count(*) FROM transcripts WHERE client NOT IN ({WAYS})"),
            sessions=number(f"SELECT count(*) FROM sessions WHERE client NOT IN ({WAYS})"),
            messages=number("SELECT count(*) FROM messages"),
            waiting=number(
                f"""SELECT count(DISTINCT messages.id) FROM messages
                    CROSS JOIN membership b ON b.message = messages.id AND b.live = 1
                    CROSS JOIN transcripts t ON t.id = b.transcript AND t.sidechain = 0
                    WHERE {WAITING} AND messages.passed IS NULL"""
            ),
            waiting_sessions=len(self.sessions.waiting()),
            headless=passed(Passed.HEADLESS),
            old=passed(Passed.OLD),
            agent_wrote=passed(Passed.AGENT_WROTE),
            set_aside=tuple(
                (str(session), str(reason))
                for session, reason in self.db.rows(
                    "SELECT s.session, a.reason FROM set_aside a JOIN sessions s ON s.id = a.session_id ORDER BY a.id"
                )
            ),
            parked=tuple(
                (str(reason), int(str(count)))
                for reason, count in self.db.rows(
                    "SELECT reason, count(*) FROM parked GROUP BY 1 ORDER BY 2 DESC"
                )
            ),
            unknown=self._by_version(
                """count(DISTINCT t.id) FROM parked p JOIN transcripts t ON t.id = p.transcript
                   JOIN sessions s ON s.id = t.session_id WHERE p.reason = ?""",
                UNKNOWN_FORM,
            ),
            held_bytes=number("SELECT coalesce(sum(held), 0) FROM transcripts"),
            problems=self._lines(
                f"{PROBLEMS} GROUP BY line UNION ALL SELECT problem FROM transcripts WHERE problem IS NOT NULL"
            ),
            holding_up=self._lines(
                f"""{PROBLEMS} GROUP BY line HAVING sum(scope IN ('model', 'budget')
                    OR scope GLOB 'session:*' OR scope GLOB 'folder:*')"""
            ),
            runs=number(
                f"SELECT count(*) FROM runs r JOIN sessions s ON s.id = r.session_id WHERE {BY_SERVICE}"
            ),
            last_learned=self._last_run(f"WHERE {BY_SERVICE} AND r.added + r.changed + r.removed > 0"),
            last_run=self._last_run(f"WHERE {BY_SERVICE} AND r.finished IS NOT NULL"),
            spent=self.ledger.spent(day),
            spent_week=self.ledger.spent(week, day),
            spent_by_project=tuple(self.ledger.by_project(week, day)),
            versions=self._by_version(f"count(*) FROM sessions s WHERE s.client NOT IN ({WAYS})"),
        )

    def _lines(self, sql: str) -> tuple[str, ...]:
        return tuple(str(line) for (line,) in self.db.rows(sql))

    def _by_version(self, counted: str, *values: str) -> tuple[tuple[str, str, int], ...]:
        """Client, version and a number of each, of sessions `s`."""
        found = self.db.rows(
            f"SELECT s.client, coalesce(s.version, 'unknown'), {counted} GROUP BY 1, 2 ORDER BY 1, 2", values
        )
        return tuple((str(client), str(version), int(str(count))) for client, version, count in found)

    def _last_run(self, where: str) -> LastRun | None:
        found = self.db.row(
            f"""SELECT r.outcome, s.session, r.finished, r.detail FROM runs r JOIN sessions s ON s.id = r.session_id
                {where} ORDER BY r.id DESC LIMIT 1"""
        )
        if found is None:
            return None
        return LastRun(str(found[0]), str(found[1]), Milliseconds(int(str(found[2] or 0))), str(found[3]))

    def close(self) -> None:
        """Close the state file."""
        self.db.close()
