"""The words by which somebody takes back what they said themselves.

Owns them, in several languages, and what they say it is about. Promises nothing about what they take back. Never does
I/O.
"""

from __future__ import annotations

import re

from extractor.memory.text.expressions import Expression
from extractor.memory.wording.taken_back import unsaid_by

_THE_LAST = (
    r"(?:scratch|scrap|strike|forget|ignore|disregard|retract) (?:that|it|what i (?:just )?said)|i take (?:that|it) back"
    r"|vergiss (?:das|es)|streich(?:e)? das|nimm das zurück|ich nehme das zurück|olvida (?:eso|lo que dije)|oublie (?:ça|cela)|esquece isso"
)
"""Alternatives that say no more than that what was said last holds no more."""
WITHDRAWN = (
    rf"{_THE_LAST}|forget (?:that )?i (?:ever )?said (?:anything|that|it|so)|never ?mind(?: that| what i said)?"
    r"|i(?:'ve| have)? changed my mind|(?:i|we) (?:was|were|got (?:that|it)) wrong|i (?:misspoke|mistyped)|my (?:mistake|bad|error)"
    r"|(?:a )?typo(?: of mine)?|i meant the opposite|(?:ich )?(?:hab(?:e)?|war) ?(?:mich )?(?:vertan|geirrt|verschrieben|vertippt|falsch)"
    r"|ich (?:hab(?:e)?) (?:es )?mir (?:das )?anders überlegt"
    r"|mein fehler|tippfehler|olvídalo|me equivoqué|me he equivocado|cambié de (?:idea|opinión)"
    r"|he cambiado de (?:idea|opinión)|je me suis trompée?|j'ai changé d'avis|mi sono sbagliat[oa]|ho cambiato idea"
    r"|dimentical[oa]|me enganei|mudei de ideia|laat maar|ik vergiste me|ik heb me vergist|забудь(?: это)?"
    r"|я (?:ошибся|ошиблась|передумала?)|我(?:刚才)?(?:说错了|错了|搞错了|改主意了)|刚才说错了|انس ذلك|أخطأت|غيرت رأيي|間違えました|間違えた|気が変わった"
)
"""Alternatives of an expression."""

