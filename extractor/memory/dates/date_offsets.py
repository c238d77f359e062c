"""So much from a day: "a week from Friday", "a week on Friday", "tomorrow week", "two days after the merge on Friday".

Owns their patterns and readers, English and German. Promises the day that is counted to where it is sure, and none
where it is not: the day counted from is never taken for it. Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from extractor.memory.dates.date_phrases import (
    AWAY,
    COUNT,
    DAY,
    ENDS,
    ENGLISH,
    FROM,
    GEHT_WEITER,
    GERMAN,
    GOES_ON,
    MORE,
    NAMED,
    POINT,
    STRETCH,
    SUNDAY,
    UNIT,
    WEEKDAY,
    Reader,
    distance,
    held,
    number_of,
)
from extractor.memory.dates.date_readers import HELD, Reading
from extractor.memory.dates.date_tense import may_be_past
from extractor.memory.dates.date_words import MONTHS, NUMBER_WORDS, WEEKDAYS, any_of

_LEADS = re.compile(
    r"\b(?:due|by|until|till|starts?|begins?|ends?|starting|beginning|ending|expires?|closes?|opens?|launch(?:es)?|ships?"
    r"|goes?\s+live|happens?|(?:scheduled|planned)\s+for|(?:moved|postponed|pushed)\s+to"
    r"|fällig|spätestens|beginnt|startet|endet)\s+(?:on\s+)?$",
    re.IGNORECASE,
)
"""Behind them so many weeks from a day are a day, and no stretch that begins on it."""
_DOES = r"(?:ship|release|launch|deploy|start|begin|freeze|merge|migrate|publish|announce|switch|meet|deliver|go\s+live)"
_DOES_IT = re.compile(
    rf"\b(?:we|i|they|he|she|it)(?:\s+will|\s+shall|['’]ll)?\s+{_DOES}s?(?:\s+(?:it|this|that|them|(?:the|our)\s+\w+))?\s+$"
    r"|\b(?:deadline|due\s+date|release|launch|demo|go-live|cutover|presentation|interview|exam)\s+is\s+$",
    re.IGNORECASE,
)
"""What is done in a day: so many weeks from today are then a day, too."""
_IT_DOES = re.compile(rf",?\s+(?:we|i|they)(?:\s+will|\s+shall|['’]ll)?\s+{_DOES}\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?:^|[.!?]\s+)$")
_LEAD = 60
_DAY_LEADS = re.compile(r"\b(?:on|by|until|till|before|due)\s+$", re.IGNORECASE)
_DAYS = {"d": 1, "t": 1, "w": 7, "f": 14}
_NEAR = 2
"""Days by which a weekday may lie behind the day so many weeks from today, to be sure."""
_MONTHS_ON = (
    ("next", 1),
    ("this", 0),
    ("last", -1),
    ("nächsten", 1),
    ("kommenden", 1),
    ("dieses", 0),
    ("letzten", -1),
)


def _is_point(match: re.Match[str]) -> bool:
    """Whether what stands before tells that a day is named, and no stretch."""
    before = match.string[max(0, match.start() - _LEAD) : match.start()]
    if _LEADS.search(before):
        return True
    is_first = _SENTENCE.search(before) and _IT_DOES.match(match.string, match.end())
    return match["day"].lower() in FROM and bool(_DOES_IT.search(before) or is_first)


def _span(match: re.Match[str]) -> timedelta:
    return distance(match, _DAYS[match["unit"][0].lower()])


def _counted(match: re.Match[str], today: date) -> Reading:
    """So many days or weeks from today or tomorrow, or from the coming day of a name."""
    return _from(match, today, _span(match)) if _is_point(match) else HELD


def _from(match: re.Match[str], today: date, span: timedelta) -> Reading:
    if may_be_past(match):
        return HELD
    if match["day"].lower() in FROM:
        return Reading((today + timedelta(days=FROM[match["day"].lower()]) + span,))
    away = (number_of(match) - today.weekday()) % 7
    return Reading((today + timedelta(days=away) + span,)) if away else HELD


def _week(match: re.Match[str], today: date) -> Reading:
    """ "Friday week": a week behind the coming Friday. Without a word that leads to a weekday it may be a name."""
    is_led = _DAY_LEADS.search(match.string, max(0, match.start() - _LEAD), match.start())
    if match["day"].lower() not in FROM and not is_led:
        return HELD
    return _from(match, today, timedelta(days=_DAYS[match["unit"][0].lower()]))


def _plus(match: re.Match[str], today: date) -> Reading:
    """A day and so many days or weeks more."""
    return _from(match, today, _span(match))


def _back(match: re.Match[str], today: date) -> Reading:
    """So many days or weeks before today, tomorrow or yesterday."""
    return Reading((today + timedelta(days=FROM[match["day"].lower()]) - _span(match),))


def _agreeing(match: re.Match[str], today: date) -> Reading:
    """A weekday and how far it is: sure where both tell one day, or it is little behind so many weeks from today."""
    if may_be_past(match):
        return HELD
    reached = today + _span(match)
    behind = (number_of(match) - reached.weekday()) % 7
    is_near = behind <= _NEAR and _DAYS[match["unit"][0].lower()] > 1
    return Reading((reached + timedelta(days=behind),)) if is_near or not behind else HELD


def _both(match: re.Match[str], today: date) -> Reading:
    """Today or tomorrow beside its weekday: sure where they are one day."""
    day = today + timedelta(days=FROM[match["named"].lower()])
    return Reading((day,)) if day.weekday() == number_of(match) else HELD


def _nth(match: re.Match[str], today: date) -> Reading:
    """A day of this month or of one beside it, by its number."""
    count = today.year * 12 + today.month - 1 + dict(_MONTHS_ON)[match["which"].lower()]
    try:
        return Reading((date(count // 12, count % 12 + 1, int(match["nth"])),))
    except ValueError:
        return HELD


def _after_next(match: re.Match[str], today: date) -> Reading:
    """A weekday of the week after the next one, or before the last one."""
    number = number_of(match)
    if SUNDAY in (number, today.weekday()):
        return HELD
    weeks = 2 if match["side"].lower() == "after next" else -2
    return Reading((today + timedelta(days=number - today.weekday() + 7 * weeks),))


def _coming(match: re.Match[str], today: date) -> Reading:
    away = (number_of(match) - today.weekday()) % 7
    return Reading((today + timedelta(days=away),)) if away else HELD


_FAR = rf"(?<![\w.,/–-])(?P<count>{COUNT})\s+(?P<unit>day|week|fortnight)s?"
_WEEKS = rf"(?<![\w.,/–-])(?<!in )(?P<count>{COUNT})\s+(?P<unit>week|fortnight)s?"
_WEIT = rf"(?P<count>{COUNT}|vierzehn)\s+(?P<unit>tag|woche)(?:e|en|n)?\b"
_POINTED = rf"(?P<day>today|tomorrow|{ENGLISH})\b"
_DAY = rf"(?P<day>{ENGLISH})\b"
_TAG = rf"(?P<day>{GERMAN})\b"
_HEUTE = r"(?P<day>heute|(?-i:morgen)|übermorgen)"
_NAME = r"(?P<named>today|tomorrow|yesterday|heute|(?-i:morgen)|übermorgen|gestern)"
_NEXT_WEEK = r"(?:the\s+)?week\s+(?P<side>after\s+next|before\s+last)\b"
_HERE = r"(?<![\w.,/–-])"
_WORD = any_of(NUMBER_WORDS)
_WHICH = r"(?:this|next|last|coming|following|diese[nrsm]?|nächste[nrsm]?|übernächste[nrsm]?|kommende[nrsm]?|letzte[nrsm]?)"
_SPAN = r"(?:week|weekend|month|quarter|year|sprint|woche|wochenende|monats?|quartals?|jahr(?:es)?)"
_THEN = r"(?:ago|from\s+(?:now|today)|hence)\b"
_Ways = tuple[tuple[re.Pattern[str], Reader], ...]


def _ways(*found: tuple[str, Reader]) -> _Ways:
    return tuple((re.compile(pattern, re.IGNORECASE), reader) for pattern, reader in found)


_SURE_COUNTS = _ways(
    (rf"(?<!next )(?<!last )\b{_DAY},?\s+{_FAR}\s+from\s+(?:now|today)\b(?={ENDS})", _agreeing),
    (rf"{_FAR}\s+from\s+(?:now|today),?\s+(?:on\s+)?{_DAY}(?={ENDS})", _agreeing),
    (
        rf"(?:\bin\s+)?{_FAR}\s+(?:from|after(?=\s+to(?:day|morrow)))\s+{_POINTED}(?!\s+(?:to|by)\b){GOES_ON}",
        _counted,
    ),
    (rf"{_WEEKS}\s+(?:on\s+)?{_POINTED}(?!\s+(?:to|by)\b){GOES_ON}", _counted),
    (rf"(?<!\w ){_FAR}\s+from\s+(?P<day>today|tomorrow)\b(?=,?\s+(?:we|i|they)\s)", _counted),
    (rf"{_FAR}\s+ago\s+(?P<day>today|tomorrow|yesterday)\b", _back),
    (rf"\b(?P<day>heute|gestern)\s+vor\s+{_WEIT}", _back),
    (rf"{_HERE}{_WEIT}\s+ab\s+(?P<day>heute|(?-i:morgen)){GEHT_WEITER}", _counted),
)
_SURE_DAYS = _ways(
    (rf"(?<!next )(?<!this )(?<!last )\b{_POINTED}\s+(?P<unit>week|fortnight)\b(?={ENDS}|,)", _week),
    (rf"\b{_NAME},?\s+{_DAY}(?={ENDS})", _both),
    (rf"\b{_NAME},?\s+{_TAG}(?={ENDS})", _both),
    (rf"\b{_NAME}\s+\({_DAY}\)", _both),
    (rf"\b{_NAME}\s+\({_TAG}\)", _both),
    (rf"\b{_DAY},\s+{_NAME}(?={ENDS})", _both),
    (rf"(?:\bthe\s+)?\b{_DAY}\s+(?:(?:of|in)\s+)?{_NEXT_WEEK}(?!['’]s|\s+(?:or|and)\b)", _after_next),
    (
        rf"\b{_POINTED}\s*(?:\+|\bplus\b)\s*(?P<count>{COUNT})\s+(?P<unit>day|week|fortnight)s?\b(?={ENDS}|,)",
        _plus,
    ),
    (rf"\b(?:this\s+)?{_DAY}\s+coming\b(?={ENDS}|,)", _coming),
    (rf"\b{_HEUTE}\s+(?:in|über)\s+(?P<count>14|vierzehn)\s+(?P<unit>tag)en?\b{GEHT_WEITER}", _plus),
    (rf"\b{_HEUTE}\s+über\s+(?P<count>{COUNT})\s+(?P<unit>woche)n?\b{GEHT_WEITER}", _plus),
)
_SURE_WORDS = _ways(
    (
        r"(?:\bon\s+)?\bthe\s+(?P<nth>\d\d?)(?:st|nd|rd|th)\s+(?:of\s+)?(?P<which>next|this|last)\s+month\b"
        r"(?!['’]s|\s+(?:or|and|after|before)\b)",
        _nth,
    ),
    (
        rf"\b(?P<which>next|this|last)\s+month,?\s+on\s+the\s+(?P<nth>\d\d?)(?:st|nd|rd|th)\b(?={ENDS}|,)",
        _nth,
    ),
    (
        r"\bam\s+(?P<nth>\d\d?)\.\s+(?:des\s+)?(?P<which>nächsten|kommenden|dieses|letzten)\s+monats\b"
        r"(?!\s+(?:oder|und)\b)",
        _nth,
    ),
    (rf"\b{_NEXT_WEEK},?\s+(?:on\s+)?{_DAY}(?={ENDS}|,)", _after_next),
)


def _open(*patterns: str) -> _Ways:
    return _ways(*((each, held) for each in patterns))


_OPEN_COUNTS = _open(
    # So much and a day, where it is not sure which.
    rf"{_HERE}(?<!in )(?:{COUNT}|half\s+an?)\s+(?:week|fortnight|month|quarter|year)s?\s+(?:on\s+)?{POINT}{MORE}",
    rf"{_HERE}{COUNT}\s+{UNIT}\s+(?:later|earlier|sooner)\s+than\s+{POINT}",
    rf"{_HERE}{COUNT}\s+{UNIT}\s+from\s+(?:now|today)\s+to\b",
    rf"{_HERE}{COUNT}\s+{UNIT}\s+(?:after|before|following|nach|vor)\s+(?:[\w’'-]+\s+){{1,5}}(?:on\s+|am\s+)?{POINT}",
    rf"{_HERE}(?:{COUNT}\s+{UNIT}|half\s?way)\s+(?:before|after|into|past|from|through|vor|nach)\s+(?:(?:the|dem|der)\s+)?"
    rf"(?:(?:end|beginning|start|middle|ende|anfang|mitte)\s+(?:of\s+|der\s+|des\s+)?)?(?:(?:the|{_WHICH})\s+)?{_SPAN}\b",
    # About so much, so much or more, and what is no number of days.
    rf"\b(?:(?:more|less|fewer)\s+than|over|under|at\s+(?:least|most)|up\s+to|almost|nearly|about|around|roughly|not\s+even)\s+"
    rf"{COUNT}\s+{UNIT}\s+{_THEN}",
    rf"(?<!\w)(?:\d+|{_WORD})\s*(?:[.,/–-]|\b(?:to|or|and|bis|oder|und)\b)\s*(?:\d+|{_WORD}|an?)\s+{UNIT}\s+{_THEN}",
    rf"{_HERE}{COUNT}\s+{UNIT}\s+(?:and|or)\s+(?:{COUNT}|so)(?:\s+half)?(?:\s+{UNIT})?\s+{_THEN}",
    rf"(?:\b{DAY},?\s+)?\b(?:in|vor)\s+(?:the\s+next\s+)?{COUNT}\s+{UNIT}\s+(?:(?:and|und)\s+(?:a\s+half\b|{COUNT}\s+{UNIT})"
    rf"|(?:or|oder)\s+(?:so|more|less|later|earlier|\d|(?:{_WORD})\b))",
    rf"\bin\s+{COUNT}\s+{UNIT}(?:\s+time)?\s+(?:of|after|before|following|since|from(?!\s+(?:now|today)\b)|nach\s+de[mnr])\b"
    rf"(?:\s+{POINT})?",
    rf"{_HERE}{COUNT}\s+{UNIT}\s+ago,?\s+{POINT}",
    rf"{_HERE}(?:in\s+)?{COUNT}\s+(?:business|working|work)\s+days?\b(?:\s+{_THEN})?",
    rf"(?:\b(?:{DAY}|{NAMED}),?\s+)?\b(?:in|vor|über)\s+acht\s+tagen?\b(?:,?\s+(?:am\s+)?{DAY})?",
)
_OPEN_DAYS = _open(
    # What stands beside a day and tells another.
    rf"\b{NAMED}\s+(?:week|fortnight)\b",
    rf"\b{DAY}\s+(?:after|before|following)\s+{STRETCH}",
    rf"(?:\b(?:the|this|next|last|coming)\s+)?\b(?:{DAY}|{NAMED})(?:"
    rf"(?:,?\s+|,\s+in\s+|\s*[(–—-]\s*)(?:über\s+)?(?:{COUNT}|half\s+an?)\s+{UNIT}"
    rf"(?:\s+(?:from\s+(?:now|today|tomorrow|then)|hence|out|away|later|on|after)\b|(?={ENDS}|,))"
    rf"|\s*[(–—-]\s*(?:(?:in\s+)?{STRETCH}|in\s+{COUNT}\s+{UNIT})"
    rf"|\s*(?:\+|\b(?:plus|minus)\b)\s*(?:\d|{COUNT})"
    rf"|,?\s+(?:(?:or|but|and|oder|sondern)\s+)(?:the\s+|den\s+)?(?:next|following|one\s+after|day\s+after|nächsten)\b"
    rf"(?!\s+(?:{DAY}|{_SPAN}|tomorrow))"
    r"|\s*[,(–—-]*\s+\(?(?:not\s+(?:this|next)\b|but\s+one\b|the\s+(?:next\s+)?one\s+after\b|nicht\s+(?:diese|nächste))"
    r")",
    rf"(?:\bthe\s+)?\b{DAY}(?:"
    r",?\s+(?:(?:of|in|during|der|des|in\s+der)\s+)?(?:the\s+|der\s+)?(?:calendar\s+)?(?:week|wk|kw|cw)\s*\d+"
    rf"|\s+(?:(?:in|of|during)\s+)?(?:the|that|in\s+der|die)\s+(?:\w+\s+){{0,2}}(?:week|sprint|woche)\b"
    rf"|\s+(?:of|des)\b(?!\s+{STRETCH}|\s+(?:{any_of(MONTHS)})\b)"
    rf"|\s+(?:darauf|drauf|danach)\b|\s*/\s*{DAY}"
    rf"|(?=\s*\(?\d{{1,2}}[./]\d{{1,2}}\b(?!\s*(?:uhr|am|pm|h)\b)|\s+\d{{1,2}}(?:[.;!?)](?!\d)|,|\s*$))"
    rf"|\s+(?:in\s+)?(?:der\s+)?{_WHICH}\s+(?:oder|or|und|and)\s+{_WHICH}(?:\s+{_SPAN})?"
    r")",
)
_OPEN_WORDS = _open(
    rf"\b(?:by|due|until)\s+week\s+on\s+{DAY}",
    rf"\b(?:{any_of(WEEKDAYS)})s?\s+(?:from|after|ab|nach|seit)\s+(?:{NAMED}|now\b)",
    rf"\b(?:not|nicht)\s+(?:on\s+|by\s+|am\s+)?{_WHICH}\s+{DAY},?\s+(?:but|sondern)\b",
    rf"\b(?:week|wk|kw|cw)\s*\d+,?\s+(?:on\s+|am\s+)?{DAY}",
    rf"\b{_WHICH},?\s+(?:or|and|but|oder|und|sondern)\s+(?:the\s+)?{_WHICH}\s+(?:{DAY}|{_SPAN}\b)",
    rf"(?:\b{DAY},?\s+)?\b(?:this|next)\s+{_SPAN}\s+(?:or|and)\s+(?:the\s+)?"
    rf"(?:next\b(?!\s+{_SPAN})|week\s+after|one\s+after|following|so\b|two\b)",
    rf"\b(?:the|am|zum)\s+(?:first|second|third|last|ersten|zweiten|dritten|letzten)\s+(?:(?:day|tag)\s+)?"
    rf"(?:of\s+|de[sr]\s+)?{STRETCH}",
    rf"\bweek\s+(?:of|commencing|beginning|starting|ending)\s+(?:on\s+)?{POINT}",
    rf"\b(?:eve\s+of|vorabend\s+(?:von|vom|des)|nacht\s+(?:auf|zu|zum|von|vom)|night\s+of)\s+(?:den\s+|dem\s+)?{DAY}"
    rf"(?:\s+(?:auf|to|zu)\s+{DAY})?",
    rf"\b(?:first|second|third|fourth|fifth|an?|any|every|each|other)\s+{WEEKDAY}\s*,?\s+{AWAY}",
    rf"\b(?:darauffolgende|vorletzte|drittletzte|überübernächste)[nrsm]?\s+{WEEKDAY}",
)
_HAS_COUNT = re.compile(
    rf"\b(?:{COUNT}|vierzehn|half\s+an?)\s+(?:work\s+)?{UNIT}|\bhalf\s?way\b", re.IGNORECASE
)
_NAMES_DAY = re.compile(rf"(?P<which>\b(?:the|this|next|last|coming)\s+)?\b(?:{DAY}|{NAMED})", re.IGNORECASE)
_HAS_WORD = re.compile(
    rf"\b(?:{_SPAN}|week|wk|kw|cw|every|each|first|an?|other|any|not|nicht|eve|vorabend|nacht|night|from|after|seit|ab"
    rf"|\w+letzte[nrsm]?|darauffolgende[nrsm]?|{_WHICH})\b",
    re.IGNORECASE,
)


def offsets(text: str, today: date) -> Iterator[tuple[int, int, Reading]]:
    """Where so much from a day is told, and the day it comes to. Of two that overlap the first counts.

    Most texts hold nothing of the kind, so that each way is tried only where it may begin.
    """
    has_count, has_word = (hint.search(text) is not None for hint in (_HAS_COUNT, _HAS_WORD))
    days = sorted({at for each in _NAMES_DAY.finditer(text) for at in (each.start(), _behind_which(each))})
    for on_count, on_day, on_word in (
        (_SURE_COUNTS, _SURE_DAYS, _SURE_WORDS),
        (_OPEN_COUNTS, _OPEN_DAYS, _OPEN_WORDS),
    ):
        yield from _found(on_count, text, today) if has_count else ()
        for pattern, reader in on_day:
            for match in filter(None, (pattern.match(text, at) for at in days)):
                yield match.start(), match.end(), reader(match, today)
        yield from _found(on_word, text, today) if has_word else ()


def _found(ways: _Ways, text: str, today: date) -> Iterator[tuple[int, int, Reading]]:
    for pattern, reader in ways:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), reader(match, today)


def _behind_which(day: re.Match[str]) -> int:
    return day.end("which") if day["which"] else day.start()
