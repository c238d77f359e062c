"""First words: which expressions a sentence can hold at all, told from its words.

Owns the beginnings of an expression's matches, read off its pattern, and the sieve over many expressions.
Promises that nothing is sieved out that would be found: what cannot be told is let through. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from extractor.memory.expressions import Expression

ALWAYS = ""
"""The beginning of every word: of an alternative whose first word cannot be read off."""
_END = "\0"
"""Stands for the end of a pattern, which is the end of a word where nothing follows it."""
_OPTIONAL = ("?", "*")
_ZERO_WIDTH = ("(?!", "(?=", "(?<!", "(?<=")
_GROUPS = ("(?:", "(?-i:")
_WORD = re.compile(r"\w+(?:'\w+)*")
_MARKS = str.maketrans("’ʼ‑‐", "''--")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])[‘´ʹ′＇ˈ՚](?=(?:[dmst]|ll|re|ve)\b)|(?<=n)`(?=t\b)", re.IGNORECASE)
"""A sign that is typed for an apostrophe: between letters it is one."""


def plain_marks(text: str) -> str:
    """The text with the apostrophes and hyphens of a keyboard: the cues are written with them. No place moves."""
    if text.isascii() and "`" not in text:
        return text
    return _APOSTROPHE.sub("'", text.translate(_MARKS))


class Cue(Expression):
    """An expression whose matches begin where a word begins, but for those that may be found anywhere."""

    def __init__(self, pattern: str, spaced: str, anywhere: str) -> None:
        super().__init__(pattern)
        self.spaced = spaced
        """The alternation of what begins where a word begins."""
        self.anywhere = re.compile(anywhere) if anywhere else None
        """What else a text of small ASCII letters may hold."""


def cue(spaced: str, unspaced: str = "", anywhere: str = "") -> Cue:
    """Any of the words; `unspaced`: those of languages written without spaces, or with joined particles.

    `anywhere`: signs and parts of words in ASCII letters. What `unspaced` names is found in no such text.
    """
    words = rf"(?<![\w'’-])(?:{spaced})(?![\w]|-\w)"
    return Cue("|".join(filter(None, (words, anywhere, unspaced))), spaced, anywhere)


@dataclass(frozen=True, slots=True)
class Sieved:
    """A text, and which cues its words can be the beginning of."""

    text: str
    numbers: Mapping[Cue, int]
    passing: int
    """A bit for each cue that may be found, by its number."""

    def has(self, words: Cue | re.Pattern[str]) -> bool:
        """Whether the words are found in the text: as `search` finds them, mostly without it."""
        if isinstance(words, Cue) and not self.passing >> self.numbers[words] & 1:
            return words.anywhere is not None and words.anywhere.search(self.text.lower()) is not None
        return words.search(self.text) is not None


class Sieve:
    """Many cues, and by word which of them can begin there."""

    def __init__(self, cues: Iterable[Cue]) -> None:
        self._numbers = {cue: number for number, cue in enumerate(cues)}
        self._begun_by = lru_cache(maxsize=16_384)(self._begun)

    def of(self, text: str) -> Sieved:
        """The text, sieved where it is of ASCII letters."""
        if not text.isascii():
            return Sieved(text, self._numbers, -1)
        passing = 0
        for word in _WORD.findall(text.lower()):
            passing |= self._begun_by(word)
        return Sieved(text, self._numbers, passing)

    def _begun(self, word: str) -> int:
        """A bit for each cue that can begin with the word."""
        # The space stands for whatever ends a word; an apostrophe may, too.
        written = f"{word} ", f"{word.partition(chr(39))[0]} "
        bits = (
            1 << n for n, starts in enumerate(self._beginnings) if any(w.startswith(starts) for w in written)
        )
        return sum(bits)

    @cached_property
    def _beginnings(self) -> list[tuple[str, ...]]:
        return [tuple(beginnings(cue.spaced)) for cue in self._numbers]


def beginnings(alternation: str) -> set[str]:
    """Letters, one of which every match begins with; a space behind them where the word ends there."""
    return {start.replace(_END, " ") for start in _begun(alternation, "")}


def alternatives(pattern: str) -> Iterator[str]:
    """The alternatives of a pattern, as it writes them."""
    begun = at = 0
    while at < len(pattern):
        if pattern[at] == "|":
            yield pattern[begun:at]
            begun = at + 1
        at = _behind(pattern, at)
    yield pattern[begun:]


def _begun(alternation: str, before: str) -> set[str]:
    return {start for alternative in alternatives(alternation) for start in _starts(alternative, before)}


def _starts(pattern: str, before: str) -> set[str]:
    """What one alternative begins with, behind the letters that are known already."""
    at = 0
    while at < len(pattern):
        end = _behind(pattern, at)
        part, rest = pattern[at:end], pattern[end:]
        is_optional = rest.startswith(_OPTIONAL)
        if rest.startswith("{0"):
            return {before}
        if part.startswith(_ZERO_WIDTH) or part == "^":
            at = end
        elif part.startswith(_GROUPS):
            within = _begun(part[part.index(":") + 1 : -1], before)
            if rest and (is_optional or not rest.startswith(" ")):
                within = {start.removesuffix(_END) for start in within}
            return within | _starts(rest[1:], before) if is_optional else within
        elif part == r"\d" and not is_optional:
            return {before + digit for digit in "0123456789"}
        elif part == " " and not is_optional:
            return {f"{before} "}
        elif (part.isalnum() or part in "'_") and not is_optional:
            before += part.lower()
            at = end
        else:
            return {before}
    return {before + _END if before else ALWAYS}


def _behind(pattern: str, at: int) -> int:
    """Where the part of a pattern that begins at a place ends: a group, a set, an escape or a letter."""
    if pattern[at] == "\\":
        return at + 2
    if pattern[at] == "[":
        at += 2 if pattern[at + 1] != "^" else 3  # a bracket that stands first is one of the set
        while pattern[at] != "]":
            at += 2 if pattern[at] == "\\" else 1
        return at + 1
    if pattern[at] != "(":
        return at + 1
    at += 1
    while pattern[at] != ")":
        at = _behind(pattern, at)
    return at + 1
