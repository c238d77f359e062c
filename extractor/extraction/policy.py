"""Policy: extract now, later or never; how much at a time; how long to wait after a failure.

Owns every threshold of an extraction. Promises to be a function of what it is given, the clock
included. No I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from extractor.archive.ledger import Refused
from extractor.archive.runs import Failure
from extractor.history.exchanges import Exchange

TRIES = 3
"""Failures in a row of the same batch before it is halved or, when it is one exchange, set aside."""

FIRST_PAUSE = 15.0
"""Seconds the model is left alone after its first outage; doubled with each one that follows."""

LONGEST_PAUSE = 900.0
"""Seconds: the longest pause, whatever the number of outages, unless the other side asks for more."""

BETWEEN_TRIES = 60.0
"""Seconds until a batch that failed is tried again: what made it fail may pass."""

_MOST_DOUBLINGS = 10
"""Far beyond the longest pause: a float overflows at the 1,024th, ten days of outages."""

LONGEST_ASKED = 7 * 24 * 3600.0
"""Seconds: what the other side asks for beyond this is a mistake."""


def take(
    waiting: Sequence[Exchange],
    limit: int,
    ceiling: int,
    tokens: Callable[[Exchange], int],
    is_foreign: Callable[[Exchange], bool],
) -> list[Exchange]:
    """The oldest exchanges that make a batch: whole ones, at least one unless the first is foreign.

    `limit`: most exchanges (0: no bound). `ceiling`: most tokens. A batch ends before a foreign exchange
    (one in which the agent wrote memory itself).
    """
    batch: list[Exchange] = []
    used = 0
    for exchange in waiting:
        if is_foreign(exchange) or (limit and len(batch) >= limit):
            break
        used += tokens(exchange)
        if batch and used > ceiling:
            break
        batch.append(exchange)
    return batch


@dataclass(frozen=True, slots=True)
class NextTry:
    """What a failure means for the next try."""

    failure: Failure
    set_aside: bool = False
    """The batch was one exchange and is given up for now."""


def after_failure(failure: Failure, size: int) -> NextTry:
    """What follows when a batch of `size` exchanges has failed once more."""
    count = failure.count + 1
    if count < TRIES:
        return NextTry(Failure(count, failure.batch))
    if size <= 1:
        return NextTry(Failure(0, 0), set_aside=True)
    return NextTry(Failure(0, max(1, size // 2)))


class TooLarge(Enum):
    """What helps a run for which no day has room."""

    LESS = auto()
    """Fewer exchanges in a run."""
    FAILS = auto()
    """Nothing but a higher ceiling, for one exchange: it counts as a failure, so that others have their turn."""
    WAITS = auto()
    """Nothing but a higher ceiling, for whatever exchange: what is sent along is too much already."""


def too_large(refused: Refused, exchanges: int, share: float) -> TooLarge | None:
    """What helps a run of so many exchanges; None: a day has room for it.

    `share`: what of its request they make up, from 0 to 1.
    """
    if refused.fits_a_day:
        return None
    if not refused.own and refused.needed * (1 - share) > refused.most:
        return TooLarge.WAITS
    return TooLarge.LESS if exchanges > 1 else TooLarge.FAILS


def pause(outages: int, asked: float | None) -> float:
    """Seconds to leave the model alone after this many outages in a row.

    `asked`: what the other side asked for (retry-after); never waited less than that, up to a week.
    """
    doublings = min(max(0, outages - 1), _MOST_DOUBLINGS)
    own = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**doublings)
    return max(own, min(asked, LONGEST_ASKED)) if asked is not None and asked > 0 else own
