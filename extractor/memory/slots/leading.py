"""Leading: what a sentence says first, without its reason, its asides and who is gone.

Owns where that ends. Promises no part in front of a comma where what stands behind it says for what alone the part
holds. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractor.memory.slots.manners import LEFT, NOT_CALLED

_LEAST = 3
"""Words of what may say something by itself."""
_LIMITS = re.compile(
    r"\W*(?:(?:and|but|so|though|und|aber|y|pero|et|mais) )?(?:only|just(?= (?:in|on|for|at|with|if|when|the|this)\b)|but"
    r"|except|unless|if|when|while|until|as long as|for|in|on|at|with"
    r"|during|inside|under|apart|though|not|nur|außer|wenn|solange|bei|für|im|am"
    r"|auf|solo|salvo|si|cuando|para|en|seulement|sauf|quand|pour|dans)\b"
    r"|[^.]*\b(?:only|except|unless|if|nur|außer|wenn|solo|salvo|sauf)\b",
    re.IGNORECASE,
)
"""How something begins, or what it holds, that says where, when or for what the words before it are meant."""
_CUT = re.compile(r"[,:;] | [–—-] |\. (?=[A-Z])")
_REASON = re.compile(
    r",?\s+(?:since|because|so(?! (?:that|you|far|much|many|on)\b)|now that|as of|given that|so that|weil|porque|parce que)\s.*$",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(r", (?:so|and) (?=(?:\S+ ){2}\S)")
_BEGINS = re.compile(
    rf"^(?:{LEFT})|^(?i:(?:please )?{NOT_CALLED} )(?=(?:just )?call me )"
    r"|^[A-Z][\w.-]* (?:left|has left|quit|retired|is gone|moved on)(?:,| and) (?:so |now )?"
    r"|^(?:(?:the|our) )?[\w-]+ (?=(?:has |have |just )*(?:moved|switched|migrated|replaced|renamed|shifted|rescheduled|upgraded"
    r"|bumped) (?!(?:to|from|over|back|away)\b))"
    r"|^(?:since|as of|from) (?:[A-Z]\w+|\d{4}|last \w+|this \w+),? (?=\w+['’ ])",
)
"""Who is no longer, who made a change, and since when it is so."""


def without_reason(text: str) -> str:
    """A text without why it is so, and since when."""
    return _REASON.sub("", text)


def without_beginning(text: str) -> str:
    """A text without who is gone, who made a change and since when it is so."""
    return _BEGINS.sub("", text)


def first_part(text: str) -> str | None:
    """What a text says before its first comma, colon or dash; None where something behind it says for what alone that holds."""
    first, *rest = _CUT.split(text, maxsplit=1)
    return first if rest and len(first.split()) >= _LEAST and not _LIMITS.match(rest[0]) else None


def leading(text: str) -> Iterator[str]:
    """A text, its first part where that can be taken by itself, and what it says follows from it."""
    yield text
    if first := first_part(text):
        yield first
    if follows := _FOLLOWS.search(text):
        yield text[follows.end() :]
