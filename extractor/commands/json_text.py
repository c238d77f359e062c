"""JSON as it is printed: other people's words in it do nothing to a terminal.

Owns what is written as `\\u202e` is, so that a reader of the JSON gets the same text. Never decides what is told.
"""

from __future__ import annotations

import json
import re

from extractor.letters import HIDDEN

_HALF = re.compile("[\ud800-\udfff]")


def json_text(value: object, indent: int | None = None) -> str:
    """The value as JSON, its letters as they are but for those that act on a terminal or hide words in plain ones."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return _HALF.sub(_escaped, HIDDEN.sub(_escaped, text))


def _escaped(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
