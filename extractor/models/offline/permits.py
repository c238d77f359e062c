"""What a sentence lets the agent do once.

Owns how a permission begins, and what makes a rule of it. Promises that "you can" alone is none: it mostly tells how
things are. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline import cues

_PERMITS = re.compile(
    r"you(?:'re| are) (?:now )?allowed to\b|you may\b|you have (?:my )?permission to\b|(?:du darfst|ihr dürft)\b",
    re.IGNORECASE,
)
_KINDS = re.compile(r"\b(?:every|each|all|any|jede[nrsm]?|alle[ns]?)\b", re.IGNORECASE)
_RULED = (cues.EVER, cues.STYLE, cues.ON_EACH, cues.EACH_TIME, _KINDS)


def permits_once(sentence: str) -> bool:
    """Whether a sentence lets the agent do one thing, for no kind of cases and without a rule."""
    return _PERMITS.match(sentence) is not None and not any(sign.search(sentence) for sign in _RULED)
