"""Kinship: whether a text has anything to do with the quotes it is said to rest on.

Owns two plain questions: do they share a word, and does one deny what the other says. Promises to ask
little: a text in a script without spaces, or too short to tell, passes. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from extractor.memory.text.expressions import Expression
from extractor.memory.text.unspaced import is_unspaced
from extractor.memory.wording.force import APOSTROPHE, BEHIND_A_NO, NOT, NOT_PICTURED, SHORT_NOT
from extractor.memory.wording.left_behind import over
from extractor.memory.wording.nots_abroad import AROUND, ENDED, UNSPACED, unspaced_clauses, unspaced_nots
from extractor.memory.wording.novelty import SAID_FOR_ONE, is_akin, novel, words
from extractor.memory.wording.provisos import is_question

_DENIAL = Expression(
    rf"\b(?=\w)(?:{NOT}|without|cannot|niemals|ohne|ningún\w*|ninguna?|senza|sem|sin|sans)\b|{SHORT_NOT}"
    rf"|[{NOT_PICTURED}]|{AROUND}"
)
_UP_TO = (
    r"(?:\s+(?!(?:because|since|so|and|but|if|unless|then|just|instead|weil|und|aber|sondern|porque|pero|parce|mais)\b)"
    r"[\w'’/-]+){0,8}?"
)
"""Words that may stand between a "not" and what it denies."""
_NOT = Expression(rf"\b(?:{NOT}|cannot|niemals|ningún\w*|ninguna?)\b|{SHORT_NOT}|[{NOT_PICTURED}]")
_FORBIDS = Expression(
    r"\b(?:avoid\w*|stop|stopped|forbid\w*|forbidden|prohibit\w*|bann?(?:ed|s)?|hate|against|disallow\w*|reject\w*"
    r"|verboten|vermeid\w*|untersagt|evit\w*|évite\w*|prohibid\w*|interdit\w*|défendu|vietat\w*|proibid\w*|verboden|ikke|ingen"
    r"|aldri|нельзя|запрещ\w*|zabron\w*|yasak)\b"
    rf"|\b(?:{ENDED})|{UNSPACED}",
)
"""What forbids, beside the plain words for "not"."""
_AVERSION = Expression(
    r"\b(?:avoid\w*|stop\w*|instead|rather|refus\w*|forbid\w*|forbidden|only|wrong|ban\w*|hate\w*|dislike\w*|drop\w*"
    r"|skip\w*|leave|remove\w*|out|off|statt\w*|nur|vermeid\w*|verboten|lass\w*)\b",
)
_CONTRAST = Expression(r"\b(?:real|actual|true|genuine|echte?\w*|real(?:es)?|vrai\w*|ver[oi])\b")
"""What says the opposite of something without a "not"."""
_NOT_REAL = Expression(rf"(?:\b(?:{NOT}|cannot)\b|{SHORT_NOT}){_UP_TO}\s+(?:{_CONTRAST.pattern})")
"""The same word behind a "not"."""
_ONLY = re.compile(
    r"\b(?:only|nur)\b(?! (?:after|when|if|with|by|via|through|once|in|on|for|at|from|to|as|nach|wenn|mit|bei|für|in)\b)"
    r"|\b(?:instead|rather)\b(?! (?:of|than)\b)|\bstatt\w*\b(?=\W*$)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\b(not|never|nicht|nie|nunca|jamais),[^,]{1,40},", re.IGNORECASE)
"""A "not" and what is put between it and what it denies."""
_CLAUSE = re.compile(
    r"[.!?;…]+\s+|(?<=\w\s\w\w\w\w),\s+|(?<=\w\w\w\w),\s+(?=\w+ \w+ \w+)|,\s+(?=(?:not|nicht|no|ni) \w+ \w+)"
    r"|,\s+(?=(?:let['’]?s|but|aber|lass uns)\b)"
)
_ENDED = Expression(rf"\b(?:{ENDED})")
_AND = re.compile(r"\s(?:und|y|e|et|ed)\s")
_RETRACTION = re.compile(
    r"\b(?:forget|wrong|outdated|obsolete|stale|delete|remove|drop(?:ped)?|anymore|any more|no longer|cancell?ed"
    r"|retired|scrap|(?:ignore|disregard) (?:what|that|all|everything) i"
    r"|never ?mind|take (?:(?:that|it|what i said) )?back|(?:nimm|nehme)\b[^.!?]{0,80}\bzurück|vergiss|veraltet|falsch"
    r"|lösch\w*|nicht mehr|olvida|borra|obsoleto|ya no|oublie|ne plus|dimentica|esquece"
    r"|vergeet|niet meer|glöm)\b|不再|忘|もう|забудь|больше не",
    re.IGNORECASE,
)
"""What takes something back, whatever else is said."""
_CHANGE = Expression(
    r"\b(?:gone|over|changed|change of|correction|actually|these days|as of|instead|replaced|switched|moved"
    r"|rather|old|used to|now|my (?:mistake|bad|error)|mistaken|typo|misspoke|changed my mind|scratch that"
    r"|weg|vorbei|geändert|jetzt|statt\w*"
    r"|vertan|geirrt|verschrieben|vertippt|anders überlegt|equivoqué|equivocado|cambié de"
    r"|trompée?|changé d'avis|sbagliat[oa]|enganei|vergist"
    r"|ahora|ya|maintenant|plus|nu|adesso|agora)\b|уже",
)
"""What can mean that something is no longer as it was."""
_REFUSAL = Expression(
    r"\s*(?:(?:ah|oh|hm+|well|uh|please|bitte)[,\s]+)*(?:no(?! (?:problem|worries|objections?|issue|doubt|idea|clue|opinion"
    rf"|preference|rush|hurry|need to ask))|nope|nah|never(?! mind)|nein|non|nee|don{APOSTROPHE}?t|do not|stop|wrong)\b",
)

_TURNED = Expression(
    rf"(?:\b(?<!why )(?:{NOT}|cannot|niemals|ningún\w*|ninguna?)\b|(?<!why do){SHORT_NOT})"
    rf"{_UP_TO}\s+(?P<by>without|ohne|sin|sans|senza|sem|zonder|avoid\w*|stop(?:s|ped|ping)?|refus\w*|bann?(?:s|ed|ing)?"
    r"|hate\w*|dislike\w*|drop(?:s|ped|ping)?|skip\w*|leav\w*|remov\w*|off|out|lass\w*|weglass\w*|vermeid\w*|evit\w*|évit\w*|reject\w*)\b",
)
"""A "not" before a word that denies or takes away by itself: "never without a review", "don't skip"."""
_DIRECTLY = Expression(rf"(?:\b(?<!why )(?:{NOT}|cannot|niemals|non)|{SHORT_NOT})\s+$")
_BARE_NO = re.compile(r"\bno\s+$")
_REPLIED = re.compile(rf"(?:{BEHIND_A_NO})(?!\w|['’]\w)")
_REPLY = re.compile(
    r"\W*(?:no|nope|nah|nein|non)\b[\s,.!–—-]*(?=(?:\w+\s+)?(?:drop|skip|remove|leave|stop|avoid|lass)\b)",
    re.I,
)
"""A "no" that answers, before what is to be done."""
_WORD = re.compile(r"\w+")

_TRUE = re.compile(r"\b(?:true|right|correct)\b", re.IGNORECASE)
_OF_BEFORE = re.compile(
    r"^\W*(?:(?:no|well|but|hm+)\W+)*(?:this|that|it)(?:['’]s| is)(?: not|n['’]t) (?:(?:fully|quite|entirely|exactly|really) )?"
    r"(?:true|right|correct)\s*[,;:–—-]\s*",
    re.IGNORECASE,
)
"""What is said of the agent's words before a person's own: "that's not quite right, it only …"."""
_FOR_EVER = frozenset(
    "always never only now please immer nie nur jetzt bitte siempre nunca ahora toujours jamais".split()
)
"""Words that tell for when something holds, and not what."""
ENOUGH = 2
"""Words two texts share that speak of one thing."""


def is_kin(text: str, quotes: Iterable[str]) -> bool:
    """Whether the text shares a word that means something with the quotes, or has too few to tell."""
    given = list(quotes)
    brought, known = novel(text, given)
    return known > 0 or not brought or not words(" ".join(given))


def denies(text: str, quotes: Iterable[str]) -> bool:
    """Whether the text says a "not" where no quote says one or anything like it."""
    if not _says_not(text):
        return False
    return not any(_denies(quote) or _AVERSION.search(quote) for quote in quotes)


def leaves_out_a_not(text: str, said: Iterable[str]) -> bool:
    """Whether the text says, without a "not", what every sentence that says it denies or forbids.

    A word more in the text hides nothing where all the others stand in the sentence.
    """
    given = [_ASIDE.sub(r"\1", sentence) for sentence in said]
    if not _TRUE.search(text):
        given = [_OF_BEFORE.sub("", sentence) for sentence in given]
    if _stands_behind_a_not(text, given):
        return True
    if not words(text) or (_CONTRAST.search(text) and not any(map(_NOT_REAL.search, given))):
        return False
    is_turned = _is_negative(text)
    if is_turned and not (is_unspaced(text) or any(map(_TURNED.search, given))):
        return False
    clauses = [clause for sentence in given for clause in _clauses(sentence)]
    saying = _saying(text, clauses) or _saying(text, given)
    leaves_out = _leaves_one_of_two if is_turned else _leaves_all
    return bool(saying) and all(leaves_out(text, sentence) for sentence in saying)


def _stands_behind_a_not(text: str, given: Iterable[str]) -> bool:
    """Whether a text stands, as it is, directly behind a "not" in every sentence that holds it."""
    plain = text.strip(" .!").casefold()
    before = [said[:at] for said in map(str.casefold, given) if plain and (at := said.find(plain)) >= 0]
    if not before or (_REPLIED.match(plain) and all(map(_BARE_NO.search, before))):
        return False
    return all(map(_DIRECTLY.search, before))


def _clauses(sentence: str) -> list[str]:
    """The parts of a sentence that are denied apart; what ends a habit says nothing of what stands behind an "and"."""
    parts = [each for clause in _CLAUSE.split(sentence) for each in unspaced_clauses(clause)]
    return [each for part in parts for each in (_AND.split(part) if _ENDED.search(part) else [part])]


def _leaves_all(text: str, sentence: str) -> bool:
    return _denies(sentence) and not (is_unspaced(text) and not unspaced_nots(sentence))


def _leaves_one_of_two(text: str, sentence: str) -> bool:
    """Whether a text keeps of "never without" or "don't skip" the second word alone."""
    if is_unspaced(text):
        return unspaced_nots(text) < unspaced_nots(sentence)
    turned = _TURNED.search(_REPLY.sub("", sentence))
    if turned is None or _NOT.search(text):
        return False
    return any(is_akin(turned["by"].casefold(), word) for word in _WORD.findall(text.casefold()))


def _saying(text: str, parts: Iterable[str]) -> list[str]:
    found: list[str] = []
    for part in parts:
        brought, known = novel(text, [part])
        many = len(brought) * SAID_FOR_ONE <= known and is_unspaced("".join(brought))
        if not brought or many or (len(brought) == 1 and known >= ENOUGH):
            found.append(part)
    return found


@lru_cache(maxsize=512)
def _says_not(text: str) -> bool:
    """Whether a text says a plain "not": one text is asked about the same sentences several times."""
    return _DENIAL.search(text) is not None


@lru_cache(maxsize=512)
def _denies(sentence: str) -> bool:
    return _says_not(sentence) or _FORBIDS.search(sentence) is not None


def _is_negative(text: str) -> bool:
    """Whether a text says a "not" in any words; a bare "only" or "instead" says none."""
    return _denies(text) or _AVERSION.search(_ONLY.sub(" ", text)) is not None


@lru_cache(maxsize=512)
def nots(text: str) -> int:
    """How often a text says "not" in so many words."""
    return len(_DENIAL.findall(text))


def keeps_saying(newer: str, older: str) -> bool:
    """Whether a sentence has every word of the one it replaces, and says "not" as often: it tells more, not otherwise."""
    said, before = (set(_WORD.findall(text.casefold())) for text in (newer, older))
    return before <= said and nots(newer) == nots(older)


def withdraws(sentence: str, text: str) -> bool:
    """Whether a sentence of a person can mean that what the text says no longer holds.

    A word the text has itself takes nothing back: who says "never" again says the same. What takes back has to
    speak of the text more than of anything else; a mere "not" or "now" of more than one word of it.
    """
    if is_question(sentence):
        return False
    elsewhere, shared = novel(_RETRACTION.sub(" ", sentence), [text])
    known = {found.casefold() for found in _RETRACTION.findall(text)}
    if any(found.casefold() not in known for found in _RETRACTION.findall(sentence)):
        # Who lists several things speaks of each: then half of what the text says has to be named.
        is_named = novel(text, [sentence])[1] * 2 >= len(words(text))
        return is_named or len(elsewhere) <= shared
    is_new = _CHANGE.search(sentence) is not None and _CHANGE.search(text) is None
    if not is_new and (not _says_not(sentence) or _says_not(text)):
        return False
    return novel(text, [sentence])[1] >= min(ENOUGH, len(words(text)))


def says_otherwise(sentence: str) -> bool:
    """Whether a sentence says that something is otherwise than it was."""
    return (
        _CHANGE.search(sentence) is not None
        or _RETRACTION.search(sentence) is not None
        or bool(over(sentence))
    )


def differs_in_a_word(newer: str, older: str) -> bool:
    """Whether two sentences are one but for a word in the place of another, as in "tabs" and "spaces in Go files"."""
    said, before = (set(_WORD.findall(text.casefold())) - _FOR_EVER for text in (newer, older))
    return len(said & before) > ENOUGH and len(said - before) == len(before - said) == 1


def refuses(answer: str) -> bool:
    """Whether an answer begins by saying no."""
    return _REFUSAL.match(answer) is not None


@lru_cache(maxsize=512)
def denials(text: str) -> int:
    """How often a text says "not", in whatever words."""
    return len(_DENIAL.findall(text)) + len(_AVERSION.findall(text))
