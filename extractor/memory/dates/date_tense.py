"""Whether what is told of a weekday is past: "we merged it on Friday" is the Friday before.

Owns the forms that say so, English and German. Promises PAST only of plain sentences, beside which nothing tells of
another time, and OPEN where something speaks for the past and something may speak against it. Never reads a clock.
"""

from __future__ import annotations

import re
from enum import Enum, auto

_NEAR = 120
"""Characters before a weekday and behind it that are looked at."""


class Tense(Enum):
    """What the words around a weekday tell of it."""

    PAST = auto()
    OPEN = auto()
    """It may be past or to come, or of no day at all."""
    UNTOLD = auto()


_SHIPPED = (
    r"(?:merged|shipped|released|deployed|switched|migrated|stopped|fixed|removed|launched|upgraded|reverted|renamed"
    r"|replaced|noticed|met|learned|broke|rolled\s+back)"
)
_AGREED = r"(?:decided|agreed|voted|settled)"
_DONE = rf"(?:{_SHIPPED}|{_AGREED}|moved|started|added|dropped|talked|discussed|found|saw|changed)"
_ANYTHING_DONE = (
    rf"(?:{_DONE}|was|were|wasn['’]t|weren['’]t|did|didn['’]t|had|hadn['’]t|been|began|came|chose|ended|failed|crashed|happened"
    r"|created|updated|lost|went|got|made|took|gave|told|said|wrote|ran|built|sent|left|fell|spoke|tried|hired|signed|opened"
    r"|closed|finished|announced|reported|rewrote|rebuilt|managed|doubled|halved|cancel+ed|planned|wanted|promised)"
)
_WE = r"(?:we|i|they|he|she)\s+(?:also\s+|already\s+|finally\s+|then\s+)?"
_BEGINS = r"(?:^|[.!?;]\s+|\b(?:and|but|so|because)\s+)"
_STOPS = r"(?=\s*(?:[.,;:!?)]|$)|\s+(?:and|because|so|but|that)\b)"

