"""Which of the candidates say most of what was looked for.

Owns the weights of words, speakers and neighbours. Promises the same order for the same candidates, the
newest first where two are equal. Never reads a text: it is given counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from extractor.domain import Kind, Milliseconds, Speaker

SHORT = 400
"""Characters below which a message is read together with what stands before and after it."""

HEAD = 300
"""Characters of a neighbour that are read along."""

READ = 8_000
"""Characters of a message that are looked at closely; of what stands behind them one match is taken for granted."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much. The defaults are measured: docs/recall.md."""

    person: float = 2.0
    """A person's message against an agent's."""
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

OWN, BEFORE, AFTER = range(3)
"""Where a match stands: in the message, in the one before it or in the one after it."""


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


Matches = Mapping[tuple[int, int], int]
"""How often a term stands in a candidate, by its id and where."""


def ranked(
    candidates: Sequence[Candidate],
    matches: Sequence[Matches],
    worths: Sequence[float],
    weights: Weights = SHIPPED,
) -> list[tuple[Candidate, float]]:
    """The candidates that hold a term, best first, each with its score. `worths`: of each term, by its rarity."""
    if not candidates:
        return []
    usual = sum(candidate.size for candidate in candidates) / len(candidates) or 1.0
    scored = [
        (candidate, _score(candidate, matches, worths, usual, weights) * _voice(candidate, weights))
        for candidate in candidates
    ]
    found = [(candidate, score) for candidate, score in scored if score > 0]
    return sorted(found, key=lambda each: (-each[1], -each[0].at, -each[0].id))


def _score(
    candidate: Candidate, matches: Sequence[Matches], worths: Sequence[float], usual: float, weights: Weights
) -> float:
    half = weights.repetition * (1 - weights.length + weights.length * candidate.size / usual)
    total = 0.0
    for found, worth in zip(matches, worths, strict=True):
        times = (
            found.get((candidate.id, OWN), 0)
            + weights.before * found.get((candidate.id, BEFORE), 0)
            + weights.after * found.get((candidate.id, AFTER), 0)
        )
        total += worth * times / (times + half) if times else 0.0
    return total


def _voice(candidate: Candidate, weights: Weights) -> float:
    if candidate.kind is not Kind.TEXT:
        return weights.detail
    return weights.person if candidate.speaker is Speaker.HUMAN else 1.0
