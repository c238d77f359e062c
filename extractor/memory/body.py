"""The body of a memory file as statements, **Why:** and **How to apply:**.

Owns where each sentence stands. Promises that every word lies in one line or in one reason or use. Never looks at
front matter, and never changes a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from extractor.memory.front_matter import lines_of
from extractor.memory.hidden import CODE_FENCE, Piece, pieces
from extractor.memory.wording.sentence_ends import cuts

MARKER = re.compile(r"[ \t]*(?:[-*+][ \t]+)?\*\*(?P<word>why|how to apply)[ \t]*(?::\*\*|\*\*[ \t]*:)", re.I)
"""A reason or a use begins."""
LEAD = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]+)*")
"""What makes a line a point of a list or quoted."""
_NO_SENTENCE = re.compile(
    r"[ \t]*(?:#{1,6}(?:[ \t]|$)|<!--|\||(?:[-*_=][ \t]*){3,}$|(?:<{7}|>{7})(?:[ \t]|$))"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a body, or a comment in it and what stands beside: where it and its words start and end."""

    start: int
    words: int
    words_end: int
    end: int
    is_prose: bool
    is_item: bool
    is_hidden: bool
    is_inside: bool
    """A comment beside words of its line, which it does not part."""


@dataclass(frozen=True, slots=True)
class Part:
    """A **Why:** or **How to apply:** with the place of its text and of its first line."""

    start: int
    text: int
    text_end: int


@dataclass(frozen=True, slots=True)
class Body:
    """A body taken apart. Positions are characters of `text`."""

    text: str
    lines: tuple[Line, ...]
    """All lines but those of a **Why:** or **How to apply:**, which end at the next blank line or heading."""
    why_part: Part | None
    how_part: Part | None
    repeated: tuple[Part, ...] = ()
    """Each further **Why:** and **How to apply:**: a person's, since no run writes a second one."""

    @property
    def why(self) -> str | None:
        """What follows **Why:**, on one line; None when there is none."""
        return self._said(self.why_part)

    @property
    def how(self) -> str | None:
        """What follows **How to apply:**, on one line; None when there is none."""
        return self._said(self.how_part)

    @property
    def statements(self) -> tuple[str, ...]:
        """The sentences, in order; one wrapped over several lines is joined by spaces."""
        found: list[str] = []
        for group in self.paragraphs():
            joined = " ".join(map(self.words_of, group))
            found.extend(joined[start:end] for start, end in cuts(joined, 0, len(joined)))
        return tuple(found)

    def is_beside(self, line: Line) -> bool:
        """Whether something else stands in the same line of the file: a comment."""
        before, behind = self.text[line.start - 1 : line.start], self.text[line.end - 1 : line.end + 1]
        return before not in ("", "\n") or (len(behind) == 2 and behind[0] != "\n")

    def paragraphs(self) -> list[list[Line]]:
        """The lines that hold sentences, those that are read as one text together."""
        groups: list[list[Line]] = []
        fresh, end = True, 0
        for line in self.lines:
            fresh, end = fresh or line.start != end, line.end
            if not line.is_prose:
                fresh = fresh or not line.is_inside
                continue
            if fresh or line.is_item:
                groups.append([line])
            else:
                groups[-1].append(line)
            fresh = False
        return groups

    def words_of(self, line: Line) -> str:
        """What a line says, without what makes it a point of a list or quoted."""
        return self.text[line.words : line.words_end]

    def _said(self, part: Part | None) -> str | None:
        return None if part is None else " ".join(self.text[part.text : part.text_end].split())


def take_apart(text: str) -> Body:
    """The parts of a body. Never raises."""
    lines: list[Line] = []
    parts: dict[str, Part] = {}
    repeated: list[Part] = []
    at, until = 0, 0
    raws = lines_of(text)
    shown = list(pieces(raws))
    for number, (raw, found) in enumerate(zip(raws, shown, strict=True)):
        marker = None if found[0].is_comment or found[0].is_code else MARKER.match(raw)
        if marker is not None:
            part, word = _part(raws, shown, number, at, marker.end()), marker["word"].lower()
            until = part.text_end
            if parts.setdefault(word, part) is not part:
                repeated.append(part)
        begins = (0, *(piece.end for piece in found))
        lines += [
            _line(raw, at, begin, piece)
            for begin, piece in zip(begins, found, strict=False)
            if at + begin >= until
        ]
        at += len(raw)
    return Body(text, tuple(lines), parts.get("why"), parts.get("how to apply"), tuple(repeated))


def _part(
    raws: Sequence[str], shown: Sequence[tuple[Piece, ...]], number: int, start: int, marked: int
) -> Part:
    """The text of a part runs to the next line that begins something else, or to a comment in it.

    `shown`: the pieces of each line; `number`: of the part's first line, which stands at `start`; `marked`: characters
    of the marker.
    """
    said = raws[number][marked:]
    begin = end = start + marked + len(said) - len(said.lstrip(" \t"))
    at = start
    for behind in range(number, len(raws)):
        raw, found = raws[behind], shown[behind]
        if behind > number and (found[0].is_code or _ends_part(raw)):
            break
        # A comment is a person's, and stays where it is.
        opens = next((n for n, piece in enumerate(found) if piece.is_comment), None)
        words = raw if opens is None else raw[: found[opens - 1].end] if opens else ""
        end = max(begin, at + len(words.rstrip())) if words.strip() else end
        if opens is not None:
            break
        at += len(raw)
    return Part(start, min(begin, end), end)


def _ends_part(raw: str) -> bool:
    """Whether a line goes on with no **Why:** above it: blank, a marker, a heading, a table, a rule or code."""
    return not raw.strip() or bool(MARKER.match(raw) or CODE_FENCE.match(raw) or is_no_sentence(raw))


def is_no_sentence(line: str) -> bool:
    """Whether a line is a heading, a comment, a table, a rule or a mark of a merge conflict."""
    return _NO_SENTENCE.match(line.rstrip("\r\n")) is not None


def _line(raw: str, at: int, begin: int, piece: Piece) -> Line:
    """A piece of a line that stands at `at`; most are the whole line."""
    said = raw[begin : piece.end]
    start, lead = at + begin, LEAD.match(said)
    words, stop = lead.end() if lead else 0, len(said.rstrip())
    is_hidden = piece.is_code or piece.is_comment
    is_prose = stop > words and not is_hidden and not is_no_sentence(said)
    is_inside = piece.is_comment and len(said) < len(raw)
    is_item = bool(said[:words].strip())
    ends = at + piece.end
    return Line(start, start + min(words, stop), start + stop, ends, is_prose, is_item, is_hidden, is_inside)