_ON_IT_WE_DID = re.compile(rf",?\s+{_WE}{_DONE}\b", re.IGNORECASE)
_OPENS = re.compile(r"(?:^|[.!?]\s+)$")
_WE_DID_IT = re.compile(rf"{_BEGINS}{_WE}(?:{_SHIPPED}|{_DONE}\s+(?:it|this|them))\s*$", re.IGNORECASE)
_WE_AGREED = re.compile(rf"{_BEGINS}{_WE}{_AGREED}\s*$", re.IGNORECASE)
_DID_THAT = re.compile(rf"\b{_DONE}\s+that\s*$", re.IGNORECASE)
_THAT = re.compile(r"\s+that\b", re.IGNORECASE)
_STOP = re.compile(_STOPS, re.IGNORECASE)
_ELSEWHEN = re.compile(
    r"\b(?:if|unless|whether|wish|would|could|should|might|imagine|suppose|example|rather|when(?:ever)?|once|until"
    r"|always|never|usually|often|sometimes|ever(?:y)?|each|used\s+to|ago|back\s+then|at\s+the\s+time|that\s+(?:week|month|year)"
    r"|last|previous\w*|former\w*|earlier|yesterday|next|(?:19|20)\d\d|(?-i:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*"
    r"|wenn|falls|bis|dann|sobald|ob|immer|nie|damals|jed\w+|w(?:ü|ue)rde\w*|h(?:ä|ae)tte\w*|letzte\w*"
    r"|spätestens|hoffentlich|voraussichtlich|vermutlich|wohl|vielleicht|morgen)\b|['’]d\b",
    re.IGNORECASE,
)
"""Words of a condition, a custom or another time, beside which what was done on a day may be of any week."""
_BEFORE_IT = re.compile(
    rf"(?:\b(?P<be>be|is|are|isn['’]t|aren['’]t|gets?|being|to)\s+(?:\w+\s+)?)?\b(?:{_ANYTHING_DONE})"
    r"(?:\s+(?!(?:to|that|which|is|are|will|starts?|begins?|ends?|expires?|closes|opens|ships|runs|goes|comes|happens|lands"
    r"|must|should|can|may)\b)[^\s,.;:!?]+){0,4}\s*$",
    re.IGNORECASE,
)
_PLANNED_TO = r"(?:decided|agreed|voted|settled|planned|wanted|promised|chose|told|asked)"
_WAS_DONE = re.compile(
    rf"(?:\b(?P<be>be|is|are|isn['’]t|aren['’]t|gets?|being|to)\s+(?:\w+\s+)?)?"
    rf"\b(?:(?P<plan>{_PLANNED_TO})|{_ANYTHING_DONE}|[a-z]{{2,20}}[^\We]ed)\b"
    r"(?P<then>(?:\s+(?!(?:that|which|is|are|will|starts?|begins?|ends?|expires?|closes|opens|ships|runs|goes|comes|happens|lands"
    r"|must|should|can|may)\b)[^\s,.;:!?]+){0,10})\s*$",
    re.IGNORECASE,
)
_FIRST_DONE = re.compile(
    r",?(?:\s+(?!(?:what|who|that|which|is|are|be|will|shall|starts?|begins?|ends?|expires?|closes|opens|ships|runs|goes|comes"
    rf"|happens|lands|must|should|can|may)\b)[^\s,.;:!?]+){{0,6}}?\s+(?:{_ANYTHING_DONE})\b",
    re.IGNORECASE,
)
"""What was done, behind the day that opens the sentence."""
_WILL = re.compile(
    r"\b(?:will|shall|must|should|going\s+to|(?:need|have|has|needs)\s+to)\b[^,;:]*$", re.IGNORECASE
)
_TO = re.compile(r"\sto\b", re.IGNORECASE)
_RIGHT_BEFORE = re.compile(
    r"(?<!\bbe )(?<!\bis )(?<!\bare )(?<!\bgets )(?<!\bget )(?<!\bbeing )\b[a-z]{2,}[^\We]ed\s*$|\b(?:quit|held)\s*$",
    re.IGNORECASE,
)
_ANY_DONE = re.compile(rf"\b(?:{_ANYTHING_DONE}|haben|worden)\b", re.IGNORECASE)
_BEHIND_IT = re.compile(
    rf",?\s+(?:(?:the|our|a|an|my|this|that)\s+)?(?:\S+\s+)?(?:{_ANYTHING_DONE})\b", re.IGNORECASE
)
_PARTICIPLE = re.compile(
    r"\b(?:\w*ge[a-zäöüß]{3,}(?:t|en)|(?:be|ent|er|ver|zer)[a-zäöüß]{3,}(?:t|en)|[a-zäöüß]{3,}iert|worden|deployed|gemerged)"
    r"(?=\s*(?:[.,;:!?)…]|$)|\s+(?:und|aber|sowie|doch)\b)"
)
_SURE_PARTICIPLE = re.compile(
    r"\s+(?:[^\s,.;:!?]+\s+){0,3}?(?:entschieden|beschlossen|umgestellt|abgeschaltet|gemerge?[dt]|deployt|deployed|veröffentlicht"
    r"|ausgerollt|gelöscht|entfernt|gewechselt|festgestellt|gefunden|besprochen|eingeführt|umbenannt)\s*(?:[.,;:!?)]|$)"
)
_HAVE = re.compile(r"\b(?:habe|haben|hat)\b[^.;:!?]*$", re.IGNORECASE)
_WAS = re.compile(
    r"\b(?:war|waren|gewesen|wurden?|hatten?|ging|gingen|kam|kamen|fiel|gab|lief|liefen|beschloss\w*|entschied\w*"
    r"|begann\w*|zog|zogen|galt|galten|fand|fanden|traf|trafen|brach|hielt|machten?|brachten?"
    r"|(?!ge|soll|woll|konn|könn)(?-i:[a-zäöüß])\w+(?:iert|el|er|ig|ll|hr|et|ck|nn|nd)ten?)\b",
    re.IGNORECASE,
)
_IS = re.compile(r"\b(?:ist|sind)\b[^.;:!?]*$", re.IGNORECASE)
_HAVE_OR_IS = re.compile(r"\b(?:habe|haben|hat|ist|sind)\b")
_PLANNED = re.compile(r"\b(?:geplant|vorgesehen|angesetzt|terminiert)\b")
_CLAUSE = re.compile(r"[.;:!?\n](?=\s|$)|,|\b(?:that|dass|weil|because|aber|but)\b", re.IGNORECASE)


