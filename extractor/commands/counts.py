"""Counts: how many there are of something, in words.

Owns the grammatical number of what people are told. Promises "1 message", never "1 messages". Never counts.
"""

from __future__ import annotations


def counted(number: int, one: str, many: str) -> str:
    """The number with what it counts: `one` where there is one, else `many`."""
    return f"{number} {one if number == 1 else many}"
