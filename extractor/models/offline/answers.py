"""Answers: the question a person's message follows, and whether they decide upon it.

Owns the signs of a decision. Promises the agent's words as they stand, or nothing. Never does I/O.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractor.domain import Message
from extractor.memory.gate.options import last_question, options
from extractor.models.offline.first_words import plain_marks
from extractor.models.offline.likeness import tokens

_REACTS = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yeah|yes|hm+|right|thanks|alright)[,.\s]+)*(?:no\b|nope|nah|don't|do not|do nothing|leave|keep (?!going)"
    r"|skip|not (?:now|yet|needed)|drop|neither|both|i'll|i will|we'll do|let's (?:not|keep|leave|skip|go back|drop)|always|never"
    r"|nein|nicht|lass|beide|no,|nada|ninguno|non|laisse|les deux|不|别|لا)",
    re.IGNORECASE,
)

_PICKS = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yeah|yes|hm+|right|thanks|alright)[,.\s]+)*(?:let's|lets|we could|i'd|i would) (?:do|go with|use|take|try) "
    r"(?!.*\b(?:as you|above)\b)(?!it\b|that\b|this\b|these\b|those\b|them\b|\d|all\b|both\b|option\b|the (?:fix|review|rest|work|next|first|same|changes?)\b)",
    re.IGNORECASE,
)

_OF_THE_PERSON = re.compile(
    r"(?:what|where|which|who)(?:'s|\b).{0,40}?\byour (?!(?:\w+ )?(?:preferences?|thoughts?|opinion|take|call|choice|decision|views?|feedback"
    r"|answers?|concerns?|questions?|reasons?|intent\w*|guess|impressions?|next|current|recommendations?|priority|goal here|plan)\b)"
    r"|how do you (?:usually |normally |typically )?(?!want|feel|like|think|wish|plan|see)\w+|do you (?:usually |normally )?(?:use|prefer|work)\b"
    r"|(?:was|wo|welche[rsn]?|wer) (?:ist|sind) (?:dein|euer)|(?:cuál|dónde|qué) (?:es|está) tu\b|(?:quel(?:le)?|où) est (?:ton|ta)\b",
    re.IGNORECASE,
)
"""A question of what the person has, is, or does as a rule."""
_OF_THE_MOMENT = re.compile(
    r"\b(?:was|were|did|currently|right now|yet|still|tackle|(?:start|begin) with|priority order|gerade|ahora mismo|en ce moment"
    r"|(?:want|like) me to (?:proceed|continue|start|go ahead|run)|(?:address|look at|do) first)\b",
    re.IGNORECASE,
)
"""A question of what happened, or of how it stands just now."""
_OFFERS = re.compile(
    r"(?:(?:want|(?:would|do) you (?:want|like)) (?:me|us) to|which would you like me to|what would you like (?:me )?to (?:do|work on) next"
    r"|(?:should|shall) (?:i|we) (?:help|proceed|continue|go ahead|start)|(?:anything else|any other)\b"
    r"|¿?(?:quieres|te gustaría|deseas|puedes) (?:que )?|vuoi che|veux-tu que|quer que eu|(?:soll ich|möchtest du))",
    re.IGNORECASE,
)
"""An offer to do more, which is as often passed over as answered."""
_ASKS = re.compile(r"[?？؟]\W*$|[吗呢么か]\W*$")
_NUMBERED = re.compile(
    r"\W*(?:option )?(?:(?P<number>\d{1,2})\b(?![.:]?\d)|(?P<letter>[a-h])(?=[,:)]))", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The message of an agent that a person answers, and what it asks at its end."""

    message: Message
    question: str

    @property
    def of_the_person(self) -> bool:
        """Whether it asks what the person has, is, or does as a rule: whatever answers it lasts."""
        return not self.of_the_moment and _OF_THE_PERSON.search(self.question) is not None

    @property
    def of_the_moment(self) -> bool:
        """Whether it asks what happened, or how it stands just now."""
        return of_the_moment(self.question)


def asked(message: Message | None) -> Asked | None:
    """What a message of the agent asks at its end; None where it asks nothing there."""
    if message is None:
        return None
    question = last_question(message.text)
    return Asked(message, question) if question else None


def of_the_moment(question: str) -> bool:
    """Whether a question asks what happened, or how it stands just now."""
    return _OF_THE_MOMENT.search(question) is not None


def is_passed_over(question: str, sentence: str) -> bool:
    """Whether a sentence behind a question says something else: of an offer it has no word, or nothing was asked."""
    if reacts(sentence):
        return False
    is_offer = _OFFERS.search(question) is not None and tokens(question).isdisjoint(tokens(sentence))
    return is_offer or _ASKS.search(question) is None


def reacts(sentence: str) -> bool:
    """Whether a sentence decides upon what was asked: leaves, refuses, keeps, takes it over."""
    return _REACTS.match(plain_marks(sentence)) is not None


def says_only_its_number(sentence: str, asked: Asked) -> bool:
    """Whether a sentence names an option by its number or letter, and says no word of what that is."""
    begun = _NUMBERED.match(sentence)
    if begun is None:
        return False
    named = (begun["number"] or begun["letter"]).lower()
    told = [tokens(option) for key, option in options(asked.message.text) if key.lower() == named]
    return bool(told) and not any(option & tokens(sentence) for option in told)


def picks(sentence: str, asked: Asked) -> bool:
    """Whether a sentence calls both to one of the options that were put up, by words of its own."""
    return _PICKS.match(plain_marks(sentence)) is not None and len(options(asked.message.text)) > 1
