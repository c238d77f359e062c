"""In which year a day of a month lies that is named without one.

Owns what its sentence tells of that: a year said beside it, what was done on it, "since", "every year". Promises a day
to be written down only where nothing speaks for another year, and none where it may be any. Never reads a clock.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from extractor.memory.dates.date_clauses import is_yearly
from extractor.memory.dates.date_tense import Tense, tells_of_done, tense, was_done, was_done_then
from extractor.memory.dates.date_words import MONTHS, any_of

_NEAR = 240
"""Characters around a day in which its sentence is looked for."""
_AHEAD = 275
"""Days that the coming one may lie ahead, to be meant where nothing speaks against it."""
_SOON = 92
"""Days that it may lie ahead where something done is told in the same sentence."""


@dataclass(frozen=True, slots=True)
class Years:
    """The day in the years it can be meant in, the likeliest first; none where it may be any."""

    days: tuple[date, ...] = ()
    is_written: bool = False
    """The first is sure enough to be written down behind the words."""


_ANY = Years()
_MONTH = any_of(MONTHS)
_YEAR = r"(?:19|20)\d\d"
_ENDS = re.compile(rf"(?<!\.\d)(?<!\.\d\d)[.!?](?=\s+(?!(?:{_MONTH})\b))|\n", re.IGNORECASE)
"""Where a sentence ends: not in "1. Mai" nor behind "20.12."."""
_ISO = re.compile(rf"(?<![\d-])({_YEAR})-(\d\d)-(\d\d)(?!\d)")
_YEAR_SAID = re.compile(
    rf"(?<![\w$€£#])(?<!\d[:,]){_YEAR}(?![\w%€$:]|[.,]\d)|(?<!\w)['’]\d\d(?!\w)"
    r"|\byears?\s+(?:ago|before|earlier|later|from\s+now)\b|\byear['’]s\b"
    r"|\b(?:last|past|this|next|previous|coming|following|that|same|vorige[nrsm]?|letzte[nrsm]?|nächste[nrsm]?"
    r"|diese[nrsm]?|kommende[nrsm]?|folgende[nrsm]?|selbe[nrsm]?)\s+(?:year|jahr)(?:es|s)?\b"
    r"|\bvor\s+[\w.]+\s+jahr(?:en)?\b|\bin\s+[\w.]+\s+(?:years?|jahr(?:en)?)\b|\b(?:vorjahr|folgejahr)(?:es|s)?\b",
    re.IGNORECASE,
)
"""A year said in the sentence, or counted from this one."""
_POINTED = re.compile(
    r"\b(?:last|past|next|this|previous|following|letzte[nrm]?|vorige[nrm]?|nächste[nrm]?|kommende[nrm]?|diese[nrm]?)\s+$",
    re.IGNORECASE,
)
_NTH = r"(?:st|nd|rd|th)?"
_RANGE = re.compile(
    r"\s*(?:\b(?:to|through|till|until|bis)\b|[–—-])\s*(?:(?:the|zum)\s+)?(?:"
    rf"(?P<month>{_MONTH})\.?\s+(?P<day>\d\d?){_NTH},?\s+(?P<year>{_YEAR})\b"
    rf"|(?P<day2>\d\d?)(?:{_NTH}|\.)\s+(?:of\s+)?(?P<month2>{_MONTH}),?\s+(?P<year2>{_YEAR})\b"
    rf"|(?P<day3>\d\d?)\.\s?(?P<month3>\d\d?)\.\s?(?P<year3>{_YEAR})\b)",
    re.IGNORECASE,
)
"""From the day to one whose year is said: it lies in the year before that."""
_ON = re.compile(r"\b(?P<lead>on|am)\s+(?:the\s+)?$", re.IGNORECASE)
_SINCE = re.compile(r"\b(?P<lead>since|seit)\s+(?:the\s+|dem\s+|de[nr]\s+)?$", re.IGNORECASE)
_FROM_THEN_ON = re.compile(
    r"\s*(?:[.,;!?)]|$)|\s+(?:all|we|i|they|it|the|our|my|every|each|no|only|in|with|and|but)\b",
    re.IGNORECASE,
)
"""Behind a day "since" which something holds; with a verb behind it, "since" says why."""
_STRETCH = re.compile(r"\b(?:until|till|through|bis)\s+(?:the\s+|zum\s+)?$", re.IGNORECASE)
_AIM = re.compile(
    r"\b(?:by|until|till|through|to|for|from|before|after|due|bis|zum|für|ab|vor|nach|auf|spätestens)\s+"
    r"(?:(?:the|den|dem|zum|on|am)\s+)?$",
    re.IGNORECASE,
)
"""What leads to a day that was yet to come when something was done."""
_TO_COME = re.compile(
    r"\b(?:will|shall|going\s+to|gonna|must|should|has\s+to|have\s+to|needs?\s+to|ships?|starts?|begins?|ends?|expires?|closes"
    r"|opens|launches|lands|happens|soll\w*|muss|müssen|endet|beginnt|startet|läuft\s+ab)\b[^,;.!?]*$|['’]ll\b[^,;.!?]*$"
    r"|^\W*(?:please\s+)?(?:have|get)\b[^,;.!?]*$",
    re.IGNORECASE,
)
"""Before a day in its clause: it is yet to come."""
_AIMED = re.compile(r"\b(?:for|to|auf)\s+(?:(?:the|den)\s+)?$", re.IGNORECASE)
"""Right before a day: what was planned or moved is so for that day."""
_HAD = re.compile(
    r"\b(?:was|were|had|would|war|waren|hatten?|wäre|hätten?|wenn|if|falls|ob|whether)\b", re.IGNORECASE
)

_WENT = (
    r"(?:used|ran|kept|worked|relied|lived|stayed|stuck|lasted|held|needed|supported|served|paid|had\s+to"
    r"|(?:be)?nutzten?|verwendeten?|galt(?:en)?|lief(?:en)?|hielt(?:en)?|arbeiteten?|brauchten?|blieb(?:en)?|dauerten?)"
)
_WENT_ON = re.compile(rf"\b{_WENT}\b[^,;.!?]*$", re.IGNORECASE)
"""Before a day until which it was so: it lies behind, unless that was laid down for a day to come."""
_LAID_DOWN = re.compile(
    r"\b(?:decided|agreed|planned|promised|wanted|told|asked|beschlossen|entschieden|vereinbart|geplant)\b",
    re.IGNORECASE,
)
_HAD_THEN = re.compile(
    rf",?\s+(?:[^\s,.;:!?]+\s+){{0,3}}?(?:was|were|had|war|waren|hatten?|{_WENT})\b", re.IGNORECASE
)
_OF = re.compile(r"\b(?:of|vom|von)\s+(?:the\s+|dem\s+)?$", re.IGNORECASE)
"""Of the day itself: "the outage of August 15" may well lie behind."""


def calendar_day(year: int, month: int, day: int) -> date | None:
    """The day, where the calendar has it."""
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return None
    return date(year, month, day)


def years_of(match: re.Match[str], month: int, day: int, today: date) -> Years | None:
    """What the sentence of the match tells of the year of its day; None where no year near has that day."""
    around = [
        made for year in range(today.year - 1, today.year + 2) if (made := calendar_day(year, month, day))
    ]
    if not around:
        return None
    before, behind = _sentence(match)
    told = _said(before, behind, month, day)
    if told is not None:
        return told
    if is_yearly(before, behind) or _POINTED.search(before):
        return _ANY
    return _by_tense(match, before, behind, around, today)


def nearest(days: list[date], today: date) -> tuple[date, ...]:
    """The coming one and the last one of the days: the coming one first where it is not far ahead."""
    ahead = [each for each in days if each >= today][:1]
    behind = [each for each in days if each < today][-1:]
    is_near = bool(ahead) and (ahead[0] - today).days <= _AHEAD
    return tuple(ahead + behind if is_near else behind + ahead)


def _sentence(match: re.Match[str]) -> tuple[str, str]:
    """What stands before the day and behind it in its sentence."""
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    behind = match.string[match.end() : match.end() + _NEAR]
    begins = max((found.end() for found in _ENDS.finditer(before)), default=0)
    ends = _ENDS.search(behind)
    return before[begins:], behind[: ends.start() if ends else len(behind)]


def _said(before: str, behind: str, month: int, day: int) -> Years | None:
    """What a year that is said in the sentence tells; None where none is."""
    for found in _ISO.finditer(f"{before}\n{behind}"):
        if (int(found[2]), int(found[3])) == (month, day):
            made = calendar_day(int(found[1]), month, day)
            return Years((made,)) if made else _ANY
    if ends := _RANGE.match(behind):
        return _within(ends, month, day)
    is_said = _YEAR_SAID.search(before) or _YEAR_SAID.search(behind) or _ISO.search(f"{before}\n{behind}")
    return _ANY if is_said else None


def _within(ends: re.Match[str], month: int, day: int) -> Years:
    last_month, last_day, year = (
        ends[name] or ends[f"{name}2"] or ends[f"{name}3"] for name in ("month", "day", "year")
    )
    last = (int(last_month) if last_month.isdigit() else MONTHS[last_month.lower()], int(last_day))
    made = calendar_day(int(year) - ((month, day) > last), month, day)
    return Years((made,)) if made else _ANY


def _by_tense(match: re.Match[str], before: str, behind: str, around: list[date], today: date) -> Years:
    """What is told of the day as past lies behind; where that is not sure, no day is to be written."""
    told = _told(match, before, behind)
    if told is not Tense.PAST and (_TO_COME.search(before) or _AIMED.search(before)):
        told = Tense.UNTOLD
    ahead = [each for each in around if each > today][:1]
    past = [each for each in around if each <= today][-1:]
    is_behind = bool(past) and (not ahead or today - past[0] <= ahead[0] - today)
    if told is Tense.PAST:
        since = _SINCE.search(before)
        is_reason = not is_behind and since is not None and since["lead"].lower() == "since"
        return _ANY if is_reason else Years(tuple(past), is_written=bool(past))
    is_far = not ahead or (ahead[0] - today).days > _SOON
    is_told = told is not Tense.UNTOLD or not (_TO_COME.search(before) or _AIMED.search(before))
    if told is Tense.OPEN or (is_far and is_told and tells_of_done(f"{before}\n{behind}")):
        return Years(tuple(past)) if is_behind else _ANY
    days = nearest(around, today)
    return Years(days, is_written=len(days) > 1 and not (is_behind and _OF.search(before)))


def _told(match: re.Match[str], before: str, behind: str) -> Tense:
    if since := _SINCE.search(before):
        is_time = since["lead"].lower() == "seit" or _FROM_THEN_ON.match(behind)
        return Tense.PAST if is_time and not _HAD.search(before) else Tense.OPEN
    led = _ON.search(before)
    start = match.start() - (len(before) - led.start() if led else 0)
    if led:
        told = tense(match.string, start, match.end(), led["lead"].lower())
    elif _AIM.search(before):
        went_on = _WENT_ON.search(before) and not _LAID_DOWN.search(before) and not _TO_COME.search(before)
        had = _HAD.search(before) or _HAD_THEN.match(behind) or went_on
        return Tense.OPEN if had and _STRETCH.search(before) else Tense.UNTOLD
    else:
        found = [tense(match.string, start, match.end(), lead) for lead in ("on", "am")]
        told = Tense.UNTOLD if set(found) == {Tense.UNTOLD} else Tense.OPEN
    lead = before[: led.start()] if led else before
    is_done = was_done(lead) or (not lead.strip() and was_done_then(behind))
    return Tense.OPEN if is_done and told is Tense.UNTOLD else told
