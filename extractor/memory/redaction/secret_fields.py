"""Fields that give a value before the one that names it: `{"value": "…", "name": "DB_PASSWORD"}`, and a form's input.

Owns how such fields stand beside each other. Promises to look back a bounded number of characters. Never looks for names.
"""

from __future__ import annotations

import re

from extractor.memory.redaction.secret_formats import Span
from extractor.memory.redaction.secret_values import looks_secret
from extractor.memory.redaction.secret_words import Name

_MOST_BESIDE = 400
"""Characters before a name in which the field before it is looked for."""
_VALUE_FIRST = re.compile(
    r"(?:[\s{,-]\\{0,7}[\"']?(?i:value)\\{0,7}[\"']?\s{0,4}:\s{0,4}\\{0,7}[\"']?(?P<value>[^\s\"'\\,{}]{6,256})\\{0,7}[\"']?,?\s{1,40}"
    r"|[{,]\\{0,7}[\"'](?i:value)\\{0,7}[\"']:\\{0,7}[\"'](?P<tight>[^\s\"'\\]{6,256})\\{0,7}[\"'],)"
    r"\\{0,7}[\"']?(?i:name|key)\\{0,7}[\"']?\s{0,4}:\s{0,4}\\{0,7}[\"']?[\w./-]{0,60}\Z"
    r"|<input\b[^<>]{0,300}?\bvalue=[\"'](?P<typed>[^\"'<>\s]{6,200})[\"'][^<>]{0,200}\btype=[\"']\Z"
)
"""The field before a name, with spaces behind it or without any, or the value an input is filled with."""


def beside_field(text: str, low: bytes, name: Name) -> Span | None:
    """A value in a field before the one that names it: `{"value": "…", "name": "DB_PASSWORD"}`."""
    first = max(0, name.start - _MOST_BESIDE)
    if low.find(b"value", first, name.start) < 0:
        return None
    match = _VALUE_FIRST.search(text, first, name.start)
    group = next((each for each in ("value", "tight", "typed") if match and match[each]), None)
    if match is None or group is None or not looks_secret(match[group], True, name.kind):
        return None
    return Span(*match.span(group), name.kind)
