"""Control marks: what tells a model that a turn begins or ends, where it stands in a text.

Owns the marks of chat templates and the tags with which a client sets its own words off. Promises to know only forms
that no language and no markup has, in time linear in the text. Never decides what becomes of them.
"""

from __future__ import annotations

import re

_SIGNS = ("|>", "｜>", "SYS>>", "_of_turn>", "INST]", "TOOL_", "_TOOLS]", "_PROMPT]", "system-reminder>")
"""One of these stands in whatever is found."""
_MARK = re.compile(
    r"<\|(?P<named>/?[A-Za-z][\w./:-]{0,40})\|>|<｜(?P<wide>[^\s｜<>][^｜\n<>]{0,40})｜>|<(?P<turn>start|end)_of_turn>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]|<</?SYS>>|</?system-reminder>"
)
_CLOSES = re.compile(r"/|end(?!_header)|\w*_end\b|e[o0][tms]\b|eo[tms]_|end.of.sentence", re.IGNORECASE)
"""How the name of a mark begins that ends something."""


def holds_control_mark(text: str) -> bool:
    """Whether a text holds what looks like a model's control mark."""
    return any(sign in text for sign in _SIGNS) and _MARK.search(text) is not None


def templated(text: str) -> list[tuple[int, int]]:
    """Where in a text a chat template stands, or a mark of one alone.

    It reaches from the first mark that opens something to the last that ends it; to the end of the text where nothing
    ends it and it begins a line.
    """
    if not any(sign in text for sign in _SIGNS):
        return []
    marks = list(_MARK.finditer(text))
    spans = [mark.span() for mark in marks]
    opened = next((mark for mark in marks if not _closes(mark)), None)
    if opened is None:
        return spans
    ends = [mark.end() for mark in marks if mark.start() > opened.start() and _closes(mark)]
    if ends:
        return [*spans, (opened.start(), ends[-1])]
    begins_line = not text[text.rfind("\n", 0, opened.start()) + 1 : opened.start()].strip()
    return [*spans, (opened.start(), len(text))] if begins_line else spans


def _closes(mark: re.Match[str]) -> bool:
    """Whether a mark ends what another opened."""
    name = mark["named"] or mark["wide"]
    if name is not None:
        return _CLOSES.match(name) is not None
    return mark["turn"] == "end" or "/" in mark[0]
