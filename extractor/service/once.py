"""One pass: learn from everything that waits, then stop.

Owns the order of reading and learning without a loop, and the report of it. Promises that what it could
not do is in the report. Never follows a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from extractor.archive.archive import Archive
from extractor.archive.spending import Spent
from extractor.domain import Transcript
from extractor.errors import TRY_AGAIN
from extractor.extraction.job import Job
from extractor.service.intake import Intake, Taken
from extractor.service.learning import Learning

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done and how much there is."""


@dataclass(slots=True)
class Report:
    """What a pass did."""

    transcripts: int = 0
    """Those that were looked at to their end, whether or not anything in them was new."""
    messages: int = 0
    """Those in them that nobody had read before."""
    runs: int = 0
    added: int = 0
    changed: int = 0
    removed: int = 0
    spent: Spent = field(default_factory=Spent)
    """What its calls are booked with, those of runs that could not be held to their end too."""
    refusals: list[str] = field(default_factory=list)
    unreadable: int = 0
    failed: int = 0
    """Runs that failed of themselves; their exchanges are tried again."""
    stopped: str = ""
    """Why the pass ended before all was learned; empty when it did not."""
    budget_reached: bool = False
    is_hindered: bool = False
    """A folder or a defect stands in the way of a session."""
    is_unfinished: bool = False
    """Nothing is in the way, but an exchange may still go on."""


def once(
    archive: Archive,
    intake: Intake,
    learning: Learning,
    named: Sequence[Transcript] | None,
    progress: Progress,
    before_learning: Callable[[frozenset[int]], None] = lambda _sessions: None,
    report: Report | None = None,
) -> Report:
    """Read and learn. `named`: only these transcripts, whatever their age; None: everything there is.

    `before_learning` is told the sessions that were read; what it raises ends the pass with nothing learned.
    `report`: the one to fill in, which says what was done also where a person ends the pass.
    """
    report = report or Report()
    learning.pause.then = learning.pause.again = TRY_AGAIN  # there may be no service
    learning.between_tries = 0
    if named is None:
        # What stood in the way of a session or a folder is told again where it still does.
        archive.forget_problems("session", "folder")
    sessions = _read(intake, named, report, progress)
    before_learning(frozenset(sessions))
    if named is None:
        learning.add(archive.sessions.waiting())
    else:
        learning.add(sorted(sessions), are_named=True)
    total = len(sessions) if named is not None else len(archive.sessions.waiting())
    while (job := learning.next_job()) is not None:
        progress("learning", min(report.runs + 1, total), max(total, report.runs + 1))
        _hold(learning, job, report)
        report.spent += archive.ledger.of_run(job.run)
    report.stopped = learning.pause.why or learning.pause.budget_why
    report.budget_reached = learning.pause.is_budget_reached
    report.is_hindered = learning.is_hindered
    is_held_up = report.stopped or report.failed or report.is_hindered
    report.is_unfinished = learning.next_due() is not None and not is_held_up
    return report


def _read(intake: Intake, named: Sequence[Transcript] | None, report: Report, progress: Progress) -> set[int]:
    if named is None:
        intake.scan()
    else:
        for transcript in named:
            intake.add(transcript)
    total = len(tuple(intake.due()))
    sessions: set[int] = set()

    def note(taken: Taken) -> None:
        report.messages += taken.new
        report.unreadable += taken.session == 0
        if taken.is_done:
            report.transcripts += 1
        if taken.session:
            sessions.add(taken.session)
        progress("reading", report.transcripts, total)

    intake.run_dry(note)
    return sessions


def _hold(learning: Learning, job: Job, report: Report) -> None:
    try:
        result = learning.call(job, learning.model(job))
    except KeyboardInterrupt:
        learning.interrupted(job)
        raise
    report.runs += 1
    finished = learning.done(result)
    if finished is None:
        return
    if learning.summaries.is_wanted(job):
        learning.summaries.take_in(learning.summaries.make(job, learning.model(job)))
    report.added += finished.added
    report.changed += finished.changed
    report.removed += finished.removed
    report.failed += finished.outcome == "failed"
    report.refusals += finished.refusals
