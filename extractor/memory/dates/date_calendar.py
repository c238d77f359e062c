"""Days and months of the calendar, as a text names them: "4 December", "4.12.", "2026-12-04", "March 2026".

Owns one reader for each pattern of `dates` that names one. Promises every plausible reading, the likeliest first, none
where its year may be any, and None where the words name no date. Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from extractor.memory.dates.date_readers import HELD, Reading, number_told
from extractor.memory.dates.date_words import ALSO_A_WORD, MONTHS, NUMBERS, WEEKDAYS, any_of
from extractor.memory.dates.date_years import calendar_day, nearest, years_of

_CENTURY = 50
"""From here on two digits of a year are of the last century."""


def _full_year(digits: str) -> int:
    digits = digits.strip("'’)")
    if len(digits) == 2:
        return int(digits) + (1900 if int(digits) >= _CENTURY else 2000)
    return int(digits)


def _absolute(*days: date | None) -> Reading | None:
    real = tuple(dict.fromkeys(day for day in days if day))
    return Reading(real, relative=False) if real else None


def _yearless(match: re.Match[str], month: int, day: int, today: date) -> Reading | None:
    """A day whose year its sentence has to tell."""
    years = years_of(match, month, day, today)
    if years is None:
        return None
    return Reading(years.days, relative=False, yearless=years.is_written) if years.days else HELD


def iso(match: re.Match[str], _today: date) -> Reading | None:
    """Year, month, day."""
    return _absolute(calendar_day(int(match[1]), int(match[2]), int(match[3])))


_LEAD = 24
"""Characters beside a date in which the words that prove it one stand."""
_DAY = any_of({day: number for day, number in WEEKDAYS.items() if not day.endswith("day")}).title()
_LEADS = (
    rf"(?:\b(?:[Aa]m|[Vv]om|[Zz]um|[Dd]en|[Dd]em|spätestens|beginnt|endet|{_DAY}),? (?:zum )?"
    r"|(?<!\b[Ii]n )(?<!\b[Mm]it )(?<!\b[Aa]b )(?<!\b[Ss]eit )(?<!\b[Vv]on )(?<!\b[Vv]or )(?<!\b[Nn]ach )(?<!\b[Zz]u )\b[Dd]er "
    r"|\b(?:Abgabe|Termin|Frist|Freigabe|Umzug|Start|Ende)[.:]? (?:zum )?)"
)
_LEADS_TO_DAY = re.compile(rf"{_LEADS}$")
_MAY_LEAD = re.compile(r"\b(?:[Bb]is|[Aa]b|[Ss]eit|[Ff]ür|und|oder|ist|Release:?) $")
"""Before a day, and before a version or a section as well."""
_OTHER_DATE = re.compile(
    rf"{_LEADS}\d\d?\.\s?\d\d?\.(?!\d)|\d\d?\.\s?\d\d?\.\s?(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d"
    rf"|\d\.?\s+(?:{any_of(MONTHS).title()})\b|\b(?:{_DAY})\b"
)
_OF_A_THING = re.compile(
    r"\b(?:Python|Node|Java|Ruby|Rust|Go|PHP|Postgres|Django|Version(?:en)?|Abschnitte?|Kapitel|Punkte?|Ziffern?|Absatz|Teil)\b"
    r"(?:\s+[\d.]+)?(?:\s+(?:\w+))?\s+$"
)
_THING_BEHIND = re.compile(r"\s*-?\s?(?:Releases?|Versionen|Version|Branch|Zweig|Abschnitt|Kapitel|Build)\b")


def _is_day(match: re.Match[str]) -> bool:
    """Whether a day and a month in digits are one, and no version and no section."""
    before = match.string[max(0, match.start() - _LEAD) : match.start()]
    behind = match.string[match.end() : match.end() + _LEAD]
    if _THING_BEHIND.match(behind) or _OF_A_THING.search(before):
        return False
    if _LEADS_TO_DAY.search(before):
        return True
    is_beside = _OTHER_DATE.search(before) or _OTHER_DATE.search(behind)
    return bool(_MAY_LEAD.search(before) and is_beside)


def dotted(match: re.Match[str], today: date) -> Reading | None:
    """Day, month and perhaps a year, as written in German; without a year only where German proves it a day.

    "we are done with 3.4." speaks of a section, and "Python ab 3.10." of a version.
    """
    day, month = int(match[1]), int(match[2])
    if match[3]:
        return _absolute(calendar_day(_full_year(match[3]), month, day))
    if not _is_day(match):
        return None
    return _yearless(match, month, day, today)


def slashed(match: re.Match[str], _today: date) -> Reading | None:
    """Both orders of day and month."""
    first, second = int(match[1]), int(match[2])
    year = int(match[3]) + 2000 if len(match[3]) == 2 else int(match[3])
    return _absolute(calendar_day(year, first, second), calendar_day(year, second, first))


def _named(match: re.Match[str], day: str, month: str, today: date) -> Reading | None:
    if month in ALSO_A_WORD:
        return None
    number = MONTHS[month.lower()]
    if match[3]:
        return _absolute(calendar_day(_full_year(match[3]), number, int(day)))
    return _yearless(match, number, int(day), today)


def day_month(match: re.Match[str], today: date) -> Reading | None:
    """A day before the month's name."""
    return _named(match, match[1], match[2], today)


