"""Dates of several words that name one day together: "a week from Friday", "next week Friday".

Owns which of the dates found in a text are one. Promises that of one nobody can read no part is taken for a date.
Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from extractor.memory.date_words import MONTHS, NUMBERS, WEEKDAYS, Mention, any_of

_COUNTED = re.compile(
    rf"(?<!\w)(?P<count>\d{{1,3}}|{any_of(NUMBERS)})\s+(?P<unit>day|week|fortnight|month|year)s?\s+"
    r"(?P<way>from|after|before)\s+(?:on\s+|the\s+)?$",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"\b(?:for|lasts?|lasted|takes?|took|runs?|next|first|last|another|of)\s+$", re.IGNORECASE
)
"""So many weeks that begin on a day are no day."""
_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_NEAR = 60
"""Characters around a date in which what belongs to it stands."""
_BESIDE = re.compile(r",?\s+(?:(?:on|am|of|der|des|the)\s+)*")
_BLANK = re.compile(r"\s+")
_TO = re.compile(r"\s*(?:to|through|thru|till|until|bis|auf|[–—-])\s*", re.IGNORECASE)
_OR = re.compile(r"\s*(?:,|/|\b(?:or|and|oder|und)\b)\s*", re.IGNORECASE)
_MOVED = re.compile(
    r"\b(?:moved?|moves|pushed|postponed|shift(?:ed|s)?|rescheduled|delayed|slip(?:ped|s)?|brought|verschoben|verlegt)\b",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"\b(?:vacation|holidays?|away|off|out|trip|conference|freeze|frozen|outage|maintenance|urlaub|unterwegs)\b",
    re.IGNORECASE,
)
"""What lasts from one day to another once, and not every week."""
_NTH = re.compile(
    rf",?\s+(?:the\s+|den\s+)(\d\d?)(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?(?:{any_of(MONTHS)})\b)", re.IGNORECASE
)


def joined(text: str, found: Iterable[Mention], today: date) -> list[Mention]:
    """The dates of a text in their order, those that are one as one; `unread` where nobody can tell the day."""
    made: list[Mention] = []
    for mention in sorted(found, key=lambda each: each.start):
        read = _counted(text, _numbered(text, mention, today), today)
        if made and (pair := _pair(text, made[-1], read, today)):
            made[-1:] = pair
        else:
            made.append(read)
    return made


def _is_weekday(mention: Mention) -> bool:
    return not mention.ranged and bool(mention.days) and mention.text.split()[-1].lower() in WEEKDAYS


def _one(text: str, first: Mention, last: Mention, days: Iterable[date] = ()) -> Mention:
    """Both as one date, which means this day; unread where there is none, or more than one."""
    meant = tuple(dict.fromkeys(days))
    start, end = first.start, last.end
    is_read = len(meant) == 1
    return Mention(
        start, end, text[start:end], meant, (), relative=is_read, general=not is_read, unread=not is_read
    )


def _counted(text: str, mention: Mention, today: date) -> Mention:
    """A day so many days or weeks from another."""
    if not mention.relative or mention.ranged:
        return mention
    near = max(0, mention.start - _NEAR)
    before = text[near : mention.start]
    match = _COUNTED.search(before)
    if not match or _LASTS.search(before[: match.start()]):
        return mention
    start, word, unit = near + match.start(), match["count"].lower(), match["unit"].lower()
    whole = replace(mention, start=start, text=text[start : mention.end], months=())
    if unit not in _DAYS:
        return replace(whole, days=(), relative=False, general=True, unread=True)
    count = (int(word) if word.isdigit() else NUMBERS[word]) * _DAYS[unit]
    step = timedelta(days=-count if match["way"].lower() == "before" else count)
    is_to_come = mention.days[0] >= today
    return replace(whole, days=tuple(day + step for day in mention.days if (day >= today) == is_to_come))


def _numbered(text: str, mention: Mention, today: date) -> Mention:
    """A day of the week with its number in the month ("Monday the 16th")."""
    match = _NTH.match(text, mention.end) if _is_weekday(mention) else None
    if not match:
        return mention
    around = (today + timedelta(days=step) for step in range(-45, 46))
    days = [day for day in around if (day.day, day.weekday()) == (int(match[1]), mention.days[0].weekday())]
    return replace(
        _one(text, mention, mention, days), end=match.end(), text=text[mention.start : match.end()]
    )


def _pair(text: str, first: Mention, second: Mention, today: date) -> list[Mention] | None:
    """Two dates that stand side by side and are one, or the ends of one stretch; None where they are neither."""
    between = text[first.end : second.start]
    if _TO.fullmatch(between) and _is_weekday(first) and _is_weekday(second):
        return _from_to(text, first, second, today)
    if _OR.fullmatch(between) and first.relative and _is_weekday(first) and _is_weekday(second):
        return [first, replace(second, relative=True, general=False)]
    if not (first.relative or second.relative) or first.unread or second.unread:
        return None
    week = next((each for each in (first, second) if each.relative and _is_week(each)), None)
    day = next((each for each in (first, second) if _is_weekday(each)), None)
    if week and day and _BESIDE.fullmatch(between):
        return [_one(text, first, second, _same(week.days, day))]
    if not first.relative and not (_is_weekday(first) and second.text.lower().startswith("in ")):
        return None
    if between.strip() == "of" and second.relative and not first.ranged:
        is_last = _is_weekday(first) and re.match(r"(?:the\s+)?last\s", first.text, re.IGNORECASE)
        days = _same(second.days, first) if is_last and len(second.months) == 1 else []
        return [_one(text, first, second, days[-1:])]
    if not second.relative or not _BLANK.fullmatch(between):
        return None
    if not second.text.lower().startswith("in ") or first.ranged or not second.days:
        return [_one(text, first, second)]
    return [_one(text, first, second, _later(first, second, today))]


def _is_week(mention: Mention) -> bool:
    return mention.ranged and len(mention.days) == 7 and not mention.months


def _same(days: Iterable[date], weekday: Mention) -> list[date]:
    """Of these days those of the same name."""
    return [day for day in days if day.weekday() == weekday.days[0].weekday()]


def _later(first: Mention, second: Mention, today: date) -> list[date]:
    """A day so much later: that day counted on, and of weeks the day of that name in that week."""
    counted = first.days[0] + (second.days[0] - today)
    if not _is_weekday(first):
        return [counted]
    return [counted, *_same(second.days[1:], first)] if len(second.days) > 1 else []


def _from_to(text: str, first: Mention, second: Mention, today: date) -> list[Mention]:
    """Two days of the week, from one to the other: of what is moved, or lasts once; else they are each week's."""
    near = text[max(0, first.start - _NEAR) : second.end + _NEAR]
    begins = min((day for day in first.days if day >= today), default=first.days[0])
    ends = min((day for day in second.days if day >= today), default=second.days[0])
    is_moved = _MOVED.search(near) is not None
    if not first.relative or not (is_moved or _AWAY.search(near)):
        return [replace(each, relative=False, general=True) for each in (first, second)]
    if not is_moved and ends < begins:
        ends += timedelta(days=7)
    return [
        replace(first, days=(begins,)),
        replace(second, days=(ends,), relative=True, general=False),
    ]
