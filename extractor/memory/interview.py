"""Interview: several things asked or put up under numbers, and the parts of an answer that speak of each.

Owns the numbered lists of a message, the parts of an answer by their numbers, and what of the two belongs together.
Promises the words as they stand, paired with the last list that has every number of the answer; nothing where that
list has more of them and an earlier one asks too, for a wrong pair is worse than none. Never judges what is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from extractor.memory.options import chosen, options, questions, speaks_against

_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(
    r"^(?P<indent>[ \t]*)(?P<heading>#{1,6}[ \t]+)?(?:[-*•][ \t]+)?(?:\*\*)?(?:(?:option|question)[ \t]+)?"
    r"(?P<key>\d{1,2}|[a-h])(?:\*\*)?[.):](?:\*\*)?[ \t]+(?P<text>\S.*)$",
    re.MULTILINE | re.IGNORECASE,
)
_BELOW = re.compile(r"^[ \t]*(?:[-*•]|\d{1,2}[.)]|[a-h][.)])[ \t]", re.IGNORECASE)
"""A line of a list below what a number stands before."""
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$")
_HEADING = re.compile(r"(#{1,6})[ \t]")
_NESTED = 2
"""Columns from which on an item stands under another."""
_LEAST = 2
"""Numbers that make an answer one by numbers."""
_PART = re.compile(
    r"^[ \t]*(?P<key>\d{1,2}|[a-h])[.):](?:[ \t]+|(?<=\d.)(?=[A-Za-z]))"
    r"(?P<text>\S.*(?:\n(?![ \t]*(?:[-*•]|(?:\d{1,2}|[a-h])[.):])[ \t]*\S)[ \t]*\S.*)*)",
    re.MULTILINE,
)
"""A number at the beginning of a line, and what stands there up to the next number, list or empty line."""
_RUN = re.compile(r"(?:^|(?<=\s))(?P<key>\d{1,2})[.):][ \t]*(?=[^\s\d])")
"""A number within a line."""
_CLOSING = re.compile(r"\n\s*\n[^\n]*\s*$")
"""The last paragraph, of one line."""
_STOP = re.compile(r"[.!?](?=\s)")
_LETTERS = re.compile(
    r"\W*(?:options? )?(?P<letters>[a-h](?:\s*(?:\+|&|/|,|and)\s*[a-h])*)"
    r"(?=\s*(?:$|[.,:;)!–—]|-\s)|\s+(?:please|it is|is (?:fine|best|good|right)|looks|seems|sounds|works)\b)",
    re.IGNORECASE,
)
_LETTER = re.compile(r"(?<![a-z])[a-h](?![a-z])")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an answer, and the thing it speaks of."""

    said: str
    """Without its number."""
    quote: str
    """As it stands in the answer, with its number."""
    line: str
    """What stands after the number in the agent's list."""
    question: str
    """The one question asked there; empty where there is none, or several."""
    chosen: tuple[str, ...]
    """The options under it that the part names by their letters."""

    @property
    def asked(self) -> str:
        """What is told of the agent's side."""
        return self.question or self.line


@dataclass(frozen=True, slots=True)
class _Item:
    key: str
    line: str
    under: str
    """Its line and what stands below it."""
    is_last: bool
    """A question may follow that closes the message."""


def parts(answer: str, message: str) -> tuple[Part, ...]:
    """The parts of an answer by numbers, each with what it speaks of; empty where it is none to this message."""
    given = _numbered(answer)
    if not given:
        return ()
    keys = [key for key, _, _ in given]
    fitting = [items for items in map(_by_key, _lists(message)) if items.keys() >= {*keys}]
    whole = [items for items in fitting if len(items) == len(keys)]
    if not fitting or len({*keys}) < len(keys):
        return ()
    items = fitting[-1]
    if items not in whole[-1:] and any(_asks(each) for each in fitting[:-1]):
        return ()
    return tuple(_part(said, quote, items[key]) for key, said, quote in given)


def _by_key(listed: Iterable[_Item]) -> dict[str, _Item]:
    return {item.key: item for item in listed}


def _asks(items: Mapping[str, _Item]) -> bool:
    return any(questions(item.under) for item in items.values())


def picked(answer: str, message: str) -> str | None:
    """The option an answer decides for; None where it picks none, or says something of several."""
    return None if parts(answer, message) else chosen(answer.strip(), message)


