"""What is asked of the index, so that a common word costs no more than a rare one.

Owns the choice of the terms that bring up candidates. Promises that few candidates are missed where every
term is common, and none where all terms together are rare. Never asks the index itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations

from extractor.recall.query import Term

BUDGET = 4_000
"""Messages the index may rank for one query."""

COUNTED = 4_000
"""Messages up to which a term's are counted; beyond, their number is told from how densely they stand."""

CANDIDATES = 150
"""Messages that are looked at closely."""

WORK = 100_000
"""Messages the index may go through for sets of terms."""

QUORUM = 4
"""Of so many terms, the rarest, messages that hold several are looked for."""

WEIGHED = 2_000
"""Messages that hold a set of terms, the newest, of which the shortest are taken: they say little else."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Terms for the index."""

    rare: tuple[Term, ...]
    """Any of these: ranked by the index itself."""
    common: tuple[Term, ...]
    """Too frequent for that."""
    sets: tuple[tuple[Term, ...], ...]
    """Sets of terms a message holds whole; the one that tells most first, until there are enough messages."""


def planned(terms: Sequence[Term], counts: Mapping[Term, int], budget: int = BUDGET) -> Plan:
    """The plan for terms of which each stands in so many messages; `budget`: how many may be ranked."""
    ordered = sorted((term for term in terms if counts[term]), key=lambda term: counts[term])
    total, number = 0, 0
    for term in ordered:
        total += counts[term]
        if total > budget:
            break
        number += 1
    rare, common = tuple(ordered[:number]), tuple(ordered[number:])
    if not common:
        return Plan(rare, (), ())
    chosen = ordered[:QUORUM]
    sets = [held for size in range(len(chosen), 1, -1) for held in combinations(chosen, size)]
    most = max(counts.values())

    def worth(held: tuple[Term, ...]) -> float:
        return sum(math.log(1 + most / counts[term]) for term in held)

    telling = sorted(sets, key=worth, reverse=True)
    # The index goes through the messages of a set's rarest term.
    work = accumulate(min(counts[term] for term in held) for held in telling)
    affordable = sum(1 for spent in work if spent <= WORK)
    return Plan(rare, common, tuple(telling[: max(1, affordable)]))


def weight(count: int, messages: int) -> float:
    """How much it tells that a message holds a term that `count` of all `messages` hold."""
    return math.log(1 + (max(messages, count) - count + 0.5) / (count + 0.5))
