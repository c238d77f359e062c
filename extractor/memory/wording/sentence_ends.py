"""Where the sentences of a line end.

Owns what ends one: a full stop outside of code, abbreviations and dates. Promises one pass, whatever the line holds.
Never looks beyond the line.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from extractor.memory.dates.date_words import stands_in_a_date

_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]+[)\]\"'”’»*_]*[ \t]+(?=[A-Z0-9\"'“‘«(\[`*_À-ÖØ-ÞΑ-ΫА-Я])")
ELIDED = re.compile(r"\b[A-Z]{2,} \.{3}$")
CAPITALS = re.compile(r"\s*[A-Z]{2,}\b")
"""What stands before and behind the dots for a part of a statement: "no MERGE ... RETURNING"."""
_DAY = re.compile(r"(?<![\w.])\d{1,2}\.(?:\d{1,2}\.)?$")
_AS_DATE = re.compile(r"\s*\((?:19|20)\d\d-\d\d-\d\d\)")
"""A day by its number and the date that is told with it: "am 8.12. (2026-12-08)"."""
ABBREVIATION = re.compile(
    r"(?:^|[\s(\[\"'])(?:[A-Za-z]|e\.g|i\.e|etc|vs|cf|al|ca|approx|no|nr|fig|sec|ver|dept|mr|mrs|ms|dr|prof|st"
    r"|sra?|srta|dra|mme|mlle|frl|sig|dott|av(?:da)?|p\. ?ej|ee|vgl|inkl|z\. ?b|d\. ?h|(?-i:Hrn?|Fr|Uds?|Vds?))\.$",
    re.IGNORECASE,
)
"""A shortened word at the end of a text: its full stop ends no sentence."""
_LOOKED_AT = 16
"""Characters beside a full stop that tell whether it ends a sentence: more than any abbreviation or month has."""
_TICKS = re.compile(r"`+")


def cuts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of one line, as spans. Dots in code spans and after abbreviations end none."""
    spans = code_spans(text, start, end)
    begins = [begin for begin, _ in spans]
    found: list[tuple[int, int]] = []
    at = start
    for match in _SENTENCE_END.finditer(text, start, end):
        stop = match.end() - (len(match[0]) - len(match[0].rstrip()))
        before = bisect_right(begins, match.start()) - 1
        if (before >= 0 and match.start() < spans[before][1]) or match.end() >= end:
            continue
        said = text[max(at, stop - _LOOKED_AT) : stop]
        behind = text[match.end() : min(end, match.end() + _LOOKED_AT)]
        goes_on = (ELIDED.search(said) and CAPITALS.match(behind)) or (
            _DAY.search(said) and _AS_DATE.match(behind)
        )
        if goes_on or ABBREVIATION.search(said) or stands_in_a_date(said, behind):
            continue
        found.append((at, stop))
        at = match.end()
    if at < end:
        found.append((at, end))
    return found


def code_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where code stands between runs of backticks of one length, in one pass."""
    runs = [(found.start(), found.end()) for found in _TICKS.finditer(text, start, end)]
    following: list[int | None] = [None] * len(runs)
    last: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        following[number] = last.get(length)
        last[length] = number
    spans: list[tuple[int, int]] = []
    number = 0
    while number < len(runs):
        close = following[number]
        if close is not None:
            spans.append((runs[number][0], runs[close][1]))
        number = number + 1 if close is None else close + 1
    return spans
