"""Sentences taken out of a body, however they stand there, and what of a body a person typed.

Owns the cutting out of every place of a sentence, also one that runs over several lines. Promises that every other
word, and every line that is no sentence, keeps its characters. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from extractor.memory.sentence_ends import cuts
from extractor.memory.sentences import Body, Line, take_apart
from extractor.memory.tombstones import words

_BLANK = re.compile(r"[ \t]*\r?\n")
_INDENT = re.compile(r"[ \t]+")
"""At the beginning of a paragraph it would make code of words."""


def without_sentences(text: str, gone: Set[str]) -> str:
    """The body without each sentence that is one of these (`words` of each), wherever and over as many lines it stands."""
    body = take_apart(text)
    further = {line.start for group in body.paragraphs() for line in group[1:]}
    cut: dict[Line, list[tuple[int, int]]] = {}
    for line, start, end in _places(body, gone):
        cut.setdefault(line, []).append((start, end))
    made, at = "", 0
    for line, spans in cut.items():
        left = _left(text, line, spans)
        if left or _is_beside(text, line):
            made, at = made + text[at : line.words] + left, line.words_end
            continue
        made, at = made + text[at : line.start], line.end
        needless = _INDENT.match(text, at) if at in further else _ends_blank(made) and _BLANK.match(text, at)
        at = needless.end() if needless else at
    return made + text[at:]


def typed(text: str, written: Set[str]) -> tuple[str, ...]:
    """What of a body a person typed: sentences that none of `written` (`words` of each) is, and lines that are none.

    A reason and a use belong to the sentences; a second one of either is a person's.
    """
    body = take_apart(text)
    said = (each for each in body.statements if words(each) not in written)
    lines = (body.text[line.start : line.end].strip() for line in body.lines if not line.is_prose)
    further = (body.text[part.start : part.text_end] for part in body.repeated)
    return tuple(each for found in (said, lines, further) for each in found if each)


def _places(body: Body, gone: Set[str]) -> Iterator[tuple[Line, int, int]]:
    """Each part of a line that such a sentence takes, in order, by its places in the body."""
    for group in body.paragraphs():
        said = [body.text[line.words : line.words_end] for line in group]
        joined = " ".join(said)
        doomed = [span for span in cuts(joined, 0, len(joined)) if words(joined[slice(*span)]) in gone]
        begin = 0
        for line, part in zip(group, said, strict=True):
            for start, end in doomed:
                first, last = max(start - begin, 0), min(end - begin, len(part))
                if first < last:
                    yield line, line.words + first, line.words + last
            begin += len(part) + 1


def _left(text: str, line: Line, spans: list[tuple[int, int]]) -> str:
    """What is left of a line's words."""
    kept, at = [], line.words
    for start, end in spans:
        kept.append(text[at:start])
        at = end
    return " ".join(part.strip() for part in [*kept, text[at : line.words_end]] if part.strip())


def _is_beside(text: str, line: Line) -> bool:
    """Whether something else stands in the same line of the file: a comment."""
    return (line.start > 0 and text[line.start - 1] != "\n") or text[line.end - 1 : line.end] != "\n"


def _ends_blank(text: str) -> bool:
    """Whether the last whole line is blank, or there is none."""
    return not text.removesuffix("\n").rpartition("\n")[2].strip()
