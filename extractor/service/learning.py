"""Learning: which session's turn it is, and what a model's answer or silence means for the rest.

Owns what becomes of a run. Promises that none begins while the model is paused or the day's budget is reached,
and that runs which may not be under way together take turns (`turns`). Never reads a transcript.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import tzinfo

from extractor.archive.archive import Archive
from extractor.archive.outcome import Outcome
from extractor.archive.runs import Finished
from extractor.domain import Milliseconds
from extractor.errors import ConfigError, ModelUnavailable, StoreFailed
from extractor.extraction import policy
from extractor.extraction.fork import Forks
from extractor.extraction.job import Batch, Job, Later
from extractor.extraction.run import Extraction
from extractor.extraction.subagent import NOT_HELD, Conversation
from extractor.models.metered import BudgetReached
from extractor.models.model import Model
from extractor.moment import midnight
from extractor.service import call
from extractor.service.call import Result
from extractor.service.due import Due
from extractor.service.ending import Ending, keeping_out_of
from extractor.service.pause import Pause
from extractor.service.rejections import Rejections
from extractor.service.summaries import Summaries
from extractor.service.too_large import too_large
from extractor.service.troubles import RETRY, Troubles
from extractor.service.turns import Turns


class Learning:
    """Decides when sessions are learned from. Runs in the loop's thread; `call` runs elsewhere."""

    def __init__(
        self,
        archive: Archive,
        extraction: Extraction,
        model_for: Callable[[int], Model],
        model_name: str,
        tz: tzinfo,
        clock: Callable[[], Milliseconds],
        summary_template: str | None = None,
        forks: Forks | None = None,
    ) -> None:
        """`summary_template`: for a summary by the model; None: the rules in the code serve.

        `forks`: holds the runs of sessions their client can take up again, the model, which costs nothing then, the others.
        """
        self._forks = forks
        self._archive = archive
        self._extraction = extraction
        self._model_for = model_for
        self._model_name = model_name
        self._tz = tz
        self._clock = clock
        self._due = Due(clock)
        self._named: set[int] = set()
        self._turns = Turns()
        self._stuck: dict[int, Ending] = {}
        """Runs that could not be brought to their end, by session: that comes before the session's next."""
        self._began: dict[int, tuple[Extraction, tuple[Forks, str] | None]] = {}
        """What each run under way was begun and ends with, by its number; where a fork holds it, the id it goes by."""
        self._troubles = Troubles(archive, clock)
        self._idle = extraction.limits.stretches.idle
        self._is_begun = False
        self._rejections = Rejections(archive)
        self.summaries = Summaries(archive, extraction, summary_template, tz, clock)
        self.between_tries = int(policy.BETWEEN_TRIES * 1000)
        """Milliseconds until a session whose run failed is next."""
        self.pause = Pause(tz)

    # ------------------------------------------------------------ when

    def grew(self, session: int, turn_ended: bool) -> None:
        """A session has new messages."""
        self._due.grew(session, turn_ended)

    def add(self, sessions: Iterable[int], are_named: bool = False) -> None:
        """Make sessions due at once."""
        for session in sessions:
            self._due.add(session)
            if are_named:
                self._named.add(session)

    @property
    def is_hindered(self) -> bool:
        """A folder or a defect stands in the way of a session."""
        return bool(self._troubles)

    def next_due(self) -> int | None:
        """Milliseconds: when a session may be due next; None when none is."""
        is_out = self._turns.is_out
        at = self._due.next(is_out)
        stuck = self._due.next(lambda session: session not in self._stuck or is_out(session))
        asked = at if at is None or self._forks else None if self._is_trying else max(at, self.pause.until)
        return min((each for each in (asked, stuck) if each is not None), default=None)

    @property
    def _is_trying(self) -> bool:
        """A run under way tells whether an outage is over: until then no other is begun."""
        return self.pause.is_out and self._turns.is_any_under_way

    def _is_paused(self, now: Milliseconds) -> bool:
        return now < self.pause.until or self._is_trying

    def next_job(self, most: int | None = None) -> Job | None:
        """Open the next run, where there is one and its model may be asked.

        `most`: sessions to look at; None: as many as it takes. The others stay due: many old ones take a while.
        """
        now = self._clock()
        self._end_stuck()
        if self._is_paused(now) and not self._forks:
            return None
        if self.pause.is_new_day(now):
            self._archive.problem("budget", None, now)
        elif not self._is_begun:  # an earlier process may have told of an earlier day
            self._archive.forget_problem("budget", midnight(now, self._tz))
        self._is_begun = True
        for session in self._due.in_order(self._turns.is_first):
            if session in self._stuck or self._turns.is_out(session):
                continue
            if most is not None:
                if most == 0:
                    return None
                most -= 1
            batch = self._look(session)
            if batch is None:
                continue
            if isinstance(batch, Later):
                self._put_back(session, batch, now)
            elif (job := self._begin(session, batch)) is not None:
                return job
        return None

    def _may_write(self, session: int, batch: Batch) -> bool:
        """Whether all that was made for the project's folder is written there: else the next run may be paid in vain."""
        path = batch.folder.path
        if (why := keeping_out_of(path, self._stuck.values())) is not None:
            self._in_the_way(session, f"folder:{path}", why)
        return why is None

    def _look(self, session: int) -> Batch | Later | None:
        """What the session's next run would take in; None where its folder or a defect stands in the way."""
        try:
            return self._extraction.look(session, session in self._named)
        except StoreFailed:
            raise
        except Exception as error:  # noqa: BLE001 - one session, whatever is in it, must not end the service
            self._in_the_way(session, f"session:{session}", error)
            return None

    def _in_the_way(self, session: int, scope: str, error: Exception) -> None:
        self._due.put_off(session, self._clock() + RETRY)
        self._troubles.stand(session, scope, call.told(error))

    def _end_stuck(self) -> None:
        """Bring runs that are stuck to their end: what was paid for waits for its folder alone, and for no model."""
        for session in self._due.in_order(self._turns.is_first):
            if session in self._stuck and not self._turns.is_out(session):
                self._hold_back_failed(session, self._bring_to_its_end(self._stuck[session]))

    def _bring_to_its_end(self, run: Ending) -> Finished | None:
        """What a run that came back did; None where it is stuck, or was."""
        job, session = run.job, run.job.batch.session.id
        try:
            finished = run.carry_out()
        except Exception as failure:  # noqa: BLE001 - as in `_look`
            if run.has_failed(failure):
                self._stuck.pop(session, None)
                return run.extraction.failed(job, Finished(Outcome.FAILED, detail=call.told(failure)))
            self._stuck[session] = run.after(failure)
            self._in_the_way(session, f"folder:{job.batch.folder.path}", failure)
            return None
        self._stuck.pop(session, None)
        if finished is not None and finished.outcome is Outcome.OVERTAKEN:
            self._turns.run_alone(session)
        self._well_again(job)
        return finished

    def _well_again(self, job: Job) -> None:
        """A run went through: what was told of its session and its folder is over, unless one there is stuck."""
        session, folder = job.batch.session.id, f"folder:{job.batch.folder.path}"
        self._due.at_once(self._troubles.went_through(session, folder, self._stuck))

    def _put_back(self, session: int, later: Later, now: int) -> None:
        self._turns.let_go(session)
        again = None if later.seconds is None else now + int(later.seconds * 1000)
        self._due.looked_at(session, again)
        if again is None:
            self._troubles.over(session)

    def _begin(self, session: int, batch: Batch) -> Job | None:
        forks, now = self._forks if self._forks and self._forks.takes(batch) else None, self._clock()
        if forks and self._is_paused(now):
            self._due.put_off(session, max(self.pause.until, now + RETRY))
            return None
        if not (self._may_write(session, batch) and self._turns.takes(session, batch.homes)):
            return None
        try:
            job = self._extraction.begin(batch, forks.name if forks else self._model_name)
            fork = (forks, forks.new_id()) if forks else None
            self._began[job.run] = self._extraction, fork
            if fork:
                self._extraction.note_fork(fork[1], job.run)
        except Exception as error:  # noqa: BLE001 - as in `_look`
            self._in_the_way(session, f"folder:{batch.folder.path}", error)
            return None
        self._turns.begin(session, batch.homes)
        return job

    def set_back(self, by: int) -> None:
        """The clock was set back by so many milliseconds: every moment that is waited for comes as much earlier."""
        self._due.set_back(by)
        self.pause.set_back(by)

    def close_idle(self) -> None:
        """Close the stretches of sessions that grew under our eyes and then fell silent."""
        for session in self._due.silent(self._idle, self._turns.is_under_way):
            self._extraction.close_idle(session)

    # ------------------------------------------------------------ the call

    def model(self, job: Job) -> Model:
        """The model for a run, behind its meter."""
        return self._model_for(job.run)

    def call(self, job: Job, model: Model) -> Result:
        """Hold the run's conversation. Runs in any thread."""
        return call.hold(job, model, self._began[job.run][1])

    # ------------------------------------------------------------ afterwards

    def done(self, result: Result) -> Finished | None:
        """Take in what came back; returns what the run did, None when it was put off."""
        finished = self._taken_in(result)
        if not isinstance(result.error, BudgetReached):
            self._hold_back_failed(result.job.batch.session.id, finished)
        return finished

    def _hold_back_failed(self, session: int, finished: Finished | None) -> None:
        """Where a run failed, what made it fail may pass: its session waits for a moment."""
        if finished is not None and finished.outcome is Outcome.FAILED:
            self._due.hold_back(session, self._clock() + self.between_tries)

    def _taken_in(self, result: Result) -> Finished | None:
        job, session, now = result.job, result.job.batch.session.id, self._clock()
        extraction, fork = self._began.pop(job.run)
        self._turns.end(session)
        self._due.came_back(session)
        if extraction is not self._extraction and result.failed_of:
            # It tells of settings that were changed since.
            held = result.conversation or NOT_HELD
            self._extraction.put_off(job, result.put_off_as, result.failed_of, held.replies, held.usage)
            return None
        if result.conversation is None and result.error is not None:
            return self._not_held(job, result.error, now)
        assert result.conversation is not None
        if outage := self._rejections.outage(job, result.conversation, now):
            return self._not_held(job, outage, now, result.conversation)
        self._due.answered(session)
        finished = self._bring_to_its_end(Ending(extraction, job, result.conversation))
        self.summaries.forget_failure(now)
        if fork or not self._forks:
            self._answers(job, result.conversation, now)
        elif not self.pause.is_out:  # an earlier process may have told of it
            self._archive.problem("model", None, now)
        return finished

    def _answers(self, job: Job, held: Conversation, now: Milliseconds) -> None:
        """The model answered, or what forks sessions did: nothing of it is in the way."""
        self._bring_forward(now)
        self.pause.lift()
        self._rejections.came_back(job, held)
        self._archive.problem("model", None, now)
        if not self.pause.is_budget_reached:
            self._archive.problem("budget", None, now)

    def _bring_forward(self, now: Milliseconds) -> None:
        """What was put off to a pause's end is looked at anew."""
        if self._forks and now < self.pause.until:
            self._due.bring_forward(self.pause.until)

    def _not_held(
        self, job: Job, error: Exception, now: Milliseconds, held: Conversation = NOT_HELD
    ) -> Finished | None:
        outcome, is_alone, session = Outcome.UNAVAILABLE, not self.pause.is_out, job.batch.session.id
        if isinstance(error, BudgetReached):
            limits = self._extraction.limits
            self._extraction.limits, helps = too_large(limits, self._forks, job, error.refused)
            if helps is policy.TooLarge.FAILS:
                return self._extraction.failed(job, Finished(Outcome.FAILED, detail=str(error)))
            if helps is policy.TooLarge.LESS or (helps is None and self._turns.waits_for_another(session)):
                self._extraction.put_off(job, Outcome.BUDGET, str(error))
                return None
            outcome = Outcome.BUDGET
            self._due.put_off(session, self.pause.over_budget(error, now), self.pause.is_day_spent(now))
            self._archive.problem("budget", self.pause.budget_why, now)
        elif isinstance(error, ModelUnavailable):
            self.pause.outage(error, now)
        elif isinstance(error, ConfigError):
            self.pause.misconfigured(error, now)
        elif isinstance(error, StoreFailed):
            self._troubles.stand(session, f"session:{session}", str(error))
        else:
            return self._extraction.failed(job, Finished(Outcome.FAILED, detail=call.told(error)))
        self._extraction.put_off(job, outcome, str(error), held.replies, held.usage)
        if outcome is Outcome.UNAVAILABLE:
            self._due.not_answered(session, is_alone)
            self._archive.problem("model", self.pause.why or None, now)
        return None

    def interrupted(self, job: Job) -> None:
        """The service stops while this run's model is thinking: its exchanges go on waiting."""
        self._extraction.put_off(job, Outcome.INTERRUPTED, "the service was stopped")

    def resume(self) -> None:
        """End a pause, of the model or of a session whose run failed: a person asks for another try."""
        self._bring_forward(self._clock())
        self.pause.end()
        self._due.try_again()

    def adopt(
        self,
        extraction: Extraction,
        model_for: Callable[[int], Model],
        model_name: str,
        summary_template: str | None,
        forks: Forks | None = None,
    ) -> None:
        """Hold the runs from now on with these; runs under way end with what they began with.

        A day's budget that was reached is looked at anew.
        """
        self._extraction = extraction
        self.summaries.adopt(extraction, summary_template)
        self._model_for, self._model_name, self._forks = model_for, model_name, forks
        self._idle = extraction.limits.stretches.idle
        day_ends = self.pause.forget_budget()
        if day_ends is not None:
            self._due.bring_forward(day_ends)
            self._archive.problem("budget", None, self._clock())
