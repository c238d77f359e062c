"""Handing on: what the sentences of a compacted file rest on, which a model said in other words.

Owns from which old sentences a new one came. Promises that one which came from a person's own words rests on nobody
else's, and that what came from a run's goes on resting on its quotes. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.archive.provenance import Quote, Recorded
from extractor.memory.changeset import FileChange
from extractor.memory.gate.tombstones import words
from extractor.memory.memory_file import parse, sentences, sentences_in
from extractor.models.offline.likeness import likeness, tokens

_AKIN = 0.5
"""Share of its words from which on an old sentence counts as what a new one came from."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A quote of an old statement, with the sentences of that statement as two are compared."""

    parts: frozenset[str]
    quote: Quote

    def likeness(self, ours: frozenset[str]) -> float:
        """How much of it a sentence of these words says."""
        return max(likeness(ours, tokens(part)) for part in self.parts)


def handed_on(recorded: Iterable[Recorded], change: FileChange) -> tuple[Quote, ...]:
    """What each sentence rests on from now on: the quotes of the old ones it came from.

    A sentence that stays keeps what the statement it was written in rested on, where the rest of that goes.
    `recorded`: what is known of the folder.
    """
    old, new = sentences_in(change.before), sentences_in(change.after)
    known = [
        _Known(parts, Quote(change.file, each.statement, each.key, each.quote, each.at))
        for each in recorded
        if (parts := sentences(each.statement)) and parts <= old
    ]
    own = sorted(old.difference(*(k.parts for k in known)))
    return tuple(
        Quote(change.file, sentence, quote.key, quote.quote, quote.at)
        for sentence in parse(change.after or b"").statements
        for quote in (
            _kept(sentence, known, new) if words(sentence) in old else _origin(sentence, known, own)
        )
    )


def _kept(sentence: str, known: Sequence[_Known], new: frozenset[str]) -> list[Quote]:
    """The quotes of statements that said this among other sentences, of which not all stay."""
    return _once(k for k in known if words(sentence) in k.parts and not k.parts <= new)


def _origin(sentence: str, known: Sequence[_Known], own: Sequence[str]) -> list[Quote]:
    """The quotes of every akin statement that lent a word no akin sentence of a person's `own` has.

    Where nothing is akin, of the one that shares most words, more than any sentence of a person's own does; in a file
    that holds none, of all where none shares a word.
    """
    ours = tokens(sentence)
    theirs = [tokens(each) for each in own]
    akin_own = [each for each in theirs if likeness(ours, each) >= _AKIN]
    lent = ours.difference(*akin_own)
    akin = [k for k in known if k.likeness(ours) >= _AKIN and (not akin_own or lent & _said(k))]
    if akin or akin_own:
        return _once(akin)
    shared = {k.quote.statement: len(ours & _said(k)) for k in known}
    most = max(shared.values(), default=0)
    if own and most <= max(len(ours & each) for each in theirs):
        return []
    nearest = [statement for statement, count in shared.items() if count == most]
    chosen = nearest if not most else nearest[:1]
    return _once(k for k in known if k.quote.statement in chosen)


def _said(known: _Known) -> frozenset[str]:
    return tokens(known.quote.statement)


def _once(known: Iterable[_Known]) -> list[Quote]:
    return list({(k.quote.key, k.quote.quote): k.quote for k in known}.values())
