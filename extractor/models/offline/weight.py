"""How much a sentence says that it is meant to last.

Owns how the points of the signs add up. Promises the same points for the same sentence, in time linear
in its length; a question that only asks, an order of work and a tale weigh less than nothing. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from extractor.memory.slots.manners import CALLED, LIKED, MANNER, ONESELF_ABROAD
from extractor.memory.slots.roles import plainly_fills
from extractor.memory.slots.slot_forms import says_what_is
from extractor.models.offline import asking, chatter, cues, passing, pointing
from extractor.models.offline.corrections import AT_ONCE
from extractor.models.offline.first_words import Sieved, plain_marks
from extractor.models.offline.mentions import without_addresses, without_mentions
from extractor.models.offline.signs import LEADING, OF_THE_MOMENT, SIEVE, SIGNS, Sign
from extractor.models.offline.voice import CODE_NAME, OWN
from extractor.models.offline.withdrawal import about

ENOUGH = 2
"""Points from which a sentence is kept."""
ENOUGH_AMONG_MANY = 8
"""Points from which a sentence is kept that is the only one of many in a message to weigh enough."""
BESIDE, BESIDE_ONE = 0, 1
"""Points from which a sentence goes along with others that weigh enough: in a short message or with several
of them, and with one or two."""

_WORD = re.compile(r"[^\W_][\w'’./-]*")
_UNSPACED = re.compile(r"[\u3040-\u30ff\uac00-\ud7a3\u3400-\u9fff]{2}")
_ALTERNATIVES = re.compile(r"\bor (?!so\b|later\b|more\b|less\b)", re.IGNORECASE)
_ADVISES = re.compile(r"should", re.IGNORECASE)
"""How a question begins whose own word counts for it, as what has to be so."""
_OF_SOMEBODY = re.compile(r"(?:they|he|she|it|sie|er|es|ellos|ellas|ils|elles)\b", re.IGNORECASE)
"""How a sentence begins that says of whom only with what it takes back."""
_IN_CASE = re.compile(
    r"(?:if|when|whenever|wenn|falls|si|quand|se|quando|als|если|когда)\b[^,]{3,60}"
    r"(?:,| (?:first|then|just|always|never|don['’]?t|do not|tell|ask|stop)\b)"
    r"|[^。、，,]{2,24}(?:たら|場合は|時は|ときは|的时候|나면|으면)|(?:如果|要是)[^。]{2,24}，",
    re.IGNORECASE,
)
"""What to do in a case of trouble is no trouble."""
_CASE_BEHIND = re.compile(
    r"\b(?:if|when(?:ever)?|in case|with (?:\w+ )?(?:errors|warnings|failures))\b",
    re.IGNORECASE,
)
"""Behind a rule, what it is for."""
_LESSON = re.compile(r"\b(?:(?:got|were|was|been) (?:burned|burnt|bitten)|bit us)\b", re.IGNORECASE)
"""How a rule's lesson is told."""
_TAG = re.compile(
    r",? (?:right|yeah|yes|no|ok|okay|hey|or|oder|nicht wahr|verdad|non)\s*[?？]+\W*$", re.IGNORECASE
)
_PERMITS = re.compile(
    r"you(?:'re| are) (?:now )?allowed to\b|you may\b|you have (?:my )?permission to\b|(?:du darfst|ihr dürft)\b",
    re.IGNORECASE,
)
"""How a permission begins. "You can" alone is none: it mostly tells how things are."""
_KINDS = re.compile(r"\b(?:every|each|all|any|jede[nrsm]?|alle[ns]?)\b", re.IGNORECASE)
_RULED = (cues.EVER, cues.STYLE, cues.ON_EACH, cues.EACH_TIME, _KINDS)
"""What makes a rule of a permission."""
_FEW, _MANY, _LONG = 4, 8, 15
"""Words."""
_WRITTEN = 8
"""Words from which a sentence about code may be one of a review."""


