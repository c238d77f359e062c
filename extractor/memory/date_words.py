"""The words people name days and months with, English and basic German, and how each is read.

Owns the table of patterns and readers.
Promises every plausible reading of an ambiguous date, the likeliest first. Never reads a clock.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

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


@dataclass(frozen=True, slots=True)
class _Reading:
    days: tuple[date, ...] = ()
    months: tuple[Month, ...] = ()
    relative: bool = True
    ranged: bool = False
    general: bool = False


def _numbered(start: int, *lists: str) -> dict[str, int]:
    return {word: number for words in lists for number, word in enumerate(words.split(), start=start)}


_MONTHS = _numbered(
    1,
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jan feb mar apr may jun jul aug sep oct nov dec",
) | {"sept": 9, "okt": 10, "dez": 12}
_ALSO_A_WORD = {"may", "march", "mar", "mai", "august", "sep", "dec", "jan"}
WEEKDAYS = _numbered(
    0,
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
) | {"sonnabend": 5}
"""Monday is 0."""

_SHORT_DAYS = _numbered(0, "mon tue wed thu fri sat sun") | {"tues": 1, "thurs": 3}
NUMBER_WORDS = _numbered(
    1,
    "one two three four five six seven eight nine ten eleven twelve",
    "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
)
"""One to twelve."""

_NUMBERS = NUMBER_WORDS | {"a": 1, "an": 1, "einem": 1, "einer": 1, "the next": 1}


def _any(words: dict[str, int], longer_than: int = 0) -> str:
    return "|".join(sorted((word for word in words if len(word) > longer_than), key=len, reverse=True))


_YEAR = r"(?:19|20)\d\d"
_NUMBER = rf"\d{{1,3}}|{_any(_NUMBERS)}"
_UNIT = "day|week|fortnight|month|year|tag|woche|monat|jahr"
_WHICH = (
    "next|last|this|past|coming|previous|nächste[nrsm]?|kommende[nrsm]?"
    "|letzte[nrsm]?|vorige[nrsm]?|diese[nrsm]?"
)
_BEFORE_DAY = (
    "on|by|until|till|before|after|from|since|due|is|starts?|begins?|ends?|happens?|am|bis|ab|seit|ist"
)
_BACK = ("last", "past", "previous", "letzte", "vorige")
_ON = ("next", "coming", "nächste", "kommende")


def _years(day: int, month: int, today: date) -> tuple[date, ...]:
    """The day in the years around: the coming one first where it is at most nine months ahead."""
    found = [made for year in range(today.year - 1, today.year + 2) if (made := _date(year, month, day))]
    ahead = [made for made in found if made >= today][:1]
    behind = [made for made in found if made < today][-1:]
    near = bool(ahead) and (ahead[0] - today).days <= 275
    return tuple(ahead + behind if near else behind + ahead)


def _date(year: int, month: int, day: int) -> date | None:
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return None
    return date(year, month, day)


def _full_year(digits: str) -> int:
    return int(digits) + 2000 if len(digits) == 2 else int(digits)


def _absolute(*days: date | None) -> _Reading | None:
    real = tuple(dict.fromkeys(day for day in days if day))
    return _Reading(real, relative=False) if real else None


def _shifted(today: date, months: int) -> Month:
    count = today.year * 12 + today.month - 1 + months
    return count // 12, count % 12 + 1


def _month_days(month: Month) -> tuple[date, ...]:
    return tuple(date(*month, day) for day in range(1, monthrange(*month)[1] + 1))


def _week_days(monday: date) -> tuple[date, ...]:
    return tuple(monday + timedelta(days=number) for number in range(7))


def _iso(match: re.Match[str], _today: date) -> _Reading | None:
    return _absolute(_date(int(match[1]), int(match[2]), int(match[3])))


def _dotted(match: re.Match[str], today: date) -> _Reading | None:
    day, month = int(match[1]), int(match[2])
    if match[3]:
        return _absolute(_date(_full_year(match[3]), month, day))
    return _absolute(*_years(day, month, today))


def _slashed(match: re.Match[str], _today: date) -> _Reading | None:
    first, second, year = int(match[1]), int(match[2]), _full_year(match[3])
    return _absolute(_date(year, first, second), _date(year, second, first))


def _named(day: str, month: str, year: str | None, today: date) -> _Reading | None:
    if month in _ALSO_A_WORD:
        return None
    number = _MONTHS[month.lower()]
    return (
        _absolute(_date(int(year), number, int(day))) if year else _absolute(*_years(int(day), number, today))
    )


def _day_month(match: re.Match[str], today: date) -> _Reading | None:
    return _named(match[1], match[2], match[3], today)


def _month_day(match: re.Match[str], today: date) -> _Reading | None:
    return _named(match[2], match[1], match[3], today)


def _month(match: re.Match[str], today: date) -> _Reading | None:
    word, year, preposition = match["month"], match["year"], match["preposition"]
    number = _MONTHS[word.lower()]
    if word in _ALSO_A_WORD and not (preposition or year):
        return None
    if year:
        return _Reading(months=((int(year), number),), relative=False)
    if len(word) < 4 and not (preposition and word[0].isupper()):
        return None
    around = _years(1, number, today.replace(day=1))
    return _Reading(months=tuple((day.year, day.month) for day in around), relative=False)


def _iso_month(match: re.Match[str], _today: date) -> _Reading | None:
    return _Reading(months=((int(match[1]), int(match[2])),), relative=False)


_NAMED_DAYS = {
    "day after tomorrow": 2,
    "day before yesterday": -2,
    "tomorrow": 1,
    "yesterday": -1,
    "last night": -1,
    "übermorgen": 2,
    "vorgestern": -2,
    "morgen": 1,
    "gestern": -1,
}


def _named_day(match: re.Match[str], today: date) -> _Reading | None:
    return _Reading((today + timedelta(days=_NAMED_DAYS.get(match[1].lower(), 0)),))


def _weekday(match: re.Match[str], today: date) -> _Reading | None:
    word = match["day"].lower()
    number = WEEKDAYS[word] if word in WEEKDAYS else _SHORT_DAYS[word]
    which = (match["which"] or "").lower()
    coming = today + timedelta(days=(number - today.weekday()) % 7)
    later = coming if coming > today else coming + timedelta(days=7)
    before = coming - timedelta(days=7)
    next_week = today - timedelta(days=today.weekday()) + timedelta(days=7 + number)
    days: tuple[date, ...] = (coming, later, before)
    if match["week"]:
        days = (next_week,)
    elif which.startswith(("next", "nächste")):
        days = (next_week, later)
    elif which.startswith(_BACK):
        days = (before, before - timedelta(days=7))
    one_day = _is_one_day(match)
    return _Reading(tuple(dict.fromkeys(days)), relative=one_day, general=not one_day)


_RECURRING = re.compile(
    r"\b(always|never|every|each|any|only|whenever|usually|weekly|per|immer|nie|niemals|jede[nrsm]?|nur)\b",
    re.IGNORECASE,
)


def _is_one_day(match: re.Match[str]) -> bool:
    """Whether a weekday means one day and not each of its kind ("never deploy on Friday")."""
    if match["which"] or match["week"]:
        return True
    return bool(match["preposition"]) and not _RECURRING.search(match.string)


def _day_of_month(match: re.Match[str], today: date) -> _Reading | None:
    day = int(match[1])
    around = (_date(*_shifted(today, months), day) for months in (-1, 0, 1))
    found = [made for made in around if made]
    days = [made for made in found if made >= today][:1] + [made for made in found if made < today][-1:]
    return _Reading(tuple(days)) if days else None


def _count(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word.lower()]


def _distance(today: date, count: int, unit: str) -> _Reading | None:
    """`count` units from today; negative is ago."""
    if unit.startswith(("month", "monat", "year", "jahr")):
        month = _shifted(today, count if unit.startswith("mon") else count * 12)
        if not 1 < month[0] < 9999:
            return None
        day = min(today.day, monthrange(*month)[1])
        return _Reading((date(*month, day),), (month,))
    days = count * {"d": 1, "t": 1, "w": 7, "f": 14}[unit[0]]
    target = today + timedelta(days=days)
    if days % 7 == 0 and unit[0] == "w":
        monday = target - timedelta(days=target.weekday())
        return _Reading(tuple(dict.fromkeys((target, *_week_days(monday)))))
    return _Reading((target,))


_DURATION = re.compile(
    r"(?:expir|rotat|times? out|delet|purg|valid|renew|respon|repl(?:y|ies)|within|ablauf|every)"
    r"\S*(?:\s\S+){0,2}\s*$",
    re.IGNORECASE,
)
"""What stands before a number of days that counts from something else than today."""


def _ahead(match: re.Match[str], today: date) -> _Reading | None:
    if _DURATION.search(match.string[max(0, match.start() - 40) : match.start()]):
        return None
    return _distance(today, _count(match[1]), match[2].lower())


def _ago(match: re.Match[str], today: date) -> _Reading | None:
    return _distance(today, -_count(match[1]), match[2].lower())


def _lately(match: re.Match[str], today: date) -> _Reading | None:
    reached = _distance(today, -_count(match[1]), match[2].lower())
    return _Reading((reached.days[0], today), ranged=True) if reached else None


def _span(match: re.Match[str], today: date) -> _Reading | None:
    """A week, month, quarter or year around today, or the end of one."""
    which, unit = (match["which"] or "").lower(), match["unit"].lower()
    edge = (match["edge"] or "").lower()
    if not edge and which in ("", "the"):
        return None
    step = -1 if which.startswith(_BACK) else int(which.startswith(_ON))
    at_end = edge in ("end", "ende")
    if unit.startswith(("year", "jahr")):
        year = today.year + step
        last = (date(year, 12, 31),) if at_end else ()
        return _Reading(last, tuple((year, month) for month in range(1, 13)), ranged=not at_end)
    if unit == "quarter":
        first = (today.month - 1) // 3 * 3 + 1 - today.month + step * 3
        quarter = tuple(_shifted(today, first + number) for number in range(3))
        return _Reading(tuple(day for month in quarter for day in _month_days(month)), quarter, ranged=True)
    if unit.startswith("mon"):
        month = _shifted(today, step)
        days = _month_days(month)
        return _Reading(days[:-6:-1] if at_end else days, (month,), ranged=not at_end)
    days = _week_days(today - timedelta(days=today.weekday()) + timedelta(days=7 * step))
    if unit == "weekend":
        return _Reading(days[5:])
    return _Reading((days[4], days[6]) if at_end else days, ranged=not at_end)


def _end_of(match: re.Match[str], today: date) -> _Reading | None:
    friday = today - timedelta(days=today.weekday()) + timedelta(days=4)
    return {
        "D": _Reading((today,)),
        "W": _Reading((friday, friday + timedelta(days=2))),
        "M": _Reading(_month_days((today.year, today.month))[-1:]),
    }[match[1]]


_Reader = Callable[[re.Match[str], date], _Reading | None]

_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern, flags), reader)
    for pattern, flags, reader in (
        (rf"(?<![\d-])({_YEAR})[-/](\d\d?)[-/](\d\d?)(?!\d)", 0, _iso),
        (rf"(?<![\d.])(\d\d?)\.\s?(\d\d?)\.(?:\s?({_YEAR}|[23]\d(?!:)))?(?!\.?\d)", 0, _dotted),
        (rf"(?<![\d/\w])(\d\d?)/(\d\d?)/({_YEAR}|\d\d)(?![\d/])", 0, _slashed),
        (
            rf"(?<![\d.:])(\d\d?)(?:st|nd|rd|th|\.)?\s+(?:of\s+)?({_any(_MONTHS)})\b(?:,?\s+({_YEAR})\b)?",
            re.IGNORECASE,
            _day_month,
        ),
        (
            rf"\b({_any(_MONTHS)})\.?\s+(?:the\s+)?(\d\d?)(?:st|nd|rd|th)?(?![\d:%]|\.\d)(?:,?\s+({_YEAR})\b)?",
            re.IGNORECASE,
            _month_day,
        ),
        (r"(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![-\d])", 0, _iso_month),
        (
            rf"(?:\b(?P<preposition>in|since|until|by|before|after|im|seit|bis)\s+)?\b(?P<month>{_any(_MONTHS)})\b"
            rf"(?:\.?,?\s+(?:of\s+)?(?P<year>{_YEAR})\b)?",
            re.IGNORECASE,
            _month,
        ),
        (
            r"\b(day after tomorrow|day before yesterday|tomorrow|yesterday|last night|today|tonight"
            r"|this (?:morning|afternoon|evening)|heute|übermorgen|vorgestern|gestern)\b",
            re.IGNORECASE,
            _named_day,
        ),
        (r"\b(morgen)\b", 0, _named_day),
        (
            rf"\b(?:(?P<preposition>{_BEFORE_DAY})\s+)?(?:the\s+)?(?:(?P<which>{_WHICH})\s+)?"
            rf"(?P<day>{_any(WEEKDAYS)})\b(?P<week>\s+(?:of\s+)?next\s+week)?",
            re.IGNORECASE,
            _weekday,
        ),
        (
            rf"\b(?:(?P<preposition>on|by|until|before|after)|(?P<which>next|last|this))\s+"
            rf"(?P<day>{_any(_SHORT_DAYS)})\b(?P<week>\s+next\s+week)?",
            re.IGNORECASE,
            _weekday,
        ),
        (r"\b(?:on|by|until|before|after|from) the (\d\d?)(?:st|nd|rd|th)\b", re.IGNORECASE, _day_of_month),
        (
            rf"\bin\s+({_NUMBER})\s+(?:business\s+|working\s+)?({_UNIT})(?:s|en|n|e)?\b(?!\s+of\b)",
            re.IGNORECASE,
            _ahead,
        ),
        (rf"\b({_NUMBER})\s+({_UNIT})s?\s+from\s+(?:now|today)\b", re.IGNORECASE, _ahead),
        (rf"\b({_NUMBER})\s+({_UNIT})s?\s+ago\b", re.IGNORECASE, _ago),
        (rf"\b(?:last|past)\s+({_NUMBER})\s+({_UNIT})s?\b", re.IGNORECASE, _lately),
        (rf"\bvor\s+({_NUMBER})\s+({_UNIT})(?:en|n|e)?\b", re.IGNORECASE, _ago),
        (
            rf"\b(?:(?P<edge>end|beginning|start|middle|ende|anfang)\s+(?:of\s+|der\s+|des\s+)?)?"
            rf"(?:(?:the\s+)?(?P<which>{_WHICH}|the)\s+)?(?P<unit>week|weekend|month|quarter|year|woche|monats?|jahr(?:es)?)\b",
            re.IGNORECASE,
            _span,
        ),
        (r"\bEO([DWM])\b", 0, _end_of),
    )
)


def mentions(text: str, today: date) -> list[Mention]:
    """Every date the text names, in order, read on this day. Where two overlap the more exact kind wins."""
    found: list[Mention] = []
    for pattern, reader in _READERS:
        for match in pattern.finditer(text):
            start, end = _extent(match)
            if any(start < other.end and other.start < end for other in found):
                continue
            reading = reader(match, today)
            if reading:
                found.append(_mention(text, start, end, reading))
    outright = [mention for mention in found if not mention.relative and not mention.general]
    kept = (mention for mention in found if not _explains(mention, outright))
    return sorted(kept, key=lambda mention: mention.start)


def _explains(mention: Mention, outright: list[Mention]) -> bool:
    """Whether it is only the weekday of a date that stands beside it ("Friday, 4 December")."""
    if mention.text.split()[-1].lower() not in WEEKDAYS:
        return False
    return any(0 <= day.start - mention.end <= 3 or 0 <= mention.start - day.end <= 3 for day in outright)


def _mention(text: str, start: int, end: int, reading: _Reading) -> Mention:
    days, months, relative = reading.days, reading.months, reading.relative
    return Mention(start, end, text[start:end], days, months, relative, reading.ranged, reading.general)


def _extent(match: re.Match[str]) -> tuple[int, int]:
    """Where the date itself stands, without the preposition before it."""
    if match.groupdict().get("preposition"):
        after = match.end("preposition")
        rest = match.string[after : match.end()]
        return after + len(rest) - len(rest.lstrip()), match.end()
    return match.start(), match.end()
