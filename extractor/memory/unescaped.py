"""Texts as they are read: letters that JSON writes by their number, and signs that markup writes by their name.

Owns which those are. Promises that a text without any costs two searches, and that lines without any are not looked at.
Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from extractor.memory.bared import Bared, Instead, stretches

_ESCAPE = re.compile(
    r"\\{1,8}u(?P<number>[0-9a-fA-F]{4})(?P<colour>\[[0-9;:]{0,40}[mK])?"
    r"|&(?:(?P<name>quot|apos|lt|gt|amp)|#(?P<decimal>\d{2,5})|#x(?P<hex>[0-9a-fA-F]{2,4}));"
)
_NUMBERED = re.compile(r"\\u[0-9a-fA-F]{4}")
_NAMED = re.compile(r"&(?:quot|apos|lt|gt|amp|#x?[0-9a-fA-F]{2,5});")
"""Each begins with plain letters, which are found fast."""
_ESCAPE_CODE = "\x1b"
_SIGNS = {"quot": '"', "apos": "'", "lt": "<", "gt": ">", "amp": "&"}


def unescaped(text: str) -> Iterable[Bared]:
    """The lines that hold such a letter or sign, with it, and the lines beside them; those that touch as one."""
    if not (("\\u" in text and _NUMBERED.search(text)) or ("&" in text and _NAMED.search(text))):
        return ()
    return stretches(text, _parts(text))


def _parts(text: str) -> Iterator[Instead]:
    for match in _ESCAPE.finditer(text):
        letter = _letter(match)
        if letter == _ESCAPE_CODE and match["colour"]:
            yield *match.span(), ""
        elif letter == "\n" or not letter.isprintable():
            continue
        else:
            end = match.start("colour") if match["colour"] else match.end()
            yield match.start(), end, letter


def _letter(match: re.Match[str]) -> str:
    if match["name"]:
        return _SIGNS[match["name"]]
    if match["decimal"]:
        return chr(min(int(match["decimal"]), 0xFFFF))
    return chr(int(match["number"] or match["hex"], 16))
