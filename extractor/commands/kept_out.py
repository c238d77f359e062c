"""What a run did not write, as a person is told of it.

Owns the line on it. Promises that what is meant for a model, which answers it with another edit, is shown only where it
was asked for. Never decides what is kept out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from extractor.commands.counts import counted
from extractor.extraction.another_try import SAVED_FIRST


def kept_out_lines(refusals: Sequence[str], verbose: bool) -> Iterator[str]:
    """A line on how many edits the gate kept out and one for each file a person saved first; `verbose`: on every one."""
    saved = [line for line in refusals if line.endswith(SAVED_FIRST)]
    held = [line for line in refusals if line not in saved]
    yield from saved
    if held:
        edits = counted(len(held), "edit was", "edits were")
        yield f"{edits} kept out by the gate{'' if verbose else ': -v tells why'}"
    yield from (f"  refused: {line}" for line in held if verbose)
