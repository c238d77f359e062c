"""What a person ordered and what was cut short: begun, written down, and not at its end.

Owns how that is told. Promises that none of the words that are to be forgotten is in it. Only reads.
"""

from __future__ import annotations

from extractor.archive.database import Database

ENDS = "and so does the next start of the service or of `extractor once`"
"""Who else brings it to its end."""


FORGETTING = f"what is to be forgotten is not all gone: the next `extractor forget` goes on with it, {ENDS}"
"""The line of a forgetting that was cut short, or part of which is out of reach."""


def unfinished_undo(run: int) -> str:
    """One line of an undo that was cut short."""
    return f"the undo of run {run} is not finished: `extractor undo` finishes it, {ENDS}"


def unfinished(db: Database) -> tuple[str, ...]:
    """A line for each order that was cut short."""
    undone = db.rows("SELECT undoes FROM runs WHERE finished IS NULL AND undoes IS NOT NULL ORDER BY id")
    is_forgetting = db.number("SELECT count(*) FROM forgetting") > 0
    return (*(unfinished_undo(int(str(run))) for (run,) in undone), *([FORGETTING] if is_forgetting else []))
