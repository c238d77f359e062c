"""A run for which no day has room: what helps, and what later ones take in.

Owns the size of such a run. Promises that what is sent along is told from what is to be learned from. Holds no run.
"""

from __future__ import annotations

from extractor.archive.ledger import Refused
from extractor.extraction import policy
from extractor.extraction.fork import Forks
from extractor.extraction.job import Job
from extractor.extraction.limits import Limits
from extractor.extraction.policy import TooLarge
from extractor.extraction.prompt import estimated


def too_large(
    limits: Limits, forks: Forks | None, job: Job, refused: Refused
) -> tuple[Limits, TooLarge | None]:
    """The limits from now on, and what helps the run; None where a day has room for it."""
    size = job.batch.tokens(limits.folding)
    # A fork sends its whole session, whatever is taken in.
    is_fork = forks is not None and forks.takes(job.batch)
    share = 0.0 if is_fork else size / max(size, estimated(job.request))
    helps = policy.too_large(refused, len(job.batch.exchanges), share)
    return (limits.less_than(size) if helps is TooLarge.LESS else limits), helps
