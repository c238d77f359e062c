"""Corrections: a sentence that takes something back, and the few words behind it that say what is so instead.

Owns which words belong to it. Promises that what is joined stands so in the message. Never weighs a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from extractor.models.offline import passing
from extractor.models.offline.sentences import Sentence

AT_ONCE = 25
"""Characters in which a sentence that takes something back says so."""
_FEW = 3
"""Words of what says nothing by itself."""


def with_what_is_so(said: Sequence[Sentence]) -> Iterator[Sentence]:
    """The sentences in order; those that take something back with a number behind them: "No, 90 was before. 30 days."."""
    before: Sentence | None = None
    for sentence in said:
        if before is not None and _is_instead(sentence) and _takes_back(before):
            before = replace(before, text=f"{before.text} {sentence.text}")
            continue
        if before is not None:
            yield before
        before = sentence
    if before is not None:
        yield before


def _takes_back(sentence: Sentence) -> bool:
    found = passing.RETHOUGHT.search(sentence.text)
    return found is not None and found.start() < AT_ONCE and not sentence.is_question


def _is_instead(sentence: Sentence) -> bool:
    """Whether a sentence is no more than a number of something."""
    return len(sentence.text.split()) <= _FEW and sentence.text[:1].isdigit() and not sentence.is_question
