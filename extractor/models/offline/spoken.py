"""What a person said in a message in their own voice, by paragraph and sentence.

Owns the way from a message's text to its sentences, which several rules go. Promises it is gone once for each
message that is read. Never judges what a sentence says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from extractor.memory.own_words import own_words
from extractor.models.offline.sentences import Sentence, sentences
from extractor.models.offline.voice import own_paragraphs


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph in the person's voice, as it stands, and its sentences in order."""

    text: str
    sentences: tuple[Sentence, ...]


@lru_cache(maxsize=1)
def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a message that are the person's own, in order."""
    return tuple(
        Paragraph(paragraph, tuple(sentences(paragraph)))
        for piece in own_words(text)
        for paragraph in own_paragraphs(piece)
        if paragraph.strip()
    )


def own_sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a message that are the person's own, in order."""
    for paragraph in paragraphs(text):
        yield from paragraph.sentences
