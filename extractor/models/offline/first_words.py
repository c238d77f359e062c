"""First words: which expressions a sentence can hold at all, told from its words.

Owns the beginnings of an expression's matches, read off its pattern, and the sieve over many expressions.
Promises that nothing is sieved out that would be found: what cannot be told is let through. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from extractor.memory.text.expressions import Expression

ALWAYS = ""
"""The beginning of every word: of an alternative whose first word cannot be read off."""
_END = "\0"
"""Stands for the end of a pattern, which is the end of a word where nothing follows it."""
_OPTIONAL = ("?", "*")
_ZERO_WIDTH = ("(?!", "(?=", "(?<!", "(?<=")
_GROUPS = ("(?:", "(?-i:")
_WORD = re.compile(r"(\w+(?:'\w+)*)(?=(.?.?.?))", re.DOTALL)
"""A word, and the three characters behind it: a space and what the next word begins with, in most places."""
_LETTERS = 2
"""Letters of a second word that are looked at."""
_PLAIN = re.compile(r"[\w ]+")
"""An alternative of letters and spaces alone."""
_MARKS = str.maketrans("’ʼ‑‐", "''--")
_APOSTROPHE = re.compile(
    r"[‘´ʹ′＇ˈ՚`](?:(?<=[^\W\d_][‘´ʹ′＇ˈ՚])(?=(?:[dmst]|ll|re|ve)\b)|(?<=n`)(?=t\b))", re.IGNORECASE
)
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

    @cached_property
    def _small(self) -> re.Pattern[str]:
        """Without the plain words that no text of ASCII letters holds: it takes half the time."""
        plain = [each for each in alternatives(self.spaced) if each.isascii() or not _PLAIN.fullmatch(each)]
        return re.compile(
            _words_or("|".join(plain) or "(?!)", self.anywhere.pattern if self.anywhere else "")
        )


def cue(spaced: str, unspaced: str = "", anywhere: str = "") -> Cue:
    """Any of the words; `unspaced`: those of languages written without spaces, or with joined particles.

    `anywhere`: signs and parts of words in ASCII letters. What `unspaced` names is found in no such text.
    """
    return Cue(_words_or(spaced, anywhere, unspaced), spaced, anywhere)


def _words_or(spaced: str, *others: str) -> str:
    words = rf"(?<![\w'’-])(?:{spaced})(?![\w]|-\w)"
    return "|".join(filter(None, (words, *others)))


@dataclass(frozen=True, slots=True)
class Sieved:
    """A text, and which cues its words can be the beginning of."""

    text: str
    numbers: Mapping[Cue, int]
    passing: int
    """A bit for each cue that may be found, by its number; the lowest is always set."""
    first: int
    """The same of its first word alone."""

    def begins_with(self, words: Cue) -> bool:
        """Whether the text begins with the words: as `match` finds them, mostly without it."""
        may_begin = self.first >> self.numbers[words] & 1 or words.anywhere is not None
        return bool(may_begin) and words.match(self.text) is not None

    def has(self, words: Cue | re.Pattern[str]) -> bool:
        """Whether the words are found in the text: as `search` finds them, mostly without it."""
        if (
            isinstance(words, Cue)
            and not self.passing >> self.numbers[words] & 1
            and (words.anywhere is None or words.anywhere.search(self.text.lower()) is None)
        ):
            return False
        return words.search(self.text) is not None


class Sieve:
    """Many cues, and by word which of them can begin there."""

    def __init__(self, cues: Iterable[Cue]) -> None:
        self._numbers = {cue: number for number, cue in enumerate(cues, start=1)}
        self._begun_by = lru_cache(maxsize=16_384)(self._begun)

    def of(self, text: str) -> Sieved:
        """The text, sieved where it is of ASCII letters."""
        if not text.isascii():
            return Sieved(text, self._numbers, -1, -1)
        passing, first = 1, None
        for word, behind in _WORD.findall(text.lower()):
            begun, going_on = self._begun_by(word)
            passing |= begun
            if going_on:
                passing |= going_on.get(behind, 0) | going_on.get(behind[:2], 0)
            if first is None:
                first = passing
        return Sieved(text, self._numbers, passing, first or 0)

    def bit(self, words: Cue | re.Pattern[str]) -> int:
        """The bit of `Sieved.passing` without which the words are not found; the lowest where none tells that."""
        return 1 << self._numbers[words] if isinstance(words, Cue) and words.anywhere is None else 1

    def _begun(self, word: str) -> tuple[int, Mapping[str, int]]:
        """A bit for each cue that can begin with the word; and for each that can where this stands behind it."""
        # The space stands for whatever ends a word; any apostrophe in it may, too.
        parts = word.split("'")
        written = ["'".join(parts[:end]) + " " for end in range(1, len(parts) + 1)]
        begun, going_on = 0, dict[str, int]()
        for number, (alone, in_two) in enumerate(self._beginnings, start=1):
            if any(each.startswith(alone) for each in written):
                begun |= 1 << number
                continue
            for behind in in_two.get(word, ()):
                going_on[behind] = going_on.get(behind, 0) | 1 << number
        return begun, going_on

    @cached_property
    def _beginnings(self) -> list[tuple[tuple[str, ...], Mapping[str, Sequence[str]]]]:
        """Of each cue the beginnings of one word, and by word the space and letters behind it of those of two."""
        return [_by_words(beginnings(cue.spaced)) for cue in self._numbers]


def beginnings(alternation: str) -> set[str]:
    """Letters, one of which every match begins with; a space behind them where the word ends there.

    Behind the space stand the first letters of the second word, two of them where they can be told.
    """
    return {start.replace(f" {_END}", " ").replace(_END, " ") for start in _begun(alternation, "")}


def _by_words(starts: Iterable[str]) -> tuple[tuple[str, ...], Mapping[str, Sequence[str]]]:
    alone: list[str] = []
    in_two: dict[str, list[str]] = {}
    for start in starts:
        word, space, letters = start.rstrip().partition(" ")
        if letters:
            in_two.setdefault(word, []).append(space + letters)
        else:
            alone.append(start)
    return tuple(alone), in_two


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
    while at < len(pattern) and not _is_known(before):
        end = _behind(pattern, at)
        part, rest = pattern[at:end], pattern[end:]
        is_optional = rest.startswith(_OPTIONAL)
        if rest.startswith("{0"):
            return {before}
        if part.startswith(_ZERO_WIDTH) or part == "^":
            at = end
        elif part.startswith(_GROUPS):
            return _of_group(part, rest, before)
        elif part == r"\d" and not is_optional:
            return {before + digit for digit in "0123456789"}
        elif part.isalnum() or part in "'_" or (part == " " and before and not before.endswith(" ")):
            if rest.startswith("*"):
                return {before}
            if is_optional:
                return _starts(rest[1:], before + part.lower()) | _starts(rest[1:], before)
            before += part.lower()
            at = end
        else:
            return {before}
    if _is_known(before):
        return {before}
    return {before + _END if before else ALWAYS}


def _is_known(before: str) -> bool:
    """Whether all letters are known that are looked at."""
    return " " in before[:-_LETTERS]


def _of_group(group: str, rest: str, before: str) -> set[str]:
    """What a group begins with, and what stands behind it where it may end within what can be told."""
    within = group[group.index(":") + 1 : -1]
    behind = rest[1:] if rest.startswith((*_OPTIONAL, "+")) else rest
    found = _starts(behind, before) if rest.startswith(_OPTIONAL) else set[str]()
    for start in _begun(within, before):
        whole = start.removesuffix(_END)
        if whole == start:
            found.add(start)
        elif behind.startswith(("?", "*", "+", "{")):
            found.add(whole)
        else:
            found |= _starts(behind, whole)
            if rest.startswith(("*", "+")):
                found |= {again.removesuffix(_END) for again in _begun(within, whole)}
    return found


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
