"""What a person said in a message in their own voice, by paragraph and sentence.

Owns the way from a message's text to its sentences, which several rules go, and how a text is ordered. Promises it is
gone once for each message that is read. Never judges what else a sentence says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from extractor.memory.own_words.own_words import own_words
from extractor.memory.text.expressions import Expression
from extractor.memory.wording.taken_back import unsaid_by
from extractor.models.offline.chatter import is_jest
from extractor.models.offline.sentences import Sentence, sentences
from extractor.models.offline.voice import own_paragraphs

_TEXT = (
    r"(?:(?:system )?prompt|(?:job )?ad|advert(?:isement)?|e-?mail|mail|letter|tweet|toot|announcement|speech|story|poem|song|bio|joke"
    r"|(?:press )?release text|newsletter|invitation|slogan|tagline|blurb|caption|essay|abstract|blog ?post|post|notice|flyer|leaflet"
    r"|persona|cover letter|reply|response|answer|summary|product description|landing page text|faq|stellenanzeige|brief|gedicht|rede"
    r"|anzeige|einladung|correo|carta|anuncio|poema|discurso|courriel|lettre|annonce|poème|discours|lettera|annuncio|письмо|объявление)"
)
_ORDERS = Expression(
    r"\W*(?:(?:ok(?:ay)?|please|pls|plz|now|then|next|also|and|can you|could you|would you|i need you to|let['’]?s|bitte|por favor)\W+){0,5}"
    r"(?:write|draft|generate|compose|create|make up|come up with|give me|schreib(?:e)?|verfasse|formuliere|escribe|redacta|écris"
    r"|rédige|scrivi|escreve|schrijf|напиши|составь|napisz)"
    rf"(?: me| us| mir| uns| мне)? (?:an?|the|some|two|three|eine?n?|una?|une?|um|een)? ?(?:[\w'’-]+ ){{0,3}}?{_TEXT}\b"
)
"""How a person orders a text, behind which they say what is to stand in it: it is asked for now, and rules nothing."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph in the person's voice, as it stands, and its sentences in order, as far as they are meant."""

    text: str
    sentences: tuple[Sentence, ...]


@lru_cache(maxsize=1)
def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a message that are the person's own, in order."""
    return tuple(
        Paragraph(paragraph, tuple(_meant(sentences(paragraph))))
        for piece in own_words(text)
        for paragraph in own_paragraphs(piece)
        if paragraph.strip()
    )


def _meant(said: Iterable[Sentence]) -> list[Sentence]:
    """The sentences of a paragraph up to an order for a text, behind which it says what is to stand there.

    One that was no earnest, as the next one says, is left out with that; one the next one takes back, alone.
    """
    meant: list[Sentence] = []
    for sentence in said:
        if orders_a_text(sentence.text):
            break
        if is_jest(sentence.text) or unsaid_by(sentence.text):
            del meant[-1:]
        if not is_jest(sentence.text):
            meant.append(sentence)
    return meant


def orders_a_text(sentence: str) -> bool:
    """Whether a sentence orders a text: what its paragraph goes on to say is to stand there."""
    return _ORDERS.match(sentence) is not None


def own_sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a message that are the person's own, in order."""
    for paragraph in paragraphs(text):
        yield from paragraph.sentences
