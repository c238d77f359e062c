"""Times a person names, as moments.

Owns how `yesterday`, `last week`, `3h` and ISO dates become a stretch of time. Promises that a stretch
begins before it ends, that a day without a year lies in the past, and that nothing is read of words that are
not understood whole. Never reads a clock.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo

from extractor.domain import Milliseconds
from extractor.memory.dates.date_words import SHORT_DAYS, WEEKDAYS, Mention
from extractor.memory.dates.dates import day_of, mentions

_AGO = re.compile(
    r"(?i)(last\s+)?(?:(\d{1,4})\s*|an?\s+)(m|min|minutes?|h|hours?|d|days?|w|weeks?)(\s+ago)?",
)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:T| (?!\d{4}))\d\d(?::?(\d\d))?(?::?(\d\d))?([.,]\d+)?")
"""An ISO moment: its minutes, seconds and parts of a second, as far as it names them; a year behind a blank is none."""
_YEAR = re.compile(r"(?i)(?:in\s+)?((?:19|20)\d\d)")
"""A year alone."""
_RUN = re.compile(r"(?<![\w.:/-])(\d\d?)(?:st|nd|rd|th|\.)?\s*[-–]\s*(\d\d?)(?![\d:/-])")
"""Days of a month in a row, by their numbers: the first and the last."""
_SMALL = frozenset(
    "at by during for in of on over the within am an das dem den der des die im vom von zum".split()
)
"""Words that may stand beside a date and leave it the same."""
_SINCE = re.compile(r"(?i)(?:since|seit|ab)\s+")
_UP_TO = re.compile(r"(?i)(?:until|till|bis)\s+")
"""Words that make a stretch of all that follows a date, or of all up to its end."""
_WEEKEND = re.compile(r"(?i)(?:(?:at|on|over|am)\s+)?(?:(?:the|das)\s+)?(?:weekend|wochenende)")
"""One that nothing is said about: the newest that has begun."""
_DAY_NAMES = WEEKDAYS | SHORT_DAYS
_PART = re.compile(
    r"(?i)^(?:before|after)\b|\b(?:beginning|start|middle|anfang|mitte|beginn)\b|\bend\b.*\b(?:quarter|weekend)$"
)
"""In a date: words that name only a part of it, or what lies beside it."""
_SATURDAY = 5
_MINUTES = {"m": 1, "h": 60, "d": 1_440, "w": 10_080}


class StillToCome(ValueError):
    """A beginning that lies ahead: nothing was said since."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time: from its first moment up to, but not with, its last."""

    begin: Milliseconds
    end: Milliseconds
    is_since: bool = False
    """It began so long ago and lasts until now."""
    has_begin: bool = True
    """False: it is all up to a date."""
    has_end: bool = True
    """False: it is all from a date until now."""

    @property
    def until(self) -> Milliseconds:
        """Where everything up to it ends: with a day, week or month it names; so long ago is a moment."""
        return self.begin if self.is_since else self.end


def span(text: str, now: Milliseconds, zone: tzinfo) -> Span:
    """The stretch a text names: since a date until now, up to a date, or the date itself.

    Raises ValueError where it names none or says more than that, StillToCome where all since then lies ahead.
    """
    words = text.strip()
    if since := _SINCE.match(words):
        begin = _stretch(words[since.end() :], now, zone).begin
        if begin >= now:
            raise StillToCome(words)
        return Span(begin, now, has_end=False)
    if up_to := _UP_TO.match(words):
        return Span(Milliseconds(0), _stretch(words[up_to.end() :], now, zone).until, has_begin=False)
    return _stretch(words, now, zone)


def _stretch(words: str, now: Milliseconds, zone: tzinfo) -> Span:
    exact = _exact(words, zone)
    if exact is not None:
        return exact
    today = day_of(now, zone)
    ago = _AGO.fullmatch(words)
    if ago:
        minutes = int(ago[2] or 1) * _MINUTES[ago[3][0].lower()]
        if not minutes:
            raise ValueError(words)
        if ago[4] and ago[3][0] in "dDwW":
            day = today - timedelta(minutes=minutes)
            return Span(_midnight(day, zone), _midnight(day + timedelta(days=1), zone))
        return Span(Milliseconds(max(0, now - minutes * 60_000)), now, is_since=not ago[1])
    year = _YEAR.fullmatch(words)
    first, last = (date(int(year[1]), 1, 1), date(int(year[1]), 12, 31)) if year else _named(words, today)
    return Span(_midnight(first, zone), _midnight(last + timedelta(days=1), zone))


