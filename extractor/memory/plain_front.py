"""Front matter in the form runs write it: its values written, and read without YAML.

Owns how a value is written and which blocks have that form. Promises to tell of them just what YAML would, in a
fraction of its time, and to leave every other one to it. Never looks at a body.
"""

from __future__ import annotations

import json
import re
from datetime import datetime

_SAFE_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_YAML_WORDS = frozenset(["y", "yes", "n", "no", "true", "false", "on", "off", "null", "nan", "inf"])
"""Words that are no strings to YAML."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_MOST = 4_096
"""Characters of a block that is looked at."""
_LINE = re.compile(
    rf"""(?P<indent>[ ]{{2}})?(?P<key>{_SAFE_WORD.pattern}):(?:[ ](?:
      (?P<moment>\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{3}}Z) | (?P<plain>{_SAFE_WORD.pattern} | {_UUID.pattern})
      | "(?P<quoted>[^"\\\[{{\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]+)" ))?""",
    re.VERBOSE | re.ASCII,
)
"""A key with one value on its line. Brackets are counted elsewhere."""

Values = dict[str, str]


def quoted(text: str) -> str:
    """A YAML double-quoted scalar on one line that reads back as `text`."""
    escaped = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda m: f"\\u{ord(m[0]):04x}", escaped)


def scalar(text: str) -> str:
    """`text` as a YAML scalar: plain where that is certain to stay a string, else double-quoted."""
    plain = _SAFE_WORD.fullmatch(text) and text.lower() not in _YAML_WORDS
    return text if plain or _UUID.fullmatch(text) else quoted(text)


def moment(text: str) -> str:
    """A time as a YAML scalar: plain where it has the form of one, else double-quoted."""
    return text if _MOMENT.fullmatch(text) else quoted(text)


def plain_values(block: str) -> tuple[Values, Values] | None:
    """The values at the top and those under `metadata`; None where the block has another form."""
    if len(block) > _MOST or not block.endswith("\n"):
        return None
    top: Values = {}
    under: Values = {}
    here = top
    for line in block[:-1].split("\n"):
        found = _LINE.fullmatch(line)
        if found is None or found["key"].lower() in _YAML_WORDS:
            return None
        key, value = found["key"], _value(found)
        if key == "metadata" and not found["indent"] and line == "metadata:" and here is top and not under:
            here = under
            continue
        if not found["indent"]:
            here = top
        if value is None or key in here or key == "metadata" or bool(found["indent"]) != (here is under):
            return None
        here[key] = value
    return (top, under) if top and under else None


def _value(found: re.Match[str]) -> str | None:
    """The text of a value; None where there is none, or YAML reads no string and no time."""
    if moment := found["moment"]:
        try:
            datetime.fromisoformat(moment)
        except ValueError:
            return None
        return moment
    if plain := found["plain"]:
        return None if plain.lower() in _YAML_WORDS else plain
    return found["quoted"]
