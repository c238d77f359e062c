"""Words that stand side by side without spaces, or with particles.

Owns which letters are written so and how a run of them is taken apart. Promises that what a run says can be looked
for within other runs by its pieces. Never searches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af]"
)
_RUN = re.compile(f"{_UNSPACED.pattern}+")
_KATAKANA = re.compile("[\u30a0-\u30ff\u31f0-\u31ff]+")
_HIRAGANA = re.compile("[\u3040-\u309f]+")
_HANGUL = re.compile("[\uac00-\ud7af]+")
_SYLLABIC = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""Letters of Thai, Lao, Burmese and Khmer: two of them are no word."""

LONGEST_PARTICLE = 2
"""Syllables of Korean that may stand behind a noun of at least two."""


def is_unspaced(token: str) -> bool:
    """Whether a token holds letters in which words stand side by side, or with particles."""
    return _UNSPACED.search(token) is not None


def pieces(token: str) -> Iterator[str]:
    """What of a token is looked for within other words: its runs whole, and the pieces of the longer ones.

    Of Korean the word without what may be a particle. Of Chinese and Japanese each two letters in a row, but for
    those that write no more than endings; a word in katakana is one. Of others nothing says where a word ends.
    """
    for run in _RUN.findall(token):
        yield run
        if _HANGUL.fullmatch(run):
            yield from (run[:-size] for size in range(1, LONGEST_PARTICLE + 1) if len(run) - size >= 2)
        elif not _SYLLABIC.search(run):
            yield from (word for word in _KATAKANA.findall(run) if 1 < len(word) < len(run))
            for part in _KATAKANA.split(run):
                pairs = (part[at : at + 2] for at in range(len(part) - 1))
                yield from (pair for pair in pairs if pair != run and not _HIRAGANA.fullmatch(pair))
