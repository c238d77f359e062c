"""Scopes: where, for whom and at which times a sentence holds.

Owns what a sentence names before it says anything else, and what a text cuts off behind the words it takes. Promises
to tell only a scope that stands plainly there: what is for a reason, or a turn of speech, is none. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.novelty import is_akin, words

_AT = (
    r"in|on|at|for|within|inside|outside|under|during|between|throughout|across|im|am|beim?|für|auf|während|innerhalb|zwischen"
    r"|en|durante|entre|dans|pour|pendant|chez"
)
_LEADING = re.compile(
    rf"\W*(?:(?:and|but|so|also|well|then|ok(?:ay)?|yes|no|und|aber|y|pero|et|mais)\b\W*)*"
    rf"(?P<scope>(?:only |just |nur |solo |seulement )?(?:{_AT})\s+(?P<where>[^,.;:!?()]{{2,60}}?))"
    r"(?:,\s+|\s+(?=(?:we|i|you|they|please|always|never|wir|ich|man|nous|nosotros)\b))(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_BEHIND = re.compile(
    rf"(?P<scope>\s+(?:only |just |nur )?(?:{_AT})\s+(?P<where>[^,.;:!?()]{{2,60}}))", re.IGNORECASE
)
"""What may stand behind the words a text takes, and says where they hold."""
_LEADING_WORD = re.compile(
    r"\W*(?P<scope>(?:at|on|in|during|bei|an) (?P<where>[\w-]+))\s+(?P<rest>(?:the|all|our|each|every|die|der|das|alle)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
_WORD = re.compile(r"[^\W_]+")
_TURNS_OF_SPEECH = frozenset(
    "general generally principle practice theory summary short addition fact facts reality truth case cases example instance"
    " particular parallel contrast hand mind view opinion sense way ways word words order place end beginning start first"
    " last least most once later future past meantime meanwhile moment time times being next step turn top side part line"
    " terms respect regard regards reference comparison light hindsight second thought thoughts favor favour reason reasons"
    " sake purpose purposes record question note notes point points what which certain sure run good now"
    " allgemeinen prinzip grunde fall zukunft ende kürze realidad resumen caso momento futuro général principe fait cas avenir"
    " bref".split()
)
"""Words that tell no place, time or person where they begin or end what stands behind an "in" or a "for"."""
_ORDINALS = frozenset("first second last next past future".split())
"""Those of them that say which one where they begin it."""
_MEANT_ANYWAY = frozenset(
    "a an the this that these those it its them they us we me my our your you i his her their here there then all any each"
    " every such same other and or of to both one der die das den dem des ein eine einen einem einer dies diese diesem dieser"
    " mein meine unser unsere el la los las un una este esta mi nuestro nuestra le les ce cette mon ma notre"
    " repo repository repos project projects code codebase app apps application product system workspace session chat"
    " conversation file files projekt proyecto projet".split()
)
"""Words that say nothing of their own, and the place that is meant where none is named."""
_FOR_A_REASON = re.compile(
    r"(?:for|für|para|pour)\s.*(?:ity|cy|ness|ance|ence|tion|sion|ment|ing|safety|speed|fun|free|heit|keit|ung)s?$",
    re.IGNORECASE,
)
"""What a thing is done for: it holds without."""
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does?|can|could|will|would|should|must|ist|sind|hat|es|son|est|sont)\b|['’](?:s|re|ll)\b",
    re.IGNORECASE,
)
"""What makes a sentence of the words behind an "in": they name no scope."""
_TOLD = re.compile(
    r"(?:we|i|you|they|wir|ich)\s+(?:\w+ed|had|said|chose|went|saw|found|told|spoke|haben|hatten)\b"
    r"|(?:please )?(?:mention|note|say|state|write|explain|document) that\b",
    re.IGNORECASE,
)
"""What happened, or is to be told, where: a meeting in which something was decided is no scope of it."""
_HALF = 0.5
"""Of what a text says, that must stand behind a scope for it to rest there."""


def lost_scope(text: str, said: Iterable[str]) -> str | None:
    """None when a text keeps where, for whom and when its sentences hold; else the words it left out.

    `said`: whole sentences of a person.
    """
    for sentence in said:
        scope = _LEADING.match(sentence) or _LEADING_WORD.match(sentence)
        if scope and not _TOLD.match(scope["rest"]) and _rests(text, scope["rest"]) and _is_lost(scope, text):
            return scope["scope"].strip()
        if cut := _cut(text, sentence):
            return cut
    return None


def _is_lost(scope: re.Match[str], text: str) -> bool:
    if _FOR_A_REASON.match(scope["scope"].strip()) or _VERB.search(scope["where"]):
        return False
    where = [word for word in _WORD.findall(scope["where"].casefold()) if word not in _MEANT_ANYWAY]
    if not where or where[-1] in _TURNS_OF_SPEECH or where[0] in _TURNS_OF_SPEECH - _ORDINALS:
        return False
    return not any(is_akin(word, other) for word in _WORD.findall(text.casefold()) for other in where)


def _rests(text: str, rest: str) -> bool:
    wanted, said = words(text), words(rest)
    known = sum(word in said or any(is_akin(word, other) for other in said) for word in wanted)
    return known > 0 and known >= _HALF * len(wanted)


def _cut(text: str, sentence: str) -> str | None:
    """The scope behind the words of the sentence that are all the text is."""
    told, plain = " ".join(text.split()).rstrip(" .!"), " ".join(sentence.split())
    found = re.search(rf"(?<!\w){re.escape(told)}", plain, re.IGNORECASE) if told else None
    behind = _BEHIND.match(plain, found.end()) if found else None
    return behind["scope"].strip() if behind is not None and _is_lost(behind, text) else None