def _exact(words: str, zone: tzinfo) -> Span | None:
    """An ISO moment with its time, as long as it is exact; in the person's zone where it names none.

    One that the clock there shows twice lasts from the first time to the end of the second.
    """
    told = _MOMENT.match(words)
    if told is None:
        return None
    try:
        moment = datetime.fromisoformat(words)
    except ValueError as error:
        raise ValueError(words) from error
    first = moment if moment.tzinfo else moment.replace(tzinfo=zone)
    begin, again = _milliseconds(first), _milliseconds(first.replace(fold=1))
    lasts = 3_600_000 if told[1] is None else 60_000 if told[2] is None else 1_000 if told[3] is None else 1
    return Span(begin, Milliseconds(max(begin, again) + lasts))


def _named(words: str, today: date) -> tuple[date, date]:
    """First and last day of what the words name."""
    run = _RUN.search(words)
    mention = _understood(words[: run.end(1)] + words[run.end(2) :] if run else words, today)
    if mention is None:
        raise ValueError(words)
    first, last = _days(mention, today)
    if run is None:
        return first, last
    is_its_day = first == last and first.day == int(run[1]) and not mention.relative
    if not is_its_day or not first.day < int(run[2]) <= monthrange(first.year, first.month)[1]:
        raise ValueError(words)
    return first, first.replace(day=int(run[2]))


def _understood(words: str, today: date) -> Mention | None:
    """The one date that the words name, where they say nothing else."""
    if _WEEKEND.fullmatch(words):
        words = "this weekend" if today.weekday() >= _SATURDAY else "last weekend"
    texts = [words, words.title()]
    if words.isalpha():  # alone they may be other words too: may, sat
        texts += [f"in {words.title()}", f"on {words.title()}"]
    for text in texts:
        found = mentions(text, today)
        if len(found) == 1 and (whole := _with_beside(text, found[0])):
            return whole
    return None


def _with_beside(text: str, mention: Mention) -> Mention | None:
    """The date as what stands beside it leaves it: a weekday chooses among its readings."""
    beside = set(re.findall(r"\w+", f"{text[: mention.start]} {text[mention.end :]}".lower())) - _SMALL
    weekdays = {_DAY_NAMES.get(word) for word in beside}
    if None in weekdays or _PART.search(mention.text):
        return None
    days = tuple(day for day in mention.days if weekdays <= {day.weekday()})
    return replace(mention, days=days) if days or (mention.months and not weekdays) else None


def _days(mention: Mention, today: date) -> tuple[date, date]:
    """First and last day of what is named. Of several readings the newest that is not to come."""
    days = list(mention.days)
    if not days:
        return _months(mention, today)
    has_year = len(re.findall(r"\d+", mention.text)) > 1
    if not mention.relative and not has_year and min(days) > today:  # the only 29 February near
        raise ValueError(mention.text)
    is_run = days == sorted(days) and (days[-1] - days[0]).days == len(days) - 1
    # Around "two weeks ago" stand the other days of its week: a run of seven where it falls on the first.
    is_weekend = mention.text.lower().endswith("weekend")
    is_stretch = mention.ranged or is_weekend or (is_run and not mention.relative)
    if is_stretch:
        return days[0], days[-1]
    past = [day for day in days if day <= today]
    chosen = days[0] if days[0] <= today or not past else max(past)
    return chosen, chosen


def _months(mention: Mention, today: date) -> tuple[date, date]:
    months = sorted(mention.months)
    this = (today.year, today.month)
    if not mention.relative and len(months) > 1:
        months = [max([month for month in months if month <= this] or months[:1])]
    year, month = months[-1]
    following = date(year + month // 12, month % 12 + 1, 1)
    return date(*months[0], 1), following - timedelta(days=1)


def _midnight(day: date, zone: tzinfo) -> Milliseconds:
    return _milliseconds(datetime.combine(day, time(), zone))


def _milliseconds(moment: datetime) -> Milliseconds:
    return Milliseconds(max(0, int(moment.timestamp() * 1000)))
