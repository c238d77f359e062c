"""Kin: somebody beside the person of whom a sentence speaks: a sister, a boss, a neighbour.

Owns the words for such people in the languages people write to agents in. Promises that what is said of them alone is
not told of the person. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.novelty import shared
from extractor.memory.parallels import telling

_KIN = (
    r"colleagues?|co-?workers?|team-?mates?|bosse?s?|managers?|lead|interns?|wife|husband|spouse|partner|girlfriend|boyfriend|fiancée?"
    r"|brothers?|sisters?|siblings?|mother|father|mom|mum|dad|parents?|sons?|daughters?|child|children|kids?|baby|uncles?|aunts?|cousins?"
    r"|grand(?:mother|father|ma|pa|parents?)|nephews?|nieces?|friends?|neighbou?rs?|roommates?|flatmates?|landlord|clients?|customers?"
    r"|kolleg(?:e|en|in|innen)|chef(?:in)?|vorgesetzte[rn]?|frau|mann|freund(?:in|e)?|bruder|brüder|schwestern?|mutter|vater|eltern|sohn"
    r"|tochter|kind(?:er)?|nachbar(?:in|n)?|praktikant(?:in|en)?|kund(?:e|en|in)"
    r"|colegas?|compañer[oa]s?|jef[ea]s?|esposa|marido|novi[oa]|herman[oa]s?|madre|padres?|mamá|papá|hij[oa]s?|amig[oa]s?|vecin[oa]s?"
    r"|becari[oa]s?|clientes?"
    r"|collègues?|patron(?:ne)?|femme|mari|copine?|frères?|sœurs?|soeurs?|mère|père|fils|fille|enfants?|amie?s?|voisine?s?|stagiaires?"
)
_THEIRS = re.compile(
    rf"\b(?:my|our|your|mein\w*|unser\w*|dein\w*|mis?|nuestr[oa]s?|tus?|m(?:on|a|es)|notre|nos|t(?:on|a|es))\s+(?:\w+\s+)?(?P<who>{_KIN})\b",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"\b(?:{_KIN})\b", re.IGNORECASE)
_ONESELF = re.compile(
    r"\b(?:i|we|me|us|myself|ourselves|you|ich|wir|mir|mich|uns|du|dir|dich|yo|nosotr[oa]s|conmigo|tú|te|je|nous|moi|tu|toi)\b|\bj['’]"
    r"|\bi['’]",
    re.IGNORECASE,
)
"""The person speaks of themselves, too, or is asked of themselves."""
_THE_USER = re.compile(
    r"\b(?:the user|der nutzer|die nutzerin|des nutzers|el usuario|la usuaria|del usuario|l['’]utilisat(?:eur|rice))\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.!?;]\s+|,\s+(?:(?:and|but|while|so|aber|und|pero|y|mais|et)\s+)?", re.IGNORECASE)


def told_of_the_person(text: str, said: Iterable[str]) -> str | None:
    """None, or the somebody of whom alone all the sentences speak that a text tells of the person.

    `said`: the whole sentences a text rests on, of the person and the agent's questions.
    """
    if _THE_USER.search(text) is None or _NAMED.search(text) is not None:
        return None
    who: str | None = None
    for sentence in said:
        for clause in _CLAUSE.split(sentence):
            if not shared(telling(text), telling(clause)):
                continue
            found = _THEIRS.search(clause)
            if found is None or _ONESELF.search(_THEIRS.sub(" ", clause)):
                return None
            who = found[0]
    return who
