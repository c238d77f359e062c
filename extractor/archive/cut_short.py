"""Runs cut short: what is to be recorded of those whose process ended before their record was made.

Owns the judgement of a run by its plan and its writes in the journal. Promises that whatever stands is recorded with
its quotes, and that messages count as understood only where nothing a person saved first waits to be tried again.
Never looks at a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from extractor.archive.database import Database
from extractor.archive.journal import JournalTable
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Plan
from extractor.memory.changeset import FileChange
from extractor.memory.journal import IntentState

REST = "cut short: what a person saved first is tried again"
"""What the log says of a run of which only a part stands."""


class CutShort:
    """Judges runs that were planned and not recorded. What one run wrote in several folders is judged as a whole."""

    def __init__(self, db: Database, journal: JournalTable) -> None:
        self._db = db
        self._journal = journal

    def ready(self, folder: str | None = None) -> list[tuple[int, Plan]]:
        """Runs whose writes have all come to their end, and what is to be recorded of each. Oldest first.

        `folder`: only those with a part in it. Where a file was left to a person and not tried again, what stands
        is recorded and the messages go on waiting. A run of which nothing stands is then held again, as one is whose
        writes were never begun: neither is among these.
        """
        found = self._db.rows(
            "SELECT id, plan FROM runs WHERE finished IS NULL AND plan IS NOT NULL ORDER BY id"
        )
        wholes: dict[int, list[tuple[int, Plan]]] = {}
        for run, text in found:
            plan = Plan.from_json(str(text))
            wholes.setdefault(plan.whole or int(str(run)), []).append((int(str(run)), plan))
        return sorted(
            (
                each
                for parts in wholes.values()
                if folder is None or any(plan.folder == folder for _, plan in parts)
                for each in self._judged(parts)
            ),
            key=lambda each: each[0],
        )

    def _judged(self, parts: Sequence[tuple[int, Plan]]) -> list[tuple[int, Plan]]:
        writes = {run: self._journal.writes(run) for run, _ in parts}
        states = [state for each in writes.values() for _, state in each]
        if not states or IntentState.OPEN in states:
            return []
        lost = {run: left_to_people(each) for run, each in writes.items()}
        is_whole = not any(lost[run] and not plan.is_again for run, plan in parts)
        return [
            (run, _of(plan, lost[run], net, is_whole))
            for run, plan in parts
            if (net := self._journal.net(run)) or is_whole
        ]


def left_to_people(writes: Sequence[tuple[str, IntentState]]) -> frozenset[str]:
    """The files of which the last write does not stand."""
    last = dict(writes)
    return frozenset(f for f, state in last.items() if state not in (IntentState.APPLIED, IntentState.CLOSED))


def _of(plan: Plan, lost: frozenset[str], net: Sequence[FileChange], is_whole: bool) -> Plan:
    """What of a plan stands."""
    added, removed = sum(c.before is None for c in net), sum(c.after is None for c in net)
    done = replace(plan.done, added=added, removed=removed, changed=len(net) - added - removed)
    if not net and lost:
        done = replace(done, outcome=Outcome.CONFLICT)
    kept = replace(plan, quotes=tuple(q for q in plan.quotes if q.file not in lost), done=done)
    return kept if is_whole else replace(kept, rows=(), cursor=None, done=replace(done, detail=REST))
