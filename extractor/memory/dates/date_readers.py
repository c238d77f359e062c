"""How each kind of date is read: a match and the day it was said in, the days it can mean out.

Owns one reader for each pattern of `dates` that names no day of the calendar outright.
Promises every plausible reading, the likeliest first, or None where the words name no date. Never reads a clock.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from extractor.memory.dates.date_nowadays import means_nowadays
from extractor.memory.dates.date_tense import Tense, may_be_past, tense, was_done
from extractor.memory.dates.date_words import MONTHS, NUMBERS, SHORT_DAYS, WEEKDAYS, Month, any_of
from extractor.memory.dates.date_years import calendar_day

_BACK = ("last", "past", "previous", "letzte", "vorige")
_ON = ("next", "coming", "nächste", "kommende")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a date can mean: see Mention."""

    days: tuple[date, ...] = ()
    months: tuple[Month, ...] = ()
    relative: bool = True
    ranged: bool = False
    general: bool = False
    recurs: bool = False
    """Each week, month or year has such a day."""
    yearless: bool = False
    """Its year was not said and is sure enough to be put behind it."""


HELD = Reading(relative=False, general=True)
"""A date whose day is not to be told for sure: its words stay, and stand for no day."""


def _shifted(today: date, months: int) -> Month:
    count = today.year * 12 + today.month - 1 + months
    return count // 12, count % 12 + 1


def _month_days(month: Month) -> tuple[date, ...]:
    return tuple(date(*month, day) for day in range(1, monthrange(*month)[1] + 1))


def _week_days(monday: date) -> tuple[date, ...]:
    return tuple(monday + timedelta(days=number) for number in range(7))


_LEAD = 24
"""Characters before a date in which the word that leads to it stands."""
_DONE_NEAR = 120
"""Characters before a weekday in which what was done on it is told."""
_NAMED_DAYS = {
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "tomorrow": 1,
    "yesterday": -1,
    "last night": -1,
    "übermorgen": 2,
    "vorgestern": -2,
    "morgen": 1,
    "gestern": -1,
}


_NOW = ("today", "heute")
_WEEKDAY_BEFORE = re.compile(rf"\b(?:{any_of(WEEKDAYS)})\s+$", re.IGNORECASE)


def named_day(match: re.Match[str], today: date) -> Reading | None:
    """Today, tomorrow and their like; "Freitag morgen" is a part of Friday, and "as it is today" is of no day."""
    if match[1].lower() in _NOW and means_nowadays(match.string, match.start(), match.end()):
        return HELD
    if match[1] == "morgen" and _WEEKDAY_BEFORE.search(
        match.string, max(0, match.start() - _LEAD), match.start()
    ):
        return None
    return Reading((today + timedelta(days=_NAMED_DAYS.get(match[1].lower(), 0)),))


_POINTS = re.compile(r"(?:\b(?P<led>the|this)\s+)?\b(?:past|coming)\s", re.IGNORECASE)
"""Without a word that leads to it: no work is done "past Friday", and people are "coming Friday"."""


def weekday(match: re.Match[str], today: date) -> Reading | None:
    """The coming day of that name and the last one, or the one that is told."""
    word = match["day"].lower()
    number = WEEKDAYS[word] if word in WEEKDAYS else SHORT_DAYS[word]
    if match["which"]:
        points = _POINTS.search(match[0])
        if points and not points["led"]:
            return HELD
        return Reading(_pointed(match["which"].lower(), number, today))
    lead = (match["preposition"] or "").lower()
    coming, later, before = _around(number, today)
    told = tense(match.string, match.start(), match.end(), lead)
    is_done = (
        told is Tense.UNTOLD
        and lead == "on"
        and was_done(match.string[max(0, match.start() - _DONE_NEAR) : match.start()])
    )
    if told is Tense.OPEN or is_done or (told is Tense.PAST and coming == today):
        return HELD
    days = (before,) if told is Tense.PAST else tuple(dict.fromkeys((coming, later, before)))
    return Reading(days, relative=bool(lead), general=not lead, recurs=True)