_OF_ANY_TIME, _OF_THE_MOMENT = (
    [(SIEVE.bit(sign.words), sign) for sign in signs] for signs in (SIGNS, OF_THE_MOMENT)
)
_MOST = 8
"""Points all that speaks for a sentence comes to: many signs do not outweigh one that it does not last."""
_MOST_ORDERED = 5
"""The same for an order of work."""
_ASKS, _ASKS_ALIKE, _PROPOSES, _PROPOSES_ADVICE, _PROPOSES_BOTH = -14, -10, -3, -6, 3
_OF_A_PERSON = (CALLED, MANNER, LIKED, ONESELF_ABROAD)
_SAYS_WHO = 6
"""What it is worth that a sentence says who somebody is, or how to talk with them."""
_FILLS = 2
"""What it is worth that a sentence says plainly what serves a purpose it names, or what a thing is."""
_SAYS_NO = re.compile(
    r"no\s(?!(?:matter|se|ha[sny]?|hemos|he|es|son|est[aá]n?|pued[eo]n?|podemos|me|te|le|lo|l[ao]s|nos|veo|sé|quiero|quiere|tengo|tiene|creo|entiendo|funcionan?|sale|deja)\b)",
    re.IGNORECASE,
)
"""A sentence that begins with an English "no": the Spanish one before a verb is a "not"."""
_BANS, _BANS_POLITELY, _LACKS = 4, 6, -3
"""What it is worth that a sentence begins by saying what there shall be none of, or only what there is none of."""
_WORKED_ON = -5
"""What it costs a request that the only place it tells is the address of what is worked on."""
_REQUESTS, _ORDERS, _ORDERS_REASONED, _ORDERS_RULED = -7, -6, -3, -1
_TELLS, _DESCRIBES = -8, -6
_TOGETHER, _TOGETHER_NOW = 5, -4
_TAKES_BACK, _TAKEN_BACK_LATER = 4, -12
_TROUBLED = -6
_PERMITTED = -10
_SHORT, _SHORT_RULE, _WORDY, _WORDIER = -3, -2, 2, 1


@dataclass(frozen=True, slots=True)
class Weighed:
    """A sentence without what it begins with, and its points."""

    body: str
    points: int
    """Without what pointing costs."""
    pointing: int
    """What it costs that the sentence points at something named before: nothing, or less."""
    is_doubted: bool
    """Something speaks against it: it is of the moment, unsure, told of the past, or trouble."""
    asks: bool
    """It ends as a question."""
    orders: bool
    """It begins as an order of work."""


def weigh(sentence: str, is_answer: bool = False) -> Weighed:
    """The points of a sentence. `is_answer`: it answers a question, so that plain words say something too."""
    written, sentence = sentence, plain_marks(sentence)
    lead = asking.LEAD.match(sentence)
    begins = lead.end() if lead else 0
    beginning, body = sentence[:begins], sentence[begins:]
    words = _WORD.findall(body.lower())
    if _says_nothing(sentence, words):
        return Weighed(written[begins:], _ASKS, 0, True, False, False)
    sieved = SIEVE.of(without_mentions(body))
    found, moment = _found(_OF_ANY_TIME, sieved), _found(_OF_THE_MOMENT, sieved)
    if moment and not _is_ruled(sieved):
        found += moment
    if sieved.has(passing.TROUBLE) and _is_troubled(sieved):
        found.append(_TROUBLED)
    if beginning:
        found += [sign.points for sign in LEADING if sign.words.search(beginning)]
    if _SAYS_NO.match(body):
        asked = cues.BANNED_POLITELY.match(body)
        found.append(_BANS_POLITELY if asked else _BANS if cues.BANNED.match(body) else _LACKS)
    if says_who(body):
        found.append(_SAYS_WHO)
    if says_what_is(body) or plainly_fills(body):
        found.append(_FILLS)
    points = min(_MOST, sum(one for one in found if one > 0)) + sum(one for one in found if one < 0)
    asks = asking.QUESTION_MARK.search(body) is not None
    orders = _is_order(sieved)
    if asks or sieved.begins_with(asking.ASKING):
        points += _of_question(sieved, len(words), asks)
    points = _of_work(points, sentence, sieved, orders)
    is_meant = any(map(sieved.has, (cues.CORRECTED, cues.MEANT, cues.ONESELF)))
    tells = sieved.begins_with(passing.TOLD) and not is_meant
    if tells:
        points += _TELLS
    if _describes_code(sentence, sieved, len(words)):
        points += _DESCRIBES
    points = _of_calling(points, sieved) + _of_taking_back(sentence, sieved) + chatter.cost(sentence, orders)
    if _permits_once(body):
        points += _PERMITTED
    length = _of_length(sieved, len(words))
    is_marked = any(one > 1 for one in found) or any(map(sieved.has, (cues.BARRED, asking.TOGETHER)))
    if length > 0 and (asks or not is_answer) and not is_marked:
        length = 0
    is_doubted = tells or any(one < 0 for one in found)
    points_back = pointing.cost(sieved, max(len(words), len(_UNSPACED.findall(body))))
    if _OF_SOMEBODY.match(body) and passing.takes_back(beginning):
        points_back = pointing.BEGINNING
    told = asking.ruled(written[begins:]) if asking.RULED_REQUEST.match(body) else written[begins:]
    return Weighed(told, points + length, points_back, is_doubted, asks, orders)


