"""A slot: what somebody has one of at a time, and how plainly a text tells that it is filled otherwise.

Owns the two values. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

PERMISSION = "permission"
"""The kind of what is forbidden, allowed or required."""


class Told(IntEnum):
    """How plainly a text says that something is otherwise from here on."""

    NOTHING = 0
    CHANGE = 1
    """It is so now."""
    MOVE = 2
    """It was otherwise before."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What a text says there is one of, apart from what it puts there."""

    kind: str
    about: frozenset[str]
    needs: Told = field(compare=False)
    """What has to be told before something else is taken for its place, and not for one more."""

    def covers(self, older: Slot) -> bool:
        """Whether what fills this slot may say otherwise of an earlier one: of the same, or of a part of what is ruled upon."""
        return self == older or (self.kind == older.kind == PERMISSION and self.about <= older.about)
