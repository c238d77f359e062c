"""Facts of an answer by numbers: each part with the question it answers.

Owns which parts of such an answer are kept. Promises both sides word for word, and a fact of its own for each part:
what was asked together need not belong together. Never does I/O.
"""

from __future__ import annotations

import re

from extractor.domain import MIN_QUOTE, Evidence, Message
from extractor.memory.gate.dialogue import answered, chose
from extractor.memory.gate.interview import Part, parts
from extractor.memory.own_words.own_words import own_text
from extractor.models.offline import asking, passing, wording
from extractor.models.offline.answers import of_the_moment, reacts
from extractor.models.offline.fact import Fact, Stated
from extractor.models.offline.memory_type import type_of
from extractor.models.offline.sentences import MAX_SENTENCE
from extractor.models.offline.weight import ENOUGH, weigh

_PLACE = re.compile(
    r"\W*(?:(?:the|both|all|former|latter|first|second|third|last|one|of|them)\W*)+", re.IGNORECASE
)
"""What names something by its place alone."""
_ANSWERS = 5
"""Points for a part that answers a question, or decides upon what was put up."""


def interviewed(message: Message, before: Message | None) -> list[tuple[Part, Fact]]:
    """The parts of an answer by numbers that last, each as a fact; empty where the message is no such answer."""
    if before is None:
        return []
    own = own_text(message.text)
    return [(part, _fact(part, message, before)) for part in parts(own, before.text) if _lasts(part)]


def _lasts(part: Part) -> bool:
    """Whether a part decides or tells something, and does not only ask back."""
    if max(len(part.asked), len(part.said)) > MAX_SENTENCE or of_the_moment(part.asked):
        return False
    if part.chosen:
        return not any(passing.MOMENT.search(option) for option in part.chosen)
    if "?" in part.said or asking.ASKING.match(part.said) or _PLACE.fullmatch(part.said):
        return False
    answers = _ANSWERS if part.question or reacts(part.said) else 0
    return weigh(part.said, is_answer=True).points + answers >= ENOUGH


def _fact(part: Part, message: Message, before: Message) -> Fact:
    theirs, own = before.key.short, message.key.short
    said = Evidence(own, part.said if len(part.said) >= MIN_QUOTE else part.quote)
    asked = Evidence(theirs, part.asked)
    if part.chosen:
        stated = tuple(
            Stated(chose(part.asked, option), (asked, Evidence(theirs, option), said))
            for option in part.chosen
        )
    else:
        stated = (Stated(answered(part.asked, part.said), (asked, said)),)
    weighed = weigh(part.said)
    return Fact(type_of(weighed.body, weighed.orders), stated, wording.name_of(part.line))
