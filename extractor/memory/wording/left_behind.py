"""Left behind: what a text says is put aside for something else, or is no more.

Owns the forms by which it is said. Promises words of the text, in small letters; whether an earlier text means them is
judged elsewhere. Never does I/O.
"""

from __future__ import annotations

import re
from functools import lru_cache

from extractor.memory.dates.date_words import MONTHS, WEEKDAYS

_DAYS = frozenset({*MONTHS, *WEEKDAYS})
"""Written like names, and none of what a text is about."""
_MOVED = r"mov(?:ed?|ing)|switch(?:ed|ing)?|migrat(?:ed?|ing)|chang(?:ed?|ing)"
_UP = (
    rf"(?:{_MOVED}|away|went) from|(?:{_MOVED}) (?:off|away from)|off|instead of|rather than|no longer (?:use|on|in|with|at|to)"
    r"|replac(?:ed?|ing)|renam(?:ed?|ing)|retired?|dropp?(?:ed|ing)?|got rid of|stop(?:ped)? using|(?:don't|do not) use"
    r"|change of plans? (?:on|for|about|with)"
)
_THING = r"(?:[A-Z][\w.+-]{0,60}\w(?: [A-Z][\w.+-]{0,60}\w)*|[a-z][\w.+-]{0,60}\w(?= to\b))"
_GIVEN_UP = (
    re.compile(rf"\b(?i:{_UP})\s+(?i:the |our )?({_THING})"),
    re.compile(
        rf"({_THING}) (?:left(?! (?:the|our|a|for)\b)|is gone|is dead|is no longer|was replaced|is retired)\b"
    ),
)
"""What a change leaves behind, by the name it has in the sentence."""
_GIVEN_UP_FOR = re.compile(rf"\b(?i:{_MOVED})(?: [\w-]+){{1,4}} from ({_THING})")
"""The same, for one thing alone: "moved the docs from Heroku" says nothing of the shop."""
_FURTHER = re.compile(r" ([A-Z][a-z]\w*)")
"""A further word of a name."""
_WORDS = r"(?<![\w.+/-])(?P<of>(?:[\w.+/-]{1,40} ){1,4}?)"
_UP_TO_THREE = r"(?:[\w.+/-]{1,40} ?){1,3}"
_IS = r"(?:is|are|was|were|got|has been|have been|had been|['’]s been)(?: now| finally| just| all)*"
_COSTLY = r"too (?:expensive|pricey|costly)"
_OVER = (
    re.compile(
        rf"{_WORDS}(?:{_IS} (?:retired|switched off|shut down|decommissioned|discontinued|deprecated|scrapped|abolished"
        rf"|cancell?ed|(?:kicked|ripped|phased|thrown) out|sunset|{_COSTLY}|end[- ]of[- ]life|dead code)|got {_COSTLY}"
        rf"|(?:subscription|account|contract|licen[cs]e|shop|office|plan) {_IS} closed"
        r"|retired(?= *(?:[.,;!]|$))|(?:has )?left (?:us|the (?:company|team))"
        r"|(?:(?:is|has) )?moved to (?:the |another |a )(?:[\w-]+ ){0,2}?(?:team|office|department|company)"
        r"|(?:ist|sind|wurden?) (?:jetzt |inzwischen )?(?:gekündigt|abgeschaltet|abgelöst|eingestellt|in Rente|Geschichte)"
        r"|(?:est|sont) (?:maintenant )?(?:à la retraite|partie?s?|abandonnée?s?)|mudou de (?:equipa|equipe)"
        r"|se jubiló|ya no está)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:ripped|threw|kicked|phased) (?:out )?(?:the |our )?(?P<of>{_UP_TO_THREE})"
        r"|\b(?:killed|ditched|axed|abolished|decommissioned|got rid of|said goodbye to) (?:the |our |all )?"
        rf"(?P<off>{_UP_TO_THREE})",
        re.IGNORECASE,
    ),
)
"""What is no more, as words of which one may be its name."""
_OPEN = re.compile(
    r"\b(?:thought|think|believe|guess|heard|maybe|perhaps|probably|might|may|if|whether|when|once|until|unless|before"
    r"|should|could|would|can|let['’]?s|going to|will|plan(?:ned|ning|s)?"
    r"|wants?|please|not|never|almost|nearly|wenn|falls|ob|soll(?:te)?n?|wird|si|cuando|quand)\b|n['’]t\b|[?？]",
    re.IGNORECASE,
)
"""Said before it, it is no more than thought of."""
_WORD = re.compile(r"[\w+-]+(?:\.\w+)*")
_OF_NOTHING = frozenset(
    "the our all and but for out that this with whatever what since because where when which who you they account box"
    " cluster code contract server service subscription tool version system instance machine team thing stuff last old new"
    " whole process job session terminal tab container pod script der die das was ist les mme".split()
)
"""Words that name nothing by themselves."""
_SHORTEST = 3
_ENDS = re.compile(r"[.!?…]\s|\n")
_AROUND = 120
"""Characters before it that are looked at."""


@lru_cache(maxsize=4096)
def left_behind(text: str, *, alone: bool = False) -> frozenset[str]:
    """The names of what a text says is put aside. `alone`: also for one thing alone."""
    forms = (*_GIVEN_UP, _GIVEN_UP_FOR) if alone else _GIVEN_UP
    found = {match[1].casefold() for form in forms for match in form.finditer(text.replace("’", "'"))}
    return frozenset(each for each in found if each.rstrip("s") not in _DAYS)


@lru_cache(maxsize=4096)
def over(text: str) -> frozenset[str]:
    """The words by which a text names what it says is no more: switched off, retired, thrown out."""
    if text.rstrip().endswith(("?", "？")):
        return frozenset()
    found = (
        match
        for form in _OVER
        for match in form.finditer(text)
        if not _OPEN.search(_said_before(text, match))
    )
    said = (each for match in found for each in match.groups() if each)
    words = (word.casefold() for each in said for word in _WORD.findall(each))
    return frozenset(word for word in words if len(word) >= _SHORTEST and word not in _OF_NOTHING)


def _said_before(text: str, match: re.Match[str]) -> str:
    """The sentence up to the end of a match, as far as it is looked at."""
    return _ENDS.split(text[max(0, match.start() - _AROUND) : match.end()])[-1]


def is_left(text: str) -> bool:
    """Whether a text says that something is put aside or no more."""
    return bool(left_behind(text, alone=True) or over(text))


def names(text: str, thing: str) -> bool:
    """Whether a text speaks of the thing: "Apple Pay" is none of Apple's other things, "AWS S3" one of AWS's."""
    for found in re.finditer(rf"(?<!\w)(?i:{re.escape(thing)})(?!\w)", text):
        further = _FURTHER.match(text, found.end())
        if further is None or found[0].isupper() or further[1].casefold().rstrip("s") in _DAYS:
            return True
    return False


def names_as_name(text: str, thing: str) -> bool:
    """Whether a text speaks of the thing by a name: with a capital that begins no sentence, or as a file or folder."""
    capital = "|".join(map(re.escape, (thing.capitalize(), thing.upper())))
    spelled = rf"(?<=[^\s.!?:] )(?:{capital})(?!\w)|(?<!\w){re.escape(thing)}/"
    return names(text, thing) and re.search(spelled, text) is not None
