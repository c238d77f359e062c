"""Pointing: what it costs a sentence to speak of something that was named before it.

Owns when nobody knows later what "that" and "it" were. Promises nothing of what else a sentence says. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline import asking, cues
from extractor.models.offline.first_words import Sieved

BEGINNING = -8
"""Points it costs to begin so."""
_BACK = -6
"""The same further on."""
_MANY = 8
"""Words from which on a sentence says by itself what it is about."""
_WHOLE = 20
"""Words of a sentence that is understood though it begins with a word for something before."""
_LEAST = 3
"""Words of a rule before a comma."""
_WORD = re.compile(r"[^\W_][\w'’./-]*")
_NAMED_RIGHT = re.compile(
    r"\W*(?:do not|don['’]?t|never|stop) call(?:ing)? (?:them|it|him|her|this|that|these|those) [^,;.]{2,40}"
    r"[,;.] ?(?:they|it|he|she|this|that|these|those)(?:['’](?:s|re)| (?:is|are))\b",
    re.IGNORECASE,
)
"""What is not to be called so, and what it is: both names stand there."""
_OF_THAT = re.compile(
    r"\W*(?:(?:don['’]?t|do not|never) [a-z-]+|put|add|apply|move) (?:it|that|this|them)(?= (?:in|on|to|at|from|with|for|again|there|here|now|yet)\b|[,.;!]|$)",
    re.IGNORECASE,
)
"""An order to do something or not to with what was named before."""


def cost(sieved: Sieved, words: int) -> int:
    """Points it costs that a sentence of so many words points at something named before: nothing, or less."""
    if sieved.begins_with(asking.POINTING):
        return 0 if words >= _WHOLE or sieved.has(cues.SETUP) else BEGINNING
    if _OF_THAT.match(sieved.text) and ":" not in sieved.text:
        return BEGINNING
    if words >= _MANY or not sieved.has(asking.POINTING) or sieved.has(cues.PLACE):
        return 0
    if _NAMED_RIGHT.match(sieved.text):
        return 0
    return 0 if _points_at_itself(sieved) else _BACK


def _points_at_itself(sieved: Sieved) -> bool:
    """Whether what points stands behind the comma of a rule for every time: "never run migrations, I do that"."""
    rule, comma, behind = sieved.text.partition(",")
    is_ruled = len(_WORD.findall(rule)) >= _LEAST and cues.EVER.search(rule) is not None
    return (
        comma != ""
        and is_ruled
        and asking.POINTING.search(rule) is None
        and cues.OURS.search(behind) is not None
    )
