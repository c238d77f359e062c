"""What quotes say letter by letter, and whether every literal of a text stands in them.

Owns how strictly each kind of literal is held. Promises to hold names loosely enough for another ending, everything
else exactly. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date, tzinfo
from functools import cached_property, lru_cache

from extractor.domain import Milliseconds
from extractor.memory.dates import dates
from extractor.memory.dates.date_words import WEEKDAYS, Mention, Month
from extractor.memory.text.unspaced import apart
from extractor.memory.wording.literals import (
    COMPOUND,
    HYPHENED,
    LETTERED,
    WORD,
    Literal,
    LiteralKind,
    literals_in,
)
from extractor.memory.wording.numbers import (
    Quantity,
    normalised,
    parts_a_number,
    quantities,
    quantity,
    sign_in_words,
    unit_of,
)

# How strictly each kind is held:
# - a URL, path, code span, words in quotation marks, flag, handle, channel or ticket stands whole in one quote;
# - a number stands as a number: 3, "three", "3rd" and 03 are one, and its unit counts where both write one;
#   its sign, its power and its groups belong to it: -5, <5, 5^2 and 5 000 are none of them 5;
# - a date or month stands where the quotes mean it, read at the time of their messages; a weekday likewise;
# - a name (CamelCase, snake_case, capitals, a capitalised word inside a sentence) stands where a word of the
#   quotes equals it or differs from it by a short ending;
# - whatever stands in one quote with all that is written to it, up to white space, stands;
# - a capitalised first word is no name, nor is a capitalised word of a German sentence, where every noun is.


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words that were said, folded, and when."""

    text: str
    at: Milliseconds
    whole: str = ""
    """The sentences they stand in, where that is told: "from Friday" may be a part of "a week from Friday"."""
    start: int = 0
    """Where in them they begin."""

    def dates(self, tz: tzinfo) -> list[Mention]:
        """The dates they name, as they are meant in their sentences; one that is cut in two is none."""
        found = dates.mentions(self.whole or self.text, dates.day_of(self.at, tz))
        return [
            each for each in found if self.start <= each.start and each.end <= self.start + len(self.text)
        ]


_TICKET = re.compile(r"[A-Z][A-Z0-9]+-\d+")
_DIGIT = re.compile(r"\d")
_ALNUM = re.compile(r"[^\W_]+")
_BEFORE = r"(?<![\w@#~/\\.-])"
"""What does not stand before a literal: it would be a part of another."""
_BEFORE_FILE = r"(?<![\w#~/\\.-])(?<!\S@)"
"""The same before a file: clients write `@` before one that is named in a prompt."""
_BEFORE_PAGE = r"(?<![\w#~/\\.-])(?<!\w\+)(?<![^\s(\"'\[*“‘.]@)(?<!\S\.@)"
"""The same before the address of a page: clients write `@` before it, too, where a word may begin."""
_BEFORE_MAILBOX = r"(?<![\w@#~/\\.+%-])"
_BEHIND = r"(?![\w/\\@~-]|[.:](?=\w))"
"""What does not stand behind a literal."""
_BEHIND_PAGE = r"(?![\w/\\@~%-]|[.:](?=[\w@])|[。．｡\u200b-\u200d\u2060\ufeff])"
"""The same behind an address, whose host or path would go on there."""
_PAGE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{1,15}://")
_FILE = re.compile(r"(?:^|/)[^/\s]*\.\w+$")
_SPACE = re.compile(r"\s")
_OPENS, _CLOSES = "\"'“‘", ".,;:!?…\"'”’)"
"""Marks around what is written together that mean nothing in it: a star or a bracket may."""
_MOST_MEANT = 3
"""Dates a refusal names."""
_OPENING = 5
"""Letters a word must have for a longer one that begins with it to count as the same name."""
_ENDING = 2
"""Letters by which the longer one may be longer."""


_YEAR_LEAD = 12
_TO_A_YEAR = re.compile(r"\b(?:in|since|by|until|till|before|after|jahr|seit|bis|ab)\s+$", re.IGNORECASE)
"""What stands before a year and before no other number that a year could be taken for."""
_SIGN = 40
"""Characters before a number in which its sign may stand in words."""


