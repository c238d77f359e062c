"""What is looked for in the place of words that were never said.

Owns the order in which that is tried: the word within others, then one it may be a slip of the hand for. Promises
that only what was said is named, within bounds. Never decides which words were never said.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from extractor.archive.closeup import told
from extractor.archive.database import Database
from extractor.archive.stems import Stems
from extractor.archive.within import within
from extractor.recall.counting import folded
from extractor.recall.misspelled import LEAST, slips
from extractor.recall.query import STOP_WORDS, Term

MOST_WORDS = 6
"""Words for which something else is looked for."""

MOST_MEANT = 3
"""Words one may have been meant for."""

COUNTED = 1_000
"""Messages up to which those with a word are counted."""

SELDOM = 0.1
"""Of the commonest word that may be meant: what was said less often than that is as likely a slip itself."""


def instead(db: Database, terms: Sequence[Term]) -> dict[Term, tuple[Term, ...]]:
    """What was said in the place of each of these words, which never were; none of those for which nothing was."""
    asked = [term for term in terms[:MOST_WORDS] if not term.is_prefix and len(term.tokens[0]) >= LEAST]
    inside = {term: Term(term.tokens, is_within=True) for term in asked}
    bounds = (0, db.number("SELECT max(id) FROM messages"))
    read = within(db, list(inside.values()), bounds, enough=1)
    found = {term: (each,) if read[each].rows else _meant(db, term) for term, each in inside.items()}
    return {term: words for term, words in found.items() if words}


def _meant(db: Database, term: Term) -> tuple[Term, ...]:
    """The words of which one may be a slip of the hand, the commonest first."""
    counts = {word: _count(db, Term((word,))) for word in slips(term.tokens[0]) if word not in STOP_WORDS}
    known = [word for word in counts if counts[word]]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        stems = Stems(memory).of({folded(word) for word in known})
    # Of words of one stem the index knows that alone.
    told_apart = {stems.get(folded(word), word): word for word in reversed(known)}
    best = sorted(told_apart.values(), key=lambda word: -counts[word])[:MOST_MEANT]
    return tuple(Term((word,)) for word in best if counts[word] >= SELDOM * counts[best[0]])


def _count(db: Database, term: Term) -> int:
    return db.number(
        "SELECT count(*) FROM (SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? LIMIT ?)",
        (told(term), COUNTED),
    )
