"""The part of a message that shows why it was found.

Owns the cutting. Promises an excerpt of bounded length on one line, cut between words, whose marks come in
pairs. Never decides what matches.
"""

from __future__ import annotations

OPEN, CLOSE = "\ue000", "\ue001"
"""Private-use characters around a match; a text that holds them is stripped of them first."""

LENGTH = 200
"""Characters of an excerpt, marks not counted."""

ALIKE = 5
"""Letters two matches begin with that count as one word: `retry` and `retries` do not, which costs little."""

MOST_MARKED = 200
"""Matches of one message that are considered."""


def bare(text: str) -> str:
    """The text without what could be taken for a mark."""
    return text.replace(OPEN, "").replace(CLOSE, "")


def excerpt(marked: str, length: int = LENGTH) -> str:
    """The stretch of a marked text that holds the most matches, marks kept, `…` where something was cut."""
    line = " ".join(marked.split())
    plain, spans = taken_apart(line)
    if len(plain) <= length:
        return line
    begin = _best(plain, spans, length)
    end = min(len(plain), begin + length)
    begin, end = _at_words(plain, begin, end)
    inside = [(max(start, begin), min(stop, end)) for start, stop in spans if start < end and stop > begin]
    shown = with_marks(plain, begin, end, inside)
    return f"{'…' if begin else ''}{shown}{'…' if end < len(plain) else ''}"


def taken_apart(line: str) -> tuple[str, list[tuple[int, int]]]:
    """The line without its marks, and where they stood."""
    parts = line.split(OPEN)
    plain, spans, at = [parts[0]], [], len(parts[0])
    for part in parts[1:]:
        match, _, rest = part.partition(CLOSE)
        plain += [match, rest]
        spans.append((at, at + len(match)))
        at += len(match) + len(rest)
    return "".join(plain), spans


def _best(plain: str, spans: list[tuple[int, int]], length: int) -> int:
    """Where to begin so that the most different words are shown, then the most matches; the first of equal stretches."""
    most, at = (0, 0), 0
    considered = spans[:MOST_MARKED]
    words = [plain[start : min(stop, start + ALIKE)].casefold() for start, stop in considered]
    last = 0
    for number, (start, _) in enumerate(considered):
        last = max(last, number + 1)  # one that is longer than the stretch is shown, too
        while last < len(considered) and considered[last][1] <= start + length * 3 // 4:
            last += 1
        shown = (len(set(words[number:last])), last - number)
        if shown > most:
            most, at = shown, start
    return max(0, min(at - length // 4, len(plain) - length))


def _at_words(plain: str, begin: int, end: int) -> tuple[int, int]:
    """The same stretch, without the half words at its ends where that costs little."""
    room = (end - begin) // 8
    if begin:
        space = plain.find(" ", begin, begin + room)
        begin = space + 1 if space >= 0 else begin
    if end < len(plain):
        space = plain.rfind(" ", end - room, end)
        end = space if space >= 0 else end
    return begin, end


def with_marks(plain: str, begin: int, end: int, spans: list[tuple[int, int]]) -> str:
    """A stretch of a text with marks around the spans."""
    shown, at = [], begin
    for start, stop in spans:
        if start < stop:
            shown += [plain[at:start], OPEN, plain[start:stop], CLOSE]
            at = stop
    return "".join([*shown, plain[at:end]])
