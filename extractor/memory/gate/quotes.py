"""Quotes: whether words stand in the message they are cited from, whole and saying what they say there.

Owns the place of a quote in its sentence. Promises one plain line for each way a quote can fail.
Never does I/O.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.domain import MIN_QUOTE, Evidence
from extractor.memory.gate.interview import spoken
from extractor.memory.gate.piece import Piece
from extractor.memory.gate.tombstones import CLAUSE_END
from extractor.memory.gate.witnesses import Witnesses, folded
from extractor.memory.own_words.own_words import own_text
from extractor.memory.redaction.placeholders import holds_placeholder
from extractor.memory.wording.kinship import denials
from extractor.memory.wording.numbers import parts_a_number
from extractor.memory.wording.provisos import sentences
from extractor.memory.wording.taken_back import taken_back

_JOINERS = frozenset(".,/\\-:@~_")
"""What holds the parts of a number, a path or an address together."""
_NUMBER_JOINERS = frozenset("–#+|=;?^⁄'’")
"""What does so beside a digit: `common.go:12–40`, `page#2`."""
_UNITS = frozenset("%°€$")
"""What a number means something else without."""
_CLAUSE_END = re.compile(
    rf"{CLAUSE_END.pattern}"
    r"|\s+[-–—]+\s+(?=(?:i|we|you|he|she|it|they|there|that|this|ich|wir|es|sie|yo|nosotros|je|on|nous)(?:['’]\w+)?\s)",
    re.IGNORECASE,
)
"""Where a clause ends: also with a dash behind which somebody does something."""
_PAUSE = re.compile(r"(?:\.{3,}|…)(?=(?:but|aber|pero|mais|ma|maar)\b)", re.IGNORECASE)
"""Where a clause ends though no space follows."""
_TRAILING_NO = re.compile(
    r"[?,\s–—-]+(?:no way|nope|not?|never|nicht|nein)(?=\s*(?:[.!?,]|$))", re.IGNORECASE
)


def stands_in(text: str, quotes: Iterable[str]) -> bool:
    """Whether a text stands in one of these quotes in whole words, but for its capitals and the stop at its end."""
    plain = folded(text).casefold().rstrip(" .!?…。")
    return bool(plain) and any(_stands_whole(plain, folded(quote).casefold()) for quote in quotes)


def quote_problem(cited: Evidence, witnesses: Witnesses) -> str | None:
    """None when the quote stands in its message; else one line for the sub-agent."""
    message = witnesses.messages.get(cited.message)
    if message is None:
        return f"there is no message {in_a_line(cited.message)}; use an id that stands before a message"
    if not message.is_visible:
        return f"message {in_a_line(cited.message)} cannot witness; quote what the person typed"
    quote = folded(cited.quote)
    if holds_placeholder(quote):
        return f'"{in_a_line(quote)}" holds something that was taken out; quote words without it'
    parts = witnesses.pieces(cited.message)
    standing = [clause for piece in parts for clause in _around(quote, piece)] if quote else []
    if standing:
        said = denials(quote)
        if len(quote) >= MIN_QUOTE and all(denials(clause) > said for clause in standing):
            return (
                f'the quote "{in_a_line(quote)}" leaves out a "not" of its sentence; quote the whole sentence'
            )
        if len(quote) >= MIN_QUOTE or _opens(
            quote, [piece.text for piece in parts], witnesses.following(cited)
        ):
            return None
        if message.is_human and quote in map(folded, spoken(own_text(message.text))):
            return None
        return (
            f'"{in_a_line(quote)}" is too short; quote {MIN_QUOTE} characters or more, the whole message, its first '
            "sentence, or what stands in it behind a number, with the number"
        )
    if quote and quote in folded(message.text):
        return f'"{in_a_line(quote)}" is pasted in message {cited.message}; quote what the person wrote'
    return f'"{in_a_line(quote)}" does not stand in message {cited.message}; copy it letter by letter'


def _opens(quote: str, parts: Sequence[str], following: Iterable[Sequence[str]]) -> bool:
    """Whether a quote is a whole message, or the whole first sentence of one, no single word and not taken back behind it."""
    if list(parts) == [quote]:
        return True
    if any(map(taken_back, following)):
        return False
    first = next(iter(sentences(parts[0])), "") if parts else ""
    return " " in quote and quote.rstrip(".") == first.rstrip(".")


def in_a_line(text: str) -> str:
    """A text from outside, safe and short enough for one line."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return clean if len(clean) <= 60 else f"{clean[:57]}..."


