"""The client's own newest summary in a session, remembered while the session grows.

Owns how far was looked. Promises that an exchange is looked at once, however often it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.history.exchanges import Exchange
from extractor.history.summary import Summary, client_summary, is_client_summary


class OwnSummary:
    """The newest of the client's own summaries among the exchanges of one session."""

    def __init__(self) -> None:
        self._looked = 0
        """Exchanges that were looked at."""
        self._number = 0
        """The exchange it stands in."""
        self._found: Summary | None = None

    def let_go(self, number: int) -> None:
        """Forget what stands from this exchange on: it is cut anew."""
        if self._found is not None and self._number >= number:
            self._looked, self._found = 0, None
        self._looked = min(self._looked, number)

    def of(self, cut: Sequence[Exchange]) -> Summary | None:
        """The newest in these exchanges; None where there is none."""
        for number in range(len(cut) - 1, self._looked - 1, -1):
            if any(is_client_summary(m) for m in cut[number].messages):
                said = [m for exchange in cut[: number + 1] for m in exchange.messages]
                self._number, self._found = number, client_summary(said)
                break
        self._looked = len(cut)
        return self._found
