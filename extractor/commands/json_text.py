"""JSON as it is printed: other people's words in it do nothing to a terminal.

Owns what is written as `\\u202e` is, so that a reader of the JSON gets the same text. Never decides what is told.
"""

from __future__ import annotations

import json
import re

_ACTS = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufff9-\ufffb]")
"""Controls, marks that turn text around or end a line, and halves of letters; JSON itself escapes those below a space."""


def json_text(value: object, indent: int | None = None) -> str:
    """The value as JSON, its letters as they are but for those that act on a terminal."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return _ACTS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
