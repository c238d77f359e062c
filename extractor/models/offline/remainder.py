"""The remainder: what a sentence tells beside the part of it that is corrected.

Owns the parts of a sentence that lists or joins several things. Promises that a part which shares no word with what is
said later is told apart. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline.likeness import tokens
from extractor.models.offline.mentions import without_addresses

_PART = re.compile(
    r",\s+(?:(?:and|or|but|und|aber|y|pero|et|mais|e)\s+)?|;\s+|\s+(?:and|but|und|aber|y|pero|et|mais)\s+",
    re.IGNORECASE,
)
_VERBS = "use have run need prefer want like keep live work deploy"
"""What many sentences say of many things."""
_REASON = re.compile(
    r"\W*(?:because|since|so(?: that)?|as|for|if|when|unless|until|except|before|after|in|on|at|not|never|no|weil|damit|wenn|bei|nicht"
    r"|porque|para|si|cuando|no|en|parce|pour|quand|dans|pas)\b",
    re.IGNORECASE,
)
"""How a part begins that belongs to what stands before it."""


def says_more_than(older: str, newer: str) -> bool:
    """Whether a part of the older sentence tells of something the newer one does not speak of at all."""
    spoken = _things(newer)
    parts = [(part, things) for part in _PART.split(older) if (things := _things(part))]
    further = [
        part
        for number, (part, things) in enumerate(parts)
        if spoken.isdisjoint(things) and not (number and _REASON.match(part))
    ]
    return bool(further) and not all(spoken.isdisjoint(things) for _, things in parts)


def _things(text: str) -> frozenset[str]:
    """What a text speaks of: neither the addresses in it nor the verbs that many sentences have."""
    return tokens(without_addresses(text)) - tokens(_VERBS)
