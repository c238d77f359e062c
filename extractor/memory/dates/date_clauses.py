"""What the clause around a date tells of it: whether it comes again and again.

Owns the words that make a rule of a sentence, in the languages people type most. Promises to look no further
than the clause. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.dates.date_words import WEEKDAYS, any_of

_NEAR = 240
"""Characters around a date in which its clause is looked for."""
_TIMES = (
    "time|day|night|morning|afternoon|evening|week|weekday|weekend|month|quarter|year|sprint|iteration|release"
    "|tag|nacht|morgen|abend|woche|monat|quartal|jahr|mal|día|noche|semana|mes|año|vez|dia|ano|jour|semaine|mois|fois"
)
_ALWAYS = re.compile(
    r"(?<!as )(?<!wie )(?<!como )(?<!comme )\b(?:always|never|usually|normally|typically|regularly|whenever"
    r"|by default|defaults to"
    r"|immer(?! noch)|stets|nie|niemals|grundsätzlich|üblicherweise|normalerweise|siempre|nunca|jamás|toujours|jamais|sempre"
    rf"|(?:every|each|jede[nrsm]?|cada|chaque|todos los|todas las|tous les|toutes les)\s+(?:{_TIMES}|{any_of(WEEKDAYS)})"
    r"|всегда|никогда|каждый|каждую|каждое)\b|总是|總是|始终|从不|從不|绝不|每天|每次|每周|每月|いつも|常に|毎日|毎週|毎月|必ず|항상|매일|매주|매월",
    re.IGNORECASE,
)
"""It holds for every time."""
_YEARLY = re.compile(
    r"\b(?:every|each|any|jede[nrsm]?|alle|cada|chaque|todos\s+los|tous\s+les)\s+(?:single\s+)?"
    r"(?:years?|jahre?s?|años?|anos?|ans?|année)\b|\b(?:yearly|annual(?:ly)?|(?:all)?jährlich\w*|anually|anualmente)\b"
    r"|\byear\s+after\s+year\b|\b(?:every|each|jede[nrsm]?)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""It is of each year; with "every" right before a day, that day is."""
_EVER = re.compile(
    r"\b(?:always|never|usually|normally|typically|by\s+default|immer(?!\s+noch)|stets|nie|niemals|grundsätzlich|üblicherweise"
    r"|normalerweise)\b",
    re.IGNORECASE,
)
"""What holds for every time, unless it begins or ends on the day."""
_EACH = re.compile(
    r"\b(?:every|each|any|jede[nrsm]?|cada|chaque|todos|todas|toutes)\b(?!\s+other\b)", re.IGNORECASE
)
"""It holds for every thing of a kind, and so perhaps for every time."""
_AGAIN = re.compile(
    r"\b(?:only|weekly|monthly|quarterly|yearly|per|nur|wöchentlich|monatlich|jährlich)\b", re.IGNORECASE
)
"""With a day that each week or month has: a rule."""
_PLURAL = re.compile(
    r"(?:^|\bthat\s+)\W*(?:(?:our|your|all|most)\s+)?(?!(?:the|this|these|those|that|his|her|its)\b)(?:\w+\s+){0,2}(?!\w*ss\b)\w{3,}s\s+"
    r"(?:\w+ly\s+)?(?:are|end|start|begin|run|happen|go|ship|must|should|have|need|get|can|may|take|come|close|open|reset"
    r"|arrive|land|renew|finish|fall)\b|\bweeks?\s+(?:starts?|begins?|ends?)\b",
    re.IGNORECASE,
)
"""Things of a kind do it ("our sprints end"), told of none of them alone; and what a week is."""
_FORBIDS = re.compile(r"^\W*(?:please\s+|bitte\s+)?(?:no|do\s+not|don['’]?t|kein\w*)\s", re.IGNORECASE)
"""What is forbidden on a day of the week, and no more is said, is on each: dated once, it would be allowed on the next."""
_CLAUSE = re.compile(
    r"[.;:!?](?=\s|$)|[()\n。！？；]|\s[–—-]\s|\b(?:because|but|although|though|weil|denn|aber|sondern|porque|pero|mais|mas)\b"
    r"|,\s+(?:(?:and|so|as|since|und|da|y|et)\s+)?(?:we|i|you|he|she|they|it|this|that|there|wir|ich|sie|es)\b",
    re.IGNORECASE,
)
"""Where a clause ends."""
_BEGINS = re.compile(
    r"\b(?:from|since|as of|starting|beginning|effective|until|till|ab|seit|bis|desde|hasta|a partir de|até|depuis|dès"
    r"|jusqu['’]à)\s+(?:on\s+|the\s+)?$",
    re.IGNORECASE,
)
_BEGINS_WITH = re.compile(r"(?:from|since|until)\s", re.IGNORECASE)
"""A rule that begins or ends on a day names one day."""
_RANGE_BEHIND = re.compile(
    rf"\s*(?:to|through|till|until|bis|[–—-])\s+(?:{any_of(WEEKDAYS)})\b", re.IGNORECASE
)
_BESIDE = rf"(?:on\s+|am\s+|el\s+|le\s+)?(?:{any_of(WEEKDAYS)})\b"
_BESIDE_BEHIND = re.compile(
    rf"\s*(?:,|and|or|und|oder|y|o|et|ou|&)\s+{_BESIDE}|,?\s+(?:not|nicht|no|pas|instead of|rather than|statt)\s+{_BESIDE}",
    re.IGNORECASE,
)
_BESIDE_BEFORE = re.compile(
    rf"{_BESIDE}\s*(?:,|and|or|und|oder|y|o|et|ou|&)\s+(?:on\s+|am\s+|el\s+|le\s+)?$", re.IGNORECASE
)
"""Two days of the week named together, or one in the place of another: a rule of which days it is."""
_DAY_IS = re.compile(
    r"\b(?:day|days|night|slot|-?tag|día|jour)\s+(?:is|are|ist|es|est|sind)\s+(?:on\s+)?$", re.IGNORECASE
)
_RANGE_BEFORE = re.compile(rf"\b(?:{any_of(WEEKDAYS)})\s+(?:till|until|bis)\s+$", re.IGNORECASE)
"""From one day of the week to another."""
_WORK_WEEK = re.compile(
    r"\b(?:monday|mon)\s*(?:to|through|thru|till|until|[–—-])\s*(?:friday|fri)\b|\bmontag\s+bis\s+freitag\b"
    r"|\blunes\s+a\s+viernes\b",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"\b(?:away|out|off|gone|vacation|holidays?|leave|pto|freeze|frozen|closed|down|conference|offsite|weg|urlaub)\b",
    re.IGNORECASE,
)
"""The days people work are those of every week, if nobody is away on them."""
_OF_EACH = re.compile(
    r"\s+(?:of|in|im|des|der)\s+(?:(?:the|every|each|a|any|jede[nrsm]?)\s+)?"
    r"(?:month|quarter|year|week|sprint|iteration|monats?|quartals?|jahre?s?|woche)\b(?!\s+of\b)",
    re.IGNORECASE,
)
_OF_THEM = re.compile(r"\s+of\s+[a-z]")
_COUNTED_BACK = re.compile(r"(?:the\s+)?(?:last|past)\s", re.IGNORECASE)
"""The last so many days of something: what is kept, and not what was."""
_POINTED = re.compile(
    r"(?:the\s+)?(?:today|tonight|tomorrow|day after|this|next|coming|heute|morgen|übermorgen|diese|nächste|kommende)",
    re.IGNORECASE,
)
_AT_EACH = re.compile(
    rf"\b(?:every|each|jede[nrsm]?)\s+(?:{any_of(WEEKDAYS)}|day|week|month|quarter|sprint|morning|evening|tag|woche|monat)\b",
    re.IGNORECASE,
)
_NEXT_TO_IT = re.compile(
    r"(?:the\s+)?(?:next|coming|nächste\w*|kommende\w*)\s+(?:day|week|month|quarter|year|tag|woche|monat|jahr)",
    re.IGNORECASE,
)
"""What follows each of them: "every Friday we plan next week"."""
_BOUND = re.compile(
    r"\b(?:to|with|onto|into|for|of|as|in|than|covers?|like|mit|für|von|auf)\s+$", re.IGNORECASE
)
"""What makes a day a part of what is done to each thing ("with the clock set to tomorrow")."""
_GOES_ON = re.compile(
    r",?\s+(?!so\b|and\b|but\b|und\b|y\b|et\b)([^,]*?)(?=,|\b(?:that|dass|to|and|so|und)\b|$)"
)
_AIM = re.compile(r"\b(?:by|before|until|till|due|bis|vor)\s+(?:on\s+|the\s+)*$", re.IGNORECASE)
"""What is to be done by a day is done once, if nothing says otherwise."""


