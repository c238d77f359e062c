"""Paths of words: what stands between slashes and names files, and is no random letters.

Owns what a part of such a path looks like. Promises that no part is letters and digits in turns, as those
of a key are, and that most of what is named is words. Pure.
"""

from __future__ import annotations

import re

_WORDED = re.compile(r"[A-Za-z]*\d{0,14}|\d{1,14}[A-Za-z]+")
"""Letters, and a number at one end of them."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_HASH = re.compile(r"(?=[a-f]*\d)(?:[0-9a-f]{7,12}|[0-9a-f]{40}|[0-9a-f]{64})")
_SHORT, _FURTHER, _LONG = 3, 5, 20
"""Letters a word has that is not short, for each word of a name beyond its first, and of the longest word."""


def is_path_of_words(token: str, with_hashes: bool) -> bool:
    """Whether all that stands between the slashes is words and numbers. `with_hashes`: or a commit's hash.

    Two parts at least are no hash: one behind a single word may be what the word names.
    """
    parts = [part for part in token.split("/") if part]
    named = [part for part in parts if not (with_hashes and _HASH.fullmatch(part))]
    if "/" not in token or len(named) < 2 or not all(map(_is_worded, named)):
        return False
    return _are_mostly_words(named)


_NAMED_BY_CONTENT = re.compile(
    r"(?<=/)(?P<uuid>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?![\w-])"
    r"|\boverlay2/l/(?P<layer>[A-Z2-7]{26})(?!\w)"
    r"|\bipfs/(?P<cid>Qm[1-9A-HJ-NP-Za-km-z]{44})(?!\w)"
    r"|\bgithub\.com/[\w.-]+/[\w.-]+/(?:blob|tree|blame|raw|commit|compare)/(?P<commit>[0-9a-f]{40})(?!\w)"
    r"|\bdocs\.google\.com/[a-z]+/d/(?P<document>1[\w-]{43})(?![\w-])"
    r"|\bdrive\.google\.com/(?:drive/folders|file/d)/(?P<folder>1[\w-]{32})(?![\w-])"
    r"|\bfigma\.com/(?:file|design|proto|board)/(?P<drawing>[A-Za-z0-9]{22})(?!\w)"
    r"|\buv/archive-v0/(?P<wheel>[\w-]{21})(?![\w-])"
    r"|\.next/static/(?P<build>[\w-]{21})(?=/_)"
    r"|\bsprockets/v[\d.]+/(?P<asset>[\w-]{2}/[\w-]{43})(?=\.cache\b)"
)
"""Places where a tool, and no person, gives the name: what stands there opens nothing."""
_AROUND = 120
"""Characters before such a name and behind it in which its place is told."""


def is_named_by_content(text: str, start: int, end: int) -> bool:
    """Whether what stands there is such a name, and else words alone."""
    low = max(0, start - _AROUND)
    rest = list(text[start:end])
    is_named = False
    for found in _NAMED_BY_CONTENT.finditer(text, low, end + _AROUND):
        begins, ends = found.span(found.lastgroup or 0)
        for at in range(max(begins, start), min(ends, end)):
            rest[at - start] = "/"
            is_named = True
    parts = [part for part in re.split(r"[/_-]+", "".join(rest)) if part]
    return is_named and all(map(_is_worded, parts)) and _are_mostly_words(parts)


def _are_mostly_words(parts: list[str]) -> bool:
    told = sum(size for part in parts for size in _words(part) if size >= _SHORT)
    return 2 * told >= sum(len(part) for part in parts if not part.isdigit())


def _is_worded(part: str) -> bool:
    """Whether a part is a word, a number or a name of several words, of which one at most is short."""
    if not _WORDED.fullmatch(part):
        return False
    words = _words(part)
    is_dense = len(words) > 1 + sum(words) // _FURTHER
    return not is_dense and sum(size < _SHORT for size in words) < 2 and max(words, default=0) <= _LONG


def _words(part: str) -> list[int]:
    """The lengths of its words."""
    return [len(word) for word in _WORD.findall(part)]
