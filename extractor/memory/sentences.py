"""The body of a memory file as statements, **Why:** and **How to apply:**.

Owns where each sentence stands and the edits of one sentence.
Promises that everything beside the edited sentence keeps its characters. Never looks at front matter.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from extractor.memory.front_matter import lines_of
from extractor.memory.hidden import CODE_FENCE, Piece, comment_in, pieces
from extractor.memory.sentence_ends import cuts

_MARKER = re.compile(r"[ \t]*(?:[-*+][ \t]+)?\*\*(?P<word>why|how to apply)[ \t]*(?::\*\*|\*\*[ \t]*:)", re.I)
_LEAD = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]+)*")
_NO_SENTENCE = re.compile(r"[ \t]*(?:#{1,6}(?:[ \t]|$)|<!--|\||(?:[-*_=][ \t]*){3,}$)")

_INDENT = re.compile(r"[ \t]+(?=\S)")


class EditRefused(Exception):
    """An edit that cannot be made as asked. `str(error)` is told to the model that asked for it."""


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
            joined = " ".join(self.text[line.words : line.words_end] for line in group)
            found.extend(joined[start:end] for start, end in cuts(joined, 0, len(joined)))
        return tuple(found)

    def _said(self, part: Part | None) -> str | None:
        return None if part is None else " ".join(self.text[part.text : part.text_end].split())

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


def take_apart(text: str) -> Body:
    """The parts of a body. Never raises."""
    lines: list[Line] = []
    parts: dict[str, Part] = {}
    repeated: list[Part] = []
    at, goes_on = 0, False
    raws = lines_of(text)
    for number, (raw, found) in enumerate(zip(raws, pieces(raws), strict=True)):
        is_hidden = found[0].is_comment or found[0].is_code
        marker = None if is_hidden else _MARKER.match(raw)
        goes_on = marker is not None or (goes_on and not is_hidden and not _ends_part(raw))
        if marker is not None:
            part, word = _part(text, raws, number, at, marker.end()), marker["word"].lower()
            if parts.setdefault(word, part) is not part:
                repeated.append(part)
        elif not goes_on:
            begins = (0, *(piece.end for piece in found))
            lines += [_line(raw, at, begin, piece) for begin, piece in zip(begins, found, strict=False)]
        at += len(raw)
    return Body(text, tuple(lines), parts.get("why"), parts.get("how to apply"), tuple(repeated))


def one_line(text: str) -> str:
    """`text` with white space folded and half characters replaced: what may stand on one line."""
    return " ".join(re.sub("[\ud800-\udfff\x00-\x08\x0e-\x1b\x7f]", "\ufffd", text).split())


def plain_sentence(text: str) -> str:
    """`text` on one line; EditRefused when it is empty or Markdown would not read it as a sentence."""
    line = one_line(text)
    if not line:
        raise EditRefused("a statement is empty: give a sentence")
    marked = _is_no_sentence(line) or CODE_FENCE.match(line) or _MARKER.match(line)
    lead = _LEAD.match(line)
    if marked or (lead and lead.end()):
        raise EditRefused(f"a statement is one plain sentence without Markdown in front: {_short(line)}")
    return line


def change_sentences(text: str, replace: Sequence[tuple[str, str]], remove: Sequence[str]) -> str:
    """The body with these sentences replaced and removed; EditRefused when one does not stand once."""
    body = take_apart(text)
    for old in remove:
        _find(body, old)
    spans = sorted((*_find(body, old), plain_sentence(new)) for old, new in replace)
    for (_, end, _), (start, _, _) in itertools.pairwise(spans):
        if start < end:
            raise EditRefused("two edits touch the same sentence: ask for one of them")
    for start, end, new in reversed(spans):
        text = text[:start] + new + text[end:]
    for old in remove:
        body = take_apart(text)
        start, end = _removal(body, *_find(body, old))
        text = text[:start] + text[end:]
    return text


def add_sentence(text: str, sentence: str, eol: str) -> str:
    """The body with a paragraph more, after the last statement and before **Why:**."""
    line = plain_sentence(sentence)
    body = take_apart(text)
    if line in body.statements or any(
        text[one.words : one.words_end] == line for one in body.lines if not one.is_hidden
    ):
        raise EditRefused(f"this sentence stands in the file already: {_short(line)}")
    said = set(take_apart(line).statements)
    return _added(body, line, eol, lambda made: said <= set(made.statements))


def set_why(text: str, why: str, eol: str) -> str:
    """The body with this reason, in place of the one there or as a new line before **How to apply:**."""
    body = take_apart(text)
    if body.why_part is not None:
        return _with_part(body, body.why_part, one_line(why))
    line = f"**Why:** {one_line(why)}"
    if body.how_part is not None:
        at = body.how_part.start
        return f"{text[:at]}{line}{eol}{text[at:]}"
    return _added(body, line, eol, lambda made: made.why_part is not None)


def set_how(text: str, how: str, eol: str) -> str:
    """The body with this way to apply it, in place of the one there or as a new line behind **Why:**."""
    body = take_apart(text)
    if body.how_part is not None:
        return _with_part(body, body.how_part, one_line(how))
    line = f"**How to apply:** {one_line(how)}"
    if body.why_part is not None:
        at = body.why_part.text_end
        return f"{text[:at]}{eol}{line}{text[at:]}"
    return _added(body, line, eol, lambda made: made.how_part is not None)


def _find(body: Body, wanted: str) -> tuple[int, int]:
    """Where the sentence stands: whole sentences of one line, exactly once."""
    sentence = wanted.strip()
    if not sentence:
        raise EditRefused("the sentence to change is empty: give it exactly as it stands in the file")
    found = []
    whole = {sentence[start:end] for start, end in cuts(sentence, 0, len(sentence))} <= set(body.statements)
    for line in body.lines:
        if not line.is_prose or not whole:
            continue
        spans = cuts(body.text, line.words, line.words_end)
        ends = {end for _, end in spans}
        found += [
            (start, start + len(sentence))
            for start, _ in spans
            if start + len(sentence) in ends and body.text.startswith(sentence, start)
        ]
    if len(found) == 1:
        return found[0]
    if found:
        raise EditRefused(f"this sentence stands {len(found)} times in the file: {_short(sentence)}")
    if sentence in body.statements:
        raise EditRefused(
            f"this sentence runs over several lines, only a person can edit it: {_short(sentence)}"
        )
    raise EditRefused(f"this sentence does not stand in the file, copy it exactly: {_short(sentence)}")


def _removal(body: Body, start: int, end: int) -> tuple[int, int]:
    """What goes with a removed sentence: the space beside it, or its line and one blank line."""
    text = body.text
    number = next(n for n, line in enumerate(body.lines) if line.start <= start < line.end)
    line = body.lines[number]
    if (start, end) != (line.words, line.words_end):
        if end < line.words_end:
            return start, end + len(text[end:]) - len(text[end:].lstrip(" \t"))
        return len(text[:start].rstrip(" \t")), end
    before = body.lines[number - 1] if number and body.lines[number - 1].end == line.start else None
    following = body.lines[number + 1] if number + 1 < len(body.lines) else None
    following = following if following is not None and following.start == line.end else None
    blank_before = before is None or _is_blank(text, before)
    if blank_before and following is not None and _is_blank(text, following):
        return line.start, following.end
    if before is not None and line.end == len(text):
        if text.endswith("\n"):
            return before.start if blank_before else line.start, line.end
        keep = body.lines[number - 2] if blank_before and number > 1 else before
        return keep.start + len(text[keep.start : keep.end].rstrip("\r\n")), line.end
    # Behind a blank line an indented one would be code.
    indented = _INDENT.match(text, line.end) if blank_before and following is not None else None
    return line.start, indented.end() if indented else line.end


def _is_blank(text: str, line: Line) -> bool:
    return not text[line.start : line.end].strip()


def _zone_ends(body: Body) -> Iterator[int | None]:
    """Where something may be added before the parts: behind the last line that says anything, or that is not hidden.

    None when there is no such line. Where a person left code open, all behind it would be code too.
    """
    start = _parts_start(body)
    zone = [line for line in body.lines if start is None or line.end <= start]
    for lines in (zone, [line for line in zone if not line.is_hidden]):
        said = [line for line in lines if not _is_blank(body.text, line)]
        last = said[-1] if said else None
        yield None if last is None else last.start + len(body.text[last.start : last.end].rstrip("\r\n"))


def _parts_start(body: Body) -> int | None:
    starts = [part.start for part in (body.why_part, body.how_part) if part is not None]
    return min(starts) if starts else None


def _added(body: Body, paragraph: str, eol: str, stands: Callable[[Body], bool]) -> str:
    """The body with a paragraph more, before the parts; EditRefused where it would `stand` nowhere."""
    for at in _zone_ends(body):
        made = _with_paragraph(body, at, paragraph, eol)
        if stands(take_apart(made)):
            return made
    raise EditRefused(
        "code is left open in the file, so that what is added would be code too: close it first"
    )


def _with_paragraph(body: Body, at: int | None, paragraph: str, eol: str) -> str:
    text, start = body.text, _parts_start(body)
    if at is not None:
        return f"{text[:at]}{eol}{eol}{paragraph}{text[at:]}"
    if start is not None:
        return f"{text[:start]}{paragraph}{eol}{eol}{text[start:]}"
    above = len(text) - len(text.lstrip("\r\n"))
    below = f"{eol}{text[above:]}" if text[above:].strip() else ""
    return f"{text[:above] or eol}{paragraph}{eol}{below}"


def _with_part(body: Body, part: Part, said: str) -> str:
    gap = "" if body.text[part.text - 1] in " \t" else " "
    return f"{body.text[: part.text]}{gap}{said}{body.text[part.text_end :]}"


def _part(text: str, raws: Sequence[str], number: int, start: int, marked: int) -> Part:
    """The text of a part runs to the next line that begins something else, or to a comment in it.

    `number`: of its first line, which stands at `start`; `marked`: characters of the marker.
    """
    said = text[start + marked : start + len(raws[number])]
    begin = end = start + marked + len(said) - len(said.lstrip(" \t"))
    at = start
    for behind in range(number, len(raws)):
        raw = raws[behind]
        if behind > number and _ends_part(raw):
            break
        opens = comment_in(text, at, at + len(raw))
        end = max(begin, at + len((raw if opens < 0 else raw[: opens - at]).rstrip()))
        if opens >= 0:
            break  # a comment is a person's, and stays where it is
        at += len(raw)
    return Part(start, min(begin, end), end)


def _ends_part(raw: str) -> bool:
    """Whether a line goes on with no **Why:** above it: blank, a marker, a heading, a table, a rule or code."""
    return not raw.strip() or bool(_MARKER.match(raw) or CODE_FENCE.match(raw) or _is_no_sentence(raw))


def _is_no_sentence(line: str) -> bool:
    return _NO_SENTENCE.match(line.rstrip("\r\n")) is not None


def _line(raw: str, at: int, begin: int, piece: Piece) -> Line:
    """A piece of a line that stands at `at`; most are the whole line."""
    said = raw[begin : piece.end]
    start, lead = at + begin, _LEAD.match(said)
    words, stop = lead.end() if lead else 0, len(said.rstrip())
    is_hidden = piece.is_code or piece.is_comment
    is_prose = stop > words and not is_hidden and not _is_no_sentence(said)
    is_inside = piece.is_comment and len(said) < len(raw)
    is_item = bool(said[:words].strip())
    ends = at + piece.end
    return Line(start, start + min(words, stop), start + stop, ends, is_prose, is_item, is_hidden, is_inside)


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