def says_who(sentence: str) -> bool:
    """Whether a sentence says who somebody is, or how to talk with them, by how it begins."""
    return any(way.match(sentence) for way in _OF_A_PERSON)


def _found(signs: Iterable[tuple[int, Sign]], sieved: Sieved) -> list[int]:
    """The points of the signs that are found."""
    return [sign.points for bit, sign in signs if sieved.passing & bit and sieved.has(sign.words)]


def _is_order(sieved: Sieved) -> bool:
    """Whether a sentence orders work, after what for, where or after what at most."""
    if asking.NAMED_AS_WORK.match(sieved.text):
        return False
    before = asking.BEFORE_WORK.match(sieved.text)
    if before is None:
        return sieved.begins_with(asking.WORK)
    return asking.WORK.match(sieved.text[before.end() :]) is not None


def _is_troubled(sieved: Sieved) -> bool:
    """Whether trouble is told that is neither the case a rule is for nor the lesson it comes from."""
    text = sieved.text
    if case := _IN_CASE.match(text):
        return passing.TROUBLE.search(text[case.end() :]) is not None
    is_rule = sieved.has(cues.EVER) or sieved.has(cues.STYLE)
    behind = (_LESSON.search(text), _CASE_BEHIND.search(text) if is_rule else None)
    cut = min((match.start() for match in behind if match), default=len(text))
    return passing.TROUBLE.search(text[:cut]) is not None


def _is_ruled(sieved: Sieved) -> bool:
    """Whether a sentence is meant for every time, or for each time or case in which something is done."""
    return (
        sieved.has(cues.EVER)
        or sieved.has(cues.MANNER_OF_TALK)
        or cues.EACH_TIME.search(sieved.text) is not None
        or (sieved.has(cues.STYLE) and _IN_CASE.match(sieved.text) is not None)
    )


def _says_nothing(sentence: str, words: list[str]) -> bool:
    if passing.TAKEN_BACK.fullmatch(sentence.strip(" .!")) or about(sentence):
        return True
    return (sentence.isascii() or not _UNSPACED.search(sentence)) and all(
        word.strip("'’.") in asking.IDLE for word in words
    )


def _describes_code(sentence: str, sieved: Sieved, words: int) -> bool:
    """Whether a sentence reads as a review's: whole, of code by its names, spoken by and to nobody, and no rule."""
    is_whole = words >= _WRITTEN and sentence[:1].isupper() and sentence.endswith(".")
    if not is_whole or sieved.has(cues.EVER) or sieved.has(cues.MUST):
        return False
    return len(CODE_NAME.findall(sentence)) > 1 and not OWN.search(sentence)


