"""Whether prompts are still found in a transcript whose replies are.

Owns the count of turns that ended without one. A client that renames the record of a prompt would otherwise
take away every typed word without a sign. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_UNHEARD = 8
"""Turns in a row that may end without a prompt: an agent may go on by itself. In about 300 real sessions it was 2 at
most, and none held a turn before its first prompt."""


@dataclass(slots=True)
class Hearing:
    """A part of a parser's state."""

    heard: bool | None = None
    """Something was read in a prompt's place; None where that was not watched from the file's beginning on."""
    spoke: bool = False
    """The agent said something since the newest turn ended."""
    ended: int = 0
    """Turns that ended since in which it had said something."""
    told: bool = False
    """Their lack was reported."""

    def began(self) -> None:
        """The file's first line is read: there was no prompt before it."""
        self.heard = bool(self.heard)

    def prompted(self) -> None:
        """Something stands where a prompt does, whoever it is from."""
        self.heard, self.ended = True, 0

    def answered(self) -> None:
        """The agent said something."""
        self.spoke = True

    def turn_ended(self) -> None:
        """The agent is done: where it said nothing, nobody need have asked."""
        self.ended += self.spoke
        self.spoke = False

    def is_lost(self) -> bool:
        """Whether turns ended to which no prompt was found; said once."""
        lost = not self.told and self.ended > (0 if self.heard is False else MOST_UNHEARD)
        self.told = self.told or lost
        return lost
