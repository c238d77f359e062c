"""Tombstones: quotes a person no longer wants remembered, as hashes.

Owns what names such a quote and when another one comes too near it. Promises that a tombstone holds no
word, and that it covers the clauses its quote stands in, not the message. Never does I/O.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.domain import MessageKey
from extractor.memory.gate.phrases import composed

CLAUSE_END = re.compile(r"[.!?;:…]+(?:\s+|$)|,\s+")
"""Where a clause ends, in folded text."""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One quote of one message. The hashes are SHA-256 in hexadecimal."""

    message: str
    quote: str
    length: int
    """Characters of the folded quote: what finds its place in the message again."""
    statement: str
    """Of the sentence that rested on the quote and was removed."""


def message_hash(key: MessageKey) -> str:
    """What names a message."""
    return _hash(key.client, key.uuid, str(key.block))


def statement_hash(statement: str) -> str:
    """What names a sentence, as two are compared."""
    return _hash("statement", words(statement))


def tombstone(key: MessageKey, quote: str, statement: str) -> Tombstone:
    """For a folded quote of a message, and the sentence that rested on it."""
    message = message_hash(key)
    return Tombstone(message, _hash(message, quote), len(quote), statement_hash(statement))


def is_covered(quote: str, pieces: Sequence[str], stones: Iterable[Tombstone]) -> bool:
    """Whether a folded quote overlaps a clause of a tombstoned one. `pieces`: the folded text of its message."""
    return any(
        start < at + len(quote) and at < end
        for stone in stones
        for piece in pieces
        for start, end in _clauses(piece, stone)
        for at in _places(piece, quote)
    )


def words(text: str) -> str:
    """A sentence as two are compared: however its white space, letter case and accents are written."""
    return " ".join(composed(text).split()).casefold()


def _clauses(piece: str, stone: Tombstone) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for at in range(len(piece) - stone.length + 1):
        end = at + stone.length
        if _hash(stone.message, piece[at:end]) == stone.quote:
            before = [m.end() for m in CLAUSE_END.finditer(piece, 0, at)]
            after = CLAUSE_END.search(piece, max(at, end - 1))
            found.append((before[-1] if before else 0, max(end, after.start()) if after else len(piece)))
    return found


def _places(piece: str, quote: str) -> list[int]:
    return [m.start() for m in re.finditer(f"(?={re.escape(quote)})", piece)] if quote else []


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
