"""Assent: how much of what the agent proposed a person's answer takes up.

Owns what counts as a yes and how far back it reaches.
Promises that a bare "ok" adopts nothing but an open question. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.memory.novelty import is_akin, words
from extractor.memory.options import chosen, items, last_question
from extractor.memory.provisos import sentences

_YES = re.compile(
    r"\b(?:yes|yep|yeah|yup|aye|sure|exactly|right|correct|agreed?|absolutely|definitely|perfect|please|do (?:it|that|so)"
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
_MOST_WEAK = 6
"""Words an answer may have that says no more than that it was heard."""


def adopted(message: str, answer: str, is_no: bool = False, as_question: bool = False) -> tuple[str, ...]:
    """The parts of the agent's message that the answer takes up; none where it takes up nothing.

    An option that is named by its number or place is taken up, and each that an item of a list speaks of. A yes
    reaches the last question and, where that only asks for the yes, the sentence before it; without a question,
    the last paragraph. An "ok" reaches questions only. An answer with words of its own reaches the whole last
    paragraph, and "all of them" everything. A no reaches as far as a yes. `as_question`: the text tells what was
    asked as a question, which any answer makes true.
    """
    if _ALL.search(answer) and _YES.search(answer):
        return (message,)
    found = [
        option for option in (chosen(answer.strip(), message), *items(answer, message).values()) if option
    ]
    if (as_question or found) and (asked := last_question(message)):
        found.append(asked)
    if part := _reached(message, answer, is_no):
        found.append(part)
    return tuple(found)


def _reached(message: str, answer: str, is_no: bool) -> str:
    """What stands at the end of the message, as far as the answer reaches."""
    paragraphs = [part for part in _PARAGRAPH.split(message) if part.strip()]
    if not paragraphs:
        return ""
    said = [s for part in paragraphs for s in sentences(" ".join(part.split()))]
    is_weak = len(answer.split()) <= _MOST_WEAK and _WEAK.fullmatch(answer.strip()) is not None
    asked = [number for number, sentence in enumerate(said) if sentence.endswith(("?", "？"))]
    if asked and asked[-1] == len(said) - 1:
        question = said[asked[-1]]
        is_bare = len(words(question)) < 2
        return " ".join(said[max(0, asked[-1] - 1) :]) if is_bare else question
    if is_weak:
        return ""
    own = words(answer)
    last = " ".join(paragraphs[-1].split())
    if is_no or _YES.search(answer) or any(is_akin(a, b) for a in own for b in words(last)):
        return last
    return ""
