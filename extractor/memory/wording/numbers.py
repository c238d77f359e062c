"""Numbers: which quantities a text names, whatever way each is written.

Owns the forms of a number with its sign, its groups of thousands, its power and its unit. Promises one form for all
spellings of one quantity, and that a part of a number is no number. Never does I/O.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from extractor.memory.dates.date_words import NUMBER_WORDS
from extractor.memory.text.unspaced import UNITS

Quantity = tuple[str, str]
"""A number and its unit, which may be none."""

_SIGN = r"(?:(?:[<>!~]=|[≤≥≠]|(?<![\w.)\]}%·-])(?<!\d )[-−–]|(?<![\w)\]}=-])[<>]|(?<![\w~/])[~≈^±])(?=\d))"
"""What makes another number of the one it is written to. A dash between two numbers, or behind a word, makes none."""
_POWER = r"\^[-−+]?\d+"
_DECIMAL = r"\d+(?:[.,:]\d+)*"
_GROUPED = r"(?:\d{1,3}(?:['’]\d{3}(?!\d))+|\d{1,3}(?: \d{3}(?!\d))+|(?:\d+ )?\d+⁄\d+)"
"""Thousands set apart, and fractions."""
NUMERAL = (
    rf"(?:{_SIGN}(?:{_GROUPED}|{_DECIMAL})(?:{_POWER})?"
    rf"|(?<![\w.])(?:{_GROUPED}(?:{_POWER})?|{_DECIMAL}{_POWER}))[A-Za-zµ]{{0,3}}(?!\w)"
)
"""A number that is more than a run of digits, as a part of an expression."""
_UNITS = {
    word: unit
    for unit, words in {
        "ms": "ms msec millisecond milliseconds millisekunde millisekunden",
        "s": "s sec secs second seconds sekunde sekunden segundo segundos seconde secondes",
        "min": "min mins minute minutes minuten minuto minutos",
        "h": "h hr hrs hour hours stunde stunden hora horas heure heures",
        "d": "d day days tag tage tagen día días jour jours",
        "w": "w week weeks woche wochen semana semanas semaine semaines",
        "month": "month months monat monate monaten mes meses mois",
        "y": "y year years jahr jahre jahren año años an ans",
        "kb": "kb kilobyte kilobytes",
        "mb": "mb megabyte megabytes",
        "gb": "gb gigabyte gigabytes",
        "tb": "tb terabyte terabytes",
        "%": "% percent prozent",
        "€": "€ euro euros eur",
        "$": "$ dollar dollars usd",
        "¢": "¢ cent cents",
    }.items()
    for word in words.split()
} | {word: unit for unit, words in UNITS.items() for word in words.split()}
"""Units as they are written, and the one each is."""
_UNIT_WORD = "|".join(
    re.escape(word)
    for word in sorted(_UNITS, key=len, reverse=True)
    if len(word) > 1 or not (word.isascii() or word in "€¢")
)
_QUANTITY = re.compile(
    rf"((?:{_SIGN}|(?<![\w.]))(?:{_GROUPED}|{_DECIMAL})(?:{_POWER})?)"
    rf"(?:st|nd|rd|th|[ -]?({_UNIT_WORD}|[%€$¢])(?!\w)|([a-zµ]{{0,3}}))(?!\w)"
)
BESIDE = re.compile(rf"[ -]?(?:(?:{_UNIT_WORD})(?!\w)|[%€$¢])", re.IGNORECASE)
"""The unit behind a number."""
_COUNTED = re.compile(rf"(?<!\w)({'|'.join(NUMBER_WORDS)})(?:[ -]({_UNIT_WORD}))?(?!\w)")
_LARGE = frozenset("thirteen fourteen fifteen sixteen eighteen twenty thirty fifty hundred".split())
_MEASURE = re.compile(rf"{_DECIMAL}(?:[A-Za-zµ]{{0,3}}|st|nd|rd|th)|{NUMERAL}")
_THOUSANDS = re.compile(r"[,'’ ](?=\d{3}\b)")
_APART = "·"
"""The unit of a number that may be a group of a longer one: none that is written."""
_SIGNS = {"−": "-", "–": "-", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~"}
_SPOKEN = {
    "~": "about|around|roughly|approximately|circa|etwa|ungefähr",
    "<": "under|below|less than|fewer than|unter|weniger als",
    "<=": "at most|up to|no more than|a maximum of|höchstens|maximal",
    ">": "over|above|more than|über|mehr als",
    ">=": "at least|a minimum of|no less than|no fewer than|mindestens",
    "-": "minus",
}
"""Signs, and the words for each that may stand in their place."""
_IN_WORDS = re.compile(rf"(?<!\w)(?:{'|'.join(f'({words})' for words in _SPOKEN.values())}) $")
_BEFORE = 20
"""Characters before a number in which its sign may stand in words."""
_RAISED = re.compile(r"(?<=\d)(?=[\u00b2\u00b3\u00b9\u2070-\u207b])")
_DRAWN = re.compile(r"(?<=\d)(?=[\u00bc-\u00be\u2150-\u215f\u2189\u2460-\u249b\u24ea-\u24ff\u2776-\u2793])")
"""Before a fraction or a number in a circle that is one letter."""
_WITHIN = re.compile(r"(?<=\d)(?<!\d{4}) (?=\d{3}(?!\d)|\d+⁄)")
_SIGNED = re.compile(rf"{_SIGN}\d")
_DIGIT = re.compile(r"\d")
_LONGEST_SIGN = 2


def normalised(text: str) -> str:
    """The text in NFKC, in which a raised number stays a power and a fraction stays apart from what it follows."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _DRAWN.sub(" ", _RAISED.sub("^", text)))


