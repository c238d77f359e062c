"""Agreed: a plain yes to an agent that asks what it shall do every time.

Owns how such a question begins and what says that it is for every time. Promises the agent's question and the
person's yes as they stand, or nothing. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.domain import Evidence, MemoryType, Message
from extractor.memory.gate.assent import assents
from extractor.memory.gate.dialogue import answered
from extractor.models.offline import cues, wording
from extractor.models.offline.answers import Asked
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.first_words import plain_marks

_OFFERS = re.compile(
    r"\W*(?:(?:so|and|then|ok(?:ay)?|just to confirm)\W+)?(?:should i|shall i|may i|do you want me to|would you like me to|soll(?:te)? ich"
    r"|¿?(?:debo|quieres que)|dois-je|veux-tu que je|devo|vuoi che|moet ik|wil je dat ik)\b",
    re.IGNORECASE,
)
"""How an agent asks what it shall do."""
_EACH = re.compile(
    r"\b(?:before|after|on|for|with|at) (?:every|each|any)\b|\b(?:vor|nach|bei|für) jede[mnr]?\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:or|oder|ou|continue|proceed|start|go ahead|now|still|yet|currently|jetzt|ahora)\b", re.IGNORECASE
)
"""What puts up two ways, to which a yes says nothing, or speaks of now."""
_PLAIN = 6
"""Words up to which a yes is no more than that."""


def agreed(message: Message, asked: Asked) -> Fact | None:
    """What the agent shall do every time, where a message says no more than yes to it."""
    question, yes = asked.question, message.text.strip()
    is_for_good = cues.EVER.search(plain_marks(question)) is not None or _EACH.search(question) is not None
    if not is_for_good or _OFFERS.match(question) is None or _OPEN.search(question):
        return None
    if len(yes.split()) > _PLAIN or not assents(yes):
        return None
    cited = (Evidence(asked.message.key.short, question), Evidence(message.key.short, yes))
    return Fact(MemoryType.FEEDBACK, (Stated(answered(question, yes), cited),), wording.name_of(question))
