"""Signs: words that count for or against a sentence, and their points.

Owns the table of them, and the sieve that tells from a sentence's words which can be found in it. Never does I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractor.memory.slots.manners import TASTE
from extractor.models.offline import asking, cues, passing
from extractor.models.offline.first_words import Cue, Sieve

_CODED = re.compile(r"\b(?=[0-9a-f-]*\d)[0-9a-f]{7,}(?:-[0-9a-f]{4,})*\b")
"""An id of something at hand."""
_AT_LINE = re.compile(r"\w\.[a-z]{1,5}:\d+\b")
"""A line of a file: another one after the next edit."""
_SOURCE = re.compile(
    r"\A\W*(?:import\s+(?:\w+,?\s*)?(?:\{[^}]*\}|\*\s+as\s+\w+|\w+)\s+from\s+[\"']|from\s+[\w.]+\s+import\s+\w|#include\s*[<\"]"
    r"|(?:const|let|var)\s+(?:\w+|[{\[][^=]{0,80}[}\]])\s*=(?!=)|(?:def|func|fn|function)\s+\w+\(|class\s+\w+\s*[({:])"
)
"""A line of a program, typed or pasted without marks around it."""
_FOR_A_TEXT = re.compile(
    r"\A\W*(?:(?:please )?(?:translate|improve|rewrite|rephrase|reword|proofread|polish|shorten|summari[sz]e)\b[^:\n]{0,50}:"
    r"|[^:\n]{2,50}\b(?:should|must|has to|needs to|to) (?:read|say)\s*:"
    r"|(?:please )?(?:use|change|set|put|write|add|rename|replace)\b[^:\n]{0,40}\b(?:messages?|tooltip|labels?|title|text|heading|headline|button"
    r"|caption|placeholder|description|slogan|banner|errors?|readme|docs?|comment|footer|header|prompt|email|mail)(?: to| with| as| into)?\s*:"
    r"|[^:\n]{0,40}\b(?:page|docs?|documentation|readme|article|error|log|site|banner|novel|story|book|tutorial)\b[^:\n]{0,30}\b(?:says?|said|reads?|states?)\s*:)",
    re.IGNORECASE,
)
"""What is said behind it is the text of something: a label, a translation, a page."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Words that count for or against a sentence."""

    words: Cue | re.Pattern[str]
    points: int


SIGNS = (
    Sign(cues.EVER, 4),
    Sign(cues.STYLE, 6),
    Sign(cues.CONVENTION, 4),
    Sign(cues.MANNER_OF_TALK, 6),
    Sign(cues.HABIT, 3),
    Sign(cues.CORRECTED, 6),
    Sign(cues.MEANT, 6),
    Sign(cues.ON_EACH, 3),
    Sign(cues.ORDERLY, 2),
    Sign(cues.OF_A_KIND, 4),
    Sign(cues.EACH, 1),
    Sign(cues.ONESELF, 5),
    Sign(cues.PLACE, 5),
    Sign(cues.SOMEBODY, 5),
    Sign(cues.OPINION, 4),
    Sign(cues.CHOICE, 4),
    Sign(cues.SETUP, 4),
    Sign(cues.DAY, 4),
    Sign(cues.ASIDE, 3),
    Sign(cues.MUST, 3),
    Sign(cues.GROUND, 2),
    Sign(cues.DENIAL, 1),
    Sign(cues.BARRED, 1),
    Sign(cues.PLAINLY_SO, 2),
    Sign(cues.OURS, 1),
    Sign(passing.MOMENT, -5),
    Sign(passing.THIS_TIME, -12),
    Sign(passing.DOUBT, -8),
    Sign(passing.AT_HAND, -10),
    Sign(passing.SUPPOSED, -8),
    Sign(passing.FAILS_TO, -10),
    Sign(_CODED, -6),
    Sign(_AT_LINE, -10),
    Sign(_SOURCE, -20),
    Sign(_FOR_A_TEXT, -12),
)
OF_THE_MOMENT = (
    Sign(passing.CURIOUS, -12),
    Sign(passing.PRAISED, -8),
    Sign(passing.OBSERVED, -10),
    Sign(passing.HELD, -8),
    Sign(passing.REVIEWED, -8),
    Sign(passing.ABOUT_TO, -10),
)
"""Signs that count against a sentence unless it says for which times it is meant."""
RULES = (
    cues.EVER,
    cues.STYLE,
    cues.CONVENTION,
    cues.MANNER_OF_TALK,
    cues.HABIT,
    cues.SETUP,
    cues.ONESELF,
    cues.SOMEBODY,
    cues.PLACE,
    cues.DAY,
    TASTE,
)
"""Signs by which a sentence of few words is understood."""
LEADING = (Sign(cues.EVER, 4), Sign(cues.ASIDE, 3), Sign(cues.DENIAL, 2))
"""Signs that count in what a sentence begins with, too."""
SIEVE = Sieve(
    (
        *(sign.words for sign in SIGNS if isinstance(sign.words, Cue)),
        *(
            passing.TROUBLE,
            passing.CURIOUS,
            passing.PRAISED,
            passing.OBSERVED,
            passing.HELD,
            passing.REVIEWED,
            passing.ABOUT_TO,
            passing.TAKEN_BACK,
            passing.TOLD,
            asking.ASKING,
            asking.PROPOSAL,
            asking.WORK,
            asking.WORK_OF_BOTH,
            asking.REQUEST,
            asking.WISHED,
            asking.TOGETHER,
            asking.TOGETHER_NOW,
            asking.CONTRAST,
            asking.LOOKING_INTO,
            asking.POINTING,
        ),
    )
)
"""The cues that are looked for in a sentence."""
