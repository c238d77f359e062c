"""Control marks: what tells a model that a turn begins or ends, where it stands in a text.

Owns the marks of chat templates and the tags with which a client sets its own words off. Promises to know only forms
that no language and no markup has, in time linear in the text. Never decides what becomes of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SIGNS = ("|>", "｜>", "SYS>>", "_of_turn>", "INST]", "TOOL_", "_TOOLS]", "_PROMPT]", "system-reminder>")
"""One of these stands in whatever is found."""
_MARK = re.compile(
    r"<\|(?P<named>/?[A-Za-z][\w./:-]{0,40})\|>|<｜(?P<wide>[^\s｜<>][^｜\n<>]{0,40})｜>|<(?P<turn>start|end)_of_turn>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]|<</?SYS>>|</?system-reminder>"
)
_ROLE = re.compile(r"(?:system|user|assistant|model|tool|developer)[ \t]*\n")
"""Who speaks, behind a mark and alone on its line."""
_WIDE = re.compile("[\uff01-\uff5b\uff5d\uff5e\ufe64\ufe65]")
"""Letters and signs as wide as those of Chinese; the wide stroke has a mark of its own."""
_PLAIN = {code: code - 0xFEE0 for code in (*range(0xFF01, 0xFF5C), 0xFF5D, 0xFF5E)} | {
    0xFE64: "<",
    0xFE65: ">",
}
_CLOSES = re.compile(r"/|end(?!_header)|\w*_end\b|e[o0][tms]\b|eo[tms]_|end.of.sentence", re.IGNORECASE)
"""How the name of a mark begins that ends something."""


def holds_control_mark(text: str) -> bool:
    """Whether a text holds what looks like a model's control mark."""
    text = _folded(text)
    return any(sign in text for sign in _SIGNS) and _MARK.search(text) is not None


def templated(text: str, fences: Iterable[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Where in a text chat templates stand, outside its fences: a mark that begins a line, up to the next that ends it.

    Where nothing ends it, a mark with a role alone on its line reaches to the next blank line. Who only names a mark
    says it in words of their own.
    """
    text = _folded(text)
    if not any(sign in text for sign in _SIGNS):
        return []
    marks = _outside(_MARK.finditer(text), fences)
    spans: list[tuple[int, int]] = []
    for mark, closing in zip(marks, _closings(marks), strict=True):
        is_within = bool(spans) and mark.start() < spans[-1][1]
        if is_within or _closes(mark) or text[text.rfind("\n", 0, mark.start()) + 1 : mark.start()].strip():
            continue
        if closing is not None:
            spans.append((mark.start(), closing.end()))
        elif _ROLE.match(text, mark.end()):
            blank = text.find("\n\n", mark.end())
            spans.append((mark.start(), blank if blank >= 0 else len(text)))
    return spans


def _folded(text: str) -> str:
    """The text with plain letters for wide ones, each in its place."""
    return text if text.isascii() or not _WIDE.search(text) else text.translate(_PLAIN)


def _outside(marks: Iterable[re.Match[str]], fences: Iterable[tuple[int, int]]) -> list[re.Match[str]]:
    """The marks that stand in no fence; both come in order."""
    left = iter(fences)
    fence = next(left, None)
    found: list[re.Match[str]] = []
    for mark in marks:
        while fence is not None and fence[1] <= mark.start():
            fence = next(left, None)
        if fence is None or mark.start() < fence[0]:
            found.append(mark)
    return found


def _closings(marks: Sequence[re.Match[str]]) -> list[re.Match[str] | None]:
    """For each mark the next behind it that ends what it opens."""
    nearest: dict[str, re.Match[str]] = {}
    found: list[re.Match[str] | None] = []
    for mark in reversed(marks):
        found.append(nearest.get(_family(mark)))
        if _closes(mark):
            nearest[_family(mark)] = mark
    return found[::-1]


def _family(mark: re.Match[str]) -> str:
    """What marks have alike that begin and end the same thing."""
    kind = next((kind for kind in ("named", "wide", "turn") if mark[kind]), None)
    return kind or mark[0].strip("[]</>")


def _closes(mark: re.Match[str]) -> bool:
    """Whether a mark ends what another opened."""
    name = mark["named"] or mark["wide"]
    if name is not None:
        return _CLOSES.match(name) is not None
    return mark["turn"] == "end" or "/" in mark[0]
