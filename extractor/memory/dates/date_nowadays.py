"""Where "today" means nowadays: how something is, and no day.

Owns the words around "today" that compare with a state or tell one, in English and German. Promises to look no further
than a few words, and to leave the day where something is done or planned on it. Never does I/O.
"""

from __future__ import annotations

import re

_NEAR = 80
"""Characters around the word that are looked at."""
_IS = r"is|are|has|have|does|do|works?|looks?|stands?|behaves?|runs?|goes|go|uses?|exists?"
_MORE = r"(?:(?!\w+ing\s)[\w-]+\s+)"
"""A word of a state, not of what goes on that day."""
_THINGS = r"(?:the|our|my|your|all|each|every)\s+[\w-]+(?:\s+[\w-]+)?"
_AS_IT_IS = re.compile(
    r"\b(?:(?:as|like|than|how|the\s+way)\s+(?:it|they|we|you|things|this|that|these|those|everything|he|she|i)"
    r"|what\s+(?:it|they|we|things|this|that|these|those|everything)"
    rf"|(?:like|how|the\s+way)\s+{_THINGS})(?:['’](?:s|re)|\s+(?:{_IS}))\s+{_MORE}?$",
    re.IGNORECASE,
)
"""Compares with how things are: "as it is", "how the cache works"."""
_AS = re.compile(r"\b(?:as|like)(?:\s+is)?\s+$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s*(?:$|[.,;:!?)\]*`…—–]|[\"'”’](?!s\b)|-\s|(?:and|but|so|or|that|which|with|without|when|where|while|if|unless|until|because"
    r"|since|in|on|at|for|by|from|through|via|only|to|too|also|then)\b)",
    re.IGNORECASE,
)
"""What stands behind "as today" where it compares: no 's and no clause of what happened on the day."""
_NOTHING = re.compile(
    r"\b(?:nothing|none|nobody|no\s+one)\s+(?:(?:is|are)\s+(?:\w+ly\s+)?(?:affected|impacted|concerned|harmed|wrong|stored|kept|cached"
    r"|encrypted|validated|shared|supported|configured|hidden)|uses(?:\s+[\w-]+){1,3})\s+$",
    re.IGNORECASE,
)
"""Tells that nothing is so; what nobody did, and what is not due, is of the day."""
_ENDS = re.compile(r"\s*(?:$|[.,;:!?)…—–]|(?:and|but|so|or|und|aber|oder)\b)")
_WIE = re.compile(r"\bwie\s+$", re.IGNORECASE)
_WIE_ES = re.compile(r"\bwie\s+(?:es|sie|das|wir|man|ihr|alles|(?:der|die)\s+\w+)\s+$", re.IGNORECASE)
_IST = re.compile(
    r"\s+(?:schon\s+)?(?:ist|sind|läuft|laufen|aussieht|aussehen|funktioniert|steht|stehen|geht|gilt|tut|hat|haben|heißt"
    r"|macht|machen)\s*(?:$|[.,;:!?)])",
    re.IGNORECASE,
)
_WIE_ES_IST = re.compile(r"\bwie\s+(?:es|sie|das|\w+)\s+(?:ist|sind|läuft|funktioniert)\s+$", re.IGNORECASE)


def means_nowadays(text: str, start: int, end: int) -> bool:
    """Whether "today" from `start` to `end` tells how things are: "keep it as it is today"."""
    before, behind = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    if text[start:end].lower() == "heute":
        is_like = (_WIE.search(before) or _WIE_ES_IST.search(before)) and _ENDS.match(behind)
        return bool(is_like or (_WIE_ES.search(before) and _IST.match(behind)))
    if _AS.search(before):
        return _GOES_ON.match(behind) is not None
    is_state = _AS_IT_IS.search(before) or _NOTHING.search(before)
    return is_state is not None and not behind.startswith(("'s", "’s"))