def missing_literal(text: str, quotes: Sequence[Quoted], tz: tzinfo, is_title: bool = False) -> str | None:
    """None when every literal of the text stands in the quotes; else one line that names a missing one.

    `is_title`: hyphens stand for spaces in it, so that a name of several parts is none: they are judged apart, and one
    may be a part of a name that was said.
    """
    text = apart(normalised(text))
    said = _said(tuple(quotes), tz)
    for mention in dates.literal_dates(text, Milliseconds(0), tz):
        if not said.means(text, mention):
            named = meant(quotes, tz)
            mend = f"; they mean {named}" if named else "; quote where it is said or leave it out"
            return f'the date "{mention.text}" is none the quotes mean{mend}'
    for literal in literals_in(text):
        held = said.holds(literal, is_title) or said.holds(_signed(text, literal), is_title)
        if not held and not said.repeats(_chunk(text, literal)) and not said.is_year(text, literal):
            return f'"{literal.text}" stands in none of the quotes; quote where it is said or leave it out'
    return None


def meant(quotes: Sequence[Quoted], tz: tzinfo) -> str:
    """The days, weeks and months that the relative dates of the quotes mean; empty where there is none."""
    found = (each for quote in quotes for each in dates.meant(quote.dates(tz)))
    return " or ".join(list(dict.fromkeys(found))[:_MOST_MEANT])


def _signed(text: str, literal: Literal) -> Literal:
    """A number with the sign its text says in words before it."""
    if literal.kind is not LiteralKind.NUMBER:
        return literal
    sign = sign_in_words(text[max(0, literal.start - _SIGN) : literal.start].casefold())
    return replace(literal, text=f"{sign}{literal.text}")


def _chunk(text: str, literal: Literal) -> str:
    """The literal with all that is written to it, up to white space, without the marks around it."""
    start = max(text.rfind(space, 0, literal.start) for space in " \n\t") + 1
    behind = _SPACE.search(text, literal.end)
    return text[start : behind.start() if behind else len(text)].lstrip(_OPENS).rstrip(_CLOSES)


@lru_cache(maxsize=64)
def _said(quotes: tuple[Quoted, ...], tz: tzinfo) -> _Said:
    """What the quotes say: asked about a statement, its description and its name in turn."""
    return _Said(quotes, tz)


