"""Sentences taken out of a body, however they stand there, and what of a body a person typed.

Owns the cutting out of every place of a sentence, also one that runs over several lines. Promises that every other
word, and every line that is no sentence, keeps its characters. Pure.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Set

from extractor.memory.body import Body, Line, take_apart
from extractor.memory.sentence_ends import cuts
from extractor.memory.tombstones import words

_BLANK = re.compile(r"[ \t]*\r?\n")
_MARK = re.compile(r"[-*+>]|\d{1,9}[.)]")
"""Of a list or a quotation, where nothing stands behind it."""
_INDENT = re.compile(r"[ \t]+")
"""At the beginning of a paragraph it would make code of words."""


def without_sentences(text: str, gone: Set[str], in_code: Set[str] = frozenset()) -> str:
    """The body without each sentence that is one of these (`words` of each), wherever and over as many lines it stands.

    `in_code`: sentences that go where one is a whole line of code.
    """
    body = take_apart(text)
    further = {line.start for group in body.paragraphs() for line in group[1:]}
    cut: dict[Line, list[tuple[int, int]]] = {}
    for line, start, end in _places(body, gone):
        cut.setdefault(line, []).append((start, end))
    for line in body.lines:
        if _is_said_in_code(body, line, in_code):
            cut[line] = [(line.words, line.words_end)]
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


def typed(
    text: str, written: Set[str], is_recorded: Callable[[str], bool] = lambda _said: True
) -> tuple[str, ...]:
    """What of a body a person typed: sentences that none of `written` (`words` of each) is, and lines that are none.

    A reason and a use belong to the sentences where a run wrote them (`is_recorded`); a second one is a person's.
    """
    body = take_apart(text)
    said = (each for each in body.statements if words(each) not in written)
    lines = (
        body.text[line.start : line.end].strip()
        for line in body.lines
        if not (line.is_prose or _is_said_in_code(body, line, written))
    )
    reasons = (each for each in (body.why, body.how) if each and not is_recorded(each))
    further = (body.text[part.start : part.text_end] for part in body.repeated)
    found = (each for part in (said, lines, reasons, further) for each in part)
    return tuple(each for each in found if each and not _MARK.fullmatch(each))


def _is_said_in_code(body: Body, line: Line, sentences: Set[str]) -> bool:
    """Whether a line that does not count, as code, says one of these: it was put there, or a person left code open."""
    return line.is_hidden and words(body.text[line.words : line.words_end]) in sentences


def _places(body: Body, gone: Set[str]) -> Iterator[tuple[Line, int, int]]:
    """Each part of a line that such a sentence takes, in order, by its places in the body."""
    for group in body.paragraphs():
        said = [body.text[line.words : line.words_end] for line in group]
        joined = " ".join(said)
        doomed = deque(span for span in cuts(joined, 0, len(joined)) if words(joined[slice(*span)]) in gone)
        begin = 0
        for line, part in zip(group, said, strict=True):
            end = begin + len(part)
            while doomed and doomed[0][0] < end:
                first, last = max(doomed[0][0] - begin, 0), min(doomed[0][1] - begin, len(part))
                if first < last:
                    yield line, line.words + first, line.words + last
                if doomed[0][1] > end:
                    break  # it goes on in the next line
                doomed.popleft()
            begin = end + 1


def _left(text: str, line: Line, spans: list[tuple[int, int]]) -> str:
    """What is left of a line's words."""
    kept, at = [], line.words
    for start, end in spans:
        kept.append(text[at:start])
        at = end
    return " ".join(part.strip() for part in [*kept, text[at : line.words_end]] if part.strip())


def _ends_blank(text: str) -> bool:
    """Whether the last whole line is blank, or there is none."""
    return not text.removesuffix("\n").rpartition("\n")[2].strip()
