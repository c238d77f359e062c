"""Dates of several words: "a week from Friday", "Friday next week", "the Monday after the release".

Owns their patterns and readers, English and German. Promises one day where the whole phrase can mean no other, and
none where that is not sure: then its words are held together, so that no part of them is taken for a date.
Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from extractor.memory.dates.date_calendar import in_counted_years
from extractor.memory.dates.date_offsets import offsets
from extractor.memory.dates.date_phrases import (
    AND,
    AWAY,
    BESIDE,
    COUNT,
    DAY,
    ENDS,
    ENGLISH,
    FROM,
    GEHT_WEITER,
    GERMAN,
    GOES_ON,
    HOUR,
    MORE,
    MOST_DAYS,
    NAMED,
    NTH,
    OR,
    PART,
    POINT,
    STRETCH,
    SUNDAY,
    WEEKDAY,
    Reader,
    distance,
    held,
    number_of,
)
from extractor.memory.dates.date_readers import HELD, Reading
from extractor.memory.dates.date_tense import may_be_past
from extractor.memory.dates.date_words import MONTHS, SHORT_DAYS, any_of

_WEEKS_ON = (
    ("next", 1),
    ("this", 0),
    ("last", -1),
    ("übernächste", 2),
    ("nächste", 1),
    ("kommende", 1),
    ("diese", 0),
    ("letzte", -1),
    ("vorige", -1),
)


def _in_week(match: re.Match[str], today: date) -> Reading:
    """A weekday of this week or of one near it."""
    number = number_of(match)
    if SUNDAY in (number, today.weekday()):
        return HELD
    weeks = dict(_WEEKS_ON)[match["which"].lower()]
    return Reading((today + timedelta(days=number - today.weekday() + 7 * weeks),))


def _weeks_on(match: re.Match[str], today: date) -> Reading:
    """A weekday in so many weeks: sure where it is still to come in this week, for then that day is counted on."""
    number = number_of(match)
    if number <= today.weekday() or number == SUNDAY or may_be_past(match):
        return HELD
    return Reading((today + timedelta(days=number - today.weekday()) + distance(match, 7),))


def _named_on(match: re.Match[str], today: date) -> Reading:
    """Today or tomorrow in so many weeks, as it is said in German."""
    if may_be_past(match):
        return HELD
    return Reading((today + timedelta(days=FROM[match["day"].lower()]) + distance(match, 7),))


_ANY_ENGLISH = rf"(?P<day>{ENGLISH}|{any_of(SHORT_DAYS)})\b"
_ANY_GERMAN = rf"(?P<day>{GERMAN})\b"
_WEEK = r"(?P<which>next|this|last)\s+week"
_WOCHE = r"(?P<which>(?:über)?nächste|kommende|diese|letzte|vorige)[rn]?\s+woche\b"
_WEEKS = rf"in\s+(?P<count>{COUNT})\s+weeks?(?:['’]s?\s+time)?"
_WOCHEN = rf"in\s+(?P<count>{COUNT})\s+wochen?\b"
_PAIRS = (
    rf"\b{DAY}(?:{AND}{DAY}){{1,{MOST_DAYS}}}{PART}?{BESIDE}{AWAY}",
    rf"\b{DAY}{PART}{BESIDE}{AWAY}",
)
"""Several days, or a part of one, in a week: they go before the single ones."""
_SURE: tuple[tuple[str, Reader], ...] = (
    (rf"(?:\bthe\s+)?\b{_ANY_ENGLISH}\s+(?:(?:of|in)\s+)?{_WEEK}\b(?!{OR})", _in_week),
    (
        rf"(?<!late )(?<!later )(?<!early )(?<!earlier )\b{_WEEK}(?:\s+on|['’]s)?\s+{_ANY_ENGLISH}{GOES_ON}",
        _in_week,
    ),
    (rf"\b{_ANY_GERMAN}\s+(?:in\s+)?(?:der\s+)?{_WOCHE}(?!{OR})", _in_week),
    (rf"\b{_WOCHE}\s+(?:am\s+)?{_ANY_GERMAN}{GEHT_WEITER}", _in_week),
    (rf"\b{_ANY_ENGLISH}\s+{_WEEKS}(?={ENDS})", _weeks_on),
    (rf"\b{_WEEKS}\s+on\s+{_ANY_ENGLISH}(?={ENDS})", _weeks_on),
    (rf"\b{_ANY_GERMAN}\s+{_WOCHEN}{GEHT_WEITER}", _weeks_on),
    (rf"\b{_WOCHEN}\s+(?:am\s+)?{_ANY_GERMAN}{GEHT_WEITER}", _weeks_on),
    (rf"\b(?P<day>heute|(?-i:morgen)|übermorgen)\s+{_WOCHEN}{GEHT_WEITER}", _named_on),
)
_WHOLE = r"(?:\b(?:the|this|next|last)\s+)?\b"
_OPEN = (
    # So much from a day, where it is not sure which, or what.
    rf"(?<![\w-])(?:{COUNT}\s+)?(?!day\s+(?:after\s+tomorrow|before\s+yesterday)\b)"
    r"(?:(?:minute|hour|day|night|evening|morning|week|weekend|fortnight|month|quarter|year|sprint)s?"
    r"\s+(?:from|after|before|following)|(?:stunde|tag|woche|monat|jahr)(?:e[sn]?|n)?\s+(?:nach|vor|ab|von))"
    rf"\s+{POINT}(?:['’]s)?(?:\s+(?:after|before)\s+(?:next|last)\b)?{MORE}",
    # An idiom: overnight.
    rf"\bvon\s+{NAMED}\s+auf\s+{NAMED}",
    # One of many.
    r"\b(?:a|an|any|every|each|some|one|no|most|other|following|same|black|good|first|second|third|fourth|fifth"
    r"|jede[nrsm]?|eine[nm]|alle|(?:folgende|selbe|gleiche|erste|zweite|dritte|vierte|fünfte|übernächste)[nrsm]?)"
    rf"\s+{WEEKDAY}(?:\s*,?\s+(?:(?:of|in|im|des|der)\s+)?{STRETCH})?",
    rf"\b(?:last|letzte[nrm]?)\s+{WEEKDAY}\s+(?:of|im|des|in\s+(?=(?:the|each|every|{any_of(MONTHS)})\b))\b(?:\s+{STRETCH})?",
    # What stands beside a weekday and tells which it is.
    rf"{_WHOLE}{DAY}(?:{BESIDE}{AWAY}(?:{AND}(?:{STRETCH}|next\b|nächste[nrsm]?\b))?"
    rf"|\s+(?:after|before|following|nach|vor)\s+(?!{HOUR})(?:{POINT})?|\s+(?:next|last|week|fortnight)\b"
    rf"|(?=,?\s+(?:the|den|dem|der)\s+\d|\s+{NTH}(?!\s+(?:of|{any_of(MONTHS)})\b)|\s+(?:of|in|im)\s+(?:{any_of(MONTHS)})\b))",
    rf"\b(?:{NAMED}\s+{AWAY}(?:{BESIDE}{DAY}{MORE})?|{AWAY}{BESIDE}{DAY}{MORE})",
    rf"(?<!by )(?<!until )(?<!before )\b{WEEKDAY}(?=['’]s)",
    rf"\bthe\s+{WEEKDAY}",
)
_READERS = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (*((each, held) for each in _PAIRS), *_SURE, *((each, held) for each in _OPEN))
)
_HINT = re.compile(rf"\b(?:{DAY}|{NAMED}|the\s+{NTH})", re.IGNORECASE)
"""Something each of them holds: most texts do not."""


def compounds(text: str, today: date) -> Iterator[tuple[int, int, Reading]]:
    """Where dates of several words stand, and what each means. Of two that overlap the first counts."""
    yield from in_counted_years(text, today)
    yield from offsets(text, today)
    if not _HINT.search(text):
        return
    for pattern, reader in _READERS:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), reader(match, today)
