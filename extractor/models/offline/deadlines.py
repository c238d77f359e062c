"""What will be on a day: freezes, launches, demos, the end of a thing.

Owns the words by which a sentence says when something will be. Promises nothing about the day: whether it lies
ahead is asked of the calendar. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.models.offline.clause import word_set
from extractor.models.offline.form import starts

_I = re.IGNORECASE

_DEADLINE = re.compile(
    r"(?=.*\b(?:freez\w*|frozen|deadline|due|releas\w+|launch\w*|go(?:es|ing)?[ -]live|cut-?off|cutover"
    r"|ships?|shipping|demo|milestone|sunset|end[ -]of[ -](?:life|support)|eol|expires?|maintenance|audit"
    r"|submission|complete|hand-?over|rollout|migration|on leave|on vacation|out of office|offsite|abgabe"
    r"|frist|termin|stichtag)\b)(?=.*\b(?:is|are|starts?|begins?|ends?|by|on|until|till|before|after|due"
    r"|must|needs?|has to|have to|will|ships?|moved|happens|from|am|bis|ab|ist|beginnt)\b)(?!(?:i|you|it"
    r"|this|that|please|can|could|finish|review|fix|do|make|prepare|write|add|get|let's|lets|look|check"
    r"|ship|release|deploy|launch|merge|push|cut|move|set|if|when)\b(?! (?:[\w.-]+ )?(?:is|starts|has"
    r"|will)\b))(?!.*\bif\b)(?!.*\b(?:was|were|did|released|shipped|launched|deployed|happened|broke|failed"
    r"|crashed|since)\b).+",
    _I | re.DOTALL,
)


_DATED = word_set(
    "freeze freezes freezing frozen deadline due release releases releasing launch launches launching live"
    " cutoff cut-off cut cutover ship ships shipping demo milestone sunset end eol expire expires"
    " maintenance audit submission complete handover hand-over rollout migration leave vacation office"
    " offsite abgabe frist termin stichtag"
)
_EVENT = starts(
    r"(?:the|our|my) (?:[\w-]+ ){1,5}?(?:is|are|(?:is|are) being \w+|will be \w+|gets? \w+|starts?|begins?"
    r"|ends?|takes? place|happens?|closes?|opens?|expires?|moves?|goes away|shuts? down"
    r"|switch(?:es)?) (?:\w+ )?(?:on|by|from|until|till|in|at|for|next|tomorrow)\b.*"
)
_CALENDAR = re.compile(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|\w+day|tomorrow|(?:next|this) (?:week|month|quarter)"
    r"|20\d\d)\b",
    _I,
)


def is_dated(fact: str, terms: frozenset[str]) -> bool:
    """Whether a sentence says when something will be."""
    if not _DATED.isdisjoint(terms) and _DEADLINE.match(fact):
        return True
    return _CALENDAR.search(fact) is not None and _EVENT(fact) is not None