def is_number(word: str) -> bool:
    """Whether a word is a number in digits, with what is written to it, or a large one in letters."""
    small = word.casefold()
    return _MEASURE.fullmatch(word) is not None or NUMBER_WORDS.get(small, 0) > 1 or small in _LARGE


def quantities(text: str) -> Iterator[Quantity]:
    """The quantities of a text of small letters.

    Numbers with a space between them may be two: each stands, too, but with no unit.
    """
    for found in _QUANTITY.finditer(text) if _DIGIT.search(text) else ():
        yield _plain(found[1]), _unit(found)
        if " " in found[1] and "⁄" not in found[1]:
            yield from ((_plain(part), _APART) for part in found[1].split(" "))
    yield from (_named(found) for found in _COUNTED.finditer(text))


def quantity(text: str) -> Quantity | None:
    """The quantity a text of small letters begins with."""
    if counted := _COUNTED.match(text):
        return _named(counted)
    measured = _QUANTITY.match(text)
    return (_plain(measured[1]), _unit(measured)) if measured else None


def unit_of(word: str) -> str:
    """The unit a word of small letters is, one for all its spellings; empty: it is none."""
    return _UNITS.get(word, "")


def sign_in_words(before: str) -> str:
    """The sign that the last words of a text of small letters stand for; empty: none."""
    found = _IN_WORDS.search(before[-_BEFORE:])
    return list(_SPOKEN)[found.lastindex - 1] if found and found.lastindex else ""


def parts_a_number(text: str, at: int) -> bool:
    """Whether a cut at this place goes through a number: behind its sign, or at the space between its groups."""
    if any(_WITHIN.match(text, place) for place in (at - 1, at) if place >= 0):
        return True
    return any(
        (found := _SIGNED.match(text, at - size)) is not None and found.end() == at + 1
        for size in range(1, min(_LONGEST_SIGN, at) + 1)
    )


def _named(found: re.Match[str]) -> Quantity:
    return str(NUMBER_WORDS[found[1]]), _UNITS.get(found[2] or "", "")


def _unit(found: re.Match[str]) -> str:
    """The unit of a quantity, one for all its spellings; empty: none."""
    written = found[2] or found[3] or ""
    return _UNITS.get(written, written)


def _plain(number: str) -> str:
    """A number without what sets its thousands apart and leading zeros, its sign in one spelling."""
    digits = number.lstrip("".join(_SIGNS) + "-<>!~=^±")
    sign = number[: len(number) - len(digits)]
    joined = _THOUSANDS.sub("", digits).replace("−", "-").replace("^+", "^")
    return _SIGNS.get(sign, sign) + (joined.lstrip("0") or "0")