def _stands_whole(text: str, quote: str) -> bool:
    at = quote.find(text)
    while at >= 0 and (_joins(quote, at) or _joins(quote, at + len(text))):
        at = quote.find(text, at + 1)
    return at >= 0


def _around(quote: str, piece: Piece) -> list[str]:
    """The clause around each place where the quote stands in whole words; each clause once."""
    text, clauses = piece.text, _Clauses.of(piece)
    found: dict[tuple[int, int], None] = {}
    at = text.find(quote)
    while at >= 0:
        end = at + len(quote)
        if not (_joins(text, at) or _joins(text, end)):
            found[clauses.begin(at), clauses.end(at, end)] = None
        at = text.find(quote, at + 1)
    return [text[start:stop] for start, stop in found]


@dataclass(frozen=True, slots=True)
class _Clauses:
    """Where the clauses of a piece begin and end, found once for all places of a quote."""

    text: str
    breaks: Sequence[int]
    begins: Sequence[int]
    marks: Sequence[tuple[int, int]]

    @classmethod
    def of(cls, piece: Piece) -> _Clauses:
        """Those of a piece."""
        marks = [mark.span() for mark in _CLAUSE_END.finditer(piece.text)]
        pauses = (pause.end() for pause in _PAUSE.finditer(piece.text))
        begins = sorted({0, *piece.breaks, *(end for _, end in marks), *pauses})
        return cls(piece.text, sorted(piece.breaks), begins, marks)

    def begin(self, at: int) -> int:
        """Where the clause begins that a place stands in."""
        return self.begins[bisect_right(self.begins, at) - 1]

    def end(self, at: int, end: int) -> int:
        """Where the clause of a quote ends, a "no" behind it included."""
        if no := _TRAILING_NO.match(self.text, end):
            return no.end()
        first = bisect_left(self.breaks, end)
        limit = self.breaks[first] if first < len(self.breaks) else len(self.text)
        place = max(at, end - 1)
        mark = bisect_right(self.marks, (place,)) - 1
        if mark >= 0 and place < self.marks[mark][1] and not self.text[place].isspace():
            return min(place, limit)
        return min(self.marks[mark + 1][0] if mark + 1 < len(self.marks) else limit, limit)


def _joins(text: str, at: int) -> bool:
    """Whether a cut at this place would go through a word, a number, a path or an address."""
    if not 0 < at < len(text):
        return False
    if parts_a_number(text, at):
        return True
    left, right = text[at - 1], text[at]
    before, behind = text[at - 2 : at - 1], text[at + 1 : at + 2]
    if left.isdigit() and right in _UNITS:
        return True
    if _is_part(left) and (_is_part(right) or _holds_together(left, right, behind)):
        return True
    return _is_part(right) and _holds_together(before, left, right)


def _holds_together(before: str, joiner: str, behind: str) -> bool:
    """Whether a letter holds the two beside it together."""
    if not (before and behind and _is_part(before) and _is_part(behind)):
        return False
    return joiner in _JOINERS or (joiner in _NUMBER_JOINERS and (before.isdigit() or behind.isdigit()))


def _is_part(letter: str) -> bool:
    # Scripts written without spaces have no place a word could be cut at.
    return letter.isdigit() or letter == "_" or (letter.isalpha() and letter < "\u0e00")
