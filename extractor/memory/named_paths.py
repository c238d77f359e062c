"""What in the text of a tool call may be a path, and from which directories it is taken.

Owns how shells, JSON and code write one. Promises time that grows with the text alone. Pure: nothing is resolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORDS = re.compile(r"[^\s\"'`<>|;&(){}\[\],:=\\]+")
"""What may be a path in the text of a call: its signs are those of shells, JSON and code."""
_ESCAPED = re.compile(r"\\(?:u(?P<number>[0-9a-fA-F]{4})|(?P<sign>.))", re.DOTALL)
_SIGNS = {"n": "\n", "r": "\n", "t": "\t"}
_GOES = re.compile(
    r"(?:(?<![\w./-])(?:cd|pushd|chdir)[ \t]+(?:-[-LPe]*[ \t]+)?"
    r"|(?<![\w./-])-C[ \t]*|--(?:directory|chdir|cwd|prefix|work-tree)[ \t=][ \t]*"
    r"|[\"'](?:workdir|cwd|dir_path|directory|path)[\"']\s*:\s*(?=[\"']))"
    r"(?=[\"'](?P<quoted>[^\"'\n]+)[\"'])?[\"']?(?P<word>[^\s\"'`<>|;&(){}\[\],\\]+)"
)
"""How a call says that it goes to a directory, or is made in one."""
_MOST_PLACES = 8
"""Directories of one call from which paths are taken."""


def is_word(text: str) -> bool:
    """Whether all of a text is one word of a call: what holds another sign cannot be found among the words."""
    return _WORDS.fullmatch(text) is not None


def words(text: str) -> Iterator[str]:
    """The words of a text that may be paths, in order, each also as it stands behind an `@`."""
    for match in _WORDS.finditer(text):
        word = match[0]
        yield word
        if "@" in word and (behind := word.rpartition("@")[2]):
            yield behind


def readings(text: str) -> tuple[str, ...]:
    """The text, and as it is meant where it is written as JSON or a shell writes signs."""
    return (text, _ESCAPED.sub(_letter, text)) if "\\" in text else (text,)


def places(text: str) -> list[str]:
    """The directories a text goes to, in order, as it names them."""
    found: dict[str, None] = {}
    for match in _GOES.finditer(text):
        found |= dict.fromkeys(way for way in (match["word"], match["quoted"]) if way)
        if len(found) >= _MOST_PLACES:
            break
    return list(found)[:_MOST_PLACES]


def _letter(match: re.Match[str]) -> str:
    if match["number"]:
        return chr(int(match["number"], 16))
    return _SIGNS.get(match["sign"], match["sign"])
