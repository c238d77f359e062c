"""Assent: how much of what the agent proposed a person's answer takes up.

Owns what counts as a yes and how far back it reaches.
Promises that a bare "ok" adopts nothing but an open question. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from extractor.memory.novelty import is_akin, words
from extractor.memory.provisos import sentences

_YES = re.compile(
    r"\b(?:yes|yep|yeah|yup|aye|sure|exactly|right|correct|agreed?|absolutely|definitely|perfect|please"
    r"|(?<!not )(?<!n't )do (?:it|that|so)"
    r"|sounds good|go (?:ahead|for it)|that's it|of course|approved|accepted|i like|keep (?:it|that)|no (?:problem|objection)s?"
    r"|ja|jawohl|genau|gerne?|richtig|einverstanden|stimmt|passt|mach das|sí|si|claro|exacto|de acuerdo|vale"
    r"|oui|d'accord|exactement|parfait|certo|esatto|sim|isso|graag|precies|да|конечно|tak|evet)\b|[是对好]|はい|네",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"\W*(?:ok(?:ay)?|k|fine|cool|great|nice|good|thanks?(?: you)?|thx|danke|gut|go on|continue|next|weiter|carry on"
    r"|merci|gracias|and|now|then|the|please|alright|all right|got it|noted|\W)+",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:both|all (?:of (?:it|them|that)|three|four|points|that)|everything|to all|beides?|alles?|todos?|tout)\b",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)")
_TAKES_ON = re.compile(
    r"^\W*(?:(?:i|we)(?:['’]ll| will|['’]d like to| want to)|let['’]?s|do|make|keep)\s+"
    r"(?:(?!skip|drop|leave|not\b)\w+\s+){0,3}(?:that|it|this|these|those|them|both)\b",
    re.IGNORECASE,
)
"""Who sees to a thing that was asked about: "I'll do that by hand"."""
_ASKS_WHICH = re.compile(
    r"\b(?:which|what|where|who|whom|whose|when|how|why|welche\w*|was|wo|wohin|wer|wen|wem|wann|wie|warum|qué|cuál\w*|dónde|quién"
    r"|cuándo|cómo|quel\w*|où|quand|combien|quale|dove|quando|come)\b|[什哪谁几何]",
    re.IGNORECASE,
)
"""A question that asks for words and not for a yes."""
_EITHER = re.compile(r"\b(?:or|oder|o|ou|of|eller|или)\b", re.IGNORECASE)
_MARKS = ("?", "？", "؟")
_BARE = 2
"""Fewer words than these ask for nothing but the yes."""
_MOST_WEAK = 6
"""Words an answer may have that says no more than that it was heard."""


def adopted(message: str, answer: str, is_no: bool = False) -> str:
    """The part of the agent's message that an answer takes up; empty where it takes up nothing.

    What a message asks at its end is taken up by a yes, an "ok", a no, by who takes it on, and by words that
    answer it. Where the question only asks for the yes, so is the sentence before it. Without a question, a yes,
    a no and words on the same thing take up the last paragraph, an "ok" nothing. "All of them" takes up all.
    """
    if _ALL.search(answer) and _YES.search(answer):
        return message
    paragraphs = [part for part in _PARAGRAPH.split(message) if part.strip()]
    if not paragraphs:
        return ""
    said = [s for part in paragraphs for s in sentences(" ".join(part.split()))]
    does_assent = is_no or assents(answer)
    if said[-1].endswith(_MARKS):
        question = said[-1]
        if len(words(question)) < _BARE and does_assent:
            return " ".join(said[-2:])
        return question if does_assent or _answers(question, answer) else ""
    last = " ".join(paragraphs[-1].split())
    if _is_weak(answer):
        return ""
    return last if does_assent or _are_akin(words(answer), words(last)) else ""


def assents(answer: str) -> bool:
    """Whether an answer says no more than whether: a yes, an "ok", or that it will be seen to."""
    return _is_weak(answer) or any(mark.search(answer) for mark in (_YES, _TAKES_ON))


def _is_weak(answer: str) -> bool:
    return len(answer.split()) <= _MOST_WEAK and _WEAK.fullmatch(answer.strip()) is not None


def _answers(question: str, answer: str) -> bool:
    """Whether words of its own answer a question: one that asks for them, or what it asks about by name.

    "Main is red" is no answer to "Should I push straight to main?", "push it" is one.
    """
    if _ASKS_WHICH.search(question):
        return True
    about = words(question) if _EITHER.search(question) else words(" ".join(_lead(question)))
    return _are_akin(words(answer), about)


def _lead(question: str) -> list[str]:
    """The first word of a question that means something."""
    return [word for word in question.split() if words(word)][:1]


def _are_akin(some: AbstractSet[str], others: AbstractSet[str]) -> bool:
    return any(is_akin(one, other) for one in some for other in others)
