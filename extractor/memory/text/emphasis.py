"""Emphasis: the stars and lines that Markdown reads as bold or italic letters.

Owns which of them stand around words. Promises that a name (`__init__`) and a pattern (`src/**/*.ts`) keep theirs,
in time that grows with the text. Pure.
"""

from __future__ import annotations

import re

_PAIR = re.compile(
    r"(?<![\w*/\\])(\*\*|\*|(?<!_)__(?=[^*_\n]*?[^\w*\n])|(?<!_)_(?!_))(?=[^\s*_])([^*_\n]*[^\s*_/])\1(?![\w*/(])"
)
"""Marks around words. Around letters alone `__` is no mark but part of a name."""
_HALF = re.compile(r"\*\*(?:(?<=[^\s*/]\*\*)(?=\s|$)|(?<!\S\*\*)(?=[^\s*/]))")
"""Two stars at one edge of a word."""


def unemphasised(text: str) -> str:
    """The text without pairs of marks around words of a line."""
    return _PAIR.sub(r"\2", text) if "*" in text or "_" in text else text


def without_halves(text: str) -> str:
    """The text without two stars whose counterpart was left behind where the text was cut out of its line."""
    return _HALF.sub("", text) if "**" in text else text
