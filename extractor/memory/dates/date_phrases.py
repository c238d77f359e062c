"""What dates of several words are made of: days, counts, stretches, and what may stand beside them.

Owns the pieces that their patterns share, English and German, and how a match tells its number. Promises that each
reads alike in all of them. Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from extractor.memory.dates.date_readers import HELD, Reading
from extractor.memory.dates.date_words import MONTHS, NUMBERS, SHORT_DAYS, WEEKDAYS, any_of

ENGLISH = any_of({day: number for day, number in WEEKDAYS.items() if day.endswith("day")})
GERMAN = any_of({day: number for day, number in WEEKDAYS.items() if not day.endswith("day")})
WEEKDAY = rf"(?:{any_of(WEEKDAYS)})\b"
DAY = rf"(?:{any_of(WEEKDAYS)}|{any_of(SHORT_DAYS)})\b"
COUNT = rf"(?:\d{{1,3}}|{any_of(NUMBERS)})"
UNIT = r"(?:(?:business|working)\s+)?(?:day|week|fortnight|month|year|tag|woche|monat|jahr)(?:s|en|n|e)?(?:['’]s?\s+time)?\b"
STRETCH = (
    r"(?:(?:the|der|des|dem|den)\s+)?(?:next|last|this|past|coming|previous|(?:über)?nächste[nrsm]?|kommende[nrsm]?"
    r"|letzte[nrsm]?|vorige[nrsm]?|diese[nrsm]?)\s+"
    r"(?:week|weekend|month|quarter|year|sprint|iteration|woche|wochenende|monats?|quartals?|jahr(?:es)?)(?:['’]s)?\b"
)
AWAY = rf"(?:in\s+{COUNT}\s+{UNIT}|{COUNT}\s+{UNIT}\s+ago\b|vor\s+{COUNT}\s+{UNIT}|{STRETCH})"
"""What tells of a day or a stretch of days without the name of a weekday."""
NTH = r"\d\d?(?:st|nd|rd|th)\b"
NAMED = r"(?:(?:day\s+after\s+)?tomorrow|(?:day\s+before\s+)?yesterday|(?:über)?morgen|(?:vor)?gestern|today|heute)\b"
POINT = (
    rf"(?:(?:on|the|this|that|next|last|coming|past|following|first|second|third|dem|den|de[mn]\s+nächsten)\s+){{0,3}}"
    rf"(?:{DAY}|{NAMED}|(?<=the\s){NTH})"
)
"""A day that others are counted from."""
AND = r"\s*(?:[,/&–-]|\b(?:to|through|until|till|and|or|bis|und|oder)\b)\s*(?:(?:on|am)\s+)?"
MOST_DAYS = 12
"""Days named in a row that are looked at: each may be the first of what follows."""
MORE = rf"(?:{AND}{DAY}){{0,{MOST_DAYS}}}"
PART = r"(?:\s+(?:morning|noon|afternoon|evening|night|früh|morgen|mittag|nachmittag|abend|nacht)\b)"
BESIDE = r",?\s+(?:(?:on|of|in|the|der|des|im|am)\s+)*"
HOUR = (
    r"(?:\d(?!\d{3}|\d?\s*[-/]\s*\d|\d?\.\s?\d\d?\.|\d?(?:st|nd|rd|th)\b"
    rf"|\d?\.?\s+(?:{any_of(MONTHS)})\b)"
    r"|noon|midday|midnight|lunch|work|dinner|breakfast|hours|close\b|dark|business"
    r"|(?:dem\s+)?mittag|feierabend|mitternacht|der\s+arbeit)"
)
"""Behind "after" or "before" a time of the day itself."""
ENDS = r"\s*(?:[.;:!?)]|$)"
GOES_ON = rf"(?={ENDS}|,|\s+(?:at|by|to|so|because|if|we|i|they|he|she|it|then|morning|afternoon|evening)\b)"
"""What stands behind a weekday that is a day, and not a part of a name ("Friday deploys")."""
GEHT_WEITER = rf"(?={ENDS}|,|\s+(?:um|ab|wir|ich|sie|er|es|ist|sind|wird|werden|liefern|weil|wenn)\b)"
"""The same in German."""
OR = r"(?:['’]s|/|\s+(?:of|or|and|in|before|after|from|oder|und|vor|nach|des|der|im|von)\b)"
"""Behind a week it may be another one."""


Reader = Callable[[re.Match[str], date], Reading]
"""What a pattern's match means, said on that day."""


def number_of(match: re.Match[str]) -> int:
    """The number of the weekday that the match names as `day`."""
    word = match["day"].lower()
    return WEEKDAYS[word] if word in WEEKDAYS else SHORT_DAYS[word]


def distance(match: re.Match[str], days: int) -> timedelta:
    """`count` times so many days."""
    word = match["count"].lower()
    return timedelta(days=days * (int(word) if word.isdigit() else NUMBERS[word]))


def held(_match: re.Match[str], _today: date) -> Reading:
    """Words whose day nobody can tell for sure."""
    return HELD


FROM = {"yesterday": -1, "gestern": -1, "today": 0, "heute": 0, "tomorrow": 1, "morgen": 1, "übermorgen": 2}
"""Days by their names, and how far they are from today."""
SUNDAY = 6
"""It begins a week for some and ends it for others."""
