"""Interview: several things asked or put up under numbers, and the parts of an answer that speak of each.

Owns the numbered lists of a message, the parts of an answer by their numbers, and what of the two belongs together.
Promises the words as they stand, and a pair only where no other reading is left: one list that could be meant, no
questions beside it, and nothing behind the answer that limits it. A wrong pair is worse than none. Never judges what
is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from extractor.memory.gate.options import marks, options, questions
from extractor.memory.wording.kinship import nots
from extractor.memory.wording.provisos import lost_limit, sentences
from extractor.memory.wording.taken_back import taken_back

_HIDDEN = re.compile(r"^(```|~~~).*?(?:^\1|\Z)|<!--.*?(?:-->|\Z)", re.MULTILINE | re.DOTALL)
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
_MOST, _LONG = 40, 4_000
"""Lists that are looked at, the last ones, and characters of an item."""
_MOST_BESIDE = 1
"""Questions beside a list: the one that puts it up, or closes the message."""
_LEAST = 2
"""Numbers that make an answer one by numbers."""
_PART = re.compile(
    r"^[ \t]*(?P<key>\d{1,2}|[a-h])[.):](?:[ \t]+|(?<=\d.)(?=[A-Za-z]))"
    r"(?P<text>\S.*(?:\n(?![ \t]*(?:[-*•]|(?:\d{1,2}|[a-h])[.):])[ \t]*\S)[ \t]*\S.*)*)",
    re.MULTILINE,
)
"""A number at the beginning of a line, and what stands there up to the next number, list or empty line."""
_RUN = re.compile(r"(?:^|(?<=\s))(?P<key>\d{1,2})[.):](?:[ \t]+(?=\S)|(?=[^\s\d]))")
"""A number within a line."""
_BARE_RUN = re.compile(r"(?:^|(?<=\s))(?P<key>\d{1,2})[ \t]+(?=[^\s\d])")
_BARE_ROW = re.compile(r"1[ \t]+[^\W\d][^\n\d]*(?:[ \t]\d{1,2}[ \t]+[^\W\d][^\n\d]*)+")
"""Numbers without a mark behind them, and no other number: "1 pnpm 2 Apache 3 no"."""
_TERSE = re.compile(r"\s*(?:\d{1,2}[ \t]?[a-h](?:[\s,;]+|[.!]?\s*\Z)){2,}", re.IGNORECASE)
_TERSE_PART = re.compile(r"(?P<key>\d{1,2})[ \t]?(?P<text>[a-h])(?![a-z])", re.IGNORECASE)
"""A number and a letter and nothing else: "1b, 2a"."""
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_OWN_PAUSE = re.compile(r"(?:[ \t]{2,}|[.,;!)][ \t]+|(?:^|[ \t])\d{1,2}[.):][ \t]*\S+[ \t])$")
"""What stands before a number within a line: a gap, a mark, or a part of one word."""
_ENDED = (".", "!", "?", "…", ")", ":)")
"""How what stands before an answer by numbers ends."""
_HOLDS = re.compile(r"\w")
_STOP = re.compile(r"[.!?](?=\s)")
_LETTERS = re.compile(
    r"\W*(?:options? )?(?P<letters>[a-h](?:\s*(?:\+|&|and)\s*[a-h])*)\)?"
    r"(?:\s+(?:please|it is|for me|is (?:fine|best|good|right)|(?:looks|seems|sounds) (?:good|best|right|fine)|works))?"
    r"(?P<reason>,?\s+(?:because|since|as|weil|porque|ya que|parce que|car)\s[^.!?;]+)?[\s.!]*",
    re.IGNORECASE,
)
"""Letters and nothing else but a reason: what more is said of an option may take it back."""
_TURNS = re.compile(
    r"\b(?:but|only|except|unless|wait|actually|wrong|aber|nur|pero|solo|mais|seulement)\b", re.IGNORECASE
)
"""Words that turn what stands before them."""
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


class _Numbered(NamedTuple):
    """A part of an answer before it is known what it speaks of."""

    key: str
    said: str
    quote: str
    """With its number."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A point of an agent's list."""

    key: str
    line: str
    under: str
    """Its line and what stands below it."""


