"""Scopes: where, for whom and at which times a sentence holds.

Owns what a sentence names before it says anything else, and what a text cuts off behind an order it takes. Promises
to tell only a scope that stands plainly there: what is for a reason, or a turn of speech, is none. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractor.memory.dates.date_words import WEEKDAYS, any_of
from extractor.memory.wording.novelty import shared, shares, words

_AT = (
    r"in|on|at|for|within|inside|outside|under|during|between|throughout|across|im|am|beim?|für|auf|während|innerhalb|zwischen"
    r"|bis|hasta|en|durante|entre|dans|pour|pendant|chez"
)
_VERB_AHEAD = (
    r"(?:darf|kann|soll|muss|wird|will)(?:st)?|(?:dürf|könn|soll|müss|werd|woll|sollt)en|nutzen|benutzen|verwenden|nehmen|brauchen"
    r"|schreiben|speichern|gibt|gilt|gelten"
)
"""What follows at once in German where something stands in front."""
_WHERE = r"(?P<where>(?:[^,.;:!?()]|\.(?=\w)){2,60}?)"
_LEADING = re.compile(
    rf"\W*(?:(?:and|but|so|also|well|then|ok(?:ay)?|yes|no|und|aber|y|pero|et|mais)\b\W*)*"
    rf"(?P<scope>(?:only |just |nur |solo |seulement )?(?:{_AT}) {_WHERE})"
    r"(?:, |(?= (?:we|i|you|they|please|always|never|don['’]?t|do not|skip|use(?= \w)|avoid|ignore|wir|ich|man|bitte|keine?"
    rf"|nous|nosotros|{_VERB_AHEAD})\b))(?P<rest>.+)",
    re.IGNORECASE,
)
_LEADING_WORD = re.compile(
    r"\W*(?P<scope>(?:at|on|in|during|bei|an) (?P<where>[\w-]+)) (?P<rest>(?:the|all|our|each|every|die|der|das|alle)\b.*)",
    re.IGNORECASE,
)
_NEXT_SCOPE = re.compile(rf",? (?:and |but |und |aber )?(?:{_AT})\s", re.IGNORECASE)
"""Where another scope begins: what stands behind it holds there."""
_ORDER = re.compile(
    r"\W*(?:please |always |never |feel free to |do not |don['’]?t |only |just )*"
    r"(?:use|skip|disable|enable|log|mock|write|keep|put|run|(?:force-)?push"
    r"|merge|delete|avoid|prefer|allow|ignore|turn|set|make|add|drop|remove|call|name|commit|deploy|test|start|stop|ask|tell|check|wait|touch|change|edit|modify|rename|move|install|upgrade|import|create|document|format|review|build|borra|usa|ejecuta|omite|salta|lösche?|nutze?|verwende|supprime|utilise|lance)\b"
    r"|.*\b(?:may|can|must|allowed|fine|ok(?:ay)?|optional|public|off|skip|never|always|log)\b",
    re.IGNORECASE,
)
"""What goes further where it is told without its scope; a fact told with less detail stays true."""
_BEHIND = re.compile(
    rf"(?P<scope> (?:only |just |nur )?(?:in|on|at|during|within|inside|outside|under|between|below|above|beneath|for|until"
    rf"|till|im|bei|für|bis|während|unter|en|para|hasta|dans|pour|sous|jusqu['’]à) {_WHERE}"
    r"|(?: only| just)? (?:here|there|locally|hier|dort|aquí|ahí|ici|là))(?=[,.;:!?()]|$)",
    re.IGNORECASE,
)
"""What may stand behind the words a text takes, and says where they hold."""
_BEHIND_A_BAN = re.compile(
    rf"(?P<scope> (?:only |just )?(?:in|on|at|during|within|inside|outside|under|between|to|into|onto"
    rf"|from|via|through|against|without|for|until|till|bis|ohne|sin|sans|hasta|für|zu|aus|von|mit|im|bei|en|a|de|dans|à)"
    rf" {_WHERE})(?=[,.;:!?()]|$)",
    re.IGNORECASE,
)
"""The same behind a ban, which forbids more where anything it is of is cut off."""
_BAN = re.compile(
    r"\W*(?:please |and |but |bitte |por favor )*(?:do not|don['’]?t|never|no|stop|avoid|nie|niemals|keine?|nunca|no|jamais)\b",
    re.IGNORECASE,
)
_THIS = re.compile(r"\b(?:this|these) (?P<what>[a-z]{3,})\b", re.IGNORECASE)
_GUARD = re.compile(
    r"\b(?:without|ohne|sin|sans|senza|sem)\s+(?P<what>(?:(?:the|an?|my|your|our|any|meine?n?|eine?n?|una?|mi|mon|ma|une)\s+)?[\w'’-]+)",
    re.IGNORECASE,
)
_GUARDED = re.compile(
    r"\b(?:without|unless|until|before|if|only|with|needs?|requires?|ohne|bevor|nur|mit|sin|solo|sólo|sans|seulement|senza|sem)\b",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\b(?:do not|don['’]?t|never|no|not|nothing|nobody|nie|niemals|nicht|nichts|keine?|nunca|nada|jamais|rien|pas)\b",
    re.IGNORECASE,
)
_LITTLE = r"\W+(?:(?:me|us|please|always|the|an?|my|your|our|any)\W+)?"
"""What may come and go between the words of a text that is a piece of a sentence."""
_WORD = re.compile(r"[^\W_]+")
_TURNS_OF_SPEECH = frozenset(
    "general generally principle practice theory summary short addition fact facts reality truth example instance particular"
    " parallel contrast hand mind view opinion experience sense way ways words word order place end beginning start first"
    " last least most minimum rate once later future past meantime meanwhile moment present time times being next step turn top"
    " part terms respect regard regards reference comparison light hindsight retrospect reflection second thought thoughts"
    " favor favour response risk name sake purpose record question note notes naming point points context background info change"
    " nutshell honesty board contrary heart hood love god heaven reason reasons what which certain sure good now"
    " besten regel dauer ernst allgemeinen prinzip grunde fall moment zukunft ende kürze grund realidad"
    " resumen caso momento futuro serio general"
    " général principe fait cas moment avenir bref gros clair".split()
)
"""Words that tell no place, time or person where they begin or end what stands behind an "in" or a "for"."""
_ORDINALS = frozenset("first second last next past future".split())
"""Those of them that say which one where they begin it."""
_WHOLE_TURNS = re.compile(
    r"(?:only |just )?(?:in (?:any|that|this|which|no|each) case|in the (?:long|short) run|on (?:my|our|the other) side"
    r"|in line with .*|for (?:better|faster|easier|more|less|future|the next|all) .*|(?:for|in|since|seit|desde|depuis) (?:\w+ )?"
    r"(?:years?|months?|weeks?|days?|ages|jahren?|monaten?|wochen|años|meses|ans|mois)|(?:.*\b(?:you|your)\b.*)|.*\b(?:above|below))$",
    re.IGNORECASE,
)
"""The same as a whole: how long, what is shown, what for."""
_FOR_A_REASON = re.compile(
    r"(?:for|für|para|pour) (?:\w+ ){0,2}(?:\w+(?:ity|ness|ency)|safety|speed|fun|free|performance"
    r"|privacy|convenience|gdpr|compliance)$",
    re.IGNORECASE,
)
"""What a thing is done for: it holds without."""
_MEANT_ANYWAY = frozenset(
    "mich mir uns euch dich dir"
    " a an the this that these those it its them they us we me my our your you i his her their here there then all any each"
    " every such same other and or of to both one der die das den dem des ein eine einen einem einer dies diese diesem dieser"
    " mein meine unser unsere unserem el la los las un una este esta mi nuestro nuestra le les ce cette mon ma notre"
    " repo repository repos project projects code codebase app apps application product system workspace session chat"
    " conversation file files company firm team work office squad projekt team firma proyecto empresa equipo projet équipe"
    " boîte".split()
)
"""Words that say nothing of their own, and the place that is meant where none is named."""
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does?|can|could|will|would|should|must|ist|sind|war"
    r"|hat|hatte|haben|ging|kam|gilt|gibt|wurde|es|son|est|sont)\b"
    r"|['’](?:s|re|ll)\b",
    re.IGNORECASE,
)
"""What makes a sentence of the words behind an "in": they name no scope."""
_DAY = re.compile(rf"(?:(?:next|this|nächsten|kommenden|diesen) )?(?:{any_of(WEEKDAYS)})", re.IGNORECASE)
_DATED = re.compile(r"\d{4}-\d\d")
"""A day that a text tells by its date."""
_GRANTED = re.compile(
    r"\W*(?P<who>(?!(?:i|we|you|they|it|this|that|these|those|everyone|everybody|anyone|people)\b)\w[\w'’-]*(?: [\w'’-]+){0,3}?)"
    r" (?:can|may) be (?P<rest>\w+(?:ed|en|t)\b.+)",
    re.IGNORECASE,
)
"""A permission, and what it is given for."""
_TOLD = re.compile(
    r"(?:we|i|you|they|wir|ich)\s+(?:\w+ed|had|said|chose|went|saw|found|told|spoke|haben|hatten|(?:was|were) \w+)\b"
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
        plain = " ".join(sentence.split())
        scope = _LEADING.match(plain) or _LEADING_WORD.match(plain)
        rest = scope["rest"].strip() if scope else ""
        if scope and not _TOLD.match(rest) and _rests(text, rest) and _is_lost(scope, text):
            return scope["scope"].strip()
        granted = _GRANTED.match(plain)
        if granted and _rests(text, granted["rest"]) and not shares(granted["who"], text):
            return granted["who"].strip()
        if cut := _cut(text, plain) or _unguarded(text, plain) or lost_this(text, plain):
            return cut
    return None


def lost_this(text: str, sentence: str) -> str | None:
    """The one thing a sentence points at, where a text says it of all of the kind and the sentence does not."""
    for this in _THIS.finditer(sentence):
        what = this["what"].casefold()
        if what in _MEANT_ANYWAY or what in _TURNS_OF_SPEECH:
            continue
        plural = what if what.endswith("s") else f"{what}s"
        of_all = re.compile(
            rf"(?<!\bthis )(?<!\bthese )(?<!\bthe )(?<!\bthose )\b{re.escape(plural)}\b", re.IGNORECASE
        )
        if of_all.search(text) and not of_all.search(sentence):
            return this[0]
    return None


def _unguarded(text: str, sentence: str) -> str | None:
    """What a ban forbids to do without, where a text forbids it altogether."""
    guard = _GUARD.search(sentence)
    if guard is None or not _FORBIDS.search(sentence) or not _FORBIDS.search(text) or _GUARDED.search(text):
        return None
    return guard[0].strip() if not shares(guard["what"], text) else None


def _is_lost(scope: re.Match[str], text: str) -> bool:
    told = scope["scope"].strip()
    place = scope["where"] or told
    if _FOR_A_REASON.match(told) or _WHOLE_TURNS.match(told) or _VERB.search(place):
        return False
    if _DAY.fullmatch(place) and _DATED.search(text):
        return False
    where = [word for word in _WORD.findall(place.casefold()) if word not in _MEANT_ANYWAY]
    if not where or where[-1] in _TURNS_OF_SPEECH or where[0] in _TURNS_OF_SPEECH - _ORDINALS:
        return False
    return not shared(_WORD.findall(text.casefold()), {*where})


def _rests(text: str, rest: str) -> bool:
    """Whether most of a text is said before another scope begins."""
    further = _NEXT_SCOPE.search(rest)
    wanted, said = words(text), words(rest[: further.start()] if further else rest)
    return len(shared(wanted, said)) >= max(1, _HALF * len(wanted))


def _cut(text: str, sentence: str) -> str | None:
    """The scope behind the words of an order, or a permission, that are all the text is."""
    told = " ".join(text.split()).rstrip(" .!")
    if not (_ORDER.match(told) or _BAN.match(told)):
        return None
    piece = _LITTLE.join(re.escape(word) for word in told.split())
    found = re.search(rf"(?<!\w){piece}", sentence, re.IGNORECASE)
    behind = (_BEHIND_A_BAN if _BAN.match(told) else _BEHIND).match(sentence, found.end()) if found else None
    return behind["scope"].strip() if behind is not None and _is_lost(behind, text) else None
