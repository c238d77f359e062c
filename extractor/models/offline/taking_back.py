"""Taking back: how people say that what they said before is wrong, and what they say is so instead.

Owns these ways of speaking. Promises a sentence that stands so in its message, for the place of one it takes back
alone: whether there is one is looked for elsewhere. Never does I/O.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from extractor.domain import MIN_QUOTE, Evidence, Message
from extractor.memory.dates import dates
from extractor.memory.text.expressions import Expression
from extractor.models.offline import wording
from extractor.models.offline.fact import Fact, Stated, TakenBack
from extractor.models.offline.first_words import plain_marks
from extractor.models.offline.likeness import tokens
from extractor.models.offline.memory_type import type_of
from extractor.models.offline.sentences import MAX_SENTENCE
from extractor.models.offline.spoken import own_sentences
from extractor.models.offline.withdrawal import WITHDRAWN, about

_BEGINS = Expression(
    rf"\W*(?:(?:no|nope|oh|ah|hm+|wait|sorry|ok(?:ay)?|well|actually|nein|ach|moment|entschuldigung|perdón|pardon"
    rf"|scusa|desculpa|nee|нет|извини)\W+)*(?:{WITHDRAWN})(?:\s*[,.:;!…–—]+\s*|\s+-\s+|\s*$)"
)
_LEAST = 2
"""Words that say something, of which what is so instead has as many."""


def instead_of(message: Message, tz: tzinfo) -> Fact | None:
    """What a message says is so instead of something it takes back; None where it takes nothing back or says no more."""
    said = list(own_sentences(message.text))
    for number, sentence in enumerate(said):
        begins = _BEGINS.match(plain_marks(sentence.text))
        if begins is None or sentence.is_question:
            continue
        following = said[number + 1 : number + 2]
        rest = sentence.text[begins.end() :]
        if len(tokens(rest)) >= _LEAST:
            return _fact(message, rest, (sentence.text,), tz)
        if not tokens(rest) and following and not following[0].is_question:
            return _fact(message, following[0].text, (sentence.text, following[0].text), tz)
    return None


def taken_back(message: Message) -> Iterator[TakenBack]:
    """What a message takes back by naming it."""
    for sentence in own_sentences(message.text):
        named = tokens(about(plain_marks(sentence.text)))
        if named and not sentence.is_question and len(sentence.text) >= MIN_QUOTE:
            yield TakenBack(named, Evidence(message.key.short, sentence.text), message.at)


def _fact(message: Message, said: str, quotes: tuple[str, ...], tz: tzinfo) -> Fact | None:
    """The fact of these words; None where their days cannot be told, or they say too little."""
    text = dates.made_absolute(said, message.at, tz)
    if text is None or len(tokens(text)) < _LEAST or len(said) > MAX_SENTENCE or about(plain_marks(said)):
        return None
    cited = tuple(Evidence(message.key.short, quote) for quote in quotes if len(quote) >= MIN_QUOTE)
    if not cited:
        return None
    stated = Stated(wording.statement(text), cited)
    return Fact(
        type_of(text), (stated,), wording.name_of(text), changes=True, takes_back=True, only_instead=True
    )
