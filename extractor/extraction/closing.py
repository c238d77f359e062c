"""Closing: stretches of a session that are due leave the history, never before they were understood.

Owns the order of cutting, summing up and keeping. Promises that a stretch is closed once, and that its
messages stay in the archive. Never decides what was understood.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from extractor.archive.histories import Histories
from extractor.archive.standing import SessionInfo
from extractor.domain import MessageKey, Milliseconds
from extractor.extraction.limits import Limits
from extractor.history.exchanges import Exchange
from extractor.history.stretches import Stretch, close, due, kept, open_part
from extractor.history.transitions import Reason

Ends = Mapping[MessageKey, Reason]
"""Why a request ended after a message."""


class Closing:
    """Closes stretches. Runs in the thread that owns the archive."""

    def __init__(self, histories: Histories, limits: Limits, clock: Callable[[], Milliseconds]) -> None:
        self._histories = histories
        self._limits = limits
        self._clock = clock

    def close_due(self, info: SessionInfo, understood: Sequence[Exchange], ends: Ends) -> list[Stretch]:
        """Close what is due of these exchanges, the oldest stretch first."""
        begin = self._begin(info, understood)
        closed: list[Stretch] = []
        while (found := due(understood[begin:], self._clock(), self._limits.stretches)) is not None:
            count, reason = found
            closed.append(self._close(info, understood[begin : begin + count], reason, ends))
            begin += count
        return closed

    def close_all(self, info: SessionInfo, understood: Sequence[Exchange], ends: Ends) -> Stretch | None:
        """Close everything that is open, because a person says so; None where nothing is."""
        begin = self._begin(info, understood)
        if not understood[begin:]:
            return None
        return self._close(info, understood[begin:], Reason.MANUAL, ends)

    def _begin(self, info: SessionInfo, understood: Sequence[Exchange]) -> int:
        return open_part(understood, self._histories.last_closed(info.id))

    def _close(self, info: SessionInfo, exchanges: Sequence[Exchange], reason: Reason, ends: Ends) -> Stretch:
        stretch = close(exchanges, reason, ends, self._limits.folding)
        at_hand = kept([*self._histories.stretches(info.id), stretch], self._limits.stretches)
        self._histories.close(info.id, stretch, at_hand, self._clock())
        return stretch
