"""Answers: the question a person's message follows, and whether they decide upon it.

Owns the signs of a decision. Promises the agent's words as they stand, or nothing. Never does I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractor.domain import Message
from extractor.memory.options import last_question

_REACTS = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yeah|yes|hm+|right|thanks|alright)[,.\s]+)*(?:no\b|nope|nah|don't|do not|do nothing|leave|keep (?!going)"
    r"|skip|not (?:now|yet|needed)|drop|neither|both|i'll|i will|we'll do|let's (?:not|keep|leave|skip|go back|drop)|always|never"
    r"|nein|nicht|lass|beide|no,|nada|ninguno|non|laisse|les deux|不|别|لا)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The message of an agent that a person answers, and what it asks at its end."""

    message: Message
    question: str


def asked(message: Message | None) -> Asked | None:
    """What a message of the agent asks at its end; None where it asks nothing there."""
    if message is None:
        return None
    question = last_question(message.text)
    return Asked(message, question) if question else None


def reacts(sentence: str) -> bool:
    """Whether a sentence decides upon what was asked: leaves, refuses, keeps, takes it over."""
    return _REACTS.match(sentence) is not None