def _of_question(sieved: Sieved, words: int, asks: bool) -> int:
    """What a question costs: little where it puts a way up for decision, or only asks for a nod."""
    body = sieved.text
    if sieved.begins_with(asking.ASKING):
        return _ASKS
    if asking.RULED_REQUEST.match(body):
        return 0
    if sieved.begins_with(asking.PROPOSAL):
        is_short = words < _MANY and not sieved.has(cues.EVER)
        lasts = (cues.PLACE, cues.MUST, cues.GROUND, asking.CONTRAST)
        is_order = sieved.begins_with(asking.WORK_OF_BOTH) and not any(sieved.has(sign) for sign in lasts)
        is_open = (
            asking.WHETHER_ALWAYS.match(body)
            or sieved.has(asking.LOOKING_INTO)
            or _ALTERNATIVES.search(body)
            or is_short
            or is_order
        )
        if is_open:
            return _ASKS_ALIKE
        if _ADVISES.match(body):
            return _PROPOSES_ADVICE
        return _PROPOSES_BOTH if sieved.has(asking.CONTRAST) else _PROPOSES
    if _TAG.search(body) and sieved.has(cues.MUST) and (sieved.has(cues.OPINION) or sieved.has(cues.DENIAL)):
        return 0
    return _ASKS_ALIKE if asks else 0


def _of_taking_back(sentence: str, sieved: Sieved) -> int:
    """What it is worth to take something back, and what it costs to do so with what was just said."""
    if sieved.text == sentence and not sieved.has(passing.TAKEN_BACK):
        return 0
    match = passing.TAKEN_BACK.search(sentence)
    if match is None:
        return 0
    return _TAKES_BACK if match.start() < AT_ONCE else _TAKEN_BACK_LATER


def _of_work(points: int, sentence: str, sieved: Sieved, orders: bool) -> int:
    """The points of a sentence that may ask for work, order it or wish for it."""
    if asking.RULED_REQUEST.match(sieved.text):
        return points
    if sieved.has(asking.REQUEST):
        is_worked_on = cues.PLACE.search(sentence) and not cues.PLACE.search(without_addresses(sentence))
        return points + _REQUESTS + (_WORKED_ON if is_worked_on else 0)
    return _ordered(points, sentence) if orders or sieved.has(asking.WISHED) else points


def _of_calling(points: int, sieved: Sieved) -> int:
    """The points of a sentence that may call both to something: few to the work at hand, unless it says it lasts."""
    if sieved.has(asking.TOGETHER_NOW):
        lasts = any(sieved.has(sign) for sign in (cues.EVER, cues.STYLE, cues.DAY, cues.CHOICE))
        return points if lasts else min(points, _MOST_ORDERED) + _TOGETHER_NOW
    return points + _TOGETHER if sieved.has(asking.TOGETHER) else points


def _ordered(points: int, sentence: str) -> int:
    """The points of an order of work: few, more with a reason, most where it is for every time or of a place."""
    told = SIEVE.of(without_addresses(sentence))
    ruled = (
        cues.EVER,
        cues.STYLE,
        cues.MANNER_OF_TALK,
        cues.ORDERLY,
        cues.OF_A_KIND,
        cues.PLACE,
        cues.EVERYTHING,
        cues.ONLY_THEN,
    )
    if any(told.has(sign) for sign in ruled):
        return points + _ORDERS_RULED
    return min(points, _MOST_ORDERED) + (_ORDERS_REASONED if cues.GROUND.search(sentence) else _ORDERS)


def _of_length(sieved: Sieved, words: int) -> int:
    body = sieved.text
    counted = words if body.isascii() else words + len(_UNSPACED.findall(body))
    if counted < _FEW:
        is_rule = any(map(sieved.has, (cues.EVER, cues.CONVENTION, cues.OF_A_KIND)))
        return _SHORT_RULE if counted > 1 and is_rule else _SHORT
    return (_WORDY if counted >= _MANY else 0) + (_WORDIER if counted >= _LONG else 0)


def _permits_once(sentence: str) -> bool:
    """Whether a sentence lets the agent do one thing, for no kind of cases and without a rule."""
    return _PERMITS.match(sentence) is not None and not any(sign.search(sentence) for sign in _RULED)