def comes_again(text: str, start: int, end: int, recurs: bool) -> bool:
    """Whether a date from `start` to `end` is one of many: a rule names it, or it is the end of each month.

    `recurs`: each week, month or year has such a day. Where things of a kind do something on such a day, it is told of
    each time: a rule dated once is lost when that day is past. What is to be done by a day is done once.
    """
    before, behind = _clause(text, start, end)
    named = text[start:end]
    if _OF_EACH.match(behind) or (_COUNTED_BACK.match(named) and _OF_THEM.match(behind)):
        return True
    if _is_work_week(text, start, end) and not _AWAY.search(before + behind):
        return True
    is_range = _RANGE_BEHIND.match(behind) or _RANGE_BEFORE.search(before)
    if not is_range and (_BEGINS.search(before) or _BEGINS_WITH.match(named)):
        return False
    if _NEXT_TO_IT.match(named) and _AT_EACH.search(before):
        return True
    if _ALWAYS.search(before) or _EACH.search(before):
        return not _POINTED.match(named) or bool(_BOUND.search(before)) or behind.startswith(("'s", "’s"))
    if not recurs:
        return False
    is_of_days = _BESIDE_BEHIND.match(text[end : end + _NEAR]) or _BESIDE_BEFORE.search(before)
    if (is_of_days or _DAY_IS.search(before)) and not (_AIM.search(before) or _POINTED.match(named)):
        return True
    goes_on = _GOES_ON.match(behind)
    is_told_of_all = _PLURAL.search(before) or (_FORBIDS.search(before) and not behind.strip(" .!"))
    is_rule = _AGAIN.search(before) or (is_told_of_all and not _AIM.search(before))
    return bool(is_rule or (goes_on and (_ALWAYS.search(goes_on[1]) or _AGAIN.match(goes_on[1].strip()))))


def _is_work_week(text: str, start: int, end: int) -> bool:
    """Whether a day is the first or the last of "Monday to Friday"."""
    week = _WORK_WEEK.search(text, max(0, start - _NEAR), end + _NEAR)
    return week is not None and (week.start() == start or week.end() == end)


def is_yearly(before: str, behind: str) -> bool:
    """Whether a day of a month, between these parts of its sentence, is told of every year."""
    if _YEARLY.search(before) or _YEARLY.search(behind):
        return True
    is_one = _BEGINS.search(before) or _AIM.search(before)
    return not is_one and bool(_EVER.search(before) or _EVER.search(behind))


def _clause(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before a date and behind it in its clause."""
    before, behind = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    begins = max((match.end() for match in _CLAUSE.finditer(before)), default=0)
    ends = _CLAUSE.search(behind)
    return before[begins:], behind[: ends.start() if ends else len(behind)]
