"""Literals: the parts of a sentence that can be wrong letter by letter.

Owns what counts as one: URL, path, code, number, name, date. Promises the same ones for the same text. Never does I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from enum import Enum, auto
from functools import lru_cache

from extractor.domain import Milliseconds
from extractor.memory.dates import dates
from extractor.memory.text.unspaced import apart
from extractor.memory.wording.numbers import BESIDE, NUMERAL, is_number


class LiteralKind(Enum):
    """How a literal can be written otherwise and be the same: not at all, as a number, with another ending."""

    TEXT = auto()
    NUMBER = auto()
    NAME = auto()


@dataclass(frozen=True, slots=True)
class Literal:
    """One literal, and where it stands in its text."""

    kind: LiteralKind
    text: str
    start: int
    end: int


_CODE = re.compile(r"`([^`]+)`")
_SPAN = re.compile(r"\"([^\"]{2,})\"|“([^”]{2,})”|\]\(([^)]+)\)|(</?[A-Za-z!][^>]*>?)")
"""Words in quotation marks, the target of a link, an element: said letter by letter or not at all."""
_URL = re.compile(
    r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,15}://[^\s<>\"'`‘’“”]+|\bwww\.[^\s<>\"'`‘’“”]+"
    r"|\b[\w.+-]+@[A-Za-z][\w-]*(?:\.[\w-]+)+\b"
)
"""An address, of a page or of a mailbox."""
_SLASHED = re.compile(r"(?<![^\s<>\"'`(),;])[^\s<>\"'`(),;]*/[^\s<>\"'`(),;]*")
_PATH = re.compile(r"(?:~|\.{1,2})?/\w|.*/.*/|.*[\d_.@*]|.*/$")
_MARKED = re.compile(
    r"(?<![\w&/.\\])\.[A-Za-z][\w-]*(?:\.[\w-]+)*(?<=\w)|(?<![\w&/])@[A-Za-z][\w-]+(?:\.\w[\w-]*)*|(?<![\w&/])#[A-Za-z][\w-]+|\b[A-Z][A-Z0-9]+-\d+\b|(?<!\w)#\d+\b|(?<![\w-])--?[a-zA-Z][\w-]*"
)
COMPOUND = re.compile(r"(?<![\w-])[A-Za-z]\w*(?:-\w+)*-(?=[A-Za-z]*\d)(?=\d*[A-Za-z])\w+(?:-\w+)*(?![\w-])")
"""A name of several parts, one of them letters with a number: kmod-gl-sdk4."""
HYPHENED = re.compile(r"(?<![\w.-])\w+(?:-\w+)+(?:\.\w+)*\.[A-Za-z]\w*(?![\w+~-]|[.:](?=\w))")
"""A file's name of several words: docker-compose.yml."""
LETTERED = re.compile(r"[^\W_](?:(?:[\w+]|\.(?=[\w+]))*[\w+])?")
"""A word, with the points and the pluses inside it."""
WORD = re.compile(rf"{NUMERAL}|\d+(?:[.,:]\d+)+[A-Za-zµ]{{0,3}}|{LETTERED.pattern}")
"""The same, or a number with its groups and its unit."""
_SENTENCE_START = re.compile(r"(?:^|[.!?…][\"'”’)*]*\s+|[\n•|]\s*)[\"“„«'‘(\[*]*$")
_MARKS = 40
"""Characters before a word that tell whether it begins a sentence."""
_GERMAN = re.compile(
    r"\b(?:der|die|das|den|dem|ein|eine|einen|und|ist|sind|nicht|nie|immer|für|mit|auf|wird|werden|wir|ich|von|zu|vor|nach|beim|zum|kein|keine|sich|dass|wenn|bei)\b"
)
_EVERYDAY = frozenset(
    "i ok pr prs the user users todo note e.g i.e z.b d.h nutzer nutzerin benutzer team".split()
)


def literals(text: str) -> list[str]:
    """The literals of a text, each as it stands there."""
    named = [mention.text for mention in dates.literal_dates(text, Milliseconds(0), UTC)]
    return named + [literal.text for literal in literals_in(text)]


@lru_cache(maxsize=1024)
def literals_in(text: str) -> tuple[Literal, ...]:
    """The literals of a text but its dates, which are read by `dates`. Their places are those in `apart(text)`."""
    return tuple(_found(apart(text)))


def _found(text: str) -> Iterator[Literal]:
    masked = text
    for pattern in (_CODE, _URL, _SPAN):
        for match in pattern.finditer(masked):
            said = next((group for group in match.groups() if group), match[0]).strip()
            yield _literal(match, said if pattern is _CODE else said.rstrip(".,;:!?)]}"))
        masked = pattern.sub(_mask, masked)
    for mention in dates.literal_dates(masked, Milliseconds(0), UTC):
        masked = masked[: mention.start] + "·" * len(mention.text) + masked[mention.end :]
    for match in _SLASHED.finditer(masked):
        if _PATH.match(match[0].rstrip(".,:!?")):
            if match[0].strip("./,:!?\\"):
                yield _literal(match, match[0].rstrip(".,:!?"))
            masked = masked[: match.start()] + "·" * len(match[0]) + masked[match.end() :]
    for pattern in (_MARKED, HYPHENED, COMPOUND):
        for match in pattern.finditer(masked):
            yield _literal(match, match[0])
        masked = pattern.sub(_mask, masked)
    is_german = len(set(_GERMAN.findall(text))) > 1
    for match in WORD.finditer(masked):
        kind = _kind_of(match, is_german)
        if kind is LiteralKind.NUMBER:
            beside = BESIDE.match(masked, match.end())
            yield _literal(match, match[0] + (beside[0] if beside else ""), kind)
        elif kind is not None:
            yield _literal(match, match[0], kind)


def _literal(match: re.Match[str], text: str, kind: LiteralKind = LiteralKind.TEXT) -> Literal:
    return Literal(kind, text, match.start(), max(match.end(), match.start() + len(text)))


def _mask(match: re.Match[str]) -> str:
    return "·" * len(match[0])


def _kind_of(match: re.Match[str], is_german: bool) -> LiteralKind | None:
    """What kind of literal a word is; None for a plain word."""
    word = match[0]
    if word.casefold() in _EVERYDAY or (len(word) == 1 and not word.isdigit()):
        return None
    if is_number(word):
        return LiteralKind.NUMBER
    if any(letter.isdigit() for letter in word) or "." in word or "+" in word:
        return LiteralKind.TEXT
    if "_" in word or (len(word) > 1 and any(letter.isupper() for letter in word[1:])):
        return LiteralKind.NAME
    near = max(0, match.start() - _MARKS)
    if word[0].isupper() and not is_german and not _SENTENCE_START.search(match.string, near, match.start()):
        return LiteralKind.NAME
    return None
