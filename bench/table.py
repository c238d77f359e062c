"""The table of what was measured.

Owns figures, aims and how they are printed. Promises that a figure stands in the table whether its aim is
met or not. Never measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Unit(StrEnum):
    """What a figure counts."""

    RATIO = "×"
    MILLISECONDS = "ms"
    MEGABYTES = "MB"
    """Of 1,000,000 bytes."""
    PERCENT = "%"
    """Of one core."""
    SPEED = "MB/s"
    MESSAGES = "messages/s"


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure should reach."""

    bound: float
    is_most: bool = True
    """The bound is the largest value that meets the aim, else the smallest."""

    def is_met(self, value: float) -> bool:
        """Whether a value reaches the aim. The value is held to it as measured, not as printed."""
        return value <= self.bound if self.is_most else value >= self.bound


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured, or the reason why it could not be."""

    name: str
    value: float | None
    unit: Unit
    aim: Aim | None = None
    """None: told for its own sake."""
    note: str = ""
    """What the value was made of, or why there is none."""

    @property
    def verdict(self) -> str:
        """`met`, `MISSED`, `not measured`, or nothing where there is no aim."""
        if self.value is None:
            return "not measured"
        if self.aim is None:
            return ""
        return "met" if self.aim.is_met(self.value) else "MISSED"


_HEADS = ("what", "figure", "aim", "", "how")


def rendered(figures: Sequence[Figure]) -> list[str]:
    """The table, line by line."""
    rows = [_HEADS, *(_cells(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS) - 1)]
    lines = [_line(row, widths) for row in rows]
    return [lines[0], "-" * len(lines[0].ljust(sum(widths) + 2 * len(widths))), *lines[1:]]


def _line(row: tuple[str, ...], widths: Sequence[int]) -> str:
    name, figure, aim, verdict, note = row
    left = [name.ljust(widths[0]), figure.rjust(widths[1]), aim.rjust(widths[2]), verdict.ljust(widths[3])]
    return "  ".join([*left, note]).rstrip()


def _cells(figure: Figure) -> tuple[str, ...]:
    shown = "-" if figure.value is None else _shown(figure.value, figure.unit)
    aim = ""
    if figure.aim is not None:
        sign = "<=" if figure.aim.is_most else ">="
        aim = f"{sign} {_shown(figure.aim.bound, figure.unit)}"
    return figure.name, shown, aim, figure.verdict, figure.note


def _shown(value: float, unit: Unit) -> str:
    digits = {Unit.RATIO: 2, Unit.PERCENT: 2, Unit.MESSAGES: 0}.get(unit, 1)
    return f"{value:,.{digits}f} {unit}"