class _Said:
    """What the quotes say, each kind of it found when it is asked for: most texts name nothing to be held."""

    def __init__(self, quotes: Sequence[Quoted], tz: tzinfo) -> None:
        self._quotes = quotes
        self._tz = tz
        self._text = "\n".join(apart(quote.text).casefold() for quote in quotes)

    @cached_property
    def _words(self) -> AbstractSet[str]:
        row = _ALNUM.findall(self._text)
        joined = ("".join(row[at : at + size]) for size in (2, 3) for at in range(len(row) - size + 1))
        return {*row, *(WORD if _DIGIT.search(self._text) else LETTERED).findall(self._text), *joined}

    @cached_property
    def _days(self) -> Sequence[frozenset[date]]:
        dated = (quote.dates(self._tz) for quote in self._quotes)
        return [frozenset(day for each in found for day in each.told) for found in dated]

    @cached_property
    def _months(self) -> Sequence[frozenset[Month]]:
        return [dates.months_of(quote.dates(self._tz)) for quote in self._quotes]

    @cached_property
    def _years(self) -> AbstractSet[str]:
        told = (dates.year_meant(each) for quote in self._quotes for each in quote.dates(self._tz))
        return {year for year in told if year}

    @cached_property
    def _numbers(self) -> AbstractSet[Quantity]:
        return set(quantities(self._text))

    def means(self, text: str, mention: Mention) -> bool:
        """Whether the quotes name this date of the text, in these words or in others."""
        said = mention.text.casefold().rstrip(".")
        if self._holds_at(said, re.compile(rf"(?<!\w){re.escape(said)}(?!\w)")):
            return True
        for quote, days, months in zip(self._quotes, self._days, self._months, strict=True):
            for read in dates.literal_dates(text, quote.at, self._tz):
                if read.start == mention.start and (
                    days.intersection(read.days) or (not read.days and months.intersection(read.months))
                ):
                    return True
        return False

    def is_year(self, text: str, literal: Literal) -> bool:
        """Whether a number is told as a year, and the quotes mean that year: "three years ago"."""
        lead = text[max(0, literal.start - _YEAR_LEAD) : literal.start]
        is_owner = text.startswith(dates.OWNS, literal.end)
        return literal.text in self._years and (is_owner or _TO_A_YEAR.search(lead) is not None)

    def holds(self, literal: Literal, is_title: bool) -> bool:
        """Whether the literal stands in the quotes; the words of a file's name in a title may have spaces there."""
        wanted = literal.text.casefold()
        if is_title and COMPOUND.fullmatch(literal.text):
            return True
        if is_title and wanted.isalnum() and not wanted.isdigit() and self._holds_part(wanted):
            return True
        if literal.kind is LiteralKind.TEXT:
            if _TICKET.fullmatch(literal.text):
                return self._holds_part(wanted)
            plain = " ".join(wanted.split()).rstrip("/") or "/"
            run = re.escape(plain)
            if is_title and HYPHENED.fullmatch(literal.text):
                plain, run = plain.partition("-")[0], run.replace("\\-", "[ -]")
            # A folder is one folder, with or without the stroke at its end.
            run += "/?" if "/" in wanted else ""
            before, behind = _around(literal.text)
            return self._holds_at(plain, re.compile(f"{before}{run}{behind}"))
        if literal.kind is LiteralKind.NUMBER:
            return self._holds_number(wanted)
        return self._holds_name(wanted)

    def _holds_part(self, wanted: str) -> bool:
        """Whether it stands as a part of a name: `p5instance` in `window.p5Instance`."""
        return self._holds_at(wanted, re.compile(rf"(?<![^\W_]){re.escape(wanted)}(?![^\W_])"))

    def _holds_at(self, begins: str, whole: re.Pattern[str]) -> bool:
        """Whether `whole` stands where `begins` does: to look there alone takes a hundredth of the time."""
        at = self._text.find(begins)
        while at >= 0 and not whole.match(self._text, at):
            at = self._text.find(begins, at + 1)
        return at >= 0

    def repeats(self, chunk: str) -> bool:
        """Whether one quote has these very letters, with nothing written to them: then nothing can be wrong in them."""
        run = re.escape(chunk.casefold())
        whole = re.compile(rf"(?<!\S)[{re.escape(_OPENS)}]*({run})[{re.escape(_CLOSES)}]*(?!\S)")
        return bool(run) and any(
            not any(parts_a_number(self._text, end) for end in found.span(1))
            for found in whole.finditer(self._text)
        )

    def _holds_number(self, wanted: str) -> bool:
        """The number, and its unit where one is written to it and the quotes write one."""
        if (measured := quantity(wanted)) is None:
            return wanted in self._words
        number, unit = measured
        units = {said for found, said in self._numbers if found == number}
        return unit in units or (bool(units) and (not unit or "" in units))

    def _holds_name(self, wanted: str) -> bool:
        number = WEEKDAYS.get(wanted.removesuffix("s"))
        if number is not None and any(day.weekday() == number for days in self._days for day in days):
            return True
        if wanted in self._words or "".join(_ALNUM.findall(wanted)) in self._words:
            return True
        if (unit := unit_of(wanted)) and any(said == unit for _, said in self._numbers):
            return True  # "25 MB" of "25MB"
        return any(_same_name(wanted, word) for word in self._words)


def _around(text: str) -> tuple[str, str]:
    """What does not stand before a literal and behind it, as expressions."""
    if _PAGE.match(text):
        return _BEFORE_PAGE, _BEHIND_PAGE
    if "@" in text[1:]:
        return _BEFORE_MAILBOX, _BEHIND_PAGE
    return (_BEFORE_FILE if _FILE.search(text) else _BEFORE), _BEHIND


def _same_name(one: str, other: str) -> bool:
    """Whether the words differ by a short ending at most; a plural `s` does not count."""
    shorter, longer = sorted((one, other), key=len)
    if shorter.removesuffix("s") == longer.removesuffix("s"):
        return True
    return len(shorter) >= _OPENING and longer.startswith(shorter) and len(longer) - len(shorter) <= _ENDING
