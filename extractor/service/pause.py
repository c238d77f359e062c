"""The pause: until when no model is asked, and why.

Owns what an outage, a fault in the settings and a day's spent budget mean for the calls that follow. Promises
that a pause after an outage or a fault ends by itself or with an answer, and that of a spent day at the person's
midnight and no sooner. Never waits.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from extractor.archive.ledger import Ceiling
from extractor.domain import Milliseconds
from extractor.errors import TRIED_AGAIN, ConfigError, ModelUnavailable
from extractor.extraction import policy
from extractor.models.metered import BudgetReached

MOMENT = 120_000
"""Milliseconds after which is asked again where calls under way may leave some of a budget."""


class Pause:
    """Whether the model may be asked now. All times are milliseconds since 1970 (UTC)."""

    def __init__(self, tz: tzinfo) -> None:
        """`tz`: where the person's days begin."""
        self._tz = tz
        self._outages = 0
        self._day_ends = 0
        self._out_until = 0
        self._spent_until = 0
        self.why = ""
        minutes = policy.LONGEST_PAUSE / 60
        self.then = f"reload or restart the service; as it is, it is tried again every {minutes:g} minutes"
        """What a person does when the settings are right again, and what is done where nobody does."""
        self.again = TRIED_AGAIN
        """What is said of an outage: whether anybody tries again."""
        self.budget_why = ""
        """That the day's budget is reached, and which; empty while there is some left."""

    @property
    def until(self) -> int:
        """No call before."""
        return max(self._out_until, self._spent_until)

    @property
    def is_budget_reached(self) -> bool:
        """The day's budget is spent, for all sessions or for some."""
        return bool(self.budget_why)

    @property
    def is_out(self) -> bool:
        """Whatever was asked last was not answered: one call tries whether that is over."""
        return bool(self.why)

    def is_day_spent(self, now: Milliseconds) -> bool:
        """All wait for the next day."""
        return now < self._spent_until

    def outage(self, error: ModelUnavailable, now: Milliseconds) -> None:
        """The model did not answer: each time in a row it is left alone for longer."""
        self._outages += 1
        self._out_until = now + int(policy.pause(self._outages, error.retry_after) * 1000)
        self.why = str(error).replace(TRIED_AGAIN, self.again)

    def misconfigured(self, error: ConfigError, now: Milliseconds) -> None:
        """The settings look wrong: a person may have to mend them, or a gateway's fault of the moment passes."""
        self._out_until, self.why = now + int(policy.LONGEST_PAUSE * 1000), f"{error}; then {self.then}"

    def over_budget(self, error: BudgetReached, now: Milliseconds) -> int:
        """The day is spent. Returns when the next one begins, to which the session that asked is put off.

        Where calls under way hold the room that it needs, that is in a moment: they seldom use all of it.
        All others wait too, except where not even a fresh day has room for this one, and where its project
        has a ceiling of its own.
        """
        fits, is_held = error.refused.fits_a_day, error.refused.may_be_freed
        self._day_ends = now + MOMENT if is_held else self._tomorrow(now)
        self.budget_why = f"the day's budget is reached: {error}" if fits and not is_held else str(error)
        if fits and error.refused.ceiling is not Ceiling.PROJECT:
            self._spent_until = self._day_ends
        return self._day_ends

    def lift(self) -> None:
        """The model answered: a pause after an outage ends, that of a spent day does not."""
        self._out_until, self.why, self._outages = 0, "", 0

    def end(self) -> None:
        """End the pause whatever it is for: a person asks for another try. A spent day stays told."""
        self.lift()
        self._spent_until = 0

    def set_back(self, by: int) -> None:
        """The clock was set back by so many milliseconds."""
        self._out_until = max(0, self._out_until - by)
        self._spent_until = max(0, self._spent_until - by)
        self._day_ends = max(0, self._day_ends - by)

    def is_new_day(self, now: Milliseconds) -> bool:
        """Whether the day whose budget was reached is over; true once for each such day."""
        if not self.is_budget_reached or now < self._day_ends:
            return False
        self.budget_why = ""
        return True

    def forget_budget(self) -> int | None:
        """The budget is another one. Returns the end of the day that counted as spent; None: none did."""
        if not self.is_budget_reached:
            return None
        self.budget_why, self._spent_until = "", 0
        return self._day_ends

    def _tomorrow(self, now: Milliseconds) -> int:
        here = datetime.fromtimestamp(now / 1000, UTC).astimezone(self._tz)
        midnight = (here + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        return int(midnight.timestamp() * 1000)
