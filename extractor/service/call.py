"""The call: a run's conversation held, or a summary made, in whatever thread there is.

Owns what is done while the loop goes on. Promises to touch nothing of the loop's and to bring every failure
back as a value. Never decides what it means.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo

from extractor.archive.outcome import Outcome
from extractor.errors import ConfigError, ExtractorError, ModelUnavailable, defect
from extractor.extraction.fork import Forks
from extractor.extraction.job import Job
from extractor.extraction.subagent import Conversation, converse
from extractor.extraction.summarise import by_model
from extractor.history.summary import Summary
from extractor.models.metered import BudgetReached
from extractor.models.model import Model


@dataclass(frozen=True, slots=True)
class Result:
    """What came back from the model's thread."""

    job: Job
    conversation: Conversation | None
    error: Exception | None

    @property
    def failed_of(self) -> str:
        """What was wrong with the model, its budget or its answer; empty: nothing, or a fault of ours."""
        if isinstance(self.error, ModelUnavailable | ConfigError | BudgetReached):
            return str(self.error)
        return self.conversation.problem if self.conversation else ""

    @property
    def put_off_as(self) -> Outcome:
        """What the run is recorded as where it is put off for that."""
        return Outcome.BUDGET if isinstance(self.error, BudgetReached) else Outcome.UNAVAILABLE


@dataclass(frozen=True, slots=True)
class SummedUp:
    """What came of summing up what a run's lead-in left out."""

    job: Job
    summary: Summary | None
    problem: str = ""


def hold(job: Job, model: Model, fork: tuple[Forks, str] | None) -> Result:
    """Hold the run's conversation. `fork`: what holds it in the model's place, and the id it goes by."""
    try:
        if fork:
            forks, own = fork
            return Result(job, forks.hold(job, own), None)
        return Result(job, converse(model, job.request, job.workspace), None)
    except Exception as error:  # noqa: BLE001 - whoever takes it back tells outages, budgets and defects apart
        return Result(job, None, error)


def sum_up(job: Job, model: Model, template: str | None, tz: tzinfo) -> SummedUp:
    """Sum up what the run's lead-in left out. `template`: the rules for it; None: none is wanted any more."""
    if template is None:
        return SummedUp(job, None)
    try:
        return SummedUp(job, job.sum_up.carry_out(by_model(model, template, tz)))
    except BudgetReached:
        # A state, not a failure: `status` tells of it when a run waits for it.
        return SummedUp(job, None)
    except Exception as error:  # noqa: BLE001 - told in `status`, and the breaker counts
        return SummedUp(job, None, told(error))


def told(error: Exception) -> str:
    """A failure in one line; what is no failure of ours is a defect and says so."""
    return str(error) if isinstance(error, ExtractorError) else defect(error)
