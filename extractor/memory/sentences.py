"""The edits of sentences, of the reason and of the use in a memory file's body.

Owns where a sentence is put and what goes with one that is taken out.
Promises that everything beside the edited sentence keeps its characters. Never looks at front matter.
"""

from __future__ import annotations

import itertools
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Set

from extractor.memory.body import LEAD, MARKER, Body, Line, Part, is_no_sentence, take_apart
from extractor.memory.gate.tombstones import words
from extractor.memory.hidden import CODE_FENCE
from extractor.memory.wording.sentence_ends import cuts

_INDENT = re.compile(r"[ \t]+(?=\S)")
"""At the beginning of a paragraph it would make code of words."""
_BLANK = re.compile(r"[ \t]*\r?\n")


class EditRefused(Exception):
    """An edit that cannot be made as asked. `str(error)` is told to the model that asked for it."""


def one_line(text: str) -> str:
    """`text` with white space folded and half characters replaced: what may stand on one line."""
    return " ".join(re.sub("[\ud800-\udfff\x00-\x08\x0e-\x1b\x7f]", "\ufffd", text).split())


def plain_sentence(text: str) -> str:
    """`text` on one line; EditRefused when it is empty or Markdown would not read it as a sentence."""
    line = one_line(text)
    if not line:
        raise EditRefused("a statement is empty: give a sentence")
    marked = is_no_sentence(line) or CODE_FENCE.match(line) or MARKER.match(line)
    lead = LEAD.match(line)
    if marked or (lead and lead.end()):
        raise EditRefused(f"a statement is one plain sentence without Markdown in front: {_short(line)}")
    return line


def change_sentences(text: str, replace: Sequence[tuple[str, str]], remove: Sequence[str]) -> str:
    """The body with these sentences replaced and removed, over as many lines as one stands.

    Where one to replace stands several times, the new one stands in the first place alone. EditRefused where one
    does not stand there.
    """
    body = take_apart(text)
    for old in remove:
        _standing(body, old)
    cut: dict[Line, list[tuple[int, int, str]]] = {}
    for old, new in replace:
        line = plain_sentence(new)
        for number, spots in enumerate(_standing(body, old)):
            for spot, (where, start, end) in enumerate(spots):
                cut.setdefault(where, []).append((start, end, "" if number or spot else line))
    for where, parts in cut.items():
        cut[where] = sorted(parts)
        for (_, end, _), (start, _, _) in itertools.pairwise(cut[where]):
            if start < end:
                raise EditRefused("two edits touch the same sentence: ask for one of them")
    text = _cut(body, cut)
    for old in remove:
        text = _without(take_apart(text), old)
    return text


def without_sentences(text: str, gone: Set[str], in_code: Set[str] = frozenset()) -> str:
    """The body without each sentence that is one of these (`words` of each), wherever and over as many lines it stands.

    `in_code`: sentences that go where one is a whole line of code. What stood in code only by what went before it, as
    behind "…. ```", is looked at again.
    """
    while (made := _without_all(text, gone, in_code)) != text:
        text = made
    return text


def _without_all(text: str, gone: Set[str], in_code: Set[str]) -> str:
    body = take_apart(text)
    cut: dict[Line, list[tuple[int, int, str]]] = {}
    for line, start, end in _places(body, gone):
        cut.setdefault(line, []).append((start, end, ""))
    for line in body.lines:
        if line.is_hidden and words(body.words_of(line)) in in_code:
            cut[line] = [(line.words, line.words_end, "")]
    return _cut(body, cut)


def add_sentence(text: str, sentence: str, eol: str) -> str:
    """The body with a paragraph more, after the last statement and before **Why:**."""
    line = plain_sentence(sentence)
    body = take_apart(text)
    if line in body.statements or any(body.words_of(one) == line for one in body.lines if not one.is_hidden):
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


def _without(body: Body, old: str) -> str:
    """The body without a sentence, wherever it stands."""
    spots = _standing(body, old)
    if len(spots) > 1 or len(spots[0]) > 1:
        cut: dict[Line, list[tuple[int, int, str]]] = {}
        for line, start, end in sorted((part for spot in spots for part in spot), key=lambda part: part[1]):
            cut.setdefault(line, []).append((start, end, ""))
        return _cut(body, cut)
    ((_, start, end),) = spots[0]
    start, end = _removal(body, start, end)
    return body.text[:start] + body.text[end:]


