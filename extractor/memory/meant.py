"""Which memory files a person may mean by a name that none has.

Owns how like a name is to what was typed. Promises that a file is named which has all the words that were typed, also as
beginnings, before one that is spelled alike. Never reads a file.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from difflib import get_close_matches

_ALIKE = 0.6
"""From how like a name is to what was typed, of 1, it may be meant."""

_MOST = 3
"""Files that are named."""

_APART = re.compile(r"[^\w]+|_")
_MARKS = re.compile("['’]")


def meant(typed: str, files: Iterable[str]) -> str:
    """The question which of these files is meant, and a space; empty where none is like what was typed."""
    there = {file.removesuffix(".md").casefold(): file.removesuffix(".md") for file in files}
    asked = typed.removesuffix(".md").casefold()
    words = _words(asked)
    alike = sorted(name for name in there if words and _has(name, words))[:_MOST]
    alike = alike or get_close_matches(asked, there, n=1, cutoff=_ALIKE)
    told = " or ".join(shlex.quote(there[name]) for name in alike)
    return f"did you mean {told}? " if told else ""


def _words(text: str) -> list[str]:
    return [word for word in _APART.split(_MARKS.sub("", text)) if word]


def _has(name: str, words: Iterable[str]) -> bool:
    own = _words(name)
    return all(any(each.startswith(word) for each in own) for word in words)
