"""The breaker: a summariser that keeps failing is left alone.

Owns how many failures are enough. Promises that it is asked again once what it is asked changes. Never asks it
itself.
"""

from __future__ import annotations

from dataclasses import dataclass

FAILURES = 3
"""Failures in a row after which the summariser is left alone."""


@dataclass(frozen=True, slots=True)
class Breaker:
    """Stops asking a summariser that keeps failing, until what it is asked changes."""

    failures: int = 0
    """In a row."""
    subject: str = ""
    """What was asked last: the summariser's name and the range to be summed up."""

    def allows(self, subject: str) -> bool:
        """Whether it may be asked. After three failures only for something new, and then once."""
        return self.failures < FAILURES or subject != self.subject

    def after(self, subject: str, worked: bool) -> Breaker:
        """The breaker after an attempt."""
        return Breaker() if worked else Breaker(self.failures + 1, subject)


CLOSED = Breaker()
"""The breaker of a session whose summariser never failed."""