def _around(number: int, today: date) -> tuple[date, date, date]:
    """The weekday that is today or to come, the one behind today, and the one before today."""
    coming = today + timedelta(days=(number - today.weekday()) % 7)
    later = coming if coming > today else coming + timedelta(days=7)
    return coming, later, coming - timedelta(days=7)


def _pointed(which: str, number: int, today: date) -> tuple[date, ...]:
    """The days that "next", "last" and their like point to: two of them where people mean now one, now the other."""
    coming, later, before = _around(number, today)
    next_week = today + timedelta(days=7 + number - today.weekday())
    is_weeks_own = number != WEEKDAYS["sunday"]
    days: tuple[date, ...] = (coming, later, before)
    if which.startswith(("next", "nächste")):
        days = (next_week, later)
    elif which == "past" or (
        which.startswith(("last", "letzte")) and number >= today.weekday() and is_weeks_own
    ):
        days = (before,)
    elif which.startswith(_BACK):
        days = (before, before - timedelta(days=7))
    elif which.startswith(_ON):
        days = (later,)
    return tuple(dict.fromkeys(days))


def day_of_month(match: re.Match[str], today: date) -> Reading | None:
    """The coming day of that number and the last one."""
    if match[0][:2].lower() == "on" and may_be_past(match):
        return HELD
    day = int(match[1])
    around = (calendar_day(*_shifted(today, months), day) for months in (-1, 0, 1))
    found = [made for made in around if made]
    days = [made for made in found if made >= today][:1] + [made for made in found if made < today][-1:]
    return Reading(tuple(days), recurs=True) if days else None


def number_told(word: str) -> int:
    """The number that digits or a word tell."""
    return int(word) if word.isdigit() else NUMBERS[word.lower()]


def _distance(today: date, count: int, unit: str) -> Reading | None:
    """`count` units from today; negative is ago. Who counts months or years names no day of them."""
    if unit.startswith(("month", "monat", "year", "jahr")):
        month = _shifted(today, count if unit.startswith("mon") else count * 12)
        if not 1 < month[0] < 9999:
            return None
        day = min(today.day, monthrange(*month)[1])
        return Reading((date(*month, day),), (month,), ranged=True)
    days = count * {"d": 1, "t": 1, "w": 7, "f": 14}[unit[0]]
    target = today + timedelta(days=days)
    if days % 7 == 0 and unit[0] == "w":
        monday = target - timedelta(days=target.weekday())
        return Reading(tuple(dict.fromkeys((target, *_week_days(monday)))))
    return Reading((target,))


_DURATION = re.compile(
    r"(?:expir|rotat|times? out|delet|purg|valid|renew|respon|repl(?:y|ies)|within|ablauf|every)"
    r"\S*(?:\s\S+){0,2}\s*$",
    re.IGNORECASE,
)
"""What stands before a number of days that counts from something else than today."""


_MAY_TAKE = re.compile(
    r"\b(?:can|could|able\s+to|learn|takes?|took|(?:is|are|be|gets?)\s+(?!(?:due|expected|planned|scheduled)\b)\w+(?:ed|en|ne|lt))"
    r"(?:\s+(?!(?:and|but|that|will|is|are)\b)[\w'’]+){0,5}\s*$",
    re.IGNORECASE,
)
"""What stands before the time something takes."""
_WILL = re.compile(r"\bwill\b[^.;,]*$", re.IGNORECASE)


def _took(match: re.Match[str]) -> bool:
    """Whether "in two weeks" may be how long it took, or takes."""
    if may_be_past(match):
        return True
    before = match.string[max(0, match.start() - 60) : match.start()]
    return bool(_MAY_TAKE.search(before)) and not _WILL.search(before)


def ahead(match: re.Match[str], today: date) -> Reading | None:
    """So many days, weeks, months or years from the day it was said."""
    if _DURATION.search(match.string[max(0, match.start() - 40) : match.start()]):
        return None
    if _took(match):
        return HELD
    return _distance(today, number_told(match[1]), match[2].lower())


