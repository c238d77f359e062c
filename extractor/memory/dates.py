"""Dates in plain words: what a text names, seen from the moment it was said.

Owns the questions asked of a text: which days, which months, what would no longer be true tomorrow.
Promises every plausible reading of an ambiguous date, the likeliest first. Never reads a clock.
"""

from __future__ import annotations

import re
from datetime import date, datetime, tzinfo

from extractor.domain import Milliseconds
from extractor.memory.date_words import Mention, Month, mentions


def day_of(at: Milliseconds, tz: tzinfo) -> date:
    """The date of a moment where the person is."""
    return datetime.fromtimestamp(at / 1000, tz).date()


def resolve(text: str, at: Milliseconds, tz: tzinfo) -> frozenset[date]:
    """Every day the text can mean, said at this moment; every day of a week or month it names relatively."""
    return frozenset(day for mention in mentions(text, day_of(at, tz)) for day in mention.days)


def months(text: str, at: Milliseconds, tz: tzinfo) -> frozenset[Month]:
    """Every month the text can mean, those of the days it names included."""
    found = mentions(text, day_of(at, tz))
    named = {month for mention in found for month in mention.months}
    return frozenset(named | {(day.year, day.month) for mention in found for day in mention.days})


_ASIDE = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<!\w)'[^'\n]*'(?!\w)")


def relative_words(text: str) -> list[str]:
    """Expressions that mean another day tomorrow, left in a text meant to last; code and quotes are free."""
    lasting = _ASIDE.sub(lambda match: "·" * len(match[0]), text)
    return [mention.text for mention in mentions(lasting, date(2000, 1, 3)) if mention.relative]


def literal_dates(text: str, at: Milliseconds, tz: tzinfo) -> list[Mention]:
    """The days and months a text names outright. One without a year is read from this moment."""
    found = mentions(text, day_of(at, tz))
    return [mention for mention in found if not mention.relative and not mention.general]


_PREPOSITION = re.compile(
    r"(?i)\b(on|by|until|till|before|after|from|since|in|of|due|the|am|bis|ab|seit|vor|im)\s*$"
)


def made_absolute(text: str, at: Milliseconds, tz: tzinfo) -> str | None:
    """The text with relative dates replaced by what they mean, and the date put behind one without a year.

    None where a relative expression names something no single day, week or month stands for.
    """
    parts: list[str] = []
    last = 0
    for mention in mentions(text, day_of(at, tz)):
        before = text[last : mention.start]
        written = _written(mention, bool(_PREPOSITION.search(before)))
        if written is None:
            return None
        parts += [before, written]
        last = mention.end
    return "".join([*parts, text[last:]])


def _written(mention: Mention, after_preposition: bool) -> str | None:
    if mention.general:
        return mention.text
    if not mention.relative:
        has_year = re.search(r"\d{4}|/", mention.text) or len(mention.days) < 2
        return mention.text if has_year else f"{mention.text} ({mention.days[0].isoformat()})"
    if not mention.ranged:
        day = mention.days[0].isoformat()
        return day if after_preposition else f"on {day}"
    lead = "" if after_preposition else "in "
    if len(mention.months) == 1:
        return f"{lead}{mention.days[0].strftime('%Y-%m')}"
    if len(mention.days) == 7 and not mention.months:
        return f"{lead}the week of {mention.days[0].isoformat()}"
    return None
