"""Relatives, and others around the person, of whom a sentence speaks: a sister, a boss, a neighbour.

Owns the words for such people in the languages people write to agents in. Promises that what is said of them alone is
not told of the person. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from extractor.memory.wording.novelty import shared
from extractor.memory.wording.telling import telling

_RELATIVE = (
    r"colleagues?|co-?workers?|team-?mates?|bosse?s?|managers?|interns?|wife|husband|spouse|partner|girlfriend"
    r"|boyfriend|fiancée?"
    r"|brothers?|sisters?|siblings?|mother|father|mom|mum|dad|parents?|sons?|daughters?|child|children|kids?|baby"
    r"|uncles?|aunts?|cousins?"
    r"|grand(?:mother|father|ma|pa|parents?)|nephews?|nieces?|friends?|neighbou?rs?|roommates?|flatmates?|landlord"
    r"|clients?|customers?"
    r"|kolleg(?:e|en|in|innen)|chef(?:in)?|vorgesetzte[rn]?|frau|mann|freund(?:in|e)?|bruder|brüder|schwestern?"
    r"|mutter|vater|eltern|sohn"
    r"|tochter|kinder|nachbar(?:in|n)?|praktikant(?:in|en)?|kund(?:e|en|in)"
    r"|colegas?|compañer[oa]s?|jef[ea]s?|esposa|marido|novi[oa]|herman[oa]s?|madre|padres?|mamá|papá|hij[oa]s?"
    r"|amig[oa]s?|vecin[oa]s?"
    r"|becari[oa]s?|clientes?"
    r"|collègues?|patron(?:ne)?|femme|mari|copine?|frères?|sœurs?|soeurs?|mère|père|fils|fille|enfants?|amie?s?"
    r"|voisine?s?|stagiaires?"
)
_THEIRS = re.compile(
    rf"\b(?:my|our|your|mein\w*|unser\w*|dein\w*|mis?|nuestr[oa]s?|tus?|m(?:on|a|es)|notre|nos|t(?:on|a"
    rf"|es))\s+(?:\w+\s+)?(?P<who>{_RELATIVE})\b",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"\b(?:{_RELATIVE})\b", re.IGNORECASE)
_ONESELF = re.compile(
    r"\b(?:i|we|me|us|myself|ourselves|you|ich|wir|mir|mich|uns|du|dir|dich|yo|nosotr[oa]s|conmigo|tú|te|je|nous|moi"
    r"|tu|toi)\b|\bj['’]"
    r"|\bi['’]",
    re.IGNORECASE,
)
"""The person speaks of themselves, too, or is asked of themselves."""
_THE_USER = re.compile(
    r"\b(?:the user|der nutzer|die nutzerin|des nutzers|el usuario|la usuaria|del usuario|al usuario|dem nutzer"
    r"|l['’]utilisat(?:eur|rice))\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    rf"\W*(?:(?:and|but|so|aber|pero|mais)\W+)?(?:a\s+)?(?P<who>(?:\w+\s+)?(?:{_RELATIVE}))\s+(?:(?-i:[A-Z])\w+\s+)?(?P<verb>\w+)",
    re.IGNORECASE,
)
_USER_DOES = re.compile(
    r"\W*(?:the user|der nutzer|die nutzerin|el usuario|la usuaria|al usuario|l['’]utilisat(?:eur|rice))\s+(?P<verb>\w+)",
    re.IGNORECASE,
)
_OWNED = re.compile(
    r"\b(?!(?:It|That|Let|What|Here|There|Who|Today|Where|How|He|She)\b)(?P<who>[A-Z][\w-]+)['’]s\s+(?P<what>\w+)"
)
_CLAUSE = re.compile(r"[.!?;]\s+|,\s+(?:(?:and|but|while|so|aber|und|pero|y|mais|et)\s+)?", re.IGNORECASE)


def told_of_the_person(text: str, said: Sequence[str]) -> str | None:
    """None, or the somebody of whom alone all the sentences speak that a text tells of the person.

    `said`: the whole sentences a text rests on, of the person and the agent's questions.
    """
    if _THE_USER.search(text) is None or _NAMED.search(text) is not None:
        return None
    who = _does_it(text, said) or _owns_it(text, said)
    if who is not None:
        return who
    for sentence in said:
        for clause in _CLAUSE.split(sentence):
            if not shared(telling(text), telling(clause)):
                continue
            found = _THEIRS.search(clause)
            if found is None or _ONESELF.search(_THEIRS.sub(" ", clause)):
                return None
            who = found[0]
    return who


def _does_it(text: str, said: Iterable[str]) -> str | None:
    """Who does what a text says the user does, where a sentence says it of them."""
    does = _USER_DOES.match(text)
    for sentence in said:
        found = _SUBJECT.match(sentence)
        if does and found and found["verb"].casefold() == does["verb"].casefold():
            return found["who"]
    return None


def _owns_it(text: str, said: Iterable[str]) -> str | None:
    """Whose it is that a text calls the user's."""
    for sentence in said:
        for found in _OWNED.finditer(sentence):
            is_users = re.search(rf"user['’]s (?:\w+ )?{re.escape(found['what'])}", text, re.IGNORECASE)
            if is_users and found["who"].casefold() not in text.casefold():
                return found["who"]
    return None