def month_day(match: re.Match[str], today: date) -> Reading | None:
    """A day behind the month's name."""
    return _named(match, match[2], match[1], today)


_MONTH = any_of(MONTHS)
_COUNT = rf"\d{{1,2}}|{any_of(NUMBERS)}"
_END = r"(?=\s*(?:[.,;:!?)]|$))"
_COUNTED_YEAR = re.compile(
    rf"(?<![\d.:])(?:(?P<day2>\d\d?)(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<month2>{_MONTH})"
    rf"|\b(?P<month>{_MONTH})\.?\s+(?:the\s+)?(?P<day>\d\d?)(?:st|nd|rd|th)?)(?:\s+|,\s+(?=\S+\s+years?\s+ago{_END}))"
    rf"(?:(?:of\s+|des\s+)?(?P<which>(?:last|this|next)\s+year(?:{_END}|(?=\s+(?:and|but|or)\b))"
    r"|(?:letzten|dieses|diesen|nächsten)\s+jahres\b)"
    rf"|(?P<ago>{_COUNT})\s+years?\s+ago\b|vor\s+(?P<vor>{_COUNT})\s+jahr(?:en)?\b)",
    re.IGNORECASE,
)
_YEARS_ON = {"last": -1, "letz": -1, "this": 0, "dies": 0, "next": 1, "näch": 1}
"""Years by how the words that name them begin."""


def in_counted_years(text: str, today: date) -> Iterator[tuple[int, int, Reading]]:
    """Where days of a year that is counted from this one stand, and what each means: "March 3 two years ago"."""
    for match in _COUNTED_YEAR.finditer(text):
        if (match["month"] or match["month2"]) not in ALSO_A_WORD:
            yield match.start(), match.end(), _in_counted_year(match, today)


def _in_counted_year(match: re.Match[str], today: date) -> Reading:
    month = match["month"] or match["month2"]
    count = match["ago"] or match["vor"]
    years = -number_told(count) if count else _YEARS_ON[match["which"].lower()[:4]]
    made = calendar_day(today.year + years, MONTHS[month.lower()], int(match["day"] or match["day2"]))
    return Reading((made,)) if made else HELD


def month(match: re.Match[str], today: date) -> Reading | None:
    """A month by its name."""
    word, year, preposition = match["month"], match["year"], match["preposition"]
    number = MONTHS[word.lower()]
    if word in ALSO_A_WORD and not (preposition or year):
        return None
    if year:
        return Reading(months=((int(year), number),), relative=False)
    if len(word) < 4 and not (preposition and word[0].isupper()):
        return None
    days = [date(today.year + years, number, 1) for years in (-1, 0, 1)]
    around = nearest(days, today.replace(day=1))
    return Reading(months=tuple((day.year, day.month) for day in around), relative=False)


def iso_month(match: re.Match[str], _today: date) -> Reading | None:
    """Year and month."""
    return Reading(months=((int(match[1]), int(match[2])),), relative=False)