_MEETING = re.compile(
    r"\b(?:stand-?ups?|dail(?:y|ies)|weekly|weeklies|retros?|retrospectives?|grooming|refinements?|syncs?|1:1s?|one-on-ones?"
    r"|office\s+hours|all-hands|jour\s+fixe|plannings?)\s+(?:is|are|happens?|ist|sind|findet)\s+$",
    re.IGNORECASE,
)
"""What is held again and again, told without saying when it is next."""


def tense(text: str, start: int, end: int, lead: str) -> Tense:
    """What is told of the weekday that stands, with the word that leads to it, from `start` to `end`.

    `lead`: that word. "Since" may also say why.
    """
    before, behind = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    if lead in ("since", "seit") or _MEETING.search(before):
        return Tense.OPEN
    if lead not in ("on", "am"):
        return Tense.UNTOLD
    is_told, may_be = (_in_german if lead == "am" else _in_english)(before, behind)
    if is_told and not _ELSEWHEN.search(before + behind):
        return Tense.PAST
    return Tense.OPEN if is_told or may_be else Tense.UNTOLD


def may_be_past(match: re.Match[str]) -> bool:
    """Whether what is told with the words was done: "in two weeks" is then how long it took."""
    where = match.string, match.start(), match.end()
    return any(tense(*where, lead) is not Tense.UNTOLD for lead in ("on", "am"))


def was_done(before: str) -> bool:
    """Whether the words before a day tell what was done on it: what was decided to be done then is still to come."""
    if _RIGHT_BEFORE.search(before):
        return True
    done = _WAS_DONE.search(before)
    if done is None or done["be"] or _WILL.search(before[: done.start()]):
        return False
    return not (done["plan"] and _TO.search(done["then"]))


def tells_of_done(sentence: str) -> bool:
    """Whether anything done is told in a sentence."""
    return bool(_ANY_DONE.search(sentence) or _WAS.search(sentence))


def was_done_then(behind: str) -> bool:
    """Whether the words behind a day that opens its sentence tell what was done on it."""
    return _FIRST_DONE.match(behind) is not None


def _in_english(before: str, behind: str) -> tuple[bool, bool]:
    """Whether it is told as past, and whether it may be."""
    is_first = _OPENS.search(before) is not None
    told = (
        (is_first and _ON_IT_WE_DID.match(behind))
        or (_WE_DID_IT.search(before) and _STOP.match(behind))
        or (_WE_AGREED.search(before) and _THAT.match(behind))
    )
    done = _BEFORE_IT.search(before)
    is_done = (done and not done["be"]) or (_DID_THAT.search(before) and _STOP.match(behind))
    return bool(told), bool(is_done or _BEHIND_IT.match(behind))


def _in_german(before: str, behind: str) -> tuple[bool, bool]:
    """The same of a German clause."""
    last = max((match.end() for match in _CLAUSE.finditer(before)), default=0)
    before, ends = before[last:], _CLAUSE.search(behind)
    behind = behind[: ends.end() if ends else len(behind)]
    told = _HAVE.search(before) and _SURE_PARTICIPLE.match(behind)
    is_planned = _IS.search(before) and _PLANNED.search(behind)
    done = _PARTICIPLE.search(behind) and not is_planned and _HAVE_OR_IS.search(before + behind)
    return bool(told), bool(done or _WAS.search(before) or _WAS.search(behind))
