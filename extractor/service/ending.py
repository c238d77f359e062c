"""Ending: a run that came back, until all of it is written and recorded.

Owns what it was begun with and what came back. Promises that what a model was paid for is kept as long as only the
disk is in the way and the process lives. Never asks a model.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace

from extractor.archive.runs import Finished
from extractor.errors import ExtractorError
from extractor.extraction.job import Job
from extractor.extraction.run import Extraction
from extractor.extraction.subagent import Conversation


@dataclass(frozen=True, slots=True)
class Ending:
    """A run that is to be brought to its end."""

    extraction: Extraction
    """What it was begun with: it ends with the same."""
    job: Job
    held: Conversation | None
    """What came back; None: what is not written of it is to be held again."""
    why: Exception | None = None
    """What stood in the way the last time."""

    def carry_out(self) -> Finished | None:
        """End the run; what it did, None where that is not known any more. Raises what stands in the way."""
        if self.held is None or self.extraction.has_begun(self.job):
            self.extraction.resume(self.job)
            return None
        return self.extraction.finish(self.job, self.held)

    def has_failed(self, why: Exception) -> bool:
        """Whether that is the batch's own failure: a defect, before any of its files moved."""
        return not isinstance(why, ExtractorError) and not self.extraction.has_begun(self.job)

    def after(self, why: Exception) -> Ending:
        """How it ends once what stood in the way is gone. Asks nothing of the state file, which may be in the way.

        Where its folder has become a link, as in joined projects, what came back was made of another memory.
        """
        folder = self.job.batch.folder.path
        is_kept = isinstance(why, ExtractorError) and os.path.realpath(folder) == folder
        # What its first request counted is learned from already.
        held = replace(self.held, first_input=0) if self.held and is_kept else None
        return replace(self, held=held, why=why)


def keeping_out_of(folder: str, stuck: Iterable[Ending]) -> Exception | None:
    """What keeps other runs out of a memory folder: what one of these made cannot be written there."""
    there = (each for each in stuck if each.held and each.job.batch.folder.path == folder)
    return next((each.why for each in there if not each.extraction.has_begun(each.job)), None)
