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
    told = sum(size for part in named for size in _words(part) if size >= _SHORT)
    return 2 * told >= sum(len(part) for part in named if not part.isdigit())


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
