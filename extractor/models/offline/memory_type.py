"""Which type a sentence has that is kept.

Owns what tells a person's own trait, a word to the agent and a place from a fact of the project.
Promises the same type for the same sentence. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Sequence

from extractor.domain import MemoryType
from extractor.memory.gate.dialogue import has_form
from extractor.memory.slots.manners import CALLED, LIKED, MANNER, ONESELF_ABROAD
from extractor.memory.text.expressions import Expression
from extractor.models.offline import cues
from extractor.models.offline.first_words import plain_marks

_TO_THE_AGENT = Expression(
    r"(?:please |bitte |por favor )?(?:you|your|don't|dont|do not|make sure|be sure|ensure|(?:i'd|i would) like (?:you|for you|to see)|never|always|stop|avoid|use|keep|prefer|ask|answer|explain|be|do"
    r"|i(?:'d| would)?(?: (?:always|never|really|just|also|still|only|do not|don't))* (?:want|expect|need|like) you(?: to| never| always)?"
    r"|ich (?:will|möchte|erwarte|wünsche mir|brauche)(?: (?:immer|nie|niemals|nicht|auch|wirklich|nur))*,? dass du"
    r"|let's not|(?:prompt|ask|tell|warn|notify|remind|show) me|i (?:did not|didn't|didnt|never) (?:ask|say|tell|want)|when you|whenever|every time|before you|from now on|(?:ab (?:jetzt|sofort)|künftig)(?! \w+ wir\b)|(?:a partir de|de) ahora(?: en adelante)?(?!,? \w+mos\b)|(?:dorénavant|désormais)(?!,? (?:on|nous)\b)|d'ora in poi"
    r"|(?:a partir de|de) agora|vanaf nu|впредь|next time|niemals|no\b|nie|immer|nunca|siempre|ne |toujours|jamais|(?:nutze|verwende|benutze|schreibe?|keine?n?|usa|utiliza|utilizza|evita|sempre|não|non)\b|mai\b"
    r"|никогда|всегда|используй|не \w+(?:й|йте|ь|ьте)|asla|her zaman|lütfen|zawsze|nigdy|항상|절대|必ず|हमेशा|कभी|لا ت\w+)\b"
    r"|.{0,40}\b(?:please|pls|plz|bitte|por favor)\b|(?:for|in|on|when|if|with) [^,]{0,60},? (?:please )?(?:never|always|use)\b|.*(?:以后|不要|请|دائما|(?:해|하지)\s?(?:줘|마|주세요)|ください|しないで)",
)
_LIKES = Expression(
    r"(?:i|ich|je|ik|yo) (?:(?:really|also|actually|just|personally|usually|much|always|would|strongly|do not|don't) )*(?:prefer|like|love|hate|dislike"
    r"|enjoy|bevorzuge|mag|hasse|préfère|aime)\b(?<!would like)(?<!would love)|i'd (?:\w+ )?prefer\b|prefiero|preferisco",
)
"""What somebody likes as a rule: "I would like the page to be red" is a wish for the page."""
_OF_ONESELF = (_LIKES, CALLED, LIKED, ONESELF_ABROAD)


def type_of(sentence: str, orders: bool = False) -> MemoryType:
    """The type of a sentence without what it begins with. `orders`: it begins as an order of work.

    A question retold with its answer is no word to the agent, however polite it was.
    """
    text = plain_marks(sentence)
    if cues.PLACE.search(text):
        return MemoryType.REFERENCE
    if cues.ONESELF.search(text) or any(way.match(text) for way in _OF_ONESELF):
        return MemoryType.USER
    is_told = (
        orders
        or MANNER.match(text) is not None
        or cues.MANNER_OF_TALK.search(text) is not None
        or (_TO_THE_AGENT.match(text) is not None and not has_form(sentence))
    )
    return MemoryType.FEEDBACK if is_told else MemoryType.PROJECT


def type_of_all(types: Sequence[MemoryType]) -> MemoryType:
    """The type of a file of several sentences, by that of each, the weightiest first.

    It is that of the weightiest, but the project's where half of them are of the project: who tells of themselves
    amid a plan tells of the plan. Raises ValueError without any.
    """
    if not types:
        raise ValueError("a file has at least one sentence")
    return MemoryType.PROJECT if 2 * types.count(MemoryType.PROJECT) >= len(types) else types[0]
