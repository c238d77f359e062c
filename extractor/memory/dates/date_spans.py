"""Spans: a weekday on which something ends that begins on another one.

Owns what joins the two. Promises that the end lies behind the beginning, and no change to a day that is told by more
than its name. Never reads a clock.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from extractor.memory.dates.date_words import SHORT_DAYS, WEEKDAYS, Mention

_MOST = 60
"""Characters between the two."""
_TO = r"\s*(?:to|through|thru|till|until|bis|hasta|[–—-])\s*(?:on\s+|zum\s+)?"
_UNTIL = re.compile(
    rf"{_TO}"
    r"|[^.;!?]*\b(?:ends?|ending|is over|lasts?|back|runs?|goes|endet|dauert|geht|bin|sind)\b"
    r"[^.;!?]*?\b(?:on|until|till|to|through|am|bis|by)\s+(?:on\s+|zum\s+)?",
    re.IGNORECASE,
)
"""What stands between a day and the one on which it ends."""
_FROM = re.compile(r"\b(?:from|starting|von|vom|ab|desde)\s+(?:on\s+)?$", re.IGNORECASE)
_ENDS_THERE = re.compile(_TO, re.IGNORECASE)


def in_order(text: str, found: Sequence[Mention]) -> list[Mention]:
    """The dates of a text in its order, with the end of a span behind its beginning."""
    ordered: list[Mention] = []
    for mention in found:
        before = ordered[-1] if ordered else None
        is_end = before is not None and _ends(text, before, mention)
        ordered.append(_after(before.days[0], mention) if before is not None and is_end else mention)
    return ordered


def _ends(text: str, before: Mention, mention: Mention) -> bool:
    """Whether a weekday is the one on which ends what begins on the day before it, which is sure."""
    if not (
        before.relative and before.days and _is_weekday(before) and mention.days and _is_weekday(mention)
    ):
        return False
    between = text[before.end : mention.start]
    if mention.general:
        # "From Monday to Friday" is of every week, unless its Monday is known to be of this one.
        return _ENDS_THERE.fullmatch(between) is not None and _FROM.search(text[: before.start]) is not None
    return mention.relative and len(between) <= _MOST and _UNTIL.fullmatch(between) is not None


def _is_weekday(mention: Mention) -> bool:
    return mention.text.casefold() in WEEKDAYS or mention.text.casefold() in SHORT_DAYS


def _after(begin: date, end: Mention) -> Mention:
    """The end on the first day of its name behind the beginning."""
    ahead = (end.days[0] - begin).days % 7 or 7
    return replace(end, days=(begin + timedelta(days=ahead),), relative=True, general=False)