def spoken(answer: str) -> tuple[str, ...]:
    """The parts of an answer by numbers as they stand, each with its number; empty where there are not several."""
    return tuple(quote for _, _, quote in _numbered(answer))


def _part(said: str, quote: str, item: _Item) -> Part:
    below = (line for line in item.under.splitlines()[1:] if not _BELOW.match(line))
    text = "\n".join((item.line, *below))
    asked = questions(text)
    if len(asked) > 1 and item.is_last:
        asked = questions(_CLOSING.sub("", text))
    return Part(said, quote, item.line, asked[0] if len(asked) == 1 else "", _chosen(said, item.under))


def _chosen(said: str, under: str) -> tuple[str, ...]:
    """The options named by letters at the beginning of a part; none where one of them is not there."""
    named = _LETTERS.match(said)
    if named is None or speaks_against(said, named.end()):
        return ()
    offered = dict(options(under))
    letters = _LETTER.findall(named["letters"].lower())
    return tuple(offered[each] for each in letters) if all(each in offered for each in letters) else ()


def _numbered(answer: str) -> list[tuple[str, str, str]]:
    """Key, words and words with their number, of each part of an answer: one to a line, or in a row."""
    marks = list(_PART.finditer(answer))
    if len(marks) < _LEAST:
        return _in_a_row(answer)
    if answer[: marks[0].start()].rstrip().endswith((":", "：")):
        return []  # a list of the person's own
    return [(mark["key"].lower(), mark["text"].strip(), mark[0].strip()) for mark in marks]


def _in_a_row(answer: str) -> list[tuple[str, str, str]]:
    line = answer.strip().split("\n")[0]
    marks: list[re.Match[str]] = []
    for mark in _RUN.finditer(line):
        follows = int(mark["key"]) == int(marks[-1]["key"]) + 1 if marks else mark.start() == 0
        if follows:
            marks.append(mark)
    if len(marks) < _LEAST:
        return []
    found: list[tuple[str, str, str]] = []
    for mark, end in zip(marks, [*(mark.start() for mark in marks[1:]), len(line)], strict=True):
        stop = _STOP.search(line, mark.end(), end) if end == len(line) else None
        said = line[mark.end() : stop.start() if stop else end].strip()
        found.append((mark["key"], said, f"{line[mark.start() : mark.end()]}{said}"))
    return found


def _lists(message: str) -> Iterator[list[_Item]]:
    """The numbered lists of a message in the order they end in: headings, items, and items under items apart."""
    plain = _FENCED.sub(lambda code: re.sub(r"\S", " ", code[0]), message)
    running: dict[tuple[bool, bool, bool], list[re.Match[str]]] = {}
    ended: list[list[re.Match[str]]] = []
    for match in _ITEM.finditer(plain):
        style = (bool(match["heading"]), len(match["indent"]) >= _NESTED, match["key"].isdigit())
        listed = running.get(style, [])
        if listed and _follows(match["key"], listed[-1]["key"]):
            listed.append(match)
        elif match["key"].lower() in ("1", "a") or (match["heading"] and match["key"].isdigit()):
            running[style] = [match]
            ended.append(running[style])
    for listed in sorted(ended, key=lambda each: each[-1].start()):
        ends = [*(match.start() for match in listed[1:]), len(plain)]
        yield [_item(message, match, end, end == len(plain)) for match, end in zip(listed, ends, strict=True)]


def _follows(key: str, before: str) -> bool:
    if key.isdigit() and before.isdigit():
        return int(key) == int(before) + 1
    return not key.isdigit() and not before.isdigit() and ord(key.lower()) == ord(before.lower()) + 1


def _item(message: str, match: re.Match[str], end: int, is_last: bool) -> _Item:
    """The item with what stands below it: up to the next, a rule, a heading, or a paragraph that is none of its."""
    lines = message[match.start() : end].splitlines()
    level = len((match["heading"] or "").strip())
    last = next((at for at in range(1, len(lines)) if _ends(lines[at], lines[at - 1], level)), len(lines))
    under = "\n".join(lines[:last])
    return _Item(match["key"].lower(), match["text"].strip(" *_"), under, is_last)


def _ends(line: str, before: str, level: int) -> bool:
    """Whether a line is no more of an item. `level`: of the heading the item is; 0: it is none."""
    if _RULE.match(line):
        return True
    if heading := _HEADING.match(line):
        return not level or len(heading[1]) <= level
    return not level and not before.strip() and re.match(r"\S", line) is not None and not _BELOW.match(line)
