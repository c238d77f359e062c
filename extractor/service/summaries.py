"""Summaries by a model: which are wanted once a run is finished, and what became of them.

Owns which are under way and the line that one failed. Promises one of a session at a time. Never asks a model but where
it is told to.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

from extractor.archive.archive import Archive
from extractor.domain import Milliseconds
from extractor.extraction.job import Job
from extractor.extraction.run import Extraction
from extractor.models.model import Model
from extractor.service import call
from extractor.service.call import SummedUp


class Summaries:
    """Runs in the loop's thread, but for `make`."""

    def __init__(
        self,
        archive: Archive,
        extraction: Extraction,
        template: str | None,
        tz: tzinfo,
        clock: Callable[[], Milliseconds],
    ) -> None:
        """`template`: the rules for a summary by the model; None: the rules in the code serve."""
        self._archive = archive
        self._extraction = extraction
        self._template = template
        self._tz = tz
        self._clock = clock
        self._under_way: set[int] = set()
        """Sessions a model is summing up."""

    def adopt(self, extraction: Extraction, template: str | None) -> None:
        """Have them made and kept from now on with these."""
        self._extraction, self._template = extraction, template

    def is_wanted(self, job: Job) -> bool:
        """Whether a run that is finished left something a model may sum up for the next one."""
        is_wanted = self._template is not None and job.sum_up.is_due
        return is_wanted and job.batch.session.id not in self._under_way

    def begin(self, job: Job) -> None:
        """A summary is being made: no second one of this session meanwhile."""
        self._under_way.add(job.batch.session.id)

    def make(self, job: Job, model: Model) -> SummedUp:
        """Sum up what the run's lead-in left out. Runs in any thread, once the run is committed."""
        return call.sum_up(job, model, self._template, self._tz)

    def take_in(self, done: SummedUp) -> None:
        """Take in a summary, or that it failed."""
        self._under_way.discard(done.job.batch.session.id)
        if done.summary is None and not done.problem:
            return
        self._extraction.keep_summary(done.job, done.summary)
        self._archive.problem("summaries", done.problem or None, self._clock())

    def forget_failure(self, now: Milliseconds) -> None:
        """A run went through: where no model sums up any more, that one failed to is over."""
        if self._template is None:
            self._archive.problem("summaries", None, now)
