"""What a person said in a message in their own voice, by paragraph and sentence.

Owns the way from a message's text to its sentences, which several rules go. Promises it is gone once for each
message that is read. Never judges what a sentence says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from extractor.memory.own_words.own_words import own_words
from extractor.memory.wording.taken_back import unsaid_by
from extractor.models.offline.chatter import is_jest
from extractor.models.offline.composing import orders_a_text
from extractor.models.offline.sentences import Sentence, sentences
from extractor.models.offline.voice import own_paragraphs


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


def own_sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a message that are the person's own, in order."""
    for paragraph in paragraphs(text):
        yield from paragraph.sentences