_OF_A_YEAR = re.compile(
    rf"\b(?:{any_of(MONTHS)})\.?\s+\d|\d(?:\.|st|nd|rd|th)?\s+(?:{any_of(MONTHS)})\b", re.IGNORECASE
)


def ago(match: re.Match[str], today: date) -> Reading | None:
    """So many days, weeks, months or years before the day it was said; years beside a day of theirs are no day."""
    if match[2].lower().startswith(("year", "jahr")) and _OF_A_YEAR.search(match.string):
        return Reading(ranged=True)
    return _distance(today, -number_told(match[1]), match[2].lower())


def lately(match: re.Match[str], today: date) -> Reading | None:
    """A stretch of days up to the day it was said."""
    return _up_to(today, number_told(match[1]), match[2].lower())


def lately_one(match: re.Match[str], today: date) -> Reading | None:
    """The week, month or year up to the day it was said: "in the last week" is not the week before this one."""
    return _up_to(today, 1, match[0].split()[-1].lower())


def _up_to(today: date, count: int, unit: str) -> Reading | None:
    reached = _distance(today, -count, unit)
    return Reading((reached.days[0], today), ranged=True) if reached else None


def span(match: re.Match[str], today: date) -> Reading | None:
    """A week, month, quarter or year around today, or the end of one."""
    which, unit = (match["which"] or "").lower(), match["unit"].lower()
    edge = (match["edge"] or "").lower()
    if not edge and which in ("", "the"):
        return None
    step = -1 if which.startswith(_BACK) else int(which.startswith(_ON))
    at_end = edge in ("end", "ende")
    recurs = which in ("", "the")
    if unit.startswith(("year", "jahr")):
        year = today.year + step
        last = (date(year, 12, 31),) if at_end else ()
        return Reading(last, tuple((year, month) for month in range(1, 13)), ranged=not at_end, recurs=recurs)
    if unit == "quarter":
        first = (today.month - 1) // 3 * 3 + 1 - today.month + step * 3
        quarter = tuple(_shifted(today, first + number) for number in range(3))
        every = tuple(day for month in quarter for day in _month_days(month))
        return Reading(every, quarter, ranged=True, recurs=recurs)
    if unit.startswith("mon"):
        month = _shifted(today, step)
        days = _month_days(month)
        return Reading(days[:-6:-1] if at_end else days, (month,), ranged=not at_end, recurs=recurs)
    days = _week_days(today - timedelta(days=today.weekday()) + timedelta(days=7 * step))
    if unit == "weekend":
        return Reading(days[5:], recurs=recurs)
    return Reading((days[4], days[6]) if at_end else days, ranged=not at_end, recurs=recurs)


_DAY = rf"(?:{any_of(WEEKDAYS)}|{any_of(SHORT_DAYS)}|{any_of(MONTHS)}|today|tomorrow|tonight|next|this|last|week|heute|morgen)"
_DAY_BEFORE = re.compile(rf"\b{_DAY},?\s+$", re.IGNORECASE)
_DAY_BEHIND = re.compile(rf",?\s+(?:(?:on|of|the)\s+)*(?:{_DAY}\b|(?<=the\s)\d|\d{{4}}-)", re.IGNORECASE)


def end_of(match: re.Match[str], today: date) -> Reading | None:
    """EOD, EOW, EOM; beside a day, the end of that one."""
    before = _DAY_BEFORE.search(match.string, max(0, match.start() - _LEAD), match.start())
    if before or _DAY_BEHIND.match(match.string, match.end()):
        return HELD
    friday = today - timedelta(days=today.weekday()) + timedelta(days=4)
    return {
        "D": Reading((today,), recurs=True),
        "W": Reading((friday, friday + timedelta(days=2)), recurs=True),
        "M": Reading(_month_days((today.year, today.month))[-1:], recurs=True),
    }[match[1]]