_ABOUT = Expression(
    rf"\W*(?:(?:no|oh|ah|wait|sorry|ok(?:ay)?|please|actually|never ?mind|nein|ach|bitte|{WITHDRAWN})\W+)*(?:"
    r"(?:please )?(?:forget|ignore|disregard|scratch|scrap|never ?mind)(?: about)? (?:what|all|everything|the things?) (?:that )?i(?:'ve| have)?"
    r"(?: just)? said (?:about|on|regarding) (?P<en>[^.;!?]{3,60})"
    r"|(?:please )?(?:forget|ignore|disregard|drop|scratch|scrap)(?: about)? (?:that|the|my|our) (?:rule|thing|part|bit|note|memory|point)"
    r" (?:about|on|regarding|with) (?P<rule>[^.,;!?]{3,60}?)(?:, [^.;!?]{3,80})?"
    r"|(?:please )?(?:forget|ignore|disregard|drop|scratch|scrap|(?:i )?take back)(?: about)? (?:the|my|our) (?:rule|note|memory) (?:that|to) (?P<ruled>[^.;!?]{3,80})"
    r"|(?:please )?forget (?:about (?:my |the |our )?|that (?=(?:i(?:['’]m|['’]ve|['’]d)?|we(?:['’]re|['’]ve)?|the|my|our|it)\b))"
    r"(?P<that>[^.;!?]{3,80})"
    r"|(?:i )?take back (?:what i said|(?:the|my|our) (?:rule|note)) (?:about|on) (?P<back>[^.;!?]{3,60})"
    r"|(?:nimm|ich nehme) das (?:mit|über|zu) (?:de[mnr]|die|das)?\s*(?P<de>[^.;!?]{3,60}?)(?: bitte)?(?: wieder)? zurück"
    r"|(?:vergiss|streich)(?:e)? (?:bitte )?(?:das (?:mit|über|zu)|was ich (?:über|zu)) (?:de[mnr]|die|das)?\s*(?P<vergiss>[^.;!?]{3,60}?)(?: gesagt habe?)?"
    r"|olvida lo (?:que dije )?(?:de|sobre) (?P<es>[^.;!?]{3,60})"
    r"|(?:oublie|laisse tomber) ce que j'ai dit (?:sur|de|à propos de) (?:l[ea]s? )?(?P<fr>[^,.;!?]{3,60})(?:, [^.;!?]{3,80})?"
    r"|забудь,? что я (?:говорил|сказал)а? (?:про|о|об) (?P<ru>[^.;!?]{3,60})"
    r")\W*$"
)
_LEADING = re.compile(
    r"^(?:(?:me |us |my |our |we |you |i )?(?:should |must |have to )?(?:being|having|using|never|always|not|no longer)\s+(?:an?\s+|the\s+)?)+",
    re.IGNORECASE,
)
"""What stands before what is named, and says nothing of it."""
_TRAILING = re.compile(r"\s+(?:rule|thing|note|policy|convention|guideline)s?$", re.IGNORECASE)
"""The same behind it: "the Friday rule"."""
_BEGINS_TO = Expression(
    rf"\W*(?:(?:no|oh|ah|wait|sorry|ok(?:ay)?|please|actually|never ?mind|{WITHDRAWN})\W+)*"
    r"(?:please )?(?:forget|ignore|disregard|drop|scratch|scrap|(?:i )?take back) (?:about |what |all |everything |the |my |our |that )"
)
"""How a sentence begins that takes back what it names next."""
_GOES_ON = re.compile(
    r"(?:[,;]\s+(?:and\s+|but\s+|so\s+)?|\s+and\s+|\s+[–—-]\s+)"
    r"(?=(?:(?:please|now|then|instead|just|from (?:now|here) on),?\s+)*"
    r"(?:always|never|use|prefer|don['’]?t|do not|only|make sure|stick (?:to|with)|go (?:with|back)|we|you (?:can|may|should|must)|keep|stop|avoid|run|write|put)\b)",
    re.IGNORECASE,
)
"""Where such a sentence says something else: "…, and always squash"."""
_BARE = Expression(
    rf"\W*(?:(?:no|oh|ah|wait|sorry|ok(?:ay)?|please|actually|nein|ach|bitte)\W+)*(?:{_THE_LAST})(?:,? (?:please|again|bitte|wieder|por favor))?\W*"
)

_MOST_INSTEAD = 6
"""Words of a message that takes something back and says what is so instead: "sorry, I meant Spanish"."""
_OF_SOMETHING_ELSE = re.compile(
    r"\b(?:i(?! meant?\b| am\b|['’]?m\b)|you|we|they|it|this|these|found|done|works?|fixed|forget|never ?mind|scratch|strike|vergiss|streiche?|ich(?! meinte\b)|du|wir|es|yo|tú|je(?! voulais\b)|tu)\b",
    re.IGNORECASE,
)
"""What such a message would speak of, if it were about what the agent did or what came up since."""


def about(sentence: str) -> str:
    """What a sentence that says nothing else takes back, by its words; empty where it takes back nothing it names."""
    found = _ABOUT.match(sentence)
    named = next((each for each in found.groups() if each), "") if found else ""
    return _TRAILING.sub("", _LEADING.sub("", named))


def parted(sentence: str) -> tuple[str, str] | None:
    """A sentence that begins by taking something back and goes on to say something else, as two; None for others."""
    begins = _BEGINS_TO.match(sentence)
    on = _GOES_ON.search(sentence, begins.end()) if begins else None
    if on is None or not about(sentence[: on.start()]):
        return None
    return sentence[: on.start()], sentence[on.end() :]


def takes_back_the_last(message: str) -> bool:
    """Whether a message takes back what was said before it, and says no more than what is so instead."""
    said = message.strip()
    is_short = len(said.split()) <= _MOST_INSTEAD and _OF_SOMETHING_ELSE.search(said) is None
    return _BARE.fullmatch(said) is not None or (is_short and unsaid_by(said))
