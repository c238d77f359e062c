"""Dates in plain words: what a text names, seen from the moment it was said.

Owns the questions asked of a text: which days, which months, what would no longer be true tomorrow.
Promises every plausible reading of an ambiguous date, the likeliest first, and none of words that no day can be told
of for sure. Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, datetime, tzinfo
from functools import lru_cache

from extractor.domain import Milliseconds
from extractor.memory.dates import date_calendar as calendar
from extractor.memory.dates import date_readers as read
from extractor.memory.dates.date_abroad import abroad, written_abroad
from extractor.memory.dates.date_clauses import comes_again
from extractor.memory.dates.date_compounds import compounds
from extractor.memory.dates.date_readers import Reading
from extractor.memory.dates.date_spans import in_order
from extractor.memory.dates.date_words import MONTHS, NUMBERS, SHORT_DAYS, WEEKDAYS, Mention, Month, any_of

_YEAR = r"(?:19|20)\d\d"
_YEAR_BEHIND = rf"(?:,?\s+(?:(?:of|im\s+Jahre?)\s+)?|\s*\((?={_YEAR}\)))({_YEAR}\b\)?|['’]\d\d\b)"
_NUMBER = rf"\d{{1,3}}|{any_of(NUMBERS)}"
_UNIT = "day|week|fortnight|month|year|tag|woche|monat|jahr"
_WHICH = (
    "next|last|this|past|coming|previous|nächste[nrsm]?|kommende[nrsm]?"
    "|letzte[nrsm]?|vorige[nrsm]?|diese[nrsm]?"
)
_BEFORE_DAY = (
    "on|by|until|till|before|after|from|since|due|is|starts?|begins?|ends?|happens?|am|bis|ab|seit|ist"
)

_Reader = Callable[[re.Match[str], date], Reading | None]

_STRETCH = re.compile(
    r"(?:(?:in|over|during|within|for)\s+the\s+(?:last|past)|(?:the|this)\s+past)\s+(?:week|month|year)",
    re.IGNORECASE,
)
"""A stretch of days up to the day it was said, told with the word that leads to it."""
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern, flags), reader)
    for pattern, flags, reader in (
        (rf"(?<![\d-])({_YEAR})[-/](\d\d?)[-/](\d\d?)(?!\d)", 0, calendar.iso),
        (rf"(?<![\d.])(\d\d?)\.\s?(\d\d?)\.(?:\s?({_YEAR}|[23]\d(?!:)))?(?!\.?\d)", 0, calendar.dotted),
        (rf"(?<![\d/\w])(\d\d?)/(\d\d?)/({_YEAR}|\d\d)(?![\d/])", 0, calendar.slashed),
        (
            rf"(?<![\d.:])(\d\d?)(?:st|nd|rd|th|\.)?\s+(?:of\s+)?({any_of(MONTHS)})\b(?:{_YEAR_BEHIND})?",
            re.IGNORECASE,
            calendar.day_month,
        ),
        (
            rf"\b({any_of(MONTHS)})\.?\s+(?:the\s+)?(\d\d?)(?:st|nd|rd|th)?(?![\d:%]|\.\d)(?:{_YEAR_BEHIND})?",
            re.IGNORECASE,
            calendar.month_day,
        ),
        (r"(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![-\d])", 0, calendar.iso_month),
        (
            rf"(?:\b(?P<preposition>in|since|until|by|before|after|im|seit|bis)\s+)?\b(?P<month>{any_of(MONTHS)})\b"
            rf"(?:\.?,?\s+(?:of\s+)?(?P<year>{_YEAR})\b)?",
            re.IGNORECASE,
            calendar.month,
        ),
        (
            r"\b((?:the )?day after tomorrow|(?:the )?day before yesterday|tomorrow|yesterday|last night|today|tonight"
            r"|this (?:morning|afternoon|evening)|heute|übermorgen|vorgestern|gestern)\b",
            re.IGNORECASE,
            read.named_day,
        ),
        (
            r"(?<!(?i:jeden) )(?<!(?i:guten) )(?<!(?i:heute) )(?<!(?i:gestern) )(?<!(?i:am) )(?<!(?i:in de) )\b(morgen)\b",
            0,
            read.named_day,
        ),
        (
            rf"\b(?:(?P<preposition>{_BEFORE_DAY})\s+)?(?:the\s+|this\s+(?=past|coming))?(?:(?P<which>{_WHICH})\s+)?"
            rf"(?P<day>{any_of(WEEKDAYS)})\b(?!\s+(?:mornings|afternoons|evenings|nights)\b)",
            re.IGNORECASE,
            read.weekday,
        ),
        (
            rf"\b(?:(?P<preposition>on|by|until|before|after)|(?P<which>next|last|this))\s+"
            rf"(?P<day>{any_of(SHORT_DAYS)})\b",
            re.IGNORECASE,
            read.weekday,
        ),
        (
            r"\b(?:on|by|until|before|after|from) the (\d\d?)(?:st|nd|rd|th)\b",
            re.IGNORECASE,
            read.day_of_month,
        ),
        (
            rf"\bin\s+({_NUMBER})\s+(?:business\s+|working\s+)?({_UNIT})(?:s|en|n|e)?\b(?:['’]s?\s+time\b)?(?!\s+of\b)",
            re.IGNORECASE,
            read.ahead,
        ),
        (rf"\b({_NUMBER})\s+({_UNIT})s?\s+from\s+(?:now|today)\b", re.IGNORECASE, read.ahead),
        (rf"\b({_NUMBER})\s+({_UNIT})s?\s+ago\b", re.IGNORECASE, read.ago),
        (rf"\b(?:last|past)\s+({_NUMBER})\s+({_UNIT})s?\b", re.IGNORECASE, read.lately),
        (rf"\b{_STRETCH.pattern}\b", re.IGNORECASE, read.lately_one),
        (rf"\bvor\s+({_NUMBER})\s+({_UNIT})(?:en|n|e)?\b", re.IGNORECASE, read.ago),
        (
            r"\b(?:(?:in\s+the\s+(?=middle)|at\s+the\s+(?=beginning|start)|in\s+der\s+(?=mitte)|zu\s+(?=beginn))?"
            r"(?P<edge>end|beginning|start|middle|ende|anfang|beginn|mitte)\s+(?:of\s+|der\s+|des\s+)?)?"
            rf"(?:(?:the\s+)?(?P<which>{_WHICH}|the)\s+)?(?P<unit>week|weekend|month|quarter|year|woche|monats?|jahr(?:es)?)\b",
            re.IGNORECASE,
            read.span,
        ),
        (r"\bEO([DWM])\b", 0, read.end_of),
    )
)


_HINT = re.compile(
    rf"\d|EO[DWM]|\b(?:{any_of(MONTHS)}|{any_of(WEEKDAYS)}|{any_of(SHORT_DAYS)}|{_UNIT}|weekend|quarter|today|tonight|tomorrow"
    r"|yesterday|last night|this (?:morning|afternoon|evening)|heute|morgen|übermorgen|gestern|vorgestern)",
    re.IGNORECASE,
)
"""Something every date holds: most sentences name none, and two dozen readers take their time to find that out."""


def mentions(text: str, today: date) -> list[Mention]:
    """Every date the text names, in order, read on this day. Where two overlap the more exact kind wins."""
    return list(_mentions(text, today))


@lru_cache(maxsize=1024)
def _mentions(text: str, today: date) -> tuple[Mention, ...]:
    foreign = list(abroad(text, today))
    if not foreign and not _HINT.search(text):
        return ()
    found = [_mention(text, *each) for each in foreign]
    # A mark for each character of a mention: to look through all mentions for each costs the square of their number.
    taken = bytearray(len(text))
    _take(taken, *foreign)
    for start, end, reading in compounds(text, today):
        if not any(taken[start:end]):
            mention = _mention(text, start, end, reading)
            found.append(replace(mention, days=()) if mention.general else mention)
            _take(taken, (start, end, reading))
    for pattern, reader in _READERS:
        for match in pattern.finditer(text):
            start, end = _extent(match)
            if not any(taken[start:end]) and (read_as := reader(match, today)):
                found.append(_mention(text, start, end, read_as))
                _take(taken, (start, end, read_as))
    outright = [mention for mention in found if not mention.relative and not mention.general]
    kept = (mention for mention in found if not _explains(mention, outright))
    return tuple(in_order(text, sorted(kept, key=lambda mention: mention.start)))


def _take(taken: bytearray, *read: tuple[int, int, Reading]) -> None:
    for start, end, _ in read:
        taken[start:end] = b"\1" * (end - start)


def _explains(mention: Mention, outright: list[Mention]) -> bool:
    """Whether it is only the weekday of a date that stands beside it ("Friday, 4 December")."""
    if mention.text.split()[-1].lower() not in WEEKDAYS:
        return False
    return any(0 <= day.start - mention.end <= 3 or 0 <= mention.start - day.end <= 3 for day in outright)


def _mention(text: str, start: int, end: int, reading: Reading) -> Mention:
    days, months = reading.days, reading.months
    again = reading.general or (reading.relative and comes_again(text, start, end, reading.recurs))
    relative = reading.relative and not again
    return Mention(
        start, end, text[start:end], days, months, relative, reading.ranged, again, reading.yearless
    )


def _extent(match: re.Match[str]) -> tuple[int, int]:
    """Where the date itself stands, without the preposition before it."""
    if match.groupdict().get("preposition"):
        after = match.end("preposition")
        rest = match.string[after : match.end()]
        return after + len(rest) - len(rest.lstrip()), match.end()
    return match.start(), match.end()


_LATEST = 16_725_225_600_000
"""Milliseconds: the year 2500."""


def day_of(at: Milliseconds, tz: tzinfo) -> date:
    """The date of a moment where the person is. A moment no calendar has room for counts as its edge."""
    return datetime.fromtimestamp(min(max(at, 0), _LATEST) / 1000, tz).date()


def days_of(found: Iterable[Mention]) -> frozenset[date]:
    """Every day that dates can mean; every day of a week or month they name relatively."""
    return frozenset(day for mention in found for day in mention.days)


def months_of(found: Iterable[Mention]) -> frozenset[Month]:
    """Every month that dates can mean, those of their days included."""
    found = list(found)
    named = {month for mention in found for month in mention.months}
    return frozenset(named | {(day.year, day.month) for day in days_of(found)})


def resolve(text: str, at: Milliseconds, tz: tzinfo) -> frozenset[date]:
    """Every day the text can mean, said at this moment."""
    return days_of(mentions(text, day_of(at, tz)))


def months(text: str, at: Milliseconds, tz: tzinfo) -> frozenset[Month]:
    """Every month the text can mean, said at this moment."""
    return months_of(mentions(text, day_of(at, tz)))


_ASIDE = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<!\w)'[^'\n]*'(?!\w)")


_SOME_DAY = date(2000, 1, 3)


def relative_words(text: str, today: date = _SOME_DAY) -> list[str]:
    """Expressions that mean another day tomorrow, left in a text meant to last; code and quotes are free.

    `today`: the day they were said. What one means is not sure on each day, and where it is not, it may be left.
    """
    lasting = _ASIDE.sub(lambda match: "·" * len(match[0]), text)
    return [mention.text for mention in mentions(lasting, today) if mention.relative]


def literal_dates(text: str, at: Milliseconds, tz: tzinfo) -> list[Mention]:
    """The days and months a text names outright. One without a year is read from this moment."""
    found = mentions(text, day_of(at, tz))
    return [mention for mention in found if not mention.relative and not mention.general]


_A_YEAR = r"(?:(?:last|this|next)\s+year|(?:letztes|dieses|nächstes|voriges)\s+jahr)"
_BARE_YEAR = re.compile(_A_YEAR, re.IGNORECASE)
"""A year by itself: beside a day it may be that of the day."""
_IN_YEARS = re.compile(
    r"\byears?\s+ago$|^(?:in|vor)\s.*\b(?:years?|jahr(?:en)?)$"
    rf"|^{_A_YEAR}$",
    re.IGNORECASE,
)
"""How a year is told by its distance from this one."""
OWNS = ("'s ", "’s ")
"""Behind a date to which what follows belongs: no preposition leads to it."""
_QUARTER = re.compile(r"(?:last|this|next)\s+quarter", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"(?i)\b(on|by|until|till|before|after|from|since|in|of|for|to|due|the|am|auf|bis|ab|seit|von|vor|im|für)\s*$"
)
_ARTICLE = re.compile(r"(?i)\b(?:der|die|das|dem|den|des|zur|zum|im|vom)\s*$")
_LEADS_TO_WEEK = re.compile(r"(?i)\b(bis|ab|seit|von|vor|nach|für|auf|in|während)\s*$")
_GERMAN = re.compile(
    r"(?i)\b(?:heute|(?:über)?morgen|(?:vor)?gestern|\w+tag|mittwoch|sonnabend|tag(?:en)?|wochen?|monate?n?s?|jahre?n?s?)$"
)


def made_absolute(text: str, at: Milliseconds, tz: tzinfo) -> str | None:
    """The text with relative dates replaced by what they mean, and the date put behind one without a year.

    Code and quotes stay as they are. None where a relative expression names something no single day, week, month,
    quarter or year stands for.
    """
    parts: list[str] = []
    last = 0
    asides = [match.span() for match in _ASIDE.finditer(text)]
    found = mentions(text, day_of(at, tz))
    for mention in found:
        if any(start < mention.end and mention.start < end for start, end in asides):
            continue
        if len(found) > 1 and _BARE_YEAR.fullmatch(mention.text):
            return None
        before = text[last : mention.start]
        is_owner = text.startswith(OWNS, mention.end)
        written = _written(mention, "of " if is_owner else before)
        if written is None:
            return None
        parts += [before, written]
        last = mention.end
    return "".join([*parts, text[last:]])


def meant(found: Iterable[Mention]) -> list[str]:
    """What each relative one of the dates means, as a text that lasts writes it."""
    written = [_written(mention, "on ") for mention in found if mention.relative]
    return [each for each in written if each is not None]


def year_meant(mention: Mention) -> str | None:
    """The year that a relative date names, counted in years: its day and month are not told."""
    years = {year for year, _ in mention.months}
    is_counted = mention.relative and mention.ranged and _IN_YEARS.search(mention.text) is not None
    return str(next(iter(years))) if is_counted and len(years) == 1 else None


def _written(mention: Mention, before: str) -> str | None:
    """The date as a text that lasts writes it behind what stands before it."""
    if mention.general:
        return mention.text
    if not mention.relative:
        return f"{mention.text} ({mention.days[0].isoformat()})" if mention.yearless else mention.text
    if mention.days and (told := written_abroad(mention.text, before, mention.days[0])):
        return None if mention.ranged else told
    is_led = _PREPOSITION.search(before) is not None
    is_german = _GERMAN.search(mention.text) is not None
    if not mention.ranged:
        day = mention.days[0].isoformat()
        return day if is_led else f"{'am' if is_german else 'on'} {day}"
    is_led = is_led or (is_german and _ARTICLE.search(before) is not None)
    if year := year_meant(mention):
        return f"{'' if is_led else 'im Jahr ' if is_german else 'in '}{year}"
    if len(mention.months) == 1:
        return f"{'' if is_led else 'in '}{mention.days[0].strftime('%Y-%m')}"
    if len(mention.days) == 7 and not mention.months:
        monday = mention.days[0].isoformat()
        return _woche(monday, before) if is_german else f"{'' if is_led else 'in '}the week of {monday}"
    if _STRETCH.fullmatch(mention.text) or (not is_led and _QUARTER.fullmatch(mention.text)):
        return f"between {mention.days[0].isoformat()} and {mention.days[-1].isoformat()}"
    return None


def _woche(monday: str, before: str) -> str:
    """The week of that Monday in German, behind an article, a preposition or neither."""
    if _ARTICLE.search(before):
        return f"Woche vom {monday}"
    led = _LEADS_TO_WEEK.search(before)
    article = {"bis": "zur", "für": "die", "auf": "die"}.get(led[1].lower(), "der") if led else "in der"
    return f"{article} Woche vom {monday}"
