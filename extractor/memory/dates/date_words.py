"""The words people name days, months and numbers with, and what a date named with them is.

Owns the vocabulary, English and basic German, and the Mention. Promises plain tables. Never reads a text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

Month = tuple[int, int]
"""Year and month."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A date named in a text: where it stands and what it can mean, the likeliest reading first."""

    start: int
    end: int
    text: str
    days: tuple[date, ...]
    months: tuple[Month, ...]
    relative: bool
    """It depends on when it was said, so it cannot stand in a text that is meant to last."""
    ranged: bool = False
    """It names a stretch of days, not one day."""
    general: bool = False
    """It may name each day of its kind ("never on Friday"), and so stands in a lasting text as it is."""
    yearless: bool = False
    """Its year was not said, and is sure enough to be put behind it."""

    @property
    def told(self) -> tuple[date, ...]:
        """The days it tells: of a stretch the first and the last, for nobody said which one between them."""
        if self.relative and self.ranged and self.days:
            return self.days[0], self.days[-1]
        return self.days


def _numbered(start: int, *lists: str) -> dict[str, int]:
    return {word: number for words in lists for number, word in enumerate(words.split(), start=start)}


MONTHS = _numbered(
    1,
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jan feb mar apr may jun jul aug sep oct nov dec",
) | {"sept": 9, "okt": 10, "dez": 12}
ALSO_A_WORD = frozenset({"may", "march", "mar", "mai", "august", "sep", "dec", "jan"})
"""Months that mean something else, or nothing, in lower case."""

WEEKDAYS = _numbered(
    0,
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
) | {"sonnabend": 5}
"""Monday is 0."""

SHORT_DAYS = _numbered(0, "mon tue wed thu fri sat sun") | {"tues": 1, "thurs": 3}
NUMBER_WORDS = _numbered(
    1,
    "one two three four five six seven eight nine ten eleven twelve",
    "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
)
"""One to twelve."""

NUMBERS = NUMBER_WORDS | {"a": 1, "an": 1, "eine": 1, "einen": 1, "einem": 1, "einer": 1, "the next": 1}


def any_of(words: dict[str, int]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


_DAY = re.compile(r"(?:^|[\s(])\d{1,2}\.$")
_MONTH = re.compile(rf"\s*(?:{any_of(MONTHS)})\b", re.IGNORECASE)


def stands_in_a_date(before: str, behind: str) -> bool:
    """Whether the full stop at the end of `before` belongs to a date: "14. Juni" is no end of a sentence."""
    return _DAY.search(before[-4:]) is not None and _MONTH.match(behind) is not None
