"""Expressions: words that are looked for in whatever letters they are written.

Owns the quick way over plain text. Promises the places `re.IGNORECASE` finds. Never changes a text.
"""

from __future__ import annotations

import re
from functools import cached_property

_CAPITAL = re.compile(r"(?<!\\)[A-Z]")


class Expression:
    """An expression that takes a capital for its small letter.

    Over ASCII it is asked of the small letters, without the flag, in less than half the time. What a match holds
    is then in small letters; its places are those of the text. One that names a capital has the flag alone.
    """

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self.pattern = pattern
        self.flags = flags
        self._names_capitals = _CAPITAL.search(pattern) is not None

    def search(self, text: str) -> re.Match[str] | None:
        """The first place in the text."""
        if self._names_capitals or not text.isascii():
            return self._any.search(text)
        return self._small.search(text.lower())

    def match(self, text: str) -> re.Match[str] | None:
        """What the text begins with."""
        if self._names_capitals or not text.isascii():
            return self._any.match(text)
        return self._small.match(text.lower())

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The whole text."""
        if self._names_capitals or not text.isascii():
            return self._any.fullmatch(text)
        return self._small.fullmatch(text.lower())

    def findall(self, text: str) -> list[str]:
        """What stands at every place, in order: of an expression without groups."""
        if self._names_capitals or not text.isascii():
            return self._any.findall(text)
        return self._small.findall(text.lower())

    @cached_property
    def _small(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self.flags)

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self.flags | re.IGNORECASE)
