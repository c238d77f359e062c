"""The ids OpenCode gives messages and parts, which tell when they were made.

Owns how a moment stands in an id. Promises that an id of any other shape tells nothing and raises nothing.
Pure.
"""

from __future__ import annotations

_SLACK = 5_000
"""Milliseconds between a message's id and its time up to which it is no copy of an earlier one."""

_BITS = 36
"""Low bits of a moment in milliseconds that stand at the beginning of an id."""


def made(id: str) -> int | None:
    """The low bits of the moment an id was made; None where it tells none."""
    try:
        return int(id.partition("_")[2][:12], 16) >> 12
    except ValueError:
        return None


def apart(id: str, moment: int) -> int | None:
    """Milliseconds from a moment until an id was made, less than nought where it was before; None: not told.

    Moments that lie more than a year apart cannot be told from nearer ones.
    """
    told = made(id)
    if told is None:
        return None
    later = (told - moment) % (1 << _BITS)
    return later if later < 1 << (_BITS - 1) else later - (1 << _BITS)


def is_copy(id: str, created: int) -> bool:
    """Whether a message is a copy of an earlier one: a fork copies its time and not its id, which tells its own."""
    lies = apart(id, created)
    return lies is not None and abs(lies) > _SLACK


def is_made_after(id: str, moment: int) -> bool:
    """Whether an id tells that it was made after a moment."""
    lies = apart(id, moment)
    return lies is not None and lies > 0


def while_made(id: str) -> int | None:
    """The number of the short while in which an id was made; None where it tells none."""
    told = made(id)
    return None if told is None else told // _SLACK


def around(moment: int) -> tuple[int, int, int]:
    """The numbers of the whiles in which the id of what was made at a moment may have been made."""
    number = moment % (1 << _BITS) // _SLACK
    return number - 1, number, number + 1
