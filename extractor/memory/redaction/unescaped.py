"""Texts as they are read: letters that JSON writes by their number, signs that markup writes by their name, quotation marks
that a shell closes and opens again, strokes of addresses that JSON escapes, and the words of a command in a list.

Owns which those are. Promises that a text without any costs two searches, and that lines without any are not looked at.
Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from extractor.memory.redaction.bared import Bared, Instead, stretches

_ESCAPE = re.compile(
    r"\\{1,8}u(?P<number>[0-9a-fA-F]{4})(?P<colour>\[[0-9;:]{0,40}[mK])?"
    r"|&(?:(?P<name>quot|apos|lt|gt|amp)|#(?P<decimal>\d{2,5})|#x(?P<hex>[0-9a-fA-F]{2,4}));"
)
_NUMBERED = re.compile(r"\\u[0-9a-fA-F]{4}")
_NAMED = re.compile(r"&(?:quot|apos|lt|gt|amp|#x?[0-9a-fA-F]{2,5});")
"""Each begins with plain letters, which are found fast."""
_SHELL = ("'\\''", "'\"'\"'")
"""How a quotation mark is written inside a pair of them in a shell."""
_STROKE = re.compile(r"\\{1,7}/")
_ADDRESS = re.compile(r":\\{1,7}/\\{1,7}/")
"""How some write a stroke in JSON, and what begins an address with it."""
_LISTED = re.compile(r"(?<=[^\s,\[\\])\\{0,7}[\"'],\s{0,40}\\{0,7}[\"'](?=[^\s,\]])")
_OPTION = re.compile(r",\s{0,40}\\{0,7}[\"']-{1,2}[A-Za-z]")
"""Between two words of a command in a list, and an option in one."""
_ESCAPE_CODE = "\x1b"
_SIGNS = {"quot": '"', "apos": "'", "lt": "<", "gt": ">", "amp": "&"}


def unescaped(text: str) -> Iterable[Bared]:
    """The lines that hold such a letter or sign, with it, and the lines beside them; those that touch as one."""
    found: list[Bared] = []
    if ("\\u" in text and _NUMBERED.search(text)) or ("&" in text and _NAMED.search(text)):
        found += stretches(text, _parts(text))
    for mark in _SHELL:
        if mark in text:
            found += stretches(text, _found(text, mark, "'"))
    if ":\\" in text and _ADDRESS.search(text):
        found += stretches(text, ((*match.span(), "/") for match in _STROKE.finditer(text)))
    if ('"-' in text or "'-" in text) and _OPTION.search(text):
        found += stretches(text, ((*match.span(), " ") for match in _LISTED.finditer(text)))
    return found


def _found(text: str, mark: str, instead: str) -> Iterator[Instead]:
    at = text.find(mark)
    while at >= 0:
        yield at, at + len(mark), instead
        at = text.find(mark, at + len(mark))


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
