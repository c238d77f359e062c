"""Reports: what a machine found or did, handed on by a person without a mark around it.

Owns the headings by which such a report is known. Promises it from its heading to the end of the text, and to look at
each line once; an agent's own text is full of them, and is not asked about. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.own_words.lines import Lines
from extractor.memory.own_words.pastes import Span

_SEVERITY = re.compile(r"\s*(?:\**)(?:critical|high|medium|low) severity(?:\**)\s*$", re.IGNORECASE)
"""How a reviewing machine says under the title of what it found how bad it is."""
_REPORTED = re.compile(
    r"\s*(?:#{1,4} +)?(?!.*\b(?i:rules?|important|notes?|remember|conventions?|guidelines?|warning|attention|achtung|wichtig"
    r"|regeln?|reglas?|importante?|please|must|always|never|do|don['’]?t|allowed|forbidden|use|avoid|prefer\w*)\b)"
    r"(?:[\u2705\u274c\u26a0\u2728\u26a1]\ufe0f?|[\U0001f300-\U0001faff]\ufe0f?) *\**[A-Z][^\n:]{2,60}:?\**:? *$"
)
"""A heading as agents set them over what they report: with a picture before it."""


def reported(text: str) -> list[Span]:
    """Where in a person's text a machine's report stands."""
    lines = text.split("\n")
    last = next((number for number in reversed(range(len(lines))) if lines[number].strip()), 0)
    at = 0
    for number, line in enumerate(lines[:last]):
        if _heads(lines, number):
            return [(at, len(text))]
        at += len(line) + 1
    return []


def _heads(lines: Lines, number: int) -> bool:
    """Whether a line is a report's heading, or a title above how bad it is what was found."""
    line = lines[number].rstrip()
    if not line:
        return False
    if _REPORTED.match(line) and not line.endswith((".", "!", "?")):
        return True
    below = next((each for each in lines[number + 1 : number + 3] if each.strip()), "")
    return _SEVERITY.match(below) is not None
