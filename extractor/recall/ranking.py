"""Which of the candidates say most of what was looked for.

Owns the weights of words, speakers and neighbours. Promises the same order for the same candidates, the
newest first where two are equal. Never reads a text: it is given counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from extractor.domain import Kind, Milliseconds, Speaker

SHORT = 400
"""Characters below which a message is read together with what stands before and after it."""

HEAD = 300
"""Characters of a neighbour that are read along."""

READ = 4_000
"""Characters of a message that are looked at closely; of what stands behind them one match is taken for granted."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much. The defaults are measured: docs/recall.md."""

    person: float = 2.0
    """A person's words in a person's message against an agent's."""
    detail: float = 0.5
    """Tool calls, their output, thinking and what the client put in, against an agent's words."""
    before: float = 0.5
    """A match in the message before a short one."""
    after: float = 0.3
    """A match in the message after it."""
    repetition: float = 1.2
    """How slowly a repeated word stops to count more (k1)."""
    length: float = 0.75
    """How much a long message loses against a short one (b)."""


SHIPPED = Weights()

Times = tuple[int, int]
"""How often a term stands in the beginning of a message, which its neighbours are read along with, and behind it."""

NEVER: Times = (0, 0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A message that may be a hit."""

    id: int
    """Its row in the archive."""
    speaker: Speaker
    kind: Kind
    at: Milliseconds
    size: int
    """Characters of it and of the neighbours read along."""
    before: int = 0
    """Row of the message before it, where that is read along; else 0."""
    after: int = 0


Matches = Mapping[int, Times]
"""How often a term stands in a message, by its row."""


def ranked(
    candidates: Sequence[Candidate],
    matches: Sequence[Matches],
    worths: Sequence[float],
    weights: Weights = SHIPPED,
    people: Collection[int] = frozenset(),
) -> list[tuple[Candidate, float]]:
    """The candidates that hold a term, best first, each with its score.

    `worths`: of each term, by its rarity. `people`: rows of what persons said, also of what is only read along.
    """
    if not candidates:
        return []
    usual = sum(candidate.size for candidate in candidates) / len(candidates) or 1.0
    scored = [
        (candidate, _score(candidate, matches, worths, usual, weights, people)) for candidate in candidates
    ]
    found = [(candidate, score) for candidate, score in scored if score > 0]
    return sorted(found, key=lambda each: (-each[1], -each[0].at, -each[0].id))


def _score(
    candidate: Candidate,
    matches: Sequence[Matches],
    worths: Sequence[float],
    usual: float,
    weights: Weights,
    people: Collection[int],
) -> float:
    half = weights.repetition * (1 - weights.length + weights.length * candidate.size / usual)
    shares = [(candidate.id, 1.0), (candidate.before, weights.before), (candidate.after, weights.after)]

    def held(shares: Sequence[tuple[int, float]]) -> float:
        return sum(
            worth * times / (times + half)
            for found, worth in zip(matches, worths, strict=True)
            if (times := _times(candidate, found, shares))
        )

    if candidate.kind is not Kind.TEXT:
        return weights.detail * held(shares)
    if candidate.speaker is not Speaker.HUMAN or not any(candidate.id in found for found in matches):
        return held(shares)
    # What an agent said beside a few words of a person's is not the person's.
    own = [(row, share) for row, share in shares if row == candidate.id or row in people]
    return held(shares) + (weights.person - 1) * held(own)


def _times(candidate: Candidate, found: Matches, shares: Sequence[tuple[int, float]]) -> float:
    """How often a term stands in a message and, of its neighbours, in the beginnings, each for its share."""
    return sum(
        share * (sum(times) if row == candidate.id else times[0])
        for row, share in shares
        if (times := found.get(row, NEVER)) != NEVER
    )
