"""Dates of several words: "a week from Friday", "Friday next week", "the Monday after the release".

Owns their patterns and readers, English and German. Promises one day where the whole phrase can mean no other, and
none where that is not sure: then its words are held together, so that no part of them is taken for a date.
Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from extractor.memory.date_readers import HELD, Reading
from extractor.memory.date_tense import Tense, tense
from extractor.memory.date_words import MONTHS, NUMBERS, SHORT_DAYS, WEEKDAYS, any_of

_ENGLISH = any_of({day: number for day, number in WEEKDAYS.items() if day.endswith("day")})
_GERMAN = any_of({day: number for day, number in WEEKDAYS.items() if not day.endswith("day")})
_WEEKDAY = rf"(?:{any_of(WEEKDAYS)})\b"
_DAY = rf"(?:{any_of(WEEKDAYS)}|{any_of(SHORT_DAYS)})\b"
_COUNT = rf"(?:\d{{1,3}}|{any_of(NUMBERS)})"
_UNIT = r"(?:(?:business|working)\s+)?(?:day|week|fortnight|month|year|tag|woche|monat|jahr)(?:s|en|n|e)?(?:['’]s?\s+time)?\b"
_STRETCH = (
    r"(?:(?:the|der|des|dem|den)\s+)?(?:next|last|this|past|coming|previous|(?:über)?nächste[nrsm]?|kommende[nrsm]?"
    r"|letzte[nrsm]?|vorige[nrsm]?|diese[nrsm]?)\s+"
    r"(?:week|weekend|month|quarter|year|sprint|iteration|woche|wochenende|monats?|quartals?|jahr(?:es)?)(?:['’]s)?\b"
)
_AWAY = rf"(?:in\s+{_COUNT}\s+{_UNIT}|{_COUNT}\s+{_UNIT}\s+ago\b|vor\s+{_COUNT}\s+{_UNIT}|{_STRETCH})"
"""What tells of a day or a stretch of days without the name of a weekday."""
_NTH = r"\d\d?(?:st|nd|rd|th)\b"
_NAMED = r"(?:(?:day\s+after\s+)?tomorrow|(?:day\s+before\s+)?yesterday|(?:über)?morgen|(?:vor)?gestern|today|heute)\b"
_POINT = (
    rf"(?:(?:on|the|this|that|next|last|coming|past|following|first|second|third|dem|den|de[mn]\s+nächsten)\s+){{0,3}}"
    rf"(?:{_DAY}|{_NAMED}|(?<=the\s){_NTH})"
)
"""A day that others are counted from."""
_AND = r"\s*(?:[,/&–-]|\b(?:to|through|until|till|and|or|bis|und|oder)\b)\s*(?:(?:on|am)\s+)?"
_MOST_DAYS = 12
"""Days named in a row that are looked at: each may be the first of what follows."""
_MORE = rf"(?:{_AND}{_DAY}){{0,{_MOST_DAYS}}}"
_PART = r"(?:\s+(?:morning|noon|afternoon|evening|night|früh|morgen|mittag|nachmittag|abend|nacht)\b)"
_BESIDE = r",?\s+(?:(?:on|of|in|the|der|des|im|am)\s+)*"
_HOUR = (
    r"(?:\d|noon|midday|midnight|lunch|work|dinner|breakfast|hours|close\b|dark|business"
    r"|(?:dem\s+)?mittag|feierabend|mitternacht|der\s+arbeit)"
)
"""Behind "after" or "before" a time of the day itself."""
_ENDS = r"\s*(?:[.;:!?)]|$)"
_GOES_ON = (
    rf"(?={_ENDS}|,|\s+(?:at|by|to|so|because|if|we|i|they|he|she|it|then|morning|afternoon|evening)\b)"
)
"""What stands behind a weekday that is a day, and not a part of a name ("Friday deploys")."""
_GEHT_WEITER = rf"(?={_ENDS}|,|\s+(?:um|ab|wir|ich|sie|er|es|ist|sind|wird|werden|liefern|weil|wenn)\b)"
"""The same in German."""
_OR = r"(?:['’]s|/|\s+(?:of|or|and|in|before|after|from|oder|und|vor|nach|des|der|im|von)\b)"
"""Behind a week it may be another one."""
_LEADS = re.compile(
    r"\b(?:due|by|until|till|starts?|begins?|ends?|starting|beginning|ending|expires?|closes?|opens?|launch(?:es)?|ships?"
    r"|goes?\s+live|happens?|(?:scheduled|planned)\s+for|(?:moved|postponed|pushed)\s+to)\s+(?:on\s+)?$",
    re.IGNORECASE,
)
"""Behind them so many weeks from a day are a day, and no stretch that begins on it."""
_LEAD = 30
_SUNDAY = 6
"""It begins a week for some and ends it for others."""

_Reader = Callable[[re.Match[str], date], Reading]


def _number(match: re.Match[str]) -> int:
    word = match["day"].lower()
    return WEEKDAYS[word] if word in WEEKDAYS else SHORT_DAYS[word]


def _distance(match: re.Match[str], days: int) -> timedelta:
    """`count` times so many days."""
    word = match["count"].lower()
    return timedelta(days=days * (int(word) if word.isdigit() else NUMBERS[word]))


def _held(_match: re.Match[str], _today: date) -> Reading:
    """Words whose day nobody can tell for sure."""
    return HELD


def _may_be_past(match: re.Match[str]) -> bool:
    """Whether what is told was done: "in two weeks" is then how long it took."""
    where = match.string, match.start(), match.end()
    return any(tense(*where, lead) is not Tense.UNTOLD for lead in ("on", "am"))


_FROM = {"today": 0, "tomorrow": 1, "heute": 0, "morgen": 1, "übermorgen": 2}


def _counted(match: re.Match[str], today: date) -> Reading:
    """So many days or weeks from tomorrow, or from the coming day of a name."""
    if not _LEADS.search(match.string, max(0, match.start() - _LEAD), match.start()) or _may_be_past(match):
        return HELD
    distance = _distance(match, {"d": 1, "w": 7, "f": 14}[match["unit"][0].lower()])
    if match["day"].lower() in _FROM:
        return Reading((today + timedelta(days=_FROM[match["day"].lower()]) + distance,))
    away = (_number(match) - today.weekday()) % 7
    return Reading((today + timedelta(days=away) + distance,)) if away else HELD


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
    number = _number(match)
    if _SUNDAY in (number, today.weekday()):
        return HELD
    weeks = dict(_WEEKS_ON)[match["which"].lower()]
    return Reading((today + timedelta(days=number - today.weekday() + 7 * weeks),))


def _weeks_on(match: re.Match[str], today: date) -> Reading:
    """A weekday in so many weeks: sure where it is still to come in this week, for then that day is counted on."""
    number = _number(match)
    if number <= today.weekday() or number == _SUNDAY or _may_be_past(match):
        return HELD
    return Reading((today + timedelta(days=number - today.weekday()) + _distance(match, 7),))


def _named_on(match: re.Match[str], today: date) -> Reading:
    """Today or tomorrow in so many weeks, as it is said in German."""
    if _may_be_past(match):
        return HELD
    return Reading((today + timedelta(days=_FROM[match["day"].lower()]) + _distance(match, 7),))


_ANY_ENGLISH = rf"(?P<day>{_ENGLISH}|{any_of(SHORT_DAYS)})\b"
_ANY_GERMAN = rf"(?P<day>{_GERMAN})\b"
_WEEK = r"(?P<which>next|this|last)\s+week"
_WOCHE = r"(?P<which>(?:über)?nächste|kommende|diese|letzte|vorige)[rn]?\s+woche\b"
_WEEKS = rf"in\s+(?P<count>{_COUNT})\s+weeks?(?:['’]s?\s+time)?"
_WOCHEN = rf"in\s+(?P<count>{_COUNT})\s+wochen?\b"
_PAIRS = (
    rf"\b{_DAY}(?:{_AND}{_DAY}){{1,{_MOST_DAYS}}}{_PART}?{_BESIDE}{_AWAY}",
    rf"\b{_DAY}{_PART}{_BESIDE}{_AWAY}",
)
"""Several days, or a part of one, in a week: they go before the single ones."""
_SURE: tuple[tuple[str, _Reader], ...] = (
    (
        rf"(?<![\w-])(?P<count>{_COUNT})\s+(?P<unit>day|week|fortnight)s?\s+(?:from|after(?=\s+to(?:day|morrow)))\s+"
        rf"(?P<day>today|tomorrow|{_ENGLISH})\b(?!\s+(?:to|by)\b){_GOES_ON}",
        _counted,
    ),
    (rf"(?:\bthe\s+)?\b{_ANY_ENGLISH}\s+(?:(?:of|in)\s+)?{_WEEK}\b(?!{_OR})", _in_week),
    (
        rf"(?<!late )(?<!later )(?<!early )(?<!earlier )\b{_WEEK}(?:\s+on|['’]s)?\s+{_ANY_ENGLISH}{_GOES_ON}",
        _in_week,
    ),
    (rf"\b{_ANY_GERMAN}\s+(?:in\s+)?(?:der\s+)?{_WOCHE}(?!{_OR})", _in_week),
    (rf"\b{_WOCHE}\s+(?:am\s+)?{_ANY_GERMAN}{_GEHT_WEITER}", _in_week),
    (rf"\b{_ANY_ENGLISH}\s+{_WEEKS}(?={_ENDS})", _weeks_on),
    (rf"\b{_WEEKS}\s+on\s+{_ANY_ENGLISH}(?={_ENDS})", _weeks_on),
    (rf"\b{_ANY_GERMAN}\s+{_WOCHEN}{_GEHT_WEITER}", _weeks_on),
    (rf"\b{_WOCHEN}\s+(?:am\s+)?{_ANY_GERMAN}{_GEHT_WEITER}", _weeks_on),
    (rf"\b(?P<day>heute|(?-i:morgen)|übermorgen)\s+{_WOCHEN}{_GEHT_WEITER}", _named_on),
)
_WHOLE = r"(?:\b(?:the|this|next|last)\s+)?\b"
_OPEN = (
    # So much from a day, where it is not sure which, or what.
    rf"(?<![\w-])(?:{_COUNT}\s+)?(?!day\s+(?:after\s+tomorrow|before\s+yesterday)\b)"
    r"(?:(?:minute|hour|day|night|evening|morning|week|weekend|fortnight|month|quarter|year|sprint)s?"
    r"\s+(?:from|after|before|following)|(?:stunde|tag|woche|monat|jahr)(?:e[sn]?|n)?\s+(?:nach|vor|ab|von))"
    rf"\s+{_POINT}(?:['’]s)?(?:\s+(?:after|before)\s+(?:next|last)\b)?{_MORE}",
    # One of many.
    r"\b(?:a|an|any|every|each|some|one|no|most|other|following|same|black|good|first|second|third|fourth|fifth"
    r"|jede[nrsm]?|eine[nm]|alle|(?:folgende|selbe|gleiche|erste|zweite|dritte|vierte|fünfte|übernächste)[nrsm]?)"
    rf"\s+{_WEEKDAY}(?:\s*,?\s+(?:(?:of|in|im|des|der)\s+)?{_STRETCH})?",
    rf"\b(?:last|letzte[nrm]?)\s+{_WEEKDAY}\s+(?:of|im|des|in\s+(?=(?:the|each|every|{any_of(MONTHS)})\b))\b(?:\s+{_STRETCH})?",
    # What stands beside a weekday and tells which it is.
    rf"{_WHOLE}{_DAY}(?:{_BESIDE}{_AWAY}(?:{_AND}(?:{_STRETCH}|next\b|nächste[nrsm]?\b))?"
    rf"|\s+(?:after|before|following|nach|vor)\s+(?!{_HOUR})(?:{_POINT})?|\s+(?:next|last|week|fortnight)\b"
    rf"|(?=,?\s+(?:the|den|dem|der)\s+\d|\s+{_NTH}(?!\s+(?:of|{any_of(MONTHS)})\b)|\s+(?:of|in|im)\s+(?:{any_of(MONTHS)})\b))",
    rf"\b(?:{_NAMED}\s+{_AWAY}(?:{_BESIDE}{_DAY}{_MORE})?|{_AWAY}{_BESIDE}{_DAY}{_MORE})",
    rf"(?<!by )(?<!until )(?<!before )\b{_WEEKDAY}(?=['’]s)",
    rf"\bthe\s+{_WEEKDAY}",
)
_READERS = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (*((each, _held) for each in _PAIRS), *_SURE, *((each, _held) for each in _OPEN))
)
_HINT = re.compile(rf"\b(?:{_DAY}|{_NAMED}|the\s+{_NTH})", re.IGNORECASE)
"""Something each of them holds: most texts do not."""


def compounds(text: str, today: date) -> Iterator[tuple[int, int, Reading]]:
    """Where dates of several words stand, and what each means. Of two that overlap the first counts."""
    if not _HINT.search(text):
        return
    for pattern, reader in _READERS:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), reader(match, today)