def parts(answer: str, message: str) -> tuple[Part, ...]:
    """The parts of an answer by numbers, each with what it speaks of; empty where it is none to this message."""
    given = _numbered(answer)
    keys = [each.key for each in given]
    if not given or len({*keys}) < len(keys) or _is_limited(_behind(answer, given)):
        return ()
    listed = [_by_key(each) for each in _lists(message)]
    fitting = [items for items in listed if items.keys() >= {*keys}]
    if not fitting:
        return ()
    *others, items = fitting
    rivals = [len(each) == len(keys) for each in others if _asks(each)]
    if _is_bare(answer) and not (len(items) == len(keys) and all(map(_is_asked, items.values()))):
        return ()  # "1 hour 2 minutes" answers no two questions
    is_meant = _asks(items) and len(items) == len(keys) and not any(rivals)
    if (rivals and not is_meant) or _is_asked_beside(message, items, listed):
        return ()
    return tuple(_part(each, items[each.key]) for each in given)


def _behind(answer: str, given: Sequence[_Numbered]) -> str:
    """What stands behind the last part, and between them."""
    rest = answer[answer.find(given[0].quote) :]
    for each in given:
        rest = rest.replace(each.quote, " ", 1)
    return " ".join(rest.split())


def _is_asked_beside(message: str, items: Mapping[str, _Item], listed: Sequence[Mapping[str, _Item]]) -> bool:
    """Whether more is asked beside a list than what puts it up, in no other list of the message."""
    return _beside(message, items) > _MOST_BESIDE and _beside(message, *listed) > _MOST_BESIDE


def _beside(message: str, *listed: Mapping[str, _Item]) -> int:
    """How many questions a message asks beside those of these lists."""
    for items in listed:
        for item in items.values():
            message = message.replace(item.under, " ", 1)
    return marks(message)


def _by_key(listed: Iterable[_Item]) -> dict[str, _Item]:
    return {item.key: item for item in listed}


def _asks(items: Mapping[str, _Item]) -> bool:
    return any(map(_is_asked, items.values()))


def _is_asked(item: _Item) -> bool:
    return bool(questions(item.under))


def _is_bare(answer: str) -> bool:
    """Whether the numbers of an answer in a row have no mark behind them."""
    return _BARE_ROW.fullmatch(answer.strip()) is not None and _TERSE.fullmatch(answer) is None


def spoken(answer: str) -> tuple[str, ...]:
    """The parts of an answer by numbers as they stand, each with its number; empty where there are not several."""
    return tuple(each.quote for each in _numbered(answer))


def _part(given: _Numbered, item: _Item) -> Part:
    below = (line for line in item.under.splitlines()[1:] if not _BELOW.match(line))
    asked = questions("\n".join((item.line, *below)))
    question = asked[0] if len(asked) == 1 else ""
    return Part(given.said, given.quote, item.line, question, _chosen(given.said, item.under))


def _chosen(said: str, under: str) -> tuple[str, ...]:
    """The options a part names by letters, where it says no more; none where one of them is not there, or twice."""
    named = _LETTERS.fullmatch(said)
    if named is None or _TURNS.search(named["reason"] or ""):
        return ()
    listed = [m["key"].lower() for m in _ITEM.finditer(under) if not m["key"].isdigit()]
    offered = dict(options(under))
    letters = _LETTER.findall(named["letters"].lower())
    are_there = all(each in offered and listed.count(each) == 1 for each in letters)
    return tuple(offered[each] for each in letters) if are_there else ()


def _is_limited(behind: str) -> bool:
    """Whether words limit what stands before them, deny it or turn it."""
    limits = bool(nots(behind)) or lost_limit("", behind) is not None or _TURNS.search(behind) is not None
    return limits or taken_back(sentences(behind.strip()))


