"""The outlook: what would be learned from, where it would be written and what it could cost at most.

Owns the answer to `once --dry-run` and to the first start. Promises that what is really spent lies below it where
no run fails; what a failed one is tried again for, the day's ceilings bound alone. Calls no model and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from extractor.errors import ExtractorError, StoreFailed, defect
from extractor.extraction.job import Batch, Later
from extractor.extraction.limits import Limits
from extractor.extraction.run import Extraction
from extractor.extraction.subagent import MAX_REPLIES
from extractor.extraction.tools import MAX_READ
from extractor.models.metered import worst_case


@dataclass(frozen=True, slots=True)
class SessionOutlook:
    """One session that waits."""

    session: str
    project: str
    exchanges: int
    runs: int
    """Most runs its exchanges make."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """All that waits."""

    sessions: tuple[SessionOutlook, ...]
    folders: tuple[str, ...]
    input_tokens: int
    """Most input tokens all runs together could use, each held once; 0 where nobody asked."""
    output_tokens: int
    hindered: tuple[str, ...] = ()
    """A line for each session that could not be looked at: a run tells the same of it."""


def outlook(
    extraction: Extraction,
    limits: Limits,
    sessions: Iterable[int],
    named: frozenset[int] = frozenset(),
    is_priced: bool = True,
) -> Outlook:
    """Look at what waits in these sessions; `named` ones are taken whatever their age.

    Unless `is_priced`, no request is made to be measured, and no tokens are told. A session in which a defect
    stands in the way is told and left out. Raises StoreFailed.
    """
    found: list[SessionOutlook] = []
    folders: set[str] = set()
    hindered: list[str] = []
    most_input = most_output = 0
    for session in sessions:
        try:
            batch = extraction.look(session, session in named, is_dry=True)
            if isinstance(batch, Later):
                continue
            request = extraction.brief(batch).request if is_priced else None
        except StoreFailed:
            raise
        except Exception as error:  # noqa: BLE001 - one session must not keep the rest from starting
            why = str(error) if isinstance(error, ExtractorError) else defect(error)
            hindered.append(f"session {session} could not be looked at: {why}")
            continue
        # At worst every exchange makes a run of its own.
        runs = 1 + batch.still_waiting
        found.append(_session(batch, runs))
        folders.update(folder.path for folder in batch.homes.all)
        if request is None:
            continue
        # Each reply and the answers to its calls are sent again with every request that follows.
        grown = (limits.max_output + 2 * MAX_READ // MAX_REPLIES) * sum(range(MAX_REPLIES))
        fixed = worst_case(request) + limits.lead_in
        most_input += MAX_REPLIES * (runs * fixed + 2 * batch.waiting_tokens) + runs * grown
        most_output += runs * MAX_REPLIES * limits.max_output
    return Outlook(tuple(found), tuple(sorted(folders)), most_input, most_output, tuple(hindered))


def _session(batch: Batch, runs: int) -> SessionOutlook:
    info = batch.session
    return SessionOutlook(
        info.session, info.project or info.cwd or "", len(batch.exchanges) + batch.still_waiting, runs
    )