def _standing(body: Body, wanted: str) -> list[list[tuple[Line, int, int]]]:
    """Each place where whole sentences stand: the part of each line they take. EditRefused where there is none."""
    sentence = wanted.strip()
    if not sentence:
        raise EditRefused("the sentence to change is empty: give it exactly as it stands in the file")
    found: list[list[tuple[Line, int, int]]] = []
    for group in body.paragraphs():
        joined = " ".join(map(body.words_of, group))
        spans = cuts(joined, 0, len(joined)) if sentence in joined else []
        ends, whole = {end for _, end in spans}, list[tuple[int, int]]()
        for start, _ in spans:
            end = start + len(sentence)
            is_beside = not whole or whole[-1][1] <= start
            if is_beside and end in ends and joined.startswith(sentence, start):
                whole.append((start, end))
        parts: dict[int, list[tuple[Line, int, int]]] = {}
        for number, line, first, last in _by_line(group, whole):
            parts.setdefault(number, []).append((line, first, last))
        found += parts.values()
    if not found:
        raise EditRefused(f"this sentence does not stand in the file, copy it exactly: {_short(sentence)}")
    return found


def _removal(body: Body, start: int, end: int) -> tuple[int, int]:
    """What goes with a removed sentence: the space beside it, or its line and one blank line."""
    text = body.text
    number = next(n for n, line in enumerate(body.lines) if line.start <= start < line.end)
    line = body.lines[number]
    if body.is_beside(line):
        return start, end
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
        above = body.lines[number - 2] if blank_before and number > 1 else before
        keep = above if above.end == before.start else before
        return keep.start + len(text[keep.start : keep.end].rstrip("\r\n")), line.end
    # Behind a blank line an indented one would be code.
    indented = _INDENT.match(text, line.end) if blank_before and following is not None else None
    return line.start, indented.end() if indented else line.end


def _places(body: Body, gone: Set[str]) -> Iterator[tuple[Line, int, int]]:
    """Each part of a line that such a sentence takes, in order, by its places in the body."""
    for group in body.paragraphs():
        joined = " ".join(map(body.words_of, group))
        spans = [span for span in cuts(joined, 0, len(joined)) if words(joined[slice(*span)]) in gone]
        yield from ((line, start, end) for _, line, start, end in _by_line(group, spans))


def _by_line(group: Sequence[Line], spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Line, int, int]]:
    """The parts of the lines that these spans of a paragraph take, in order: the span's number and the places."""
    left = deque(enumerate(spans))
    begin = 0
    for line in group:
        end = begin + line.words_end - line.words
        while left and left[0][1][0] < end:
            number, (start, stop) = left[0]
            first, last = max(start, begin), min(stop, end)
            if first < last:
                yield number, line, line.words + first - begin, line.words + last - begin
            if stop > end:
                break  # it goes on in the next line
            left.popleft()
        if not left:
            return
        begin = end + 1


def _cut(body: Body, cut: Mapping[Line, list[tuple[int, int, str]]]) -> str:
    """The body with these parts of its lines replaced; a line of which nothing is left goes."""
    text = body.text
    further = {line.start for group in body.paragraphs() for line in group[1:]}
    made, at = "", 0
    for line in sorted(cut, key=lambda each: each.start):
        left = _left(text, line, cut[line])
        if left or body.is_beside(line):
            made, at = made + text[at : line.words] + left, line.words_end
            continue
        made, at = made + text[at : line.start], line.end
        needless = _INDENT.match(text, at) if at in further else _ends_blank(made) and _BLANK.match(text, at)
        at = needless.end() if needless else at
    return made + text[at:]


def _left(text: str, line: Line, spans: list[tuple[int, int, str]]) -> str:
    """What is left of a line's words, with what stands in the place of those that go."""
    kept, at = [""], line.words
    for start, end, put in spans:
        kept[-1] += text[at:start] + put
        if not put:
            kept.append("")
        at = end
    kept[-1] += text[at : line.words_end]
    return kept[0] if len(kept) == 1 else " ".join(part.strip() for part in kept if part.strip())


def _ends_blank(text: str) -> bool:
    """Whether the last whole line is blank, or there is none."""
    return not text.removesuffix("\n").rpartition("\n")[2].strip()


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


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
