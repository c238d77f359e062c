"""What stands in the midst of a word.

Owns the counting and the marking of it. Promises that it is found whatever its case and however its marks are
composed. Never asks an index.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from extractor.recall.excerpt import taken_apart, with_marks
from extractor.recall.query import Term, forms


def times(text: str, term: Term) -> int:
    """How often a text holds the one token of a term, wherever in a word it stands."""
    sought = _small(term)
    if text.isascii() and not any(form.isascii() for form in sought):
        return 0
    small = text.lower()
    return sum(small.count(form) for form in sought)


def held(text: str, terms: Iterable[Term]) -> Iterator[Term]:
    """Those of the terms that a text holds, wherever in a word they stand."""
    small, is_plain = text.lower(), text.isascii()
    for term in terms:
        if any(form in small for form in _small(term) if not is_plain or form.isascii()):
            yield term


@lru_cache(maxsize=256)
def _small(term: Term) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form.lower() for form in forms(term.tokens[0])))


def marked_within(marked: str, terms: Iterable[Term]) -> str:
    """A marked text in which these terms are marked, too, wherever in a word they stand."""
    plain, spans = taken_apart(marked)
    for term in terms:
        for form in _small(term):
            # Two that overlap are both found.
            found = re.finditer(f"(?={re.escape(form)})", plain, re.IGNORECASE)
            spans += [(each.start(), each.start() + len(form)) for each in found]
    return with_marks(plain, 0, len(plain), _joined(sorted(spans)))


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that touch as one."""
    joined: list[tuple[int, int]] = []
    for start, stop in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(stop, joined[-1][1]))
        else:
            joined.append((start, stop))
    return joined
