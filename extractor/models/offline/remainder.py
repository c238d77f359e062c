"""The remainder: what a sentence tells beside the part of it that is corrected.

Owns the parts of a sentence that lists or joins several things. Promises that a part which shares no word with what is
said later is told apart. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.wording.left_behind import names, over
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
_OF_IT = re.compile(r"(?:he|she|it|they|who|which|er|sie|il|elle)\b", re.IGNORECASE)
"""How a part begins that tells more of what stands before it."""
_NAMED_BESIDE = 3
"""Words of a part that only names the thing before it closer: "on Fly.io, region ams"."""


def says_more_than(older: str, newer: str) -> bool:
    """Whether a part of the older sentence tells of something the newer one does not speak of at all.

    What only says more of a thing is none where the newer one tells that the thing is no more.
    """
    spoken, gone = _things(newer), over(newer)
    parts = [(part, things) for part in _PART.split(older) if (things := _things(part))]
    further = [
        part
        for number, (part, things) in enumerate(parts)
        if spoken.isdisjoint(things)
        and not (number and _REASON.match(part))
        and not (number and any(names(parts[number - 1][0], each) for each in gone) and _says_of_it(part))
    ]
    return bool(further) and not all(spoken.isdisjoint(things) for _, things in parts)


def _says_of_it(part: str) -> bool:
    """Whether a part of a sentence only tells more of what stands before it."""
    return _OF_IT.match(part) is not None or len(part.split()) <= _NAMED_BESIDE


def _things(text: str) -> frozenset[str]:
    """What a text speaks of: neither the addresses in it nor the verbs that many sentences have."""
    return tokens(without_addresses(text)) - tokens(_VERBS)