def _numbered(answer: str) -> list[_Numbered]:
    """The parts of an answer that begin with a number: one to a line, or in a row; empty where there are not several."""
    found = list(_PART.finditer(answer)) if "\n" in answer else []
    if len(found) < _LEAST and _TERSE.fullmatch(answer):
        found = list(_TERSE_PART.finditer(answer))
    if len(found) < _LEAST:
        return _in_a_row(answer)
    before = answer[: found[0].start()].rstrip()
    if before and not before.endswith(_ENDED):
        return []  # a list of the person's own, or a sentence that goes on in it
    return [_Numbered(each["key"].lower(), each["text"].strip(), each[0].strip()) for each in found]


def _in_a_row(answer: str) -> list[_Numbered]:
    """The same of its first line, each number one more than the one before it."""
    line = answer.strip().split("\n")[0]
    if not line[:1].isdigit():
        return []
    begun: list[re.Match[str]] = []
    is_bare = _is_bare(answer)
    for number in (_BARE_RUN if is_bare else _RUN).finditer(line):
        if _is_next(number, begun[-1] if begun else None, is_bare):
            begun.append(number)
    if len(begun) < _LEAST:
        return []
    found: list[_Numbered] = []
    for number, end in zip(begun, [*(each.start() for each in begun[1:]), len(line)], strict=True):
        stop = _STOP.search(line, number.end(), end) if end == len(line) else None
        said = line[number.end() : stop.start() if stop else end].strip().rstrip(",;")
        found.append(_Numbered(number["key"], said, f"{line[number.start() : number.end()]}{said}"))
    return found if all(_HOLDS.search(each.said) for each in found) else []


def _is_next(number: re.Match[str], last: re.Match[str] | None, is_bare: bool) -> bool:
    """Whether a number begins a part: the first at the beginning, another behind a pause where marks stand."""
    if last is None:
        return number.start() == 0
    if int(number["key"]) != int(last["key"]) + 1:
        return False
    return is_bare or _OWN_PAUSE.search(number.string[last.start() : number.start()]) is not None


def _lists(message: str) -> Iterator[list[_Item]]:
    """The numbered lists of a message in the order they end in: headings, items, and items under items apart."""
    plain = _HIDDEN.sub(lambda code: re.sub(r"\S", " ", code[0]), message)
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
    for listed in sorted(ended, key=lambda each: each[-1].start())[-_MOST:]:
        ends = [*(match.start() for match in listed[1:]), len(plain)]
        yield [_item(plain, match, end) for match, end in zip(listed, ends, strict=True)]


def _follows(key: str, before: str) -> bool:
    if key.isdigit() and before.isdigit():
        return int(key) == int(before) + 1
    return not key.isdigit() and not before.isdigit() and ord(key.lower()) == ord(before.lower()) + 1


def _item(message: str, match: re.Match[str], end: int) -> _Item:
    """The item with what stands below it: up to the next, a rule, a heading, or a paragraph that is none of its.

    The last paragraph of a message is none of an item's that has one before it: it closes the message.
    """
    lines = message[match.start() : min(end, match.start() + _LONG)].splitlines()
    level = len((match["heading"] or "").strip())
    last = next((at for at in range(1, len(lines)) if _ends(lines[at], lines[at - 1], level)), len(lines))
    under = "\n".join(lines[:last]).rstrip()
    paragraphs = _PARAGRAPH.split(under)
    is_closed = len(paragraphs) > 2 or (len(paragraphs) == 2 and "\n" in paragraphs[0])
    if end == len(message) and is_closed and not _BELOW.match(paragraphs[-1]):
        under = "\n\n".join(paragraphs[:-1])
    return _Item(match["key"].lower(), match["text"].strip(" *_"), under)


def _ends(line: str, before: str, level: int) -> bool:
    """Whether a line is no more of an item. `level`: of the heading the item is; 0: it is none."""
    if _RULE.match(line):
        return True
    if heading := _HEADING.match(line):
        return not level or len(heading[1]) <= level
    return not level and not before.strip() and re.match(r"\S", line) is not None and not _BELOW.match(line)
