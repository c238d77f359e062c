"""Opposites: what a text turns around of the clause it rests on.

Owns words of which one says the contrary of the other, and what is put before another, given up, too much, possible or
past. Promises to let pass what keeps the clause's own way of saying so. Pure.
"""

from __future__ import annotations

import re

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.force import NOT, SHORT_NOT
from extractor.memory.wording.novelty import shares
from extractor.memory.wording.telling import telling

_PAIRS = (
    ("includ|inclus", "exclud|exclus"),
    ("accept", "reject|refus"),
    ("allow|permit", "forbid|disallow|prohibit"),
    ("enabl", "disabl"),
    ("encrypt", "decrypt"),
    ("increas|rais", "decreas|lower"),
    ("upload", "download"),
    ("ascend", "descend"),
    ("intern", "extern"),
)
"""Their stems."""
_OPPOSITES = tuple(tuple(re.compile(rf"\b(?:{stems})", re.IGNORECASE) for stems in pair) for pair in _PAIRS)
_ANY = re.compile(rf"\b(?:{'|'.join(stems for pair in _PAIRS for stems in pair)})", re.IGNORECASE)
_NO = Expression(rf"\b(?:{NOT}|cannot|without)\b|{SHORT_NOT}")
SAYS_NO = (
    rf"{NOT}|avoid\w*|without|stop\w*|against|few|little|less|drop\w*|remov\w*|missing"
    r"|forg[eo]t\w*|vermeid\w*|ohne|wenig\w*|sin|sans"
)
"""Words that deny, or nearly."""
_OTHER = r"(?P<other>(?:(?!(?:but|and|so|because|for|in|on|to|when|if)\b)[\w'’-]+\s*){1,3})"
_PREFERRED = (
    re.compile(
        r"\b(?:prefer\w*|favou?r\w*|choose|chose|chosen|pick(?:ed)?|(?:i|we|they) like) (?P<one>(?!\w+ing )[\w'’ -]{2,40}?) over "
        + _OTHER,
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:prefier\w+|preferimos|préfèr\w+|préférons|preferisc\w+|prefiro) (?P<one>[\w'’ -]{2,40}?)"
        r" (?:al?|a la|antes que|à|au|aux) " + _OTHER,
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<![\w'’-])(?P<one>[\w'’-]+(?: [\w'’-]+)?) (?:instead of|rather than) " + _OTHER, re.IGNORECASE
    ),
)
"""One thing that is put before another."""
_LEFT_BEHIND = re.compile(
    r"\b(?:(?:mov|migrat|switch)\w+|chang(?:ed|ing)) (?:away )?(?:from|off(?: of)?) (?P<what>[^,.;:!?]{2,40}?)"
    r"(?: (?:to|towards|onto) (?P<to>[^,.;:!?]{2,40}))?(?=[,.;:!?]|$)",
    re.IGNORECASE,
)
"""What is given up for something else."""
_GIVEN_UP = Expression(
    rf"\b(?:from|away|off|left|leav\w*|replac\w*|instead|former\w*|previous\w*|old|used to|was|were|{SAYS_NO})\b|{SHORT_NOT}"
)
_TOO_MUCH = re.compile(
    r"\btoo (?P<how>\w+) (?:to|for) (?P<what>[^,.;:!?]{2,60}?)(?=[,.;:!?]|\s(?:so|but|and)\s|$)",
    re.IGNORECASE,
)
_NOT_CHOSEN = Expression(rf"\b(?:{SAYS_NO}|instead|over)\b|{SHORT_NOT}")
_SAID_TOO_MUCH = Expression(rf"\b(?:too|{SAYS_NO})\b|{SHORT_NOT}")
_MAY_DO = re.compile(
    r"\b(?:may|might|could) (?:also |sometimes |still |well )?(?P<does>[a-z]{3,})\b", re.IGNORECASE
)
_MAY = Expression(
    r"\b(?:may|might|could|can|would|possibl\w*|perhaps|maybe|sometimes|allowed|permitted|free to|if|when"
    r"|nobody|no one|only|except\w*)\b"
)
_WAS_DOING = re.compile(r"\b(?:was|were) (?P<doing>\w+ing)\b", re.IGNORECASE)
_WAS = re.compile(r"\b(?:was|were)\b(?! \w+(?:ed|en|t)\b)", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|will|must|should|always|never|be)\b|['’](?:s|re)\b", re.IGNORECASE)
_DID = re.compile(
    r"\b(?:i|we|they|he|she|(?-i:[A-Z])\w+) (?!want|need|lik|prefer|decid|agre|hop|nam|call|ask|us)(?P<verb>[a-z]{3,}?)e?d\b",
    re.IGNORECASE,
)
_BEFORE_NOW = re.compile(
    r"\b(?:was|were|had|used|did|before|former\w*|previous\w*|once|no longer|until|\w+ed)\b", re.IGNORECASE
)
_USERS = frozenset("user user's users team".split())
_ONLY_WHO = re.compile(
    r"\W*(?:only|nur|sólo|solo|seuls?) (?:the |die |der |los |las |les )?(?P<who>[\w-]+s|(?-i:[A-ZÄÖÜ])\w+)\s",
    re.IGNORECASE,
)


def turned(text: str, clause: str) -> str | None:
    """The words of a clause that a text turns around; None where it keeps them."""
    return next((found for way in _WAYS if (found := way(text, clause))), None)


def _put_after(text: str, clause: str) -> str | None:
    """A choice of which a text says the other one."""
    for form in _PREFERRED:
        chosen, told = form.search(clause), form.search(text)
        if chosen is None:
            continue
        is_swapped = (
            told is not None
            and shares(told["one"], chosen["other"])
            and shares(told["other"], chosen["one"])
            and not (shares(told["one"], chosen["one"]) or shares(told["other"], chosen["other"]))
        )
        says_one = shares(text, chosen["one"]) or _NOT_CHOSEN.search(text)
        if is_swapped or (not says_one and shares(text, chosen["other"])):
            return chosen[0].strip()
    return None


def _given_up(text: str, clause: str) -> str | None:
    """What was left, told as if it were still there."""
    left = _LEFT_BEHIND.search(clause)
    if not left or not shares(text, left["what"]):
        return None
    return None if _GIVEN_UP.search(text) or shares(text, left["to"] or "") else left[0].strip()


def _too_much(text: str, clause: str) -> str | None:
    """What is too much of something to be, told as if it were."""
    too = _TOO_MUCH.search(clause)
    if not too or not shares(text, too["what"]):
        return None
    return None if _SAID_TOO_MUCH.search(text) or shares(text, too["how"]) else too[0]


def _possible(text: str, clause: str) -> str | None:
    """What may be done, told as what is done."""
    may = _MAY_DO.search(clause)
    is_done = may and not _MAY.search(text) and re.search(rf"\b{may['does']}e?s\b", text, re.IGNORECASE)
    return may[0] if may and is_done else None


def _opposite(text: str, clause: str) -> str | None:
    """The word of a clause of which a text has the opposite alone; None where there is none."""
    if not _ANY.search(clause) or _NO.search(text) or _NO.search(clause):
        return None
    for pair in _OPPOSITES:
        for own, other in (pair, pair[::-1]):
            told = own.search(clause)
            if told and other.search(text) and not (own.search(text) or other.search(clause)):
                return clause[told.start() :].split()[0].strip(".,;:!?")
    return None


def _past_told_as_present(text: str, clause: str) -> str | None:
    """What was so, told as what is."""
    if _BEFORE_NOW.search(text):
        return None
    was = _WAS.search(clause) if telling(text) <= telling(clause) | _USERS else None
    if was and not _IS.search(clause) and re.search(r"\b(?:is|are)\b", text, re.IGNORECASE):
        return was[0]
    for did in _DID.finditer(clause):
        if re.search(rf"\b{re.escape(did['verb'])}(?:e?s|e)\b", text, re.IGNORECASE):
            return did[0]
    return None


def _only_others(text: str, clause: str) -> str | None:
    """Who alone does something, where a text limits something else."""
    only = _ONLY_WHO.match(clause)
    return only[0].strip() if only and _moves_only(text, only["who"]) else None


def _moves_only(text: str, who: str) -> bool:
    """Whether a text limits something else than who does it."""
    told = text.casefold()
    return (
        who.casefold() in told
        and re.search(
            rf"\b(?:only|nur|sólo|solo|seuls?)\b(?! (?:the |die |der |los |las |les )?{re.escape(who.casefold())})",
            told,
        )
        is not None
    )


def _was_doing(text: str, clause: str) -> str | None:
    """What was being done, told as what is."""
    was = _WAS_DOING.search(clause)
    is_told = was and re.search(rf"\b(?:is|are) {was['doing']}\b", text, re.IGNORECASE)
    return was[0] if was and is_told else None


_WAYS = (
    _put_after,
    _given_up,
    _too_much,
    _possible,
    _opposite,
    _past_told_as_present,
    _only_others,
    _was_doing,
)
"""In the order in which they are told."""
