"""The archive as a whole: one state file and the tables that stand in it.

Owns the opening of the state file for writing and what is recorded across its tables. Promises one writing
connection. Never reads a transcript or a memory file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Self

from extractor.archive.cursors import Cursors
from extractor.archive.cut_short import CutShort
from extractor.archive.database import STATE_FILE, Database
from extractor.archive.direct import Direct
from extractor.archive.forgetting import Forgetting
from extractor.archive.given import GivenTexts
from extractor.archive.histories import Histories
from extractor.archive.ledger import LedgerTable
from extractor.archive.messages import Messages
from extractor.archive.pieces import PieceTable
from extractor.archive.reader import Reader
from extractor.archive.runs import Plan, Runs
from extractor.archive.search import Search
from extractor.archive.sub_agents import SubAgents
from extractor.archive.summary import Summary, summary_of
from extractor.archive.tombstones import Tombstones
from extractor.archive.way import Way
from extractor.domain import Milliseconds, Passed
from extractor.errors import printable
from extractor.memory.private.private_paths import NOWHERE, PrivatePaths


class Archive(Reader):
    """The state file's tables on one connection."""

    def __init__(
        self,
        db: Database,
        redact: Callable[[str], str],
        clock: Callable[[], Milliseconds],
        private: PrivatePaths = NOWHERE,
    ) -> None:
        super().__init__(db)
        self.messages = Messages(db, redact, private)
        self.pieces = PieceTable(db, without=tuple(Way))
        self.direct = Direct(db, self.messages)
        self.given = GivenTexts(db)
        self.sub_agents = SubAgents(db)
        self.search = Search(db)
        self.cursors = Cursors(db)
        self.ledger = LedgerTable(db, clock)
        self.runs = Runs(db)
        self.cut_short = CutShort(db, self.journal)
        self.histories = Histories(db)
        self.tombstones = Tombstones(db)
        self.forgetting = Forgetting(db, self.tombstones, self.statements)

    @classmethod
    def open(
        cls,
        folder: Path,
        redact: Callable[[str], str],
        clock: Callable[[], Milliseconds],
        private: PrivatePaths = NOWHERE,
        expect_alone: Callable[[], None] = lambda: None,
    ) -> Archive:
        """Open the state file in `folder` for writing. Raises StoreFailed, ConfigError.

        `expect_alone` is called before a file of an earlier version is brought to today's shape.
        """
        archive = cls(Database.open(folder / STATE_FILE, clock(), expect_alone), redact, clock, private)
        try:
            if archive.note("cursors_taken_over") is None:
                # Both or neither: a new state file that knows nothing of earlier cursors would learn all again.
                with archive.db.transaction():
                    archive.set_note("cursors_taken_over", str(archive.cursors.take_over()))
            archive.cursors.shorten()
            archive.tombstones.take_over(archive.forgetting.order_again)
            archive.index_lines.take_over()
            archive.messages.standing.prune()
        except BaseException:
            archive.close()
            raise
        return archive

    @classmethod
    def open_readonly(cls, folder: Path) -> Self:
        """Open the state file in `folder` for reading. Raises StoreFailed when there is none."""
        return cls(Database.open_readonly(folder / STATE_FILE), lambda text: text, lambda: Milliseconds(0))

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

    def forget_problem(self, scope: str, before: Milliseconds) -> None:
        """Tell no longer what was wrong with a scope where that was told before a moment."""
        with self.db.transaction():
            self.db.run("DELETE FROM problems WHERE scope = ? AND at < ?", (printable(scope), before))

    def forget_problems(self, *kinds: str) -> None:
        """Tell no longer what was wrong with scopes of these kinds (`folder` of `folder:/a/path`)."""
        for kind in kinds:
            self.db.run("DELETE FROM problems WHERE substr(scope, 1, ?) = ?", (len(kind) + 1, f"{kind}:"))

    def complete(self, run: int, plan: Plan, now: Milliseconds) -> bool:
        """Record what a run did once its files are written; False where somebody else has done so already.

        Where its cursor moves, `complete_all` is the way: the cursor is told beside the state file only afterwards.
        """
        with self.db.transaction():
            if self.runs.is_recorded(run):
                return False
            self.runs.quote(run, plan.folder, plan.quotes)
            self.messages.pass_over(plan.rows, Passed.LEARNED)
            if plan.cursor is not None and self.sessions.of_row(plan.session_id) is not None:
                self.cursors.move(plan.session_id, plan.cursor, self.messages.archive_id(), now)
            self.runs.clear_failure(plan.session_id)
            self.runs.finish(run, plan.done, now)
        return True

    def complete_all(
        self,
        plans: Iterable[tuple[int, Plan]],
        now: Milliseconds,
        problems: Mapping[str, str | None] = MappingProxyType({}),
    ) -> int:
        """Record what runs did, all or none, then write the cursors beside; returns how many were not recorded yet.

        `problems`: what is to be told with it, as `problem` takes it.
        """
        with self.db.transaction():
            recorded = sum(self.complete(run, plan, now) for run, plan in plans)
            for scope, line in problems.items():
                self.problem(scope, line, now)
        self.cursors.save()
        return recorded

    def complete_plans(self, folder: str | None, now: Milliseconds) -> int:
        """Record the runs a crash cut off after their files had been written; returns how many.

        `folder`: only those with a part in it, which has been recovered and is held. None: in every folder.
        """
        return self.complete_all(self.cut_short.ready(folder), now)

    def follow(self, old: str, new: str) -> None:
        """Have all that is known of a memory folder known under another path, or nothing of it.

        `index_lines.save` writes the copy beside afterwards.
        """
        with self.db.transaction():
            self.runs.follow(old, new)
            self.forgetting.follow(old, new)
            self.whereabouts.move(old, new)
            self.index_lines.moved()

    def folders(self) -> list[str]:
        """Every memory folder a run has written to, or in which an index of ours stands."""
        return sorted({*self.runs.folders(), *self.index_lines.folders()})

    def set_note(self, name: str, value: str) -> None:
        """Keep a value under a name."""
        with self.db.transaction():
            self.db.run(
                "INSERT INTO meta VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    def drop_note(self, name: str) -> None:
        """Keep nothing under a name any more."""
        with self.db.transaction():
            self.db.run("DELETE FROM meta WHERE name = ?", (name,))

    def summary(self, day: str, *, is_service_running: bool = True) -> Summary:
        """Everything `status` needs, read in one go. `day` is today's ISO date where the person is."""
        return summary_of(self, day, is_service_running=is_service_running)
